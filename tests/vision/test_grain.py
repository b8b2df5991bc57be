"""The wood's own detail: seen in any light and shadow, gone under marbles and hands."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Hand, Lamp, Take
from synthetic_setups import PLAIN, POSITION, bare, known, picture

from vision.camera.columns import Blocks
from vision.camera.geometry import discs
from vision.camera.sampling import ANGLES, RADII, Sampler, View
from vision.reading.evidence import Gauge
from vision.reading.grain import Grain
from vision.reading.odds import GRAINED

BOTH = (0.28, 0.385)
GRAINY = replace(PLAIN, grain=0.16)
EVERY = np.arange(49)


def grain_of(shown):
    calibration = known(GRAINY)
    view = View(calibration.pose, calibration.spec)
    outlines = [discs(calibration.pose, calibration.spec, r, calibration.rim) for r in BOTH]
    gauge = Gauge(Sampler(view, *outlines, BOTH), BOTH, view(bare(GRAINY).image_bgr))
    return gauge.traces(view(shown.image_bgr), EVERY).grain


@pytest.mark.parametrize("shadow", [0.3, 0.6])
def test_a_shadow_leaves_the_grain(shadow):
    shown = picture(replace(GRAINY, lamp=Lamp(shadow=shadow)), Take(seed=2))
    # Where its edge crosses a hollow, that is seen besides.
    assert np.quantile(grain_of(shown), 0.2) > GRAINED


@pytest.mark.parametrize("gain", [0.5, 1.3])
def test_brighter_and_darker_leaves_it(gain):
    assert np.median(grain_of(picture(GRAINY, Take(gain=gain, seed=3)))) > GRAINED


def test_marbles_have_none():
    shown = picture(GRAINY, Take(POSITION, seed=4))
    marbles = np.array([label != "." for label in shown.labels])
    grain = grain_of(shown)
    assert grain[marbles].max() < GRAINED
    assert np.median(grain[~marbles]) > GRAINED


@pytest.mark.parametrize("rgb", [(205, 150, 120), (60, 90, 170), (25, 25, 28)], ids=str)
def test_a_hand_has_none(rgb):
    shown = picture(GRAINY, Take(hand=Hand((640, 200), span_px=250, rgb=rgb), seed=5))
    # Those at its border may show their middle.
    assert np.quantile(grain_of(shown)[shown.covered], 0.8) < GRAINED


def test_it_is_a_correlation_of_what_a_smooth_fit_leaves():
    rng = np.random.default_rng(1)
    blocks = Blocks(RADII[:10])
    bare_logs, seen = rng.normal(0, 0.1, (2, 3, 4, blocks.area.size))
    grain = Grain(blocks, bare_logs.astype(np.float32))
    hollows = np.array([2, 0])
    change = (seen[:, hollows] - bare_logs[:, hollows]).sum(axis=0)
    angle = np.repeat((2 * np.arange(ANGLES // 2) + 0.5)[None], 5, axis=0).ravel()
    radius = np.repeat((RADII[0:10:2] + RADII[1:10:2]) / 2, ANGLES // 2)
    x, y = radius * np.cos(angle * 2 * np.pi / ANGLES), radius * np.sin(angle * 2 * np.pi / ANGLES)
    terms = np.column_stack([x**0, x, y, x**2, y**2, x * y, radius**4])
    weight = np.sqrt(blocks.area)[:, None]

    def left(logs):
        values = logs.sum(axis=0) * weight[:, 0]
        return values - terms * weight @ np.linalg.lstsq(terms * weight, values, rcond=None)[0]

    plain = []
    for hollow in hollows:
        a, b = left(seen[:, hollow]), left(bare_logs[:, hollow])
        plain.append(a @ b / np.sqrt((a @ a) * (b @ b)))
    assert grain(change.astype(np.float32), hollows).alike == pytest.approx(plain, abs=1e-3)


def test_without_any_detail_nothing_is_like_it():
    blocks = Blocks(RADII[:10])
    grain = Grain(blocks, np.zeros((3, 2, blocks.area.size), np.float32))
    none = grain(np.zeros((2, blocks.area.size), np.float32), np.arange(2))
    assert (np.abs(none.alike) < 0.1).all()


@pytest.mark.parametrize(
    ("strength", "seen"), [(1.0, True), (1.2, True), (0.35, False), (2.5, False)]
)
def test_light_leaves_it_as_strong_as_it_was(strength, seen):
    """What has its shape by chance has not its strength: a marble's glint on an imagined board."""
    rng = np.random.default_rng(2)
    blocks = Blocks(RADII[:10])
    bare_logs = rng.normal(0, 0.1, (3, 4, blocks.area.size))
    change = ((strength - 1) * bare_logs - 0.4).sum(axis=0).astype(np.float32)
    likeness = Grain(blocks, bare_logs.astype(np.float32))(change, np.arange(4))
    assert ((likeness.alike > GRAINED) == seen).all()
    assert likeness.kept[:, 0] == pytest.approx(np.full(4, strength), abs=1e-3)
    assert (likeness.kept[:, 1] < 1e-2).all()


@pytest.mark.parametrize("noise", [0.02, 0.1, 0.5])
def test_how_much_is_kept_is_told_with_its_error(noise):
    """As often as a normal deviate is, it lies within so many standard errors of the truth."""
    rng = np.random.default_rng(3)
    blocks = Blocks(RADII[:10])
    n = 400
    bare_logs = rng.normal(0, 0.1, (3, n, blocks.area.size))
    # Of blocks: the larger they are, the less noise their mean has.
    seen = 0.4 * bare_logs.sum(axis=0) + rng.normal(0, noise, (n, blocks.area.size)) / np.sqrt(
        blocks.area
    )
    change = (seen - bare_logs.sum(axis=0)).astype(np.float32)
    grain = Grain(blocks, bare_logs.astype(np.float32))
    # The bare board once more, in nearly no noise: then all of its detail is its own.
    grain(0.01 * change, np.arange(n))
    kept, error = grain(change, np.arange(n)).kept.T
    away = np.abs(kept - 0.4) / error
    assert (away < 1).mean() == pytest.approx(0.68, abs=0.08)
    assert (away < 3).mean() > 0.98


def noisy_pictures(n, detail, noise, seed):
    """Blocks; and logs of n bare hollows twice, their detail being of such strengths (n,)."""
    rng = np.random.default_rng(seed)
    blocks = Blocks(RADII[:10])
    own = detail[:, None] * rng.normal(0, 1, (n, blocks.area.size))
    of_a_block = noise / np.sqrt(blocks.area * blocks.area.size)
    bare, seen = own + of_a_block * rng.normal(0, 1, (2, n, blocks.area.size))
    return blocks, bare, seen


@pytest.mark.parametrize("noise", [0.003, 0.02])
def test_what_may_have_been_noise_is_not_missed(noise):
    """Every second hollow has detail of its own, the others are smooth wood in a noisy picture."""
    strength = np.where(np.arange(40) % 2, 5 * noise, 0.0)
    blocks, bare_logs, seen = noisy_pictures(40, strength, noise, seed=5)
    logs = np.stack([bare_logs, 0 * bare_logs, 0 * bare_logs]).astype(np.float32)
    grain, every = Grain(blocks, logs), np.arange(40)
    again = grain(np.zeros_like(logs[0]), every)
    assert np.isfinite(again.kept).all()
    kept, error = grain((seen - bare_logs).astype(np.float32), every).kept.T
    assert (np.isinf(error) == (strength == 0)).all()
    assert (kept[strength > 0] > 0.8).all()
    # Hidden by something smooth: what is missed in some is not known of the others.
    smooth = (-bare_logs - 0.3).astype(np.float32)
    kept, error = grain(smooth, every).kept.T
    assert (np.isinf(error) == (strength == 0)).all()
    assert (kept + 3 * error < 0.1)[strength > 0].all()


def test_a_louder_picture_does_not_make_the_bare_one_noise():
    strength = np.full(40, 0.05)
    blocks, bare_logs, seen = noisy_pictures(40, strength, 0.005, seed=6)
    louder = seen + 0.3 * np.random.default_rng(7).normal(0, 1, seen.shape)
    logs = np.stack([bare_logs, 0 * bare_logs, 0 * bare_logs]).astype(np.float32)
    grain, every = Grain(blocks, logs), np.arange(40)
    for picture_seen in (seen, louder, seen):
        error = grain((picture_seen - bare_logs).astype(np.float32), every).kept[:, 1]
        assert np.isfinite(error).all()
