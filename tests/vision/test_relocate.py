"""A bumped board is found again, from the bare board's picture and what lies there now."""

from contextlib import nullcontext
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import (
    BOXES,
    PLAIN,
    WIDE,
    bare,
    known,
    nodes_of,
    picture,
    recorded,
    taught,
    wrong,
)

from calibration.board import from_bare_board
from vision.errors import BoardNotFoundError
from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame
from vision.watching import relocate
from vision.watching.relocate import Place, find_again

NODES = nodes_of(REAL_QUEEN)
OPENING = "7/7/1w5/3w3/4b2/7/7"
BUMPS = {
    "shift": {"target": (3.25, 2.8)},
    "turn": {"roll_deg": 9},
    "both": {"target": (2.7, 3.1), "roll_deg": 1},
    "camera knocked": {"tilt_deg": 14, "target": (3.2, 3.0)},
}
# Cameras set up anew, which are found where there is time to look farther.
ANEW = {
    "farther away": {"pitch_px": 64.0, "roll_deg": 3},
    "held in a hand": {"tilt_deg": 15, "azimuth_deg": 6, "roll_deg": 4, "pitch_px": 75.0},
    "held the other way": {"tilt_deg": 5, "azimuth_deg": -8, "pitch_px": 65.0, "roll_deg": -5},
    "two pitches aside": {"target": (4.6, 2.0), "roll_deg": -4},
}


def bumped(setup, bump):
    changes = {
        key: value + getattr(setup.camera, key) - getattr(PLAIN.camera, key)
        if isinstance(value, (int, float))
        else value
        for key, value in bump.items()
    }
    return replace(setup, camera=replace(setup.camera, **changes))


def place_of(setup):
    return Place(bare(setup).image_bgr, known(setup).pose)


def found_again(setup, image, thorough=True):
    place = place_of(setup)
    return find_again(place, place, image, REAL_QUEEN, thorough)


@pytest.mark.parametrize(
    ("bump", "thorough"),
    [*((bump, False) for bump in BUMPS), *((bump, True) for bump in BUMPS | ANEW)],
)
@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "wide"])
def test_a_bumped_board_is_found(setup, bump, thorough):
    now = picture(bumped(setup, (BUMPS | ANEW)[bump]), Take(OPENING, seed=1))
    found = found_again(setup, now.image_bgr, thorough)
    miss = np.linalg.norm(found.projection(NODES) - now.hollows_px, axis=1)
    assert miss.max() / setup.camera.pitch_px < 0.1


@pytest.mark.parametrize(
    ("likeness", "borne_out", "found"),
    [(0.41, False, False), (0.41, True, True), (0.41, None, True), (0.6, False, True)],
)
def test_where_it_is_hardly_like_itself_what_lies_there_must_bear_it_out(
    monkeypatch, likeness, borne_out, found
):
    """In the light of another lamp it was believed to be 0.3 of the pitch beside its place."""
    place, view = place_of(PLAIN), known(PLAIN).projection
    hardly = relocate.Relocated(view, likeness, before=0.2, farthest=0.9)
    monkeypatch.setattr(relocate, "relocate", lambda *_: hardly)
    asked = None if borne_out is None else lambda _: borne_out
    with nullcontext() if found else pytest.raises(BoardNotFoundError):
        find_again(place, place, place.bare_bgr, REAL_QUEEN, False, asked)


def in_the_dusk(image_bgr, light, sigma, seed=0):
    """The picture in so much of the light, and noisy."""
    linear = light * (image_bgr / 255.0) ** 2.2
    noise = np.random.default_rng(seed).normal(0, sigma, image_bgr.shape)
    return np.clip(255 * linear ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("light", "sigma"), [(0.1, 4), (0.05, 2)])
def test_a_board_moved_far_in_the_dusk_is_found_where_nothing_else_is_as_like_it(light, sigma):
    """Less like itself than other boards may be, but plainly nowhere else."""
    session = recorded("s001")
    bare_bgr, now_bgr = session.images[0], session.images[2]
    height, width = bare_bgr.shape[:2]
    move = cv2.getRotationMatrix2D((width / 2, height / 2), 4, 1)
    move[0, 2] += 0.1 * width
    now_bgr = cv2.warpAffine(now_bgr, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    pose = from_bare_board(bare_bgr, REAL_QUEEN).pose
    there = Place(in_the_dusk(bare_bgr, light, sigma, 1), pose)
    seen = in_the_dusk(now_bgr, light, sigma, 2)
    found = find_again(there, there, seen, REAL_QUEEN, thorough=True)
    assert found.farthest > 1.5
    assert found.likeness < 0.7
    hollows_px = session.hollows_px @ move[:, :2].T + move[:, 2]
    miss = np.linalg.norm(found.projection(NODES) - hollows_px, axis=1)
    assert miss.max() / np.linalg.norm(hollows_px[24] - hollows_px[25]) < 0.1


def test_an_unmoved_board_stays():
    found = found_again(PLAIN, picture(PLAIN, Take(OPENING, seed=1)).image_bgr)
    miss = np.linalg.norm(found.projection(NODES) - bare(PLAIN).hollows_px, axis=1)
    assert miss.max() < 1.5
    assert 0.35 < found.likeness <= 1


def other_scenes():
    rng = np.random.default_rng(5)
    noise = rng.integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    yield "noise", noise
    yield "smooth", cv2.GaussianBlur(noise, (0, 0), 25)
    yield "black", np.zeros_like(noise)
    yield "white", np.full_like(noise, 255)
    far = replace(PLAIN, camera=replace(PLAIN.camera, target=(8.5, 3.0)))
    yield "moved too far", picture(far, Take(seed=1)).image_bgr


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("name", ["noise", "smooth", "black", "white", "moved too far"])
def test_another_scene_is_refused(name, thorough):
    with pytest.raises(BoardNotFoundError, match="bare board again"):
        found_again(PLAIN, dict(other_scenes())[name], thorough)


@pytest.mark.parametrize("aside", [2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 8.0])
def test_however_far_it_was_moved_it_is_found_where_it_lies_or_not_at_all(aside):
    target = (3.0 + aside, 3.0 - aside / 4)
    far = replace(PLAIN, camera=replace(PLAIN.camera, target=target))
    now = picture(far, Take(OPENING, seed=1))
    try:
        found = found_again(PLAIN, now.image_bgr)
    except BoardNotFoundError:
        assert aside > 2.5
        return
    assert np.linalg.norm(found.projection(NODES) - now.hollows_px, axis=1).max() < 7


def test_what_was_moved_twice_is_found_from_where_it_lay_at_first():
    one, other = (
        replace(PLAIN, camera=replace(PLAIN.camera, target=(3.0 + way, 3.0))) for way in (2.2, -2.2)
    )
    now, last = picture(other, Take(OPENING, seed=2)), place_of(one)
    with pytest.raises(BoardNotFoundError):
        find_again(last, last, now.image_bgr, REAL_QUEEN, thorough=True)
    found = find_again(last, place_of(PLAIN), now.image_bgr, REAL_QUEEN, thorough=True)
    assert found.moved
    assert found.farthest == pytest.approx(4.4, abs=0.1)
    assert np.linalg.norm(found.projection(NODES) - now.hollows_px, axis=1).max() < 7


@pytest.mark.parametrize("setup", [PLAIN, BOXES], ids=["plain", "boxes"])
def test_a_board_that_was_put_back_is_read_as_it_was_calibrated(setup):
    """What was found anew is drawn anew, a little blurred, and a little aside."""
    reader = Reader(taught(setup))
    there = picture(bumped(setup, BUMPS["both"]), Take(OPENING, seed=1)).image_bgr
    for k, image in enumerate([bare(setup).image_bgr, there, bare(setup).image_bgr]):
        for look in range(4):
            reader.read(Frame(image, 4 * k + look, 2.0 * k + 0.2 * look))
        assert (reader.pose is taught(setup).pose) == (k != 1)


HELD = (
    {"tilt_deg": 12, "azimuth_deg": 4, "pitch_px": 72.0, "target": (3.4, 2.8)},
    {"tilt_deg": 7, "azimuth_deg": -5, "pitch_px": 66.0, "roll_deg": -4, "target": (2.4, 3.3)},
    {"tilt_deg": 14, "azimuth_deg": 2, "pitch_px": 73.0, "roll_deg": 5, "target": (3.9, 2.2)},
)


def test_a_board_is_read_by_a_camera_that_is_held_in_a_hand():
    reader, played = Reader(taught(PLAIN)), ("3w3/7/7/7/7/7/7", OPENING, "7/2b4/1w5/3w3/W3b2/7/7")
    for second, (camera, placement) in enumerate(zip(HELD, played, strict=True)):
        held = replace(PLAIN, camera=replace(PLAIN.camera, **camera))
        now = picture(held, Take(placement, seed=second))
        rng = np.random.default_rng(second)
        for k in range(8):
            noisy = now.image_bgr + rng.normal(0, 1, now.image_bgr.shape)
            time_s = 3 * second + 0.1 * k
            image = np.clip(noisy, 0, 255).astype(np.uint8)
            reading = reader.read(Frame(image, round(10 * time_s), time_s))
            away = np.linalg.norm(reader.pose.projection(NODES) - now.hollows_px, axis=1).max()
            assert reading.moved or away < 7
        assert not reading.moved
        assert reading.steady
        assert wrong(reading, now.labels, reading.covered) == []
        assert not reading.covered.any()


@pytest.mark.parametrize(("every_s", "certain"), [(1.0, True), (0.1, False)])
def test_pictures_by_hand_one_by_one_are_read_with_certainty(every_s, certain):
    """Each shows a board at rest; of a film it may be the one in which the board is on its way."""
    reader = Reader(taught(PLAIN))
    reader.read(Frame(bare(PLAIN).image_bgr, 0, 0.0))
    for index, camera in enumerate(HELD[:2], 1):
        held = replace(PLAIN, camera=replace(PLAIN.camera, **camera))
        now = picture(held, Take(OPENING, seed=index))
        reading = reader.read(Frame(now.image_bgr, index, every_s * index))
        assert reading.moved
        assert reader.found_again is certain
        sure = reading.p.max(axis=1) > 0.9
        assert sure.all() if certain else not sure.any()
        if certain:
            assert wrong(reading, now.labels, reading.covered) == []


def test_the_first_picture_may_be_taken_by_hand_too():
    held = replace(PLAIN, camera=replace(PLAIN.camera, **HELD[0]))
    now = picture(held, Take(OPENING, seed=1))
    reader = Reader(taught(PLAIN))
    reading = reader.read(Frame(now.image_bgr, 0, 0.0))
    assert (reading.moved, reader.found_again) == (True, True)
    assert wrong(reading, now.labels, reading.covered) == []


def test_a_board_that_is_not_found_is_not_found_again():
    reader = Reader(taught(PLAIN))
    for second, scene in enumerate(dict(other_scenes()).values()):
        reading = reader.read(Frame(scene, second, float(second)))
        assert not reader.found_again
        assert reading.trouble or reading.p.max() < 0.9
