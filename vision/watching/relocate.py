"""Find a moved board again: register the bare board with what is seen now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from vision.camera.geometry import Pose, pose_of
from vision.camera.likely_lens import Lens
from vision.camera.projection import Projection
from vision.errors import BoardNotFoundError
from vision.types import BoardSpec, Floats, ImageBGR
from vision.watching.registration import Flattening, Pair, redrawn
from vision.watching.starts import BUMPED, SET_UP_ANEW, Sweep, likely_starts

PITCHES_PX = 18.0, 36.0  # a pitch: coarse for where it is, fine for exactly where
TRIED = 4  # of the starts, those that agree best
NEAREST = 0.04  # pitches: less is no bump, and harms no reading
# Likeness of edges: the right place had less on two of 51 boards that were knocked, in the dusk and
# in another light, a wrong one 0.35 and 0.41.
DOUBTED = 0.5
CLEARLY = 0.04  # by which the edges must be more alike elsewhere
# So far from each other, in pitches, are two places; and so much more of the board must agree
# at one of them: without grain a board is like itself a step aside, but for its border.
ASIDE, SURELY = 0.3, 1.05
# Where so much more agrees it is that board, though dusk and noise leave it less like itself. None
# of 66 pictures of other boards was so plain (1.19 at most; 1.17 of 70 drawn ones, met afterwards),
# all but two of 64 taken by hand were, eight of them less alike than `SET_UP_ANEW` asks for.
PLAINLY = 1.3
LEAST = 1e-6  # of agreement: keeps quotients finite
STEPS = [np.array([x, y], float) for y in (-1, 0, 1) for x in (-1, 0, 1)]
FARTHEST_STEPS = 5  # more than the likeliest start is ever aside
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


class Place(NamedTuple):
    """A board somewhere.

    Attributes:
        bare_bgr: as it looks there when it is bare.
        pose: of the camera over it.
    """

    bare_bgr: ImageBGR
    pose: Pose


def find_again(
    last: Place,
    first: Place,
    now_bgr: ImageBGR,
    spec: BoardSpec,
    thorough: bool,
    borne_out: Callable[[Projection], bool] | None = None,
) -> Relocated:
    """Where the board is now, from where it lay last or else from where it was calibrated.

    What was moved twice may be nearer to where it was at first.

    Args:
        last: where it lay last.
        first: where it was calibrated.
        now_bgr: the same camera now; marbles and hands may be in view.
        spec: the board.
        thorough: whether there is time to look farther. A board whose camera came nearer is like
            itself a step aside, too, at a likeness of up to 0.86.
        borne_out: whether what lies on a board there shows that it is there; takes a while.

    Raises:
        BoardNotFoundError: when what is seen can't be registered with either, or hardly, and
            what lies there does not bear it out.
    """
    near = _found(last, now_bgr, spec, BUMPED)
    offered = [near]
    if thorough and (near is None or near.moved):
        offered.append(_found(last, now_bgr, spec, SET_UP_ANEW))
        if first.pose is not last.pose:
            anew = _found(first, now_bgr, spec, SET_UP_ANEW)
            offered.append(anew and _seen_from(last.pose, spec, anew))
    found = [each for each in offered if each is not None]
    if not found:
        raise BoardNotFoundError(TOO_FAR)
    best = max(found, key=lambda each: each.likeness)
    doubted = best.moved and best.likeness < DOUBTED
    if doubted and borne_out is not None and not borne_out(best.projection):
        raise BoardNotFoundError(TOO_FAR)
    return best


def is_relit(was: Place, relit_bgr: ImageBGR, now_bgr: ImageBGR, spec: BoardSpec) -> bool:
    """Whether the board stands where it was, in another light: it might as well have been moved.

    A nudge, too, changes all hollows alike, but lines and grain with them.

    Args:
        was: where it lay, and how it looked there.
        relit_bgr: how it would look there when bare in that light.
        now_bgr: the same camera now; marbles and hands may be in view.
        spec: the board.
    """
    relit = _found(was._replace(bare_bgr=relit_bgr), now_bgr, spec, BUMPED)
    if relit is None or relit.moved:
        return False
    nudged = _found(was, now_bgr, spec, BUMPED)
    return nudged is None or not nudged.moved or relit.before > nudged.likeness + CLEARLY


def place_of(found: Relocated, first: Place, lens: Lens, spec: BoardSpec) -> Place:
    """The bare board where it was found again.

    Where it was put back to where it was calibrated it is taken as it was there: what is drawn
    anew is a little blurred, and where it lies a little less well known.

    Args:
        found: where it is.
        first: where it was calibrated.
        lens: the camera's.
        spec: the board.
    """
    if _seen_from(first.pose, spec, found).farthest <= NEAREST:
        return first
    # However often it was moved since, drawn from what was calibrated.
    here = redrawn(first.bare_bgr, first.pose.projection, found.projection)
    return Place(here, pose_of(found.projection, lens))


def _seen_from(pose: Pose, spec: BoardSpec, found: Relocated) -> Relocated:
    """The same, told as a motion from another place."""
    ends = (np.array([spec.columns, spec.rows]) - 1.0) * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    there = pose.projection.inverse(found.projection(ends))
    farthest = float(np.linalg.norm(there - ends, axis=1).max())
    return replace(found, before=0.0, farthest=farthest)


def _found(place: Place, now_bgr: ImageBGR, spec: BoardSpec, sweep: Sweep) -> Relocated | None:
    try:
        return relocate(*place, now_bgr, spec, sweep)
    except BoardNotFoundError:
        return None


def relocate(
    bare_bgr: ImageBGR, pose: Pose, now_bgr: ImageBGR, spec: BoardSpec, sweep: Sweep = BUMPED
) -> Relocated:
    """Where the board is now.

    Args:
        bare_bgr: the bare board as calibrated.
        pose: of the camera over the board in that picture.
        now_bgr: the same camera now; marbles and hands may be in view.
        spec: the board.
        sweep: how far it is looked for.

    Raises:
        BoardNotFoundError: when what is seen can't be registered with the bare board.
    """
    coarse, fine = (
        Pair.of(Flattening.of(pose, spec, pitch_px, sweep.far), bare_bgr, now_bgr)
        for pitch_px in PITCHES_PX
    )
    about, lead = _about(coarse, sweep)
    warp = coarse.flattening.rescaled(about, fine.flattening)
    for _ in PITCHES_PX:
        warp = fine.exact(warp)
    likeness, unmoved = fine.likeness(warp), fine.likeness(np.eye(3))
    farthest = fine.flattening.apart(np.eye(3), warp)
    good_enough = sweep.good_enough if lead < PLAINLY else BUMPED.good_enough
    if likeness < good_enough or farthest > sweep.farthest:
        raise BoardNotFoundError(TOO_FAR)
    return Relocated(fine.flattening.moved(warp), likeness, unmoved, farthest)


def _about(pair: Pair, sweep: Sweep) -> tuple[Floats, float]:
    """The warp at which most of the board agrees, and how many times what agrees elsewhere.

    Raises:
        BoardNotFoundError: as much agrees there.
    """
    starts = [np.eye(3), *likely_starts(pair, sweep)]
    turned = sorted(map(pair.turned, starts), key=pair.agreement, reverse=True)
    exact = [pair.exact(warp) for warp in turned[:TRIED]]
    exact += _stepped_on(pair, max(exact, key=pair.agreement))
    best = max(exact, key=pair.agreement)
    others = [warp for warp in exact if pair.flattening.apart(best, warp) > ASIDE]
    lead = pair.agreement(best) / max(max(map(pair.agreement, others), default=np.inf), LEAST)
    if lead < SURELY:
        raise BoardNotFoundError(TOO_FAR)
    return best, lead


def _stepped_on(pair: Pair, start: Floats) -> list[Floats]:
    """That warp a step to each side, and so on from where more of the board agrees.

    The likeliest start may be some steps aside, where the camera came nearer or went away even
    two or three, and the right one none of the starts.
    """
    gone, best = [start], start
    for _ in range(FARTHEST_STEPS):
        beside = [pair.flattening.stepped(best, step) for step in STEPS]
        gone += beside
        better = max(beside, key=pair.agreement)
        if pair.agreement(better) <= pair.agreement(best):
            break
        best = pair.exact(better)
        gone.append(best)
    return gone
