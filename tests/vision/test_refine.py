"""Hollows registered against the mean of all, to parts of a pixel."""

import numpy as np
import pytest
from synthetic import render
from synthetic_lines import lined

from vision.camera.projection import fit_projection
from vision.finding.refine import SIDE, cut, refine, register
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN


def cell(offset):
    """A cell two pitches wide, (2 * SIDE, 2 * SIDE, 1), with a soft ring somewhere in it."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    away = np.hypot(x - offset[0], y - offset[1])
    return np.exp(-0.5 * ((away - 0.18) / 0.05) ** 2).astype(np.float32)[..., None]


@pytest.mark.parametrize(
    "offset", [(0.0, 0.0), (0.01, -0.013), (0.045, 0.02), (-0.1, 0.07)], ids=str
)
def test_a_shift_is_told_to_parts_of_a_pixel(offset):
    wide = np.stack([cell((0.0, 0.0)), cell(offset)])
    shift, alike = register(wide, cut(wide)[0], 0.12)
    assert shift[0] == pytest.approx((0, 0), abs=1e-6)
    assert shift[1] == pytest.approx(offset, abs=0.1 / SIDE)
    assert alike.min() > 0.95


def test_a_shift_out_of_reach_is_told_as_far_as_it_reaches():
    wide = np.stack([cell((0.2, 0.0))])
    shift, _ = register(wide, cut(cell((0.0, 0.0))[None])[0], 0.06)
    assert np.abs(shift).max() <= 0.06 + 0.5 / SIDE


def test_lines_beside_faint_hollows_do_not_draw_the_board_to_them():
    """In every cell of this one a line's edge is the clearest that any step aside could reach."""
    picture = render(*lined(104))
    scene = Scene.of(picture.image_bgr)
    height, width = scene.image_bgr.shape[:2]
    hollows, nodes = picture.hollows_px * scene.factor, REAL_QUEEN.nodes()
    start = fit_projection(nodes, hollows, (width, height)).projection
    boards = refine(scene.cues, start, REAL_QUEEN, scene.distortions)
    best = max(boards, key=lambda board: board.dent)
    away = np.linalg.norm(best.projection(nodes) - hollows, axis=1)
    assert away.max() < 0.03 * np.linalg.norm(hollows[25] - hollows[24])
