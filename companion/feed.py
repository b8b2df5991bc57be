"""The feed of a table: one source at a time, read by a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from companion.freshness import Freshness
from companion.mailbox import Arrived, Mailbox
from companion.pace import Pace
from companion.showing import STALLED_AFTER_S
from vision.sources import Source

LAST_FRAME_S: Final = 10.0
"""How long the end waits for the frame that is being brought."""


class Feed:
    """Brings the frames of ``source`` into the mailbox of the table of that name.

    Attributes:
        source: what is read just now.
        mailbox: where its frames go; orders of people too.

    Args:
        source: already open; the feed closes it.
        speed: how many times faster than life a recording is shown; None leaves
            the pace to the source.
        changed: told when it stands otherwise with a camera, though no frame comes.
        now_s: a monotonic clock, seconds.
    """

    def __init__(
        self,
        name: str,
        source: Source,
        *,
        speed: float | None,
        changed: Callable[[], None],
        now_s: Callable[[], float],
    ) -> None:
        self.source = source
        self.mailbox = Mailbox(keep_all=not source.live)
        self._name, self._changed, self._now_s = name, changed, now_s
        self._stopping = threading.Event()
        self._pace = None if speed is None else Pace(speed, self._stopping, now_s)
        self._freshness = Freshness(now_s)
        source.on_change = changed
        # Since when the source owes a frame; None while one is being looked at.
        self._owes_since_s: float | None = now_s()
        self._thread = self._thread_for(source, 0)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """Take nothing any more, neither frames nor orders."""
        self._stopping.set()
        self.mailbox.close()

    def close(self) -> None:
        """Close the source and wait for its thread."""
        self.source.close()
        if self._thread.ident is not None:
            self._thread.join(LAST_FRAME_S)

    def change(self, source: Source) -> None:
        """Read another source from now on, at its own pace; the old one is closed."""
        old, self.source = self.source, source
        source.on_change = self._changed
        self._pace = None
        number = self.mailbox.begin_anew(keep_all=not source.live)
        self._freshness = Freshness(self._now_s)
        self._owes_since_s = self._now_s()
        old.close()
        self._thread = self._thread_for(source, number)
        self._thread.start()

    @property
    def reading(self) -> bool:
        """Whether the source may still bring frames."""
        return self._thread.is_alive()

    @property
    def silent(self) -> bool:
        """Whether a frame is overdue."""
        since = self._owes_since_s
        overdue = since is not None and self._now_s() - since > STALLED_AFTER_S
        return self.source.trouble is not None or overdue

    @contextmanager
    def looking(self) -> Iterator[None]:
        """While a frame is looked at, which takes seconds at times, none is overdue."""
        self._owes_since_s = None
        try:
            yield
        finally:
            self._owes_since_s = self._now_s()

    def still_new(self, arrived: Arrived) -> Callable[[], bool]:
        """Whether the frame is young enough to be judged, each time that is asked."""
        return self._freshness.of(arrived) if self.source.live else lambda: True

    def _thread_for(self, source: Source, number: int) -> threading.Thread:
        # A daemon: a camera that hangs must not keep the process from ending.
        return threading.Thread(
            target=self._read, args=(source, number), name=f"source {self._name}", daemon=True
        )

    def _read(self, source: Source, number: int) -> None:
        """Bring frames until the source, the mailbox's of that number, ends or is not wanted."""
        try:
            with source as frames:
                for frame in frames:
                    arrived = Arrived(frame, self._now_s())
                    if self._pace is not None:
                        self._pace.wait_for(frame.time_s)
                    if self._stopping.is_set() or not self.mailbox.hand_over(arrived, number):
                        return
            error = None
        except Exception as stopped:
            error = stopped
        self.mailbox.end(error, number)
