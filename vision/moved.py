"""How far the light on the board moves all marbles' looks from one series towards the other.

In their trays, beside the board, marbles may stand in another light. One of them alone doesn't
tell; of many of two kinds, some of each, which lie between both series, it is plain.
"""

from __future__ import annotations

import numpy as np

from vision.series import MOVED, WITNESSES
from vision.types import Floats

REACH, STEPS = 3.0, 61  # of what is thought likely before any is seen; and steps over all of it


def moved_by(apart: Floats, squared: Floats) -> float:
    """Deviations towards the first series, as the marbles tell, each of either series as probably.

    The posterior mean (Bishop, "Pattern Recognition and Machine Learning", 9.2: a
    mixture of two Gaussians whose only unknown is a shift of both), on a grid.

    Args:
        apart: (n,) squared distances of both series, where each marble lies; (1,) for everywhere.
        squared: (n, 2) distances of marbles in full view from either.
    """
    far = np.sqrt(apart)[:, None]
    shift = np.linspace(-REACH, REACH, STEPS) * MOVED
    likely = -0.5 * (shift / MOVED) ** 2
    if len(squared) and far.all():
        least = np.maximum(squared.min(axis=1), 1)[:, None]
        # Where each lies on the way between both means, in deviations: plus and minus half of it.
        along = (squared[:, 1] - squared[:, 0])[:, None] / (2 * far) - shift
        first, second = (-WITNESSES * (along - k * far / 2) ** 2 / least for k in (1, -1))
        likely = likely + np.logaddexp(first, second).sum(axis=0)
    weight = np.exp(likely - likely.max())
    weight /= weight.sum()
    return float(weight @ shift)
