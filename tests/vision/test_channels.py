"""Channels that are too dark to tell: what is made of them, and boards read by candlelight."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Camera, Lamp, Look, Setup, Take, full_trays
from synthetic_setups import PLAIN, POSITION, known, nodes_of, picture, wrong

from calibration.board import with_trays
from vision.camera.geometry import discs, pose_of
from vision.camera.projection import fit_projection
from vision.camera.sampling import FLOOR, Sampler, View
from vision.reader import Reader
from vision.reading.channels import DARK, Channels
from vision.reading.evidence import Gauge
from vision.types import REAL_QUEEN, Frame

# Linear gains in blue, green, red: 1900 K before a camera that stops at 2900 K.
CANDLE = (0.012, 0.25, 0.85)


def logs(*levels):
    return np.log(np.array(levels, np.float32)[:, None] + FLOOR) * np.ones((1, 50), np.float32)


@pytest.mark.parametrize("levels", [(92, 117, 140), (20, 30, 45), (35, 49, 134), (49, 42, 39)])
def test_daylight_lamps_and_dark_wood_are_left_as_they_are(levels):
    channels = Channels(logs(*levels))
    assert channels.plain
    change = np.random.default_rng(1).normal(size=(3, 4, 5)).astype(np.float32)
    assert channels(change) is change


def test_the_darker_a_channel_is_the_less_it_counts():
    told = []
    for blue in (24, 12, 6, 1):
        channels = Channels(logs(blue, 57, 134))
        own = float(channels.mixing[0, 0])
        assert own >= (blue + FLOOR) / (DARK * (57 + FLOOR)) - 1e-6
        told.append(own)
    assert told == sorted(told, reverse=True)
    assert told[-1] < 0.3
    assert np.allclose(channels.mixing[1:], np.eye(3)[1:])


def test_light_stays_light_and_noise_becomes_less():
    channels = Channels(logs(6, 57, 134))
    even = np.full((3, 2, 7), -0.4, np.float32)
    assert np.allclose(channels(even), even, atol=1e-6)
    rng = np.random.default_rng(2)
    levels = np.array([6, 57, 134])[:, None]
    seen = np.log(levels + 1.5 * rng.normal(size=(3, 5000)) + FLOOR).astype(np.float32)
    assert channels(seen).std(axis=1)[0] < 0.45 * seen.std(axis=1)[0]


def by_candle(image, seed):
    light = (image.astype(np.float32) / 255) ** 2.2 * np.float32(CANDLE)
    noise = 1.6 * np.random.default_rng(seed).standard_normal(image.shape, np.float32)
    levels = 255 * np.clip(light, 0, 1) ** (1 / 2.2) + noise
    shown = np.clip(levels + 0.5, 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 88])[1], 1)


CHERRY = Setup(
    seed=5,
    wood_rgb=(170, 110, 75),
    camera=Camera(tilt_deg=21, roll_deg=6, pitch_px=62),
    lamp=Lamp(towards=(-0.3, 0.9, 0.8), shadow=0.5),
    looks=(Look((150, 60, 30), (235, 150, 60)), Look((120, 110, 50), (200, 190, 120))),
)
WALNUT = replace(CHERRY, seed=6, wood_rgb=(110, 78, 55))
SHADED = replace(PLAIN, seed=7, lamp=Lamp(towards=(0.8, 0.4, 0.9), shadow=0.6))


def read_by_candle(setup, position=POSITION):
    def shot(take, seed):
        clean = picture(setup, replace(take, noise=0.0, jpeg=100))
        return by_candle(clean.image_bgr, seed), clean

    base = replace(known(setup), bare_bgr=shot(Take(), 1)[0])
    reader = Reader(with_trays(base, shot(full_trays(), 2)[0]))
    reader.read(Frame(shot(full_trays(), 3)[0], 0, 0.0))
    now, clean = shot(Take(position), 4)
    reading = reader.read(Frame(now, 1, 1.0))
    return reading, clean


@pytest.mark.few(2)
@pytest.mark.parametrize("setup", [CHERRY, WALNUT, SHADED], ids=["cherry", "walnut", "shaded"])
def test_a_game_by_candlelight(setup):
    reading, clean = read_by_candle(setup)
    assert wrong(reading, clean.labels, reading.covered) == []
    assert reading.covered.sum() <= 2


@pytest.mark.parametrize("setup", [CHERRY, WALNUT, SHADED], ids=["cherry", "walnut", "shaded"])
def test_blue_by_candlelight_is_noise(setup, monkeypatch):
    """What wood seems to change by between two pictures in which nothing did."""

    def unexplained():
        bare, again = (by_candle(clean, seed) for seed in (1, 2))
        size = (setup.camera.width, setup.camera.height)
        pose = pose_of(fit_projection(nodes_of(REAL_QUEEN), shown.hollows_px, size).projection)
        view, radii = View(pose, REAL_QUEEN), setup.radii
        small, large = (discs(pose, REAL_QUEEN, radius, setup.rim) for radius in radii)
        gauge = Gauge(Sampler(view, small, large, radii), radii, view(bare))
        return gauge.traces(view(again), np.arange(49)).spread.mean()

    shown = picture(setup, Take(noise=0.0, jpeg=100))
    clean = shown.image_bgr
    with_all = unexplained()
    monkeypatch.setattr("vision.reading.channels.DARK", 1e-6)
    assert with_all < 0.9 * unexplained()
