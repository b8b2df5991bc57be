"""Shadows that marbles cast are no hand; a hand among them is one."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Hand, Lamp, Take
from synthetic_setups import PLAIN, frames, picture, taught, wrong

from vision.reader import Reader
from vision.watching.cast import CastShadows

SIDE, MARGIN = 12, 10
NODES = np.array([(c, r) for r in range(7) for c in range(7)], float)
SIZE = (6 * SIDE + 2 * MARGIN, 6 * SIDE + 2 * MARGIN)
NONE, ALL = np.zeros(49, bool), np.ones(49, bool)
FEW = "1w1b1w1/3W3/2b1b2/1w3w1/3b3/1b1w1b1/7"


def some(*hollows):
    which = NONE.copy()
    which[list(hollows)] = True
    return which


def drawn(which, radius_px, away_px):
    """(H, W) bool: discs beside those hollows."""
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    mask = np.zeros(SIZE[::-1], bool)
    for place in NODES[which] * SIDE + MARGIN + np.array(away_px):
        mask |= np.hypot(x - place[0], y - place[1]) <= radius_px
    return mask


@pytest.fixture(name="cast")
def _cast():
    return CastShadows(NODES * SIDE + MARGIN, SIZE, SIDE, 1.4)


SMALL = some(8, 11, 17, 26, 30, 39)


@pytest.mark.parametrize("away_px", [(0, 9), (-7, 5), (6, -8)], ids=str)
def test_what_is_beside_every_marble_is_its_shadow(cast, away_px):
    discs, shadows = drawn(SMALL, 3, (0, 0)), drawn(SMALL, 4, away_px)
    found = cast(discs | shadows, SMALL, NONE, discs, ALL)
    assert found[shadows & ~discs].all()
    assert found.sum() < 2.5 * shadows.sum()


def test_a_queens_shadow_is_as_much_larger_as_she_is(cast):
    queen = some(33)
    discs = drawn(SMALL, 3, (0, 0)) | drawn(queen, 4.2, (0, 0))
    small, large = drawn(SMALL, 4, (0, 9)), drawn(queen, 5.6, (0, 12.6))
    found = cast(discs | small | large, SMALL, queen, discs, ALL)
    assert found[large & ~discs].mean() > 0.9


def test_what_is_beside_a_few_or_everywhere_is_none(cast):
    discs, shadows = drawn(SMALL, 3, (0, 0)), drawn(some(8, 11), 4, (0, 9))
    assert not cast(discs | shadows, SMALL, NONE, discs, ALL).any()
    assert not cast(np.ones(SIZE[::-1], bool), SMALL, NONE, discs, ALL).any()
    two = some(8, 11)
    assert not cast(drawn(two, 4, (0, 9)), two, NONE, drawn(two, 3, (0, 0)), ALL).any()
    assert not cast(drawn(NONE, 4, (0, 9)), NONE, NONE, drawn(NONE, 3, (0, 0)), ALL).any()


# Before, up to five bare hollows in them were called covered, as under a hand.
@pytest.mark.parametrize("wood_rgb", [(190, 150, 105), (110, 70, 50)], ids=["oak", "walnut"])
def test_a_low_suns_shadows_hide_nothing_and_a_hand_does(wood_rgb):
    lamp = Lamp(towards=(0.2, -1.0, 0.4), depth=0.6)
    setup = replace(PLAIN, wood_rgb=wood_rgb, lamp=lamp)
    shown = picture(setup, Take(FEW, seed=1))
    hand = picture(setup, Take(FEW, hand=Hand((640, 330), rgb=(205, 150, 120)), seed=2))
    reader = Reader(taught(setup))
    first, second = (reader.read(f) for f in frames(shown.image_bgr, hand.image_bgr))
    assert wrong(first, shown.labels, first.covered) == []
    assert not first.covered.any()
    assert second.covered[hand.covered].mean() >= 0.7
    assert wrong(second, hand.labels, hand.covered | second.covered) == []


# Hands as they come in, small still, beside marbles in a file and in a crowd.
@pytest.mark.parametrize("tip_px", [(560, 480), (640, 420), (734, 500), (800, 360)], ids=str)
@pytest.mark.parametrize(
    "placement", ["7/7/2w4/2b4/7/2b4/2b4", "3bb1b/2bwbwb/7/3wbwb/2w1w2/2bwbwb/7"]
)
@pytest.mark.parametrize(
    "lamp", [Lamp(), Lamp(towards=(0.2, -1.0, 0.4), depth=0.6)], ids=["", "low"]
)
def test_no_hand_is_lost_for_a_shadow(monkeypatch, placement, tip_px, lamp):
    setup = replace(PLAIN, lamp=lamp)
    shown = picture(setup, Take(placement, hand=Hand(tip_px, rgb=(205, 150, 120)), seed=3))
    (frame,) = frames(shown.image_bgr)
    reading = Reader(taught(setup)).read(frame)
    for module in ("watching.hands", "judge"):
        monkeypatch.setattr(f"vision.{module}.SHADOWS", 0.0)
    unasked = Reader(taught(setup)).read(frame)
    seen, before = (r.covered[shown.covered].sum() for r in (reading, unasked))
    # Of a hollow that it only touches the rim may be in a marble's shadow, too.
    assert seen >= before - 1 > 0
    assert wrong(reading, shown.labels, reading.covered) == []
