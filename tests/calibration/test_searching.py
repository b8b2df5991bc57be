"""A search that is left ends before whoever left it goes on."""

import gc
import threading
from contextlib import suppress

import numpy as np
import pytest

from calibration.board import from_bare_board
from calibration.occupied import from_occupied_board
from calibration.searching import Search
from vision.errors import BoardNotFoundError
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN


def test_whoever_leaves_a_search_waits_for_its_end():
    """A thread that is still in OpenCV when the process ends is its end by force."""
    going_on = threading.Event()

    def find():
        going_on.wait(0.2)
        return "a board"

    search = Search(find)
    search.leave()
    assert search.done
    assert search.board() == "a board"


def test_why_nothing_was_found_is_told_to_whoever_asks():
    def find():
        raise ValueError("no board")

    search = Search(find)
    with pytest.raises(ValueError, match="no board"):
        search.board()
    assert search.done


def scenes():
    return sum(isinstance(each, Scene) for each in gc.get_objects())


@pytest.fixture
def uncollected():
    """What keeps itself, in a ring, stays."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


BARE_TABLE = np.full((240, 400, 3), 120, np.uint8)


def test_what_was_looked_at_is_not_kept_once_no_board_was_found(uncollected):
    """Until the table is cleared it happens again and again, on a small computer."""
    before = scenes()
    search = Search(lambda: from_bare_board(BARE_TABLE, REAL_QUEEN))
    with pytest.raises(BoardNotFoundError):
        search.board()
    del search
    assert scenes() == before


@pytest.mark.parametrize("look", [from_bare_board, from_occupied_board])
def test_nothing_that_was_looked_at_keeps_itself(look, uncollected):
    before = scenes()
    with suppress(BoardNotFoundError):
        look(BARE_TABLE, REAL_QUEEN)
    assert scenes() == before
