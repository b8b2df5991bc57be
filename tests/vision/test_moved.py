"""Marbles on a board in another light than their trays' stand: which series they are of."""

from math import exp, sqrt

import numpy as np
import pytest

from vision.colours.both_series import BothSeries
from vision.colours.moved import REACH, STEPS, moved_by
from vision.colours.series import LOOK, MOVED, WITNESSES, SeriesModel, told_apart
from vision.reading.evidence import Evidence
from vision.reading.grain import Likeness
from vision.reading.traces import Traces

RGB = np.array([180, 180, 180])
# White and silver in their trays, and on a board in less light: a rendered board's.
WHITE, SILVER = np.tile([0.55, 0.57, 0.64], 5), np.tile([0.33, 0.45, 0.46], 5)
THERE = np.tile([-0.24, -0.21, -0.17], 5)
RED, BLUE = np.tile([-1.2, -0.9, 0.3], 5), np.tile([0.4, -0.3, -0.8], 5)


def marbles(middle, count, seed, spread=0.025):
    return middle + np.random.default_rng(seed).normal(0, spread, (count, LOOK))


def trays(first, second):
    return SeriesModel.learn(marbles(first, 20, 1), marbles(second, 20, 2), np.array([RGB, RGB]))


def way_of(series):
    """What leads from the second series to the first, and how far that is, squared."""
    return series.between(series.means[0] - series.means[1])


def p_right(series, first, second, moved=0.0):
    """Probability of its own series, of each of these marbles."""
    squared = series.distances(np.concatenate([first, second])).T
    p_first = told_apart(*squared, *way_of(series), moved=moved)
    return np.where(np.arange(len(p_first)) < len(first), p_first, 1 - p_first)


def seen(series, *looks):
    return moved(series, series.distances(np.concatenate(looks)))


def moved(series, squared):
    return moved_by(way_of(series)[1][None], squared)


def plainly(series, squared):
    """The same, one shift and one marble at a time."""
    far = sqrt(way_of(series)[1])
    shifts = [REACH * MOVED * (2 * k / (STEPS - 1) - 1) for k in range(STEPS)]
    weights = []
    for shift in shifts:
        weight = exp(-0.5 * (shift / MOVED) ** 2)
        for first, second in squared:
            least = max(min(first, second), 1)
            along = (second - first) / (2 * far) - shift
            weight *= sum(
                0.5 * exp(-WITNESSES * (along - middle) ** 2 / least)
                for middle in (far / 2, -far / 2)
            )
        weights.append(weight)
    return sum(w * s for w, s in zip(weights, shifts, strict=True)) / sum(weights)


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_each_shift_and_marble_alone_tell(seed):
    series = trays(WHITE, SILVER)
    looks = np.concatenate([marbles(WHITE + THERE, 5, seed), marbles(SILVER + THERE, 4, seed + 9)])
    squared = series.distances(looks)
    assert moved(series, squared) == pytest.approx(plainly(series, squared.tolist()), abs=1e-6)


def test_without_marbles_nothing_has_moved():
    assert moved(trays(WHITE, SILVER), np.zeros((0, 2))) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_marbles_between_both_series_are_told_by_each_other(seed, swapped):
    kinds = (SILVER, WHITE) if swapped else (WHITE, SILVER)
    series, (first, second) = (
        trays(*kinds),
        (marbles(kind + THERE, 9, seed + k) for k, kind in enumerate(kinds)),
    )
    alone = p_right(series, first, second)
    together = p_right(series, first, second, seen(series, first, second))
    assert alone.min() < 0.5 < together.min()


@pytest.mark.parametrize("share", [0.0, 0.1, -0.1])
def test_where_colours_are_far_apart_nothing_is_lost(share):
    series = trays(RED, BLUE)
    first, second = (marbles(kind + share * (RED - BLUE), 8, 3) for kind in (RED, BLUE))
    assert (p_right(series, first, second, seen(series, first, second)) > 0.97).all()


@pytest.mark.parametrize("pair", [(WHITE, SILVER), (RED, BLUE)])
@pytest.mark.parametrize("count", [1, 3, 10])
def test_marbles_of_one_series_alone_are_not_taken_for_the_others(pair, count):
    series = trays(*pair)
    for k, kind in enumerate(pair):
        looks = [marbles(kind, count, 5), np.zeros((0, LOOK))]
        first, second = looks if k == 0 else looks[::-1]
        told = p_right(series, first, second, seen(series, first, second))
        # Players take turns: so many of one alone are strange.
        assert (told > (0.5 if count < 10 else 0.1)).all()


def test_series_that_look_alike_tell_nothing():
    alike = SeriesModel(
        np.array([WHITE, WHITE]),
        np.full(2, 20.0),
        trays(WHITE, SILVER).covariance,
        np.array([RGB, RGB]),
    )
    there = marbles(WHITE, 6, 1)
    by = seen(alike, there)
    assert np.isfinite(by)
    assert p_right(alike, there, there[:0], by) == pytest.approx(0.5)


def test_marbles_in_view_tell_the_reader():
    series, n = trays(WHITE, SILVER), 18
    looks = np.concatenate([marbles(kind + THERE, 9, k) for k, kind in enumerate((WHITE, SILVER))])
    one, rows = np.ones(n), np.zeros((n, 3))
    shown = Likeness(one, np.ones((n, 2)))
    traces = Traces.plain(rows, np.zeros((n, 4)), one, rows, one, one, shown)
    e = Evidence(0.01, one, one, one, looks, traces)
    both, every, none = BothSeries(series), np.ones(n, bool), np.zeros(n, bool)
    _, squared = both.away(e)

    def right():
        return np.append(*(both.belongs(e, squared, none)[9 * k : 9 * k + 9, k] for k in (0, 1)))

    before = right()
    both.follow(e, squared, none, every)
    assert (right() == before).all()
    both.follow(e, squared, every, every)
    assert before.min() < 0.5 < right().min()
