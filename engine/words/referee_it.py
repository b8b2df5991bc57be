"""What the referee says about what it saw, Italian."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Faults: what happened; how to put it right is said hollow by hollow.
    "referee.fault.out-of-turn": "È il turno {of}, ma ha giocato {other} ({hollows}).",
    "referee.fault.occupied": (
        "È stata giocata una biglia in un incavo che non è libero ({hollows})."
    ),
    "referee.fault.must-play-queen": (
        "{side} non ha Biglie Attacco di riserva e la Biglia Queen è nel Porta Biglie: deve "
        "entrare ora la Queen, ma è stato giocato altro ({hollows})."
    ),
    "referee.fault.pass": "{side} ha passato, ma una mossa è possibile.",
    "referee.fault.no-reserve": (
        "{side} ha collocato una Biglia Attacco in {hollows} senza averne di riserva."
    ),
    "referee.fault.queen-entry": (
        "La Biglia Queen {of} è entrata in {hollows} senza completare una fila di quattro, "
        "con Biglie Attacco ancora di riserva."
    ),
    "referee.fault.queen-step": (
        "La Biglia Queen {of} è andata in un incavo non adiacente ({hollows})."
    ),
    "referee.fault.early-relocation": (
        "{side} ha spostato una Biglia Attacco sul campo ({hollows}). Si può solo quando non "
        "ci sono più biglie di riserva e la Biglia Queen è in campo."
    ),
    "referee.fault.no-combination": (
        "È stato tolto qualcosa dal campo ({hollows}), ma non si è formata alcuna combinazione."
    ),
    "referee.fault.queen-returned": (
        "{side} ha tolto dal campo la propria Biglia Queen: la Queen non rientra mai."
    ),
    "referee.fault.wrong-returns": (
        "{side} ha fatto rientrare biglie sbagliate, o troppe: {hollows}. Rientrano solo "
        "biglie della combinazione, e solo quante sono dovute."
    ),
    "referee.fault.crossing-kept": (
        "{side} ha lasciato la biglia d'incrocio del Double: deve essere tra le Biglie di Rientro."
    ),
    "referee.fault.real-remains": (
        "Dopo i rientri di un Double restano ancora quattro biglie in fila."
    ),
    "referee.fault.queen-captured": (
        "{side} ha tolto dal campo la Biglia Queen {ofother}: così non si può catturare."
    ),
    "referee.fault.wrong-captures": (
        "{side} ha catturato troppe biglie, o quelle sbagliate ({hollows})."
    ),
    "referee.fault.two-marbles": (
        "Nel turno {of} è stata aggiunta o mossa più di una biglia ({hollows})."
    ),
    "referee.fault.unresolved": (
        "{other} ha giocato ({hollows}) prima che {side} avesse completato rientri e catture."
    ),
    "referee.fault.capture-first": (
        "{side} ha catturato prima di completare i rientri. Prima i rientri; si continua."
    ),
    "referee.fault.touched": (
        "Una biglia è stata alzata e rimessa ({hollows}). Biglia toccata, biglia giocata."
    ),
    "referee.fault.disturbed": "Alcune biglie non sono al loro posto ({hollows}).",
    "referee.fault.too-many": (
        "Sul campo ci sono più biglie di una serie di quante gliene restino ({hollows})."
    ),
    "referee.take.w": "Togliere la Biglia Attacco del Bianco da {hollow}.",
    "referee.take.W": "Togliere la Biglia Queen del Bianco da {hollow}.",
    "referee.take.b": "Togliere la Biglia Attacco del Nero da {hollow}.",
    "referee.take.B": "Togliere la Biglia Queen del Nero da {hollow}.",
    "referee.put.w": "Mettere una Biglia Attacco del Bianco in {hollow}.",
    "referee.put.W": "Mettere la Biglia Queen del Bianco in {hollow}.",
    "referee.put.b": "Mettere una Biglia Attacco del Nero in {hollow}.",
    "referee.put.B": "Mettere la Biglia Queen del Nero in {hollow}.",
    "referee.repaired": "Il campo è di nuovo in ordine; si continua.",
    "referee.end.1-0": "Vince il Bianco: {termination}.",
    "referee.end.0-1": "Vince il Nero: {termination}.",
    "referee.end.1/2-1/2": "Partita patta: {termination}.",
    "referee.end.*": "La partita è stata interrotta.",
    # The same in few words, for tournaments.
    "referee.terse.out-of-turn": "Fuori turno: {hollows}",
    "referee.terse.occupied": "Incavo non libero: {hollows}",
    "referee.terse.must-play-queen": "{side} deve far entrare la Queen: {hollows}",
    "referee.terse.pass": "{side} ha una mossa possibile",
    "referee.terse.no-reserve": "Nessuna biglia di riserva: {hollows}",
    "referee.terse.queen-entry": "Ingresso irregolare della Queen: {hollows}",
    "referee.terse.queen-step": "Spostamento irregolare della Queen: {hollows}",
    "referee.terse.early-relocation": "Spostamento irregolare: {hollows}",
    "referee.terse.no-combination": "Nessuna combinazione; tolte: {hollows}",
    "referee.terse.queen-returned": "La Queen non rientra mai: {hollows}",
    "referee.terse.wrong-returns": "Rientri errati: {hollows}",
    "referee.terse.crossing-kept": "La biglia d'incrocio deve rientrare; rimettere {hollows}",
    "referee.terse.real-remains": "Restano quattro biglie in fila; rimettere {hollows}",
    "referee.terse.queen-captured": "La Queen non si cattura: {hollows}",
    "referee.terse.wrong-captures": "Catture errate: {hollows}",
    "referee.terse.two-marbles": "Più di una biglia: {hollows}",
    "referee.terse.unresolved": "Biglia {ofother} prima della fine della combinazione: {hollows}",
    "referee.terse.capture-first": "{side}: cattura prima dei rientri: {hollows}",
    "referee.terse.touched": "{side}: biglia toccata e rimessa: {hollows}",
    "referee.terse.disturbed": "Biglie spostate: {hollows}",
    "referee.terse.too-many": "Troppe biglie: {hollows}",
    "referee.counted": "Ammonizione numero {count}: {side}.",
    "referee.terse.combination": (
        "{side}: {name} in {target}. Rientri: {returns}{crossing}; catture: {captures}."
    ),
    "referee.terse.crossing": ", prima {hollow}",
    "referee.terse.win": "{side}: {name} in {target}.",
    # For people who learn.
    "referee.lesson.missed": "{side} avrebbe potuto formare {ways}.",
    "referee.lesson.available": "{side} ora può formare {ways}.",
    "referee.lesson.place": "un {name} in {target}",
    "referee.lesson.enter": "un {name} con la Queen in {target}",
    "referee.lesson.step": "un {name} spostando la Queen in {target}",
    "referee.lesson.relocate": "un {name} con la biglia da {origin} a {target}",
    "referee.lesson.more": "altri {count}",
    "referee.ceremony": (
        "La Biglia Queen {of} prende il castello in {castle}; la Queen {ofother} va "
        "nell'incavo circolare del Porta Biglie del vincitore."
    ),
    # Which fault it was that somebody let stand.
    "referee.named.out-of-turn": "biglia giocata fuori turno",
    "referee.named.occupied": "biglia in un incavo non libero",
    "referee.named.must-play-queen": "Biglia Queen non giocata quando era obbligatorio",
    "referee.named.pass": "passo con una mossa possibile",
    "referee.named.no-reserve": "biglia collocata senza averne in riserva",
    "referee.named.queen-entry": "ingresso irregolare della Biglia Queen",
    "referee.named.queen-step": "spostamento irregolare della Biglia Queen",
    "referee.named.early-relocation": "Biglia Attacco spostata troppo presto",
    "referee.named.no-combination": "biglie tolte senza combinazione",
    "referee.named.queen-returned": "Biglia Queen ripresa",
    "referee.named.wrong-returns": "Biglie di Rientro errate",
    "referee.named.crossing-kept": "Biglia Incrocio non ripresa",
    "referee.named.real-remains": "quattro biglie rimaste in fila",
    "referee.named.queen-captured": "Biglia Queen conquistata",
    "referee.named.wrong-captures": "conquiste errate",
    "referee.named.two-marbles": "più di una biglia in un turno",
    "referee.named.unresolved": "biglia giocata prima della fine della combinazione",
    "referee.named.capture-first": "conquista prima delle Biglie di Rientro",
    "referee.named.touched": "biglia toccata e rimessa",
    "referee.named.disturbed": "biglie urtate",
    "referee.named.too-many": "troppe biglie",
    # What a person decided.
    "referee.by.nobody": "chi è al tavolo",
    "referee.corrected": "La posizione è stata stabilita da {by}.",
    "referee.let-stand": "Fallo lasciato valere da {by} ({fault}). Si continua con il campo com'è.",
    "referee.undone": "Azioni annullate: {count}.",
    "referee.vouched": "Quel che si trova lì lo dice {by}. {hollows}.",
    "referee.lies..": "niente",
    "referee.lies.w": "Biglia Attacco del Bianco",
    "referee.lies.W": "Queen del Bianco",
    "referee.lies.b": "Biglia Attacco del Nero",
    "referee.lies.B": "Queen del Nero",
    "referee.lies.?": "ciò che vede la telecamera",
    "referee.undone.0": "È annullato ciò che era in corso.",
    "referee.paused": "Il gioco è sospeso.",
    "referee.resumed": "Il gioco riprende.",
    "referee.termination.Winning Real": "Winning Real",
    "referee.termination.Winning Real Queen": "Winning Real Queen",
    "referee.termination.Resignation": "abbandono",
    "referee.termination.Agreement": "di comune accordo",
    "referee.termination.Time": "tempo scaduto",
    "referee.termination.Deadlock": "stallo",
    "referee.termination.Unterminated": "non finita",
    # What the referee is waiting for.
    "referee.status.steady": "È il turno {of}.",
    "referee.status.resolving": "{side} ha biglie da far rientrare o da catturare.",
    "referee.status.hand": "Una mano è sopra il campo.",
    "referee.status.moving": "Qualcosa si muove sopra il campo.",
    "referee.status.blind": "Il campo o la telecamera si è mosso.",
    "referee.status.lifted": "Una biglia è in mano.",
    "referee.status.unsure": (
        "Non è ancora certo che cosa sia stato giocato: lasciare bene in vista {hollows}."
    ),
    "referee.status.begins": (
        "Può aver cominciato l'uno o l'altro colore: lo dirà la prossima biglia."
    ),
    "referee.status.which": "C'è più di una spiegazione: dire che cosa è stato giocato.",
    "referee.status.doubt": (
        "La telecamera non distingue che cosa c'è in {hollows}. Mostratelo bene "
        "o chiamate l'arbitro, che lo dice dal suo banco."
    ),
    "referee.status.settling": "Qualcosa è cambiato; sto guardando.",
    "referee.status.fault": "Il campo va rimesso in ordine.",
    "referee.status.arranging": "Disporre il campo come indicato: {hollows}.",
    "referee.status.paused": "Il gioco è sospeso.",
    "referee.status.cleared": "Si sta sgomberando il campo. La partita è finita?",
    "referee.status.over": "La partita è finita.",
}
