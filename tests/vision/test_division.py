"""One group of marbles or two, by looks alone; all ways of dividing a few as the naive second."""

from itertools import product

import numpy as np
import pytest

from vision.colours.division import divisions
from vision.colours.series import LOOK, prior_covariance
from vision.colours.weighing import Colours

AMBER, ORANGE = np.tile([-1.3, -0.35, 0.1], 5), np.tile([-1.25, -0.5, 0.4], 5)
RED, BLUE = np.tile([-2.5, -2.0, -0.3], 5), np.tile([-0.5, -1.5, -2.2], 5)
SPREAD = np.linalg.cholesky(prior_covariance())


def looks(middle, count, seed, of_prior=0.7):
    return middle + of_prior * np.random.default_rng(seed).normal(size=(count, LOOK)) @ SPREAD.T


@pytest.mark.parametrize("counts", [(1, 1), (5, 1), (10, 12)])
@pytest.mark.parametrize("seed", range(5))
def test_two_groups_are_told(counts, seed):
    mixed = np.concatenate([looks(RED, counts[0], 2 * seed), looks(BLUE, counts[1], 2 * seed + 1)])
    likeliest = divisions(mixed)[0]
    assert likeliest.group.tolist() == [0] * counts[0] + [1] * counts[1]
    assert likeliest.odds > 0


@pytest.mark.parametrize("count", [0, 1, 2, 3, 8, 20])
def test_one_series_is_not_divided(count):
    """A few of two hundred by chance, as before, and none of them for sure."""
    divided = []
    for seed in range(200):
        likeliest = divisions(looks(RED, count, seed))[0]
        if likeliest.group.any():
            divided.append(likeliest.share)
        else:
            assert likeliest.group.tolist() == [0] * count
            assert likeliest.odds == 0
    assert len(divided) <= 4
    assert max(divided, default=0) < 0.75


# Marbles that a cloud, a person or the far side of the room darkens.
@pytest.mark.parametrize("darker", [0.15, 0.3, 0.45])
def test_shade_makes_no_second_series(darker):
    for seed in range(5):
        lit, shaded = looks(AMBER, 8, seed, 0.4), looks(AMBER - darker, 8, seed + 90, 0.4)
        assert not divisions(np.concatenate([lit, shaded]))[0].group.any()


def test_many_marbles_show_more_surely_than_two_that_colours_differ():
    for seed in range(5):
        ones = looks(AMBER, 12, seed, 0.4), looks(ORANGE, 12, seed + 50, 0.4)
        two, many = (divisions(np.concatenate([each[:n] for each in ones])) for n in (1, 12))
        assert many[0].group.tolist() == [0] * 12 + [1] * 12
        assert many[0].share > max(way.share for way in two if way.group.any())


@pytest.mark.parametrize("seed", range(4))
def test_a_few_that_a_hand_shades_are_no_series_of_a_full_board(seed):
    """Players take turns: of forty marbles three and thirty-seven are not two series."""
    ones = [looks(colour, 18, seed + k, 0.4) for k, colour in enumerate((AMBER, ORANGE))]
    # They are darker, and most of all in red, than the others differ.
    few = looks((AMBER + ORANGE) / 2 + np.tile([0, -0.7, -1.0], 5), 3, seed + 7, 0.4)
    ways = divisions(np.concatenate([*ones, few]))
    thirds = [way for way in ways if way.group.tolist() == [0] * 36 + [1] * 3]
    assert ways[0].group[:36].tolist() == [0] * 18 + [1] * 18
    assert sum(way.share for way in thirds) < 0.1


@pytest.mark.parametrize("counts", [(12, 3), (16, 5), (24, 8)])
def test_a_board_that_is_set_up_unevenly_is_of_two_series_all_the_same(counts):
    for seed in range(5):
        mixed = looks(RED, counts[0], seed, 0.4), looks(BLUE, counts[1], seed + 9, 0.4)
        likeliest = divisions(np.concatenate(mixed))[0]
        assert likeliest.group.tolist() == [0] * counts[0] + [1] * counts[1]
        assert likeliest.share > 0.95


BLACK, WHITE = np.full(LOOK, -1.35), np.full(LOOK, 0.8)


@pytest.mark.parametrize("counts", [(5, 6), (7, 7), (12, 9)])
@pytest.mark.parametrize("seed", range(4))
def test_black_marbles_in_the_dusk_and_white_ones_are_two_series(counts, seed):
    """A camera's noise on black is as large as colours are, and hides no other series."""
    noise = 0.12 * np.random.default_rng(seed).normal(size=(counts[0], LOOK))
    black = looks(BLACK, counts[0], seed, 0.3) + noise
    likeliest = divisions(np.concatenate([black, looks(WHITE, counts[1], seed + 9, 0.3)]))[0]
    assert likeliest.group.tolist() == [0] * counts[0] + [1] * counts[1]
    assert likeliest.share > 0.9


@pytest.mark.parametrize("seed", range(5))
def test_a_lamp_mirrored_in_one_zone_of_one_marble_is_no_series(seed):
    marbles = looks(RED, 8, seed, 0.5)
    marbles[3, 3:6] += 2.0
    assert not divisions(marbles)[0].group.any()


def test_ways_are_told_apart_ranked_and_share_what_is_likely():
    ways = divisions(np.concatenate([looks(AMBER, 6, 1), looks(ORANGE, 6, 2)]))
    assert len({way.group.tobytes() for way in ways}) == len(ways) > 1
    assert all(way.group[0] == 0 for way in ways)
    odds, shares = np.array([way.odds for way in ways]), np.array([way.share for way in ways])
    assert (np.diff(odds) <= 0).all()
    assert shares.sum() == pytest.approx(1)
    assert np.diff(np.log(shares)) == pytest.approx(np.diff(odds))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("blues", [1, 3])
def test_no_way_at_all_fits_better_than_the_likeliest(blues, seed):
    marbles = np.concatenate([looks(RED, 4, seed), looks(BLUE, blues, seed + 10)])
    every = [(0, *rest) for rest in product((0, 1), repeat=len(marbles) - 1) if any(rest)]
    likeliest = divisions(marbles)[0]
    weighing = Colours(marbles)
    assert tuple(likeliest.group) == max(
        every, key=lambda group: weighing.odds(np.array([group], bool))[0]
    )
