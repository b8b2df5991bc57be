"""About which place a cell is symmetrical: hollows, rings, lines and boxes are, their parts not."""

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose
from synthetic import render
from synthetic_lines import lined
from synthetic_setups import recorded

from vision.dents.symmetric import ABOUT, symmetry_of
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.find_board import find_board
from vision.finding.keypoints import normalised_tensor
from vision.types import REAL_QUEEN

SIDE = 32
RIGHT = 0.1  # of the pitch: what is promised
Y, X = (np.mgrid[: 2 * SIDE, : 2 * SIDE] + 0.5) / SIDE - 1


def cell(at, lines=0.4, gap=0.2, boxes=False, lit=0.05, mirrored=0.0, grain=0.01, seed=1):
    """Tensors (1, 64, 64, 3) of a cell whose hollow lies at x, y from the middle; neighbours too.

    Args:
        at: x, y over the pitch.
        lines: how dark those are.
        gap: radius over the pitch of the hollow; lines end there.
        boxes: whether the lines lie halfway between hollows and not through them.
        lit: by how much one side of the hollow is lighter than the other.
        mirrored: how light a lamp is that it mirrors, on one side.
        grain: deviation of the wood's.
        seed: of that.
    """
    dx, dy = ((there - middle + 0.5) % 1 - 0.5 for there, middle in ((X, at[0]), (Y, at[1])))
    away = np.hypot(dx, dy)
    across = np.minimum(*(np.abs((u + 0.5 * boxes + 0.5) % 1 - 0.5) for u in (dx, dy)))
    level = 0.6 - np.where((across < 0.03) & (away > gap), lines, 0)
    level += np.where(away < gap, lit * dx / gap - 0.1, 0)
    level += np.where(np.hypot(dx - 0.1, dy) < 0.06, mirrored, 0)
    level += np.random.default_rng(seed).normal(0, 1, level.shape) * grain
    grey = np.clip(255 * level, 0, 255).astype(np.uint8)
    return np.stack(normalised_tensor(np.repeat(grey[..., None], 3, axis=2)), axis=-1)[None]


def naive(tensors, x, y):
    """Correlation of the mean cell with itself turned about a place: half pixels from a corner."""
    mean = tensors.mean(axis=0)
    strength = np.sqrt(mean[..., 0] + mean[..., 2])
    even = mean / (strength + np.median(strength))[..., None]
    size = round(ABOUT * SIDE)
    pairs = []
    for row in range(2 * SIDE):
        for column in range(2 * SIDE):
            other_row, other_column = y - row - 1, x - column - 1
            if np.hypot(column + 0.5 - x / 2, row + 0.5 - y / 2) < size:
                pairs.append((even[row, column], even[other_row, other_column]))
    here, there = np.array(pairs).swapaxes(0, 1)
    here, there = here - here.mean(axis=0), there - there.mean(axis=0)
    return (here * there).sum() / np.sqrt((here**2).sum() * (there**2).sum())


@pytest.mark.parametrize("place", [(0, 0), (4, 0), (-7, 3), (11, -22), (-21, -9)])
def test_each_place_is_asked_as_a_loop_over_pixels_does(place):
    tensors = cell((0.13, -0.06), grain=0.02)
    x, y = place
    seen = symmetry_of(tensors, SIDE)
    middle = len(seen.values) // 2
    expected = naive(tensors, 2 * SIDE + x, 2 * SIDE + y)
    # At a disc's edge a pixel more or less may be within.
    assert seen.values[middle + y, middle + x] == pytest.approx(expected, abs=0.03)
    assert seen.step == 0.5 / SIDE


@pytest.mark.parametrize("at", [(0.11, -0.03), (-0.08, 0.09), (0.0, 0.13)])
@pytest.mark.parametrize("boxes", [False, True], ids=["lines through hollows", "boxes about them"])
@pytest.mark.parametrize("lit", [0.0, 0.05, -0.05])
def test_a_hollow_that_lies_beside_is_told_by_what_lies_about_it(at, boxes, lit):
    seen = symmetry_of(cell(at, boxes=boxes, lit=lit), SIDE)
    assert_allclose(seen.offset, at, atol=0.02)
    assert not seen.beside
    assert seen.rules_out(np.zeros(2))
    assert not seen.rules_out(np.array(at))


def test_where_it_is_it_stays():
    seen = symmetry_of(cell((0, 0)), SIDE)
    assert seen.plain
    assert not seen.offset.any()
    assert not seen.beside


@pytest.mark.parametrize("at", [(0.25, 0), (0, -0.23), (0.18, 0.16)])
def test_what_is_a_part_of_something_farther_off_is_no_hollow(at):
    seen = symmetry_of(cell(at), SIDE)
    assert seen.beside
    assert not seen.plain
    assert not seen.offset.any()


def test_a_lamp_mirrored_in_it_is_not_its_middle():
    seen = symmetry_of(cell((0, 0), lines=0, lit=0.2, mirrored=0.4), SIDE)
    assert not seen.offset.any()
    assert not seen.beside


@pytest.mark.parametrize("seed", range(5))
def test_mere_grain_tells_nothing(seed):
    seen = symmetry_of(cell((0, 0), lines=0, lit=0, gap=0.01, grain=0.05, seed=seed), SIDE)
    assert not seen.plain
    assert not seen.beside
    assert not seen.offset.any()
    assert not seen.rules_out(np.array([0.2, 0]))


def test_out_of_reach_nothing_is_ruled_out():
    assert not symmetry_of(cell((0, 0)), SIDE).rules_out(np.array([0.5, 0.5]))


def test_a_flat_cell_is_no_error():
    seen = symmetry_of(np.zeros((3, 2 * SIDE, 2 * SIDE, 3), np.float32), SIDE)
    assert not seen.plain
    assert not seen.beside
    assert not seen.offset.any()


def test_hollows_are_told_from_the_dents_beside_them_in_their_boxes():
    # Its faint hollows' shade alone was told, 0.114 of the pitch aside.
    picture = render(*lined(110))
    found = find_board(picture.image_bgr, REAL_QUEEN).projection(REAL_QUEEN.nodes())
    away = np.linalg.norm(found[:, None] - picture.hollows_px, axis=2).min(axis=0)
    pitch_px = np.linalg.norm(picture.hollows_px[24] - picture.hollows_px[25])
    assert away.max() < RIGHT / 2 * pitch_px


@pytest.mark.parametrize("width", [440, 480])
def test_where_lines_end_beside_faint_hollows_is_no_hollow(width):
    # 22 and 24 pixels a pitch: it was told 0.24 of it aside, where the lines along the ranks begin.
    board = recorded("s012")
    scale = width / board.images[0].shape[1]
    small = cv2.resize(board.images[0], None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    squeezed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1]
    with pytest.raises(BoardNotFoundError) as refused:
        find_board(cv2.imdecode(squeezed, cv2.IMREAD_COLOR), REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE


def test_it_tells_how_symmetrical_a_place_is_as_far_as_places_are_asked():
    symmetry = symmetry_of(cell((0.1, 0.0)), SIDE)
    assert symmetry.about(np.array([0.1, 0.0])) > symmetry.about(np.array([-0.1, 0.0]))
    assert symmetry.about(np.array([0.6, 0.0])) == 0
    assert symmetry.about(np.array([0.6, 0.0]), unknown=1.0) == 1
