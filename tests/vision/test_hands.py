"""Hands over the board: found however much they hide, and not seen where there are none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Hand, Lamp, Take
from synthetic_setups import PLAIN, POSITION, frames, known, picture, taught, wrong

from vision.camera.sampling import View
from vision.reader import Reader
from vision.watching.hands import MARGIN, Hands

RADII = (0.28, 0.385)
NOTHING = np.zeros(49, bool)
NO_LIGHT, NOISE = np.zeros(3), 0.01
GLOVE, SLEEVE, SKIN = (60, 90, 170), (25, 25, 28), (205, 150, 120)


def over(
    take, marbles=NOTHING, convincing=NOTHING, strange=NOTHING, noise=NOISE, wood=MARGIN, beside=()
):
    calibration = known(PLAIN)
    view = View(calibration.pose, calibration.spec)
    bare = view(calibration.bare_bgr)
    hands = Hands(calibration.pose, calibration.spec, RADII, calibration.rim, view, bare, wood)
    shown = picture(PLAIN, take)
    image_bgr = shown.image_bgr.copy()
    for corners in beside:
        quad = np.rint(calibration.projection(np.array(corners, float))).astype(np.int32)
        cv2.fillConvexPoly(image_bgr, quad, SLEEVE)
    found = hands.over(view(image_bgr), marbles, NOTHING, convincing, strange, NO_LIGHT, noise)
    return shown, *found


@pytest.mark.parametrize("span_px", [90, 150, 330])
@pytest.mark.parametrize("rgb", [GLOVE, SLEEVE], ids=["glove", "sleeve"])
def test_a_hand_is_found_however_much_it_hides(span_px, rgb):
    shown, hidden, hand = over(Take(hand=Hand((640, 200), span_px=span_px, rgb=rgb), seed=3))
    assert hand
    # A fingertip may touch no more than the rim of some.
    assert hidden[shown.covered].mean() > 0.75


@pytest.mark.parametrize("span_px", [90, 150, 330])
def test_a_hand_of_the_woods_own_colour_is_found_too(span_px):
    take = Take(hand=Hand((640, 200), span_px=span_px, rgb=SKIN), seed=3)
    shown = picture(PLAIN, take)
    (frame,) = frames(shown.image_bgr)
    reading = Reader(taught(PLAIN)).read(frame)
    assert reading.covered[shown.covered].mean() > 0.7
    assert wrong(reading, shown.labels, reading.covered) == []


def test_the_largest_of_them_hides_more_than_half_of_the_board():
    assert picture(PLAIN, Take(hand=Hand((640, 200), span_px=330), seed=3)).covered.sum() > 25


# Darker than the wood by a third: less than what noise as strong as in the dusk may be.
DUSKY, DUSK = (137, 108, 76), 0.08


@pytest.mark.parametrize("noise", [4, 12])
def test_in_the_dusk_a_hand_is_looked_for_again_where_something_is_strange(noise):
    take = Take(hand=Hand((640, 200), span_px=200, rgb=DUSKY), seed=3, noise=noise)
    under = picture(PLAIN, take).covered
    _, hidden, hand = over(take, strange=under, noise=DUSK)
    assert hand
    assert hidden[under].mean() > 0.75
    # It is no hand's size alone that is strange, nor is noise.
    assert not over(Take(seed=3, noise=noise), strange=under, noise=DUSK)[-1]


def test_what_makes_many_hollows_strange_hides_them_though_no_hand_is_seen(monkeypatch):
    take = Take(hand=Hand((640, 200), span_px=330, rgb=DUSKY), seed=3)
    shown = picture(PLAIN, take)
    monkeypatch.setattr(Hands, "over", lambda *_: (NOTHING.copy(), False))
    reading = Reader(taught(PLAIN)).read(*frames(shown.image_bgr))
    # Each by itself is darker as in a shadow, which would leave it bare.
    assert reading.covered[shown.covered].mean() > 0.7


@pytest.mark.parametrize("take", [Take(seed=4), Take(POSITION, seed=5)], ids=["bare", "position"])
def test_without_a_hand_there_is_none(take):
    marbles = np.array([label != "." for label in picture(PLAIN, take).labels])
    _, hidden, hand = over(take, marbles)
    assert not hand
    assert not hidden.any()


def test_what_is_only_strange_is_no_hand():
    _, hidden, hand = over(Take(seed=4), strange=np.ones(49, bool))
    assert not hand
    assert not hidden.any()


ROW = ((0, 6.68), (6, 6.68), (6, 7.2), (0, 7.2))


def test_marbles_in_a_tray_close_by_are_no_hand():
    """A row of them along rank 7, and a marble on it that was not made out."""
    lying = np.arange(49) == 45
    assert over(Take(seed=4), strange=lying, beside=[ROW])[-1]
    assert not over(Take(seed=4), strange=lying, beside=[ROW], wood=0.6)[-1]


@pytest.mark.parametrize("span_px", [90, 150, 330])
def test_beside_such_a_tray_a_hand_is_found_too(span_px):
    take = Take(hand=Hand((640, 200), span_px=span_px, rgb=GLOVE))
    shown, hidden, hand = over(take, wood=0.6, beside=[ROW])
    assert hand
    assert hidden[shown.covered].mean() > 0.75
    assert not hidden[[42, 48]].any()


def test_a_marble_that_a_hand_touches_must_look_like_one_indeed():
    take = Take(hand=Hand((640, 200), rgb=GLOVE, span_px=200), seed=3)
    under = picture(PLAIN, take).covered
    _, doubted, _ = over(take, marbles=under)
    assert doubted[under].mean() > 0.75
    _, believed, _ = over(take, marbles=under, convincing=under)
    assert not believed[under].any()


@pytest.mark.parametrize("depth", [0.6, 0.8])
@pytest.mark.parametrize("wood_rgb", [(92, 62, 42), (190, 150, 105)], ids=["walnut", "oak"])
def test_a_marbles_hard_shadow_over_the_next_hollow_hides_nothing(depth, wood_rgb):
    low = Lamp(towards=(-1.5, 0.2, 0.7), depth=depth)
    setup = replace(PLAIN, seed=7, lamp=low, wood_rgb=wood_rgb, rim=0.2)
    shown = picture(setup, Take(POSITION, seed=1))
    (frame,) = frames(shown.image_bgr)
    reading = Reader(taught(setup)).read(frame)
    assert wrong(reading, shown.labels, reading.covered) == []
    # One marble lies in its neighbour's shadow itself.
    assert reading.covered.sum() <= 1


# Shaded hollows side by side: however large the Queens, they are no hand together.
@pytest.mark.parametrize("queen", [0.36, 0.39, 0.42])
def test_hollows_in_shadow_side_by_side_are_no_hand(queen):
    low = Lamp(towards=(-1.5, 0.2, 0.7), depth=0.8)
    setup = replace(PLAIN, seed=7, lamp=low, wood_rgb=(92, 62, 42), rim=0.2)
    (frame,) = frames(picture(setup, Take(POSITION, seed=1)).image_bgr)
    calibration = replace(taught(setup), radii=(0.28, queen))
    assert not Reader(calibration).read(frame).covered.any()
