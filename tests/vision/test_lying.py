"""Marbles lie in hollows: where in their cells they are seen is where the hollows are."""

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, PLAIN, WIDE, bare, known, nodes_of, picture, recorded

from vision.camera.geometry import discs, pose_of
from vision.camera.projection import fit_projection
from vision.camera.sampling import FLOOR
from vision.finding.refine import likeness_between
from vision.finding.scene import Scene
from vision.joining.lying import (
    BANDS,
    FAINT,
    PLACES,
    _Circles,
    clearer_here,
    clearest_place,
    in_most_directions,
    outlined,
)
from vision.measuring.sizes import LIKELY_RADII
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
SIXTEEN = "b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b"
THREE = "7/7/2w4/7/4b2/1w5/7"
SETUPS = {"plain": PLAIN, "boxes": BOXES, "wide": WIDE}
RECORDED = ["s001", "s004", "s012", "s013"]
EVERY = np.ones(REAL_QUEEN.count, bool)


def moved(view, x, y):
    return view.after(np.eye(2), np.array([x, y], float))


def under_way(name):
    """A recorded picture with marbles, and its board as labelled."""
    r = recorded(name)
    size = (r.images[2].shape[1], r.images[2].shape[0])
    return r.images[2], fit_projection(NODES, r.hollows_px, size).projection


@pytest.mark.parametrize("name", RECORDED)
def test_marbles_on_recorded_boards_lie_in_the_hollows(name):
    image, view = under_way(name)
    assert clearer_here(image, view, REAL_QUEEN) > 1


@pytest.mark.parametrize("aside", [(0.5, 0.5), (0.5, 0), (0, -0.4), (-0.4, 0.4)], ids=str)
@pytest.mark.parametrize("name", RECORDED)
def test_and_nowhere_else_in_their_cells(name, aside):
    image, view = under_way(name)
    assert clearer_here(image, moved(view, *aside), REAL_QUEEN) < 0.6


@pytest.mark.parametrize("placement", [SIXTEEN, THREE], ids=["sixteen", "three"])
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_few_marbles_tell_as_well(setup, placement):
    image = picture(setup, Take(placement, seed=4)).image_bgr
    view = known(setup).projection
    assert clearer_here(image, view, REAL_QUEEN) > 1
    assert clearer_here(image, moved(view, 0.5, 0.4), REAL_QUEEN) < 0.6


@pytest.mark.parametrize("setup", [PLAIN, BOXES], ids=["plain", "boxes"])
def test_each_is_told_from_bare_hollows(setup):
    image = picture(setup, Take(SIXTEEN, seed=5)).image_bgr
    rows = "".join("." * int(c) if c.isdigit() else c for c in SIXTEEN.replace("/", ""))
    marbles = np.array([c != "." for c in rows]).reshape(7, 7)[::-1].ravel()
    assert (outlined(image, known(setup).projection, REAL_QUEEN) == marbles).all()


@pytest.mark.parametrize("steps", [(1, 0), (0, 1)], ids=str)
def test_it_is_the_place_in_the_cell_that_counts(steps):
    """A board that is a row aside still has its nodes in hollows; where it ends tells that."""
    image, view = under_way("s001")
    assert clearer_here(image, moved(view, *steps), REAL_QUEEN) > 1


def test_the_way_the_files_are_numbered_does_not_matter():
    image, view = under_way("s013")
    turned = view.after(np.array([[0, -1], [1, 0]]), np.array([0.0, 6.0]))
    here = clearer_here(image, view, REAL_QUEEN)
    assert clearer_here(image, turned, REAL_QUEEN) == pytest.approx(here, rel=0.15)


@pytest.mark.parametrize("name", RECORDED)
def test_a_bare_board_has_no_marbles_anywhere(name):
    r = recorded(name)
    size = (r.images[0].shape[1], r.images[0].shape[0])
    view = fit_projection(NODES, r.hollows_px, size).projection
    assert clearer_here(r.images[0], view, REAL_QUEEN) == 1
    assert (clearest_place(r.images[0], view, REAL_QUEEN) == 0).all()
    # Aside, its edge comes in view, which may look like some.
    for aside in ((0.5, 0.5), (-0.3, 0.3)):
        assert 0.6 < clearer_here(r.images[0], moved(view, *aside), REAL_QUEEN) < 1.6


@pytest.mark.parametrize("aside", [(0.5, 0.5), (0.5, 0), (1 / 3, -1 / 6)], ids=str)
@pytest.mark.parametrize("name", RECORDED)
def test_the_place_where_they_lie_is_found(name, aside):
    image, view = under_way(name)
    found = clearest_place(image, moved(view, *aside), REAL_QUEEN) + aside
    assert np.abs(found - np.rint(found)).max() < 0.2


@pytest.mark.parametrize("grey", [0, 120, 255])
def test_an_even_picture_says_nothing(grey):
    even = np.full((720, 1280, 3), grey, np.uint8)
    assert clearer_here(even, known(PLAIN).projection, REAL_QUEEN) == 1


def plain_circle(image, outline, radius, band):
    """(3, 36) inside less outside of one circle, by a loop."""
    (x, y), around = outline
    steps = np.zeros((3, 36))
    for k in range(36):
        sides = []
        for low, high in (band[:2], band[2:]):
            radii = [r for r in np.arange(0.01, 0.61, 0.02) if low < r < high]
            reach = np.array(radii) * around / radius
            at = (x + reach * np.cos(k * np.pi / 18), y + reach * np.sin(k * np.pi / 18))
            seen = cv2.remap(image, *(np.float32(a)[None] for a in at), cv2.INTER_LINEAR)
            sides.append(np.log(seen[0].astype(float) + FLOOR).mean(axis=0))
        steps[:, k] = sides[0] - sides[1]
    return steps


def plain_clear(image, view):
    """Mean of the five clearest circles about the nodes, one hollow after the other."""
    smooth = cv2.GaussianBlur(image, (0, 0), 0.8)
    clear = []
    for radius, band in zip(LIKELY_RADII, BANDS, strict=True):
        of = discs(pose_of(view), REAL_QUEEN, radius, LIKELY_RADII[0])
        outlines = zip(of.centres_px, of.radii_px, strict=True)
        steps = np.array([plain_circle(smooth, each, radius, band) for each in outlines])
        steps -= np.median(steps, axis=0)
        clear.append([float(in_most_directions(each)) for each in steps])
    return sum(sorted(np.max(clear, axis=0))[-5:]) / 5


@pytest.mark.parametrize("place", [(0, 0), (1 / 3, -1 / 6), (1 / 12, 1 / 2)], ids=str)
def test_how_clear_they_are_is_as_told_one_by_one(place):
    image, view = under_way("s001")
    (clear,) = _Circles(image, view, REAL_QUEEN)(np.array([place]))
    assert clear == pytest.approx(plain_clear(image, moved(view, *place)), rel=0.03)


def plain_about(clear, places):
    """The clearest of some places and of those half a step beside the two clearest of them."""
    told = sorted(((clear(at), at) for at in places), reverse=True)
    half = [(x / 12, y / 12) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    near = [(at[0] + x, at[1] + y) for _, at in told[:2] for x, y in half]
    return max(told[0][0], *map(clear, near))


@pytest.mark.parametrize("name", RECORDED)
def test_here_they_are_against_elsewhere(name):
    image, view = under_way(name)
    circles = _Circles(image, view, REAL_QUEEN)
    far = [(x / 6, y / 6) for x in range(-2, 4) for y in range(-2, 4) if max(abs(x), abs(y)) > 1]

    def clear(place):
        return float(circles(np.array([place]))[0])

    elsewhere = max(plain_about(clear, far), FAINT)
    plain = max(plain_about(clear, [(0, 0)]), FAINT) / elsewhere
    assert clearer_here(image, view, REAL_QUEEN) == pytest.approx(plain)


@pytest.mark.parametrize("aside", [(0.08, 0), (0, -0.08), (0.06, 0.06)], ids=str)
def test_a_board_that_lies_a_little_aside_has_them_all_the_same(aside):
    """Registered by its dents alone, whose one side a low lamp lights."""
    image, view = under_way("s001")
    there = clearer_here(image, view, REAL_QUEEN)
    assert clearer_here(image, moved(view, *aside), REAL_QUEEN) > 0.8 * there


def scene_of(image):
    scene = Scene.of(image)
    return scene, scene.cues


# The lattice that every second hollow makes, and those of every second file or rank.
SECOND = {
    "diagonal": ([[1, -1], [1, 1]], (-3, 3)),
    "files": ([[2, 0], [0, 1]], (-3, 0)),
    "ranks": ([[1, 0], [0, 2]], (0, -3)),
}


@pytest.mark.parametrize(("basis", "offset"), SECOND.values(), ids=SECOND)
@pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
def test_every_second_hollow_leaves_hollows_between(setup, basis, offset):
    scene, cues = scene_of(picture(setup, Take(SIXTEEN, seed=4)).image_bgr)
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    view = known(setup).projection.scaled(scene.factor, size)
    taken = np.array(list(picture(setup, Take(SIXTEEN, seed=4)).labels)) != "."
    assert likeness_between(cues, view, REAL_QUEEN, ~taken) < 0.6
    second = view.after(np.array(basis), np.array(offset, float))
    at = NODES @ np.array(basis).T + offset
    within = ((at >= 0) & (at <= 6)).all(axis=1)
    assert likeness_between(cues, second, REAL_QUEEN, within) > 0.85


def test_a_bare_board_has_none_between():
    scene, cues = scene_of(bare(PLAIN).image_bgr)
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    view = known(PLAIN).projection.scaled(scene.factor, size)
    assert likeness_between(cues, view, REAL_QUEEN, EVERY) < 0.6


def test_many_places_are_looked_at_as_each_by_itself():
    """They are taken some at a time, and what is usual at the nodes is so place by place."""
    circles = _Circles(*under_way("s004"), REAL_QUEEN)
    each = [circles(place[None])[0] for place in PLACES]
    assert circles(PLACES) == pytest.approx(each)
