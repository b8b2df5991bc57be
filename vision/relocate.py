"""Find a bumped board again: register the bare board with what is seen now."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.errors import BoardNotFoundError
from vision.geometry import Pose
from vision.projection import Projection
from vision.registration import Flattening, Pair
from vision.starts import likely_starts
from vision.types import BoardSpec, Floats, ImageBGR

PITCHES_PX = 18.0, 36.0  # a pitch: coarse for where it is, fine for exactly where
TRIED = 4  # of the starts, those that agree best
GOOD_ENOUGH = 0.3  # likeness of edges below which it is another scene
NEAREST = 0.04  # pitches: less is no bump, and harms no reading
CLEARLY = 0.04  # by which the edges must be more alike elsewhere
FARTHEST = 1.5  # pitches that a bump may move a hollow; more is a board set up anew
# So far from each other, in pitches, are two places; and so much more of the board must agree
# at one of them: without grain a board is like itself a step aside, but for its border.
ASIDE, SURELY = 0.3, 1.05
STEPS = [np.array([x, y], float) for y in (-1, 0, 1) for x in (-1, 0, 1)]
TOO_FAR = "the board was moved too far; show the bare board again"


@dataclass(frozen=True, slots=True, eq=False)
class Relocated:
    """A board found again.

    Attributes:
        projection: of the board where it lies now.
        likeness: of the edges, 0..1.
        before: the same without any motion.
        farthest: how far the hollow that moved most has moved, in pitches.
    """

    projection: Projection
    likeness: float
    before: float
    farthest: float

    @property
    def moved(self) -> bool:
        """Whether the board is clearly elsewhere, and not just noisy or full of marbles."""
        return self.farthest > NEAREST and self.likeness > self.before + CLEARLY


def relocate(bare_bgr: ImageBGR, pose: Pose, now_bgr: ImageBGR, spec: BoardSpec) -> Relocated:
    """Where the board is now.

    Args:
        bare_bgr: the bare board as calibrated.
        pose: of the camera over the board in that picture.
        now_bgr: the same camera now; marbles and hands may be in view.
        spec: the board.

    Raises:
        BoardNotFoundError: when what is seen can't be registered with the bare board.
    """
    coarse, fine = (
        Pair.of(Flattening.of(pose, spec, pitch_px), bare_bgr, now_bgr) for pitch_px in PITCHES_PX
    )
    warp = coarse.flattening.rescaled(_about(coarse), fine.flattening)
    for _ in PITCHES_PX:
        warp = fine.exact(warp)
    likeness, unmoved = fine.likeness(warp), fine.likeness(np.eye(3))
    farthest = fine.flattening.apart(np.eye(3), warp)
    if likeness < GOOD_ENOUGH or farthest > FARTHEST:
        raise BoardNotFoundError(TOO_FAR)
    return Relocated(fine.flattening.moved(warp), likeness, unmoved, farthest)


def _about(pair: Pair) -> Floats:
    """The warp at which most of the board agrees, surely more than at any other place.

    Raises:
        BoardNotFoundError: when there is none.
    """
    starts = [np.eye(3), *likely_starts(pair)]
    turned = sorted(map(pair.turned, starts), key=pair.agreement, reverse=True)
    exact = [pair.exact(warp) for warp in turned[:TRIED]]
    best = max(exact, key=pair.agreement)
    # The likeliest start may be a step aside, and the right one none of them.
    exact += [pair.flattening.stepped(best, step) for step in STEPS]
    best = max(exact, key=pair.agreement)
    others = [warp for warp in exact if pair.flattening.apart(best, warp) > ASIDE]
    if pair.agreement(best) < SURELY * max(map(pair.agreement, others), default=np.inf):
        raise BoardNotFoundError(TOO_FAR)
    return best
