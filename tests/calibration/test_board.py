"""What is found in a picture is taken for a board only where a camera may see one so."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic_setups import PLAIN, bare, known

from calibration import board as board_module
from calibration.board import from_bare_board
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.refine import Board
from vision.types import REAL_QUEEN


def offered(monkeypatch, stretch, alike):
    """A board found there, its cells as alike, in a picture so many times too wide."""
    view = known(PLAIN).projection
    middle_px = (view.image_size[0] - 1) / 2
    wider = np.array([[stretch, 0, middle_px * (1 - stretch)], [0, 1, 0], [0, 0, 1]])
    there = replace(view, homography=wider @ view.homography)
    found = Board(there, np.full(49, alike), 0.1, 0.5, 0.18)
    monkeypatch.setattr(board_module, "find_board", lambda *_: found)
    monkeypatch.setattr(board_module, "standing", lambda *_: np.zeros(49, bool))


@pytest.mark.parametrize(("stretch", "alike"), [(1.0, 0.1), (1.5, 0.6), (1.0, 0.6)])
def test_a_board_by_its_lines_or_in_a_stretched_picture_is_one(monkeypatch, stretch, alike):
    offered(monkeypatch, stretch, alike)
    assert from_bare_board(bare(PLAIN).image_bgr, REAL_QUEEN).confidence >= 0.5


def test_lines_alone_that_no_usual_camera_sees_so_are_no_board(monkeypatch):
    """A wallpaper's checks, three wide and two high a hollow, were one."""
    offered(monkeypatch, 1.5, 0.1)
    with pytest.raises(BoardNotFoundError, match="only lines") as caught:
        from_bare_board(bare(PLAIN).image_bgr, REAL_QUEEN)
    assert caught.value.reason is NotFound.UNLIKE
