"""What the eyes report, as the referee takes it."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Final

from engine.errors import EngineError
from engine.hollows import HOLLOWS, Hollow

LABELS: Final = ".wWbB"
"""Columns of a sighting's rows."""

Row = tuple[float, float, float, float, float]


class SightingError(EngineError):
    """Numbers that can't be what was seen on a board."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One picture, read.

    Attributes:
        p: 49 rows in the order of hollow numbers, columns ``.wWbB``, each summing to 1.
        covered: hollows that something hides; their rows are no evidence.
        steady: nothing over the board has moved for a few pictures.
        moved: the board or the camera moved; nothing is certain for now.
        frame: index of the picture.
        time_s: when it was taken, in seconds on the source's monotonic clock.
        fresh: hollows that were looked at in this very picture. The rows of the
            others repeat an earlier look: nothing changed there, and there is no
            new evidence.
    """

    p: tuple[Row, ...]
    covered: frozenset[Hollow]
    steady: bool
    moved: bool
    frame: int
    time_s: float
    fresh: frozenset[Hollow] = frozenset(HOLLOWS)

    def __post_init__(self) -> None:
        if len(self.p) != len(HOLLOWS) or any(len(row) != len(LABELS) for row in self.p):
            raise SightingError("a sighting has 49 rows of 5 probabilities")
        if not isfinite(self.time_s):
            raise SightingError(f"a sighting at {self.time_s} s")
        if not self.covered <= _ALL:
            raise SightingError(f"covered hollows are 0 to 48, not {sorted(self.covered - _ALL)}")


_ALL: Final = frozenset(HOLLOWS)
