"""What could not be answered, Italian; details that only a program can mend stay English."""

from typing import Final

WORDS: Final[dict[str, str]] = {
    "problem.command": "Il comando non si capisce: {detail}",
    "problem.no-game": "Non c'è ancora nessuna partita.",
    "problem.no-decision": "Non è una decisione che si possa annullare.",
}
