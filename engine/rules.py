"""The two profiles and the table of what each combination is worth (rules C2-C4, D)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class Rules(StrEnum):
    """Which rules are played: today's rulebook, or the first edition's."""

    OFFICIAL = "official"
    CLASSIC = "classic"


class Due(NamedTuple):
    """What a combination asks for: marbles to capture and to return (D1, D4)."""

    captures: int
    returns: int
    house: bool = False
    """Whether these numbers stand in none of the profile's sources."""


NAMES: Final[dict[str, str]] = {
    "R": "Real",
    "RQ": "Real Queen",
    "SR5": "Super Real",
    "SRQ5": "Super Real Queen",
    "SR6": "Super Real 6",
    "SRQ6": "Super Real Queen 6",
    "SR7": "Super Real 7",
    "SRQ7": "Super Real Queen 7",
    "DR": "Double Real",
    "DRQ": "Double Real Queen",
}
"""Code of a combination to its name (C2-C4)."""

DUES: Final[dict[Rules, dict[str, Due]]] = {
    Rules.OFFICIAL: {
        "R": Due(1, 2),
        "RQ": Due(2, 2),
        "SR5": Due(2, 3),
        "SRQ5": Due(3, 3),
        "SR6": Due(3, 4),
        "SRQ6": Due(4, 4),
        "SR7": Due(4, 5, house=True),
        "SRQ7": Due(5, 5, house=True),
        "DR": Due(3, 3),
        "DRQ": Due(4, 3),
    },
    Rules.CLASSIC: {
        "R": Due(1, 2),
        "RQ": Due(2, 2),
        "SR5": Due(2, 3),
        "SRQ5": Due(3, 3),
        "SR6": Due(3, 4, house=True),
        "SRQ6": Due(4, 4, house=True),
        "SR7": Due(4, 5, house=True),
        "SRQ7": Due(5, 5, house=True),
        "DR": Due(2, 3),
        "DRQ": Due(3, 3),
    },
}
"""The table of section D: profile, then code, to what is due."""

FAULT_ARTICLES: Final[dict[str, tuple[str, ...]]] = {
    "out-of-turn": ("B",),
    "occupied": ("B1",),
    "must-play-queen": ("B2",),
    "pass": ("B5",),
    "no-reserve": ("B1",),
    "queen-entry": ("B2",),
    "queen-step": ("B3",),
    "early-relocation": ("B4",),
    "no-combination": ("C", "D"),
    "queen-returned": ("D1",),
    "wrong-returns": ("D1",),
    "crossing-kept": ("D2",),
    "real-remains": ("D3",),
    "queen-captured": ("D4",),
    "wrong-captures": ("D4",),
}
"""The faults that a move given as text can show, in the order of table G, with its articles."""
