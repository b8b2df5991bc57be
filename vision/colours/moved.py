"""How far the light on the board moves all marbles' looks from one series towards the other.

In their trays, beside the board, marbles may stand in another light. One of them alone doesn't
tell; of many of two kinds, some of each, which lie between both series, it is plain.
"""

from __future__ import annotations

import numpy as np

from vision.colours.series import MOVED, WITNESSES
from vision.types import Floats

REACH, STEPS = 3.0, 61  # of what is thought likely before any is seen; and steps over all of it
_SHIFTS = np.linspace(-REACH, REACH, STEPS) * MOVED
_BEFORE = -0.5 * (_SHIFTS / MOVED) ** 2


def moved_by(apart: Floats, squared: Floats) -> Floats:
    """(...) deviations towards the first series, as marbles tell, each of either as probably.

    The posterior mean (Bishop, "Pattern Recognition and Machine Learning", 9.2: a
    mixture of two Gaussians whose only unknown is a shift of both), on a grid.

    Args:
        apart: (..., n) squared distances of both series, where each marble lies; (..., 1) for
            everywhere.
        squared: (..., n, 2) distances of marbles in full view from either.
    """
    # Series that are the same tell nothing.
    told = np.logical_and.reduce(apart > 0, axis=-1)[..., None]
    far = np.sqrt(np.where(apart > 0, apart, 1))[..., None]
    first, second = squared[..., 0], squared[..., 1]
    least = np.maximum(np.minimum(first, second), 1)[..., None]
    # Where each lies on the way between both means, in deviations: plus and minus half of it.
    along = (second - first)[..., None] / (2 * far) - _SHIFTS
    either = (-WITNESSES * (along - k * far / 2) ** 2 / least for k in (1, -1))
    likely = _BEFORE + told * np.add.reduce(np.logaddexp(*either), axis=-2)
    weight = np.exp(likely - np.maximum.reduce(likely, axis=-1, keepdims=True))
    weight /= np.add.reduce(weight, axis=-1, keepdims=True)
    by: Floats = weight @ _SHIFTS
    return by
