"""The renderer tells the truth: its camera is OpenCV's, its labels are in the picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Camera, Hand, Take, labels_of, render
from synthetic_camera import rays
from synthetic_setups import BOXES, PLAIN, POSITION, WIDE, bare, picture


@pytest.mark.parametrize("camera", [PLAIN.camera, WIDE.camera], ids=["plain", "wide"])
def test_the_camera_is_opencvs(camera):
    points = np.random.default_rng(1).uniform([-3, -1, 0], [9, 7, 0.5], (50, 3))
    rotation = camera.axes
    matrix = np.array(
        [
            [camera.focal_px, 0, (camera.width - 1) / 2],
            [0, camera.focal_px, (camera.height - 1) / 2],
            [0, 0, 1],
        ]
    )
    bend = np.array([camera.k1, 0, 0, 0])
    turn, _ = cv2.Rodrigues(rotation)
    seen, _ = cv2.projectPoints(points, turn, -rotation @ camera.place, matrix, bend)
    assert camera.pixels(points) == pytest.approx(seen[:, 0], abs=1e-6)


@pytest.mark.parametrize("camera", [PLAIN.camera, WIDE.camera], ids=["plain", "wide"])
def test_rays_go_through_their_pixels(camera):
    for x, y in ((0, 0), (200, 500), (1279, 719)):
        on_ray = camera.place + 8 * rays(camera)[y, x]
        assert camera.pixels(on_ray) == pytest.approx([x, y], abs=0.02)


def test_tilt_shows_the_far_side_smaller():
    hollows = bare(replace(PLAIN, camera=Camera(tilt_deg=30))).hollows_px
    near, far = hollows[6] - hollows[0], hollows[48] - hollows[42]
    assert np.linalg.norm(near) > 1.05 * np.linalg.norm(far)
    assert hollows[0, 1] > hollows[42, 1]


def test_a_marble_changes_its_own_hollow_and_no_other_marbles_place():
    one = picture(PLAIN, Take("7/7/7/3w3/7/7/7", noise=0, jpeg=100))
    none = picture(PLAIN, Take(noise=0, jpeg=100))
    change = np.abs(one.image_bgr.astype(int) - none.image_bgr).max(axis=2)
    x, y = np.rint(none.hollows_px).astype(int).T
    assert (change[y, x] > 20).nonzero()[0].tolist() == [24]


def test_the_same_seed_gives_the_same_picture_and_another_does_not():
    first, again = render(BOXES, Take(POSITION)), render(BOXES, Take(POSITION))
    other = render(BOXES, Take(POSITION, seed=1))
    assert (first.image_bgr == again.image_bgr).all()
    assert (first.image_bgr != other.image_bgr).any()
    assert first.labels == labels_of(POSITION, 7, 7)


def test_a_hand_covers_what_it_lies_on_and_not_all():
    take = Take(POSITION, hand=Hand((640, 380), rgb=(60, 90, 170)))
    seen = picture(PLAIN, take)
    assert 3 < seen.covered.sum() < 25
    without = picture(PLAIN, replace(take, hand=None))
    change = np.abs(seen.image_bgr.astype(int) - without.image_bgr).max(axis=2) > 25
    x, y = np.rint(seen.hollows_px).astype(int).T
    assert change[y, x][seen.covered].mean() > 0.6
    assert not without.covered.any()
