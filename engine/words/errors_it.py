"""Italian: what can't be done at the table, for those who wanted it."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "error.kind": "In {name} può esserci niente, una Biglia Attacco o una Queen.",
    "error.hollow": "L'incavo {name} non esiste: vanno da a1 a g7.",
    "error.no-fault": "Non c'è nessun fallo da rimettere a posto, quindi nulla da lasciar valere.",
    "error.turn-already": "È già il turno {of}.",
    "error.queens": "Ci sarebbero due Queen {of}.",
    "error.reserve": "Una riserva contiene da 0 a 20 biglie, non {number}.",
    "error.too-many": "{side} avrebbe più di venti Biglie Attacco.",
    "error.position": "Non è una posizione.",
    "error.unfit": "Con la partita a questo punto non si può fare.",
    "error.rests": "Il gioco è già sospeso.",
    "error.no-rest": "Il gioco non è sospeso.",
    "error.not-his-time": "Ora non scorre il tempo {of}.",
    "error.incomplete": "{move} non è una mossa completa e valida in questo momento.",
    "error.no-move": "{move} non è una mossa: lo sono d4, Qe3, Qe3d4 o d4=R^a4b4xc5.",
    "error.won": "L'ultima mossa ha vinto la partita: prima va ripresa.",
    "error.no-win": "L'ultima mossa non ha vinto così: dichiara piuttosto la mossa vincente.",
    "error.fewer": "Non ci sono così tante azioni da riprendere.",
    "error.win-last": "La mossa che resterebbe per ultima ha vinto: riprendi anche quella.",
    "error.name": "Un nome è una riga di al massimo {number} lettere.",
    "error.time": "Un orologio segna da 0 a {number} secondi.",
    "error.one-of": "{value} non è tra {allowed}.",
    "error.vouch": "Di' che cosa c'è in uno o più incavi, una cosa per ciascuno.",
}
