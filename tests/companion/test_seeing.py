"""What a reading tells about itself: where it is in doubt, which series is which."""

import numpy as np
import pytest

from companion.seeing import CERTAIN, doubtful, is_exchanged
from vision.types import REAL_QUEEN, Reading

NONE = "." * 49


def reading(p):
    return Reading(REAL_QUEEN, p, np.zeros(49, np.bool_), True, False, 0, 0.0)


def test_hollows_that_are_not_certain_are_doubtful():
    p = np.tile([1.0, 0, 0, 0, 0], (49, 1))
    assert doubtful(reading(p)) == []
    p[3] = (0, CERTAIN, 0, 1 - CERTAIN, 0)
    p[24] = (CERTAIN - 0.01, 1.01 - CERTAIN, 0, 0, 0)
    p[48] = (0, 0.5, 0.5, 0, 0)
    assert doubtful(reading(p)) == ["d4", "g7"]


@pytest.mark.parametrize(
    ("seen", "board", "exchanged"),
    [
        (NONE, NONE, None),
        (NONE, "wwb" + NONE[3:], None),
        ("wwb" + NONE[3:], "wwb" + NONE[3:], False),
        ("bbw" + NONE[3:], "wwb" + NONE[3:], True),
        ("bBw" + NONE[3:], "wWb" + NONE[3:], True),
        # A marble more, or another size, is no reason.
        ("wWbb" + NONE[4:], "wwb" + NONE[3:], False),
        # Half of each tells nothing, and neither does one of four.
        ("wbb" + NONE[3:-1] + "b", "wwb" + NONE[3:-1] + "w", None),
        ("b" + NONE[1:], "wwbb" + NONE[4:], None),
    ],
    ids=["bare", "not laid", "as it is", "other", "Queens", "one more", "half", "too few"],
)
def test_series_that_the_eyes_exchanged_are_known_by_the_game(seen, board, exchanged):
    assert is_exchanged(seen, board) is exchanged
