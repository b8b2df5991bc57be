"""What all hollows of a board have in common: the median of their cells.

It removes grain, reflections and marbles.
"""

from __future__ import annotations

import numpy as np

from vision.arrays.ranked import median_along
from vision.types import Floats

VISIBLE = 0.04  # of the brightness: a difference that an eye just sees across a smooth border
# In chequers two halves of the cells differ by so many times what those of one half do: on twelve
# chequered boards 3.4 to 11 times, on 160 others 2.9 at most where one half was as large as the
# other. Of such as are none, the mean of both halves' medians is hardly another.
CHEQUERED, HALF = 3.2, 0.4
EVERY = 4  # pixels each way: enough to tell squares by


def visible(noise: float) -> float:
    """What tells from the wood in a median cell of that noise, log."""
    return max(VISIBLE, 3 * noise)


def common(cells: np.ndarray) -> tuple[Floats, Floats, float]:
    """The median cell, how far cells differ from it there, and its noise.

    Args:
        cells: (n, 2 * side, 2 * side) log brightness of n cells, each two pitches wide about its
            middle.

    Returns:
        (2 * side, 2 * side) log, without the light of the wood; likewise; log.
    """
    flat: np.ndarray = cells - np.median(cells, axis=(1, 2), keepdims=True)
    halves = _squares(flat)
    medians = np.stack([median_along(flat[half]) for half in halves])
    for half, median in zip(halves, medians, strict=True):
        flat[half] -= median
    spread = median_along(np.abs(flat))
    # 1.48 makes a deviation of it, 1.25 is the median's own loss over the mean's.
    noise = float(np.median(spread)) * 1.48 * 1.25 / np.sqrt(len(cells))
    # Where one half's squares are light the other's are dark, about the hollow as well.
    return medians.mean(axis=0), spread, noise


def median_of(cells: np.ndarray) -> tuple[Floats, float]:
    """The median cell, and its noise, see `common`."""
    median, _, noise = common(cells)
    return median, noise


def _squares(flat: np.ndarray) -> list[np.ndarray | slice]:
    """Which cells have squares of either colour, (n,) bool each; all of them if there are none."""
    every: list[np.ndarray | slice] = [slice(None)]
    few = flat[:, EVERY // 2 :: EVERY, EVERY // 2 :: EVERY].reshape(len(flat), -1)
    few = few - few.mean(axis=0)
    light = np.linalg.eigh(few @ few.T)[1][:, -1] > 0
    if min(light.sum(), (~light).sum()) < max(HALF * len(flat), 1):
        return every
    one, other = (np.median(few[half], axis=0) for half in (light, ~light))
    alike = np.median(np.abs(few - np.where(light[:, None], one, other)))
    return [light, ~light] if np.median(np.abs(one - other)) > CHEQUERED * alike else every
