"""The pace of a recording, on a clock of our own."""

import pytest

from companion.pace import Pace


class Clock:
    """Time that passes only by waiting, or when told to."""

    def __init__(self):
        self.now_s = 1000.0
        self.waits = []

    def wait(self, seconds):
        self.waits.append(round(seconds, 6))
        self.now_s += seconds

    def __call__(self):
        return self.now_s


@pytest.mark.parametrize(("speed", "wait"), [(1, 0.5), (2, 0.25), (0.5, 1.0), (10, 0.05)])
def test_frames_are_held_until_they_are_due(speed, wait):
    clock = Clock()
    pace = Pace(speed, clock, clock)
    for time_s in (7.0, 7.5, 8.0):
        pace.wait_for(time_s)
    assert clock.waits == [wait, wait]


def test_a_small_delay_is_made_up():
    clock = Clock()
    pace = Pace(1, clock, clock)
    pace.wait_for(0.0)
    clock.now_s += 0.4
    for time_s in (0.2, 0.4, 0.6):
        pace.wait_for(time_s)
    assert clock.waits == [0.2]


def test_after_a_long_look_the_recording_goes_on_from_there():
    clock = Clock()
    pace = Pace(1, clock, clock)
    pace.wait_for(0.0)
    clock.now_s += 8
    for time_s in (0.2, 0.4, 0.6):
        pace.wait_for(time_s)
    assert clock.waits == [0.2, 0.2]
