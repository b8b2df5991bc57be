"""A knock takes a while: pictures from on the way are blurred, and no place to stay at."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from synthetic import Hand, Take
from synthetic_setups import PLAIN, POSITION, as_labelled, bare, known, picture, recorded
from test_registration import NODES, knocked, seen_after, turned

from vision import reader as reader_module
from vision.reader import Reader
from vision.types import Frame
from vision.watching.motion import PARTLY_HIDDEN
from vision.watching.relocate import find_again

WAY = (0.0, 0.25, 0.6, 1.0)  # shares of a knock at the ends of the pictures taken on the way
KNOCKS = {"aside": (0.02, -0.015, 0.02), "twist": (-0.01, 0.02, 0.1)}
EXPOSED = 7  # places that one picture mixes
EVERY_S = 0.1


def on_the_way(view, pose, knock, image):
    """Pictures from the way, each of which mixes what is seen while it is exposed."""
    for begun, ended in pairwise(WAY):
        shares = np.linspace(begun, ended, EXPOSED)
        places = (turned(pose, share * np.array(knock)) for share in shares)
        yield np.mean([knocked(view, change, image).astype(float) for change in places], axis=0)


def shown(reader, pictures, begun_s, noise=1.0):
    """What is read of pictures that follow each other, noise and all."""
    rng = np.random.default_rng(1)
    for k, seen in enumerate(pictures):
        noisy = np.clip(seen + rng.normal(0, noise, seen.shape), 0, 255).astype(np.uint8)
        time_s = begun_s + k * EVERY_S
        yield reader.read(Frame(noisy, round(time_s / EVERY_S), time_s))


def away(reader, view, change):
    """Of the hollow that is looked for farthest from where it lies, in pixels."""
    right = seen_after(view, change, view(NODES))
    return float(np.linalg.norm(reader.pose.projection(NODES) - right, axis=1).max())


@pytest.mark.few(4)
@pytest.mark.parametrize("name", ["s001", "s004", "s012", "s013", "s015"])
@pytest.mark.parametrize("knock", KNOCKS)
def test_a_board_seen_on_its_way_is_found_where_it_came_to_rest(name, knock):
    r = recorded(name)
    calibration = as_labelled(r, r.images[0])
    pose, image = calibration.pose, r.images[2]
    view, reader = pose.projection, Reader(calibration)
    list(shown(reader, [image] * 4, 0.0))
    change = turned(pose, KNOCKS[knock])
    at_rest = [knocked(view, change, image)] * 12
    reach = 0.1 * np.linalg.norm(r.hollows_px[24] - r.hollows_px[25])
    for reading in shown(reader, [*on_the_way(view, pose, KNOCKS[knock], image), *at_rest], 5.0):
        # Given out as certain is only what is read where it lies.
        assert reading.moved or not reading.steady or away(reader, view, change) < reach
    assert not reading.moved
    assert reading.steady
    assert away(reader, view, change) < reach / 2


def test_a_board_found_again_in_motion_is_in_doubt_until_it_was_seen_to_stand():
    pose, image = known(PLAIN).pose, bare(PLAIN).image_bgr
    reader = Reader(known(PLAIN))
    list(shown(reader, [image] * 4, 0.0))
    seen = knocked(pose.projection, turned(pose, KNOCKS["aside"]), image)
    readings = list(shown(reader, [seen] * 8, 2.0))
    assert readings[0].moved
    assert away(reader, pose.projection, turned(pose, KNOCKS["aside"])) < 2
    settled = next(reading for reading in readings if not reading.moved)
    assert settled.steady
    assert settled.labels() == "." * 49


def test_a_picture_blurred_by_a_knock_does_not_make_a_moved_board_look_usual():
    """What a board was said to look like while it moved counts no more once it is at rest."""
    pose, image = known(PLAIN).pose, bare(PLAIN).image_bgr
    reader = Reader(known(PLAIN))
    motion = reader._motion
    view, bare_board = reader._view, np.ones(49, bool)
    blurred = cv2.GaussianBlur(image, (0, 0), 6)
    knocked_aside = view(knocked(pose.projection, turned(pose, KNOCKS["twist"]), image))
    motion.bump(view(blurred), bare_board, ~bare_board, False)
    motion.stands(at_rest=False)
    assert motion.bump(knocked_aside, bare_board, ~bare_board, True)[0]


# Nudges after which half of the hollows and more look strange, and the others as they were.
NUDGES = {
    "s001 aside": ("s001", (0.004, -0.0028, 0)),
    "s001 up": ("s001", (0.0012, 0.006, 0)),
    "s015 up": ("s015", (0.0018, 0.009, 0)),
}


@pytest.mark.parametrize("nudge", NUDGES)
def test_a_nudge_after_which_many_hollows_look_strange_is_no_hand(nudge):
    name, turn = NUDGES[nudge]
    r = recorded(name)
    calibration = as_labelled(r, r.images[0])
    pose, reader = calibration.pose, Reader(calibration)
    list(shown(reader, [r.images[0]] * 4, 0.0))
    list(shown(reader, [r.images[2]] * 4, 2.0))
    change = turned(pose, turn)
    *_, reading = shown(reader, [knocked(pose.projection, change, r.images[3])] * 8, 4.0)
    reach = 0.02 * np.linalg.norm(r.hollows_px[24] - r.hollows_px[25])
    assert away(reader, pose.projection, change) < reach
    assert not reading.moved
    assert not reading.covered.any()


def test_many_hidden_hollows_are_a_nudge_only_where_the_wood_differs_too():
    motion = Reader(known(PLAIN))._motion
    bare_board, half = np.ones(49, bool), np.arange(49) < 24
    image = bare(PLAIN).image_bgr
    nudged = np.roll(image, (4, 4), axis=(0, 1))
    view = Reader(known(PLAIN))._view
    for at_rest in (False, True):
        assert motion.bump(view(image), bare_board, half, at_rest) == (False, pytest.approx(1))
    assert motion.bump(view(nudged), bare_board, half, True)[0]
    assert motion.bump(view(image), bare_board, np.arange(49) < 40, False)[0]


@pytest.fixture
def searched(monkeypatch):
    """Whether the board was found to have moved, of every search; None where it failed."""
    told = []

    def counted(*args):
        told.append(None)
        found = find_again(*args)
        told[-1] = found.moved
        return found

    monkeypatch.setattr(reader_module, "find_again", counted)
    return told


AT_REST = Hand((620.0, 250.0), towards_deg=80, span_px=230)


@pytest.mark.parametrize("noise", [0.0, 1.0])
def test_a_board_under_a_hand_at_rest_is_searched_for_once_and_again_once_something_changed(
    searched, noise
):
    """A search takes as long as many pictures; what nothing has changed since it tells again."""
    board, under = (picture(PLAIN, Take(POSITION, hand=h, seed=1)) for h in (None, AT_REST))
    reader, image = Reader(known(PLAIN)), under.image_bgr
    list(shown(reader, [board.image_bgr] * 4, 0.0))
    readings = list(shown(reader, [image] * 130, 1.0, noise))
    assert readings[-1].covered.mean() > PARTLY_HIDDEN
    assert searched == [False]
    # A marble is gone beside the hand.
    fewer = picture(PLAIN, Take(POSITION.replace("w", "1", 1), hand=AT_REST, seed=1))
    list(shown(reader, [fewer.image_bgr] * 30, 20.0, noise))
    assert searched == [False, False]
    # The board is shoved, the hand stays where it is.
    pose = known(PLAIN).pose
    change = turned(pose, KNOCKS["twist"])
    shoved = knocked(pose.projection, change, board.image_bgr)
    hand = cv2.absdiff(image, board.image_bgr).max(axis=2) > 20
    hand = cv2.dilate(hand.astype(np.uint8), np.ones((5, 5))).astype(bool)
    shoved[hand] = image[hand]
    readings = list(shown(reader, [shoved] * 20, 40.0, noise))
    assert searched[2:]
    assert any(reading.moved for reading in readings)
    assert away(reader, pose.projection, change) < 4
    assert not readings[-1].moved
