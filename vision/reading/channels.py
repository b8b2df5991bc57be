"""Channels that are too dark to tell anything: a candle, a warm bulb leave wood next to no blue.

Grey levels are about as noisy in every channel, so logarithms are the noisier the darker it
is: by candlelight all that is told of blue is noise, rounding and what the camera cut off.
Such a channel counts for as much as it tells, and is filled up with what the others show.
What changes all channels alike, as light does, still does so.
"""

from __future__ import annotations

import numpy as np

from vision.camera.sampling import median
from vision.types import Floats

DARK = 0.5  # of the level of the channel in the middle: one so dark tells less than it does


class Channels:
    """The channels of one board, in its light.

    Args:
        bare: (3, n) logs of the bare wood, as `sampling.logs_of` makes them.
    """

    def __init__(self, bare: Floats) -> None:
        levels = np.exp(median(bare))
        told = np.minimum(levels / (DARK * np.sort(levels)[1]), 1)
        self.plain = bool((told == 1).all())
        """Whether all of them tell enough, and so nothing is done."""
        # Means of what is about equally noisy in levels are best weighted by those, squared.
        weights = levels**2 / (levels**2).sum()
        mixing = np.diag(told) + np.outer(1 - told, weights)
        self.mixing: Floats = mixing.astype(np.float32)
        """(3, 3) what is told of each channel in shares of those that are seen; rows sum to 1."""

    def __call__(self, logs: Floats) -> Floats:
        """Logs, or changes of logs, (3, ...) with the dark channels filled up."""
        if self.plain:
            return logs
        mixed: Floats = (self.mixing @ logs.reshape(3, -1)).reshape(logs.shape)
        return mixed
