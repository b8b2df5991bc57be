"""Where a moved board may be: at which turn, size and place its edges lie upon what is seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.types import Floats
from vision.watching.registration import Pair

MOST = 6
# Pitches, degrees and share of the size: what is nearer leads to the same place.
NEAR, TURN_DEG, LARGER = 0.6, 3.0, 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """What is tried.

    Attributes:
        turns_deg: of the board in the picture.
        sizes: of the board, of what it was.
        far: pitches round about that are looked at.
        farthest: pitches that a hollow may have moved. Where the board may lie beyond what is
            looked at, it is like itself some steps nearer.
        good_enough: likeness of edges below which it is another scene: where more is tried, more
            happens to be alike.
    """

    turns_deg: Floats
    sizes: tuple[float, ...]
    far: float
    farthest: float
    good_enough: float


BUMPED = Sweep(np.arange(-10.0, 10.1), (1.0,), 2.5, 1.5, 0.3)
"""A board or a camera's stand that was bumped."""
SET_UP_ANEW = Sweep(np.arange(-18.0, 18.1, 1.5), (0.86, 0.93, 1.0, 1.07, 1.15), 5.0, 3.5, 0.7)
"""A camera that was set up anew, or is held in a hand."""


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """The board turned about its middle, and its corner moved to (2,) flat pixels."""

    value: float
    turn_deg: float
    size: float
    at: Floats
    warp: Floats


def likely_starts(pair: Pair, sweep: Sweep = BUMPED) -> list[Floats]:
    """Warps (3, 3), flat pixels before to those after, the likeliest first.

    Every turn is tried: a shift alone is blind to a board that was twisted. A board's own
    lattice is alike at every step, so the likeliest is not always the right one.

    Args:
        pair: the bare board and what is seen now.
        sweep: what is tried.
    """
    reach = NEAR * pair.flattening.pitch_px
    kept: list[_Start] = []
    for start in sorted(_offers(pair, sweep), key=lambda start: -start.value):
        if not any(
            np.hypot(*(start.at - other.at)) < reach
            and abs(start.turn_deg - other.turn_deg) < TURN_DEG
            and abs(start.size - other.size) < LARGER
            for other in kept
        ):
            kept.append(start)
        if len(kept) == MOST:
            break
    return [start.warp for start in kept]


def _offers(pair: Pair, sweep: Sweep) -> Iterator[_Start]:
    """The best places at every turn and size."""
    board, back = pair.board, np.linalg.inv(pair.flattening.corner)
    height, width = board.shape
    apart = round(NEAR / 2 * pair.flattening.pitch_px)
    for turn_deg, size in product(sweep.turns_deg, sweep.sizes):
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, size)
        # Of what is larger the middle tells, and the rest of it when it is laid there.
        shown = cv2.warpAffine(board, turn, (width, height))
        # Evened edges are as strong everywhere, and nothing beyond the picture: sums will do.
        score = cv2.matchTemplate(pair.new, shown, cv2.TM_CCORR)
        for _ in range(MOST):
            _, value, _, (x, y) = cv2.minMaxLoc(score)
            cv2.circle(score, (x, y), apart, -np.inf, -1)
            move = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
            warp = move @ np.vstack([turn, [0, 0, 1]]) @ back
            value /= min(size, 1.0) ** 2
            yield _Start(value, float(turn_deg), size, np.array([x, y], float), warp)
