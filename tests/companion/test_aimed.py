"""The rings on the camera's picture stay on the hollows when the board is moved."""

from dataclasses import replace

import numpy as np
from synthetic_setups import PLAIN, known

from companion.watch import Eyes, Watch


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
