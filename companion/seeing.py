"""What a reading of the board tells: to the referee, and about itself."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.hollows import Hollow
from engine.referee import Sighting
from engine.referee.belief import exchanged
from vision.types import Reading

CERTAIN: Final = 0.8
"""Probability of what lies in a hollow from which on a game that is joined takes it for granted.

Joined in 28 pictures of given boards it asks of 0 to 3 hollows, a median of none; the one that
was told wrongly, a Queen's size, had 0.6.
"""


def sighting_of(reading: Reading) -> Sighting:
    """A reading as the referee takes it.

    A reading with a trouble (too dark, ...) is worth as little as a moved board.
    """
    rows = reading.p.tolist()
    return Sighting(
        p=tuple(tuple(row) for row in rows),
        covered=frozenset(Hollow(int(h)) for h in reading.covered.nonzero()[0]),
        steady=reading.steady,
        moved=reading.moved or bool(reading.trouble),
        frame=reading.index,
        time_s=reading.time_s,
        fresh=frozenset(Hollow(int(h)) for h in reading.fresh.nonzero()[0]),
    )


def doubtful(reading: Reading) -> list[str]:
    """Hollows of which a person should say what lies there, where nothing else tells."""
    names = reading.spec.names()
    return [names[h] for h in np.flatnonzero(reading.p.max(axis=1) < CERTAIN)]


def is_clear(reading: Reading) -> bool:
    """Whether most of a board at rest is in view."""
    return reading.steady and bool(reading.covered.mean() < 0.5)


def is_bare(reading: Reading) -> bool:
    """Whether the board has certainly been cleared."""
    sure = reading.steady and not reading.moved and not reading.covered.any()
    return sure and bool((reading.p[:, 0] > 0.9).all())


def is_exchanged(labels: str, board: str) -> bool | None:
    """Whether the board is seen with its series exchanged; None where too little of it tells.

    Args:
        labels: 49 characters over ``.wWbB``, as seen.
        board: the same, as it should be.
    """
    as_is, other = _alike(labels, board), _alike(exchanged(labels), board)
    marbles = len(board) - board.count(".")
    return None if as_is == other or 2 * max(as_is, other) < marbles else other > as_is


def _alike(labels: str, board: str) -> int:
    return sum(a == b != "." for a, b in zip(labels, board, strict=True))
