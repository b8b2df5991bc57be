"""About which place all that is seen in a cell is symmetrical: turned by half, it looks the same.

A hollow, rings about it and lines through it or in a box about it are, as edges; what lights a
dent from one side is not, so edges are asked without their signs. What lies beside a hollow, the
end of a line, its shade, a mirrored window, may look like a dent, but nothing else in the cell is
symmetrical about that. The idea is that of Loy and Eklundh, "Detecting symmetry and symmetric
constellations of features" (ECCV 2006), for the mean of cells whose lattice is known.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.types import Floats

ABOUT = 0.44  # of the pitch: how much about a place must be symmetrical; not the next hollow
REACH = 0.34  # of the pitch: how far from the middle places are asked
# Of the pitch: so far from the middle of a hollow that is seen, places between hollows, which are
# symmetrical on any lined board too, are not the nearest.
NEAR = 0.15
# Correlation. What is mirrored in hollows, and their shade, had 0.69 about places beside their
# middles at the most, on 107 boards; about the true middles half of those boards have more.
PLAIN = 0.75
# Of what another place has: places that have less are not the middle of what is seen; and those
# that have that much are not worth leaving, since shade may draw the middle aside by a little.
HARDLY, NEARLY = 0.5, 0.75
CLOSE = 0.06  # of the pitch: places compared may lie so far from where they are told


@dataclass(frozen=True, slots=True, eq=False)
class Symmetry:
    """How symmetrical the mean cell is about places in it.

    Attributes:
        values: (k, k) correlation -1..1 of what is seen with itself turned by half a circle,
            about places `step` apart, x along the columns; the cell's middle is the middle one.
        step: over the pitch.
    """

    values: Floats
    step: float

    @property
    def plain(self) -> bool:
        """Whether there is a place near that all is symmetrical about."""
        return self._nearest()[0] >= PLAIN

    @property
    def offset(self) -> Floats:
        """x, y over the pitch, from the cell's middle to where it is if that is plainly beside."""
        best, offset = self._nearest()
        middle = len(self.values) // 2
        stays = best < PLAIN or self.values[middle, middle] > NEARLY * best
        return np.zeros(2) if stays else offset

    @property
    def best_place(self) -> Floats:
        """x, y over the pitch, from the cell's middle to the best place near, however good."""
        return self._nearest()[1]

    @property
    def beside(self) -> bool:
        """Whether there is such a place farther off, and hardly any near."""
        elsewhere = float(self.values[self._away() > NEAR].max())
        return elsewhere >= PLAIN and self._nearest()[0] < HARDLY * elsewhere

    def rules_out(self, place: Floats) -> bool:
        """Whether all is symmetrical about a place near, and hardly about x, y over the pitch."""
        return self.plain and self.about(place, 1.0) < HARDLY * self._nearest()[0]

    def about(self, place: Floats, unknown: float = 0.0) -> float:
        """How symmetrical it is about x, y over the pitch; `unknown` where that is not asked."""
        close = self._away(place) <= CLOSE
        return float(self.values[close].max()) if close.any() else unknown

    def _nearest(self) -> tuple[float, Floats]:
        """What the best place near has, and x, y over the pitch from the cell's middle to it."""
        within = np.where(self._away() <= NEAR, self.values, -1)
        row, column = np.unravel_index(int(within.argmax()), within.shape)
        steps = np.array([column, row]) - len(self.values) // 2
        return float(within[row, column]), steps * self.step

    def _away(self, place: Floats | tuple[float, float] = (0.0, 0.0)) -> Floats:
        """(k, k) pitches from x, y over the pitch."""
        steps = (np.arange(len(self.values)) - len(self.values) // 2) * self.step
        away: Floats = np.hypot(steps[None] - place[0], steps[:, None] - place[1])
        return away


def symmetry_of(tensors: np.ndarray, side: int) -> Symmetry:
    """How symmetrical the mean of some cells is about each place near its middle.

    Args:
        tensors: (n, 2 * side, 2 * side, 3) normalised structure tensors (xx, xy, yy) of n
            cells, each two pitches wide about its middle.
        side: pixels a pitch.
    """
    mean = tensors.mean(axis=0)
    strength = np.sqrt(np.maximum(mean[..., 0] + mean[..., 2], 0))[..., None]
    # What is mirrored in a hollow is far stronger than its rim, and no more of a hollow.
    even = mean / (strength + max(float(np.median(strength)), 1e-9))
    reach, half = round(REACH * side), round(ABOUT * side)
    values = np.zeros((4 * reach + 1, 4 * reach + 1))
    # About pixels' borders areas are even, about their middles odd.
    low, high = side - half - reach, side + half + reach
    for y in (0, 1):
        for x in (0, 1):
            area = even[low + y : high - y, low + x : high - x]
            values[y::2, x::2] = _about_middles(area, 2 * half - y, 2 * half - x)
    return Symmetry(values, 0.5 / side)


def _about_middles(area: np.ndarray, height: int, width: int) -> Floats:
    """(k, l) correlations of parts so high and wide of an area with themselves turned by half."""
    y, x = (np.arange(size) - (size - 1) / 2 for size in (height, width))
    disc = np.hypot(y[:, None], x) < max(height, width) / 2
    parts = sliding_window_view(area, disc.shape, axis=(0, 1))[..., disc]
    level = parts - parts.mean(axis=-1, keepdims=True)
    # A disc's pixels are told row by row: turned by half a circle they are told backwards.
    turned = np.einsum("yxcp,yxcp->yx", level, level[..., ::-1])
    own = np.einsum("yxcp,yxcp->yx", level, level)
    correlation: Floats = np.where(own > 1e-12, turned / np.maximum(own, 1e-12), 0.0)
    return correlation
