"""How games end (rules E and F; notation.md, Game record)."""

from __future__ import annotations

from typing import Final

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")

TERMINATIONS: Final = (
    "Winning Real",
    "Winning Real Queen",
    "Resignation",
    "Agreement",
    "Time",
    "Deadlock",
    "Unterminated",
)

WINS: Final = TERMINATIONS[:2]
"""Those that the last move makes."""
