"""The pace at which a recording is shown."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

LATE_S: Final = 0.5
"""A recording that has fallen back by more than this has been held up."""


class Pace:
    """Holds each frame back until its time has come.

    Args:
        speed: how many times faster than life.
        stopping: set when nobody wants to wait any longer.
        now_s: a monotonic clock, seconds.
    """

    def __init__(self, speed: float, stopping: threading.Event, now_s: Callable[[], float]) -> None:
        self._speed = speed
        self._stopping = stopping
        self._now_s = now_s
        self._ahead_s: float | None = None

    def wait_for(self, time_s: float) -> None:
        """Sleep until the frame taken at ``time_s`` is due.

        A frame that is a little late is due at once; after a long look at one
        frame the recording goes on from there instead of rushing to catch up.
        """
        due_s = time_s / self._speed
        if self._ahead_s is None:
            self._ahead_s = due_s - self._now_s()
        left_s = due_s - self._ahead_s - self._now_s()
        if left_s > 0:
            self._stopping.wait(left_s)
        elif left_s < -LATE_S:
            self._ahead_s += left_s
