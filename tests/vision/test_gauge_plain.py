"""The gauge measures all hollows in a few products; here one after the other, in plain words."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Hand, Take
from synthetic_setups import PLAIN, POSITION, WIDE, known, picture

from vision.camera.geometry import discs
from vision.camera.sampling import ANGLES, BEYOND, CORE, RADII, Sampler, View, polar_map, sample
from vision.reading.evidence import LARGE, Gauge
from vision.reading.evidence import PLAIN as NOTHING
from vision.reading.looks import look_of, rgb_of
from vision.reading.outline import BORDER
from vision.reading.traces import Traces

FIELDS = ("light", "spread", "away", "even", "dent", "change")
MARBLES = ("largeness", "outline", "look", "rgb")
SIZES = ((0.25, 0.34), (0.28, 0.395), (0.31, 0.41))


def board(setup, radii):
    calibration = known(setup)
    view = View(calibration.pose, calibration.spec)
    outlines = [discs(calibration.pose, calibration.spec, r, calibration.rim) for r in radii]
    return view, outlines


def random_views(shape, seed):
    """A bare board and another picture of it, both of blobs, alike in some places."""
    rng = np.random.default_rng(seed)
    blobs = [cv2.GaussianBlur(rng.normal(0, 1, shape), (0, 0), s) * s for s in (1, 2, 4, 9, 9)]
    bare = 120 + 40 * blobs[0] + 90 * blobs[1]
    other = bare * (0.8 + 0.2 * rng.random(3)) + 200 * np.maximum(blobs[2], 0) * (blobs[3] > 0)
    return [np.clip(image, 0, 255).astype(np.uint8) for image in (bare, other)]


def upper_median(values):
    values = sorted(values)
    return values[len(values) // 2]


def samples(view, view_bgr, outlines, radius):
    """[hollow][angle] -> {radius index: (3,) log}."""
    return sample(view_bgr, view.places(polar_map(outlines, radius))).transpose(1, 2, 3, 0)


def rows(low, high):
    return [k for k, r in enumerate(RADII) if low < r < high]


def pairs(columns):
    return [(k, k + 1) for k in columns if k % 2 == 0 and k + 1 in columns]


def blocks(patch, columns):
    """[(radius, (3,))]: means of two angles by two radii."""
    return [
        ((RADII[a] + RADII[b]) / 2, patch[k : k + 2, [a, b]].mean(axis=(0, 1)))
        for k in range(0, ANGLES, 2)
        for a, b in pairs(columns)
    ]


def middle_of(values):
    return np.array([upper_median(v[c] for v in values) for c in range(3)])


def share_of_way(parts, wholes):
    lengths = [whole @ whole for whole in wholes]
    shares = [p @ w / max(n, 1e-4) for p, w, n in zip(parts, wholes, lengths, strict=True)]
    return upper_median(shares), upper_median(lengths) ** 0.5


def sharpest_step(patch, angle, radius):
    near = [k for k in range(1, len(RADII) - 1) if radius - 0.045 < RADII[k] < radius + 0.035]
    steps = [patch[angle, k + 1] - patch[angle, k - 1] for k in near]
    return max(np.mean(step**2) for step in steps) ** 0.5


def plain_traces(now, bare, radii):
    """One hollow: now and bare are (small, large) samples, each (ANGLES, k, 3)."""
    small, large = (a - b for a, b in zip(now, bare, strict=True))
    lamp = middle_of([v for _, v in blocks(bare[1], rows(*BEYOND))])
    around = [v for _, v in blocks(large, rows(*BEYOND))]
    light = middle_of(around)
    core = blocks(small, rows(0, CORE))
    even = middle_of([v for _, v in core])
    weights = np.array([r for r, _ in core])
    off = np.array([np.abs(v - even).mean() for _, v in core])
    away = (weights * off).sum() / weights.sum()
    shading = np.array([v.mean() for _, v in blocks(bare[0], rows(0, CORE))])
    shading -= shading.mean()
    now_shaded = np.array([v.mean() for _, v in core])
    dent = 1 + (now_shaded * shading).sum() / max((shading**2).sum(), 1e-6)
    change = upper_median(np.abs(v - light).mean() for _, v in core)
    spread = [np.abs(v - light).mean() for v in around]
    found = {"light": light, "spread": spread, "away": away, "even": even}
    found |= {"dent": dent, "change": change, "largeness": 0, "outline": 0}
    found |= {"look": np.zeros(15), "rgb": np.zeros(3)}
    if away + np.abs(even - light).max() <= NOTHING:
        return found
    largeness = plain_largeness(small, large, light, change, radii)
    which = int(largeness >= LARGE)
    outline = plain_outline(now[which], (small, large)[which], light, change, radii[which])
    first = now[0].transpose(2, 0, 1)[:, None]
    look = look_of(first, (lamp + light)[:, None])[0]
    return found | {
        "largeness": largeness,
        "outline": outline,
        "look": look,
        "rgb": rgb_of(first)[0],
    }


def plain_largeness(small, large, light, change, radii):
    edges = [
        upper_median(sharpest_step(patch, k, radius) for k in range(ANGLES))
        for patch, radius in zip((small, large), radii, strict=True)
    ]
    sharper = (edges[1] / max(sum(edges), 1e-6) - 0.2) / 0.6
    between = rows(radii[0] + 0.25 * (radii[1] - radii[0]), radii[1] - 0.02)
    beyond = rows(*BEYOND)

    def level(columns):
        return upper_median(np.abs(large[k, columns] - light).mean() for k in range(ANGLES))

    ends = level(beyond)
    strength = (level(between) - ends) / max(change - ends, 1e-3)
    core = small[:, rows(0, CORE)].mean(axis=(0, 1))
    last = [large[k, beyond].mean(axis=0) for k in range(ANGLES)]
    on = [large[k, between].mean(axis=0) - last[k] for k in range(ANGLES)]
    to = [core - last[k] for k in range(ANGLES)]
    direction, _ = share_of_way(on, to)
    tint, tinted = share_of_way([v - v.mean() for v in on], [v - v.mean() for v in to])
    weight = np.clip((tinted - 0.1) / 0.2, 0, 1)
    both = (np.clip(strength, 0, 1) + np.clip(sharper, 0, 1)) / 2 + np.clip(direction, 0, 1)
    return (both + weight * np.clip(tint, 0, 1)) / (2 + weight)


def plain_outline(now, difference, light, change, radius):
    within, outside = rows(radius - 0.12, radius - 0.02), rows(radius + 0.02, radius + 0.1)
    sides = [
        [patch[k, columns].mean(axis=0) for columns in (within, outside)]
        for patch in (difference - light,)
        for k in range(ANGLES)
    ]
    half = 0.5 * min(change, upper_median(np.abs(a).mean() for a, _ in sides))
    shown = 0
    for k, (a, b) in enumerate(sides):
        inside, beyond, apart = (np.abs(v).mean() for v in (a, b, a - b))
        wood = beyond < max(0.75 * inside, half)
        tint = np.abs(b - b.mean()).max()
        shadow = b.mean() < 0 and tint < 0.05 + 0.12 * abs(b.mean()) and apart > half
        border = np.abs(now[k, within].mean(axis=0) - now[k, outside].mean(axis=0)).mean()
        line = sharpest_step(now, k, radius)
        border = max(border, line)
        plain = inside > half or (inside > max(0.06, 4 * beyond) and line > 0.35 * inside)
        shown += plain and (wood or shadow) and border > min(0.5 * apart, BORDER)
    return shown / ANGLES


def views_of(setup, kind, seed):
    view, _ = board(setup, SIZES[1])
    if kind == "random":
        return random_views(view(picture(setup, Take()).image_bgr).shape, seed)
    hand = Hand((640, 380)) if kind == "hand" else None
    takes = Take(), Take(POSITION, seed=seed, hand=hand)
    return [view(picture(setup, take).image_bgr) for take in takes]


CASES = {
    "blobs": (PLAIN, "random", SIZES[0]),
    "blobs, wide": (WIDE, "random", SIZES[2]),
    "marbles": (PLAIN, "position", SIZES[1]),
    "marbles, wide": (WIDE, "position", SIZES[0]),
    "hand": (PLAIN, "hand", SIZES[2]),
    "hand, wide": (WIDE, "hand", SIZES[1]),
}


@pytest.mark.parametrize("case", CASES)
def test_all_at_once_is_one_by_one(case):
    setup, kind, radii = CASES[case]
    view, outlines = board(setup, radii)
    bare, now = views_of(setup, kind, seed=4)
    gauge = Gauge(Sampler(view, *outlines, radii), radii, bare)
    hollows = np.array([0, 6, 9, 20, 24, 31, 45])
    fast: Traces = gauge.traces(now, hollows)
    both = [
        [samples(view, seen, o, r) for o, r in zip(outlines, radii, strict=True)]
        for seen in (now, bare)
    ]
    for i, hollow in enumerate(hollows):
        slow = plain_traces(*([patch[hollow] for patch in pair] for pair in both), radii)
        for name in FIELDS + MARBLES:
            got, want = getattr(fast, name)[i], np.asarray(slow[name])
            if name == "spread":
                got, want = np.sort(got), np.sort(want)
            # A direction at the limit of an outline's rules may fall either way.
            near = 1.01 / ANGLES if name == "outline" else 0.05 if name == "rgb" else 2e-4
            assert got == pytest.approx(want, rel=1e-3, abs=near), (hollow, name)


def test_something_was_measured():
    """The comparison above means little unless its pictures have marbles, wood and Queens."""
    view, outlines = board(PLAIN, SIZES[1])
    bare, now = views_of(PLAIN, "position", seed=4)
    gauge = Gauge(Sampler(view, *outlines, SIZES[1]), SIZES[1], bare)
    traces = gauge.traces(now, np.arange(49))
    assert (traces.outline == 0).sum() > 10
    assert (traces.outline > 0.9).sum() > 10
    assert (traces.largeness > LARGE).sum() == 2


@pytest.mark.parametrize("some", [[5], [0, 1, 48], range(1, 49), range(49)])
def test_some_hollows_are_measured_as_among_all(some):
    view, outlines = board(PLAIN, SIZES[1])
    bare, now = views_of(PLAIN, "random", seed=9)
    gauge = Gauge(Sampler(view, *outlines, SIZES[1]), SIZES[1], bare)
    few, every = gauge.traces(now, np.array(some)), gauge.traces(now, np.arange(49))
    for name in FIELDS + MARBLES:
        assert getattr(few, name) == pytest.approx(getattr(every, name)[some], abs=1e-4), name


@pytest.mark.parametrize("far", [0.05, 0.2, 0.4])
def test_the_other_outline_is_found_where_the_size_was_wrong_and_then_that_is_in_doubt(far):
    """Dark wood beside a dark rim may make a Queen look like less: her outline tells."""
    view, outlines = board(PLAIN, SIZES[1])
    bare, now = views_of(PLAIN, "position", seed=4)
    gauge = Gauge(Sampler(view, *outlines, SIZES[1]), SIZES[1], bare)
    right = gauge.traces(now, np.arange(49))
    marbles = right.outline > 0.9
    largeness = np.where(right.largeness > LARGE, LARGE - far, LARGE + far)
    doubted = replace(right, largeness=largeness, outline=np.where(marbles, 0.1, right.outline))
    gauge.look_again(doubted, now, np.arange(49))
    assert doubted.outline == pytest.approx(right.outline)
    assert (doubted.largeness[marbles] == LARGE).all()
    assert (doubted.largeness[~marbles] == largeness[~marbles]).all()


def test_whose_other_outline_is_none_and_what_is_no_marble_keep_theirs():
    view, outlines = board(PLAIN, SIZES[1])
    bare, now = views_of(PLAIN, "hand", seed=4)
    gauge = Gauge(Sampler(view, *outlines, SIZES[1]), SIZES[1], bare)
    traces = gauge.traces(now, np.arange(49))
    marbles = traces.outline > 0.9
    plain = replace(traces, outline=np.where(marbles, 0.1, traces.outline))
    gauge.look_again(plain, now, np.arange(49))
    assert (plain.outline[marbles] == 0.1).all()
    strange = replace(traces, largeness=np.full(49, LARGE))
    gauge.look_again(strange, now, np.flatnonzero(~marbles))
    assert strange.outline == pytest.approx(traces.outline)
