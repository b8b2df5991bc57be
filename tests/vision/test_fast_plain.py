"""What is done in few passes for speed, beside the same said plainly."""

import cv2
import numpy as np
import pytest
from synthetic import Hand, Take
from synthetic_setups import PLAIN, POSITION, WIDE, known, picture

from vision.camera.columns import change_of
from vision.camera.dark import DARK, EVERY, too_dark
from vision.camera.geometry import discs
from vision.camera.sampling import Sampler, View, median
from vision.colours.series import SeriesModel, prior_covariance
from vision.reading.evidence import Gauge
from vision.reading.noise import QUARTER
from vision.watching.hands import SIDE, SMALLEST, Hands
from vision.watching.motion import FEWEST, POINTS, REACH, Motion, Shift

RADII = (0.28, 0.39)


def view_of(*takes):
    calibration = known(PLAIN)
    view = View(calibration.pose, calibration.spec)
    return calibration, view, [view(picture(PLAIN, take).image_bgr) for take in takes]


def hands_of(calibration, view, bare):
    return Hands(calibration.pose, calibration.spec, RADII, calibration.rim, view, bare)


def patches(seed, shape, much):
    """(H, W) bool: patches of all sizes, `much` of the picture."""
    smooth = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 1, shape), (0, 0), 4)
    return smooth > np.quantile(smooth, 1 - much)


def large_from_outside(mask, changed):
    """Flood each part from its pixels, count what changed, and see if it comes near the edge."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    left = {tuple(place) for place in np.argwhere(opened)}
    found = np.zeros(mask.shape, bool)
    while left:
        part, todo = [], [left.pop()]
        while todo:
            y, x = place = todo.pop()
            part.append(place)
            for near in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                if near in left:
                    left.remove(near)
                    todo.append(near)
        rows, columns = np.array(part).T
        height, width = mask.shape
        edge = min(rows.min(), columns.min(), height - 1 - rows.max(), width - 1 - columns.max())
        if edge <= 1 and changed[rows, columns].sum() > SMALLEST * SIDE**2:
            found[rows, columns] = True
    return found


@pytest.mark.parametrize(("seed", "much"), [(1, 0.1), (2, 0.2), (3, 0.3), (4, 0.5), (5, 0.0)])
def test_hands_are_the_large_parts_that_reach_the_edge(seed, much):
    calibration, view, (bare,) = view_of(Take())
    hands = hands_of(calibration, view, bare)
    mask = patches(seed, hands._size[::-1], much)
    changed = mask & patches(seed + 20, mask.shape, 0.6)
    found = hands._from_outside(mask, changed)
    plain = large_from_outside(mask, changed)
    assert (found is not None) == plain.any()
    if found is not None:
        assert (found == plain).all()


def test_some_random_masks_have_hands_and_other_parts():
    mask = patches(2, (123, 123), 0.2)
    assert 0 < large_from_outside(mask, mask).sum() < mask.sum()


def test_areas_are_painted_and_counted_pixel_by_pixel():
    calibration, view, (bare,) = view_of(Take())
    hands = hands_of(calibration, view, bare)
    shape, areas = hands._size[::-1], hands._rings[1]
    rng = np.random.default_rng(3)
    mask, which = patches(7, shape, 0.4), rng.random(49) < 0.3
    each = np.zeros((49, *shape), bool)
    for k in range(49):
        areas.paint(each[k], np.arange(49) == k, True)
    assert areas.share(mask, which) == pytest.approx(
        [(mask & each[k]).sum() / each[k].sum() for k in np.flatnonzero(which)]
    )
    painted = mask.copy()
    areas.paint(painted, which, False)
    assert (painted == (mask & ~each[which].any(axis=0))).all()
    assert areas.share(mask, np.zeros(49, bool)).size == 0


@pytest.mark.parametrize("some", [0.15, 0.5, 1.0])
def test_likeness_is_a_correlation(some):
    takes = Take(), Take(POSITION, seed=2, hand=Hand((640, 380)))
    calibration, view, (bare, now) = view_of(*takes)
    shift = Shift(calibration.pose, calibration.spec, view, bare)
    which = np.random.default_rng(5).random(49) < some
    inside = np.isin(shift._cells, np.flatnonzero(which))
    edges = shift.look(now)
    plain = np.corrcoef(shift._bare[inside], edges[inside])[0, 1]
    assert shift.likeness(edges, which) == pytest.approx(plain, abs=1e-4)
    assert shift.likeness(shift.look(bare), which) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize("bright", [0.0, 0.09, 0.11, 0.5])
def test_dark_is_where_even_the_brightest_tenth_is(bright):
    image = np.random.default_rng(1).integers(0, DARK, (400, 400, 3)).astype(np.uint8)
    seen = image[::EVERY, ::EVERY]
    seen[: round(bright * len(seen))] = 200
    assert too_dark(image) == (np.percentile(seen, 90) < DARK) == (bright < 0.1)


@pytest.mark.parametrize("n", [1, 2, 7, 90])
def test_medians(n):
    values = np.random.default_rng(n).normal(size=(3, 5, n))
    kept = values.copy()
    assert (median(values) == np.sort(values, axis=-1)[..., n // 2]).all()
    assert (values == kept).all()


def test_change_is_the_mean_over_the_channels():
    rng = np.random.default_rng(8)
    difference, light = rng.normal(size=(3, 4, 5)), rng.normal(size=(3, 1, 1))
    plain = np.mean(np.abs(difference - light), axis=0)
    assert change_of(difference, light) == pytest.approx(plain)


def test_distances_of_looks():
    rng = np.random.default_rng(2)
    looks, means = rng.normal(size=(6, 15)), rng.normal(size=(2, 15))
    for known_series in ((3, 4), (0, 5)):
        model = SeriesModel(means, np.array(known_series), prior_covariance(), means[:, :3])
        inverse = np.linalg.inv(prior_covariance())
        for i, row in enumerate(model.distances(looks)):
            for k in (0, 1):
                away = looks[i] - means[k]
                plain = away @ inverse @ away / 15 if known_series[k] else np.inf
                assert row[k] == pytest.approx(plain)


def test_evidence_hollow_by_hollow():
    takes = Take(), Take(POSITION, seed=4, gain=0.8, warmth=0.1, hand=Hand((640, 380)))
    calibration, view, (bare, now) = view_of(*takes)
    outlines = [discs(calibration.pose, calibration.spec, r, calibration.rim) for r in RADII]
    gauge = Gauge(Sampler(view, *outlines, RADII), RADII, bare)
    t = gauge.traces(now, np.arange(49))
    e = gauge.evidence(t)
    assert e.noise == pytest.approx(np.quantile(t.spread, 0.25) / QUARTER, rel=0.01)
    overall = np.median(t.light, axis=0)
    for i in range(49):
        tint = t.even[i] - overall
        unlike = t.away[i] + np.abs(tint - tint.mean()).mean()
        assert e.unlike_bare[i] == pytest.approx(unlike / gauge._dark_noise[i], abs=1e-5)
        lamp = np.array([*(overall - overall.mean())] * 5)
        assert e.look[i] == pytest.approx(t.look[i] - lamp, abs=1e-5)


def test_stale_hollows_are_those_with_changed_points_about_them():
    calibration, view, (bare,) = view_of(Take())
    pose = calibration.pose
    motion = Motion(pose, calibration.spec, view, bare)
    image = picture(PLAIN, Take()).image_bgr
    motion.changed(motion.points(image), image)
    shown = image.copy()
    spots = np.random.default_rng(6).integers(0, 6, (9, 2)) + 0.3
    for x, y in view.places(pose.projection(spots)).round().astype(int):
        left, top = (view.pixels(np.array([x, y]) - 4) - 0.5).astype(int)
        shown[top : top + 18, left : left + 18] ^= 128
    motion.changed(motion.points(shown), shown)
    now = view(shown)
    steps = np.arange(-0.7, 6.7, 1 / POINTS)
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    x, y = view.places(pose.projection(points)).round().astype(int).T
    different = (now != bare).any(axis=2)[y, x]
    for k, stale in enumerate(motion.stale):
        node = np.array([k % 7, k // 7])
        middle = node + 0.3 * (node - pose.camera[:2]) / pose.camera[2]
        about = np.linalg.norm(points - middle, axis=1) < REACH
        assert stale == ((about & different).sum() >= FEWEST)
    assert 0 < motion.stale.sum() < 49


@pytest.mark.parametrize("setup", [PLAIN, WIDE], ids=["plain", "wide"])
def test_points_are_the_pixels_of_a_view_that_is_halved_once(setup):
    calibration, image = known(setup), picture(setup, Take(POSITION, seed=3)).image_bgr
    view = View(calibration.pose, calibration.spec)
    shown = view(image)
    motion = Motion(calibration.pose, calibration.spec, view, shown)
    steps = np.arange(-0.7, 6.7, 1 / POINTS)
    board = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    x, y = np.rint(view.places(calibration.pose.projection(board))).astype(int).T
    x, y = np.clip(x, 0, shown.shape[1] - 1), np.clip(y, 0, shown.shape[0] - 1)
    expected = np.sort(shown[y, x].astype(int) @ [1, 256, 65536])
    assert (np.sort(motion.points(image).astype(int) @ [1, 256, 65536]) == expected).all()
