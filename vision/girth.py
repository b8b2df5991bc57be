"""How large what lies in a hollow looks: the circle at which both the change and the picture break.

A marble of any size shows a disc whose place and width follow from its radius, so every
radius is tried with the outline that it would have. Where the right one is tried, what
the bare board did not have ends all the way round, and an edge is seen there too. Veins,
reflections and a pearl's dark rim make smaller circles, shadows softer ones on one side:
the widest of the clear circles is the marble's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry import Pose, discs
from vision.sampling import FLOOR, Places, View, median, polar_map
from vision.types import BoardSpec, Floats, ImageBGR

STEP: Final = 0.01
TRIED: Final = np.arange(0.2, 0.465, STEP)
"""Radii in pitches: of anything that rests on a rim and leaves its neighbours room."""

INSIDE, OUTSIDE = np.array([-0.05, -0.03, -0.01]), np.array([0.01, 0.03, 0.05])
CLEAR = 0.6  # of the clearest circle: as clear as that the marble's own is, whatever is in it
SOFT = 0.4  # of a pixel: what lies between pixels is made of both, and may look like a circle
MISS, MISS_PX = 0.01, 0.3  # deviation of a radius: of a pitch, and of a pixel


@dataclass(frozen=True, slots=True, eq=False)
class Girths:
    """What was measured at n hollows.

    Attributes:
        radii: (n,) in pitches.
        strength: (n,) step of the light across that circle in half of the directions, log.
        miss: standard deviation of a radius.
    """

    radii: Floats
    strength: Floats
    miss: float


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
        self._places = Places(view.places(np.concatenate(about, axis=2)))
        middle = pose.projection((np.array([spec.columns, spec.rows]) - 1) / 2 + np.eye(2))
        pixel = 2**0.5 / float(np.linalg.norm(np.diff(view.places(middle), axis=0)))
        self._miss = float(np.hypot(MISS, MISS_PX * pixel))
        apart = (TRIED[:, None] - TRIED) / (SOFT * pixel)
        soft = np.exp(-0.5 * apart**2)
        self._soft = soft / soft.sum(axis=1, keepdims=True)
        self._bare_step, self._bare_level = self._across(bare_bgr, np.arange(spec.count))

    def measure(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Girths:
        """Radii of what lies in those hollows, given by number, in a view."""
        clearness = self._clearness(view_bgr, hollows) @ self._soft.T
        return Girths(*_widest(clearness), self._miss)

    def _clearness(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Floats:
        """(n, TRIED) step across the circle in half of the directions, as seen and as is new."""
        step, level = self._across(view_bgr, hollows)
        new = step - self._bare_step.take(hollows, 2)
        level = (level + self._bare_level.take(hollows, 1)) / 2
        # Of squares: their order, and so the median, is that of the lengths.
        squares = (np.einsum("c...,c...->...", each, each) for each in (step, new))
        clearness: Floats = np.sqrt(median(np.minimum(*squares))) / level
        return clearness.T

    def _across(self, view_bgr: ImageBGR, hollows: np.ndarray) -> tuple[Floats, Floats]:
        """(3, TRIED, n, ANGLES) step from inside a circle to outside; (TRIED, n) mean level.

        In grey levels: a pixel on a border shows both sides mixed. Of logarithms it would
        not be the mean, and dark marbles would seem to end before they do.
        """
        seen = self._places.levels(view_bgr, hollows)
        sides = seen.reshape(3, len(TRIED), 2, -1, *seen.shape[2:])
        sums = np.add.reduce(sides, axis=3, dtype=np.int16)
        inside, outside = sums[:, :, 0], sums[:, :, 1]
        step: Floats = (inside - outside).astype(np.float32) / len(INSIDE)
        level: Floats = (inside + outside).mean(axis=(0, 3)) / (2 * len(INSIDE)) + FLOOR
        return step, level


def _widest(clearness: Floats) -> tuple[Floats, Floats]:
    """Radii (n,) and strengths (n,) of the widest clear circles, radii between those tried.

    Args:
        clearness: (n, TRIED).
    """
    n, tried = clearness.shape
    higher = np.full((n, tried + 2), -np.inf, clearness.dtype)
    higher[:, 1:-1] = clearness
    before, after = higher[:, :-2], higher[:, 2:]
    clear = clearness >= CLEAR * clearness.max(axis=1, keepdims=True)
    peak = (clearness >= before) & (clearness >= after) & clear
    k = tried - 1 - peak[:, ::-1].argmax(axis=1)
    # A parabola through the peak and its neighbours, where it has two and is one.
    three = np.clip(k[:, None] + np.arange(-1, 2), 0, tried - 1)
    lower, here, upper = np.take_along_axis(clearness, three, axis=1).T
    bend = lower - 2 * here + upper
    bent = (bend < 0) & (k > 0) & (k < tried - 1)
    aside = np.where(bent, 0.5 * (lower - upper) / np.where(bent, bend, 1), 0)
    return TRIED[k] + STEP * aside, here
