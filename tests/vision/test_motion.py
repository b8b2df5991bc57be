"""Has anything changed, and has the board moved."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, PLAIN, POSITION, WIDE, bare, known, picture

from vision.motion import Motion
from vision.types import REAL_QUEEN

NOTHING = np.zeros(49, bool)


def watching(setup):
    calibration = known(setup)
    return Motion(calibration.pose, REAL_QUEEN, calibration.bare_bgr)


def test_the_first_picture_is_news_and_the_same_again_is_not():
    motion = watching(PLAIN)
    assert motion.changed(bare(PLAIN).image_bgr)
    assert not motion.changed(bare(PLAIN).image_bgr)
    assert not motion.changed(bare(PLAIN).image_bgr.copy())


def test_noise_is_no_news():
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    for seed in range(1, 4):
        assert not motion.changed(picture(PLAIN, Take(seed=seed, noise=2.0)).image_bgr)


@pytest.mark.parametrize("placement", ["7/7/7/3w3/7/7/7", "6b/7/7/7/7/7/7", "7/7/7/7/7/7/W6"])
def test_one_marble_is_news(placement):
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    assert motion.changed(picture(PLAIN, Take(placement, seed=1)).image_bgr)
    assert motion.changed(bare(PLAIN).image_bgr)


def test_what_happens_beside_the_board_is_no_news():
    motion = watching(PLAIN)
    motion.changed(bare(PLAIN).image_bgr)
    beside = bare(PLAIN).image_bgr.copy()
    beside[:60, :200] = 255
    assert not motion.changed(beside)


def test_dusk_is_no_news_and_a_lamp_is():
    motion = watching(PLAIN)
    image = bare(PLAIN).image_bgr
    motion.changed(image)
    for step in range(1, 40):
        assert not motion.changed((image * (1 - step / 200)).astype(np.uint8))
    assert motion.changed((image * 0.5).astype(np.uint8))


def shifted(image, dx, dy):
    return np.roll(image, (dy, dx), axis=(0, 1))


@pytest.mark.parametrize("setup", [PLAIN, BOXES], ids=["plain", "boxes"])
@pytest.mark.parametrize("take", [Take(seed=1), Take(POSITION, seed=1)], ids=["bare", "game"])
def test_a_board_at_its_place_has_not_moved(setup, take):
    assert not watching(setup).shifted(picture(setup, take).image_bgr, NOTHING)


@pytest.mark.parametrize("setup", [BOXES, WIDE], ids=["boxes", "joins"])
@pytest.mark.parametrize("by_px", [(7, 0), (-5, 6), (0, -20)], ids=str)
def test_a_bump_is_noticed(setup, by_px):
    image = shifted(picture(setup, Take(POSITION, seed=1)).image_bgr, *by_px)
    assert watching(setup).shifted(image, NOTHING)


@pytest.mark.parametrize("gain", [0.5, 1.4])
def test_light_is_no_bump(gain):
    lit = picture(PLAIN, Take(POSITION, gain=gain, seed=2)).image_bgr
    assert not watching(PLAIN).shifted(lit, NOTHING)


def test_a_hidden_board_is_not_called_moved():
    rng = np.random.default_rng(1)
    other = rng.integers(0, 255, bare(PLAIN).image_bgr.shape).astype(np.uint8)
    assert not watching(PLAIN).shifted(other, np.ones(49, bool))


def test_another_grid_is_watched_too():
    small = replace(PLAIN, columns=4, rows=5)
    calibration = known(small)
    motion = Motion(calibration.pose, calibration.spec, calibration.bare_bgr)
    assert motion.changed(bare(small).image_bgr)
    assert not motion.shifted(bare(small).image_bgr, np.zeros(20, bool))
