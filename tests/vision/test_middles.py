"""Marbles lie in their hollows: how far beside the nodes they are is how far a board is aside."""

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import (
    BOXES,
    PLAIN,
    WIDE,
    as_labelled,
    bare,
    known,
    nodes_of,
    picture,
    recorded,
)

from vision.camera.projection import fit_projection
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.joining import aside, middles
from vision.joining.aside import Aside
from vision.joining.middles import NEARBY, marbles_aside, marbles_lie_there, where_marbles_lie
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
SIXTEEN = "b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b"
THREE = "7/7/2w4/7/4b2/1w5/7"
RECORDED = ["s001", "s004", "s012", "s013"]
OFFSETS = [(0, 0), (0.11, 0), (0, -0.13), (-0.1, 0.1), (0.12, 0.12)]
RIM = 0.2


def moved(view, offset):
    return view.after(np.eye(2), np.array(offset, float))


def under_way(name):
    """A recorded picture with marbles, and its board as labelled."""
    r = recorded(name)
    size = (r.images[2].shape[1], r.images[2].shape[0])
    return r.images[2], fit_projection(NODES, r.hollows_px, size).projection


def miss(told, offset):
    """Of a board moved by so much: from there the hollows lie as far the other way."""
    return np.hypot(*(told.by + offset))


@pytest.mark.parametrize("offset", OFFSETS, ids=str)
@pytest.mark.parametrize("name", RECORDED)
def test_marbles_tell_how_far_aside_a_recorded_board_is(name, offset):
    image, view = under_way(name)
    told = marbles_aside(image, moved(view, offset), REAL_QUEEN, RIM)
    assert miss(told, offset) < NEARBY + 2 * told.doubt
    assert told.doubt < 0.03


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize(
    ("offset", "there"),
    [((0, 0), True), ((0.2, 0), False), ((-0.2, 0.25), False), ((0.45, 0.5), False)],
    ids=str,
)
def test_marbles_lie_in_the_hollows_and_nowhere_beside_them(name, offset, there):
    image, view = under_way(name)
    assert marbles_lie_there(image, moved(view, offset), REAL_QUEEN, RIM) == there


def test_on_a_bare_board_nothing_lies_in_the_hollows():
    r = recorded("s001")
    _, view = under_way("s001")
    assert not marbles_lie_there(r.images[0], view, REAL_QUEEN, RIM)


@pytest.mark.parametrize("rim", [0.12, 0.2, 0.26])
@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "wide"])
def test_whatever_rim_they_are_thought_to_rest_on(setup, rim):
    image = picture(setup, Take(SIXTEEN, seed=4)).image_bgr
    told = marbles_aside(image, moved(known(setup).projection, (0.1, -0.1)), REAL_QUEEN, rim)
    assert miss(told, (0.1, -0.1)) < NEARBY + 2 * told.doubt


@pytest.mark.parametrize("placement", [THREE, "7/7/7/7/7/7/7"], ids=["three", "bare"])
def test_too_few_tell_nothing(placement):
    image = picture(PLAIN, Take(placement, seed=4)).image_bgr
    assert marbles_aside(image, known(PLAIN).projection, REAL_QUEEN, RIM) is None


def ringed(offset, wide_px):
    """A game under way, a circle painted so far beside the middle of every hollow."""
    view, take = known(PLAIN).projection, Take(SIXTEEN, seed=4)
    marbles = picture(PLAIN, take).image_bgr
    lying = cv2.absdiff(marbles, bare(PLAIN).image_bgr).max(axis=2) > 25
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = 0.27 * np.column_stack([np.cos(angle), np.sin(angle)]) + offset
    image = marbles.copy()
    for node in NODES:
        outline = view(node + ring).round().astype(np.int32)
        cv2.polylines(image, [outline], True, (60, 80, 100), wide_px, cv2.LINE_AA)
    image[lying] = marbles[lying]
    return image, view


@pytest.mark.parametrize("wide_px", [2, 6])
def test_marbles_are_told_from_circles_painted_round_every_hollow(wide_px):
    told = marbles_aside(*ringed((0, 0), wide_px), REAL_QUEEN, RIM)
    assert told.far < NEARBY


@pytest.mark.parametrize("offset", [(0.16, 0.1), (0, 0.2)], ids=str)
@pytest.mark.parametrize("wide_px", [1, 3, 5])
def test_where_those_are_beside_the_hollows_they_do_not_mislead(offset, wide_px):
    told = marbles_aside(*ringed(offset, wide_px), REAL_QUEEN, RIM)
    assert told is None or told.far < NEARBY + 2 * told.doubt


def found_aside(name, offset):
    """The scene, its board found so far aside, and the hollows' places."""
    image, view = under_way(name)
    c = as_labelled(recorded(name), image)
    board = Board(moved(view, offset), np.full(49, 0.5), 0.1, 0.5, c.rim)
    return Scene.of(image), board, c.hollows_px


@pytest.mark.few(8)
@pytest.mark.parametrize("offset", OFFSETS, ids=str)
@pytest.mark.parametrize("name", RECORDED)
def test_a_board_found_aside_is_put_where_they_lie(name, offset):
    scene, board, hollows_px = found_aside(name, offset)
    put = scene.whole(where_marbles_lie(scene, board, REAL_QUEEN), REAL_QUEEN)
    off = np.abs(put.projection.inverse(hollows_px) - NODES)
    assert np.hypot(*off.T).max() < 0.1


@pytest.mark.parametrize("name", RECORDED)
def test_and_stays_where_it_is_if_they_lie_there(name):
    scene, board, _ = found_aside(name, (0, 0))
    assert where_marbles_lie(scene, board, REAL_QUEEN) is board


def test_where_they_lie_elsewhere_wherever_it_is_put_it_is_refused(monkeypatch):
    scene, board, _ = found_aside("s001", (0, 0))
    by = np.array([0.2, 0.0])
    elsewhere = Aside(by, 0.01, np.zeros(6), np.zeros(2), np.zeros((8, 8)))
    monkeypatch.setattr(middles, "marbles_aside", lambda *_: elsewhere)
    with pytest.raises(BoardNotFoundError) as refused:
        where_marbles_lie(scene, board, REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE


def test_nor_is_it_put_where_its_bare_hollows_are_no_dents(monkeypatch):
    """Something tells that marbles lie where next to nothing of the bare hollows' dents is."""
    scene, board, _ = found_aside("s001", (0, 0))
    board = middles._moved(scene, board, REAL_QUEEN, np.zeros(2))
    elsewhere = Aside(np.array([0.25, 0.2]), 0.01, np.zeros(6), np.zeros(2), np.zeros((8, 8)))
    told = {board.projection: elsewhere}
    monkeypatch.setattr(middles, "marbles_aside", lambda _, view, *__: told.get(view))
    with pytest.raises(BoardNotFoundError) as refused:
        where_marbles_lie(scene, board, REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE


def test_what_lies_anywhere_counts_for_little():
    """A few circles of something else beside those of marbles, all of which are as far aside."""
    rng = np.random.default_rng(1)
    marbles = np.array([0.08, -0.05]) + rng.normal(0, 0.01, (9, 2))
    others = rng.uniform(-0.2, 0.2, (4, 2))
    told = aside._shared(np.concatenate([marbles, others]), NODES[:13], np.full((13, 2), 0.01))
    assert np.hypot(*(told.by - [0.08, -0.05])) < 0.015


def test_the_way_that_height_shows_it_is_told_worse():
    """The camera looks along the files: a marble that lies higher shows aside along them."""
    places = np.tile([0.0, 0.1], (9, 1))
    steep, level = (aside._shared(places, NODES[:9], np.full((9, 2), [0, t])) for t in (0.7, 0.0))
    assert steep.doubt == pytest.approx(0.7 * aside.HEIGHT, rel=0.1)
    assert level.doubt < 0.01
