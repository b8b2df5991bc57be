"""Where the board ends: straight things are no hollows, however like them they seem."""

import cv2
import numpy as np
import pytest
from synthetic_setups import BOXES, PLAIN, WIDE, bare, known

from vision.camera.projection import fit_projection
from vision.finding.ends import (
    ELSEWHERE,
    HOLLOW,
    Lines,
    lines_of,
    round_likeness,
    round_part,
    share_elsewhere,
    sides_in_view,
    worst_border,
)
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN

SETUPS = pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "joins"])
SIDES = pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)], ids=str)
ALL = np.ones((7, 7), bool)


def seen(setup, step=(0, 0)):
    """A board's pictures, and a view of it that is off by some steps."""
    scene = Scene.of(bare(setup).image_bgr)
    view = known(setup).projection.after(np.eye(2), np.array(step, float))
    return scene.cues, view, REAL_QUEEN


def border(setup, step=(0, 0)):
    """How like the hollows those of the worst border are."""
    return worst_border(round_likeness(*seen(setup, step), ALL)[1:-1, 1:-1], ALL)


@pytest.mark.parametrize("side", range(4))
def test_a_border_on_which_nothing_is_bare_has_nothing_like_hollows(side):
    bare = ALL & (np.arange(7) < 6)
    assert worst_border(np.full((7, 7), 0.9), np.rot90(bare, side)) == 0


@pytest.mark.parametrize(
    ("corner", "pitch", "sides"),
    [
        ((150, 150), 80, 4),
        ((20, 150), 80, 3),
        ((20, 20), 80, 2),
        ((-90, 60), 110, 1),
        ((60, 60), 110, 0),
    ],
)
def test_on_how_many_sides_what_lies_beside_the_board_is_in_view(corner, pitch, sides):
    nodes = np.array([(x, y) for y in range(7) for x in range(7)], float)
    fit = fit_projection(nodes, nodes * pitch + corner, (800, 800))
    assert sides_in_view(fit.projection, REAL_QUEEN) == sides


@SETUPS
def test_a_board_ends_where_its_hollows_do(setup):
    lines = lines_of(*seen(setup))
    assert lines.end
    assert lines.score > 0.4
    assert border(setup) > 2 * HOLLOW


@SETUPS
@SIDES
def test_a_row_off_it_does_not(setup, step):
    lines = lines_of(*seen(setup, step))
    assert not lines.end
    assert border(setup, step) < HOLLOW


def test_lines_along_the_sides_leave_nothing():
    rng = np.random.default_rng(1)
    rows, columns = rng.normal(size=(4, 20, 1, 3)), rng.normal(size=(4, 1, 20, 3))
    assert round_part(rows + columns) == pytest.approx(0)


def test_a_round_dent_keeps_most():
    y, x = np.mgrid[-10:10, -10:10] + 0.5
    disc = (np.hypot(x, y) < 6)[..., None]
    # Lit from any side, the one half is lighter and the other darker.
    for turn in np.linspace(0, np.pi, 7):
        lit = disc * (np.cos(turn) * x + np.sin(turn) * y)[..., None]
        kept = (round_part(lit) ** 2).sum() / (lit**2).sum()
        assert kept > 0.35


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        (Lines(0.6, 0.2), True),
        (Lines(0.1, 0.0), False),
        (Lines(0.9, 0.8), False),
    ],
)
def test_lines_tell_where_it_ends(lines, end):
    assert lines.end is end


@pytest.mark.parametrize(
    ("low", "high"),
    [((-3, -3), (0.5, 9)), ((5.5, -3), (9, 9)), ((-3, -3), (9, 0.5)), ((-3, 5.5), (9, 9))],
    ids=["left", "right", "lower", "upper"],
)
def test_a_cloth_over_a_border_is_noticed(low, high):
    cues, view, spec = seen(PLAIN)
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])], float)
    covered = bare(PLAIN).image_bgr.copy()
    cv2.fillConvexPoly(covered, view(corners).round().astype(np.int32), (95, 90, 80))
    scene = Scene.of(covered)
    assert lines_of(cues, view, spec).end
    assert not lines_of(scene.cues, view, spec).end


def painted(image, view, places):
    """The picture with what lies about some places (board coordinates) taken from about others.

    Args:
        image: the picture.
        view: of the board.
        places: what is painted, from where, and how it is turned, 1 or -1, of each.
    """
    y, x = np.mgrid[: image.shape[0], : image.shape[1]]
    board = view.inverse(np.stack([x, y], axis=-1).astype(float))
    after = image.copy()
    for place, source, turned in places:
        about = np.linalg.norm(board - place, axis=2) < 0.33
        at = view(np.array(source) + turned * (board[about] - place)).astype(np.float32)
        seen = cv2.remap(image, at[None, :, 0], at[None, :, 1], cv2.INTER_LINEAR)
        after[about] = seen[0]
    return after


@pytest.mark.parametrize(("apart", "end"), [(1.0, False), (0.72, True)], ids=["on", "a tray"])
def test_hollows_beside_the_board_are_a_trays_where_they_are_out_of_step(apart, end):
    beside = [((k * apart, 7.0), (3, 3), 1) for k in range(round(6 / apart) + 1)]
    image = painted(bare(PLAIN).image_bgr, known(PLAIN).projection, beside)
    scene = Scene.of(image)
    lines = lines_of(scene.cues, known(PLAIN).projection, REAL_QUEEN)
    assert lines.end is end


def test_a_rank_in_a_shadows_bar_is_one_where_the_light_comes_from_elsewhere():
    turned = [((k, 4), (k, 4), -1) for k in range(7)]
    image = painted(bare(PLAIN).image_bgr, known(PLAIN).projection, turned)
    scene = Scene.of(image)
    assert lines_of(scene.cues, known(PLAIN).projection, REAL_QUEEN).end


@SETUPS
def test_a_boards_hollows_are_nowhere_else(setup):
    assert share_elsewhere(*seen(setup)) < ELSEWHERE / 2


@pytest.mark.parametrize("offset", [(0, 0), (0.5, 0.5), (0.2, 0.4)], ids=str)
def test_a_pattern_goes_on_somewhere(offset):
    """Beside a window of it lies something else on every side, as wide as two pitches."""
    nodes = np.array([(x, y) for y in range(7) for x in range(7)], float)
    view = fit_projection(nodes, 40 * (nodes + offset) + (300, 200), (900, 700)).projection
    y, x = np.mgrid[:700, :900]
    check = ((x // 20 % 2) + (y // 20 % 2)).astype(float)
    image = np.repeat((70 + 70 * check)[..., None], 3, axis=2).astype(np.uint8)
    beside = np.maximum(np.abs(x - 420), np.abs(y - 320))
    image[(beside > 150) & (beside < 230)] = 120
    scene = Scene.of(image)
    assert share_elsewhere(scene.cues, view, REAL_QUEEN) > 2 * ELSEWHERE


def test_a_trays_hollows_out_of_step_are_no_rank_of_a_board_whose_first_is_hidden():
    beside = [((k * 0.72, 7.0), (3, 3), 1) for k in range(9)]
    image = painted(bare(PLAIN).image_bgr, known(PLAIN).projection, beside)
    view = known(PLAIN).projection
    cloth = view(np.array([(-1.0, -1.0), (7.0, -1.0), (7.0, 0.45), (-1.0, 0.45)]))
    cv2.fillConvexPoly(image, cloth.round().astype(np.int32), (95, 90, 80))
    scene = Scene.of(image)
    shifted = view.after(np.eye(2), np.array([0.0, 1.0]))
    assert not lines_of(scene.cues, shifted, REAL_QUEEN).end
