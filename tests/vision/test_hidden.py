"""Bare, a marble, or hidden by something else: what tells them apart."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, PLAIN, POSITION, WIDE, bare, known, picture, taught

from vision.evidence import Evidence, Gauge
from vision.geometry import discs
from vision.grain import Likeness
from vision.odds import (
    HIDDEN,
    SURE,
    among_wood,
    bareness,
    contained,
    dent_in_shadow,
    genuine_by,
    genuine_in_the_open,
    hiding,
    shaded,
)
from vision.reader import Reader
from vision.sampling import Sampler, View
from vision.traces import Traces
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


# In a hand's shadow: what lies among wood that is seen, about as light as it.
@pytest.mark.parametrize(
    ("name", "beyond", "wood", "grain", "bare"),
    [
        ("a dent in the shade", (-0.15, -0.11, -0.09), 0.9, 0.6, True),
        ("left dark by its lamp before", (0.1, 0.12, 0.1), 0.95, 0.5, True),
        ("a marble's colour", (-0.3, 0.0, 0.2), 0.95, 0.5, False),
        ("a black marble", (-0.8, -0.8, -0.8), 0.95, 0.5, False),
        ("a white marble", (0.7, 0.7, 0.7), 0.95, 0.5, False),
        ("nothing of its grain is left", (-0.1, -0.1, -0.1), 0.95, 0.1, False),
        ("a hand over some of the wood", (-0.1, -0.1, -0.1), 0.6, 0.6, False),
    ],
)
def test_wood_on_all_sides_shows_that_no_hand_hides_a_hollow(name, beyond, wood, grain, bare):
    light = np.array([[-0.7, -0.68, -0.65]])
    one = np.ones(1)
    detail = Likeness(grain * one, np.array([[grain, 0.1]]))
    traces = Traces.plain(light, np.ones((1, 4)), one, light + beyond, one, one, detail)
    traces.wood[:] = wood
    assert among_wood(traces).tolist() == [bare], name


# What cream glass on wood of its colour showed was three times as strong as the hollow's own.
@pytest.mark.parametrize(
    ("kept", "bare"), [((1.0, 0.1), True), ((2.2, 0.3), True), ((3.1, 0.4), False)]
)
def test_detail_that_is_surely_stronger_than_the_hollows_own_is_not_its_own(kept, bare):
    one, light = np.ones(1), np.zeros((1, 3))
    detail = Likeness(0.5 * one, np.array([kept]))
    traces = Traces.plain(light, np.ones((1, 4)), one, light - 0.1, one, one, detail)
    traces.wood[:] = 0.95
    assert among_wood(traces).tolist() == [bare]


# Noise of the wood, what most hollows differ by, and one more.
@pytest.mark.parametrize(
    ("name", "noise", "most", "one_more", "bare"),
    [
        ("blotches of colour in all dark hollows", 0.04, 0.1, 0.16, True),
        ("a marble among them", 0.04, 0.1, 0.25, False),
        ("a quiet picture, another lamp or glass in most hollows", 0.01, 0.1, 0.16, False),
        ("a marble in a quiet picture", 0.01, 0.02, 0.1, False),
    ],
)
def test_noise_in_dark_hollows_is_told_by_them(name, noise, most, one_more, bare):
    n, one, zero = 49, np.ones(49), np.zeros((49, 3))
    unlike = most * one
    unlike[-1] = one_more
    detail = Likeness(0.3 * one, np.array([(0.5, 0.2)] * n))
    traces = Traces.plain(zero, np.ones((n, 4)), one, zero, one, one, detail)
    traces.wood[:] = 0
    seen = Evidence(noise, unlike, 0.9 * one, 0.03 * one, np.zeros((n, 15)), traces)
    assert bool(bareness(seen)[0][-1] > 0.5) == bare, name


@pytest.mark.parametrize(
    ("name", "change", "outline", "shade"),
    [
        ("a marble's hard shadow across a dent", (-0.5, -0.45, -0.4), 0.36, True),
        ("black glass, half of its edge in a shadow", (-1.9, -2.0, -2.1), 0.64, False),
        ("black glass", (-1.9, -2.0, -2.1), 0.95, False),
        ("red glass", (-1.9, -2.0, -0.4), 0.36, False),
    ],
)
def test_a_shadow_ends_where_no_marble_would(name, change, outline, shade):
    one = np.ones(1)
    detail = Likeness(0 * one, np.array([[0.0, 0.1]]))
    light = np.zeros((1, 3))
    traces = Traces.plain(light, np.ones((1, 4)), one, light + change, one, one, detail)
    traces.outline[:] = outline
    assert shaded(traces).tolist() == [shade], name


def bare_but_for_one(light, even):
    """Hollows that look bare; of the last one the wood's and its own change of light, log."""
    n, one = 9, np.ones(9)
    own = np.zeros((n, 3))
    own[-1] = even
    wood = np.zeros((n, 3))
    wood[-1] = light
    detail = Likeness(0.9 * one, np.array([(0.9, 0.05)] * n))
    traces = Traces.plain(wood, np.ones((n, 4)), one, own, one, one, detail)
    traces.wood[:] = 0.9
    return Evidence(0.01, 0.02 * one, one, 0.2 * one, np.zeros((n, 15)), traces)


@pytest.mark.parametrize(
    ("name", "light", "even", "bare"),
    [
        ("nothing changed", 0, 0, True),
        ("all in a shadow", -0.8, -0.8, True),
        ("a shadow that only the wood lies in", -0.5, 0, True),
        ("a shadow that only the hollow lies in", 0, -0.5, True),
        ("a little lighter than its wood", 0, 0.1, True),
        ("clear glass, through which its own dent is seen", 0, 0.4, False),
        ("clear glass in a shadow, as light as the others bare", -0.5, 0.1, True),
        ("and lighter than those", -0.5, 0.45, False),
    ],
)
def test_no_shadow_makes_a_hollow_lighter(name, light, even, bare):
    p_bare, shown = bareness(bare_but_for_one(light, even))
    assert (p_bare[:-1] > SURE).all()
    assert (p_bare[-1] > SURE) == bare, name
    assert p_bare[-1] > SURE or p_bare[-1] < 1 - SURE
    assert shown[-1] == bare, name


@pytest.mark.parametrize(
    ("name", "beyond", "outline", "bare"),
    [
        ("honey glass, its dark half where the dent's was", (-0.39, -0.37, -0.12), 0.75, False),
        ("coloured light that a marble beside it throws", (-0.39, -0.37, -0.12), 0.3, True),
        ("a shadow that ends at its rim", (-0.3, -0.3, -0.27), 0.75, True),
    ],
)
def test_what_is_seen_of_a_hollow_through_coloured_glass_does_not_make_it_bare(
    name, beyond, outline, bare
):
    e = bare_but_for_one(0, np.array(beyond))
    e.unlike_bare[-1], e.structure[-1] = 0.19, 0.16
    e.traces.outline[-1] = outline
    assert (bareness(e)[0][-1] > SURE) == bare, name


@pytest.mark.parametrize("lighter", [0.3, 0.6])
def test_a_lamp_that_shines_into_all_hollows_leaves_them_bare(lighter):
    e = bare_but_for_one(0, 0)
    e.traces.even[:] = lighter
    assert (bareness(e)[0] > SURE).all()


@pytest.mark.parametrize(
    ("name", "wood", "beyond", "shadow"),
    [
        ("a dent in a hand's shadow", -0.6, (-0.13, -0.1, -0.08), True),
        ("as light as the wood there", -0.6, (0.02, 0.0, 0.01), True),
        ("a dark marble in it", -0.6, (-0.6, -0.55, -0.6), False),
        ("a marble of a colour of its own", -0.6, (-0.1, 0.1, 0.3), False),
        ("what changed in the lamp's light", -0.1, (-0.1, -0.1, -0.1), False),
    ],
)
def test_a_dent_in_a_hard_shadow_may_be_bare_whatever_it_looks_like(name, wood, beyond, shadow):
    e = bare_but_for_one(wood, wood + np.array(beyond))
    assert dent_in_shadow(e.traces).tolist() == [False] * 8 + [shadow], name


@pytest.mark.parametrize(
    ("name", "grain", "kept", "shadow"),
    [
        ("its own grain is seen", 0.55, (0.7, 0.12), True),
        ("hardly any", 0.2, (0.7, 0.12), False),
        ("as much as noise may make", 0.55, (0.7, 0.3), False),
    ],
)
def test_half_a_shadow_tells_where_grain_is_seen_in_it(name, grain, kept, shadow):
    e = bare_but_for_one(-0.28, -0.33)
    e.traces.grain[-1], e.traces.kept[-1] = grain, kept
    assert dent_in_shadow(e.traces).tolist() == [False] * 8 + [shadow], name


def test_where_the_whole_lamp_is_dimmer_nothing_lies_in_a_shadow():
    e = bare_but_for_one(0, 0)
    e.traces.light[:], e.traces.even[:] = -0.8, -0.9
    assert not dent_in_shadow(e.traces).any()


# In the dusk, over hollows so faint that noise is as strong: (kept, error) of the last one.
@pytest.mark.parametrize(
    ("name", "others", "kept", "bare"),
    [
        ("a finger of the wood's own colour", 0.95, (0.02, 0.08), False),
        ("a bare hollow", 0.95, (0.8, 0.08), True),
        ("one whose grain is too faint to tell", 0.95, (0.02, 0.3), True),
        ("a camera out of focus, which has lost all grain", 0.1, (0.02, 0.03), True),
    ],
)
def test_what_has_lost_its_grain_while_others_kept_theirs_is_hidden(name, others, kept, bare):
    n, one, zero = 9, np.ones(9), np.zeros((9, 3))
    detail = Likeness(0.3 * one, np.array([(others, 0.08)] * (n - 1) + [kept]))
    traces = Traces.plain(zero, np.ones((n, 4)), one, zero, one, one, detail)
    traces.wood[:] = 0
    dusk = Evidence(0.04, 0.07 * one, 0.6 * one, 0.03 * one, np.zeros((n, 15)), traces)
    p_bare, shown = bareness(dusk)
    assert (p_bare[:-1] > SURE).all()
    assert not shown.any()
    assert (p_bare[-1] > SURE) == bare, name
    # Unless its own light and dark is seen, as where focus wanders on one side of the board.
    p_bare, shown = bareness(replace(dusk, structure=0.3 * one))
    assert (p_bare > SURE).all()
    assert shown.all()
