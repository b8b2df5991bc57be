"""Lines are taken off what hollows have in common, and tell nothing; hollows are left and do."""

import numpy as np
import pytest

from vision.dents import explained
from vision.dents.dent import find_dents
from vision.dents.explained import LEAST, RIM_RADII, best_shares
from vision.dents.median import VISIBLE
from vision.dents.rim import Rims
from vision.dents.ruled import beside_lines

SIDE = 32
Y, X = (np.mgrid[: 2 * SIDE, : 2 * SIDE] + 0.5) / SIDE - 1
NONE = np.zeros((2 * SIDE, 2 * SIDE))
PIXEL = 1 / SIDE


def hollow(rim, at=(0.0, 0.0)):
    """A dent in every cell, dark on one side and lit on the other, as by a lamp from aside."""
    dx, dy = ((there - middle + 0.5) % 1 - 0.5 for there, middle in ((X, at[0]), (Y, at[1])))
    return np.where(np.hypot(dx, dy) < rim, 0.3 * dx / rim - 0.05, 0.0)


def away(ways, at):
    """How far every pixel is from lines, `at` aside of the cells' middles, over the pitch."""
    half = 2**0.5
    across = {
        "files": (X - at, 1),
        "ranks": (Y - at, 1),
        "rising": (X - Y - at, half),
        "falling": (X + Y - at, half),
    }
    return np.min([np.abs((u + 0.5) % 1 - 0.5) / longer for u, longer in map(across.get, ways)], 0)


WIDTH = 0.03  # half of it
DRAWN = {
    "boxes": (("files", "ranks"), 0.5),
    "crossing in the hollows": (("files", "ranks"), 0.0),
    "diagonals": (("rising", "falling"), 0.0),
    "files alone": (("files",), 0.21),
    "all": (("files", "ranks", "rising", "falling"), 0.0),
}
lined = pytest.mark.parametrize(("ways", "at"), DRAWN.values(), ids=DRAWN)
fewer_lined = pytest.mark.parametrize(("ways", "at"), list(DRAWN.values())[:4], ids=list(DRAWN)[:4])


@pytest.mark.parametrize("depth", [0.8, 0.2, -0.3], ids=["dark", "faint", "light"])
@lined
def test_lines_are_gone_and_tell_nothing_and_what_lies_beside_does(ways, at, depth):
    from_lines = away(ways, at)
    left, telling = beside_lines(np.where(from_lines < WIDTH, -depth, 0), NONE, VISIBLE, SIDE)
    assert (telling * np.abs(left)).max() < 0.01
    assert telling[from_lines < WIDTH + 0.7 * PIXEL].max() < 0.05  # and where they are blurred
    assert telling[from_lines > WIDTH + 2 * PIXEL].min() > 0.95


@pytest.mark.parametrize("way", ["files", "ranks", "rising", "falling"])
def test_a_line_as_broad_as_a_fifth_of_the_pitch_is_one_whichever_way_it_goes(way):
    from_lines = away((way,), 0.1)
    left, telling = beside_lines(np.where(from_lines < 0.09, -0.4, 0), NONE, VISIBLE, SIDE)
    assert np.abs(left).max() < 0.01
    assert telling[from_lines < 0.09].max() < 0.05


@pytest.mark.parametrize("at", [(0.0, 0.0), (0.2, -0.3)], ids=str)
@pytest.mark.parametrize("rim", [0.12, 0.2, 0.25, 0.3])
def test_where_there_are_none_hollows_are_left_as_they_are(rim, at):
    seen = hollow(rim, at)
    left, telling = beside_lines(seen, NONE, VISIBLE, SIDE)
    assert left is seen
    assert telling is None


def test_where_a_picture_shows_nothing_there_are_no_lines():
    seen = np.where(away(("files",), 0.0) < WIDTH, -0.6, hollow(0.2))
    seen[3, 5] = np.nan
    assert beside_lines(seen, NONE, VISIBLE, SIDE)[1] is None


@pytest.mark.parametrize("rim", [0.15, 0.17, 0.2])
@pytest.mark.parametrize("through", [True, False], ids=["through hollows", "up to them"])
@fewer_lined
def test_what_tells_are_the_hollows(ways, at, through, rim):
    drawn, there = away(ways, at) < WIDTH, hollow(rim)
    if not through:
        drawn &= there == 0
    left, telling = beside_lines(np.where(drawn, -0.6, there), NONE, VISIBLE, SIDE)
    off = np.abs(left - there)
    assert (np.sqrt(telling) * off).max() < 0.1
    assert (telling * off**2).sum() < 0.1 * (telling * there**2).sum()


def test_lines_that_every_other_cell_has_tell_nothing():
    """Half there in the median, they would be left over."""
    diagonal = away(("rising",), 0.0) < WIDTH
    files = np.where(away(("files",), 0.5) < WIDTH, -0.4, 0)
    half = np.where(diagonal & (np.abs(X) < 0.3), -0.2, files)
    spread = np.where(diagonal, 0.2, 0.005)
    assert beside_lines(half, NONE, VISIBLE, SIDE)[1][diagonal].max() > 0.5
    assert beside_lines(half, spread, VISIBLE, SIDE)[1][diagonal].max() < 0.05


def cells(median, noise=0.003):
    """As many as a board has, each with grain of its own."""
    grain = np.random.default_rng(3).normal(0, noise * np.sqrt(49), (49, *median.shape))
    return median + grain


@pytest.mark.parametrize("at", [(0.0, 0.0), (0.2, -0.3)], ids=str)
@pytest.mark.parametrize("rim", [0.27, 0.3, 0.33])
def test_wide_hollows_are_found_though_their_edges_pass_for_lines(rim, at):
    """Where files or ranks touch them they are narrow, and as long as half the pitch."""
    first = find_dents(cells(hollow(rim, at)), SIDE)[0]
    assert first.offset == pytest.approx(at, abs=0.02)
    assert first.rim == pytest.approx(rim, abs=0.025)
    assert first.explained > 0.5


@pytest.mark.parametrize("rim", [0.2, 0.22, 0.24, 0.27])
@fewer_lined
def test_the_dent_comes_first_however_clear_the_lines_are(ways, at, rim):
    first = find_dents(cells(np.where(away(ways, at) < WIDTH, -0.6, hollow(rim))), SIDE)[0]
    assert np.abs(first.offset).max() < 0.03
    assert first.rim == pytest.approx(rim, abs=0.025)
    assert first.explained > 0.5


def test_among_lines_what_no_eye_sees_is_no_dent():
    """What is left about lines may look like one: so faint it is theirs."""
    faint, boxes = 0.02 * hollow(0.25), np.where(away(("files", "ranks"), 0.5) < WIDTH, -0.3, 0)
    assert find_dents(cells(faint, 0.0002), SIDE)[0].explained > 0.6
    assert find_dents(cells(faint + boxes, 0.0002), SIDE)[0].explained < 0.3


def explained_plainly(picture, telling, noise, rim):
    """Share that a dent in the middle explains where places tell more or less: least squares."""
    half = round(explained.AREA * SIDE)
    window = slice(SIDE - half, SIDE + half + 1)
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(float)
    disc, inside = np.hypot(x, y) <= half, np.clip(rim * SIDE - np.hypot(x, y) + 0.5, 0, 1)
    wood = [np.ones_like(x), x, y]
    hollow = [inside, inside * x, inside * y, inside * np.hypot(x, y) ** 2]
    seen, weight = picture[window, window][disc], telling[window, window][disc]
    shapes = np.linalg.qr(np.stack([each[disc] for each in [*wood, *hollow]], axis=1))[0]

    def left(count):
        """Each number's square counts as if a hundredth of the area had told that it is 0."""
        rows = np.concatenate(
            [shapes[:, :count] * np.sqrt(weight)[:, None], np.sqrt(LEAST) * np.eye(count)]
        )
        told = np.append(seen * np.sqrt(weight), np.zeros(count))
        return ((told - rows @ np.linalg.lstsq(rows, told)[0]) ** 2).sum()

    without = left(len(wood))
    return (without - left(len(wood + hollow))) / (without + weight.sum() * noise**2)


@pytest.mark.parametrize("rim", [0.12, 0.2, 0.3])
def test_what_a_dent_explains_beside_lines_is_what_is_left_there_without_it(rim):
    noise = np.random.default_rng(5)
    picture = hollow(rim) + noise.normal(0, 0.05, X.shape)
    telling = noise.uniform(0, 1, X.shape) ** 2
    pictures = (picture, 0.01), (picture / (np.abs(picture) + 0.05), 0.2)
    told = best_shares(pictures, np.zeros((1, 2), int), SIDE, telling)
    shares = [
        np.sqrt(np.prod([explained_plainly(view, telling, noise, r) for view, noise in pictures]))
        for r in RIM_RADII
    ]
    assert told == pytest.approx([max(shares)], abs=1e-6)


def test_where_nothing_tells_nothing_is_explained():
    centre = np.zeros((1, 2), int)
    seen = hollow(0.2)
    for nothing in (NONE, np.where(np.hypot(X, Y) < 0.25, 1e-6, 1.0)):
        assert best_shares(((seen, 0.01), (seen, 0.01)), centre, SIDE, nothing)[0] < 0.05


def test_of_a_hollow_of_which_three_pixels_tell_a_little_hardly_anything_is_explained():
    """Any three can be explained by four numbers."""
    seen, telling = np.zeros_like(NONE), np.where(np.hypot(X, Y) < 0.31, 0, 1.0)
    for y, x in ((-3, 2), (4, 1), (0, -4)):
        seen[SIDE + y, SIDE + x], telling[SIDE + y, SIDE + x] = 0.5, 0.1
    view = (seen, 0.01)
    assert best_shares((view, view), np.zeros((1, 2), int), SIDE, telling)[0] < 0.5


def test_a_ring_is_as_clear_as_what_of_it_tells():
    ring, middle = np.where(np.hypot(X, Y) < 0.2, 0.3, 0.0), np.zeros((1, 2))
    whole = Rims(ring, SIDE, VISIBLE).clarity(middle)
    half = Rims(ring, SIDE, VISIBLE, (X > 0).astype(float)).clarity(middle)
    assert half == pytest.approx(whole / 2, rel=0.05)
