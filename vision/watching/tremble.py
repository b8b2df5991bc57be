"""A camera that trembles: what a shake by two pixels changes is no change on the board."""

from __future__ import annotations

import numpy as np

from vision.types import ImageBGR

# So many more pictures that showed changes than such as showed none, of the last ones: a scene in
# which nothing trembles, nor moves for long, is looked at as closely as ever.
RESTLESS, MOST = 8, 24


class Restless:
    """Whether changes have come in picture after picture, so that something may keep on."""

    def __init__(self) -> None:
        self._restless = 0

    def seen(self, changed: bool) -> None:
        """Whether the last picture showed a change, whatever it be by."""
        self._restless = min(max(self._restless + (1 if changed else -1), 0), MOST)

    @property
    def perhaps(self) -> bool:
        """Whether there have been so many changes that it may be so."""
        return self._restless >= RESTLESS


class Tremble(Restless):
    """What may differ at points of the picture because all of it shakes by up to two pixels.

    A point then shows what lay beside it: it changes by no more than it differs from its
    neighbours.

    Args:
        pixels: (p, 2) int, x and y of the points.
        size: width and height of the picture.
    """

    def __init__(self, pixels: np.ndarray, size: tuple[int, int]) -> None:
        super().__init__()
        width, height = size
        x = np.clip(pixels[:, 0], 2, width - 3)
        y = np.clip(pixels[:, 1], 2, height - 3)
        self._at = y * width + x
        steps = np.array([-2, -1, 1, 2, -2 * width, -width, width, 2 * width])
        self._beside = (self._at + steps[:, None]).ravel()

    def explains(self, image_bgr: ImageBGR, away: np.ndarray) -> np.ndarray:
        """(p, 3) bool, where neighbours differ by as much as the point itself has changed.

        Args:
            image_bgr: the picture.
            away: (p, 3) uint8, by how much the points have changed.
        """
        flat = image_bgr.reshape(-1, 3)
        here = flat.take(self._at, axis=0).astype(np.int16)
        beside = flat.take(self._beside, axis=0).reshape(-1, len(self._at), 3)
        steep = np.abs(beside - here).max(axis=0)
        explained: np.ndarray = away <= steep
        return explained
