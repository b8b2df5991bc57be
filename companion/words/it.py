"""Italian, in the rulebook's own terms."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "language": "Italiano",
    "title": "Real Queen",
    "skip": "Vai alla decisione",
    "board": "Tavoliere",
    "camera": "Telecamera",
    "moves": "Mosse",
    "moves.none": "Ancora nessuna mossa.",
    "move.returned": "riprese:",
    "move.captured": "conquistate:",
    "rulings": "Decisioni",
    "rulings.none": "Qui sarà spiegata la prima combinazione.",
    "ruling.latest": "Che cosa succede",
    "games": "Partite",
    "game": "Partita {n}",
    "record": "Verbale (.rqg)",
    "side.w": "Bianco",
    "side.b": "Nero",
    # Connection.
    "link.live": "In diretta",
    "link.lost": "Connessione persa. Nuovo tentativo…",
    "link.polling": "Molte pagine sono aperte: questa si aggiorna ogni pochi secondi.",
    # Camera.
    "camera.starting": "La telecamera si avvia",
    "camera.ok": "La telecamera vede il tavoliere",
    "camera.waiting": "Preparazione",
    "camera.moved": "Il tavoliere si è spostato",
    "camera.trouble": "La telecamera non riesce a leggere il tavoliere",
    "camera.stalled": "La telecamera non manda immagini",
    "camera.ended": "La registrazione è finita",
    "camera.failed": "La telecamera si è fermata",
    "camera.alt": "Ciò che vede la telecamera, con gli incavi trovati cerchiati",
    "camera.none": "Ancora nessuna immagine.",
    # Why a camera shows nothing, and what to do.
    "eyes.dark": "È troppo buio per vedere il tavoliere: accendi una lampada.",
    "eyes.blurred": "L'immagine è sfocata: metti a fuoco la telecamera o pulisci l'obiettivo.",
    "eyes.size": "L'immagine della telecamera ha cambiato misura: ripeti la preparazione.",
    "trouble.no-camera": (
        "Nessuna telecamera trovata. Collegala: una webcam viene ripresa da sola; per il cavo "
        "piatto spegni prima il Raspberry Pi e riaccendilo dopo."
    ),
    "trouble.busy": "Un altro programma usa {camera}. Chiudilo: la telecamera riparte da sola.",
    "trouble.silent": (
        "{camera} non manda immagini. Controlla il cavo e la spina: la telecamera riparte da sola."
    ),
    "trouble.no-access": "{camera} non si può usare: il suo utente deve essere nel gruppo video.",
    "trouble.no-driver": "{camera} non ha qui un driver che funzioni: {detail}",
    "trouble.broken": "{camera} non funziona: {detail}",
    # What went wrong beyond the camera.
    "problem.store-full": (
        "Le partite non si possono conservare: il disco è pieno. Libera dello spazio."
    ),
    "problem.store-closed": (
        "Le partite non si possono conservare: non si può scrivere in {folder}."
    ),
    "problem.store-foreign": (
        "Le partite non si possono conservare: il file in {folder} è danneggiato o di un altro "
        "programma."
    ),
    "problem.store-locked": (
        "Le partite non si possono conservare: un altro programma occupa {folder}. Chiudilo."
    ),
    "problem.store-other": "Le partite non si possono conservare in {folder}: {said}.",
    "problem.report": "La decisione sbagliata non si può conservare: {said}.",
    "problem.unreadable": (
        "La partita {number} non è leggibile: l'ha scritta una versione più recente del programma, "
        "o è danneggiata."
    ),
    "problem.busy": "Il tavolo è occupato. Riprova tra un momento.",
    "problem.closing": "Il programma sta per terminare.",
    "problem.misfit": (
        "La calibrazione è di un altro tavoliere o di un'altra telecamera: ripeti la preparazione."
    ),
    "problem.ended-early": "La registrazione è finita prima che la partita potesse cominciare.",
    "problem.mistake": "Il programma ha commesso un errore; il suo registro dice quale.",
    # Banner.
    "turn.w": "Tocca al Bianco",
    "turn.b": "Tocca al Nero",
    "turn.first": "Metti la prima biglia",
    "turn.first.note": "La serie che inizia è il Bianco in questa partita, qualunque colore abbia.",
    "setup": "Un momento prima della partita",
    "waiting.bare-board": "Mostra alla telecamera il tavoliere vuoto.",
    "waiting.looking": "Cerco il tavoliere: ci vuole fino a un minuto.",
    "waiting.trays": "Mostra alla telecamera le due serie sui Porta Biglie.",
    "waiting.under-way": (
        "Lascia le biglie come sono e togli le mani: il tavoliere viene cercato sotto di esse."
    ),
    "waiting.looking-under-way": ("Cerco il tavoliere sotto le biglie: ci vuole fino a un minuto."),
    "waiting.nothing-under-way": (
        "Nessun tavoliere in vista: deve vedersi tutto, nitido e ben illuminato."
    ),
    "waiting.unlike-under-way": (
        "Si vedono troppo pochi incavi vuoti per essere certi del tavoliere: togli le mani e "
        "illuminalo in modo uniforme, oppure sposta gli angoli nella preparazione."
    ),
    "waiting.joined": (
        "Trovato un tavoliere sotto le biglie: nella preparazione un arbitro dice se è giusto."
    ),
    "waiting.untold": (
        "C'è una partita sul tavoliere: nella preparazione un arbitro dice a che punto è."
    ),
    "waiting.dark": "È troppo buio per vedere il tavoliere: accendi una lampada.",
    "waiting.small": "L'immagine della telecamera è troppo piccola per mostrare gli incavi.",
    "waiting.nothing": (
        "Nessun tavoliere in vista: deve vedersi tutto, vuoto, nitido e ben illuminato."
    ),
    "waiting.unlike": (
        "Si vede qualcosa di simile a un tavoliere, ma non è certo: sgombralo e "
        "illuminalo in modo uniforme."
    ),
    "waiting.aside": (
        "Si vedono degli incavi, ma non è certo dove siano: illumina il tavoliere da un lato."
    ),
    "waiting.low-light": (
        "La luce è così radente che gli incavi sono per metà in ombra: illumina il tavoliere "
        "più dall'alto."
    ),
    "waiting.ends": (
        "Si vedono degli incavi, ma non dove finisce il tavoliere: mostra tutto il tavoliere "
        "e nient'altro di simile."
    ),
    "waiting.blurred": (
        "L'immagine è sfocata: pulisci l'obiettivo, lascia mettere a fuoco, tieni ferma la "
        "telecamera."
    ),
    "waiting.out-of-view": "Parte del tavoliere è fuori vista: allontana la telecamera.",
    "waiting.marbles": (
        "Ci sono biglie sul tavoliere: mostra prima il tavoliere vuoto "
        "oppure, se c'è una partita in corso, dillo nella preparazione."
    ),
    "waiting.lost": "Il tavoliere non si ritrova: mostra il tavoliere vuoto.",
    "return": "Riprendi",
    "capture": "Conquista",
    "return.from": "da {hollows}",
    "return.crossing": "tra cui la Biglia Incrocio {hollows}, per prima",
    "capture.from": "qualsiasi biglia segnata",
    "capture.all": "tutte quelle che ci sono: {hollows}",
    "capture.none": "nulla: non ce n'è nessuna sul tavoliere",
    "done.of": "{done} di {all}",
    "formed.by.w": "del Bianco",
    "formed.by.b": "del Nero",
    "fault.warning": "Attenzione",
    "fault.title": "Da rimettere a posto",
    "fault.repair": "Disponi così il tavoliere",
    "sure.very": "Sicurissimo: {percent}",
    "sure.sure": "Sicuro: {percent}",
    "sure.fairly": "Abbastanza sicuro: {percent}. Confronta con il tavoliere.",
    "sure.over": "oltre il {percent}",
    "sure.note": "La probabilità che gli incavi su cui poggia siano stati letti bene.",
    "arranging": "Disponi il tavoliere come mostrato",
    "taught": "Che cosa si poteva fare",
    "return.remains": "senza lasciarne quattro in fila",
    "heard.marble": "{side}: {to}",
    "heard.marble.from": "{side}: da {from} a {to}",
    "heard.queen": "{side}: la Biglia Queen in {to}",
    "heard.queen.from": "{side}: la Biglia Queen da {from} a {to}",
    "heard.pass": "{side} passa",
    "tray.warnings": "Ammonizioni: {n}",
    "resumed": (
        "Il programma è ripartito e continua la partita di prima. "
        "Se la vostra è un'altra, l'arbitro prema «Nuova partita»."
    ),
    "repaired": "Rimesso a posto",
    "repaired.text": "Il tavoliere è di nuovo come deve essere. La partita continua.",
    "win.by.w": "Vince il Bianco",
    "win.by.b": "Vince il Nero",
    "win.draw": "Patta",
    "win.ceremony": (
        "La Biglia Queen perdente va nell'incavo tondo del Porta Biglie del vincitore; "
        "la Biglia Queen del vincitore prende posto sul Castello della perdente."
    ),
    "end": "La partita è finita",
    "result": "Risultato {result}",
    "termination.Winning Real": "Winning Real",
    "termination.Winning Real Queen": "Winning Real Queen",
    "termination.Resignation": "Abbandono",
    "termination.Agreement": "Patta d'accordo",
    "termination.Time": "Tempo scaduto",
    "termination.Deadlock": "Stallo",
    "termination.Unterminated": "Non finita",
    # Trays.
    "tray": (
        "{side}: {reserve} in riserva, Biglia Queen {queen}, "
        "{captured} {captured|conquistata|conquistate}"
    ),
    "tray.queen.tray": "sul Porta Biglie",
    "tray.queen.board": "in {hollow}",
    "reserve": "in riserva",
    "captured": "{n|conquistata|conquistate}",
    # Combinations.
    "code.R": "Real",
    "code.RQ": "Real Queen",
    "code.SR5": "Super Real",
    "code.SRQ5": "Super Real Queen",
    "code.SR6": "Super Real 6",
    "code.SRQ6": "Super Real Queen 6",
    "code.SR7": "Super Real 7",
    "code.SRQ7": "Super Real Queen 7",
    "code.DR": "Double Real",
    "code.DRQ": "Double Real Queen",
    # Faults, as headings; the text of the ruling says the rest.
    "fault.game-over": "La partita è finita",
    "fault.out-of-turn": "Tocca all'altro giocatore",
    "fault.occupied": "Quell'incavo è occupato",
    "fault.must-play-queen": "Si deve giocare la Biglia Queen",
    "fault.pass": "C'è una mossa possibile",
    "fault.no-reserve": "Nessuna biglia in riserva",
    "fault.queen-entry": "La Biglia Queen non può ancora entrare",
    "fault.queen-step": "Troppo lontano per la Biglia Queen",
    "fault.early-relocation": "Troppo presto per spostare biglie",
    "fault.no-combination": "Non si è formato nulla",
    "fault.queen-returned": "La Biglia Queen resta",
    "fault.wrong-returns": "Vanno riprese altre biglie",
    "fault.crossing-kept": "La Biglia Incrocio va ripresa",
    "fault.real-remains": "È rimasto un Real",
    "fault.queen-captured": "La Biglia Queen non si conquista",
    "fault.wrong-captures": "Le conquiste dovute sono altre",
    "fault.two-marbles": "Più di una biglia mossa",
    "fault.unresolved": "La combinazione non è conclusa",
    "fault.capture-first": "Prima le Biglie di Rientro",
    "fault.touched": "Biglia toccata, biglia giocata",
    "fault.disturbed": "Una biglia è stata urtata",
    "fault.too-many": "Troppe biglie",
    # Articles in a few plain words, shown with every ruling; what the classic profile has
    # otherwise, too.
    "article": "Articolo {article}",
    "article.A2": "Ogni serie ha venti Biglie Attacco e una Biglia Queen.",
    "article.B": "Si gioca a turno; un turno è esattamente una mossa.",
    "article.B1": "Si mette una Biglia Attacco della riserva in un incavo libero qualsiasi.",
    "article.B2": "La Biglia Queen entra per completare una combinazione, o a riserva vuota.",
    "article.B2.classic": (
        "La Biglia Queen entra quando si vuole; a riserva vuota è obbligatorio giocarla."
    ),
    "article.B3": "La Biglia Queen in gioco si sposta in un incavo adiacente libero.",
    "article.B4": "Le Biglie Attacco si spostano a riserva vuota e con la Biglia Queen in gioco.",
    "article.B5": "Chi non ha mosse possibili passa.",
    "article.C": "Quattro o più biglie di una serie in fila ininterrotta sono una combinazione.",
    "article.C1": "Una fila vale se contiene la biglia appena giocata.",
    "article.C2": (
        "Quattro fanno un Real, cinque o più un Super Real; con la Biglia Queen un Real Queen."
    ),
    "article.C3": "Due file insieme fanno un Double Real; si incrociano nella biglia giocata.",
    "article.C4": "Ogni combinazione ha il suo codice.",
    "article.D": "La combinazione si conclude prima di proseguire.",
    "article.D1": "Alcune biglie della combinazione tornano in riserva; sceglie chi ha mosso.",
    "article.D2": "In un Double si riprende la Biglia Incrocio, se non è la Biglia Queen.",
    "article.D2.classic": "In un Double la Biglia Incrocio può restare.",
    "article.D3": "Dopo un Double non devono restare quattro biglie in fila.",
    "article.D4": (
        "Si conquistano Biglie Attacco avversarie ovunque sul tavoliere, mai la Biglia Queen."
    ),
    "article.D5": "Prima le Biglie di Rientro, poi le conquiste, con una sola mano.",
    "article.D6": "La combinazione si mostra prima di togliere biglie.",
    "article.D7": "Biglia toccata, biglia giocata.",
    "article.E1": "Gli incavi attorno a una Biglia Queen sono la sua Area Castello.",
    "article.E2": "Una combinazione che entra nell'Area Castello avversaria vince subito.",
    "article.E3": (
        "Un Winning Real; con la propria Biglia Queen in quella fila, un Winning Real Queen."
    ),
    "article.E4": "La Biglia Queen perdente va sul Porta Biglie del vincitore.",
    "article.F1": "Un giocatore può abbandonare.",
    "article.F2": "I giocatori possono accordarsi sulla patta.",
    "article.F3": "Chi supera il tempo perde.",
    "article.F4": "L'arbitro può chiudere una partita bloccata.",
    "house": "regola della casa",
    "house.note": "Il regolamento qui tace; questa è la nostra risposta.",
    "castle": "Area Castello",
    "tray.fewer": (
        "Il Porta Biglie del {side} mostra {seen} {seen|Biglia|Biglie} Attacco, per il verbale "
        "{record|è|sono} {record}: manca una Biglia di Rientro, o c'è una biglia a terra?"
    ),
    "tray.more": (
        "Il Porta Biglie del {side} mostra {seen} {seen|Biglia|Biglie} Attacco, per il verbale "
        "{record|è|sono} {record}: ne è stata ripresa una di troppo?"
    ),
    "tray.queen": "La Biglia Queen del {side} non è al suo posto sul Porta Biglie: dov'è?",
}
