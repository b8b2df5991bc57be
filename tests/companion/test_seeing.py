"""What a reading tells about itself: where it is in doubt."""

import numpy as np

from companion.seeing import CERTAIN, doubtful
from vision.types import REAL_QUEEN, Reading


def reading(p):
    return Reading(REAL_QUEEN, p, np.zeros(49, np.bool_), True, False, 0, 0.0)


def test_hollows_that_are_not_certain_are_doubtful():
    p = np.tile([1.0, 0, 0, 0, 0], (49, 1))
    assert doubtful(reading(p)) == []
    p[3] = (0, CERTAIN, 0, 1 - CERTAIN, 0)
    p[24] = (CERTAIN - 0.01, 1.01 - CERTAIN, 0, 0, 0)
    p[48] = (0, 0.5, 0.5, 0, 0)
    assert doubtful(reading(p)) == ["d4", "g7"]
