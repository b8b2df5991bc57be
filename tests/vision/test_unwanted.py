"""A search that was left ends at once, wherever it is."""

import numpy as np
import pytest

from vision.finding.find_board import find_board
from vision.finding.unwanted import UnwantedError, check_wanted, unless_left
from vision.types import REAL_QUEEN


def test_a_search_that_was_left_is_no_answer():
    noise = np.random.default_rng(1).integers(0, 256, (360, 640, 3), dtype=np.uint8)
    asked = []
    with pytest.raises(UnwantedError), unless_left(lambda: asked.append(1) or len(asked) > 2):
        find_board(noise, REAL_QUEEN)
    assert len(asked) == 3
    check_wanted()
