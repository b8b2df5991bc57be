"""What waits for a table's thread: frames from its source, orders from people.

Orders come first. A recording hands its frames over one by one and waits until
each has been looked at, so that none is missed; a live source goes on, and what
was not looked at in time gives way to what is newer.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from vision.types import Frame


@dataclass(frozen=True, slots=True, eq=False)
class Arrived:
    """A frame, and when it came, on the table's monotonic clock in seconds."""

    frame: Frame
    at_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Something to be done on the table's thread; ``answer`` is what came of it."""

    work: Callable[[], Any]
    answer: Future[Any] = field(default_factory=Future)

    def carry_out(self) -> None:
        """Do it, unless nobody waits for it any more."""
        if not self.answer.set_running_or_notify_cancel():
            return
        try:
            self.answer.set_result(self.work())
        except Exception as error:
            self.answer.set_exception(error)


@dataclass(frozen=True, slots=True, eq=False)
class Over:
    """The source is over; ``error`` is why, None if it came to its end."""

    error: Exception | None


class Mailbox:
    """Between one source's thread, any threads that ask, and the table's own.

    Args:
        keep_all: whether every frame counts (a recording).
    """

    def __init__(self, *, keep_all: bool) -> None:
        self._keep_all = keep_all
        self._changed = threading.Condition()
        self._orders: deque[Order] = deque()
        self._frame: Arrived | None = None
        self._over: Over | None = None
        self._source = 0
        self._busy = False
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether nothing is taken any more."""
        return self._closed

    def hand_over(self, arrived: Arrived, source: int = 0) -> bool:
        """Bring a frame; of a recording, wait until it has been looked at.

        Args:
            arrived: the frame.
            source: whose it is, the number that ``begin_anew`` gave; 0 of the first.

        Returns:
            Whether more frames are wanted.
        """
        with self._changed:
            if source != self._source:
                return False
            self._frame = arrived
            self._changed.notify_all()
            if self._keep_all:
                self._changed.wait_for(
                    lambda: self._closed or (self._frame is not arrived and not self._busy)
                )
            return not self._closed

    def end(self, error: Exception | None = None, source: int = 0) -> None:
        """Say that no frame will come any more from that source."""
        with self._changed:
            if source == self._source:
                self._over = Over(error)
                self._changed.notify_all()

    def begin_anew(self, *, keep_all: bool) -> int:
        """Another source brings frames from here on; what the last one brings is dropped.

        Returns:
            The new source's number.
        """
        with self._changed:
            self._source += 1
            self._keep_all = keep_all
            self._frame = self._over = None
            self._changed.notify_all()
            return self._source

    def ask(self, order: Order) -> bool:
        """Bring an order; False if nobody will carry it out."""
        with self._changed:
            if self._closed:
                return False
            self._orders.append(order)
            self._changed.notify_all()
            return True

    def next(self, timeout_s: float | None) -> Order | Arrived | Over | None:
        """What is to be done now; None after ``timeout_s`` or when closed.

        Whoever asks has finished with what it got before.
        """
        with self._changed:
            self._busy = False
            self._changed.notify_all()
            self._changed.wait_for(self._anything, timeout_s)
            if self._closed:
                return None
            return self._take()

    def close(self) -> None:
        """Take nothing any more; orders that wait are refused. May be called twice."""
        with self._changed:
            self._closed = True
            for order in self._orders:
                order.answer.cancel()
            self._orders.clear()
            self._changed.notify_all()

    def _anything(self) -> bool:
        waits = self._orders or self._frame is not None or self._over is not None
        return self._closed or bool(waits)

    def _take(self) -> Order | Arrived | Over | None:
        self._busy = True
        if self._orders:
            return self._orders.popleft()
        if self._frame is not None:
            arrived, self._frame = self._frame, None
            return arrived
        over, self._over = self._over, None
        return over
