"""What referees see, Italian."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # The way in.
    "referee": "Arbitro",
    "referee.in": "Arbitro {name}",
    "referee.title": "Accesso dell'arbitro",
    "referee.why": "Tutti possono guardare. Chi conosce il PIN può correggere e decidere.",
    "referee.pin": "PIN, sei cifre",
    "referee.pin.where": "È mostrato dove è stato avviato il companion.",
    "referee.name": "Il tuo nome",
    "referee.name.why": "Resta scritto accanto a ciò che decidi.",
    "referee.enter": "Entra",
    "referee.leave": "Esci",
    "referee.cancel": "Annulla",
    "referee.wrong-pin": "Non è il PIN giusto. Ricontrolla dove è stato avviato il companion.",
    "referee.too-soon": "Troppi PIN sbagliati. Riprova tra {seconds} {seconds|secondo|secondi}.",
    "referee.lost": "Il companion non risponde. Non è stato fatto nulla.",
    "referee.failed": "Non ha funzionato: {detail}",
    # The companion's own screen.
    "screen.title": "Collegati",
    "screen.board": "Al tavoliere",
    "screen.follow": "Segui la partita sul telefono",
    "screen.alone": (
        "Per ora solo questa macchina può aprire la pagina. Chiudi il companion e avvialo per"
        " tutta la rete, con"
    ),
    "screen.qr": "Codice QR con l'indirizzo della pagina",
    "screen.referee": "Arbitri",
    "screen.referee.note": "Chi conosce il PIN può correggere la partita.",
    "screen.show": "Mostra il PIN",
    "screen.open": "Non c'è PIN: chi apre la pagina su questa macchina è arbitro.",
    # What people decided, as cards for everybody.
    "decision.correction": "Posizione impostata",
    "decision.stands": "Errore lasciato valere",
    "decision.undo": "Azioni annullate",
    "decision.undo.text": "Azioni annullate: {count}.",
    "decision.undo.none": "Ciò che era in corso è stato abbandonato.",
    "decision.vouch": "Guardato da una persona",
    "decision.pause": "Gioco sospeso",
    "decision.resume": "Si riprende",
    "decision.setting": "Giocatori e severità",
    "decision.series": "Serie scambiate",
    "decision.series.text": "Le biglie del Bianco e del Nero ora sono le altre.",
    "decision.clock": "Orologio regolato",
    "decision.clock.off": "Tolto",
    "decision.move": "Mossa inserita",
    "by.table": "qualcuno al tavolo",
    "by.companion": "il companion",
    "decision.revert": "Annulla questo",
    "strictness.friendly": "Amichevole: annuncia e spiega",
    "strictness.teach": "Didattico: mostra anche ciò che era possibile",
    "strictness.tournament": "Torneo: dice poco, annunciano i giocatori",
    "referee.stale": "Nel frattempo è successo qualcosa. Guarda di nuovo, poi decidi.",
    "referee.asked": "Non è più ciò che si chiede. Guarda di nuovo i tavolieri.",
    "referee.unseen": "La telecamera non vede il tavoliere.",
    "referee.covered": "Il tavoliere non si vede per intero. Togli le mani e riprova.",
    "referee.doubtful": (
        "La telecamera è in dubbio su alcuni incavi. Di' che cosa c'è, nella preparazione."
    ),
    "referee.since": "Sono seguite altre mosse: annulla prima quelle.",
    "referee.already": "È già stato annullato.",
    "referee.nothing": "Non c'è nulla da ripristinare: ciò che era in corso si rivede da sé.",
    "referee.over": "Quella partita è finita.",
    "referee.at-table": "Quella partita è già al tavolo.",
    "referee.login": "Non sei più collegato. Entra di nuovo; non è stato fatto nulla.",
    # The desk.
    "desk": "Tavolo dell'arbitro",
    "desk.done": "Fatto.",
    "desk.board": "Tavoliere",
    "desk.correct": "Correggi il tavoliere",
    "desk.correct.tap": (
        "Tocca un incavo sul tavoliere e di' che cosa c'è, o correggi i Porta Biglie."
    ),
    "desk.stock.reserve.w": "Biglie del Bianco in riserva",
    "desk.stock.reserve.b": "Biglie del Nero in riserva",
    "desk.stock.captured.w": "Biglie del Bianco conquistate dal Nero",
    "desk.stock.captured.b": "Biglie del Nero conquistate dal Bianco",
    "desk.stock.wrong": "Sul tavoliere, in riserva e conquistate: venti in tutto.",
    "desk.correct.what": "Che cosa c'è in {hollow}?",
    "desk.correct.set": "Imposta così",
    "desk.correct.leave": "Lascia stare",
    "desk.correct.queens": "Ogni serie ha una sola Biglia Queen: togli prima l'altra.",
    "desk.correct.many": "Ogni serie ha solo venti Biglie Attacco.",
    "desk.kind.none": "niente",
    "desk.kind.w": "Biglia Attacco del Bianco",
    "desk.kind.W": "Biglia Queen del Bianco",
    "desk.kind.b": "Biglia Attacco del Nero",
    "desk.kind.B": "Biglia Queen del Nero",
    "desk.undo": "Annulla azioni",
    "desk.undo.count": "Quante azioni",
    "desk.drop": "Abbandona ciò che è in corso",
    "desk.reopen": "Annulla il risultato",
    "desk.turn": "Turno",
    "desk.turn.w": "Tocca al Bianco",
    "desk.turn.b": "Tocca al Nero",
    "desk.time": "Tempo",
    "desk.pause": "Sospendi",
    "desk.resume": "Riprendi il gioco",
    "desk.press.w": "Preme il Bianco",
    "desk.press.b": "Preme il Nero",
    "desk.clock": "Regola l'orologio",
    "desk.clock.title": "L'orologio",
    "desk.clock.min.w": "Bianco, minuti",
    "desk.clock.min.b": "Nero, minuti",
    "desk.clock.s": "secondi",
    "desk.clock.time": "Orologio",
    "desk.clock.none": "senza",
    "desk.clock.each": "{n} {n|minuto|minuti} a testa",
    "desk.clock.mode": "Il turno finisce quando",
    "desk.clock.mode.camera": "si vede la mossa",
    "desk.clock.mode.button": "il giocatore preme",
    "desk.clock.mode.off": "niente orologio",
    "desk.game": "Partita",
    "desk.new": "Nuova partita",
    "desk.new.title": "Nuova partita",
    "desk.new.running": "La partita in corso resta nell'elenco, non finita.",
    "desk.new.submit": "Comincia",
    "desk.left": "Partite non finite",
    "desk.left.title": "Riprendi una partita non finita",
    "desk.left.note": (
        "Il gioco resta sospeso finché il tavoliere non è disposto com'era: la pagina mostra come. "
        "Poi premi «Riprendi il gioco»."
    ),
    "desk.left.none": "Nessuna partita è rimasta non finita.",
    "desk.left.game": "Partita",
    "desk.left.told": "{names}, {when}",
    "desk.left.submit": "Riprendila",
    "desk.player.w": "Bianco",
    "desk.player.b": "Nero",
    "desk.rules": "Regole",
    "desk.rules.official": "ufficiali",
    "desk.rules.classic": "classiche",
    "desk.strictness": "Il companion è",
    "desk.begin": "Si comincia",
    "desk.begin.bare": "a tavoliere vuoto",
    "desk.begin.board.w": "da come sta ora il tavoliere, tocca al Bianco",
    "desk.begin.board.b": "da come sta ora il tavoliere, tocca al Nero",
    "desk.settings": "Giocatori, severità",
    "desk.settings.title": "Giocatori e severità",
    "desk.swap": "Scambia le serie",
    "desk.save": "Salva",
    "desk.setup": "Prepara telecamera e tavoliere",
    "desk.end": "Dichiara il risultato",
    "desk.end.title": "Dichiara il risultato",
    "desk.end.note": "Si può annullare.",
    "desk.end.how": "Come finisce",
    "desk.end.submit": "Dichiara",
    "desk.end.resign.w": "Il Bianco abbandona",
    "desk.end.resign.b": "Il Nero abbandona",
    "desk.end.draw": "Patta d'accordo",
    "desk.end.time.w": "Tempo scaduto per il Bianco",
    "desk.end.time.b": "Tempo scaduto per il Nero",
    "desk.end.deadlock": "Stallo: patta",
    "desk.end.deadlock.w": "Stallo: vince il Bianco",
    "desk.end.deadlock.b": "Stallo: vince il Nero",
    "desk.doubt": "La telecamera è in dubbio e il gioco aspetta. Di' che cosa c'è davvero.",
    "desk.doubt.what": "Che cosa c'è in {hollow}?",
    "desk.doubt.picture": "Al centro {hollow}, come lo vede la telecamera",
    "desk.which": "Quale di queste era?",
    "desk.fault": "L'errore",
    "desk.allow": "Lascialo valere",
    "desk.allow.note": "Si continua dal tavoliere com'è:",
    "desk.allow.not": "Così com'è non è una posizione. Correggi il tavoliere.",
    "desk.arranging": "Il tavoliere va disposto come mostrato. O intanto si è giocato?",
    "desk.go_on": "Prendi il tavoliere com'è",
    "desk.stuck": "La partita è bloccata",
    # The wizard.
    "setup.title": "Preparazione",
    "wizard.intro": "Quattro passi e il companion vede il tavoliere.",
    "setup.login": "Solo gli arbitri preparano. Entra con il PIN.",
    "wizard.camera": "Telecamera",
    "wizard.camera.which": "Quale telecamera guarda il tavoliere dall'alto?",
    "wizard.camera.use": "Usa questa telecamera",
    "wizard.camera.fixed": "Il companion è stato avviato solo per questa sorgente.",
    "wizard.camera.waits": "La telecamera non mostra ancora nulla.",
    "wizard.source.simulator": "Tavoliere dipinto, per provare",
    "wizard.source.recording": "Registrazione inclusa",
    "wizard.board": "Tavoliere",
    "wizard.board.found": "Tutti gli incavi sono trovati. Ogni anello sta sul suo incavo?",
    "wizard.board.unsure": (
        "Non è certo che gli incavi siano questi: l'immagine non lo mostra. "
        "Ogni anello sta su un incavo? Se no, sposta gli angoli."
    ),
    "wizard.board.corners": "Sposta gli angoli",
    "wizard.board.drag": (
        "Trascina ogni anello al centro di un incavo d'angolo. Da tastiera: scegli un "
        "anello, poi le frecce."
    ),
    "wizard.board.set": "Gli angoli sono giusti",
    "wizard.board.leave": "Lasciali così",
    "wizard.board.again": "Guarda di nuovo",
    "wizard.board.sure": "Certezza: {percent} %",
    "wizard.corner.0": "Incavo d'angolo in alto a sinistra",
    "wizard.corner.1": "Incavo d'angolo in alto a destra",
    "wizard.corner.2": "Incavo d'angolo in basso a destra",
    "wizard.corner.3": "Incavo d'angolo in basso a sinistra",
    "wizard.under-way": "C'è una partita in corso",
    "wizard.under-way.note": (
        "Ci sono già biglie sul tavoliere? Non serve sgombrarlo: viene trovato sotto di esse, "
        "finché circa due terzi degli incavi sono vuoti."
    ),
    "wizard.bare": "Il tavoliere è vuoto",
    "wizard.bare.note": (
        "L'aspetto degli incavi vuoti è solo immaginato, perché c'erano sopra delle biglie. "
        "Quando il tavoliere è sgombro, premi «Il tavoliere è vuoto»."
    ),
    "wizard.joined.note": (
        "A metà partita i Porta Biglie non sono pieni: colori e misure si imparano dalle biglie "
        "come sono disposte."
    ),
    "wizard.joined.on": "Ogni anello sta sul suo incavo",
    "wizard.joined.play": "La partita continua da qui. Di' ciò che la telecamera non può vedere.",
    "wizard.joined.known": (
        "Il companion ha visto l'inizio di questa partita? Allora riprendi quella: le sue mosse "
        "sono conservate."
    ),
    "wizard.joined.board": "Il tavoliere come lo vede la telecamera",
    "wizard.joined.lies": "È così? Ciò che è visto male si corregge poi al tavolo dell'arbitro.",
    "wizard.joined.unseen": "Il tavoliere non è tutto in vista: togli le mani.",
    "wizard.joined.series": "Quale serie è il Bianco? Ha messo la prima biglia della partita.",
    "wizard.joined.series.on": "quella su {hollows}",
    "wizard.joined.series.none": "quella che non ha biglie sul tavoliere",
    "wizard.joined.doubt": "La telecamera è in dubbio. Di' che cosa c'è davvero.",
    "wizard.joined.turn": "A chi tocca?",
    "wizard.joined.captured": "Quante biglie sono state conquistate?",
    "wizard.joined.between": (
        "Comincia tra un turno e l'altro, quando tutto ciò che una combinazione richiede è stato "
        "preso. La partita registrata comincia da qui: ciò che è stato giocato prima nessuno lo "
        "ha visto."
    ),
    "wizard.trays": "Porta Biglie",
    "wizard.trays.skip": "Continua senza Porta Biglie",
    "wizard.trays.skip.note": "I colori si imparano allora dalle prime biglie giocate.",
    "wizard.colours": "Colori imparati:",
    "wizard.colours.none": "I colori si impareranno dalle prime biglie.",
    "wizard.play": "Gioco",
    "wizard.play.note": "Il companion vede il tavoliere. Chi gioca?",
    "wizard.play.back": "Torna alla partita",
    "wizard.play.back.note": (
        "C'è una partita in corso: resta sospesa finché qualcuno la fa riprendere. Una nuova la "
        "lascia nell'elenco, non finita."
    ),
    "wizard.play.begin": "Si gioca",
    "wizard.picture": "Ciò che vede la telecamera",
    "wizard.wrong.dark": "Troppo buio: accendi una lampada.",
    "wizard.wrong.blurred": (
        "L'immagine è sfocata: metti a fuoco la telecamera o puliscine la lente."
    ),
    "wizard.wrong.moving": (
        "Qualcosa si muove: togli le mani dalla vista e lascia ferma la telecamera."
    ),
    "wizard.done": "fatto",
    "wizard.now": "ora",
    "wizard.refused.source": "Quella telecamera non si può usare: {reason}",
    "wizard.refused.again": "Il tavoliere non si può cercare di nuovo: {reason}",
    "wizard.refused.corners": (
        "Non sono gli angoli di un tavoliere: in alto a sinistra, in alto a destra, in "
        "basso a destra, in basso a sinistra, tutti nell'immagine."
    ),
    "wizard.refused.no-trays": "Nessun tavoliere trovato finora: mostralo prima alla telecamera.",
    "wizard.refused.under-way": "La partita in corso non si può cercare: {reason}",
    "wizard.refused.bare": "Il tavoliere vuoto non si può cercare: {reason}",
    "referee.setup": "{detail}",
    "desk.wrong": "Decisione sbagliata",
    "desk.wrong.title": "La decisione era sbagliata",
    "desk.wrong.note": (
        "Gli ultimi 20 secondi di immagini, la calibrazione, le impostazioni e questa "
        "partita vengono salvati in un solo file. Mostra ciò che la telecamera ha visto e"
        " chi giocava."
    ),
    "desk.wrong.right": "Che cosa è giusto?",
    "desk.wrong.submit": "Salva",
    "desk.wrong.saved": "Salvato:",
    # At the table, for everybody.
    "clock.of": "Orologio: {side}",
    "paused": "Gioco sospeso",
    "paused.note": "Nulla viene deciso finché un arbitro non fa riprendere il gioco.",
    "status.choices": "Due storie spiegano ciò che si è visto. Un arbitro dice quale.",
    "rules.official": "Regole ufficiali",
    "rules.classic": "Regole classiche",
    "voice": "Voce e suoni",
    "voice.speech": "Leggi le decisioni ad alta voce",
    "voice.sound": "Suono per le combinazioni",
    "voice.close": "Chiudi",
    "voice.hello": "Le decisioni saranno lette.",
}
