"""The rings on the camera's picture stay on the hollows when the board is moved; trays stay too."""

from dataclasses import replace

import numpy as np
from scripted import FRAMES_A_BOARD, GAME, script
from synthetic_setups import PLAIN, known

from companion.watch import Eyes, Watch
from vision.types import Frame


class Follows:
    """A reader that found the board elsewhere."""

    pose = None


def test_the_rings_follow_the_board():
    given = known(PLAIN)
    elsewhere = known(replace(PLAIN, camera=replace(PLAIN.camera, roll_deg=9, target=(3.2, 2.9))))
    reader = Follows()
    watch = Watch(calibration=given, eyes=Eyes(reader=lambda _: reader))
    assert watch.aimed is given
    reader.pose = given.pose
    assert watch.aimed is given
    reader.pose = elsewhere.pose
    assert np.abs(given.hollows_px - elsewhere.hollows_px).max() > 10
    np.testing.assert_allclose(watch.aimed.hollows_px, elsewhere.hollows_px)
    assert watch.aimed.bare_bgr is given.bare_bgr
    assert Watch().aimed is None


def test_trays_are_looked_for_where_they_were_when_the_board_was_calibrated():
    """Not where it is aimed at since: a board told aside had its trays where they are."""
    boards, eyes = script(GAME[:3])
    watch = Watch(eyes=eyes)
    there, looked = object(), []
    for k in range(2 * FRAMES_A_BOARD + len(boards)):
        if watch._reader is not None:
            watch._reader.as_calibrated = there
        watch.tray_check.look = lambda *asked: looked.append(asked[1])
        index = min(max(k - 2 * FRAMES_A_BOARD, 0), len(boards) - 1)
        watch.take(Frame(np.zeros((8, 8, 3), np.uint8), index, k / 2))
    assert looked
    assert set(looked) == {there}
