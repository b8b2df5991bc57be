"""How large marbles look: measured on drawn boards, and circle after circle."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Look, Take
from synthetic_setups import PLAIN, POSITION, WIDE, known, picture

from vision.camera.geometry import discs
from vision.camera.sampling import View, polar_map, sample
from vision.measuring.girth import (
    CLEAR,
    FALLEN,
    INSIDE,
    OUTSIDE,
    SHARP,
    SOFT,
    STEP,
    TRIED,
    GirthGauge,
    _beyond_edge,
    _widest,
)

LOOKS = {
    "white, cream": (Look((238, 238, 235)), Look((232, 214, 170))),
    "matt": (Look((60, 130, 70), gloss=0), Look((205, 190, 60), gloss=0)),
}


@pytest.mark.parametrize(
    ("base", "radii"), [(PLAIN, (0.24, 0.34)), (WIDE, (0.31, 0.43))], ids=["small", "large"]
)
@pytest.mark.parametrize("looks", LOOKS)
def test_radii_are_measured(base, radii, looks):
    setup = replace(base, radii=radii, looks=LOOKS[looks])
    calibration, seen = known(setup), picture(setup, Take(POSITION, seed=1))
    view = View(calibration.pose, calibration.spec)
    gauge = GirthGauge(
        calibration.pose, calibration.spec, setup.rim, view, view(calibration.bare_bgr)
    )
    marbles = np.array([i for i in range(49) if seen.labels[i] != "."])
    girths = gauge.measure(view(seen.image_bgr), marbles)
    true = np.array([radii[seen.labels[i].isupper()] for i in marbles])
    away = np.abs(girths.radii - true)
    assert np.median(away) < 0.02
    assert away.max() < 0.04
    assert girths.strength.min() > 0.1


@pytest.mark.parametrize("pitch_px", [36.0, 50.0])
def test_small_marbles_are_measured_in_a_picture_that_is_not_halved(pitch_px):
    """Halved, a marble of ten pixels is a blur, and seems smaller than it is."""
    camera = replace(PLAIN.camera, pitch_px=pitch_px)
    setup = replace(PLAIN, radii=(0.28, 0.39), looks=LOOKS["white, cream"], camera=camera)
    calibration, seen = known(setup), picture(setup, Take(POSITION, seed=1))
    marbles = np.array([i for i in range(49) if seen.labels[i] != "."])
    true = np.array([setup.radii[seen.labels[i].isupper()] for i in marbles])
    ratios = {}
    for finest in (False, True):
        view = View(calibration.pose, calibration.spec, finest)
        gauge = GirthGauge(
            calibration.pose, calibration.spec, setup.rim, view, view(calibration.bare_bgr)
        )
        ratios[finest] = gauge.measure(view(seen.image_bgr), marbles).radii / true
    away = {finest: np.median(np.abs(ratio - 1)) for finest, ratio in ratios.items()}
    assert away[True] < 0.85 * away[False]


def plainly_measured(calibration, rim, view_bgr, hollow):
    """Radius and strength, one circle after the other."""
    view = View(calibration.pose, calibration.spec)
    bare = view(calibration.bare_bgr)
    middle = calibration.pose.projection(np.array([[4.0, 3.0], [3.0, 4.0]]))
    pixel = 2**0.5 / np.linalg.norm(np.diff(view.places(middle), axis=0))
    clearness = []
    for r in TRIED:
        outline = discs(calibration.pose, calibration.spec, r, rim)
        places = view.places(polar_map(outline, r, r + np.append(INSIDE, OUTSIDE)))[[hollow]]
        seen, was = (np.exp(sample(image, places))[:, 0] for image in (view_bgr, bare))
        step, before = (x[..., :3].mean(axis=-1) - x[..., 3:].mean(axis=-1) for x in (seen, was))
        both = np.minimum(np.linalg.norm(step, axis=0), np.linalg.norm(step - before, axis=0))
        clearness.append(np.sort(both)[18] / ((seen.mean() + was.mean()) / 2))
    soft = np.exp(-0.5 * ((TRIED[:, None] - TRIED) / (SOFT * pixel)) ** 2)
    clear = list(soft / soft.sum(axis=1, keepdims=True) @ np.array(clearness))
    return plainly_widest(clear, _beyond_edge(np.hypot(SHARP, SOFT) * pixel))


def plainly_widest(clearness, beyond):
    """From the widest circle inwards the first that is clear, and from there out to its end."""
    around = [-np.inf, *clearness, -np.inf]
    for k in reversed(range(len(clearness))):
        here = clearness[k]
        if here >= CLEAR * max(clearness) and here >= max(around[k], around[k + 2]):
            for j in range(k + 1, len(clearness)):
                if clearness[j] < FALLEN * here:
                    fall = clearness[j - 1] - clearness[j]
                    share = (clearness[j - 1] - FALLEN * here) / fall
                    return TRIED[j - 1] + STEP * share - beyond, here
            return TRIED[k], here
    raise AssertionError


def test_how_far_beyond_an_edge_the_step_has_fallen():
    """A drawn edge, a sharp one and a soft one, asked for by the samples themselves."""
    for soft in (0.002, 0.01, 0.03):
        fine = np.arange(-0.4, 0.4, 0.0005)
        blur = np.exp(-0.5 * (np.arange(-0.15, 0.15, 0.0005) / soft) ** 2)
        light = np.convolve((fine < 0).astype(float), blur / blur.sum(), mode="same")

        def step(away, light=light, fine=fine):
            inside, outside = (np.interp(away + side, fine, light) for side in (INSIDE, OUTSIDE))
            return inside.mean() - outside.mean()

        assert step(_beyond_edge(soft)) == pytest.approx(FALLEN * step(0), abs=0.15 * step(0))
        assert step(_beyond_edge(soft) + 0.005) < FALLEN * step(0) + 0.01


@pytest.mark.parametrize("seed", range(20))
def test_the_widest_of_many_at_once_is_that_of_each(seed):
    rng = np.random.default_rng(seed)
    many = np.round(rng.random((9, len(TRIED))), seed % 3)
    many[0] = np.linspace(0, 1, len(TRIED))[:: 1 if seed % 2 else -1]
    many[1] = 0.5
    found = np.column_stack(_widest(many, 0.02))
    plain = np.array([plainly_widest(list(each), 0.02) for each in many])
    assert found == pytest.approx(plain)


@pytest.mark.parametrize("setup", [PLAIN, WIDE], ids=["plain", "wide"])
def test_measured_as_circle_after_circle(setup):
    calibration, seen = known(setup), picture(setup, Take(POSITION, seed=1))
    view = View(calibration.pose, calibration.spec)
    bare, now = view(calibration.bare_bgr), view(seen.image_bgr)
    some = np.flatnonzero([label != "." for label in seen.labels])[::4]
    gauge = GirthGauge(calibration.pose, calibration.spec, setup.rim, view, bare)
    girths = gauge.measure(now, some)
    plain = [plainly_measured(calibration, setup.rim, now, i) for i in some]
    assert np.column_stack([girths.radii, girths.strength]) == pytest.approx(
        np.array(plain), rel=1e-3
    )
