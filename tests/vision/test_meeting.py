"""Two series learned from marbles as they come, by looks alone and on rendered boards."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from synthetic import Look, Take
from synthetic_setups import PLAIN, POSITION, frames, known, picture

from vision.colours.division import TEMPER, divisions
from vision.colours.meeting import KNOWN, AnotherLight, FirstMarbles
from vision.colours.series import LOOK, SeriesModel, prior_covariance, told_apart
from vision.colours.weighing import Colours
from vision.reader import Reader
from vision.reading.odds import LIKE_OTHERS, LOOK_ODDS

AMBER, ORANGE = np.tile([-1.3, -0.35, 0.1], 5), np.tile([-1.25, -0.5, 0.4], 5)
RED, BLUE = np.tile([-2.5, -2.0, -0.3], 5), np.tile([-0.5, -1.5, -2.2], 5)
RGB = np.array([120.0, 60, 20])
SPREAD = np.linalg.cholesky(prior_covariance())
LOOKS = Path(__file__).parents[1] / "fixtures" / "looks"


def looks(middle, count, seed, of_prior=0.7):
    return middle + of_prior * np.random.default_rng(seed).normal(size=(count, LOOK)) @ SPREAD.T


def met(*groups):
    first = FirstMarbles()
    hollow = 0
    for group in groups:
        first.meet(np.arange(hollow, hollow + len(group)), group, np.tile(RGB, (len(group), 1)))
        hollow += len(group)
    return first


def test_the_first_marble_is_of_the_first_series_whatever_comes_after():
    for order in ([RED, BLUE], [BLUE, RED]):
        first = met(looks(order[0], 1, 1), looks(order[1], 3, 2), looks(order[1], 4, 3))
        assert first.series.known.all()
        assert np.abs(first.series.means[0] - order[0]).max() < 0.6
        assert np.abs(first.series.means[1] - order[1]).max() < 0.6


def test_a_marble_seen_often_is_one_marble():
    first = FirstMarbles()
    for seed in range(30):
        first.meet(np.array([7]), looks(RED, 1, 0) + 0.01 * seed / 30, RGB[None])
    assert first.series.counts.tolist() == [1, 0]
    assert first.alike == 0


def test_another_marble_in_the_same_hollow_is_another():
    first = FirstMarbles()
    first.meet(np.array([7]), looks(RED, 1, 0), RGB[None])
    first.meet(np.array([7]), looks(BLUE, 1, 0), RGB[None])
    assert first.series.counts.tolist() == [1, 1]


def test_the_more_look_alike_the_less_is_said_of_them():
    doubts = [met(looks(RED, count, 4)).alike for count in (1, 2, 4, 6, 12, 30)]
    assert doubts[0] == 0
    assert (np.diff(doubts) > 0).all()
    assert doubts[-1] > 0.95


def test_enough_marbles_of_both_are_as_good_as_trays():
    assert not met(looks(RED, 3, 1), looks(BLUE, 9, 2)).certain
    assert met(looks(RED, 6, 1), looks(BLUE, 9, 2)).certain


def seen_together(first, hollows, looks):
    first.meet(np.asarray(hollows), looks, np.tile(RGB, (len(looks), 1)))


def test_marbles_are_not_divided_by_when_they_were_seen():
    """Cat-eyes that hardly differ, some of them gone before another lamp shone on the others."""
    with np.load(LOOKS / "another_lamp.npz") as saved:
        met = [np.split(saved[name], saved["n"].cumsum()[:-1]) for name in ("hollows", "looks")]
    first = FirstMarbles()
    for hollows, looks in zip(*met, strict=True):
        seen_together(first, hollows.astype(int), looks.astype(float))
    assert first.belongs(met[1][-1]).max() < 0.9


def six_of_each(seed):
    """Red marbles in the first six hollows, one met before all others, blue ones in the next."""
    marbles = np.vstack([looks(RED, 6, seed, 0.3), looks(BLUE, 6, seed + 9, 0.3)])
    first = FirstMarbles()
    seen_together(first, [0], marbles[:1])
    seen_together(first, range(12), marbles)
    return first, marbles


@pytest.mark.parametrize("seed", range(4))
def test_the_series_keep_their_numbers_though_in_another_light_they_change_looks(seed):
    """What the first looked like the second looks like now, and lies where it lay."""
    first, marbles = six_of_each(seed)
    assert (first.belongs(marbles)[:, 0] > 0.5).tolist() == [True] * 6 + [False] * 6
    other = marbles + (RED - BLUE)
    seen_together(first, range(12), other)
    assert (first.belongs(other)[:, 0] > 0.5).tolist() == [True] * 6 + [False] * 6


@pytest.mark.parametrize("seed", range(4))
def test_marbles_that_change_places_keep_their_numbers_by_their_looks(seed):
    """Positions set up one after the other: nearly every hollow has another series' marble."""
    first, marbles = six_of_each(seed)
    seen_together(first, range(12), marbles[::-1])
    assert (first.belongs(marbles)[:, 0] > 0.5).tolist() == [True] * 6 + [False] * 6


def test_looks_that_were_met_in_another_light_are_forgotten_once_most_are_seen_in_a_new_one():
    reds, first = looks(RED, 6, 1, 0.3), FirstMarbles()
    first.meet(np.arange(6), reds, np.tile(RGB, (6, 1)))
    first.meet(np.arange(4), np.vstack([reds[:3], BLUE[None]]), np.tile(RGB, (4, 1)))
    assert first.series.counts.sum() == 7  # another marble came
    first.meet(np.arange(4), reds[:4] + 1.5, np.tile(RGB, (4, 1)))
    assert first.series.counts.sum() == 4


FIXTURES = np.load(LOOKS / "cat_eyes.npz")


def right(p_first, series):
    """Probability of what each marble is, named the way round that suits better."""
    return max(
        (np.where(named == 0, p_first, 1 - p_first) for named in (series, 1 - series)), key=sum
    )


# Cat-eyes without trays, as the path tracer showed them to the reader: what varies most is the
# vein, and several ways of dividing them are about as likely.
@pytest.mark.parametrize("name", ["cobalt_pink", "cobalt_pink_full", "ivory_brown", "sky_clear"])
def test_cat_eyes_that_can_be_divided_in_several_ways_are_right_or_unsure(name):
    seen, series = FIXTURES[f"{name}_looks"].astype(float), FIXTURES[f"{name}_series"]
    told = right(met(seen).belongs(seen)[:, 0], series)
    assert (told < 0.1).mean() < 0.05
    if name.startswith("cobalt"):
        assert (told > 0.9).mean() > 0.25


@pytest.mark.parametrize("name", ["cobalt_pink", "cobalt_pink_full", "ivory_brown", "sky_clear"])
def test_more_and_less_of_a_swirl_is_no_second_series(name):
    """Before, two were divided by that: a third of the marbles were in the wrong half."""
    seen, series = FIXTURES[f"{name}_looks"].astype(float), FIXTURES[f"{name}_series"]
    group = divisions(seen)[0].group
    wrong = min((group != named).sum() for named in (series, 1 - series))
    told = right(met(seen).belongs(seen)[:, 0], series)
    # Of forty cobalt and pink ones three are about as likely of either.
    assert not group.any() or wrong == 0 or (wrong <= 3 and told.min() > 0.2)


# Zones, B, G, R: yellow wood mirrored on one side of each, the lamp on the other.
MIRRORED = np.array([[0, 0, 0], [-0.3, -0.2, -0.1], [-0.3, -0.1, 0], [0.15, 0.1, 0.1], [0.1] * 3])


@pytest.mark.parametrize("mirrored", [0 * MIRRORED, MIRRORED], ids=["matt", "mirroring"])
@pytest.mark.parametrize("apart", [0.0, 0.1], ids=["one series", "two"])
def test_what_all_marbles_mirror_alike_is_no_swirl_that_hides_two_series(mirrored, apart):
    """White ones beside pearls on pale wood: any eye tells them by a little of their tint."""
    rng, second = np.random.default_rng(5), np.arange(22) % 2
    zones = rng.normal(0, 0.03, (22, 5, 3)) + mirrored
    zones += apart * second[:, None, None] * [2.0, 1.0, 0.4]
    likeliest = divisions(zones.reshape(22, LOOK))[0]
    assert (likeliest.group == (second if apart else 0)).all()
    assert likeliest.share > 0.8


def test_what_a_marble_is_all_ways_of_dividing_tell_by_their_shares():
    seen = FIXTURES["cobalt_pink_looks"].astype(float)[:20]
    ways = divisions(seen)
    likeliest, p_first, shares = ways[0].group, [], []
    assert likeliest.any()
    assert 0.5 < ways[0].share < 0.95
    for way in ways:
        if not way.group.any() or way.share <= 0.01:
            continue
        alike = (way.group == likeliest).mean() >= 0.5
        groups = way.group if alike else 1 - way.group
        odds = Colours(seen).belongs(groups == 1, seen)
        p_first.append(1 / (1 + np.exp(TEMPER * odds)))
        shares.append(way.share)
    both = np.average(p_first, axis=0, weights=shares)
    # What is left is that they are one series all the same: nobody knows which, then.
    one = next(way.share for way in ways if not way.group.any()) / (sum(shares) + 1e-12)
    told = met(seen).belongs(seen)[:, 0]
    assert told == pytest.approx(both, abs=0.6 * one)
    assert np.abs(told - p_first[0]).max() > 0.1


def test_what_is_far_from_marbles_that_may_be_of_one_series_may_be_of_the_other():
    """Three that look alike may be two series or one: then a third kind is strange or the other."""
    alike = np.concatenate([looks(AMBER, 2, 1, 0.4), looks(ORANGE, 1, 2, 0.4)])
    first = met(alike)
    one = next(way.share for way in divisions(alike) if not way.group.any())
    assert 0.15 < one < 0.85
    near, far = first.nearest(np.stack([AMBER, BLUE]))
    assert near < 1
    # Log odds of one in all the ways, to which two series add nothing.
    assert far == pytest.approx(LIKE_OTHERS - np.log(one) / LOOK_ODDS, abs=0.02)
    # Once it is certain that there are two, it is like none of them.
    assert met(looks(AMBER, 8, 1), looks(RED, 8, 2)).nearest(BLUE[None])[0] > 3


COLOURS = {
    "white, black": (Look((238, 238, 235)), Look((22, 20, 22))),
    "red, orange": (Look((185, 25, 25)), Look((225, 110, 25))),
    "black, brown": (Look((22, 20, 22)), Look((95, 50, 25))),
    "matt": (Look((60, 130, 70), gloss=0), Look((205, 190, 60), gloss=0)),
    "hardly apart": (Look((200, 120, 20)), Look((206, 114, 20))),
}
OPENING = ("7/7/7/3w3/7/7/7", "7/7/4b2/3w3/7/7/7", POSITION)


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("joined", [False, True], ids=["from the first", "under way"])
def test_without_trays_colours_are_right_or_unsure(colours, joined):
    setup = replace(PLAIN, trays="none", looks=COLOURS[colours])
    takes = [Take(placement, seed=k) for k, placement in enumerate(OPENING)]
    shown = [picture(setup, take) for take in (takes[2:] if joined else takes)]
    reader = Reader(known(setup))
    for frame in frames(*(one.image_bgr for one in shown)):
        reading = reader.read(frame)
    best, labels = reading.p.max(axis=1), shown[-1].labels
    # Which series is which is arbitrary where no tray shows it.
    named = [reading.labels(), reading.labels().translate(str.maketrans("wWbB", "bBwW"))]
    wrong = min(([i for i in range(49) if name[i] != labels[i]] for name in named), key=len)
    assert all(best[i] < 0.9 for i in wrong)
    if colours != "hardly apart":
        assert wrong == []


SKIN_BGR = (116, 149, 202)


def with_fingers(image_bgr, hollows_px, pitch_px):
    """A fingertip over b3, more of the hand beside a2 and c2."""
    shown, away = image_bgr.copy(), np.array([np.cos(2.2), np.sin(2.2)]) * pitch_px
    for hollow, beside, radius in ((15, 0.0, 0.36), (7, 0.27, 0.5), (9, 0.27, 0.5)):
        tip = hollows_px[hollow] + beside * pitch_px * np.array([0.93, 0.37])
        start, end, tip = (np.rint(tip + k * away).astype(int).tolist() for k in (0.1, 1, 0))
        cv2.circle(shown, tip, round(radius * pitch_px), SKIN_BGR, -1, cv2.LINE_AA)
        cv2.line(shown, start, end, SKIN_BGR, round(0.5 * pitch_px))
    return shown


# Joined with a hand in view: the hollows are imagined bare, and between them stays what is
# seen, so that no hand reaches in from outside.
def test_a_fingertip_is_no_series():
    greens = replace(PLAIN, looks=(Look((30, 160, 165)), Look((20, 110, 50))))
    calibration, empty = known(greens), known(greens).bare_bgr
    hollows_px = calibration.hollows_px
    pitch_px = float(np.linalg.norm(hollows_px[1] - hollows_px[0]))
    joined = with_fingers(empty, hollows_px, pitch_px)
    for centre in np.rint(hollows_px).astype(int):
        cell = np.zeros(empty.shape[:2], np.uint8)
        cv2.circle(cell, tuple(centre.tolist()), round(0.48 * pitch_px), 1, -1)
        joined[cell > 0] = empty[cell > 0]
    shown = picture(greens, Take("7/4b2/4b2/3wb2/7/7/7", seed=1))
    (frame,) = frames(with_fingers(shown.image_bgr, hollows_px, pitch_px))
    reading = Reader(replace(calibration, bare_bgr=joined)).read(frame)
    read = np.array(list(reading.labels()))
    assert read[[24, 25, 32, 39]].tolist() == ["w", "b", "b", "b"]
    assert reading.covered[[7, 9, 15]].all()


# Red glass in a tray that the lamp shines through, pink in one in the shade; on the board,
# all in the shade, red looks less red: as a rendered one did.
LIT_RED, PINK = np.tile([-1.0, -0.76, 0.15], 5), np.tile([-0.25, -0.15, 0.35], 5)
RED_THERE = np.tile([-0.69, -0.62, 0.18], 5)


def from_trays(first, second):
    groups = looks(first, 20, 11, 0.15), looks(second, 20, 12, 0.15)
    return SeriesModel.learn(*groups, np.array([RGB, RGB]))


def p_first(series, looks):
    way = series.between(series.means[0] - series.means[1])
    return told_apart(*series.distances(looks).T, *way)


def on_the_board(series, *groups):
    """Both series as they are known once these marbles have been seen there; None if as before."""
    light, every = AnotherLight(), np.concatenate(groups)

    return light.meet(
        lambda looks, _: p_first(series, looks),
        np.arange(len(every)),
        every,
        np.tile(RGB, (len(every), 1)),
    )


def glass(middle, count, seed):
    return looks(middle, count, seed, 0.15)


@pytest.mark.parametrize("pink_first", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_series_whose_trays_stood_in_another_light_are_learned_anew(pink_first, seed):
    trays = from_trays(PINK, LIT_RED) if pink_first else from_trays(LIT_RED, PINK)
    red, pink = glass(RED_THERE, 14, seed), glass(PINK, 12, seed + 50)
    unsure = p_first(trays, red)
    assert ((unsure > 0.1) & (unsure < 0.9)).all()
    there = on_the_board(trays, red, pink)
    told = p_first(there, np.concatenate([red, pink]))
    is_first = (np.arange(26) < 14) != pink_first
    assert (np.where(is_first, told, 1 - told) > 0.9).all()


def test_nothing_is_learned_anew_where_trays_tell():
    trays, seen = from_trays(LIT_RED, PINK), (glass(LIT_RED, 12, 1), glass(PINK, 12, 2))
    assert on_the_board(trays, *seen) is None


@pytest.mark.parametrize(("red", "pink"), [(3, 20), (20, 3), (20, 0)])
def test_nothing_is_learned_anew_from_a_few(red, pink):
    trays = from_trays(LIT_RED, PINK)
    assert on_the_board(trays, glass(RED_THERE, red, 1), glass(PINK, pink, 2)) is None


def test_a_lamp_on_half_of_one_series_makes_three_kinds_and_no_series():
    trays = from_trays(LIT_RED, PINK)
    lit, shaded, pink = glass(LIT_RED - 1.0, 12, 1), glass(RED_THERE, 10, 2), glass(PINK, 10, 3)
    likeliest = divisions(np.concatenate([lit, shaded, pink]))[0]
    assert likeliest.share > KNOWN
    assert likeliest.group.tolist() == [0] * 12 + [1] * 20
    assert on_the_board(trays, lit, shaded, pink) is None


@pytest.mark.parametrize("lit", [2, 3, 5])
def test_nor_does_a_lamp_on_a_few_of_it(lit):
    """A lamp shines on marbles without taking turns."""
    trays = from_trays(LIT_RED, PINK)
    under, away = glass(LIT_RED - 0.8, lit, 1), glass(RED_THERE, 20 - lit, 2)
    assert on_the_board(trays, under, away, glass(PINK, 18, 3)) is None


def test_nothing_is_learned_anew_against_marbles_that_are_sure():
    """What divides them best is here a lamp, which both series have some marbles under."""
    trays, lamp = from_trays(LIT_RED, PINK), np.tile([1.2, 1.5, 1.8], 5)
    between = (LIT_RED + PINK) / 2
    dark = (looks(LIT_RED, 4, 1, 0.2), looks(PINK, 4, 2, 0.2), looks(between, 4, 3, 0.2))
    lit = [each + lamp for each in dark]
    likeliest = divisions(np.concatenate([*dark, *lit]))[0]
    assert likeliest.share > KNOWN
    assert likeliest.group.tolist() == [0] * 12 + [1] * 12
    sure = p_first(trays, np.concatenate(dark[:2]))
    assert ((sure > 0.9).sum(), (sure < 0.1).sum()) == (4, 4)
    assert on_the_board(trays, *dark, *lit) is None
