"""The camera's pose and the discs that marbles show, against a camera that shares no code."""

import cv2
import numpy as np
import pytest
from synthetic import Camera
from synthetic_setups import nodes_of

from vision.camera.geometry import discs, pose_of, resting_height, sphere_outlines
from vision.camera.projection import fit_projection
from vision.types import REAL_QUEEN, BoardSpec

NODES = nodes_of(REAL_QUEEN)
CAMERAS = {
    "almost from above": Camera(tilt_deg=3, pitch_px=80),
    "a stand": Camera(tilt_deg=20, roll_deg=-8),
    "steep": Camera(tilt_deg=38, azimuth_deg=30, pitch_px=60),
    "upside down": Camera(tilt_deg=15, roll_deg=180, azimuth_deg=10),
    "from the side": Camera(tilt_deg=30, azimuth_deg=90, roll_deg=-75),
    "narrow": Camera(tilt_deg=20, fov_deg=48, pitch_px=75),
    "wide": Camera(tilt_deg=25, fov_deg=100, k1=-0.06, pitch_px=75),
}


def pose(camera, noise_px=0.0):
    nodes = np.column_stack([NODES, np.zeros(len(NODES))])
    points = camera.pixels(nodes) + np.random.default_rng(2).normal(0, 1, (49, 2)) * noise_px
    return pose_of(fit_projection(NODES, points, (camera.width, camera.height)).projection)


@pytest.mark.parametrize("name", CAMERAS)
def test_the_camera_is_found(name):
    camera = CAMERAS[name]
    seen = pose(camera)
    assert seen.tilt_deg == pytest.approx(camera.tilt_deg, abs=4)
    assert np.linalg.det(seen.rotation) == pytest.approx(1)
    away = np.linalg.norm(seen.camera - camera.place) / np.linalg.norm(camera.place)
    assert away < 0.25
    assert seen.camera[2] > 0


@pytest.mark.parametrize("name", CAMERAS)
@pytest.mark.parametrize("noise_px", [0.0, 0.3])
def test_what_stands_up_from_the_board_is_displaced_as_it_should(name, noise_px):
    camera = CAMERAS[name]
    tops = np.column_stack([NODES, np.full(len(NODES), 0.35)])
    miss = np.linalg.norm(pose(camera, noise_px).pixels(tops) - camera.pixels(tops), axis=1)
    # A disc displaced by a thirtieth of the pitch is still told from its neighbours in size.
    assert miss.max() / camera.pitch_px < 0.035


def test_points_on_the_wood_stay_where_the_projection_has_them():
    seen = pose(CAMERAS["a stand"])
    flat = np.column_stack([NODES, np.zeros(len(NODES))])
    assert seen.pixels(flat) == pytest.approx(seen.projection(NODES), abs=1.5)


def surface(centre, radius, count=20000):
    """Points all over a sphere, evenly."""
    k = np.arange(count) + 0.5
    polar, turn = np.arccos(1 - 2 * k / count), np.pi * (1 + 5**0.5) * k
    ball = [np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), np.cos(polar)]
    return centre + radius * np.column_stack(ball)


@pytest.mark.parametrize("name", ["almost from above", "steep", "wide", "from the side"])
@pytest.mark.parametrize("radius", [0.24, 0.41])
@pytest.mark.parametrize("place", [(0, 0), (6, 6), (3, 3), (6, 0)])
def test_outlines_are_those_of_all_points_on_the_sphere(name, radius, place):
    seen = pose(CAMERAS[name])
    centre = np.array([*place, 0.3], float)
    shown = seen.pixels(surface(centre, radius)).astype(np.float32)
    hull = cv2.convexHull(shown)
    moments = cv2.moments(hull)
    middle = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    outline = sphere_outlines(seen, centre[None], radius)
    size = np.sqrt(moments["m00"] / np.pi)
    assert outline.radii_px[0] == pytest.approx(size, rel=0.015)
    assert np.linalg.norm(outline.centres_px[0] - middle) < 0.02 * size


def test_discs_come_in_reading_order_and_grow_towards_the_camera():
    camera = CAMERAS["steep"]
    spec = BoardSpec(7, 7)
    small, large = (discs(pose(camera), spec, radius, 0.18) for radius in (0.27, 0.37))
    assert small.centres_px.shape == (49, 2)
    assert (large.radii_px > small.radii_px).all()
    near, far = np.argsort(np.linalg.norm(nodes3() - camera.place, axis=1))[[0, -1]]
    assert small.radii_px[near] == small.radii_px.max()
    assert small.radii_px[far] == small.radii_px.min()
    # A marble's disc lies farther from the camera's foot than its hollow.
    foot = camera.pixels(np.array([*camera.place[:2], 0.0]))
    flat = camera.pixels(nodes3())
    outwards = np.linalg.norm(small.centres_px - foot, axis=1) - np.linalg.norm(flat - foot, axis=1)
    assert (outwards > 0).all()


def nodes3():
    return np.column_stack([NODES, np.zeros(len(NODES))])


def test_a_marble_rests_on_the_rim():
    assert resting_height(0.5, 0.3) == pytest.approx(0.4)
    assert resting_height(0.3, 0.0) == pytest.approx(0.3)
    # A marble smaller than its hollow still has some height.
    assert 0 < resting_height(0.2, 0.3) < 0.2
