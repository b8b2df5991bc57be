"""Clear marbles in painted hollows: which series they are of, learned in trays of other wood."""

from math import exp, log, sqrt

import numpy as np
import pytest

from vision.colours.both_series import SAME, BothSeries
from vision.colours.glass import REFLECTED, Apart, Glass, shifts_of
from vision.colours.moved import moved_by
from vision.colours.series import LOOK, MOVED, WITNESSES, SeriesModel
from vision.reading.evidence import Evidence
from vision.reading.grain import Likeness
from vision.reading.traces import Traces

RGB = np.array([180, 180, 180])
# A rendered board's: amber and smoky glass in pale trays, and the same in hollows painted green.
AMBER, SMOKY = np.tile([-1.27, -0.41, 0.01], 5), np.tile([-0.87, -0.68, -0.70], 5)
AMBER_THERE, SMOKY_THERE = np.tile([-1.28, -0.84, -0.70], 5), np.tile([-1.17, -1.06, -1.02], 5)
GREEN = np.array([-0.92, -0.83, -1.14])
RED, BLUE = np.tile([-1.2, -0.9, 0.3], 5), np.tile([0.4, -0.3, -0.8], 5)
NO_TINTS = np.zeros((1, 3))


def marbles(middle, count, seed, spread=0.06):
    return middle + np.random.default_rng(seed).normal(0, spread, (count, LOOK))


def trays(first, second):
    return SeriesModel.learn(marbles(first, 20, 1), marbles(second, 20, 2), np.array([RGB, RGB]))


def hollows(colour, count):
    return np.tile(colour, (count, 1)).astype(float)


def told(series, looks, behind, before=None):
    """Probability of the first series, all of them seen (or those before)."""
    glass, apart = Glass(), Apart.of(series, looks, behind)
    seen = apart if before is None else Apart.of(series, before, behind[: len(before)])
    glass.see(seen, np.ones(seen.squared.shape[2], bool))
    return glass.p_first(apart, NO_TINTS)


def plainly(series, looks, behind):
    """The same, one way and one marble at a time."""
    inverse = np.linalg.inv(series.covariance)
    ways, means = [], series.means
    for first in range(1 + len(REFLECTED)):
        for second in range(1 + len(REFLECTED)):
            rows = []
            for look, colour in zip(looks, behind, strict=True):
                there = [
                    mean + shift(mean, colour, k)
                    for mean, k in zip(means, (first, second), strict=True)
                ]
                squared = [(look - m) @ inverse @ (look - m) / LOOK for m in there]
                way = there[0] - there[1]
                rows.append((*squared, way @ inverse @ way / LOOK))
            ways.append(rows)
    least = [max(1, min(min(rows[i][:2]) for rows in ways)) for i in range(len(looks))]
    shares = []
    for rows in ways:
        odds = 0.0
        for (a, b, _), enough in zip(rows, least, strict=True):
            odds += log(exp(-WITNESSES * a / enough) + exp(-WITNESSES * b / enough))
        shares.append(odds)
    shares = [exp(odds - max(shares)) for odds in shares]
    found = np.zeros(len(looks))
    for rows, share in zip(ways, shares, strict=True):
        far = np.array([row[2] for row in rows])
        by = moved_by(far, np.array([row[:2] for row in rows]))
        for i, (a, b, apart) in enumerate(rows):
            enough = max(1, min(a, b))
            odds = WITNESSES * (b - a - 2 * by * sqrt(apart)) / enough
            doubt = 2 * WITNESSES * MOVED * sqrt(apart) / enough
            found[i] += share / (1 + exp(-odds / sqrt(1 + np.pi / 8 * doubt**2)))
    return found / sum(shares)


def shift(mean, colour, way):
    """(LOOK,) by what an opaque marble (way 0) or a clear one looks different there."""
    if way == 0:
        return np.zeros(LOOK)
    seen = np.exp(np.reshape(mean, (5, 3)).mean(axis=0))
    surface = REFLECTED[way - 1] * seen.min()
    return np.tile(np.log((surface + (seen - surface) * np.exp(colour)) / seen), 5)


@pytest.mark.parametrize("seed", range(4))
def test_it_is_what_each_way_and_marble_alone_tell(seed):
    series = trays(AMBER, SMOKY)
    looks = np.concatenate([marbles(AMBER_THERE, 4, seed), marbles(SMOKY_THERE, 3, seed + 9)])
    behind = GREEN + np.random.default_rng(seed).normal(0, 0.1, (7, 3))
    assert told(series, looks, behind) == pytest.approx(plainly(series, looks, behind), abs=2e-3)


@pytest.mark.parametrize("seed", range(4))
def test_glass_in_painted_hollows_is_told_by_all_that_lies_there(seed):
    series = trays(AMBER, SMOKY)
    looks = np.concatenate([marbles(AMBER_THERE, 7, seed), marbles(SMOKY_THERE, 7, seed + 9)])
    alone = told(series, looks, hollows([0, 0, 0], 14))
    assert np.median(alone[:7]) < 0.1, "without that amber was smoky, and surely so"
    together = told(series, looks, hollows(GREEN, 14))
    assert (together[:7] > 0.8).all()
    assert (together[7:] < 0.1).all()


@pytest.mark.parametrize("seed", range(4))
def test_the_first_of_them_alone_is_not_the_others_with_certainty(seed):
    series, behind = trays(AMBER, SMOKY), hollows(GREEN, 1)
    assert told(series, marbles(AMBER_THERE, 1, seed), behind)[0] > 0.5
    assert told(series, marbles(SMOKY_THERE, 1, seed), behind)[0] < 0.5


@pytest.mark.parametrize(("first", "second"), [(RED, BLUE), (AMBER, SMOKY)])
def test_opaque_marbles_in_painted_hollows_stay_what_they_are(first, second):
    series = trays(first, second)
    looks = np.concatenate([marbles(first, 8, 3), marbles(second, 8, 4)])
    p_first = told(series, looks, hollows(GREEN, 16))
    assert (p_first[:8] > 0.95).all()
    assert (p_first[8:] < 0.05).all()


def test_what_was_seen_before_a_hand_came_tells_still():
    series = trays(AMBER, SMOKY)
    before = np.concatenate([marbles(AMBER_THERE, 6, 3), marbles(SMOKY_THERE, 6, 4)])
    p_first = told(series, before[3:4], hollows(GREEN, 12), before)
    assert p_first[0] > 0.8


@pytest.mark.parametrize("mean", [AMBER, SMOKY, RED])
def test_a_dark_hollow_takes_no_more_than_came_through(mean):
    opaque, half, full = shifts_of(np.array([mean, mean]), hollows([-30, -30, -30], 1))[0][:, 0]
    assert (opaque == 0).all()
    seen = np.exp(mean[:3])
    for share, shifted in zip(REFLECTED, (half, full), strict=True):
        assert np.exp(mean[:3] + shifted[:3]) == pytest.approx(share * seen.min())


def test_a_bright_hollow_shines_through():
    shifts = shifts_of(np.array([AMBER, SMOKY]), hollows([0.5, 0.5, 0.5], 2))
    assert shifts.shape == (2, 3, 2, LOOK)
    assert (shifts[:, 0] == 0).all()
    assert (shifts[:, 1] > 0).all()


def seen_by_a_reader(series, looks, behind):
    """Evidence of hollows in full view."""
    n = len(looks)
    one, rows = np.ones(n), np.zeros((n, 3))
    traces = Traces.plain(
        rows, np.zeros((n, 4)), one, rows, one, one, Likeness(one, np.ones((n, 2)))
    )
    return Evidence(0.01, one, one, one, looks, traces, behind=behind)


@pytest.mark.parametrize(("by", "asked"), [(0.9, False), (1.2, True)])
def test_in_hollows_of_the_trays_wood_nothing_is_asked(by, asked):
    series, looks = trays(AMBER, SMOKY), marbles(AMBER, 3, 1)
    e = seen_by_a_reader(series, looks, hollows([by * SAME, -by * SAME, by * SAME], 3))
    nearest, apart = BothSeries(series).away(e)
    assert apart.squared.shape == (2, 3 if asked else 1, 3)
    assert np.allclose(apart.squared[:, 0].T, series.distances(looks))
    assert (nearest <= np.sqrt(apart.squared[:, 0].min(axis=0))).all()


# As a path tracer showed it: grey glass that lay in a tray of dark wood takes on the red of the
# board's, clear glass from a tray of that wood looks as it did.
CLEAR, GREY = np.tile([-0.82, -0.32, 0.73], 5), np.tile([-1.26, -1.0, -0.37], 5)
DARK_TRAY = np.array([[0, 0, 0], [-0.43, -0.6, -0.88]])


@pytest.mark.parametrize("told", [True, False], ids=["of another", "as if of the board's wood"])
def test_glass_from_a_tray_of_darker_wood_shows_the_boards(told):
    grey_there = GREY + shifts_of(np.array([CLEAR, GREY]), -DARK_TRAY[:, None])[1, 1, 0]
    looks = np.concatenate([marbles(CLEAR, 9, 1), marbles(grey_there, 9, 2)])
    both, every = BothSeries(trays(CLEAR, GREY), DARK_TRAY if told else None), np.ones(18, bool)
    e = seen_by_a_reader(both.model, looks, None)
    _, apart = both.away(e)
    both.follow(e, apart, every, every)
    grey = both.belongs(e, both.away(e)[1], ~every)[:, 1]
    assert (grey[:9] < 0.5).all()
    # It looks more like clear glass before that wood than like grey glass before its own.
    assert ((grey[9:] > 0.5) if told else (grey[9:] < 0.1)).all()
    named = []
    both._another_light.meet = lambda p_first_of, where, seen, _: named.append(
        p_first_of(seen, where)
    )
    both.meet(e, every)
    assert named[0] == pytest.approx(1 - grey, abs=0.1)


@pytest.mark.parametrize("mean", [AMBER, SMOKY])
def test_hollows_before_the_same_other_wood_are_the_same(mean):
    means, colour = np.array([mean, mean]), hollows(GREEN, 4)
    assert (shifts_of(means, colour) == shifts_of(means, np.stack([colour, colour]))).all()
    one, other = shifts_of(means, np.stack([colour, 0 * colour]))
    assert (one == shifts_of(means, colour)[0]).all()
    assert (other == 0).all()


def test_the_reader_learns_it_and_follows_the_light_by_it():
    looks = np.concatenate([marbles(AMBER_THERE, 9, 1), marbles(SMOKY_THERE, 9, 2)])
    both, every = BothSeries(trays(AMBER, SMOKY)), np.ones(18, bool)
    e = seen_by_a_reader(both.model, looks, hollows(GREEN, 18))
    # Followed as they look, amber would become smoky by and by.
    for _ in range(100):
        _, apart = both.away(e)
        both.follow(e, apart, every, every)
    p_first = both.belongs(e, both.away(e)[1], ~every)[:, 0]
    assert (p_first[:9] > 0.9).all()
    assert (p_first[9:] < 0.1).all()
    assert np.abs(both.model.means - [AMBER, SMOKY]).max() < 0.35


def test_what_was_learned_on_the_board_is_not_looked_through_again():
    looks = np.concatenate([marbles(AMBER_THERE, 9, 1), marbles(SMOKY_THERE, 9, 2)])
    both, every = BothSeries(SeriesModel.blank()), np.ones(18, bool)
    e = seen_by_a_reader(both.model, looks, hollows(GREEN, 18))
    both.meet(e, every)
    assert both.known
    nearest, apart = both.away(e)
    assert apart.squared.shape == (2, 1, 18)
    assert nearest.max() < 1.5


def test_what_is_learned_anew_on_the_board_is_named_by_how_it_looks_there():
    """And not by how it would look in its tray."""
    between = (AMBER + SMOKY) / 2
    looks = np.concatenate([marbles(SMOKY, 9, 1, 0.02), marbles(between, 9, 2, 0.02)])
    behind = np.concatenate([hollows(GREEN, 9), hollows([0, 0, 0], 9)])
    both, every = BothSeries(trays(AMBER, SMOKY)), np.ones(18, bool)
    e = seen_by_a_reader(both.model, looks, behind)
    named = []

    def meet(p_first_of, where, seen, rgb):
        named.append(p_first_of(seen, where))

    both._another_light.meet = meet
    _, apart = both.away(e)
    both.follow(e, apart, every, every)
    both.meet(e, every)
    assert named[0] == pytest.approx(both.belongs(e, both.away(e)[1], ~every)[:, 0], abs=0.1)


def test_marbles_do_not_settle_together_which_way_they_are_clear(monkeypatch):
    """One way they are of these series, the other way of those: all at once."""
    looks = np.concatenate([marbles(RED, 9, 1), marbles(BLUE, 9, 2)])
    both, every = BothSeries(trays(RED, BLUE)), np.ones(18, bool)
    e = seen_by_a_reader(both.model, looks, None)
    one = np.repeat([0.8, 0.2], 9)
    for share in (0.5, 0.45, 0.1):
        ways = np.array([share, 1 - share]), np.array([one, 1 - one])
        monkeypatch.setattr(Glass, "each_way", lambda *_args, ways=ways: ways)
        p_first = both.belongs(e, both.away(e)[1], every)[:, 0]
        assert np.abs(p_first[:9] - share).max() < 0.02
        assert np.abs(p_first[9:] - (1 - share)).max() < 0.02


def test_in_haste_marbles_tell_how_clear_they_are_and_teach_nothing():
    looks = np.concatenate([marbles(AMBER_THERE, 9, 1), marbles(SMOKY_THERE, 9, 2)])
    told = []
    for calm in (True, False, None):
        both, every = BothSeries(trays(AMBER, SMOKY)), np.ones(18, bool)
        before = both.model
        e = seen_by_a_reader(before, looks, hollows(GREEN, 18))
        apart = both.away(e)[1]
        if calm is not None:
            both.follow(e, apart, every, every, calm)
        told.append(both.belongs(e, apart, ~every)[:, 0])
        assert (both.model is before) == (calm is not True)
    assert told[1] == pytest.approx(told[0])
    assert np.abs(told[1] - told[2]).max() > 0.2, "they told something"


def test_which_series_marbles_are_nearer_to_in_any_way():
    looks = np.concatenate([marbles(AMBER_THERE, 9, 1), marbles(SMOKY, 9, 2)])
    for behind in (None, hollows(GREEN, 18)):
        apart = Apart.of(trays(AMBER, SMOKY), looks, behind)
        nearer = [min(s[:, k]) for k in range(18) for s in apart.squared]
        assert apart.second.tolist() == [nearer[2 * k + 1] < nearer[2 * k] for k in range(18)]
