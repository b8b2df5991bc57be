"""How large what lies in a hollow looks: the circle at which both the change and the picture break.

A marble of any size shows a disc whose place and width follow from its radius, so every
radius is tried with the outline that it would have. Where the right one is tried, what
the bare board did not have ends all the way round, and an edge is seen there too. Veins,
reflections and a pearl's dark rim make smaller circles, shadows softer ones on one side:
the widest of the clear circles is the marble's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc
from typing import Final

import numpy as np

from vision.camera.geometry import Pose, discs
from vision.camera.sampling import (
    ANGLES,
    FLOOR,
    View,
    fixed_map,
    median,
    planes_of,
    polar_map,
    remapped,
)
from vision.types import BoardSpec, Floats, ImageBGR

STEP: Final = 0.01
TRIED: Final = np.arange(0.2, 0.465, STEP)
"""Radii in pitches: of anything that rests on a rim and leaves its neighbours room."""

INSIDE, OUTSIDE = np.array([-0.05, -0.03, -0.01]), np.array([0.01, 0.03, 0.05])
CLEAR = 0.6  # of the clearest circle: as clear as that the marble's own is, whatever is in it
FALLEN = 2 / 3  # of its step a circle has left that lies a little outside the edge
SHARP = 0.8  # of a pixel: how soft lenses and sensors make an edge, a deviation
SOFT = 0.4  # of a pixel: what lies between pixels is made of both, and may look like a circle
MISS, MISS_PX = 0.01, 0.3  # deviation of a radius: of a pitch, and of a pixel


@dataclass(frozen=True, slots=True, eq=False)
class Girths:
    """What was measured at n hollows.

    Attributes:
        radii: (n,) in pitches.
        strength: (n,) step of the light across that circle in half of the directions, log.
        miss: standard deviation of a radius.
        stands_out: (n,) by how much that is more than across the middling circle tried.
    """

    radii: Floats
    strength: Floats
    miss: float
    stands_out: Floats

    def of(self, which: np.ndarray) -> Girths:
        """Those of some of the hollows, by their places in these arrays."""
        measured = (self.radii[which], self.strength[which], self.miss, self.stands_out[which])
        return Girths(*measured)


class GirthGauge:
    """Measures radii against the bare board.

    Args:
        pose: of the camera.
        spec: the board.
        rim: of its hollows, in pitches.
        view: of the board.
        bare_bgr: the view of the bare board.
    """

    def __init__(
        self, pose: Pose, spec: BoardSpec, rim: float, view: View, bare_bgr: ImageBGR
    ) -> None:
        offsets = np.concatenate([INSIDE, OUTSIDE])
        about = [polar_map(discs(pose, spec, r, rim), r, r + offsets) for r in TRIED]
        # (n, offsets, TRIED, ANGLES, 2): few hollows are measured at a time, so the places of each
        # lie together; and whole rows of samples are summed over the offsets.
        places = view.places(np.stack(about, axis=2)).transpose(0, 3, 2, 1, 4)
        self._places = fixed_map(places.reshape(spec.count, -1, 2).astype(np.float32))
        middle = pose.projection((np.array([spec.columns, spec.rows]) - 1) / 2 + np.eye(2))
        pixel = 2**0.5 / float(np.linalg.norm(np.diff(view.places(middle), axis=0)))
        self._miss = float(np.hypot(MISS, MISS_PX * pixel))
        apart = (TRIED[:, None] - TRIED) / (SOFT * pixel)
        soft = np.exp(-0.5 * apart**2)
        self._soft = soft / soft.sum(axis=1, keepdims=True)
        self._beyond = _beyond_edge(np.hypot(SHARP, SOFT) * pixel)
        self._bare_step, self._bare_level = self._across(bare_bgr, np.arange(spec.count))

    def measure(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Girths:
        """Radii of what lies in those hollows, given by number, in a view."""
        clearness = self._clearness(view_bgr, hollows) @ self._soft.T
        radii, strength = _widest(clearness, self._beyond)
        return Girths(radii, strength, self._miss, strength - median(clearness))

    def _clearness(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Floats:
        """(n, TRIED) step across the circle in half of the directions, as seen and as is new."""
        step, level = self._across(view_bgr, hollows)
        new = step - self._bare_step.take(hollows, 1)
        level = (level + self._bare_level.take(hollows, 0)) / 2
        # Of squares: their order, and so the median, is that of the lengths.
        seen, changed = np.add.reduce(step * step), np.add.reduce(new * new)
        clearness: Floats = np.sqrt(median(np.minimum(seen, changed))) / level
        return clearness

    def _across(self, view_bgr: ImageBGR, hollows: np.ndarray) -> tuple[Floats, Floats]:
        """(3, n, TRIED, ANGLES) step from inside a circle to outside; (n, TRIED) mean level.

        In grey levels: a pixel on a border shows both sides mixed. Of logarithms it would
        not be the mean, and dark marbles would seem to end before they do.
        """
        whole, fraction = (part.take(hollows, 0) for part in self._places)
        seen = remapped(view_bgr, whole, fraction)
        sides = planes_of(seen).reshape(3, len(hollows), 2, len(INSIDE), len(TRIED), ANGLES)
        sums = np.add.reduce(sides, axis=3, dtype=np.int16)
        inside, outside = sums[:, :, 0], sums[:, :, 1]
        step: Floats = (inside - outside).astype(np.float32) / len(INSIDE)
        levels = np.add.reduce(inside + outside, dtype=np.int16)
        levels = np.add.reduce(levels, axis=2, dtype=np.int64)
        return step, levels / (2 * len(INSIDE) * 3 * ANGLES) + FLOOR


def _beyond_edge(soft: float) -> float:
    """How far outside an edge, in pitches, a circle's step across it has fallen to `FALLEN`.

    Args:
        soft: of the edge, a deviation in pitches.
    """
    beyond = np.arange(0, 0.2, 0.001)

    def lit(offsets: Floats) -> Floats:
        """(n,) how much of the samples lies within the edge, as the picture shows them."""
        away = (beyond[:, None] + offsets) / (soft * 2**0.5)
        share: Floats = np.mean([[0.5 * erfc(x) for x in row] for row in away], axis=1)
        return share

    step = lit(INSIDE) - lit(OUTSIDE)
    return float(beyond[(step < FALLEN * step[0]).argmax()])


def _widest(clearness: Floats, beyond: float) -> tuple[Floats, Floats]:
    """Radii (n,) and strengths (n,) of the widest clear circles, radii between those tried.

    Towards its edge a marble grows as light as the wood, or as dark, and its clearest circle
    lies within. Beyond the edge there is nothing more: so where the step has gone tells.

    Args:
        clearness: (n, TRIED).
        beyond: an edge, in pitches, where the step has fallen to `FALLEN`.
    """
    n, tried = clearness.shape
    rows = np.arange(n)
    higher = np.full((n, tried + 2), -np.inf, clearness.dtype)
    higher[:, 1:-1] = clearness
    before, after = higher[:, :-2], higher[:, 2:]
    clear = clearness >= CLEAR * np.maximum.reduce(clearness, axis=1)[:, None]
    peak = (clearness >= before) & (clearness >= after) & clear
    k = tried - 1 - peak[:, ::-1].argmax(axis=1)
    here = clearness[rows, k]
    gone = (clearness < FALLEN * here[:, None]) & (np.arange(tried) > k[:, None])
    # The very first has never gone, so where none has, the next is asked and has not.
    first = np.maximum(gone.argmax(axis=1), 1)
    seen = gone[rows, first]
    last, next_ = clearness[rows, first - 1], clearness[rows, first]
    share = (last - FALLEN * here) / np.where(seen, last - next_, 1)
    edge = TRIED[first - 1] + STEP * share - beyond
    return np.where(seen, edge, TRIED[k]), here
