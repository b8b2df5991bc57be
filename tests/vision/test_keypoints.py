"""Candidate points: hollows must be among them, whatever else is."""

from dataclasses import replace
from itertools import chain

import cv2
import numpy as np
import pytest
from synthetic import Camera
from synthetic_setups import BOXES, PLAIN, bare

from vision.finding.keypoints import (
    candidates,
    normalised_tensor,
    responses,
    ring_response,
    spot_responses,
)
from vision.finding.lattice import Nearest

SMALL = replace(PLAIN, camera=Camera(tilt_deg=20, pitch_px=36))


def found_in(tensor, **how):
    return [candidates(response, **how) for response in responses(tensor)]


def nearest(points, places):
    return Nearest(points)(places)[1]


@pytest.mark.parametrize("setup", [PLAIN, SMALL], ids=["plain", "small"])
def test_most_hollows_are_among_the_candidates_of_their_size(setup):
    shown = bare(setup)
    best = 0
    for found, _ in found_in(normalised_tensor(shown.image_bgr)):
        if found.kind == "rim":
            near = nearest(found.points_px, shown.hollows_px) < 0.1 * setup.camera.pitch_px
            best = max(best, int(near.sum()))
    assert best >= 35


def test_rings_elsewhere_do_not_keep_a_boards_out_where_each_part_counts():
    y, x = np.mgrid[:480, :1280]
    away = np.hypot((x + 20) % 40 - 20, (y + 20) % 40 - 20)
    image = 150 - np.where(x < 640, 100, 8) * np.clip((7.5 - away) / 1.5, 0, 1)
    hollows = np.array([(i, j) for j in range(40, 480, 40) for i in range(800, 1260, 40)], float)
    tensor = normalised_tensor(np.repeat(image[..., None], 3, axis=2).astype(np.uint8))

    def most_found(spread):
        rims = [found[spread] for found in found_in(tensor, most=60)]
        rims = [c for c in rims if c.kind == "rim"]
        return max(int((nearest(c.points_px, hollows) < 4).sum()) for c in rims)

    assert most_found(spread=False) < 0.5 * len(hollows)
    assert most_found(spread=True) > 0.9 * len(hollows)


def test_candidates_come_strongest_first_and_no_more_than_asked():
    for strongest, spread in found_in(normalised_tensor(bare(BOXES).image_bgr), most=50):
        assert len(strongest.points_px) == len(strongest.strength) <= 50
        assert (np.diff(strongest.strength) <= 0).all()
        assert (np.diff(spread.strength) <= 0).all()


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_an_even_picture_has_none_worth_the_name(grey):
    even = np.full((240, 320, 3), grey, np.uint8)
    for found in chain(*found_in(normalised_tensor(even))):
        assert np.isfinite(found.strength).all()
        assert len(found.strength) == 0 or found.strength.max() < 0.05


def disc(soft):
    y, x = np.mgrid[0:80, 0:80]
    edge = np.clip((np.hypot(x - 40, y - 40) - 10) / soft, -1, 1)
    return np.repeat((120 + 40 * edge)[..., None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize("lighter", [True, False])
def test_a_ring_answers_in_the_middle_of_a_disc(lighter):
    image = disc(1.5) if lighter else 255 - disc(1.5)
    response = ring_response(normalised_tensor(image), 10.0)
    y, x = np.unravel_index(response.argmax(), response.shape)
    assert (x, y) == (pytest.approx(40, abs=1), pytest.approx(40, abs=1))


def test_a_line_is_no_ring():
    image = np.full((80, 80, 3), 150, np.uint8)
    image[:, 30] = image[:, 50] = 80
    lines = ring_response(normalised_tensor(image), 10.0)[20:60, 20:60].max()
    ring = ring_response(normalised_tensor(disc(1.5)), 10.0).max()
    assert lines < 0.5 * ring


def test_beside_a_burnt_out_table_spots_are_as_strong_as_they_are_and_nothing_else():
    log = np.zeros((720, 1280), np.float32)
    log[100:300, 100:300] = 4  # a dark board's edge; all around is as bright as can be
    smooth = cv2.GaussianBlur(log, (0, 0), 1.0)
    for response in spot_responses(smooth, smoothed_px=1.0):
        assert np.isfinite(response.strength).all(), response.radius_px
