"""Marbles on the board that tell each other's series, where their trays leave them unsure."""

from itertools import product

import numpy as np
import pytest

from vision.alike import CERTAIN, FEWEST, TEMPER, told_by_each_other
from vision.series import LOOK
from vision.weighing import Colours

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


@pytest.mark.parametrize("seed", range(6))
def test_two_kinds_side_by_side_are_told_all_of_them(seed):
    looks, white = shown(seed)
    told = told_by_each_other(unsure(white, seed), looks, np.ones(16, bool))
    assert ((told > 0.5) == white).all()
    assert (np.maximum(told, 1 - told) > 0.7).all()


@pytest.mark.parametrize("seed", range(6))
def test_which_kind_is_which_nobody_knows_where_no_tray_tells(seed):
    looks, _ = shown(seed)
    told = told_by_each_other(np.full(16, 0.5), looks, np.ones(16, bool))
    assert told == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("seed", range(6))
def test_marbles_of_one_kind_tell_nothing_more(seed):
    looks, _ = shown(seed, 16, 0)
    own = np.linspace(0.35, 0.65, 16)
    told = told_by_each_other(own, looks, np.ones(16, bool))
    assert np.abs(told - own).max() < 0.2


def test_what_is_not_in_view_keeps_its_own():
    looks, white = shown(1)
    own, in_view = unsure(white, 1), np.arange(16) % 4 > 0
    told = told_by_each_other(own, looks, in_view)
    assert (told[~in_view] == own[~in_view]).all()
    assert (told[in_view] != own[in_view]).any()


def test_where_all_are_sure_or_too_few_nobody_is_asked():
    looks, white = shown(2)
    sure = np.where(white, 0.97, 0.02)
    assert told_by_each_other(sure, looks, np.ones(16, bool)) is sure
    few = np.arange(16) < FEWEST - 1
    own = unsure(white, 2)
    assert told_by_each_other(own, looks, few) is own


@pytest.mark.parametrize("seed", range(4))
def test_the_likely_ways_say_what_all_ways_together_say(seed):
    looks, white = shown(seed, 4, 3, noise=0.03)
    own = np.clip(unsure(white, seed), CERTAIN, 1 - CERTAIN)
    ways = np.array([w for w in product((False, True), repeat=7) if 0 < sum(w) < 7])
    words = np.log(2 * np.where(ways, 1 - own, own)).sum(axis=1)
    odds = words + TEMPER * (Colours(looks).odds(ways) - 7 * np.log(2))
    shares = np.exp(np.append(odds, 0.0) - np.logaddexp.reduce(np.append(odds, 0.0)))
    every = shares @ np.vstack([~ways, own])
    told = told_by_each_other(own, looks, np.ones(7, bool))
    assert np.abs(told - every).max() < 0.15
