"""Whoever fills the trays may have pushed the board, or holds the camera in his hand."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from command_line import run
from synthetic import Take, full_trays
from synthetic_setups import PLAIN, bare, found, picture

from calibration.board import with_trays
from calibration.put_back import put_back

MOVES = {
    "pushed": {"target": (3.3, 2.8), "roll_deg": PLAIN.camera.roll_deg + 2},
    "two pitches aside": {"target": (4.6, 2.0), "roll_deg": PLAIN.camera.roll_deg - 4},
    "held in a hand": {"tilt_deg": 15, "azimuth_deg": 6, "roll_deg": 4, "pitch_px": 75.0},
}
ANYWHERE = pytest.mark.parametrize("move", MOVES.values(), ids=MOVES)


def trays_from(move):
    setup = replace(PLAIN, camera=replace(PLAIN.camera, **move))
    return picture(setup, full_trays()).image_bgr


def test_where_nothing_was_moved_the_picture_stays_as_it_is():
    image = picture(PLAIN, full_trays()).image_bgr
    assert put_back(found(PLAIN), image) is image


@ANYWHERE
def test_colours_are_learned_from_trays_though_the_board_was_moved(move):
    unmoved = with_trays(found(PLAIN), picture(PLAIN, full_trays()).image_bgr)
    stood = put_back(found(PLAIN), trays_from(move))
    told = with_trays(found(PLAIN), stood)
    assert told.series.known.all()
    assert told.series.rgb == pytest.approx(unmoved.series.rgb, abs=12)
    assert told.radii == pytest.approx(unmoved.radii, abs=0.02)


@pytest.mark.parametrize("name", ["noise", "white", "too far"])
def test_another_scene_is_none(name):
    shape = found(PLAIN).bare_bgr.shape
    images = {
        "noise": np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8),
        "white": np.full(shape, 255, np.uint8),
        "too far": picture(
            replace(PLAIN, camera=replace(PLAIN.camera, target=(9, 3))), Take()
        ).image_bgr,
    }
    assert put_back(found(PLAIN), images[name]) is None


@ANYWHERE
@pytest.mark.usefixtures("search_free")
def test_the_command_takes_such_a_picture(capsys, shots, tmp_path, move):
    cv2.imwrite(str(tmp_path / "trays.png"), trays_from(move))
    files = ("--start", tmp_path / "trays.png", "--out", tmp_path / "cal.json")
    status, (said,), err = run(capsys, "calibrate", "--empty", shots / "bare.png", *files)
    assert (status, err) == (0, [])
    red, blue = sorted(said["colours"], key=lambda rgb: rgb[2])
    assert red[0] > 2 * red[2]
    assert blue[2] > 2 * blue[0]
    places = np.array(list(said["hollows_px"].values()))
    assert np.abs(places - bare(PLAIN).hollows_px).max() < 3, "of the picture of the bare board"
