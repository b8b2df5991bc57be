"""A lamp over the board lights each hollow from another side: they are told by their places."""

import numpy as np
import pytest
from synthetic_games import pegs, photographed
from synthetic_setups import nodes_of, recorded

from vision.dents.turning import typical_there
from vision.errors import BoardNotFoundError, NotFound
from vision.finding import find_board as finding
from vision.finding.find_board import find_board
from vision.types import REAL_QUEEN

OURS = ("ooooooo",) * 7
LAMPS = {"over the board": (5, 3, 1.5), "low over it": (4.5, 2, 1)}


def places(image):
    return find_board(image, REAL_QUEEN).projection(nodes_of(REAL_QUEEN))


@pytest.mark.parametrize("lamp", LAMPS.values(), ids=LAMPS)
def test_a_board_under_a_near_lamp_is_found(lamp):
    under_it = places(photographed(pegs(OURS, lamp=lamp)))
    far_from_it = places(photographed(pegs(OURS)))
    pitch = np.linalg.norm(far_from_it[24] - far_from_it[25])
    assert np.linalg.norm(under_it - far_from_it, axis=1).max() < 0.1 * pitch


def test_and_by_nothing_else(monkeypatch):
    def refuse(*_):
        raise BoardNotFoundError("not asked", NotFound.UNLIKE)

    monkeypatch.setattr(finding, "_in_turning_light", refuse)
    with pytest.raises(BoardNotFoundError):
        places(photographed(pegs(OURS, lamp=LAMPS["low over it"])))


def test_a_board_that_lacks_a_row_is_not():
    lacking = ("       ", *OURS[1:])
    with pytest.raises(BoardNotFoundError):
        places(photographed(pegs(lacking, lamp=LAMPS["low over it"])))


def test_nor_one_that_is_cut_off():
    """Its hollows are alike as planes, too; but a line of them is missing."""
    r = recorded("s004")
    hollows = r.hollows_px.reshape(7, 7, 2)
    cut = int((hollows[0, :, 1].min() + hollows[1, :, 1].max()) / 2)
    with pytest.raises(BoardNotFoundError):
        places(np.ascontiguousarray(r.images[0][:cut]))


def test_what_changes_evenly_is_foretold_and_what_does_not_is_left_out():
    rng = np.random.default_rng(1)
    still, right, down = rng.normal(0, 1, (3, 5, 5, 1))
    y, x = np.mgrid[-1:8, -1:8][..., None, None, None]
    cells = still + right * x + down * y
    seen = cells.copy()
    seen[3, 4] += 9
    seen[5, 2] -= 7
    around = np.clip(np.arange(9), 1, 7)
    # Beyond the board it is as at its edge.
    assert np.abs(typical_there(seen) - cells[around][:, around]).max() < 0.3
