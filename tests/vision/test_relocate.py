"""A bumped board is found again, from the bare board's picture and what lies there now."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, PLAIN, WIDE, bare, known, nodes_of, picture

from vision.errors import BoardNotFoundError
from vision.relocate import relocate
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
OPENING = "7/7/1w5/3w3/4b2/7/7"
BUMPS = {
    "shift": {"target": (3.25, 2.8)},
    "turn": {"roll_deg": 9},
    "both": {"target": (2.7, 3.1), "roll_deg": 1},
    "camera knocked": {"tilt_deg": 14, "target": (3.2, 3.0)},
}


def bumped(setup, bump):
    changes = {
        key: value + getattr(setup.camera, key) - getattr(PLAIN.camera, key)
        if isinstance(value, (int, float))
        else value
        for key, value in bump.items()
    }
    return replace(setup, camera=replace(setup.camera, **changes))


def found_again(setup, image):
    return relocate(bare(setup).image_bgr, known(setup).pose, image, REAL_QUEEN)


@pytest.mark.parametrize("bump", BUMPS)
@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "wide"])
def test_a_bumped_board_is_found(setup, bump):
    now = picture(bumped(setup, BUMPS[bump]), Take(OPENING, seed=1))
    found = found_again(setup, now.image_bgr)
    miss = np.linalg.norm(found.projection(NODES) - now.hollows_px, axis=1)
    assert miss.max() / setup.camera.pitch_px < 0.1


def test_an_unmoved_board_stays():
    found = found_again(PLAIN, picture(PLAIN, Take(OPENING, seed=1)).image_bgr)
    miss = np.linalg.norm(found.projection(NODES) - bare(PLAIN).hollows_px, axis=1)
    assert miss.max() < 1.5
    assert 0.35 < found.likeness <= 1


def other_scenes():
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    yield "noise", noise
    yield "smooth", cv2.GaussianBlur(noise, (0, 0), 25)
    yield "black", np.zeros_like(noise)
    yield "white", np.full_like(noise, 255)
    far = replace(PLAIN, camera=replace(PLAIN.camera, target=(5.5, 3.0)))
    yield "moved too far", picture(far, Take(seed=1)).image_bgr


@pytest.mark.parametrize("name", ["noise", "smooth", "black", "white", "moved too far"])
def test_another_scene_is_refused(name):
    with pytest.raises(BoardNotFoundError, match="bare board again"):
        found_again(PLAIN, dict(other_scenes())[name])
