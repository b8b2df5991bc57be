"""A board that fills the picture of a very wide lens: one number does not bend it enough."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Camera, Take
from synthetic_setups import PLAIN, POSITION, bare, found, frames, nodes_of, picture, wrong

from calibration.occupied import from_occupied_board
from vision.camera.projection import Projection, fit_projection
from vision.camera.wide_lens import fit_polynomial
from vision.reader import Reader
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
CAMERA = Camera(
    tilt_deg=11, roll_deg=-5, fov_deg=102, k1=-0.287, k2=0.051, pitch_px=112, target=(2.7, 3.2)
)
SETUP = replace(PLAIN, seed=11, camera=CAMERA, trays="absent")
SIZE = (CAMERA.width, CAMERA.height)


def farthest(calibration, truth):
    pitch_px = np.linalg.norm(truth[25] - truth[24])
    return np.linalg.norm(calibration.hollows_px - truth, axis=1).max() / pitch_px


def test_it_is_one_that_a_single_number_does_not_describe():
    """Else the tests below would show nothing."""
    truth = bare(SETUP).hollows_px
    fit = fit_projection(NODES, truth, SIZE, np.arange(-1, 0.1, 0.02))
    assert np.linalg.norm(fit.projection(NODES) - truth, axis=1).max() > 0.08 * CAMERA.pitch_px


def test_a_bare_board_is_found_up_to_its_corners():
    assert farthest(found(SETUP), bare(SETUP).hollows_px) < 0.03


def test_a_game_under_way_is_joined_there():
    shown = picture(SETUP, Take("b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b", seed=4))
    calibration = from_occupied_board(shown.image_bgr, REAL_QUEEN)
    assert farthest(calibration, bare(SETUP).hollows_px) < 0.05


def test_marbles_are_read_there():
    shown, reader = picture(SETUP, Take(POSITION, seed=3)), Reader(found(SETUP))
    for frame in frames(bare(SETUP).image_bgr, shown.image_bgr, each=3):
        reading = reader.read(frame)
    assert wrong(reading, shown.labels, shown.covered) == []


@pytest.mark.parametrize("noise_px", [0.0, 0.5])
def test_both_numbers_are_found_again(noise_px):
    over = CAMERA.focal_px / np.hypot(639.5, 359.5)
    truth = bare(SETUP).hollows_px
    seen = truth + np.random.default_rng(1).normal(0, noise_px, truth.shape)
    homography, first, second = fit_polynomial(NODES, seen, SIZE, max(noise_px, 0.1))
    within = 0.01 if noise_px == 0 else 0.06
    assert first == pytest.approx(CAMERA.k1 / over**2, abs=within)
    assert second == pytest.approx(CAMERA.k2 / over**4, abs=within)
    view = Projection(homography, first, SIZE, second)
    assert view(NODES) == pytest.approx(truth, abs=0.1 + 3 * noise_px)


LINE = np.column_stack([np.linspace(0, 6, 49), np.zeros(49)])


@pytest.mark.parametrize("board", [LINE, np.zeros((49, 2))], ids=["in a line", "at one place"])
def test_points_of_no_plane_have_no_view(board):
    assert fit_polynomial(board, 90 + 120 * board, SIZE, 0.5) is None
