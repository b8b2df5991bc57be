"""Sweeps over what boards meet: bumps late in a game, lamps, other scenes."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Hand, Take
from synthetic_setups import (
    BOXES,
    PLAIN,
    POSITION,
    WIDE,
    bare,
    frames,
    known,
    nodes_of,
    picture,
    recorded,
    taught,
    wrong,
)

from calibration.board import from_bare_board
from vision.camera.geometry import pose_of
from vision.camera.projection import fit_projection
from vision.camera.sampling import View
from vision.errors import BoardNotFoundError
from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame
from vision.watching.motion import Motion
from vision.watching.relocate import relocate

NODES = nodes_of(REAL_QUEEN)


@pytest.mark.parametrize("by_px", [(7, 0), (-5, 6), (0, -20)], ids=str)
def test_a_bump_of_plain_wood_with_many_marbles_is_noticed(by_px):
    k = known(PLAIN)
    image = np.roll(picture(PLAIN, Take(POSITION, seed=1)).image_bgr, by_px[::-1], axis=(0, 1))
    view = View(k.pose, REAL_QUEEN)
    motion = Motion(k.pose, REAL_QUEEN, view, view(k.bare_bgr))
    assert motion.bump(view(image), np.ones(49, bool), np.zeros(49, bool), True)[0]


@pytest.mark.parametrize("camera", [{}, {"target": (3.25, 2.8)}, {"roll_deg": 9}])
@pytest.mark.parametrize("setup", [PLAIN, BOXES, WIDE], ids=["plain", "boxes", "wide"])
def test_a_bumped_board_in_the_middle_game_is_found(setup, camera):
    if "roll_deg" in camera:
        camera = {"roll_deg": setup.camera.roll_deg + 3}
    now = picture(replace(setup, camera=replace(setup.camera, **camera)), Take(POSITION, seed=1))
    found = relocate(bare(setup).image_bgr, known(setup).pose, now.image_bgr, REAL_QUEEN)
    assert (
        np.linalg.norm(found.projection(NODES) - now.hollows_px, axis=1).max()
        < 0.1 * setup.camera.pitch_px
    )


# recorded boards, not moved at all: relocate must at least find them where they are
@pytest.mark.parametrize("name", ["s001", "s012", "s013"])
@pytest.mark.parametrize("index", [2, 3])
def test_a_recorded_board_is_found_where_it_is(name, index):
    r = recorded(name)
    size = (r.images[0].shape[1], r.images[0].shape[0])
    view = fit_projection(NODES, r.hollows_px, size).projection
    found = relocate(r.images[0], pose_of(view), r.images[index], REAL_QUEEN)
    pitch_px = np.linalg.norm(r.hollows_px[24] - r.hollows_px[25])
    assert np.linalg.norm(found.projection(NODES) - r.hollows_px, axis=1).max() < 0.1 * pitch_px


@pytest.mark.parametrize("warmth", [-0.2, 0.2])
def test_a_lamp_of_another_colour(warmth):
    shown = picture(PLAIN, Take(POSITION, warmth=warmth, seed=3))
    reading = Reader(taught(PLAIN)).read(Frame(shown.image_bgr, 0, 0.0))
    assert wrong(reading, shown.labels, reading.covered) == []
    assert reading.covered.sum() == 0


@pytest.mark.parametrize("shape", [(1, 3000, 3), (3000, 1, 3), (2, 5000, 3)])
def test_a_very_thin_picture_is_no_board(shape):
    with pytest.raises(BoardNotFoundError):
        from_bare_board(
            np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8), REAL_QUEEN
        )


@pytest.mark.parametrize("squares_px", [80, 200])
def test_another_scene_gives_nothing_certain(squares_px):
    y, x = np.mgrid[0:720, 0:1280]
    image = np.repeat(
        ((x // squares_px + y // squares_px) % 2 * 200 + 30).astype(np.uint8)[..., None], 3, axis=2
    )
    reading = Reader(taught(PLAIN)).read(Frame(image, 0, 0.0))
    sure = (reading.p.max(axis=1) > 0.9) & ~reading.covered
    assert reading.moved or reading.trouble or sure.sum() == 0


# hands of the wood's own colour, bare skin over bare hollows and marbles
@pytest.mark.parametrize("rgb", [(205, 150, 120), (120, 80, 60), (235, 190, 165)])
@pytest.mark.parametrize("tip", [(640, 330), (560, 260), (760, 420)])
def test_skin_on_wood(rgb, tip):
    reader = Reader(taught(PLAIN))
    reader.read(frames(picture(PLAIN, Take(POSITION, seed=1)).image_bgr)[0])
    shown = picture(PLAIN, Take(POSITION, hand=Hand(tip, rgb=rgb), seed=2))
    reading = reader.read(Frame(shown.image_bgr, 1, 1.0))
    assert wrong(reading, shown.labels, shown.covered | reading.covered) == []
    new = Take(POSITION.replace("6B", "1b1w2B"), hand=Hand(tip, rgb=rgb), seed=2)
    shown = picture(PLAIN, new)
    reading = reader.read(Frame(shown.image_bgr, 1, 1.0))
    names = REAL_QUEEN.names()
    labels = reading.labels()
    bad = [
        names[i]
        for i in range(49)
        if not reading.covered[i] and reading.p[i].max() > 0.9 and labels[i] != shown.labels[i]
    ]
    assert bad == []


# the first picture the reader ever sees has a hand in it
@pytest.mark.parametrize("rgb", [(205, 150, 120), (120, 80, 60), (60, 90, 170)])
def test_a_hand_in_the_first_picture(rgb):
    shown = picture(PLAIN, Take(POSITION, hand=Hand((640, 330), rgb=rgb), seed=2))
    reading = Reader(taught(PLAIN)).read(Frame(shown.image_bgr, 0, 0.0))
    names, labels = REAL_QUEEN.names(), reading.labels()
    bad = [
        names[i]
        for i in range(49)
        if not reading.covered[i] and reading.p[i].max() > 0.9 and labels[i] != shown.labels[i]
    ]
    assert bad == []
