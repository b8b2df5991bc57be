"""The rim is found twice as well as is asked (0.1 of the pitch), whatever shines inside it."""

import numpy as np
import pytest

from vision.dents.rim import BLOCK, Rims

SIDE = 32
FAINT = 0.04  # of the brightness, log: an eye just sees it
Y, X = np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE]
X, Y = (X + 0.5) / SIDE - 1, (Y + 0.5) / SIDE - 1


def cell(middle, rim, shading):
    """Flat wood with a hollow; shading(x, y) inside, in log brightness, x and y over the rim."""
    # Drawn large and reduced, so that the edge is as soft as a camera's.
    fine = np.repeat(np.repeat(X, 8, axis=0), 8, axis=1), np.repeat(np.repeat(Y, 8, 0), 8, 1)
    step = (np.arange(8) - 3.5) / (8 * SIDE)
    x = (fine[0] + np.tile(step, 2 * SIDE)[None]) - middle[0]
    y = (fine[1] + np.tile(step, 2 * SIDE)[:, None]) - middle[1]
    picture = np.where(np.hypot(x, y) < rim, shading(x / rim, y / rim), 0.0)
    return picture.reshape(2 * SIDE, 8, 2 * SIDE, 8).mean(axis=(1, 3))


def spot(x, y, at, size, height):
    return height * np.exp(-0.5 * ((x - at[0]) ** 2 + (y - at[1]) ** 2) / size**2)


SHADINGS = {
    "dark": lambda x, _: -0.5 + 0 * x,
    "lit from the left": lambda x, _: 0.35 * x,
    "dark ring about a light middle": lambda x, y: -0.6 + 0.35 * (1 - np.hypot(x, y)),
    "deep, in hard light": lambda x, y: np.where(x + y > -0.9, -0.35, 0.3) - 0.1 * (x + y),
    "a lamp mirrored off its middle": lambda x, y: -0.2 * x + spot(x, y, (-0.5, 0.4), 0.12, 0.35),
    "two lamps mirrored": lambda x, y: (
        -0.3 + spot(x, y, (0.5, 0.1), 0.1, 0.35) + spot(x, y, (-0.1, -0.6), 0.15, 0.3)
    ),
}


@pytest.mark.parametrize("rim", [0.12, 0.16, 0.21, 0.26])
@pytest.mark.parametrize("name", SHADINGS)
def test_the_rim_is_found_whatever_shines_in_it(name, rim):
    for middle in ((0.0, 0.0), (0.07, -0.04), (-0.09, 0.05)):
        found, radius = Rims(cell(middle, rim, SHADINGS[name]), SIDE, FAINT).find(np.zeros(2))
        assert np.hypot(*(found - middle)) < 0.05
        assert abs(radius - rim) < 0.05


def test_grain_and_engraved_lines_lead_it_nowhere():
    lines = -0.4 * (np.exp(-0.5 * (X / 0.02) ** 2) + np.exp(-0.5 * (Y / 0.02) ** 2))
    grain = 0.05 * np.sin(9 * Y + 0.5 * X)
    hollow = cell((0.0, 0.0), 0.17, SHADINGS["lit from the left"])
    inside = np.hypot(X, Y) < 0.17
    found, radius = Rims(np.where(inside, hollow, lines + grain), SIDE, FAINT).find(
        np.array([0.06, 0.06])
    )
    assert np.hypot(*found) < 0.05
    assert abs(radius - 0.17) < 0.05


@pytest.mark.parametrize("turn", range(8))
def test_the_shade_that_a_low_sun_leaves_in_a_wide_hollow_is_not_taken_for_it(turn):
    """Its edge may be clearer than the rim, but then the rim is nearly so, and lies about it."""
    angle = turn * np.pi / 4

    def half_in_the_shade(x, y):
        towards = x * np.cos(angle) + y * np.sin(angle)
        away = np.hypot(towards - 0.35, y * np.cos(angle) - x * np.sin(angle))
        return 0.5 - 1 / (1 + np.exp((away - 0.7) / 0.04))

    found, radius = Rims(cell((0.0, 0.0), 0.3, half_in_the_shade), SIDE, FAINT).find(np.zeros(2))
    assert np.hypot(*found) < 0.05
    assert abs(radius - 0.3) < 0.05


@pytest.mark.parametrize("turn", range(8))
@pytest.mark.parametrize("rim", [0.16, 0.18, 0.22, 0.3])
def test_where_the_dark_and_the_lit_side_of_a_deep_hollow_meet_is_no_rim(rim, turn):
    """There is the strongest edge, all about the dark; the lit side ends faintly in the wood."""
    angle = turn * np.pi / 4

    def deep(x, y):
        towards = x * np.cos(angle) + y * np.sin(angle)
        away = np.hypot(towards - 0.38, y * np.cos(angle) - x * np.sin(angle))
        return 0.2 - 0.8 / (1 + np.exp((away - 0.6) / 0.08))

    found, radius = Rims(cell((0.0, 0.0), rim, deep), SIDE, FAINT).find(np.zeros(2))
    assert np.hypot(*found) < 0.05
    assert abs(radius - rim) < 0.05


@pytest.mark.parametrize("line", [0.36, 0.38, 0.4])
@pytest.mark.parametrize("paint", [-0.5, 0.4], ids=["dark", "light"])
@pytest.mark.parametrize("name", SHADINGS)
def test_a_line_round_a_faint_wide_hollow_tells_its_middle(name, paint, line):
    for middle in ((0.0, 0.0), (0.05, -0.03)):
        faint = cell(middle, 0.27, lambda x, y: 0.3 * SHADINGS[name](x, y))
        away = np.hypot(X - middle[0], Y - middle[1])
        painted = faint + paint * np.exp(-0.5 * ((away - line) / 0.016) ** 2)
        found, radius = Rims(painted, SIDE, FAINT).find(np.zeros(2))
        assert np.hypot(*(found - middle)) < 0.02
        assert radius < 0.3


def test_a_hollow_without_a_line_may_be_as_wide_as_that():
    found, radius = Rims(cell((0.04, 0.0), 0.34, SHADINGS["dark"]), SIDE, FAINT).find(np.zeros(2))
    assert np.hypot(*(found - (0.04, 0.0))) < 0.02
    assert radius > 0.31


@pytest.mark.parametrize(("half", "shade"), [(0.36, 1.0), (0.44, 0.5), (0.5, 0.3)])
def test_a_box_round_a_hollow_is_no_such_line(half, shade):
    """It touches a circle on its four sides, wherever in it the hollow lies."""
    sides = (np.abs(across) - half for across in (X, Y))
    within = np.maximum(np.abs(X), np.abs(Y)) < half + 0.05
    box = -0.5 * sum(np.exp(-0.5 * (side / 0.016) ** 2) for side in sides) * within
    hollow = cell((0.1, 0.1), 0.16, lambda x, y: shade * SHADINGS["dark"](x, y))
    found, radius = Rims(hollow + box, SIDE, FAINT).find(np.array([0.04, 0.04]))
    assert np.hypot(*(found - (0.1, 0.1))) < 0.03
    assert abs(radius - 0.16) < 0.05


def test_a_rim_is_clearest_about_its_own_middle():
    rims = Rims(cell((0.1, 0.1), 0.18, SHADINGS["lit from the left"]), SIDE, FAINT)
    places = np.array([[0.1, 0.1], [0.2, 0.1], [-0.2, -0.2], [0.1, -0.1]])
    clarity = rims.clarity(places)
    assert clarity.argmax() == 0
    assert clarity[0] > 2 * clarity[1:].max()


def test_flat_wood_has_no_rim():
    assert Rims(np.zeros((2 * SIDE, 2 * SIDE)), SIDE, FAINT).clarity(np.zeros((1, 2))).max() == 0


def test_many_places_are_looked_at_as_each_by_itself():
    """They are taken some at a time."""
    rims = Rims(cell((0.1, 0.1), 0.18, SHADINGS["lit from the left"]), SIDE, FAINT)
    places = np.random.default_rng(1).uniform(-0.3, 0.3, (2 * BLOCK + 3, 2))
    each = [rims.clarity(place[None])[0] for place in places]
    assert rims.clarity(places) == pytest.approx(each)
