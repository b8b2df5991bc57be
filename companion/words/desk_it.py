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
    "referee.too-soon": "Troppi PIN sbagliati. Riprova tra {seconds} secondi.",
    "referee.lost": "Il companion non risponde. Non è stato fatto nulla.",
    "referee.failed": "Non ha funzionato: {detail}",
    # The companion's own screen.
    "screen.title": "Collegati",
    "screen.board": "Al tavoliere",
    "screen.follow": "Segui la partita sul telefono",
    "screen.qr": "Codice QR con l'indirizzo della pagina",
    "screen.referee": "Arbitri",
    "screen.referee.note": "Chi conosce il PIN può correggere la partita.",
    "screen.show": "Mostra il PIN",
    "screen.open": "Non c'è PIN: chi apre la pagina su questa macchina è arbitro.",
}
