"""A lamp mirrored in every bowl, each a little to another side, is a lattice of its own."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic_games import pegs, photographed
from synthetic_setups import PLAIN, bare, known, nodes_of, recorded

from vision.errors import BoardNotFoundError, NotFound
from vision.finding import find_board as finding
from vision.finding.find_board import find_board
from vision.finding.mirrored import MIRRORED, narrow_share, placed_without_lamps, unmirrored
from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.joining.crowded import find_crowded_board
from vision.types import REAL_QUEEN

OURS = ("ooooooo",) * 7
FAINT = {"faint": 0.15, "fainter": 0.1}


def aside(image):
    """By how many pitches the worst hollow is told aside."""
    told, true = (
        find_board(picture, REAL_QUEEN).projection(nodes_of(REAL_QUEEN))
        for picture in (image, photographed(pegs(OURS)))
    )
    return np.linalg.norm(told - true, axis=1).max() / np.linalg.norm(true[24] - true[25])


@pytest.mark.few(2)
@pytest.mark.parametrize("deep", FAINT.values(), ids=FAINT)
@pytest.mark.parametrize("mirrored", [(3, 3), (3, 6)], ids=["over the middle", "over a side"])
def test_faint_hollows_are_found_and_not_what_they_mirror(mirrored, deep):
    assert aside(photographed(pegs(OURS, mirrored=mirrored, deep=deep))) < 0.1


def test_and_by_nothing_else(monkeypatch):
    monkeypatch.setattr(finding, "_not_the_mirrored", lambda _, found, *__: found)
    with pytest.raises(BoardNotFoundError) as refused:
        aside(photographed(pegs(OURS, mirrored=(3, 3), deep=0.15)))
    assert refused.value.reason is NotFound.ASIDE
    monkeypatch.setattr(finding, "dark_sided", lambda _, found, *__: found)
    assert aside(photographed(pegs(OURS, mirrored=(3, 3), deep=0.15))) > 0.2


@pytest.mark.few(1)
@pytest.mark.parametrize("deep", [0, 0.03])
@pytest.mark.parametrize("mirrored", [(3, 3), (3, 6)], ids=["over the middle", "over a side"])
def test_mirrored_lamps_alone_are_no_board(mirrored, deep):
    with pytest.raises(BoardNotFoundError) as refused:
        find_board(photographed(pegs(OURS, mirrored=mirrored, deep=deep)), REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE


@pytest.mark.few(2)
@pytest.mark.parametrize("wide", [0.05, 0.075])
@pytest.mark.parametrize("deep", [0, 0.2])
def test_nor_are_windows_wider_than_lamps_that_hide_most_of_faint_hollows(wide, deep):
    with pytest.raises(BoardNotFoundError) as refused:
        find_board(photographed(pegs(OURS, mirrored=(3, 3), deep=deep, wide=wide)), REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE


def test_nor_is_a_game_joined_there():
    with pytest.raises(BoardNotFoundError):
        find_crowded_board(photographed(pegs(OURS, mirrored=(3, 6), deep=0, wide=0.06)), REAL_QUEEN)


def test_what_lies_beside_a_lamp_is_found_before_the_lamp_is_refused():
    """Where the lamps themselves make a board there is no dark side, but a board beside them is."""
    assert aside(photographed(pegs(OURS, mirrored=(3, 3), deep=0.25, wide=0.035))) < 0.1


def test_hollows_are_found_about_windows_that_do_not_hide_them():
    assert aside(photographed(pegs(OURS, mirrored=(3, 6), deep=0.5, wide=0.06))) < 0.1


def test_hollows_that_are_painted_lighter_than_the_wood_are_no_windows():
    assert aside(photographed(pegs(OURS, paint=0.8))) < 0.1


BOARD = Board(known(PLAIN).projection, np.ones(49), 0.0, 0.6, 0.1)
PITCH_PX = PLAIN.camera.pitch_px


def with_discs(radius, level):
    """Grey, and a disc in every hollow: radius in pitches."""
    image = np.full(bare(PLAIN).image_bgr.shape, 100, np.uint8)
    for x, y in BOARD.projection(nodes_of(REAL_QUEEN)):
        centre = round(float(x)), round(float(y))
        cv2.circle(image, centre, round(radius * PITCH_PX), (level,) * 3, -1, cv2.LINE_AA)
    return Scene.of(image)


def test_a_board_that_is_no_size_for_one_has_no_matt_scene():
    scene = with_discs(0.2, 20)
    width, height = BOARD.projection.image_size
    for scale in (0.02, 100.0):
        size = round(scale * width), round(scale * height)
        board = replace(BOARD, projection=BOARD.projection.scaled(scale, size))
        assert unmirrored(scene, board, REAL_QUEEN) is scene


OTHERS = {"held by lamps": (0.2, 0.3), "as good elsewhere": (0.0, 0.2), "none": ()}


@pytest.mark.parametrize("others", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("sure", [True, False], ids=["sure", "unsure"])
def test_where_another_place_is_as_good_that_is_the_board_or_none_is(monkeypatch, others, sure):
    """The board itself moves by a twentieth without what is mirrored; it is told with what else."""

    def aside_by(shift, alike):
        view = BOARD.projection.after(np.eye(2), np.array([shift, 0.0]))
        return replace(BOARD, projection=view, alike=np.full(49, alike))

    def judged(_, boards, *__):
        if not sure:
            raise BoardNotFoundError("", NotFound.ENDS)
        return boards[0]

    offered = [aside_by(shift, 1.0 + shift) for shift in others]
    monkeypatch.setattr(finding, "place_in", lambda *_: aside_by(0.05, 1.0).projection)
    monkeypatch.setattr(finding, "refine", lambda *_: offered)
    monkeypatch.setattr(finding, "sure_one", judged)
    ask = (with_discs(0.2, 20), BOARD, [BOARD], REAL_QUEEN)
    if not offered:
        assert finding._not_the_mirrored(*ask) is BOARD
    elif sure:
        assert finding._not_the_mirrored(*ask) is offered[-1]
    else:
        with pytest.raises(BoardNotFoundError) as refused:
            finding._not_the_mirrored(*ask)
        assert refused.value.reason is NotFound.ASIDE


@pytest.mark.parametrize(
    ("radius", "level", "stays"),
    [(0.04, 220, False), (0.04, 20, True), (0.2, 220, True), (0.2, 20, True)],
    ids=["a mirrored lamp", "a dark pit", "a lit hollow", "a dark one"],
)
def test_what_is_bright_and_narrow_goes_and_nothing_else(radius, level, stays):
    seen = with_discs(radius, level)
    share = narrow_share(seen, unmirrored(seen, BOARD, REAL_QUEEN), BOARD, REAL_QUEEN)
    assert share < 0.2 if stays else share > 0.9


def test_a_rim_wider_than_that_shows_more():
    seen, wide = with_discs(0.04, 220), replace(BOARD, rim=0.2)
    assert narrow_share(seen, unmirrored(seen, wide, REAL_QUEEN), wide, REAL_QUEEN) == 0


def test_a_matt_board_stays_as_it_was_found():
    scene = Scene.of(bare(PLAIN).image_bgr)
    found = finding.search(scene, REAL_QUEEN)[0]
    narrow = replace(found, rim=0.1)
    assert narrow_share(scene, unmirrored(scene, found, REAL_QUEEN), narrow, REAL_QUEEN) < MIRRORED
    assert finding._not_the_mirrored(scene, found, [found], REAL_QUEEN) is found


def test_what_glossy_hollows_mirror_does_not_draw_the_board_s_edges_aside(monkeypatch):
    board, asked = recorded("s004"), finding.placed_without_lamps
    found = {}
    for name, placed in (("before", lambda _, found, __: found), ("after", asked)):
        monkeypatch.setattr(finding, "placed_without_lamps", placed)
        told = find_board(board.images[0], REAL_QUEEN).projection(nodes_of(REAL_QUEEN))
        away = np.linalg.norm(told - board.hollows_px, axis=1).max()
        found[name] = away / np.linalg.norm(board.hollows_px[24] - board.hollows_px[25])
    assert found["after"] < 0.6 * found["before"]


def test_where_hollows_mirror_next_to_nothing_the_board_stays():
    scene, found = Scene.of(bare(PLAIN).image_bgr), known(PLAIN).projection
    board = Board(found, np.ones(49), 0.0, 0.9, 0.2)
    assert placed_without_lamps(scene, board, REAL_QUEEN) is board
