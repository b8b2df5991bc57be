"""A frame older than a second is never judged; a recording's frames have no age."""

from dataclasses import replace

import numpy as np
import pytest
from scripted import ScriptedCalibration, ScriptedReader, ScriptedSource, script

from companion.freshness import Freshness
from companion.mailbox import Arrived, Mailbox, Over
from companion.table import Table
from vision.errors import VisionError
from vision.types import Frame

IMAGE = np.full((12, 16, 3), 90, np.uint8)


def arrived(taken_s, at_s):
    return Arrived(Frame(IMAGE, 0, taken_s), at_s)


@pytest.mark.parametrize(
    ("first", "taken_s", "at_s", "now_s", "new"),
    [
        pytest.param(100, 101, 101.1, 101.2, True, id="just taken"),
        pytest.param(100, 101, 101.1, 102.3, False, id="looked at too long"),
        pytest.param(100, 101, 102.5, 102.5, False, id="late out of the camera"),
        pytest.param(7, 8, 101.1, 101.2, True, id="another clock, just come"),
        pytest.param(7, 8, 101.1, 102.3, False, id="another clock, waited"),
    ],
)
def test_a_frame_s_age(first, taken_s, at_s, now_s, new):
    now = [100.0]
    freshness = Freshness(lambda: now[0])
    assert freshness.of(arrived(first, 100.0))()
    still_new = freshness.of(arrived(taken_s, at_s))
    now[0] = now_s
    assert still_new() is new


class Slow(ScriptedReader):
    """Eyes that need their time for some boards."""

    def __init__(self, boards, now, slow):
        super().__init__(boards)
        self._now, self._slow = now, slow

    def read(self, frame):
        self._now[0] += self._slow
        return super().read(frame)


@pytest.mark.parametrize(("seconds", "moves"), [(0.5, ["e4"]), (1.5, [])])
def test_what_was_read_too_slowly_is_not_judged(store, seconds, moves):
    boards, eyes = script(["e4"])
    now = [1000.0]  # not the clock that the pictures' times are of
    eyes = replace(eyes, reader=lambda _: Slow(boards, now, seconds))
    source = ScriptedSource(len(boards), live=True)
    table = Table(
        "table", source, store, eyes=eyes, calibration=ScriptedCalibration(), now_s=lambda: now[0]
    )
    # Every frame is to be looked at here, which a camera would not wait for.
    table._feed.mailbox = Mailbox(keep_all=True)
    table.start()
    table.join()
    table.stop()
    assert table.failure == ""
    assert table.state("en")["moves"] == moves


def test_a_recording_may_be_looked_at_slowly(store):
    boards, eyes = script(["e4"])
    now = [0.0]
    eyes = replace(eyes, reader=lambda _: Slow(boards, now, 5.0))
    table = Table("table", ScriptedSource(len(boards)), store, eyes=eyes, now_s=lambda: now[0])
    table.start()
    table.join()
    table.stop()
    assert table.state("en")["moves"] == ["e4"]


def test_a_camera_s_newest_frame_takes_the_place_of_older_ones():
    box = Mailbox(keep_all=False)
    for k in range(5):
        assert box.hand_over(arrived(k, k))
    assert box.next(0).at_s == 4
    assert box.next(0) is None
    box.close()
    assert not box.hand_over(arrived(9, 9))


def test_what_an_old_source_still_brings_is_dropped():
    box = Mailbox(keep_all=False)
    assert box.hand_over(arrived(1, 1))
    second = box.begin_anew(keep_all=False)
    assert box.next(0) is None
    assert not box.hand_over(arrived(2, 2))
    box.end(VisionError("it was unplugged"))
    assert box.next(0) is None
    assert box.hand_over(arrived(3, 3), second)
    assert box.next(0).at_s == 3
    box.end(None, second)
    assert isinstance(box.next(0), Over)
