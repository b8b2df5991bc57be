"""Where a bumped board may be: turns and shifts at which its edges lie upon what is seen now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.registration import Pair
from vision.types import Floats

TURNS_DEG = np.arange(-10.0, 10.1, 1.0)
MOST = 6
NEAR, TURN_DEG = 0.6, 3.0  # pitches and degrees: what is nearer leads to the same place


@dataclass(frozen=True, slots=True, eq=False)
class _Start:
    """The board turned about its middle, and its corner moved to (2,) flat pixels."""

    value: float
    turn_deg: float
    at: Floats
    warp: Floats


def likely_starts(pair: Pair) -> list[Floats]:
    """Warps (3, 3), flat pixels before to those after, the likeliest first.

    Every turn is tried: a shift alone is blind to a board that was twisted. A board's own
    lattice is alike at every step, so the likeliest is not always the right one.

    Args:
        pair: the bare board and what is seen now.
    """
    reach = NEAR * pair.flattening.pitch_px
    kept: list[_Start] = []
    for start in sorted(_offers(pair), key=lambda start: -start.value):
        if not any(
            np.hypot(*(start.at - other.at)) < reach
            and abs(start.turn_deg - other.turn_deg) < TURN_DEG
            for other in kept
        ):
            kept.append(start)
        if len(kept) == MOST:
            break
    return [start.warp for start in kept]


def _offers(pair: Pair) -> Iterator[_Start]:
    """The best places at every turn."""
    board, back = pair.board, np.linalg.inv(pair.flattening.corner)
    size = board.shape[1], board.shape[0]
    apart = round(NEAR / 2 * pair.flattening.pitch_px)
    for turn_deg in TURNS_DEG:
        turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), turn_deg, 1.0)
        # Evened edges are as strong everywhere, and nothing beyond the picture: sums will do.
        score = cv2.matchTemplate(pair.new, cv2.warpAffine(board, turn, size), cv2.TM_CCORR)
        for _ in range(MOST):
            _, value, _, (x, y) = cv2.minMaxLoc(score)
            cv2.circle(score, (x, y), apart, -np.inf, -1)
            move = np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
            warp = move @ np.vstack([turn, [0, 0, 1]]) @ back
            yield _Start(value, float(turn_deg), np.array([x, y], float), warp)
