"""Bare hollows that a hard shadow crosses: some of it as ever, and the rest darker, no more.

A neighbour's shadow comes from the lamp's side, where the dent is dark anyway, so that what is
left of it shows as well as before. Whatever else comes to lie there changes all that it hides.
"""

from __future__ import annotations

import numpy as np

from vision.camera.columns import mean_of
from vision.reading.outline import shadow_tint
from vision.types import Floats

# Of the core: so much of it at least is as ever, and so much may be neither that nor in shadow:
# the shadow's border, and the bright lines that glass throws there. And so much is in the dark.
AS_EVER, NEITHER, DARK = 0.35, 0.1, 0.1
UNMEASURED = 99.0  # of the logarithm


def crossing(core: Floats, lamp: Floats) -> Floats:
    """(n, 3) log: what is `AS_EVER` changed; all but `NEITHER` is off a shadow; `DARK` is lighter.

    Args:
        core: (3, n, m) change of the hollows' cores, log.
        lamp: (3,) change of the light on most of the board.
    """
    change = core - lamp[:, None, None]
    level = (change[0] + change[1] + change[2]) * np.float32(1 / 3)
    tint = np.maximum.reduce(np.abs(change - level))
    other = np.maximum(level, tint - shadow_tint(level))
    size = mean_of(np.abs(change, out=change))
    ends = [
        np.sort(values, axis=1)[:, int(share * values.shape[1])]
        for values, share in ((size, AS_EVER), (other, 1 - NEITHER), (level, DARK))
    ]
    return np.stack(ends, axis=1).astype(float)
