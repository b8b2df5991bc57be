"""White marbles in more light than a picture can show: cut off at white, and white all the same."""

import numpy as np
import pytest
from synthetic import Camera, Look, Setup, Take
from synthetic_setups import POSITION, bare, frames, picture, taught, wrong

from vision.colours.glass import NEARLY_WHITE, Apart
from vision.colours.series import LOOK, SeriesModel
from vision.reader import Reader

DARK = Setup(
    seed=3,
    camera=Camera(tilt_deg=10, pitch_px=64),
    wood_rgb=(70, 72, 78),
    looks=(Look((140, 144, 180)), Look((246, 244, 240))),
)
IVORY, GREY = 0.6, 0.0


@pytest.mark.parametrize(
    ("gain", "warmth"), [(1.2, 0.5), (1.5, 0.5), (2, 0.5), (1.5, -0.5), (2.5, 0)]
)
def test_a_lamp_of_another_colour_leaves_white_marbles_white(gain, warmth):
    shown = picture(DARK, Take(placement=POSITION))
    relit = picture(DARK, Take(placement=POSITION, gain=gain, warmth=warmth))
    reader = Reader(taught(DARK))
    images = bare(DARK).image_bgr, shown.image_bgr, relit.image_bgr
    for frame in frames(*images, each=4):
        reading = reader.read(frame)
    assert reading.steady
    assert wrong(reading, shown.labels, shown.covered) == []


def trays():
    """Ivory and grey marbles as their trays showed them."""
    spread = np.random.default_rng(1).normal(0, 0.05, (20, LOOK))
    return SeriesModel.learn(IVORY + spread, GREY + spread, np.zeros((2, 3)))


def told(look, white):
    series, look = trays(), np.tile(look, LOOK // 3)[None]
    apart = Apart.of(series, look, None, np.array([white]))
    return apart.squared[:, 0].T[0], series.distances(look)[0]


def test_ivory_that_is_cut_off_is_ivory_and_not_grey():
    seen, as_if = told([0.6, 0.5, 0.35], [0.61, 0.51, 0.36])
    assert seen[0] < 0.01
    assert seen[1] > 1 < as_if[0]


def test_a_colour_that_is_cut_off_in_one_channel_stays_a_colour():
    # Red marbles in less light than the wood beside them: so they are in every channel.
    red, pink = np.tile([0.1, 0.2, 1.5], 5), np.tile([0.9, 0.9, 0.95], 5)
    spread = np.random.default_rng(1).normal(0, 0.05, (20, LOOK))
    series = SeriesModel.learn(red + spread, pink + spread, np.zeros((2, 3)))
    seen = np.tile([-0.9, -0.8, 0.4], 5)[None]
    apart = Apart.of(series, seen, None, np.array([[0.45, 0.45, 0.45]]))
    assert apart.squared[0, 0, 0] < apart.squared[1, 0, 0] / 4


def nearest(precision, away, cut_off):
    """The least distance of numbers that may be larger, by going downhill for long."""
    away, least = away.copy(), away
    for _ in range(3000):
        for k in np.flatnonzero(cut_off):
            others = precision[k] @ away - precision[k, k] * away[k]
            away[k] = max(-others / precision[k, k], least[k])
    return away


def test_what_is_cut_off_is_the_likeliest_that_it_may_be():
    series, rng = trays(), np.random.default_rng(5)
    precision = np.linalg.inv(series.covariance)
    away, cut_off = rng.normal(0, 0.5, (2, 40, LOOK)), rng.random((40, LOOK)) < 0.4
    completed = series.completed(away, cut_off)
    assert (completed[:, ~cut_off] == away[:, ~cut_off]).all()
    assert (completed >= away).all()
    for side in (0, 1):
        for k in range(40):
            best = nearest(precision, away[side, k], cut_off[k])
            found = completed[side, k]
            assert found @ precision @ found <= 1.05 * best @ precision @ best


@pytest.mark.parametrize("below", [NEARLY_WHITE * 1.01, 0.5, 3.0])
def test_what_is_not_white_is_not_cut_off(below):
    # The wood beside it may mirror a lamp that does not shine on the marble.
    seen, as_if = told([0.2, 0.1, -0.2], np.array([0.2, 0.1, -0.2]) + below)
    assert np.allclose(seen, as_if)


def test_white_is_what_a_marble_that_is_as_light_as_can_be_shows():
    reader, shown = Reader(taught(DARK)), picture(DARK, Take(placement=POSITION))
    whites, image = np.array([label in "bB" for label in shown.labels]), shown.image_bgr.copy()
    image[image.min(axis=2) > 170] = 255
    for frame in frames(bare(DARK).image_bgr, image, each=4):
        reader.read(frame)
    e = reader._gauge.evidence(reader._traces)
    assert np.allclose(e.look[whites, :3], e.white[whites], atol=0.02)
