"""Where in its cell the hollow is, under lamps from all sides and between engraved lines."""

from pathlib import Path

import numpy as np
import pytest

from vision.dents import explained
from vision.dents.dent import (
    STRIPED,
    circled,
    find_dents,
    ringed,
    shown_round,
    striped,
)
from vision.dents.explained import RIM_RADII
from vision.dents.lit import all_lit, dark_share, lit_beside, lit_share_about, only_dark_side
from vision.finding.sure import CIRCLED

SIDE = 32
LOOKS = Path(__file__).parents[1] / "fixtures" / "looks"


def cells(offset=(0.0, 0.0), rim=0.18, slope=(0.5, 0.3), noise=0.04, crossing=None, count=49):
    """Log brightness of cells two pitches wide with the same dent (or none) and their own grain."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    picture = np.zeros((2 * SIDE, 2 * SIDE))
    around = [(across, along) for across in (-1, 0, 1) for along in (-1, 0, 1)]
    if crossing is not None:
        for across, along in around:
            u, v = x - crossing[0] - across, y - crossing[1] - along
            picture[(np.abs(u) < 0.02) | (np.abs(v) < 0.02)] = -0.6
    for across, along in around:
        dx, dy = x - offset[0] - across, y - offset[1] - along
        inside = np.clip((rim - np.hypot(dx, dy)) * SIDE + 0.5, 0, 1)
        picture = picture * (1 - inside) + (slope[0] * dx + slope[1] * dy) / rim * inside
    grain = np.random.default_rng(3).normal(0, noise, (count, 2 * SIDE, 2 * SIDE))
    return (picture + grain).astype(np.float32)


@pytest.mark.parametrize("offset", [(0, 0), (-0.4, 0.4), (0.03, 0.47)])
@pytest.mark.parametrize("turn_deg", [45, 160])
def test_the_dent_is_found_wherever_the_lamp_is(offset, turn_deg):
    turn = np.radians(turn_deg)
    best = find_dents(cells(offset, slope=(0.4 * np.cos(turn), 0.4 * np.sin(turn))), SIDE)[0]
    assert best.offset == pytest.approx(offset, abs=0.04)
    assert best.explained > 0.6


@pytest.mark.parametrize("rim", [0.14, 0.18, 0.22])
def test_its_rim_is_measured(rim):
    assert find_dents(cells(rim=rim), SIDE)[0].rim == pytest.approx(rim, abs=0.021)


@pytest.mark.parametrize("offset", [(0, 0), (-0.4, 0.1)])
@pytest.mark.parametrize("turn_deg", [0, 80, 200])
def test_a_low_suns_lit_side_is_no_mirror_image(offset, turn_deg):
    """Brighter than a matt dent's is under a lamp overhead; its other side lies in the shade."""
    turn = np.radians(turn_deg)
    best = find_dents(cells(offset, slope=(0.9 * np.cos(turn), 0.9 * np.sin(turn))), SIDE)[0]
    assert best.offset == pytest.approx(offset, abs=0.02)
    assert best.explained > 0.6


@pytest.mark.parametrize("offset", [(0, 0), (-0.4, 0.1)])
@pytest.mark.parametrize("wide", [0.04, 0.08])
@pytest.mark.parametrize("bright", [0.6, 0.9, -0.6])
def test_a_ring_painted_about_it_does_not_lead_away(offset, wide, bright):
    seen = cells(offset)
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    u, v = x - offset[0], y - offset[1]
    away = np.hypot(u - np.rint(u), v - np.rint(v)) - 0.2
    seen[:, (away > 0) & (away < wide)] = bright
    best = find_dents(seen, SIDE)[0]
    assert best.offset == pytest.approx(offset, abs=0.04)
    assert best.explained > 0.4


@pytest.mark.parametrize("offset", [(0, 0), (-0.4, 0.1)])
@pytest.mark.parametrize("image", [(0.08, 0.05), (-0.1, 0.02), (0.0, -0.14)])
def test_a_lamps_mirror_image_does_not_lead_away(offset, image):
    seen = cells(offset)
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    u, v = x - offset[0] - image[0], y - offset[1] - image[1]
    seen[:, np.hypot(u - np.rint(u), v - np.rint(v)) < 0.05] = 1.2
    assert find_dents(seen, SIDE)[0].offset == pytest.approx(offset, abs=0.04)


@pytest.mark.parametrize("crossing", [(0.5, 0.5), (0.0, 0.0)], ids=["boxes", "joins"])
def test_engraved_lines_do_not_lead_away(crossing):
    best = find_dents(cells(crossing=crossing), SIDE)[0]
    assert best.offset == pytest.approx((0, 0), abs=0.04)


def test_a_crossing_of_lines_alone_is_no_dent():
    lines = find_dents(cells(rim=1e-6, slope=(0, 0), crossing=(0, 0)), SIDE)
    dent = find_dents(cells(), SIDE)
    assert all(place.explained < 0.5 * dent[0].explained for place in lines)


def test_grain_alone_is_no_dent():
    assert all(place.explained < 0.35 for place in find_dents(cells(slope=(0, 0)), SIDE))


def test_places_come_best_first_and_apart():
    places = find_dents(cells(crossing=(0.5, 0.5)), SIDE)
    explained = [place.explained for place in places]
    assert explained == sorted(explained, reverse=True)
    assert 1 <= len(places) <= 4


@pytest.mark.parametrize("slope", [(0.5, 0.3), (0.9, 0.2)], ids=["matt", "shining"])
@pytest.mark.parametrize("most", [1, 2])
def test_no_more_than_asked_for(slope, most):
    seen = cells(slope=slope, crossing=(0.5, 0.5))
    few = find_dents(seen, SIDE, most=most)
    assert 1 <= len(few) <= most
    assert few[0].explained == find_dents(seen, SIDE)[0].explained


@pytest.mark.parametrize("turn_deg", [0, 17, 45, 100])
@pytest.mark.parametrize("step", [0.35, 0.71, 1.0])
def test_stripes_only_change_one_way(turn_deg, step):
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    turn = np.radians(turn_deg)
    stripes = 0.3 * np.sin(2 * np.pi * (x * np.cos(turn) + y * np.sin(turn)) / step)
    grain = np.random.default_rng(4).normal(0, 0.1, (49, 2 * SIDE, 2 * SIDE))
    assert striped(stripes + grain, SIDE) > 0.9


@pytest.mark.parametrize("rim", [0.14, 0.18, 0.22])
@pytest.mark.parametrize("turn_deg", [0, 30, 45])
@pytest.mark.parametrize(
    "crossing", [None, (0.5, 0.5), (0.0, 0.0)], ids=["plain", "boxes", "joins"]
)
def test_dents_change_every_way_though_their_lamp_stands_on_one_side(rim, turn_deg, crossing):
    turn = np.radians(turn_deg)
    slope = 0.5 * np.cos(turn), 0.5 * np.sin(turn)
    assert striped(cells(rim=rim, slope=slope, crossing=crossing), SIDE) < STRIPED - 0.1


def test_where_nothing_changes_there_are_no_stripes():
    assert striped(np.zeros((3, 2 * SIDE, 2 * SIDE)), SIDE) == 0


def lit_rings(offset=(0.0, 0.0), slope=0.05):
    """Log brightness of cells with a pit in the middle of a shallow hollow and a line round it."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    picture = np.zeros((2 * SIDE, 2 * SIDE))
    for across, along in [(u, v) for u in (-1, 0, 1) for v in (-1, 0, 1)]:
        dx, dy = x - offset[0] - across, y - offset[1] - along
        away = np.hypot(dx, dy)
        picture -= 0.4 * np.exp(-((away / 0.06) ** 2)) + 0.3 * np.exp(-(((away - 0.3) / 0.02) ** 2))
        picture += slope * dx / 0.3 * (away < 0.3)
    grain = np.random.default_rng(3).normal(0, 0.04, (49, 2 * SIDE, 2 * SIDE))
    return (picture + grain).astype(np.float32)


@pytest.mark.parametrize("offset", [(0, 0), (0.03, -0.02)])
@pytest.mark.parametrize("slope", [0.0, 0.05])
def test_what_is_the_same_all_the_way_round(offset, slope):
    assert ringed(lit_rings(offset, slope), SIDE) > 0.8


@pytest.mark.parametrize("offset", [(0.5, 0.5), (0.5, 0.0), (0.2, 0.1)])
def test_what_lies_beside_it_is_not(offset):
    assert ringed(lit_rings(offset), SIDE) < 0.55


@pytest.mark.parametrize("crossing", [(0.0, 0.0), (0.5, 0.5), (0.3, 0.3), (0.35, 0.0)])
def test_nor_is_what_lies_between_lines_or_where_they_cross(crossing):
    assert ringed(cells(slope=(0, 0), crossing=crossing), SIDE) < 0.55


def drawn(crossing, circle=None, wide=0.06, corners=0.0):
    """Cells of wide dents, lines right through them or beside, and circles drawn round them."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    picture = cells(rim=0.27, slope=(0.3, 0.2))
    u, v = (np.abs((w - crossing + 0.5) % 1 - 0.5) for w in (x, y))
    picture[:, (u < 0.03) | (v < 0.03) | (u + v < corners)] = -0.6
    if circle is not None:
        away = np.hypot((x + 0.5) % 1 - 0.5, (y + 0.5) % 1 - 0.5)
        picture[:, np.abs(away - circle) < wide / 2] = -0.6
    return picture


@pytest.mark.parametrize("crossing", [0.0, 0.5, 0.2])
@pytest.mark.parametrize("circle", [0.3, 0.34, 0.38])
def test_a_circle_drawn_round_hollows_is_seen_though_lines_cross_it(crossing, circle):
    assert circled(drawn(crossing, circle), SIDE) > CIRCLED


@pytest.mark.parametrize("crossing", [0.0, 0.5, 0.2, 0.35])
@pytest.mark.parametrize("corners", [0.0, 0.3])
def test_lines_alone_make_none(crossing, corners):
    """Nor do their corners, filled like diamonds, nor hollows themselves, which are half faint."""
    assert circled(drawn(crossing, corners=corners), SIDE) < CIRCLED


def test_where_nothing_is_seen_nothing_is_the_same():
    assert ringed(np.zeros((3, 2 * SIDE, 2 * SIDE)), SIDE) == 0
    assert ringed(cells(slope=(0, 0)), SIDE) < 0.55


def grainy(name, noise, offset=(0, 0)):
    """Cells whose median is a recorded one, moved by whole pixels, each with its own grain."""
    median = np.roll(np.load(LOOKS / f"{name}.npy").astype(np.float32), offset, (1, 0))
    grain = np.random.default_rng(3).normal(0, noise, (24, *median.shape))
    return np.concatenate([median[None], median + grain, median - grain]).astype(np.float32)


def elsewhere(dent, others):
    """Those that are not its own place in the next cell, whose hollow is one, too."""
    steps = [(place, place.offset - dent.offset) for place in others]
    return [place for place, step in steps if np.hypot(*(step - np.rint(step))) > 0.03]


@pytest.mark.parametrize("offset", [(0, 0), (12, -7)])
def test_a_plain_dent_between_broad_lines_keeps_its_own_rim(offset):
    """Though a ring that touches two of the lines is clearer, and lies near."""
    dent, *others = find_dents(grainy("lined_cell", 0.02, offset), SIDE)
    assert dent.offset == pytest.approx(np.array(offset) / SIDE, abs=0.03)
    assert dent.rim == pytest.approx(0.21, abs=0.021)
    assert all(place.explained < 0.6 * dent.explained for place in elsewhere(dent, others))


def test_a_clear_ring_beside_a_dent_is_not_credited_with_it():
    """The median cell of a board whose camera smoothed the grain away, with its noise around it."""
    dent, *others = find_dents(grainy("smoothed_cell", 0.03), SIDE)
    assert dent.offset == pytest.approx((-0.55, 0.04), abs=0.03)
    beside = elsewhere(dent, others)
    assert beside
    assert all(place.explained < 0.5 * dent.explained for place in beside)


@pytest.mark.parametrize("offset", [(0, 0), (12, -7)])
def test_a_plain_dent_is_offered_and_clearer_than_the_rings_that_lines_make(offset):
    """A wide mirroring hollow in the middle of its box; its ring is faint, and lines make three
    that are twice as clear where they count.
    """
    dent, *others = find_dents(grainy("boxed_cell", 0.02, offset), SIDE)
    assert dent.offset == pytest.approx(np.array(offset) / SIDE, abs=0.03)
    assert dent.explained > 0.6
    assert all(place.clear < dent.clear for place in others)


def explained_plainly(picture, noise, rim):
    """Share that a dent in the middle explains, beside wood and lines: two least squares."""
    half = round(explained.AREA * SIDE)
    window = slice(SIDE - half, SIDE + half + 1)
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(float)
    disc, inside = np.hypot(x, y) <= half, np.clip(rim * SIDE - np.hypot(x, y) + 0.5, 0, 1)
    wood = [np.ones_like(x), x, y, *explained._arms(x, y, 1 - inside, half / explained.AREA)]
    hollow = [inside, inside * x, inside * y, inside * np.hypot(x, y) ** 2]
    seen = picture[window, window][disc]

    def left(shapes):
        columns = np.stack([shape[disc] for shape in shapes], axis=1)
        return ((seen - columns @ np.linalg.lstsq(columns, seen)[0]) ** 2).sum()

    without = left(wood)
    return (without - left([*wood, *hollow])) / (without + disc.sum() * noise**2)


@pytest.mark.parametrize("crossing", [None, (0.0, 0.0), (0.3, 0.1)])
def test_what_a_dent_explains_is_what_is_left_without_it(crossing):
    picture = np.median(cells(crossing=crossing, noise=0.05, rim=0.16), axis=0).astype(float)
    plain, even = (picture, 0.01), (picture / (np.abs(picture) + 0.05), 0.2)
    centre = np.zeros((1, 2), int)
    told = explained.best_shares((plain, even), centre, SIDE)
    shares = [
        np.sqrt(explained_plainly(*plain, rim) * explained_plainly(*even, rim)) for rim in RIM_RADII
    ]
    assert told == pytest.approx([max(shares)], abs=1e-6)


def shining(slope, bright, at=(0.0, 0.0)):
    """Cells with a dent of those slopes, and a lamp mirrored in it, if so bright (log)."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    lamp = bright * np.exp(-0.5 * np.hypot(x - at[0], y - at[1]) ** 2 / 0.05**2)
    return cells(slope=slope) + lamp.astype(np.float32)


@pytest.mark.parametrize(
    ("name", "slope", "bright", "rim", "lit"),
    [
        ("a dent", (0.3, 0.2), 0, 0.18, False),
        ("a faint one", (0.1, 0.0), 0, 0.18, False),
        ("a lamp mirrored in a dent", (0.3, 0.2), 1.0, 0.18, False),
        ("a pit", (0.0, 0.0), -0.4, 0.12, False),
        ("a lamp mirrored, and no dent to be seen", (0.0, 0.0), 1.0, 0.12, True),
        ("the same in a circle as wide as hollows", (0.0, 0.0), 1.0, 0.18, True),
        ("a dim one", (0.0, 0.0), 0.3, 0.1, True),
    ],
)
def test_whatever_lights_a_dent_one_side_of_it_is_darker_than_the_wood(
    name, slope, bright, rim, lit
):
    assert all_lit(shining(slope, bright), SIDE, rim) is lit, name


@pytest.mark.parametrize("slope", [(0.0, 0.0), (0.3, 0.2)], ids=str)
def test_light_paint_is_about_as_light_all_over(slope):
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    away = np.hypot(x, y)
    paint = np.where(away < 0.2, 0.6, 0).astype(np.float32)
    assert not all_lit(cells(slope=slope) + paint, SIDE, 0.18)
    edge = np.where((away > 0.2) & (away < 0.3) & (x > 0), 0.6, 0).astype(np.float32)
    assert all_lit(cells(slope=(0, 0)) + edge, SIDE, 0.3), "a window on rounded edges"


def test_of_a_dent_one_side_is_dark_and_the_other_is_not():
    seen, nowhere = cells(slope=(0.3, 0.0)), np.zeros(2)
    assert 0.2 < dark_share(seen, SIDE, 0.2, nowhere, 0.18) < 0.5
    lit, dark = (dark_share(seen, SIDE, 0.2, np.array([x, 0.0]), 0.08) for x in (0.1, -0.1))
    assert lit < 0.1
    assert dark > 0.8


@pytest.mark.parametrize(
    ("crescent", "least", "most"), [(0.3, 0.9, 1), (0.0, 0, 0.1), (-0.3, 0, 0.1)], ids=str
)
def test_about_a_dark_side_the_rest_of_the_hollow_is_lit_or_there_is_none(crescent, least, most):
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    whole, dark = np.hypot(x, y) < 0.32, np.hypot(x - 0.08, y) < 0.22
    seen = cells(slope=(0, 0)) + np.where(dark, -0.4, np.where(whole, crescent, 0))
    assert least <= lit_share_about(seen, SIDE, 0.32, np.array([0.08, 0.0]), 0.22) <= most


def test_about_a_circle_as_wide_as_the_rim_nothing_is_lit():
    assert lit_share_about(cells(), SIDE, 0.2, np.zeros(2), 0.2) == 0


@pytest.mark.parametrize(("crescent", "least", "most"), [(0.3, 0.5, 2), (0.0, -0.1, 0.1)], ids=str)
def test_beside_a_dark_side_the_rest_of_the_hollow_is_lit_or_there_is_none(crescent, least, most):
    """Where the dark one passes for the whole."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    whole, dark = np.hypot(x + 0.08, y) < 0.24, np.hypot(x, y) < 0.16
    seen = cells(slope=(0, 0)) + np.where(dark, -0.4, np.where(whole, crescent, 0))
    assert least <= lit_beside(seen, SIDE, 0.16) <= most
    assert only_dark_side(seen, SIDE, 0.16) == (crescent > 0)


def test_beside_a_whole_dent_nothing_is_lit():
    seen = cells(rim=0.2, slope=(1.0, 0.0))
    assert lit_beside(seen, SIDE, 0.2) < 0.2
    assert not only_dark_side(seen, SIDE, 0.2)


@pytest.mark.parametrize("turn_deg", [10, 100])
def test_a_rim_is_shown_all_round_and_a_circle_in_a_box_is_not(turn_deg):
    lamp = 0.3 * np.cos(np.deg2rad(turn_deg)), 0.3 * np.sin(np.deg2rad(turn_deg))
    assert shown_round(cells(rim=0.3, slope=lamp), SIDE, 0.3) > 0.6
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    box = np.abs(np.maximum(np.abs(x), np.abs(y)) - 0.4) < 0.03
    assert shown_round(cells(slope=(0, 0)) - 0.6 * box, SIDE, 0.34) < 0.2


def test_a_dark_ring_drawn_round_hollows_is_no_wood():
    """Beside it even the dark side of a hollow in the sun would seem lit."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    ring = np.abs(np.hypot(x, y) - 0.4) < 0.025
    sunny = np.where(np.hypot(x, y) < 0.29, np.where(x + y > 0, -0.15, 0.2), 0)
    assert not all_lit(cells(slope=(0, 0)) + sunny - 0.7 * ring, SIDE, 0.29)


def test_a_lamp_mirrored_in_noise_has_no_dark_side_either():
    assert all_lit(shining((0, 0), 1.0) + cells(slope=(0, 0), noise=0.1), SIDE, 0.12)


def test_darker_is_what_is_darker_than_the_wood_about_it():
    """In a light box on a dark board even a dent's dark side is lighter than most of the cell."""
    y, x = (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1
    box = 0.8 * (np.maximum(np.abs(x), np.abs(y)) < 0.42)
    assert not all_lit(shining((0.3, 0.2), 0) + box.astype(np.float32), SIDE, 0.18)


def chequered(seen, corner, contrast=0.6):
    """Cells of every second square lighter, with the squares' corner there, over the pitch."""
    y, x = np.floor(
        (np.mgrid[0 : 2 * SIDE, 0 : 2 * SIDE] + 0.5) / SIDE - 1 - np.array(corner)[::-1, None, None]
    )
    squares = (x + y) % 2 * contrast
    odd = np.add.outer(np.arange(7), np.arange(7)).ravel() % 2 > 0
    return seen + np.where(odd[:, None, None], squares, contrast - squares)


@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.3, -0.2), (0.45, 0.45)], ids=str)
@pytest.mark.parametrize("contrast", [0.3, 0.6, 1.2])
def test_the_dent_is_found_on_dark_and_light_squares(offset, contrast):
    """Wherever in the cell it lies: cells may be taken about the squares' corners."""
    corner = np.array(offset) - 0.5
    seen = chequered(cells(offset), corner, contrast)
    best = find_dents(seen, SIDE)[0]
    aside = best.offset - offset
    assert np.hypot(*(aside - np.rint(aside))) < 0.03
    assert best.explained > 0.5


def test_squares_alone_are_no_dents():
    seen = chequered(cells(slope=(0, 0)), (-0.5, -0.5))
    assert all(dent.explained < 0.3 for dent in find_dents(seen, SIDE))
