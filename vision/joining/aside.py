"""How far beside its hollows a board is thought to lie, told by the outlines of marbles in them.

A marble's outline is looked for about every place near each hollow, of any size that marbles have,
and what all of them have in common is how far the board is aside. How high they lie is not sure,
and they tell the less how far aside they are the way that height shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.camera.geometry import Pose, resting_height, sphere_outlines
from vision.camera.sampling import polar_map, sample
from vision.joining.lying import in_most_directions
from vision.measuring.sizes import ROBUST
from vision.types import Floats, ImageBGR

RADII: Final = np.arange(0.22, 0.43, 0.025)
"""Of marbles that are looked for, in pitches."""

STEP: Final = 0.06
"""Pitches from one place that is tried to the next."""

ACROSS = np.array([-0.05, -0.025, 0.025, 0.05])  # pitches from an outline, inside and outside
TOP = 0.7  # of its greatest clearness an outline has where its place is taken from
FEWEST = 4  # marbles: fewer may all be something else
HEIGHT = 0.05  # pitches: how much higher or lower than foretold they may rest, a deviation
SURE_TO, EACH = 0.01, 0.025  # pitches: none of their places is told better, all together or each
ROUNDS = 10  # of weighing
SPAN = 3.0  # pitches across, where being seen more askew adds as much as being stretched

Steps = Callable[[np.ndarray], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """What the marbles tell.

    Attributes:
        by: (2,) how far, in pitches along files and ranks, the hollows lie from the nodes.
        doubt: standard deviation of that, the way it is told worse.
        view: (6,) how much farther for each pitch across from the middle, both rows of (2, 2), and
            how much more that is for each pitch further on (2,): as of a board seen more askew.
        middle: (2,) of those that tell.
        covariance: (8, 8) of `by` and `view`.
    """

    by: Floats
    doubt: float
    view: Floats
    middle: Floats
    covariance: Floats

    @property
    def far(self) -> float:
        """How far aside in pitches, whichever way."""
        return float(np.hypot(*self.by))

    def at(self, nodes: Floats) -> Floats:
        """(n, 2) how far aside the hollows of those nodes (n, 2) are."""
        aside: Floats = _told(nodes - self.middle) @ np.append(self.by, self.view)
        return aside

    @property
    def change(self) -> Floats:
        """(3, 3) homogeneous places of the nodes as they were thought to lie, of those told."""
        change, to_middle = np.eye(3), np.eye(3)
        change[:2, :2] += self.view[:4].reshape(2, 2)
        change[:2, 2], change[2, :2] = self.by, -self.view[4:]
        to_middle[:2, 2] = self.middle
        there: Floats = to_middle @ change @ np.linalg.inv(to_middle)
        return there

    def farther_than(self, near: float, nodes: Floats) -> bool:
        """Whether some hollow of those nodes (n, 2) is so far aside for sure, by two deviations."""
        return bool((np.hypot(*self.at(nodes).T) > near + 2 * self.doubt_at(nodes)).any())

    def doubt_at(self, nodes: Floats) -> Floats:
        """(n,) deviations of that, the way each is told worse."""
        told = _told(nodes - self.middle)
        spread = told @ self.covariance @ told.swapaxes(-1, -2)
        doubt: Floats = np.sqrt(np.linalg.eigvalsh(spread)[:, -1])
        return doubt


class Told(NamedTuple):
    """What they share, and who tells it.

    Attributes:
        aside: what they share.
        off: (n,) how far in pitches each of those that tell is off that.
    """

    aside: Aside
    off: Floats


def places_about(reach: int) -> Floats:
    """(places, 2) that are tried, in pitches from a node, so many to each side of it."""
    steps = STEP * np.arange(-reach, reach + 1)
    places: Floats = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return places


def smoothed(image_bgr: ImageBGR) -> ImageBGR:
    """The picture as `steps_at` wants it."""
    return cv2.GaussianBlur(image_bgr, (0, 0), 0.8).astype(np.uint8, copy=False)


def steps_at(smooth_bgr: ImageBGR, about: np.ndarray) -> Floats:
    """(3, n, places, directions) log, how much lighter it is inside of outlines than outside.

    Args:
        smooth_bgr: the picture.
        about: (n, places, directions, k, 2) pixels from inside to outside.
    """
    n, places, directions = about.shape[:3]
    flat = about.reshape(n, places * directions, *about.shape[3:])
    # As `sample` is quickest: what lies side by side in the picture is.
    seen = sample(smooth_bgr, flat.swapaxes(1, 2))
    half = seen.shape[2] // 2
    step: Floats = seen[:, :, :half].mean(axis=2) - seen[:, :, half:].mean(axis=2)
    return step.reshape(3, n, places, directions)


def outlines_about(
    steps: Steps, pose: Pose, nodes: Floats, rim: float, radii: Floats, reach: int
) -> Floats:
    """(n, places) how clear the clearest outline is about every place near each node, log.

    Args:
        steps: what there is at outlines, as `steps_at` has it, less what is there without marbles.
        pose: of the camera.
        nodes: (n, 2).
        rim: of the hollows, in pitches, as far as is known.
        radii: of marbles that are looked for.
        reach: places to each side.
    """
    places = places_about(reach)
    at = (nodes[:, None] + places).reshape(-1, 2)
    clear = np.zeros((len(nodes), len(places)))
    for radius in radii:
        step = outlined_at(steps, pose, at, rim, float(radius), len(nodes))
        np.maximum(clear, in_most_directions(step), out=clear)
    return clear


def outlined_at(
    steps: Steps, pose: Pose, at: Floats, rim: float, radius: float, groups: int = 1
) -> Floats:
    """(3, groups, n / groups, directions) log, the step at outlines of marbles at (n, 2) places.

    Args:
        steps: as of `outlines_about`, as are the pose and the rim.
        pose: of the camera.
        at: on the board, in pitches, so many groups of them one after the other.
        rim: of the hollows.
        radius: of the marbles.
        groups: how many.
    """
    height = np.full(len(at), resting_height(radius, rim))
    outlines = sphere_outlines(pose, np.column_stack([at, height]), radius)
    about = polar_map(outlines, radius, radius + ACROSS)
    return steps(about.reshape(groups, -1, *about.shape[1:]))


def told_by(clear: Floats, nodes: Floats, pose: Pose, stretch: float = 0.0) -> Told | None:
    """What marbles tell whose outlines about some nodes are so clear; None where too few do.

    Those that may be clearer still farther off don't.

    Args:
        clear: (n, places) as of `outlines_about`.
        nodes: (n, 2).
        pose: of the camera.
        stretch: deviation of how much farther aside they may be for each pitch across the board.
    """
    side = int(clear.shape[1] ** 0.5)
    best, reach = clear.argmax(axis=1), side // 2
    inside = (np.abs(np.stack([best % side, best // side]) - reach) < reach).all(axis=0)
    if np.count_nonzero(inside) < FEWEST:
        return None
    summits = np.array([_summit(each.reshape(side, side)) for each in clear[inside]])
    nodes = nodes[inside]
    aside = _shared(summits, nodes, (nodes - pose.camera[:2]) / pose.camera[2], stretch)
    return Told(aside, np.hypot(*(summits - aside.at(nodes)).T))


def _summit(clear: Floats) -> Floats:
    """(2,) pitches x, y from the node to the clearest place of (side, side), none at their edge."""
    row, column = divmod(int(clear.argmax()), clear.shape[1])
    area = slice(row - 1, row + 2), slice(column - 1, column + 2)
    weight = np.maximum(clear[area] - TOP * clear.max(), 0)
    beside = STEP * np.arange(-1, 2)
    middle = np.array([weight.sum(axis=0) @ beside, weight.sum(axis=1) @ beside]) / weight.sum()
    summit: Floats = STEP * (np.array([column, row]) - clear.shape[1] // 2) + middle
    return summit


def _told(across: Floats) -> Floats:
    """(n, 2, 8) what being so far (n, 2) across tells of `by` and `view`."""
    told = np.zeros((len(across), 2, 8))
    told[:, [0, 1], [0, 1]] = 1
    told[:, 0, 2:4] = told[:, 1, 4:6] = across
    told[:, :, 6:] = across[:, :, None] * across[:, None]
    return told


def _shared(places: Floats, nodes: Floats, higher: Floats, stretch: float = 0.0) -> Aside:
    """What so many places (n, 2) beside their nodes share, but for what height adds.

    Least squares, weighed anew by how far each is off (Cauchy's weights; Holland and Welsch,
    "Robust regression using iteratively reweighted least squares", 1977).

    Args:
        places: (n, 2) in pitches from their nodes.
        nodes: (n, 2).
        higher: (n, 2) how far each would seem moved if marbles lay a pitch higher.
        stretch: as of `told_by`.
    """
    middle = nodes.mean(axis=0)
    told = np.concatenate([_told(nodes - middle), higher[..., None]], axis=-1).reshape(-1, 9)
    tight = max(stretch, 1e-6) ** -2
    known = np.diag([0, 0, *[tight] * 4, *[tight * SPAN**2] * 2, HEIGHT**-2])
    shared, weights = np.zeros(9), np.ones(len(places))
    shared[:2] = np.median(places, axis=0)
    for _ in range(ROUNDS):
        off = np.hypot(*(places.ravel() - told @ shared).reshape(-1, 2).T)
        spread = max(ROBUST * float(np.median(off)) / 2**0.5, EACH if stretch else SURE_TO)
        # What is no marble lies anywhere.
        weights = 1 / (1 + (off / (2 * spread)) ** 2)
        weighed = told * np.repeat(weights, 2)[:, None] / spread**2
        covariance = np.linalg.inv(told.T @ weighed + known)
        shared = covariance @ (weighed.T @ places.ravel())
    doubt = float(np.sqrt(np.linalg.eigvalsh(covariance[:2, :2])[-1]))
    return Aside(shared[:2], doubt, shared[2:8], middle, covariance[:8, :8])
