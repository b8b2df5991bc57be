"""Which series a marble belongs to, from looks alone."""

import numpy as np
import pytest

from vision.colours.series import LOOK, SeriesModel, prior_covariance, told_apart
from vision.reading.looks import tints_of

RED, BLUE = np.tile([-2.5, -2.0, -0.3], 5), np.tile([-0.5, -1.5, -2.2], 5)
WHITE, CREAM = np.tile([0.5, 0.52, 0.54], 5), np.tile([0.2, 0.45, 0.55], 5)
RGB = np.array([[170.0, 25, 25], [25, 50, 150]])


def looks(middle, count, seed=0):
    spread = np.linalg.cholesky(prior_covariance())
    return middle + np.random.default_rng(seed).normal(size=(count, LOOK)) @ spread.T * 0.7


def test_nothing_is_known_at_first():
    blank = SeriesModel.blank()
    assert not blank.known.any()
    assert np.isinf(blank.distances(looks(RED, 3))).all()


@pytest.mark.parametrize("pair", [(RED, BLUE), (WHITE, CREAM)], ids=["red, blue", "white, cream"])
def test_what_was_learned_is_told_apart(pair):
    learned = SeriesModel.learn(looks(pair[0], 20, 1), looks(pair[1], 20, 2), RGB)
    assert learned.known.all()
    for series in (0, 1):
        distances = learned.distances(looks(pair[series], 50, 3 + series))
        nearer = distances.argmin(axis=1)
        assert (nearer == series).mean() > 0.9


def test_learning_survives_a_finger_in_a_few_samples():
    first = looks(RED, 20, 1)
    first[:3] = 3.0
    learned = SeriesModel.learn(first, looks(BLUE, 20, 2), RGB)
    assert np.abs(learned.means[0] - RED).max() < 0.4
    assert (learned.distances(looks(BLUE, 30, 5)).argmin(axis=1) == 1).all()


def test_distance_is_about_one_for_its_own_marbles():
    learned = SeriesModel.learn(looks(RED, 200, 1), looks(BLUE, 200, 2), RGB)
    own = learned.distances(looks(RED, 200, 3))[:, 0]
    assert own.mean() == pytest.approx(1, abs=0.3)


def test_following_the_light_leaves_the_old_model_as_it_was():
    learned = SeriesModel.learn(looks(RED, 10, 1), looks(BLUE, 10, 2), RGB)
    before = learned.means.copy()
    darker = learned.means[0] - 0.4
    red = np.array([100.0, 10, 10])
    seen = np.stack([darker, darker]), np.stack([red, red])
    moved = learned.following(*seen, np.array([0.25, 0]), np.array([3, 0]))
    assert (moved.counts - learned.counts).tolist() == [3, 0]
    assert moved.means[0] == pytest.approx(before[0] - 0.1)
    assert moved.means[1] == pytest.approx(before[1])
    assert moved.rgb[0] == pytest.approx(RGB[0] + 0.25 * (red - RGB[0]))
    assert moved.rgb[1] == pytest.approx(RGB[1])
    assert learned.means == pytest.approx(before)


def test_of_marbles_of_one_series_the_other_stays_unknown():
    model = SeriesModel.of([looks(RED, 3, 1), np.zeros((0, LOOK))], [RGB[:1], RGB[:0]])
    assert model.known.tolist() == [True, False]
    assert np.isinf(model.distances(RED[None])[0, 1])
    both = SeriesModel.of([looks(RED, 3, 1), looks(BLUE, 2, 2)], [RGB[:1], RGB[1:]])
    assert both.known.all()
    assert both.rgb == pytest.approx(RGB)


def p_first(series, looks, tints=None):
    way = series.between(series.means[0] - series.means[1])
    return told_apart(*series.distances(looks).T, *way, tints)


def p_first_of(apart, share):
    """Of a marble that lies that share of the way from the first to the second look."""
    means = np.zeros((2, LOOK))
    means[1] = np.sqrt(apart)
    series = SeriesModel(means, np.full(2, 20.0), np.eye(LOOK), np.zeros((2, 3)))
    return p_first(series, share * means[1:])[0]


# Light and neighbours move all looks on the board alike: nothing to far colours, and much
# to those of which the trays' own marbles are hardly apart.
def test_of_close_colours_none_is_certain():
    assert p_first_of(1.8, 0) < 0.98
    assert 0.7 < p_first_of(1.8, 0.25) < 0.9
    assert p_first_of(1.8, 0.5) == pytest.approx(0.5)
    assert p_first_of(20, 0) > 0.999
    assert p_first_of(20, 0.25) > 0.99


RED_LIGHT = np.array([-0.5, 0, 0.5])  # b, g, r


def lit(tint):
    """The probability of a red marble's series, beside one that only green tells from it."""
    means = np.zeros((2, LOOK))
    means[0, 2::3], means[1, 1::3] = 1, 1
    series = SeriesModel(means, np.full(2, 20.0), prior_covariance(), np.zeros((2, 3)))
    return p_first(series, means[:1], np.asarray(tint, float)[None])[0]


def test_in_a_light_of_its_own_colour_a_marble_is_less_certain():
    """Mixed lamps: in a hand's shadow only the blue window is left, and dark red looks black."""
    told = [lit(strength * RED_LIGHT) for strength in (0, 0.5, 1, 2, 4)]
    assert told[0] > 0.99
    assert (np.diff(told) < 0).all()
    assert told[-1] < 0.9
    assert lit(-2 * RED_LIGHT) == pytest.approx(told[3])


def test_a_tint_that_tells_nothing_of_the_series_changes_nothing():
    blue_and_both = [1.0, -0.5, -0.5]
    assert lit(blue_and_both) == pytest.approx(lit([0, 0, 0]), abs=1e-6)


def test_only_what_differs_from_most_of_the_boards_light_is_a_tint():
    light = np.tile([0.3, 0.1, -0.4], (9, 1))
    light[2] += [0.2, 0.2, 0.2]  # less shaded
    light[5] += [-0.6, 0.0, 0.3]
    tints = tints_of(light, np.median(light, axis=0))
    assert tints[[0, 2]] == pytest.approx(np.zeros((2, 3)))
    assert tints[5] == pytest.approx([-0.5, 0.1, 0.4])
