"""The pace at which a recording is shown."""

from __future__ import annotations

import threading
from collections.abc import Callable


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
        """Sleep until the frame taken at ``time_s`` is due; late frames are due at once."""
        due_s = time_s / self._speed
        if self._ahead_s is None:
            self._ahead_s = due_s - self._now_s()
        left_s = due_s - self._ahead_s - self._now_s()
        if left_s > 0:
            self._stopping.wait(left_s)
