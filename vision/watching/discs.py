"""Means over the hollows' discs, which tell what no single point of them does."""

from __future__ import annotations

from collections import deque

import numpy as np

from vision.camera.sampling import FLOOR, median
from vision.types import Floats
from vision.watching.unrest import Unrest

# Where it is dark, a black marble differs from its hollow by less than any point's noise. Its
# disc's mean, from the board's own change, tells all the same: so many of its noise's deviations,
# and no less than mains flicker does in bands (of the light) and rounding (grey levels).
DISC_SIGMAS, FLICKER, ROUNDING = 6.0, 0.06, 1.0
WILDEST = 15.0  # grey levels: a disc at rest wavers by no more
LOWER_HALF = 0.325  # mean size of the lower half of normal deviates


class Discs:
    """Means over what marbles hide in the hollows, less noisy than any point.

    Args:
        points: (n, m) numbers of the points in each hollow's disc.
    """

    def __init__(self, points: np.ndarray) -> None:
        self._points = np.ascontiguousarray(points.T)  # summed several times as fast
        self._means: Floats | None = None
        self._sigmas: deque[float] = deque(maxlen=12)
        self._unrest = Unrest(ROUNDING, WILDEST, 0.25, (len(points), 3))

    def _of(self, seen: np.ndarray) -> Floats:
        """(n, 3) means of points (p, 3) int16."""
        sums = np.add.reduce(seen.take(self._points, axis=0), dtype=np.int16)
        means: Floats = sums * np.float32(1 / len(self._points))
        return means

    def mostly(self, which: np.ndarray) -> np.ndarray:
        """(n,) bool, of which discs half of the points or more are among those, (p,) bool."""
        most: np.ndarray = which.take(self._points).mean(axis=0) >= 0.5
        return most

    def listen(self, seen: np.ndarray) -> None:
        """See the points (p, 3) of the next picture, and how noisy the means are."""
        means = self._of(seen)
        if self._means is not None:
            # Light comes in photons: its noise grows as its square root.
            steps = np.abs(_apart(means, self._means)) / np.sqrt(means + FLOOR)
            half, steps = steps.size // 2, np.sort(steps, axis=None)
            self._sigmas.append(float(np.add.reduce(steps[:half]) / half) / LOWER_HALF)
        self._means = means

    def changed(self, reference: np.ndarray) -> np.ndarray:
        """(n,) bool: which of the last picture's means are another than those of points (p, 3)."""
        assert self._means is not None
        light = self._means + FLOOR
        noise = ROUNDING + DISC_SIGMAS * min(self._sigmas) * np.sqrt(light)
        most = np.maximum(np.maximum(FLICKER * light, noise), self._unrest.limits)
        away = np.abs(_apart(self._means, self._of(reference)))
        self._unrest.see(away)
        changed: np.ndarray = np.logical_or.reduce(away > most, axis=1)
        return changed


def _apart(means: Floats, before: Floats) -> Floats:
    """(n, 3) grey levels by which means (n, 3) changed more or less than the light of the board."""
    light = median((means.T + FLOOR) / (before.T + FLOOR))
    apart: Floats = means + FLOOR - (before + FLOOR) * light
    return apart
