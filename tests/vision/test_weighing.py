"""Ways of dividing marbles weighed; textbook formulas, marble by marble, as the naive second."""

from math import lgamma, log, pi

import numpy as np
import pytest

from vision.colours.weighing import (
    ACROSS,
    ANYWHERE,
    APART,
    GUESS,
    AlikeSpread,
    Colours,
    OwnSpreads,
    Weighing,
)

EXPECTED = np.array([0.03, 0.03, 0.15])
PLACES = np.random.default_rng(5).permutation(49)[:12]
PLACES = np.column_stack([PLACES % 7, PLACES // 7]).astype(float)


def marbles(seed, count=12, apart=0.2):
    rng = np.random.default_rng(seed)
    second = rng.random(count) < 0.5
    second[:2] = False, True
    return EXPECTED * rng.normal(size=(count, 3)) + apart * second[:, None] * [1, -1, 0.5], second


def one_by_one(points, middle):
    """Log evidence of one group: each marble by what those before it let expect (Murphy 4.6.3)."""
    d, told = points.shape[1], 0.0
    kappa, nu, mean = 1 / APART, d + GUESS, middle.astype(float)
    scatter = nu * np.diag(EXPECTED[:d] ** 2)
    for point in points:
        freedom = nu - d + 1
        spread = scatter * (kappa + 1) / (kappa * freedom)
        away = point - mean
        far = away @ np.linalg.solve(spread, away) / freedom
        told += lgamma((freedom + d) / 2) - lgamma(freedom / 2) - d / 2 * log(freedom * pi)
        told -= np.linalg.slogdet(spread)[1] / 2 + (freedom + d) / 2 * log(1 + far)
        scatter = scatter + kappa / (kappa + 1) * np.outer(away, away)
        mean, kappa, nu = (kappa * mean + point) / (kappa + 1), kappa + 1, nu + 1
    return told


@pytest.mark.parametrize("seed", range(4))
def test_groups_that_spread_by_their_own_are_weighed_as_marble_by_marble(seed):
    points, second = marbles(seed)
    middle = points.mean(axis=0)
    two = one_by_one(points[second], middle) + one_by_one(points[~second], middle)
    odds = OwnSpreads(points, EXPECTED).odds(second[None])
    assert odds == pytest.approx([two - one_by_one(points, middle)])


def by_regression(points, causes):
    """Log evidence, but for what is the same however they are divided, of a linear model."""
    n, d = points.shape
    precision = causes.T @ causes + np.eye(causes.shape[1])
    slopes = np.linalg.solve(precision, causes.T @ points)
    scatter = (d + GUESS) * np.diag(EXPECTED[:d] ** 2)
    scatter = scatter + points.T @ points - slopes.T @ precision @ slopes
    power = (d + GUESS + n) / 2
    return -power * np.linalg.slogdet(scatter)[1] - d / 2 * np.linalg.slogdet(precision)[1]


@pytest.mark.parametrize("places", [None, PLACES], ids=["anywhere", "on a board"])
@pytest.mark.parametrize("seed", range(4))
def test_groups_that_spread_alike_are_weighed_as_a_regression(places, seed):
    points, second = marbles(seed)
    causes = np.full((12, 1), ANYWHERE**0.5)
    if places is not None:
        away = (places - places.mean(axis=0)) / places.std(axis=0)
        causes = np.hstack([causes, ACROSS**0.5 * away])
    side = APART**0.5 * (second[:, None] - 0.5)
    naive = by_regression(points, np.hstack([causes, side])) - by_regression(points, causes)
    assert AlikeSpread(points, EXPECTED, places).odds(second[None]) == pytest.approx([naive])


def both(points, places=None):
    return [AlikeSpread(points, EXPECTED, places), OwnSpreads(points, EXPECTED)]


@pytest.mark.parametrize("places", [None, PLACES], ids=["anywhere", "on a board"])
def test_one_marble_in_the_other_group_is_weighed_as_that_way(places):
    points, second = marbles(1)
    ways = np.array([second, np.arange(12) < 5])
    for weighing in [*both(points, places), Weighing(points, EXPECTED, places)]:
        changed = weighing.odds_changed(ways)
        for k, way in enumerate(ways):
            for marble in range(12):
                other = way.copy()
                other[marble] ^= True
                assert changed[k, marble] == pytest.approx(weighing.odds(other[None])[0])


def test_another_marble_belongs_as_if_it_were_one_of_them():
    points, second = marbles(2)
    new = marbles(7)[0][:5]
    told = AlikeSpread(points, EXPECTED).belongs(second, new, None)
    for marble, odds in zip(new, told, strict=True):
        more = AlikeSpread(np.vstack([points, marble]), EXPECTED)
        ways = np.array([np.append(second, False), np.append(second, True)])
        assert odds == pytest.approx(np.diff(more.odds(ways))[0])
    middle = points.mean(axis=0)
    groups = points[~second], points[second]
    for marble, odds in zip(new, OwnSpreads(points, EXPECTED).belongs(second, new), strict=True):
        gains = [one_by_one(np.vstack([g, marble]), middle) - one_by_one(g, middle) for g in groups]
        assert odds == pytest.approx(gains[1] - gains[0])


def test_of_both_the_likelier_tells_what_a_marble_is():
    points, second = marbles(3)
    alike, own = both(points)
    told = Weighing(points, EXPECTED).belongs(second, points)
    between = np.sort([alike.belongs(second, points, None), own.belongs(second, points)], axis=0)
    assert (between[0] - 1e-9 <= told).all()
    assert (told <= between[1] + 1e-9).all()


def test_a_lamp_on_one_side_of_the_board_is_no_series():
    rng = np.random.default_rng(1)
    lit = 0.06 * (PLACES[:, :1] - 3) * [1, 1, 0.5] + 0.3 * EXPECTED * rng.normal(size=(12, 3))
    right = (PLACES[:, 0] > 3)[None]
    assert AlikeSpread(lit, EXPECTED).odds(right)[0] > 4
    assert AlikeSpread(lit, EXPECTED, PLACES).odds(right)[0] < 2


def test_cat_eyes_are_told_by_what_their_veins_do_not_change():
    rng = np.random.default_rng(2)
    second = np.arange(24) % 2 == 1
    veins = np.where(second[:, None], [0.0, 0.2, 0.2], [0.2, 0.0, 0.2]) * rng.normal(size=(24, 1))
    points = veins + second[:, None] * [0.1, 0.1, 0] + 0.01 * rng.normal(size=(24, 3))
    alike, own = (weighing.odds(second[None])[0] for weighing in both(points))
    assert own > alike + 20
    assert Weighing(points, EXPECTED).odds(second[None])[0] == pytest.approx(own, abs=1)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_of_few_marbles_nothing_breaks_and_little_is_said(count):
    points, _ = marbles(4, max(count, 2))
    points = points[:count]
    for weighing in both(points):
        ways = np.eye(count, dtype=bool)[:1]
        assert np.isfinite(weighing.odds(ways)).all()
        assert np.isfinite(weighing.odds_changed(ways)).all()
        assert (weighing.odds(ways) < 12).all()


def test_marbles_that_show_more_and_less_of_their_swirl_are_hardly_divided_by_it():
    """What is seen of few zones is a mean of few."""
    rng = np.random.default_rng(3)
    plain = 0.4 * np.repeat([[-0.04, 0, 0.04], [0.04, 0, -0.04]], 5, axis=0)[:, None]
    shown = plain + np.zeros((10, 5, 3))
    swirled = plain + 0.2 * rng.normal(size=(10, 5, 1)) * [1, 0, -1]
    swirled += plain - swirled.mean(axis=1, keepdims=True)
    second = (np.arange(10) >= 5)[None]
    odds = [Colours(looks.reshape(10, -1)).parts(second)[0][0] for looks in (shown, swirled)]
    assert odds[0] > odds[1] + 3
