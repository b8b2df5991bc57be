"""The hub: wakes everyone who follows a table, and hands out the events they have not seen.

A follower is no queue but a cursor, the number of the last event it has: what
it missed comes from a short ring of recent events, or from the store. So a slow
or sleeping phone costs no memory and nobody can miss an event.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from companion.errors import TooManyStreamsError
from companion.store import Store, StoredEvent

RECENT_EVENTS: Final = 256
"""Kept in memory, so that a stream that is up to date never asks the store."""

STREAMS: Final = 32
"""Live pages at a time. Each holds a thread of the web server, mostly asleep."""


class Hub:
    """Followers of the board of that name in ``store``.

    Args:
        store: where the events are.
        board: whose events.
        streams: how many may follow live at the same time.
        recent: how many events are kept in memory.
    """

    def __init__(
        self, store: Store, board: str, *, streams: int = STREAMS, recent: int = RECENT_EVENTS
    ) -> None:
        self._store = store
        self._board = board
        self.limit = streams
        self._changed = threading.Condition()
        self._recent: deque[StoredEvent] = deque(maxlen=recent)
        # The ring holds every event of this board with a number above this one.
        self._floor = store.newest()
        self._version = 0
        self._streams = 0
        self._closed = False

    @property
    def streams(self) -> int:
        """How many follow live just now."""
        return self._streams

    @property
    def closed(self) -> bool:
        """Whether the companion is shutting down."""
        return self._closed

    @property
    def version(self) -> int:
        """Grows with everything that changes what a page shows, events included."""
        return self._version

    def publish(self, event: StoredEvent) -> None:
        """Tell everyone of an event that is already in the store."""
        with self._changed:
            if len(self._recent) == self._recent.maxlen:
                self._floor = self._recent[0].seq
            self._recent.append(event)
            self._version += 1
            self._changed.notify_all()

    def touch(self) -> None:
        """Tell everyone that something passing changed: the camera, what the referee waits for."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()

    def after(self, seq: int) -> list[StoredEvent]:
        """The board's events with a number above ``seq``, in order; damaged ones are left out."""
        with self._changed:
            if seq >= self._floor:
                return [event for event in self._recent if event.seq > seq]
        return self._store.events(board=self._board, after=seq, damaged=False)

    def wait(self, version: int, timeout_s: float) -> bool:
        """Sleep until something has changed since that ``version``.

        Returns:
            Whether there is news; False after ``timeout_s`` or at shutdown.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._version != version, timeout_s)
            return self._version != version and not self._closed

    @contextmanager
    def stream(self) -> Iterator[None]:
        """Hold one of the places for live followers.

        Raises:
            TooManyStreamsError: all are taken.
        """
        with self._changed:
            if self._streams >= self.limit:
                raise TooManyStreamsError(
                    f"{self.limit} pages follow this board live already; "
                    "close one, or ask /api/state now and then"
                )
            self._streams += 1
        try:
            yield
        finally:
            with self._changed:
                self._streams -= 1

    def close(self) -> None:
        """Wake everyone for the last time. May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
