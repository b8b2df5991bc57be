"""How much of what changes on bare wood is the camera's noise."""

from __future__ import annotations

import numpy as np

from vision.types import Floats

QUARTER = 0.62  # of the median: the lower quartile of noise's mean size over the channels
LEAST = 0.004  # of the logarithm: what rounding and JPEG make of an even picture
# Of the quarter's: where so few of the hollows have less, most of them are hidden or in a shadow's
# border; on 119 boards without a hand they had more, but on six. What is heard is remembered where
# they have as much as on most such boards: else it would swell with a hand that comes in.
FEW, UNEVEN, EVEN = 0.05, 0.3, 0.4
LOUDER = 1.5  # so much a camera may have become since it was heard


class Noise:
    """Listens to the hollows of one board in one light."""

    def __init__(self) -> None:
        self._before = np.inf

    def __call__(self, spread: Floats) -> float:
        """The median hollow's, log units.

        Args:
            spread: (n, k) size of the unexplained change of the wood about every hollow, log.
        """
        ordered = np.sort(spread, axis=None)
        # Of the quieter half, since a hand may hide more than the other.
        few, quarter = (float(ordered[int(share * len(ordered))]) for share in (FEW, 0.25))
        noise = max(quarter / QUARTER, LEAST)
        if few > EVEN * quarter:
            self._before = noise
        if few > UNEVEN * quarter:
            return noise
        # An arm and its shadow may leave next to nothing in view: then it's as loud as it was.
        return min(noise, LOUDER * self._before)
