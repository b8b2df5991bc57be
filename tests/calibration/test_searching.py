"""A search that is left ends before whoever left it goes on."""

import threading

import pytest

from calibration.searching import Search


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
