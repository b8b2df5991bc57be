"""Where a row of a full tray begins.

A marble that was not made out leaves open at which end of the row it is missing, and the Queen,
who lies beside the row's last marble, may have been taken for one more.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.camera.projection import Projection
from vision.camera.sampling import log_image
from vision.trays.groove import ACROSS, FINE, IN_A_ROW, across, seen_at, smooth
from vision.types import Floats, ImageBGR

SLID: Final = 2
"""Places by which a row may have been found too far along: so many may go unseen."""

TAKEN: Final = 0.5
"""Share of changed pixels in a place that a marble lies in."""


class RowEnds:
    """Finds the ends of rows that were full in one picture.

    Args:
        start_bgr: the trays full.
        projection: of that picture.
    """

    def __init__(self, start_bgr: ImageBGR, projection: Projection) -> None:
        self._log, self._projection = log_image(start_bgr), projection

    def __call__(self, side: np.ndarray, start: Floats, step: Floats) -> Floats:
        """(2,) the row's first place, in board coordinates, slid to where marbles lie.

        Args:
            side: (H, W) bool, what has come on the tray's side.
            start: (2,) the first place of the row as it was found, (x, y) in pitches.
            step: (2,) from there to the next.
        """
        taken = self._taken(side, start, step)
        slid = _between_marbles(taken)
        whole = taken[SLID + slid - 1 : SLID + slid + IN_A_ROW + 1]
        if slid in (-SLID, SLID) or not (whole[0] or whole[-1]):
            return start + slid * step
        return start + (slid + self._like(start + slid * step, step, whole)) * step

    def _taken(self, side: np.ndarray, start: Floats, step: Floats) -> np.ndarray:
        """(IN_A_ROW + 2 SLID,) bool: the places, and those beyond, in which something has come."""
        k = np.arange(-SLID, IN_A_ROW + SLID)
        cells = 0.3 * np.stack(np.meshgrid([-1, -0.5, 0, 0.5, 1], [-1, -0.5, 0, 0.5, 1]), axis=-1)
        near = cells.reshape(-1, 2) @ np.stack([step, across(step)])
        pixels = np.rint(self._projection(start + k[:, None, None] * step + near)).astype(int)
        x, y = pixels[..., 0], pixels[..., 1]
        height, width = side.shape
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        come = side[y.clip(0, height - 1), x.clip(0, width - 1)] & inside
        taken: np.ndarray = come.mean(axis=1) > TAKEN
        return taken

    def _like(self, start: Floats, step: Floats, taken: np.ndarray) -> int:
        """By how many places the row lies farther along, its marbles looked at: -1, 0 or 1.

        What lies beyond one end, and is more like the row's marbles than what is taken for the
        last at the other end, is the row's, and that other is not.

        Args:
            start: (2,) the row's first place.
            step: (2,) from there to the next.
            taken: (IN_A_ROW + 2,) bool, whether something has come there, and beyond both ends.
        """
        along = (np.arange(FINE * (IN_A_ROW + 2)) + 0.5) / FINE - 1.5
        beside = np.linspace(-ACROSS, ACROSS, FINE // 2 + 1)
        places = start + along[:, None, None] * step + beside[:, None] * across(step)
        seen = smooth(seen_at(self._log, self._projection, places))
        marbles = seen.reshape(IN_A_ROW + 2, FINE, len(beside), 3)
        unlike = np.abs(marbles - np.median(marbles[2:-2], axis=0)).mean(axis=(1, 2, 3))
        # Nan, out of view, is never less than anything.
        if taken[0] and unlike[0] < unlike[-2]:
            return -1
        return 1 if taken[-1] and unlike[-1] < unlike[1] else 0


def _between_marbles(taken: np.ndarray) -> int:
    """By how many places a row goes on at one end, as far as it is missing at the other."""
    for slid in sorted(range(-SLID, SLID + 1), key=abs):
        row = taken[SLID + slid : SLID + slid + IN_A_ROW]
        if row[0] and row[-1]:
            return slid
    return 0
