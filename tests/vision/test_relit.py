"""Recorded boards in other light: lamps switched, shades, dusk; nothing is taken for a change."""

from functools import lru_cache

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import (
    PLAIN,
    POSITION,
    SESSIONS,
    SWAPPED,
    as_labelled,
    picture,
    recorded,
    taught,
    wrong,
)

from calibration.board import with_trays
from vision.reader import Reader
from vision.types import Frame

NODES = np.array([(c, r) for r in range(7) for c in range(7)], float)


@lru_cache(maxsize=8)
def calibrated(name):
    """From the true centres, the colours from the trays."""
    r = recorded(name)
    return with_trays(as_labelled(r, r.images[0]), r.images[1])


def across(image):
    """x, y of every pixel, 0..1."""
    height, width = image.shape[:2]
    return np.meshgrid(np.linspace(0, 1, width), np.linspace(0, 1, height))


def spot(x, y):
    return 0.4 + np.exp(-((x - 0.6) ** 2 + (y - 0.3) ** 2) / 0.08)


LIGHTS = {
    "half": lambda _x, _y: np.full(3, 0.5),
    "bright": lambda _x, _y: np.full(3, 1.4),
    "warm": lambda _x, _y: np.array([0.7, 1, 1.25]),
    "cold": lambda _x, _y: np.array([1.3, 1, 0.75]),
    "a lamp at the left": lambda x, _y: (1.5 - 1.1 * x)[..., None],
    "a spot": lambda x, y: spot(x, y)[..., None],
    "two lamps": lambda x, _y: np.stack([1.2 - 0.8 * x, 1.1 - 0.5 * x, 1 - 0.2 * x], axis=-1),
    "a soft shadow": lambda x, y: (1 - 0.55 / (1 + np.exp((0.72 - x - 0.4 * y) / 0.03)))[..., None],
}


def relit(image, light):
    """The picture under gains of linear light."""
    linear = (image / 255.0) ** 2.2 * LIGHTS[light](*across(image))
    return (255 * np.clip(linear, 0, 1) ** (1 / 2.2) + 0.5).astype(np.uint8)


def noisy(image, seed):
    noise = np.random.default_rng(seed).integers(-1, 2, image.shape, np.int16)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("name", SESSIONS)
def test_a_lamp_switched_changes_no_reading(name, light):
    session, reader = recorded(name), Reader(calibrated(name))
    before, after = session.images[3], relit(session.images[3], light)
    shown = [noisy(before, k) for k in range(3)] + [noisy(after, k) for k in range(3, 9)]
    readings = [reader.read(Frame(image, k, k / 30)) for k, image in enumerate(shown)]
    known, truth = readings[2].labels(), session.labels[3]
    if sum(map(str.__ne__, known.translate(SWAPPED), truth)) < sum(map(str.__ne__, known, truth)):
        truth = truth.translate(SWAPPED)
    for reading in readings[3:]:
        assert not reading.moved
        seen = reading.labels()
        bad = [i for i in range(49) if seen[i] != truth[i] and not reading.covered[i]]
        assert bad == []
    assert readings[-1].steady
    assert readings[-1].covered.sum() <= 1


@pytest.mark.parametrize("until", [0.35, 1.6])
def test_slow_changes_of_light_are_followed(until):
    reader, shown = Reader(taught(PLAIN)), picture(PLAIN, Take(POSITION, seed=1))
    for k, gain in enumerate(np.geomspace(1, until, 50)):
        image = cv2.convertScaleAbs(shown.image_bgr, alpha=gain)
        reading = reader.read(Frame(noisy(image, k), k, float(k)))
        assert not reading.moved
        assert not reading.covered.any()
        assert wrong(reading, shown.labels, reading.covered) == []
