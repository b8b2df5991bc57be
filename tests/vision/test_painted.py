"""Paint tells where hollows are, whatever lamps make of their light; nothing else passes for it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, PLAIN, bare, known, nodes_of, picture

from vision.finding.painted import by_paint
from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
RED, GREEN = (0.45, 0.5, 1.1), (0.7, 1.2, 0.6)
SIXTEEN = "b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b"
TURN = np.linspace(0, 2 * np.pi, 64, endpoint=False)
DISC = np.column_stack([np.cos(TURN), np.sin(TURN)])


def on_each(image, shape, factor, nodes=NODES):
    """The picture, a shape (k, 2) about each node multiplied by B, G, R factors."""
    view, mask = known(PLAIN).projection, np.zeros(image.shape[:2], np.uint8)
    for node in nodes:
        outline = np.rint(view(shape + node) * 16).astype(np.int32)
        cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, shift=4)
    share = mask[..., None] / 255
    return np.clip(image * (1 - share + share * np.array(factor)), 0, 255).astype(np.uint8)


def board_at(offset):
    view = known(PLAIN).projection.after(np.eye(2), np.array(offset, float))
    return Board(view, np.full(49, 0.5), 0.1, 0.5, 0.18)


def miss(board):
    back = known(PLAIN).projection.inverse(board.projection(NODES))
    return float(np.linalg.norm(back - NODES, axis=1).max())


@pytest.mark.parametrize("offset", [(0.15, -0.1), (-0.2, 0.05), (0.0, 0.25)], ids=str)
@pytest.mark.parametrize("paint", [RED, GREEN], ids=["red", "green"])
@pytest.mark.parametrize("radius", [0.22, 0.34])
def test_painted_hollows_are_found_from_a_place_beside_them(paint, radius, offset):
    image = on_each(bare(PLAIN).image_bgr, radius * DISC, paint)
    # What a lamp mirrored aside of each middle makes of it.
    image = on_each(image, 0.07 * DISC + [0.08, -0.08], (1.5, 1.5, 1.5))
    found = by_paint(Scene.of(image), board_at(offset), REAL_QUEEN)
    assert miss(found) < 0.03
    assert found.rim == pytest.approx(radius, abs=0.03)


def test_in_a_larger_picture_too():
    image = on_each(bare(PLAIN).image_bgr, 0.3 * DISC, RED)
    scene = Scene.of(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    assert miss(by_paint(scene, board_at((0.15, -0.1)), REAL_QUEEN)) < 0.03


def test_what_is_as_near_as_paint_tells_stays():
    image = on_each(bare(PLAIN).image_bgr, 0.3 * DISC, RED)
    board = board_at((0.03, 0.0))
    assert by_paint(Scene.of(image), board, REAL_QUEEN) is board


def test_bare_hollows_tell_where_marbles_lie_in_others():
    image = on_each(picture(PLAIN, Take(SIXTEEN)).image_bgr, 0.3 * DISC, (1, 1, 1))
    free = np.array(list(picture(PLAIN, Take(SIXTEEN)).labels)) == "."
    image = on_each(image, 0.3 * DISC, RED, NODES[free])
    board = board_at((0.15, -0.1))
    assert miss(by_paint(Scene.of(image), board, REAL_QUEEN, free)) < 0.03


# One way, not both: a shape about each node, B, G, R.
NO_PAINT = {
    "nothing": (0.3 * DISC, (1, 1, 1)),
    "darker, as shade is": (0.3 * DISC, (0.5, 0.5, 0.5)),
    "white": (0.3 * DISC, (2.2, 1.6, 1.2)),
    "a window mirrored": (0.12 * DISC + [0.05, -0.05], (2.0, 1.3, 0.9)),
    "half a disc, in blue shade": (0.3 * DISC[:32], (0.9, 0.6, 0.45)),
    "a stripe": (np.array([[-0.5, -0.2], [0.5, -0.2], [0.5, 0.2], [-0.5, 0.2]]), RED),
    "all of the cell": (0.5 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), RED),
}


@pytest.mark.parametrize(("shape", "factor"), NO_PAINT.values(), ids=NO_PAINT)
@pytest.mark.parametrize("offset", [(0, 0), (0.15, -0.1)], ids=str)
def test_what_is_no_paint_tells_nothing(shape, factor, offset):
    image = on_each(bare(PLAIN).image_bgr, shape, factor)
    assert by_paint(Scene.of(image), board_at(offset), REAL_QUEEN) is None


def test_nor_does_paint_on_some_hollows_or_strewn_about():
    image = bare(PLAIN).image_bgr
    some = on_each(image, 0.3 * DISC, RED, NODES[::2])
    strewn = NODES + np.random.default_rng(1).uniform(-0.15, 0.15, NODES.shape)
    for drawn in (some, on_each(image, 0.3 * DISC, RED, strewn)):
        assert by_paint(Scene.of(drawn), board_at((0.1, 0.0)), REAL_QUEEN) is None


@pytest.mark.parametrize("setup", [PLAIN, BOXES, replace(PLAIN, grain=0.2)], ids=str)
def test_nor_does_any_wood(setup):
    board = replace(board_at((0.1, 0.05)), projection=known(setup).projection)
    assert by_paint(Scene.of(bare(setup).image_bgr), board, REAL_QUEEN) is None
