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
        "Sono state prese biglie ({hollows}), ma non si è formata alcuna combinazione."
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
    "referee.status.settling": "Qualcosa è cambiato; sto guardando.",
    "referee.status.fault": "Il campo va rimesso in ordine.",
    "referee.status.cleared": "Si sta sgomberando il campo. La partita è finita?",
    "referee.status.over": "La partita è finita.",
}
