"""What points usually show: they follow what is seen slowly, or dusk would look like a hand."""

from __future__ import annotations

import cv2
import numpy as np

EIGHTH = 3  # bits: by which a part of what is seen is followed in each picture


class Usual:
    """What each point usually shows.

    Args:
        seen: (p, 3) int16, of the first picture.

    Attributes:
        values: (p, 3) int16, grey levels.
    """

    def __init__(self, seen: np.ndarray) -> None:
        self.renew(seen)

    def renew(self, seen: np.ndarray) -> None:
        """All of it is as seen (p, 3) from now on."""
        self.values, self._eighths = seen.copy(), seen << EIGHTH

    def follow(self, seen: np.ndarray) -> None:
        """Come nearer to what is seen (p, 3), by an eighth: rounded, it would stay below."""
        self._eighths += seen - self.values
        self.values = self._eighths + (1 << EIGHTH - 1) >> EIGHTH

    def renew_at(self, which: np.ndarray, seen: np.ndarray) -> None:
        """Those points (p,) bool are as seen (p, 3) from now on."""
        mask = which[None].view(np.uint8)
        cv2.copyTo(seen[None], mask, self.values[None])
        cv2.copyTo((seen << EIGHTH)[None], mask, self._eighths[None])
