"""Boards of other games are not taken for ours, bare or with a game under way."""

import numpy as np
import pytest
from synthetic_games import chess, pegs, photographed
from synthetic_setups import recorded

from calibration.board import from_bare_board
from calibration.occupied import from_occupied_board
from vision.camera.projection import fit_projection
from vision.errors import BoardNotFoundError
from vision.finding.other_boards import EXCHANGED, another_game, chequered
from vision.finding.refine import cells_about
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN, BoardSpec

OURS = ("ooooooo",) * 7
ENGLISH = ("  ooo  ", "  ooo  ", *("ooooooo",) * 3, "  ooo  ", "  ooo  ")
FRENCH = ("  ooo  ", " ooooo ", *("ooooooo",) * 3, " ooooo ", "  ooo  ")
NINE = ("ooooooooo",) * 9
CHESS = {
    "black and white": ((250, 250, 250), (10, 10, 10)),
    "maple and walnut": ((235, 220, 190), (120, 80, 60)),
    "paper": ((210, 190, 150), (50, 110, 60)),
}


def cells_of(image_bgr, hollows_px):
    scene = Scene.of(image_bgr)
    nodes = np.array([(c, r) for r in range(7) for c in range(7)], float)
    size = (image_bgr.shape[1], image_bgr.shape[0])
    there = fit_projection(nodes, hollows_px, size).projection
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    return cells_about(scene.log, there.scaled(scene.factor, size), REAL_QUEEN)[..., 0]


def test_ours_is_found():
    """That what the others are drawn with can be found at all."""
    image = photographed(pegs(OURS))
    assert from_bare_board(image, REAL_QUEEN).confidence > 0.9
    assert from_occupied_board(image, REAL_QUEEN).confidence > 0.9


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "turned"), [("black and white", (5, 45)), ("paper", (15, 10))])
def test_a_chess_board(name, turned):
    with pytest.raises(BoardNotFoundError):
        from_bare_board(photographed(chess(*CHESS[name]), *turned, far=2.9), REAL_QUEEN)


def test_an_empty_chess_board_is_not_joined():
    image = photographed(chess(*CHESS["maple and walnut"]), 5, 45, far=3.9)
    with pytest.raises(BoardNotFoundError):
        from_occupied_board(image, REAL_QUEEN)


@pytest.mark.parametrize(
    ("find", "rows", "turned"),
    [(from_bare_board, ENGLISH, (15, 10)), (from_occupied_board, FRENCH, (30, 40))],
    ids=["english", "french, joined"],
)
def test_a_board_of_peg_solitaire(find, rows, turned):
    image = photographed(pegs(rows), *turned)
    with pytest.raises(BoardNotFoundError):
        find(image, REAL_QUEEN)


@pytest.mark.few(1)
@pytest.mark.parametrize("lines", [False, True], ids=["hollows", "lines"])
def test_part_of_a_larger_board(lines):
    rows = ("         ",) * 9 if lines else NINE
    with pytest.raises(BoardNotFoundError):
        from_bare_board(photographed(pegs(rows, lines), 30, 40), REAL_QUEEN)


@pytest.mark.parametrize("name", ["s001", "s004", "s012", "s013", "s015"])
def test_recorded_boards_are_ours(name):
    board = recorded(name)
    assert not another_game(cells_of(board.images[0], board.hollows_px), REAL_QUEEN)


def crossings(rng, dents=0.0):
    """(49, 64, 64): corners of squares, with or without a hollow in each."""
    y, x = (np.mgrid[:64, :64] + 0.5) / 32 - 1
    corner = np.sign(x * y) * 0.4
    hollow = (np.hypot(x, y) < 0.22) * (x - 0.5 * y)
    second = (np.add.outer(np.arange(7), np.arange(7)) % 2).ravel() * 2 - 1
    cells = second[:, None, None] * corner * (1 - dents) + dents * 4 * hollow
    return cells + rng.normal(0, 0.02, (49, 64, 64))


def test_light_and_dark_are_exchanged_on_a_chess_board_alone():
    rng = np.random.default_rng(3)
    assert chequered(crossings(rng), REAL_QUEEN) < EXCHANGED
    assert chequered(crossings(rng, 0.8), REAL_QUEEN) > 0
    assert abs(chequered(rng.normal(0, 1, (49, 64, 64)), REAL_QUEEN)) < 0.3


def hollows(rng, without=(), dark=()):
    y, x = (np.mgrid[:64, :64] + 0.5) / 32 - 1
    cells = np.repeat(((np.hypot(x, y) < 0.22) * (2 * x - y))[None], 49, axis=0)
    cells[list(without)] = 0
    cells[list(dark)] -= 0.6
    return cells + rng.normal(0, 0.02, cells.shape)


def test_hollows_are_missing_or_lie_in_a_shadow():
    rng = np.random.default_rng(4)
    two_rows = tuple(range(14))
    assert not another_game(hollows(rng), REAL_QUEEN)
    assert another_game(hollows(rng, two_rows), REAL_QUEEN)
    # A hard shadow takes their shading as well, and light.
    assert not another_game(hollows(rng, two_rows, two_rows), REAL_QUEEN)
    corners = (0, 6, 42, 48)
    assert another_game(hollows(rng, corners, corners), REAL_QUEEN)
    assert not another_game(hollows(rng, corners[1:], corners[1:]), REAL_QUEEN)


def test_what_lies_round_where_no_hollow_shows_is_a_marble():
    """As light as the wood, beside hollows much darker than all that a marble shows."""
    cells, rows = hollows(np.random.default_rng(4), range(14)), np.arange(49)
    bare = rows >= 14
    assert another_game(cells, REAL_QUEEN, bare, rows < 0)
    assert another_game(cells, REAL_QUEEN, bare, rows < 7)
    assert not another_game(cells, REAL_QUEEN, bare, rows < 8)
    # What lies in the others does not fill these.
    assert another_game(cells, REAL_QUEEN, bare, bare)


def test_corners_with_marbles_are_told_from_corners_without_hollows():
    rng = np.random.default_rng(5)
    corners = (0, 6, 42, 48)
    bare = ~np.isin(np.arange(49), corners)
    cells = hollows(rng, corners)
    assert another_game(cells, REAL_QUEEN, bare)
    y, x = (np.mgrid[:64, :64] + 0.5) / 32 - 1
    marble = np.sqrt(np.clip(1 - (x**2 + y**2) / 0.4**2, 0, None)) - 0.4 * y
    cells[0] += marble
    # The frame's edge or a marble: one may be either.
    assert another_game(cells, REAL_QUEEN, bare)
    cells[6] -= marble
    assert not another_game(cells, REAL_QUEEN, bare)


def test_corners_that_show_but_grain_show_nothing():
    rng = np.random.default_rng(6)
    corners = (0, 6, 42, 48)
    bare = ~np.isin(np.arange(49), corners)
    grain = rng.normal(0, 0.1, (49, 64, 64))
    assert another_game(hollows(rng, corners) + grain, REAL_QUEEN, bare)
    # What is twice as strong is not grain alone.
    grain[list(corners)] *= 2
    assert not another_game(hollows(rng, corners) + grain, REAL_QUEEN, bare)


@pytest.mark.parametrize("size", [(7, 7), (7, 1), (3, 3)], ids=str)
def test_cells_of_which_nothing_is_seen(size):
    spec = BoardSpec(*size)
    for empty in (0.0, np.nan):
        cells = np.full((spec.count, 64, 64), empty)
        assert another_game(cells, spec)
        assert another_game(cells, spec, np.ones(spec.count, bool))
