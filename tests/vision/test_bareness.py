"""What a hollow shows that is bare, in shade, in the dusk, or behind glass."""

from dataclasses import replace

import numpy as np
import pytest

from vision.reading.evidence import Evidence
from vision.reading.grain import Likeness
from vision.reading.odds import SURE, among_wood, bareness, dent_in_shadow, shaded
from vision.reading.traces import Traces

FAR = np.full(1, 9.0)  # away from both series


def but_for_one(away):
    """Distances from the nearer series of `bare_but_for_one`."""
    return np.append(np.full(8, 9.0), away)


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


# Silver glass on pale wood, as rendered, and a bare hollow in a hand's shade beside it.
@pytest.mark.parametrize(
    ("name", "outline", "away", "bare"),
    [
        ("silver glass", 0.92, 0.39, False),
        ("its outline lost", 0.4, 0.39, True),
        ("a rim in the shade", 0.72, 4.76, True),
        ("no series met yet", 0.72, 1.35, True),
    ],
)
def test_what_ends_like_a_marble_in_a_series_colours_is_no_shade_among_wood(
    name, outline, away, bare
):
    e = bare_but_for_one(0, np.array((-0.12, -0.12, -0.09)))
    e.unlike_bare[-1], e.dent[-1], e.structure[-1] = 0.3, 0.1, 0.3
    e.traces.grain[-1], e.traces.kept[-1], e.traces.outline[-1] = 0.5, (0.5, 0.05), outline
    assert (bareness(e, but_for_one(away))[0][-1] > 0.5) == bare, name


# A silver Queen on grey wood, as rendered: its middle is as light as the hollow and looks like it.
@pytest.mark.parametrize("veiled", [1.0, 0.001], ids=["as it is", "as in a veil of light"])
@pytest.mark.parametrize(
    ("name", "outline", "away", "sure"),
    [
        ("a silver Queen", 0.67, 0.49, False),
        ("its outline lost", 0.4, 0.49, True),
        ("nearly like a series", 0.67, 0.51, True),
    ],
)
def test_what_ends_like_a_marble_and_looks_just_like_one_is_not_surely_bare(
    name, outline, away, sure, veiled
):
    e = bare_but_for_one(0, np.zeros(3))
    e.unlike_bare[-1], e.dent[-1], e.traces.outline[-1] = 0.02, 0.9, outline
    e.traces.veiled[-1] = veiled
    p_bare, shown = bareness(e, but_for_one(away))
    assert (p_bare[-1] > SURE, shown[-1]) == (sure, sure), name
    assert p_bare[-1] > 0.5


# Clear glass over faint hollows, as rendered: the wood's noise allows as much, other hollows don't.
@pytest.mark.parametrize("veiled", [1.0, 0.001], ids=["as it is", "as in a veil of light"])
@pytest.mark.parametrize(
    ("name", "unlike", "grain", "away", "sure"),
    [
        ("clear glass", 0.048, 0.2, 0.6, False),
        ("as like as the others", 0.02, 0.2, 0.6, True),
        ("its own detail is seen", 0.048, 0.5, 0.6, True),
        ("nothing like a series", 0.048, 0.2, 1.4, True),
    ],
)
def test_what_is_unusual_and_like_a_series_is_not_surely_bare(
    name, unlike, grain, away, sure, veiled
):
    e = bare_but_for_one(0, np.zeros(3))
    e.unlike_bare[:-1], e.structure[:] = 0.016, 0.031
    e.unlike_bare[-1], e.dent[-1], e.traces.outline[-1] = unlike, 0.9, 0.5
    e.traces.grain[-1], e.traces.kept[-1] = grain, (grain, 0.1)
    e.traces.veiled[-1] = veiled
    p_bare, shown = bareness(e, but_for_one(away))
    assert (p_bare[-1] > SURE) == sure, name
    assert sure or not shown[-1], name


# A smooth hand over most hollows, which look as like the faint bare ones as its noise allows.
@pytest.mark.parametrize("left", [3, 4], ids=str)
def test_a_hand_over_most_hollows_does_not_tell_how_much_detail_is_left(left):
    n, one, zero = 9, np.ones(9), np.zeros((9, 3))
    own = np.arange(n) < left
    detail = Likeness(np.where(own, 0.9, 0.0), np.where(own[:, None], (1.0, 0.05), (0.0, 0.02)))
    traces = Traces.plain(zero, np.ones((n, 4)), one, zero, 0 * one, one, detail)
    traces.wood[:] = 1
    e = Evidence(0.03, 0.07 * one, 0.7 * one, 0.03 * one, np.zeros((n, 15)), traces)
    assert (bareness(e, 9 * one)[0] > 0.5).tolist() == own.tolist()


def test_where_the_dusk_takes_the_detail_of_all_none_lacks_it():
    n, one, zero = 9, np.ones(9), np.zeros((9, 3))
    detail = Likeness(0.2 * one, np.tile((0.1, 0.02), (n, 1)))
    traces = Traces.plain(zero, np.ones((n, 4)), one, zero, 0 * one, one, detail)
    e = Evidence(0.03, 0.07 * one, 0.7 * one, 0.03 * one, np.zeros((n, 15)), traces)
    assert (bareness(e, 9 * one)[0] > 0.5).all()


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
    assert bool(bareness(seen, FAR)[0][-1] > 0.5) == bare, name


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
    p_bare, shown = bareness(bare_but_for_one(light, even), FAR)
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
    assert (bareness(e, FAR)[0][-1] > SURE) == bare, name


# Smoky glass on pale wood with faint hollows, as rendered, and what it might be taken for.
@pytest.mark.parametrize(
    ("name", "beyond", "outline", "away", "bare"),
    [
        ("smoky glass", -0.6, 1.0, 0.5, False),
        ("before any is met", -0.6, 1.0, 1.35, False),
        ("nothing like a series", -0.6, 1.0, 1.4, True),
        ("no darker than in a shade", -0.2, 1.0, 0.5, True),
        ("a shadow across it", -0.6, 0.58, 0.5, True),
    ],
)
def test_no_shadow_ends_all_round_where_a_marble_does(name, beyond, outline, away, bare):
    e = bare_but_for_one(0, np.full(3, beyond))
    e.unlike_bare[-1], e.dent[-1], e.structure[:] = 0.03, 0.9, 0.05
    e.traces.outline[-1] = outline
    assert (bareness(e, but_for_one(away))[0][-1] > 0.5) == bare, name
    assert bare or bareness(e, but_for_one(away))[0][-1] < 1 - SURE, name


def test_where_all_hollows_are_darker_a_lamp_has_moved():
    e = bare_but_for_one(0, np.full(3, -0.4))
    e.traces.even[:], e.traces.outline[:], e.structure[:] = -0.4, 1.0, 0.05
    assert (bareness(e, np.full(9, 0.8))[0] < 0.5).all(), "as shaded as ever"
    e.dent[:] = 0.6
    assert (bareness(e, np.full(9, 0.8))[0] > 0.5).all()


# The back of a hand on a board of its colour, in the noise of the dusk, as rendered.
@pytest.mark.parametrize(
    ("name", "lighter", "others", "dent", "grain", "bare"),
    [
        ("a hand's back", 0.34, 0.0, 0.59, 0.28, False),
        ("no lighter than where a shadow ends", 0.2, 0.0, 0.59, 0.28, True),
        ("with the hollow's own grain", 0.34, 0.0, 0.59, 0.9, True),
        ("a shadow has left it", 0.34, 0.0, 1.1, 0.28, True),
        ("as light as all of the board has become", 0.34, 0.3, 0.59, 0.28, True),
    ],
)
def test_no_lamp_lights_a_part_of_the_board_alone(name, lighter, others, dent, grain, bare):
    e = replace(bare_but_for_one(lighter, lighter), noise=0.066)
    e.unlike_bare[-1], e.dent[-1], e.structure[-1] = 0.12, dent, 0.061
    e.traces.light[:-1] = e.traces.even[:-1] = others
    e.traces.grain[-1], e.traces.kept[:, 0] = grain, 0.2
    assert (bareness(e, FAR)[0][-1] > SURE) == bare, name


@pytest.mark.parametrize("lighter", [0.3, 0.6])
def test_a_lamp_that_shines_into_all_hollows_leaves_them_bare(lighter):
    e = bare_but_for_one(0, 0)
    e.traces.even[:] = lighter
    assert (bareness(e, FAR)[0] > SURE).all()


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
    p_bare, shown = bareness(dusk, FAR)
    assert (p_bare[:-1] > SURE).all()
    assert not shown.any()
    assert (p_bare[-1] > SURE) == bare, name
    # Unless its own light and dark is seen, as where focus wanders on one side of the board.
    p_bare, shown = bareness(replace(dusk, structure=0.3 * one), FAR)
    assert (p_bare > SURE).all()
    assert shown.all()
