"""Shadows that marbles cast: the same beside each of them, so that none is taken for a hand.

A low sun's shadows are as dark as a hand and reach from marble to marble and over the
board's edge. But they all lie the same way from their marbles and are as long: what has
changed at some place beside most marbles is their shadow, and no hand is everywhere. Marbles
under a suspected hand don't tell: what is beside them may be the hand.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import Floats

REACH = 1.6  # pitches: a marble's shadow under a sun 20 degrees high
MOST_MARBLES = 0.75  # of them, that have a shadow there
FEWEST = 4  # marbles that tell
WIDER = np.ones((3, 3), np.uint8)
LARGEST = 1.0  # square pitches: more than that beside every marble is not a shadow of its own


class CastShadows:
    """Finds them in the small picture that hands are looked for in.

    Args:
        nodes_px: (n, 2) x, y of the hollows in it.
        size: width, height of it.
        side: its pixels a pitch.
        ratio: of large to small marbles, and of their shadows.
    """

    def __init__(self, nodes_px: Floats, size: tuple[int, int], side: int, ratio: float) -> None:
        reach = round(REACH * side)
        width, height = size
        self._reach, self._largest = reach, LARGEST * side**2
        self._shape = height, width
        # In the picture with a border all round these are corners of windows about the hollows.
        corners = np.rint(nodes_px).astype(int).tolist()
        side_px = 2 * reach + 1
        self._windows = [(slice(y, y + side_px), slice(x, x + side_px)) for x, y in corners]
        self._inside = slice(reach, reach + height), slice(reach, reach + width)
        # Where the small marble's shadow has what a place beside the large one has.
        places = np.rint((np.arange(2 * reach + 1) - reach) / ratio).astype(int) + reach
        self._scaled = np.ix_(places, places)

    def __call__(
        self,
        changed: np.ndarray,
        small: np.ndarray,
        large: np.ndarray,
        hidden: np.ndarray,
        telling: np.ndarray,
    ) -> np.ndarray:
        """(H, W) bool: where marbles cast shadows; nowhere where that can't be told.

        Args:
            changed: (H, W) bool, what has changed.
            small: (n,) bool, hollows in which small marbles lie.
            large: (n,) bool, the same of large ones.
            hidden: (H, W) bool, where marbles or a hand lie: that has changed whatever is cast.
            telling: (n,) bool, which of the small ones tell.
        """
        telling = small & telling
        if (count := np.count_nonzero(telling)) < FEWEST:
            return np.zeros(self._shape, bool)
        there = self._count(~hidden, telling)
        cast = self._count(changed & ~hidden, telling) > MOST_MARBLES * there
        # In a crowd few marbles have nothing beside them, and those few may be beside the hand.
        cast &= there >= max(FEWEST, count // 2)
        if not 0 < np.count_nonzero(cast) < self._largest:
            return np.zeros(self._shape, bool)
        # A pixel more: their borders are soft, and hollows lie between pixels.
        cast = cv2.dilate(cast.view(np.uint8), WIDER) > 0
        shadows = self._bordered(np.zeros(self._shape, bool))
        for which, shadow in ((small, cast), (large, cast[self._scaled])):
            for window in self._about(which):
                shadows[window] |= shadow
        return shadows[self._inside]

    def _count(self, mask: np.ndarray, which: np.ndarray) -> np.ndarray:
        """(h, w) uint8: about how many of those hollows (n,) bool the mask (H, W) has a place."""
        bordered = self._bordered(mask).view(np.uint8)
        counts: np.ndarray = np.zeros((2 * self._reach + 1,) * 2, np.uint8)
        for window in self._about(which):
            counts += bordered[window]
        return counts

    def _bordered(self, mask: np.ndarray) -> np.ndarray:
        """The mask (H, W) bool with a border all round that is not of it."""
        height, width = self._shape
        bordered = np.zeros((height + 2 * self._reach, width + 2 * self._reach), bool)
        bordered[self._inside] = mask
        return bordered

    def _about(self, which: np.ndarray) -> list[tuple[slice, slice]]:
        """Windows of the picture with its border, about each of those hollows (n,) bool."""
        return [self._windows[k] for k in np.flatnonzero(which)]
