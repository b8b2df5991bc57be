"""Pictures stretched one way or cropped to one side, against cameras that share no code."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Camera, Take, full_trays
from synthetic_setups import BOXES, PLAIN, POSITION, bare, nodes_of, picture, wrong

from calibration.board import from_bare_board, with_trays
from vision.camera.geometry import pose_of
from vision.camera.likely_lens import is_usual, likely_lens, usual_lens
from vision.camera.projection import fit_projection
from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame

NODES = nodes_of(REAL_QUEEN)
SEEDS = range(12)
TOP = 0.35  # pitches: as high as a marble's middle


def any_camera(seed, steepest_deg=36):
    rng = np.random.default_rng(seed)
    return Camera(
        width=1280,
        height=960,
        fov_deg=float(rng.uniform(55, 80)),
        tilt_deg=float(rng.uniform(0, steepest_deg)),
        azimuth_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
        pitch_px=float(rng.uniform(60, 85)),
    )


def seen(camera, height=0.0):
    return camera.pixels(np.column_stack([NODES, np.full(len(NODES), height)]))


def fitted(points_px, image_size, seed):
    noise = np.random.default_rng(seed).normal(0, 0.3, points_px.shape)
    return fit_projection(NODES, points_px + noise, image_size).projection


@pytest.mark.parametrize("seed", SEEDS)
def test_a_usual_camera_is_taken_for_one(seed):
    camera = any_camera(seed)
    lens = likely_lens(fitted(seen(camera), (1280, 960), seed))
    assert is_usual(lens, (1280, 960))
    assert lens.focal_px == pytest.approx(camera.focal_px, rel=0.35)


@pytest.mark.parametrize("size", [(960, 1280), (720, 1280), (1080, 1080)], ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_phone_held_upright_has_the_same_lens(seed, size):
    """Its field of view is told along the longer side, whichever that is."""
    lying = any_camera(seed, steepest_deg=6)
    fov_deg = 2 * np.degrees(np.arctan(size[0] / max(size) * np.tan(np.radians(lying.fov_deg / 2))))
    pitch_px = lying.pitch_px * size[0] / 960
    camera = replace(lying, width=size[0], height=size[1], fov_deg=fov_deg, pitch_px=pitch_px)
    view = fitted(seen(camera), size, seed)
    assert likely_lens(view).focal_px == pytest.approx(camera.focal_px, rel=0.35)
    tops = pose_of(view).pixels(np.column_stack([NODES, np.full(49, TOP)]))
    miss = np.linalg.norm(tops - seen(camera, TOP), axis=1)
    assert miss.max() / camera.pitch_px < 0.08


@pytest.mark.parametrize("stretch", [0.75, 0.85, 1.15, 4 / 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_picture_stretched_one_way_is_known_and_undone(seed, stretch):
    camera = any_camera(seed, steepest_deg=12)
    size = (round(1280 * stretch), 960)
    view = fitted(seen(camera) * [stretch, 1], size, seed)
    pose = pose_of(view)
    assert pose.lens.stretch == pytest.approx(stretch, rel=0.05)
    tops = pose.pixels(np.column_stack([NODES, np.full(49, TOP)]))
    miss = np.linalg.norm(tops - seen(camera, TOP) * [stretch, 1], axis=1)
    assert miss.max() / camera.pitch_px < 0.08


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("cut", [(0.1, 0.0), (0.0, 0.12), (0.08, 0.08)])
def test_a_picture_cropped_to_one_side_leaves_what_stands_on_the_wood_in_its_place(seed, cut):
    camera = any_camera(seed)
    low = np.round(np.array(cut) * [1280, 960])
    size = (int(1280 - low[0]), int(960 - low[1]))
    view = fitted(seen(camera) - low, size, seed)
    pose = pose_of(view)
    on_wood = pose.pixels(np.column_stack([NODES, np.zeros(49)]))
    assert on_wood == pytest.approx(view(NODES), abs=1e-6)
    tops = pose.pixels(np.column_stack([NODES, np.full(49, TOP)]))
    miss = np.linalg.norm(tops - (seen(camera, TOP) - low), axis=1)
    assert miss.max() / camera.pitch_px < 0.12


def test_a_known_lens_is_believed():
    view = fitted(seen(any_camera(3)) * [0.75, 1], (960, 960), 3)
    lens = usual_lens(900.0, (960, 960))
    assert pose_of(view, lens).lens is lens


def narrower(image_bgr):
    return cv2.resize(image_bgr, None, fx=0.8, fy=1, interpolation=cv2.INTER_AREA)


def to_one_side(image_bgr):
    return np.ascontiguousarray(image_bgr[:, round(0.12 * image_bgr.shape[1]) :])


@pytest.mark.few(2)
@pytest.mark.parametrize("altered", [narrower, to_one_side])
@pytest.mark.parametrize("setup", [PLAIN, BOXES], ids=["plain", "boxes"])
def test_boards_in_such_pictures_are_read(setup, altered):
    calibration = from_bare_board(altered(bare(setup).image_bgr), REAL_QUEEN)
    calibration = with_trays(calibration, altered(picture(setup, full_trays()).image_bgr))
    shown = picture(setup, Take(POSITION, seed=1))
    reading = Reader(calibration).read(Frame(altered(shown.image_bgr), 0, 0.0))
    assert wrong(reading, shown.labels, reading.covered) == []
    assert reading.covered.sum() == 0
