"""The last seconds of pictures, kept in memory for whoever says that a ruling was wrong."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2

from vision.types import Frame

LAST_S: Final = 20.0
"""How far back it reaches: longer than any move and the ruling on it."""

EVERY_S: Final = 0.25
"""The referee's patience is a second; four pictures of it tell the same story."""

MOST_BYTES: Final = 16_000_000
"""What it may hold, on a Pi too."""

QUALITY: Final = 90
"""Of the JPEGs: what the eyes read from them is what they read from the frames."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A picture.

    Attributes:
        jpeg: it, packed.
        index: of the frame.
        time_s: of the frame, on the source's clock.
        seq: the number of the last event before it.
    """

    jpeg: bytes
    index: int
    time_s: float
    seq: int


class Ring:
    """The newest pictures of one source. ``pictures`` may be asked from any thread.

    Args:
        last_s: how far back it reaches.
        most_bytes: what it may hold.
        pack: makes a JPEG of a frame.
    """

    def __init__(
        self,
        last_s: float = LAST_S,
        most_bytes: int = MOST_BYTES,
        pack: Callable[[Frame], bytes] | None = None,
    ) -> None:
        self._last_s, self._most_bytes = last_s, most_bytes
        self._pack = pack or _packed
        self._lock = threading.Lock()
        self._kept: deque[Kept] = deque()
        self._bytes = 0

    def keep(self, frame: Frame, seq: int) -> None:
        """Take a frame, unless the last one was taken just now.

        Args:
            frame: the next one.
            seq: the number of the last event before it.
        """
        last = self._kept[-1] if self._kept else None
        # Where time goes back, another source has begun.
        if last is not None and frame.time_s < last.time_s:
            self.clear()
        elif last is not None and frame.time_s - last.time_s < EVERY_S - 1e-6:
            return
        kept = Kept(self._pack(frame), frame.index, frame.time_s, seq)
        with self._lock:
            self._kept.append(kept)
            self._bytes += len(kept.jpeg)
            while self._kept and self._too_much(kept.time_s):
                self._bytes -= len(self._kept.popleft().jpeg)

    def _too_much(self, now_s: float) -> bool:
        too_old = now_s - self._kept[0].time_s > self._last_s
        return too_old or self._bytes > self._most_bytes

    def clear(self) -> None:
        """Forget them all."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    @property
    def pictures(self) -> tuple[Kept, ...]:
        """What it holds, oldest first."""
        with self._lock:
            return tuple(self._kept)


def _packed(frame: Frame) -> bytes:
    _, jpeg = cv2.imencode(".jpg", frame.image_bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return jpeg.tobytes()
