"""A frame older than a second is never judged: hands may be elsewhere by now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.mailbox import Arrived

OLDEST_S: Final = 1.0


class Freshness:
    """Tells old frames of a live source.

    A frame's age counts from when it was taken if the source goes by our clock,
    else from when it came.

    Args:
        now_s: a monotonic clock, seconds.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._our_clock: bool | None = None

    def of(self, arrived: Arrived) -> Callable[[], bool]:
        """Whether the frame is still new, each time that is asked."""
        taken_s = arrived.frame.time_s
        if self._our_clock is None:
            self._our_clock = abs(arrived.at_s - taken_s) <= OLDEST_S
        since_s = min(arrived.at_s, taken_s) if self._our_clock else arrived.at_s
        return lambda: self._now_s() - since_s <= OLDEST_S
