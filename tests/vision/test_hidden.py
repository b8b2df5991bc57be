"""Bare, a marble, or hidden by something else: what tells them apart."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, PLAIN, POSITION, WIDE, bare, known, picture, taught

from vision.camera.geometry import discs
from vision.camera.sampling import Sampler, View
from vision.reader import Reader
from vision.reading.evidence import Evidence, Gauge
from vision.reading.grain import Likeness
from vision.reading.odds import (
    HIDDEN,
    SURE,
    contained,
    genuine_by,
    genuine_in_the_open,
    hiding,
)
from vision.reading.traces import Traces
from vision.types import BoardSpec, Frame

SETUPS = {"plain": PLAIN, "boxes": BOXES, "wide": WIDE}


def gauge_of(setup):
    k = known(setup)
    view = View(k.pose, k.spec)
    small, large = (discs(k.pose, k.spec, radius, k.rim) for radius in k.radii)
    gauge = Gauge(Sampler(view, small, large, k.radii), k.radii, view(k.bare_bgr))
    return lambda image: gauge.evidence(gauge.traces(view(image), np.arange(49)))


# Smooth and textured things of many colours and slopes over every hollow: none of them is
# as like the bare hollows as what they hide is strong.
@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("seed", range(6))
def test_what_hides_a_hollow_takes_its_light_and_dark_away(name, seed):
    setup, rng = SETUPS[name], np.random.default_rng(seed)
    image = bare(setup).image_bgr
    y, x = np.mgrid[0 : image.shape[0], 0 : image.shape[1]] / 720 - 0.5
    angle, slope, rough = rng.uniform(0, 7), rng.uniform(0, 1), rng.uniform(0, 20)
    texture = cv2.GaussianBlur(rng.normal(0, 1, image.shape), (0, 0), rng.uniform(1, 6))
    cover = (
        rng.uniform(30, 220, 3) * (1 + slope * (np.cos(angle) * x + np.sin(angle) * y))[..., None]
        + rough * texture / texture.std()
    )
    e = gauge_of(setup)(np.clip(cover, 0, 255).astype(np.uint8))
    assert (e.unlike_bare / e.structure).min() > 0.85 > HIDDEN


@pytest.mark.parametrize("name", SETUPS)
def test_marbles_hide_what_lies_under_them(name):
    shown = picture(SETUPS[name], Take(POSITION, seed=1))
    e = gauge_of(SETUPS[name])(shown.image_bgr)
    marbles = np.array([label != "." for label in shown.labels])
    assert (e.unlike_bare / e.structure)[marbles].min() > HIDDEN


# Light that a white marble throws into its neighbours: a soft change of light inside the
# hollow, larger than any noise, less than the dent's own light and dark.
@pytest.mark.parametrize("share", [0.3, 0.45])
@pytest.mark.parametrize("name", ["plain", "wide"])
def test_a_reflection_in_a_dent_covers_nothing(name, share):
    setup = SETUPS[name]
    image, calibration = bare(setup).image_bgr.astype(float), taught(setup)
    e = gauge_of(setup)(bare(setup).image_bgr)
    gain = np.zeros(image.shape[:2])
    px, rim = known(setup).hollows_px, known(setup).rim
    pitch = float(np.linalg.norm(px[24] - px[25]))
    rng = np.random.default_rng(1)
    for (hx, hy), strength in zip(px, e.structure, strict=True):
        angle = rng.uniform(0, 7)
        at = (hx + 0.5 * rim * pitch * np.cos(angle), hy + 0.5 * rim * pitch * np.sin(angle))
        spot = np.zeros_like(gain)
        cv2.circle(spot, (round(at[0]), round(at[1])), max(1, round(0.3 * rim * pitch)), 1.0, -1)
        gain += 2 * share * strength * cv2.GaussianBlur(spot, (0, 0), 0.2 * rim * pitch)
    lit = np.clip(image * np.exp(gain)[..., None], 0, 255).astype(np.uint8)
    reading = Reader(calibration).read(Frame(lit, 0, 0.0))
    assert not reading.covered.any()
    assert reading.labels() == "." * 49
    assert reading.p[:, 0].min() > SURE


NO_CIRCLES, PAIR = np.zeros(2), BoardSpec(columns=2, rows=1)


def test_outline_and_look_together_make_a_marble():
    outline, away = np.meshgrid(np.linspace(0, 1, 21), np.linspace(0, 5, 21), indexing="ij")
    p = genuine_by(outline, away)
    assert ((p > 0) & (p < 1)).all()
    assert (np.diff(p, axis=0) >= 0).all()
    assert (np.diff(p, axis=1) <= 0).all()


@pytest.mark.parametrize(
    ("outline", "away", "low", "high"),
    [
        (0.55, 0.3, 0.9, 1.0),  # half its outline lost in a shadow, its look its series' own
        (0.95, 2.5, 0.9, 1.0),  # round all about, in a light that the looks were not learned in
        (0.35, 1.3, 0.0, 0.3),  # skin of about a series' colour
        (0.6, 4.0, 0.0, 0.1),  # a sleeve's fold
        (0.0, 0.3, 0.2, 0.4),  # of a series' own look, and no outline at all: it may be lost
    ],
)
def test_one_witness_makes_up_for_the_other(outline, away, low, high):
    assert low <= genuine_by(np.array([outline]), np.array([away]))[0] <= high


def test_without_a_hand_little_but_marbles_lies_on_hollows():
    """An outline lost in its neighbours' shadows is then enough, strange looks are not."""
    outline, away, both = np.array([0.55, 0.4]), np.array([1.4, 3.2]), np.array([True, True])
    assert (genuine_by(outline, away) < 0.5).all()
    one = np.array([True, False])
    assert genuine_in_the_open(outline, away, 0.0, NO_CIRCLES, one, PAIR)[0] > 0.5
    # What lies beside something that is no marble may be none either.
    assert (genuine_in_the_open(outline, away, 0.0, NO_CIRCLES, both, PAIR) < 0.5).all()
    # Not even if it shows a circle: fingertips do.
    circles = np.array([5.0, 0.0])
    assert (genuine_in_the_open(outline, away, 0.0, circles, both, PAIR) < 0.5).all()


def test_a_dent_as_shaded_as_ever_is_no_hand():
    """In a shadow of a colour that no shadow has; then the marble beside it is one all the same."""
    marble = np.array([True, True, False])
    shown = hiding(SimpleNamespace(dent=np.array([0.1, 0.8, 1.0])), marble)
    assert shown.tolist() == [True, False, False]


@pytest.mark.parametrize("aside", [1, 2, 3, 6])
def test_what_is_strange_makes_a_marble_doubtful_only_as_far_as_a_hand_may_reach(aside):
    """Two hollows, whichever way: a fingertip there may be of the hand that is not seen."""
    row = BoardSpec(columns=7, rows=1)
    outline, away, marble = np.zeros(7), np.full(7, 9.0), np.zeros(7, bool)
    outline[[0, aside]], away[[0, aside]] = (0.55, 0.4), (1.4, 3.2)
    marble[[0, aside]] = True
    told = genuine_in_the_open(outline, away, 0.0, np.zeros(7), marble, row)
    assert (told[0] > 0.5) == (aside > 2)
    assert told[aside] < 0.5


@pytest.mark.parametrize(
    ("outline", "away", "circle"),
    [
        (0.47, 1.9, 5.0),  # of a marble's size, and it stands out: much of the outline is lost
        (0.44, 0.4, 0.0),  # of a series' look, as light as the wood
        (0.25, 0.26, 0.6),  # a low sun's: as light on its lit side, its shadow black on the other
    ],
)
def test_without_a_hand_a_circle_or_its_look_makes_up_for_a_lost_outline(outline, away, circle):
    beside = np.array([[0.7, 0.5], [outline, away]])
    circles = np.array([0.0, circle])
    told = genuine_in_the_open(*beside.T, 0.0, circles, np.array([True, True]), PAIR)
    assert told.min() > 0.5


# What changed in a hollow, in how many blocks of the wood about it, and the light on that wood.
@pytest.mark.parametrize(
    ("name", "core", "blocks", "light", "inside"),
    [
        ("clear glass with a green vein", (-0.6, -0.3, -1.7), 0, 0.0, True),
        ("a black marble", (-1.5, -1.5, -1.5), 0, 0.0, True),
        ("with a reflection beside it", (-0.6, -0.3, -1.7), 4, 0.0, True),
        ("a fingertip: wood is hidden on its side", (-0.6, -0.3, -1.7), 7, 0.0, False),
        ("in the shade of a hand", (-0.6, -0.3, -1.7), 0, -0.3, False),
        ("a dent that its lamp has left", (-0.4, -0.4, -0.4), 0, 0.0, False),
        ("clear glass, as light as pale wood", (0.16, 0.17, 0.15), 0, 0.0, True),
        ("likewise, a hand beside it", (0.16, 0.17, 0.15), 7, 0.0, False),
        ("a dent as light as any", (0.08, 0.08, 0.08), 0, 0.0, False),
    ],
)
def test_what_changes_nothing_beyond_its_disc_is_no_hand(name, core, blocks, light, inside):
    e = one_changed(core, blocks, light)
    assert (contained(e)[0] > 0) == inside, name


def test_a_lamp_that_moves_lightens_dents_and_nothing_beyond():
    moved = one_changed((0.16, 0.17, 0.15), 0, 0.0, others=0.2)
    assert contained(moved)[0] == 0


def one_changed(core, blocks, light, others=1.0):
    """One hollow and eight bare ones, which show a share of the shading that they had."""
    n = 9
    wood = np.zeros((n, 3))
    wood[0] = light
    even, spread, change = wood.copy(), np.full((n, 54), 0.01), np.full(n, 0.01)
    even[0], change[0] = wood[0] + core, np.abs(core).mean()
    spread[0, :blocks] = 0.7 * change[0]
    one = np.ones(n)
    detail = Likeness(one, np.ones((n, 2)))
    traces = Traces.plain(wood, spread, one, even, one, change, detail)
    unlike, dent = np.full(n, 0.03), np.full(n, others)
    unlike[0], dent[0] = np.abs(core).mean(), 0
    return Evidence(0.01, unlike, dent, one, np.zeros((n, 15)), traces)
