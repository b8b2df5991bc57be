"""Has the picture gone out of focus? What was sharp is seen blurred, and nothing else changed.

A lens out of focus, or misted over, convolves the picture with a disc (Goodman 1968,
"Introduction to Fourier Optics"), a greasy one adds a halo to what is sharp. Either way the
picture that was seen before tells what must be seen now, which no hand, no marble and no lamp
looks like.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera.geometry import Pose, cells
from vision.camera.sampling import LOG, View
from vision.types import BoardSpec, Floats, ImageBGR

TINY: Final = 1e-9  # keeps quotients finite

PITCH_PX: Final = 14
"""To about which a view is reduced: the smaller blur is about a pixel there."""

BLOCKS: Final = 4
"""A pitch, each way: sums are taken over blocks, quickly, then over those of a cell."""

BLURS = 0.08, 0.16
"""Of the pitch, sigmas: from about the first on marbles' edges melt into their surroundings."""

FINE: Final = 0.4
"""Of the pitch, sigma: what is coarser than that is light and shade, whatever the focus."""

EXPLAINED: Final = 0.35
"""Of what is left unexplained without blur, at the most, is left with it. Where noise or another
light is what changed it is nearly all."""

LIKE: Final = 0.5
"""Of a cell's variance is explained, at the least, where the same is seen as before."""

SHARP: Final = 0.45
"""Of the detail is left, at the most, the rest is a halo: then marbles' edges melt."""

NEARLY: Final = 0.75
"""Likewise: then no bare board is to be learned from it any more."""

FEWEST: Final = 6
"""Cells that show a blur, at the least."""

FADED, ALIKE = 0.8, 0.15
"""Of a cell's variance is left, at the most, where there is any blur; and of its square is shared,
at the least, where the same is seen at all."""

SAME_COARSELY: Final = 0.7
"""Correlation, at the least, of what is coarse, where the same is seen."""

MUCH: Final = 0.4
"""Of the hollows' surroundings changes, at the least, where focus is lost."""

UNSEEN_S: Final = 2.0
"""A hand that hides so much of the board is gone by then."""

GONE, NEARLY_ALL = 0.2, 0.8
"""Of a cell's variance is left, at the most, where everything melts; and of the cells do so: under
a sleeve some do."""


@dataclass(frozen=True, slots=True, eq=False)
class _Scales:
    """What is finer and what is coarser than `FINE`, the latter by blocks."""

    fine: np.ndarray
    coarse: np.ndarray


class Focus:
    """Watches whether the board is seen as sharply as before.

    Args:
        pose: of the camera.
        spec: the board.
        view: of the board.
        bare_bgr: the view of the bare board, in focus.
    """

    def __init__(self, pose: Pose, spec: BoardSpec, view: View, bare_bgr: ImageBGR) -> None:
        pitch_px = view.pitch_px(pose, spec)
        self._step = max(1, round(pitch_px / PITCH_PX))
        self._pitch_px = pitch_px / self._step
        block = max(1, round(self._pitch_px / BLOCKS))
        self._blocks = tuple(side // (self._step * block) for side in bare_bgr.shape[1::-1])
        self._size = tuple(side * block for side in self._blocks)
        columns, rows = self._blocks
        y, x = np.mgrid[0:rows, 0:columns] + 0.5
        places = np.stack([x, y], axis=-1) * (self._step * block) - 0.5
        board = pose.projection.inverse(view.pixels(places))
        self._cells, self._count = cells(spec, board).ravel(), spec.count
        self._now_bgr = self._sharp_bgr = bare_bgr
        self._kept, self._lost_s = True, -np.inf
        self._now: _Scales | None = None
        self._sharp: _Scales | None = None

    def seen(self, view_bgr: ImageBGR) -> None:
        """So the board looks now. In focus, unless it was lost and isn't seen to be back."""
        if self._lost_s > -np.inf:
            return
        self._sharp_bgr = view_bgr
        self._sharp = self._now if view_bgr is self._now_bgr else None

    def away(self, view_bgr: ImageBGR, changed: float, time_s: float) -> bool:
        """Whether the board is out of focus. To be asked of each view that is looked at.

        Args:
            view_bgr: of the frame.
            changed: share of the hollows whose surroundings did.
            time_s: of the frame.
        """
        before = self._lost_s > -np.inf
        if not before and changed <= MUCH:
            return False
        if self.lost(view_bgr):
            self._lost_s = time_s
            return True
        if self._kept:
            self._lost_s = -np.inf
        # A hand over most of the board hides the blur, not for ever.
        return time_s < self._lost_s + UNSEEN_S

    def lost(self, view_bgr: ImageBGR, left: float = SHARP) -> bool:
        """Whether a part of the view shows, blurred, what was last seen in focus.

        Cells in which something else changed have no say, nor have those without contrast.

        Args:
            view_bgr: of the frame.
            left: of the detail, at the most.
        """
        self._now_bgr, self._now = view_bgr, self._scales(view_bgr)
        if self._sharp is None:
            self._sharp = self._scales(self._sharp_bgr)
        now, sharp = self._now.fine, self._sharp.fine
        pairs = (now, now), (now, sharp), (sharp, sharp)
        variance, like, energy = (self._sums(one * other) for one, other in pairs)
        melted, faded = variance < GONE * energy, variance < FADED * energy
        alike = like**2 / (variance * energy)
        # Some cells as they were, or another scene with as much detail: a board that was moved.
        same = np.count_nonzero((alike > LIKE) & ~faded) >= FEWEST
        self._kept = bool(same or 2 * np.count_nonzero(faded) < self._count)
        faded &= alike > ALIKE
        if np.count_nonzero(faded | melted) < FEWEST:
            return False
        unexplained = variance - np.maximum(like, 0) ** 2 / energy
        blurred = np.zeros(self._count, bool)
        for blur in BLURS:
            soft = cv2.GaussianBlur(sharp, (0, 0), blur * self._pitch_px)
            as_soft, both, of_soft = (self._sums(a * soft) for a in (now, sharp, soft))
            # Least squares: so much of what is sharp, so much of what is blurred.
            apart = np.maximum(energy * of_soft - both**2, TINY)
            core = np.maximum(like * of_soft - as_soft * both, 0) / apart
            halo = (as_soft - core * both) / of_soft
            least = variance - core * like - halo * as_soft
            explained = (least < EXPLAINED * unexplained) & (least < (1 - LIKE) * variance)
            blurred |= explained & (core < left * (core + halo))
        if np.count_nonzero(blurred) >= FEWEST:
            return True
        # A cloth over the board has no detail either, but another light and dark.
        return bool(melted.mean() > NEARLY_ALL and self._as_light_and_dark())

    def _as_light_and_dark(self) -> bool:
        """Whether what is coarse is as it was."""
        assert self._now is not None
        assert self._sharp is not None
        now, sharp = (scales.coarse - scales.coarse.mean() for scales in (self._now, self._sharp))
        energy = float((now**2).sum() * (sharp**2).sum())
        return bool((now * sharp).sum() > SAME_COARSELY * np.sqrt(energy))

    def _scales(self, view_bgr: ImageBGR) -> _Scales:
        """Of the logarithms of a reduced copy."""
        grey = cv2.cvtColor(view_bgr, cv2.COLOR_BGR2GRAY)
        width, height = self._size
        grey = grey[: height * self._step, : width * self._step]
        log = cv2.LUT(cv2.resize(grey, self._size, interpolation=cv2.INTER_AREA), LOG)
        coarse = cv2.resize(log, self._blocks, interpolation=cv2.INTER_AREA)
        coarse = cv2.GaussianBlur(coarse, (0, 0), FINE * BLOCKS)
        fine = log - cv2.resize(coarse, self._size, interpolation=cv2.INTER_LINEAR)
        return _Scales(fine, coarse)

    def _sums(self, values: np.ndarray) -> Floats:
        """(n,) over each cell, and a little more than nothing."""
        means = cv2.resize(values, self._blocks, interpolation=cv2.INTER_AREA)
        sums: np.ndarray = np.bincount(self._cells, means.ravel(), self._count + 1)[:-1] + TINY
        return sums
