"""Another lamp: all hollows change alike, and are read as before; nothing else is taken for one."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from synthetic import Hand, Take
from synthetic_setups import PLAIN, POSITION, WIDE, bare, known, picture, taught, wrong

from vision.reader import Reader
from vision.types import Frame
from vision.watching.relight import CELL, REACH, Relighting

SETUPS = {"plain": PLAIN, "wide": WIDE}
# From the other side, from beside, from above, and low: where the lamp was is (-0.5, 0.6, 1).
LAMPS = [(0.6, -0.5, 1.0), (0.7, 0.6, 1.0), (0.0, -0.1, 1.0), (-0.5, -1.2, 1.0)]
EMPTY = "7/7/7/7/7/7/7"
GLOVE = Hand((640, 330), rgb=(60, 90, 170))
ALL = np.ones(49, bool)


def lit(setup, towards):
    return replace(setup, lamp=replace(setup.lamp, towards=towards, slope=-setup.lamp.slope))


def seen(setup, take, count=1):
    """The same picture a few times, with a camera's noise."""
    image, rng = picture(setup, take).image_bgr, np.random.default_rng(take.seed)
    noise = [rng.integers(-1, 2, image.shape, np.int16) for _ in range(count)]
    return [np.clip(image + n, 0, 255).astype(np.uint8) for n in noise]


def watched(reader, images, begun=0.0):
    for k, image in enumerate(images):
        reading = reader.read(Frame(image, k, begun + k / 10))
    return reading


@lru_cache(maxsize=4)
def evidence(setup, take, against):
    """What hollows show in a picture beside the bare board."""
    reader = Reader(taught(against))
    view = reader._view(picture(setup, take).image_bgr)
    return reader._gauge.evidence(reader._gauge.traces(view, np.arange(49)))


def relit(setup, take, which=ALL, against=PLAIN):
    calibration = known(against)
    board = calibration.pose, calibration.spec, calibration.rim, bare(against).image_bgr
    frame = Frame(picture(setup, take).image_bgr, 0, 0.0)
    return Relighting(*board).relit(frame, evidence(setup, take, against), which, ALL)


@pytest.mark.parametrize("towards", LAMPS, ids=str)
@pytest.mark.parametrize("name", SETUPS)
def test_a_lamp_carried_round_the_table_changes_no_reading(name, towards):
    setup = SETUPS[name]
    reader = Reader(taught(setup))
    watched(reader, seen(setup, Take(POSITION, seed=1), 3))
    reading = watched(reader, seen(lit(setup, towards), Take(POSITION, seed=2), 5), 1.0)
    shown = picture(setup, Take(POSITION, seed=2))
    assert wrong(reading, shown.labels, shown.covered) == []
    assert not reading.covered.any()
    assert not reading.moved


@pytest.mark.parametrize("name", SETUPS)
def test_the_lamp_of_old_comes_back(name):
    setup, take = SETUPS[name], Take(POSITION, seed=2)
    reader, shown = Reader(taught(setup)), picture(setup, take)
    for k, light in enumerate([setup, lit(setup, LAMPS[0]), setup, lit(setup, LAMPS[1]), setup]):
        reading = watched(reader, seen(light, take, 5), float(k))
        assert wrong(reading, shown.labels, shown.covered) == [], k
        assert not reading.covered.any(), k


@pytest.mark.parametrize("placement", [EMPTY, POSITION], ids=["bare", "marbles"])
@pytest.mark.parametrize("name", SETUPS)
def test_a_game_may_begin_in_another_light_than_the_board_was_calibrated_in(name, placement):
    setup = SETUPS[name]
    other = lit(setup, (0.5, -0.6, 1.0))
    reading = watched(Reader(taught(setup)), seen(other, Take(placement, seed=2), 4))
    shown = picture(other, Take(placement, seed=2))
    assert wrong(reading, shown.labels, shown.covered) == []
    assert not reading.covered.any()


@pytest.mark.parametrize("towards", LAMPS, ids=str)
def test_the_bare_board_is_painted_as_that_lamp_shows_it(towards):
    other = lit(PLAIN, towards)
    painted = relit(other, Take(POSITION, seed=2), which=bare_in(POSITION))
    was, true = bare(PLAIN).image_bgr.astype(float), bare(other).image_bgr.astype(float)
    calibration = known(PLAIN)
    nodes = calibration.nodes
    ring = 0.12 * np.column_stack([np.cos(np.arange(12)), np.sin(np.arange(12))])
    inside = calibration.projection(nodes[:, None] + ring).round().astype(int)
    beside = calibration.projection(nodes[:, None] + [0.45, 0.02]).round().astype(int)

    def shading(image):
        """Within hollows, beside the wood's own light there."""
        return np.log(image[inside[..., 1], inside[..., 0]] + 6) - np.log(
            image[beside[..., 1], beside[..., 0]] + 6
        )

    before = np.abs(shading(was) - shading(true)).mean()
    after = np.abs(shading(painted.astype(float)) - shading(true)).mean()
    assert after < 0.35 * before
    height, width = was.shape[:2]
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1)
    board = calibration.projection.inverse(pixels[::3, ::3].astype(float))
    beyond = np.linalg.norm(board - board.round(), axis=-1) > 0.4
    assert (painted[::3, ::3] == was[::3, ::3])[beyond].all()


def bare_in(placement):
    labels = picture(PLAIN, Take(placement, seed=2)).labels
    return np.array([label == "." for label in labels])


@pytest.mark.parametrize(
    "take",
    [
        Take(POSITION, seed=3),
        Take(POSITION, seed=3, gain=0.6, warmth=0.1),
        Take(POSITION, seed=3, hand=GLOVE),
        Take(POSITION, seed=3, noise=6),
    ],
    ids=["the same light", "dimmer", "a hand", "noise"],
)
def test_nothing_else_is_another_lamp(take):
    assert relit(PLAIN, take, which=bare_in(POSITION)) is None


@pytest.mark.parametrize("hidden", [5.5, 6])
def test_a_smooth_hand_over_most_of_the_board_is_no_lamp(hidden):
    """Of wood's tint, in its own shade, without dents: as wide as so many of the seven files."""
    shown, calibration = bare(WIDE).image_bgr.copy(), known(WIDE)
    edge = calibration.projection(np.array([[hidden - 0.5, 0.0], [hidden - 0.5, 6.0]]))
    y, x = np.indices(shown.shape[:2])
    (x0, y0), (x1, y1) = edge
    under = x < x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    shown[under] = (0.4 * cv2.GaussianBlur(shown, (0, 0), 40))[under]
    reader = Reader(taught(WIDE))
    traces = reader._gauge.traces(reader._view(shown), np.arange(49))
    ask = Frame(shown, 0, 0.0), reader._gauge.evidence(traces), ALL, ALL
    board = calibration.pose, calibration.spec, calibration.rim, bare(WIDE).image_bgr
    assert Relighting(*board).relit(*ask) is None


def test_few_hollows_do_not_tell_a_lamp():
    other = lit(PLAIN, LAMPS[0])
    five = np.arange(49) < 5
    assert relit(other, Take(EMPTY, seed=2), which=bare_in(EMPTY) & ~five) is not None
    # Five that were seen bare, and fewer than half of all that may be.
    crowd = "wwwwwww/wbwbwbw/bwbwbwb/wbwbwbw/7/7/7"
    assert relit(other, Take(crowd, seed=2), which=five) is None


def test_marbles_all_alike_are_no_lamp():
    """A series has fewer marbles than half of the hollows, and they have a colour."""
    crowd = "wwwwwww/wwwwwww/wwwwwww/wwwwwww/7/7/7"
    assert relit(PLAIN, Take(crowd, seed=2), which=~ALL) is None


@pytest.mark.parametrize("aside", [(-4.5, 0.0), (4.5, 0.0), (0.0, 4.0), (0.0, -4.0)], ids=str)
def test_hollows_out_of_the_picture_are_left_out(aside):
    x, y = PLAIN.camera.target
    camera = replace(PLAIN.camera, target=(x + aside[0], y + aside[1]), pitch_px=150)
    setup = replace(PLAIN, camera=camera)
    image, calibration = bare(setup).image_bgr, known(setup)
    out = ((bare(setup).hollows_px < 0) | (bare(setup).hollows_px > image.shape[1::-1])).any(axis=1)
    assert 10 < out.sum() < 45
    relighting = Relighting(calibration.pose, calibration.spec, calibration.rim, image)
    painted = relighting._paint(np.full((49, CELL, CELL, 3), 0.1, np.float32))
    x, y = bare(setup).hollows_px[~out].round().astype(int).T
    assert (painted[y, x] > image[y, x]).all()
    assert 0.02 < (painted != image).any(axis=2).mean() < 0.15


@pytest.mark.parametrize("aside", [0.1, 0.3])
def test_a_nudge_changes_all_hollows_alike_and_is_no_lamp(aside, monkeypatch):
    x, y = PLAIN.camera.target
    nudged = replace(PLAIN, camera=replace(PLAIN.camera, target=(x + aside, y)))
    assert relit(nudged, Take(EMPTY, seed=2)) is None
    monkeypatch.setattr("vision.watching.relight.is_relit", lambda *_: True)
    assert relit(nudged, Take(EMPTY, seed=2)) is not None, "by the hollows alone it can't be told"


@pytest.mark.parametrize("name", SETUPS)
def test_cells_are_where_the_lens_shows_them(name):
    calibration = known(SETUPS[name])
    board = calibration.pose, calibration.spec, calibration.rim, bare(SETUPS[name]).image_bgr
    there = Relighting(*board)._places
    steps = ((np.arange(CELL) + 0.5) / CELL * 2 - 1) * REACH
    for hollow, node in enumerate(calibration.spec.nodes()):
        cell = node + np.stack(np.meshgrid(steps, steps), axis=-1)
        assert np.abs(there[hollow] - calibration.pose.projection(cell)).max() < 1 / 32
