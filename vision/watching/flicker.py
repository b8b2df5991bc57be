"""Lamps that flicker with the mains: rolling shutters show it as bands, other ones in each picture.

Rows of a picture share their light then, and columns do not: what all of a row has gained or
lost is no change on the board.
"""

from __future__ import annotations

import numpy as np

from vision.watching.tremble import Restless

BANDS = 32  # parts of the board, from top to bottom of the picture: ten for each of three waves
# Added before the logarithm: as little as rounding permits, or what is bright would seem to gain
# more than what is dark.
FLOOR = 1.0
LOG = np.log(np.arange(256, dtype=np.float32) + np.float32(FLOOR))  # by grey level
LAMP = 0.25  # of the logarithm: by so much most of the board changes where a lamp was switched


class Flicker(Restless):
    """What the light of each row does.

    Args:
        rows_px: (p,) y of the points in the picture.
    """

    def __init__(self, rows_px: np.ndarray) -> None:
        super().__init__()
        each = len(rows_px) // BANDS
        self._order = np.argsort(rows_px, kind="stable")[: each * BANDS]
        middles = rows_px[self._order].reshape(BANDS, each).mean(axis=1)
        # Between the middles of bands light changes evenly, and as evenly beyond the outer ones.
        self._above = np.clip(np.searchsorted(middles, rows_px) - 1, 0, BANDS - 2)
        high = np.maximum(np.diff(middles), 1)
        below = (rows_px - middles[self._above]) / high[self._above]
        self._below = below.astype(np.float32)[:, None]

    def evened(self, seen: np.ndarray, usual: np.ndarray) -> np.ndarray:
        """(p, 3) int16, what is seen in the light of what is usual; itself if a lamp was switched.

        Args:
            seen: (p, 3) int16.
            usual: (p, 3) int16.
        """
        change = (LOG.take(usual) - LOG.take(seen)).take(self._order, axis=0)
        ordered = np.sort(change.reshape(BANDS, -1, 3), axis=1)
        # Levels are whole numbers: in the dark their median would jump, a mean about it does not.
        aside = ordered.shape[1] * 3 // 8
        bands = ordered[:, aside:-aside].mean(axis=1)
        if np.abs(np.median(bands, axis=0)).max() > LAMP:
            return seen
        above, below = bands.take(self._above, axis=0), bands.take(self._above + 1, axis=0)
        gain = np.exp(above + self._below * (below - above))
        evened = np.clip(np.rint((seen + np.float32(FLOOR)) * gain - FLOOR), 0, 255)
        whole: np.ndarray = evened.astype(np.int16)
        return whole
