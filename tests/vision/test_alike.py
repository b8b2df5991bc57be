"""Marbles on the board that tell each other's series, where their trays leave them unsure."""

from itertools import product

import numpy as np
import pytest

from vision.colours.alike import CERTAIN, FEWEST, SAME, SELDOM, TEMPER, told_by_each_other
from vision.colours.series import LOOK
from vision.colours.weighing import Colours

WHITE, IVORY = np.full(LOOK, 0.6), np.tile([0.5, 0.6, 0.64], 5)


def shown(seed, whites=8, ivories=8, noise=0.01):
    """Looks, and which are white."""
    rng = np.random.default_rng(seed)
    looks = np.repeat([WHITE, IVORY], [whites, ivories], axis=0)
    shade = 0.15 * rng.normal(size=(len(looks), 1))
    return looks + shade + noise * rng.normal(size=looks.shape), np.arange(len(looks)) < whites


def unsure(white, seed, right=0.62):
    """What trays in another light say: a little, and of one marble in six the contrary."""
    p_first = np.where(white, right, 1 - right)
    contrary = np.random.default_rng(seed).permutation(len(white))[: len(white) // 6]
    p_first[contrary] = 1 - p_first[contrary]
    return p_first


def told_one_way(own, looks, in_view):
    return told_by_each_other(np.ones(1), own[None], looks, in_view)


@pytest.mark.parametrize("seed", range(6))
def test_two_kinds_side_by_side_are_told_all_of_them(seed):
    looks, white = shown(seed)
    told = told_one_way(unsure(white, seed), looks, np.ones(16, bool))
    assert ((told > 0.5) == white).all()
    assert (np.maximum(told, 1 - told) > 0.7).all()


@pytest.mark.parametrize("seed", range(6))
def test_which_kind_is_which_nobody_knows_where_no_tray_tells(seed):
    looks, _ = shown(seed)
    told = told_one_way(np.full(16, 0.5), looks, np.ones(16, bool))
    assert told == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("seed", range(6))
def test_marbles_of_one_kind_tell_nothing_more(seed):
    looks, _ = shown(seed, 16, 0)
    own = np.linspace(0.35, 0.65, 16)
    told = told_one_way(own, looks, np.ones(16, bool))
    assert np.abs(told - own).max() < 0.2


def test_what_is_not_in_view_keeps_its_own():
    looks, white = shown(1)
    own, in_view = unsure(white, 1), np.arange(16) % 4 > 0
    told = told_one_way(own, looks, in_view)
    assert (told[~in_view] == own[~in_view]).all()
    assert (told[in_view] != own[in_view]).any()


def test_where_all_are_sure_or_too_few_nobody_is_asked():
    looks, white = shown(2)
    sure = np.where(white, 0.97, 0.02)
    assert (told_one_way(sure, looks, np.ones(16, bool)) == sure).all()
    few = np.arange(16) < FEWEST - 1
    own = unsure(white, 2)
    assert (told_one_way(own, looks, few) == own).all()
    assert (told_one_way(own, looks, np.zeros(16, bool)) == own).all()


@pytest.mark.parametrize("seed", range(4))
def test_the_likely_ways_say_what_all_ways_together_say(seed):
    looks, white = shown(seed, 4, 3, noise=0.03)
    own = np.clip(unsure(white, seed), CERTAIN, 1 - CERTAIN)
    ways = np.array([w for w in product((False, True), repeat=7) if 0 < sum(w) < 7])
    words = np.log(2 * np.where(ways, 1 - own, own)).sum(axis=1)
    odds = words + TEMPER * (Colours(looks).odds(ways) - 7 * np.log(2))
    shares = np.exp(np.append(odds, 0.0) - np.logaddexp.reduce(np.append(odds, 0.0)))
    every = shares @ np.vstack([~ways, own])
    told = told_one_way(own, looks, np.ones(7, bool))
    assert np.abs(told - every).max() < 0.15


def test_what_is_common_to_all_marbles_is_no_word_of_each():
    """Either these are white and those ivory or the other way round: that stays open."""
    looks, white = shown(3)
    ways = np.where(white, [[0.9], [0.1]], [[0.1], [0.9]])
    for share in (0.5, 0.45, 0.2):
        told = told_by_each_other(np.array([share, 1 - share]), ways, looks, np.ones(16, bool))
        assert told == pytest.approx(np.where(white, share, 1 - share), abs=0.02)


def test_each_way_is_asked_by_itself():
    looks, white = shown(4)
    ways = np.stack([unsure(white, 4), np.where(white, 0.35, 0.6)])
    every = np.ones(16, bool)
    told = told_by_each_other(np.array([0.7, 0.3]), ways, looks, every)
    each = [told_one_way(way, looks, every) for way in ways]
    assert told == pytest.approx(0.7 * each[0] + 0.3 * each[1])


def test_ways_in_which_they_tell_the_same_are_one():
    looks, white = shown(5)
    own, every = unsure(white, 5), np.ones(16, bool)
    ways = np.stack([own, own + 0.9 * SAME, own - 0.5 * SAME])
    told = told_by_each_other(np.array([0.5, 0.3, 0.2]), ways, looks, every)
    assert told == pytest.approx(told_one_way(own + 0.17 * SAME, looks, every))


def test_in_an_unlikely_way_they_keep_their_own():
    looks, white = shown(6)
    likely, other = unsure(white, 6), np.where(white, 0.3, 0.7)
    shares, every = np.array([1 - SELDOM / 2, SELDOM / 2]), np.ones(16, bool)
    told = told_by_each_other(shares, np.stack([likely, other]), looks, every)
    one = told_one_way(likely, looks, every)
    assert told == pytest.approx(shares[0] * one + shares[1] * other)


def test_where_none_is_in_view_all_ways_are_mixed():
    looks, white = shown(7)
    ways, none = np.stack([unsure(white, 7), np.where(white, 0.2, 0.9)]), np.zeros(16, bool)
    shares = np.array([0.6, 0.4])
    assert told_by_each_other(shares, ways, looks, none) == pytest.approx(shares @ ways)
