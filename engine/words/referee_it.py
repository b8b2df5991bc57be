"""What the referee says about what it saw, Italian."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    # Faults: what happened; how to put it right is said hollow by hollow.
    "referee.fault.out-of-turn": "È il turno {of}, ma ha giocato {other} ({hollows}).",
    "referee.fault.occupied": (
        "È stata giocata una biglia in un incavo che non è libero ({hollows})."
    ),
    "referee.fault.must-play-queen": (
        "{side} non ha Biglie Attacco in riserva e la Biglia Queen è sul Porta Biglie: è "
        "obbligatorio giocare ora la Biglia Queen, ma è stato giocato altro ({hollows})."
    ),
    "referee.fault.pass": "{side} ha passato, ma c'è una mossa possibile.",
    "referee.fault.no-reserve": (
        "{side} ha messo una Biglia Attacco in {hollows} senza averne in riserva."
    ),
    "referee.fault.queen-entry": (
        "La Biglia Queen {of} è entrata in {hollows} senza completare una fila di quattro, "
        "con Biglie Attacco ancora in riserva."
    ),
    "referee.fault.queen-step": (
        "La Biglia Queen {of} è andata in un incavo non adiacente ({hollows})."
    ),
    "referee.fault.early-relocation": (
        "{side} ha spostato una Biglia Attacco sul tavoliere ({hollows}). Si può solo quando non "
        "ci sono più Biglie Attacco in riserva e la Biglia Queen è in gioco."
    ),
    "referee.fault.no-combination": (
        "È stato tolto qualcosa dal tavoliere ({hollows}), ma non si è formata nessuna "
        "combinazione."
    ),
    "referee.fault.queen-returned": (
        "{side} ha tolto dal tavoliere la propria Biglia Queen: non è mai Biglia di Rientro."
    ),
    "referee.fault.wrong-returns": (
        "{side} ha ripreso biglie sbagliate, o troppe: {hollows}. Si riprendono solo biglie "
        "della combinazione, e solo quante sono dovute."
    ),
    "referee.fault.crossing-kept": (
        "{side} ha lasciato la Biglia Incrocio del Double: deve essere tra le Biglie di Rientro."
    ),
    "referee.fault.real-remains": (
        "Dopo le Biglie di Rientro di un Double restano quattro delle sue biglie in fila."
    ),
    "referee.fault.queen-captured": (
        "{side} ha tolto dal tavoliere la Biglia Queen {ofother}: non si conquista così."
    ),
    "referee.fault.wrong-captures": (
        "{side} ha conquistato troppe biglie, o quelle sbagliate ({hollows})."
    ),
    "referee.fault.two-marbles": (
        "Nel turno {of} è stata aggiunta o mossa più di una biglia ({hollows})."
    ),
    "referee.fault.unresolved": (
        "{other} ha giocato ({hollows}) prima che {side} avesse completato Biglie di Rientro e "
        "conquiste."
    ),
    "referee.fault.capture-first": (
        "{side} ha conquistato prima di riprendere tutte le Biglie di Rientro. Prima le Biglie di "
        "Rientro, poi le conquiste; si continua."
    ),
    "referee.fault.touched": (
        "Una biglia è stata alzata e rimessa ({hollows}). Biglia toccata, biglia giocata."
    ),
    "referee.fault.disturbed": "Alcune biglie non sono al loro posto ({hollows}).",
    "referee.fault.too-many": (
        "Sul tavoliere ci sono più biglie di una serie di quante gliene restino ({hollows})."
    ),
    "referee.take.w": "Togli la Biglia Attacco del Bianco da {hollow}.",
    "referee.take.W": "Togli la Biglia Queen del Bianco da {hollow}.",
    "referee.take.b": "Togli la Biglia Attacco del Nero da {hollow}.",
    "referee.take.B": "Togli la Biglia Queen del Nero da {hollow}.",
    "referee.put.w": "Metti una Biglia Attacco del Bianco in {hollow}.",
    "referee.put.W": "Metti la Biglia Queen del Bianco in {hollow}.",
    "referee.put.b": "Metti una Biglia Attacco del Nero in {hollow}.",
    "referee.put.B": "Metti la Biglia Queen del Nero in {hollow}.",
    "referee.repaired": "Il tavoliere è di nuovo in ordine; si continua.",
    "referee.end.1-0": "Vince il Bianco: {termination}.",
    "referee.end.0-1": "Vince il Nero: {termination}.",
    "referee.end.1/2-1/2": "Partita patta: {termination}.",
    "referee.end.*": "La partita è stata interrotta.",
    # The same in few words, for tournaments.
    "referee.terse.out-of-turn": "Fuori turno: {hollows}",
    "referee.terse.occupied": "Incavo non libero: {hollows}",
    "referee.terse.must-play-queen": "{side} deve far entrare la Biglia Queen: {hollows}",
    "referee.terse.pass": "{side} ha una mossa possibile",
    "referee.terse.no-reserve": "Nessuna biglia in riserva: {hollows}",
    "referee.terse.queen-entry": "Ingresso irregolare della Biglia Queen: {hollows}",
    "referee.terse.queen-step": "Spostamento irregolare della Biglia Queen: {hollows}",
    "referee.terse.early-relocation": "Spostamento irregolare: {hollows}",
    "referee.terse.no-combination": "Nessuna combinazione; tolte: {hollows}",
    "referee.terse.queen-returned": "La Biglia Queen non è mai Biglia di Rientro: {hollows}",
    "referee.terse.wrong-returns": "Biglie di Rientro errate: {hollows}",
    "referee.terse.crossing-kept": "La Biglia Incrocio va ripresa; rimetti {hollows}",
    "referee.terse.real-remains": "Restano quattro biglie in fila; rimetti {hollows}",
    "referee.terse.queen-captured": "La Biglia Queen non si conquista così: {hollows}",
    "referee.terse.wrong-captures": "Conquiste errate: {hollows}",
    "referee.terse.two-marbles": "Più di una biglia: {hollows}",
    "referee.terse.unresolved": "Biglia {ofother} prima della fine della combinazione: {hollows}",
    "referee.terse.capture-first": "{side}: conquista prima delle Biglie di Rientro: {hollows}",
    "referee.terse.touched": "{side}: biglia toccata e rimessa: {hollows}",
    "referee.terse.disturbed": "Biglie spostate: {hollows}",
    "referee.terse.too-many": "Troppe biglie: {hollows}",
    "referee.counted": "Ammonizione numero {count}: {side}.",
    "referee.terse.combination": (
        "{side}: {name} in {target}. Biglie di Rientro: {returns}{crossing}; conquiste: {captures}."
    ),
    "referee.terse.crossing": ", prima {hollow}",
    "referee.terse.win": "{side}: {name} in {target}.",
    # For people who learn.
    "referee.lesson.missed": "{side} avrebbe potuto formare {ways}.",
    "referee.lesson.available": "{side} ora può formare {ways}.",
    "referee.lesson.place": "un {name} in {target}",
    "referee.lesson.enter": "un {name} con la Biglia Queen in {target}",
    "referee.lesson.step": "un {name} spostando la Biglia Queen in {target}",
    "referee.lesson.relocate": "un {name} con la biglia da {origin} a {target}",
    "referee.lesson.more": "{count} in più",
    "referee.ceremony": (
        "La Biglia Queen {of} prende posto sul Castello in {castle}; la Biglia Queen {ofother} "
        "va nell'incavo tondo del Porta Biglie del vincitore."
    ),
    # Which fault it was that somebody let stand.
    "referee.named.out-of-turn": "biglia giocata fuori turno",
    "referee.named.occupied": "biglia in un incavo non libero",
    "referee.named.must-play-queen": "Biglia Queen non giocata quando era obbligatorio",
    "referee.named.pass": "passo con una mossa possibile",
    "referee.named.no-reserve": "biglia messa senza averne in riserva",
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
    "referee.corrected": "La posizione è stata impostata da {by}.",
    "referee.let-stand": (
        "Errore lasciato valere da {by} ({fault}). Si continua dal tavoliere com'è."
    ),
    "referee.undone": "Azioni annullate: {count}.",
    "referee.vouched": "Quel che si trova lì lo dice {by}. {hollows}.",
    "referee.lies..": "niente",
    "referee.lies.w": "Biglia Attacco del Bianco",
    "referee.lies.W": "Biglia Queen del Bianco",
    "referee.lies.b": "Biglia Attacco del Nero",
    "referee.lies.B": "Biglia Queen del Nero",
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
    "referee.status.resolving": "{side} ha biglie da riprendere o da conquistare.",
    "referee.status.hand": "Una mano è sopra il tavoliere.",
    "referee.status.moving": "Qualcosa si muove sopra il tavoliere.",
    "referee.status.blind": "Si è mosso il tavoliere, o la telecamera.",
    "referee.status.lifted": "Una biglia è in mano.",
    "referee.status.unsure": (
        "Non è ancora certo che cosa sia stato giocato: lascia bene in vista {hollows}."
    ),
    "referee.status.begins": (
        "Può aver cominciato l'uno o l'altro colore: lo dirà la prossima biglia."
    ),
    "referee.status.which": "C'è più di una spiegazione: di' che cosa è stato giocato.",
    "referee.status.doubt": (
        "La telecamera non distingue che cosa c'è in {hollows}. Mostralo bene, "
        "o chiama l'arbitro: lo dice dal Tavolo dell'arbitro."
    ),
    "referee.status.settling": "Qualcosa è cambiato; sto guardando.",
    "referee.status.fault": "Il tavoliere va rimesso in ordine.",
    "referee.status.arranging": "Disponi il tavoliere come indicato: {hollows}.",
    "referee.status.paused": "Il gioco è sospeso.",
    "referee.status.cleared": "Si sta sgomberando il tavoliere. La partita è finita?",
    "referee.status.over": "La partita è finita.",
}
