"""The camera's picture of every combination and fault: what a ruling was seen in.

Small crops of the board, the newest of them up to a bound: evidence of an evening,
not an archive. They can be lost without any harm to the games. A picture is named after its
event's numbers and time: games that are restored have the numbers of others', and a picture
of those is no evidence.
"""

from __future__ import annotations

import logging
import re
import threading
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.files import whole_file
from calibration.model import Calibration
from companion.store import StoredEvent
from vision.types import Frame, ImageBGR

log = logging.getLogger(__name__)

MOST_BYTES: Final = 200 * 1024 * 1024
"""Some three thousand pictures."""

WIDTH_PX: Final = 720
QUALITY: Final = 80

MARGIN: Final = 0.9
"""Wood shown beyond the outer hollows, in pitches."""


class Evidence:
    """Pictures in a folder of their own.

    Args:
        folder: made with the first picture.
        most_bytes: the oldest pictures go when there are more.
    """

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._sizes: dict[Path, int] | None = None

    def witness(self, event: StoredEvent, frame: Frame | None, board: Calibration | None) -> None:
        """Keep the picture that settled a combination or a fault.

        A game goes on without, so a full disk is only logged.
        """
        if frame is None or event.body.get("event") not in ("combination", "fault"):
            return
        try:
            self._keep(self._path(event), _packed(frame.image_bgr, board))
        except OSError as error:
            log.warning("a picture can't be kept: %s", error)

    def picture(self, event: StoredEvent) -> bytes | None:
        """The JPEG of an event; None if there is none, or no more."""
        try:
            return self._path(event).read_bytes()
        except OSError:
            return None

    def has(self, event: StoredEvent) -> bool:
        """Whether there is a picture of that event."""
        with self._lock:
            return self._path(event) in self._known()

    def _path(self, event: StoredEvent) -> Path:
        return self._folder / f"{event.seq:09d}-{event.game}-{moment(event)}.jpg"

    def _keep(self, path: Path, picture: bytes) -> None:
        with self._lock:
            known = self._known()
            self._folder.mkdir(parents=True, exist_ok=True)
            # Nobody waits for the disk here: after a power cut a picture may be missing.
            with whole_file(path, lasting=False) as file:
                file.write(picture)
            known[path] = len(picture)
            self._forget(known)

    def _known(self) -> dict[Path, int]:
        """All pictures and their sizes, oldest first; the folder is looked at once."""
        if self._sizes is None:
            found = sorted(self._folder.glob("*.jpg")) if self._folder.is_dir() else []
            self._sizes = {path: path.stat().st_size for path in found}
        return self._sizes

    def _forget(self, known: dict[Path, int]) -> None:
        """Delete the oldest pictures until the rest keeps within the bound."""
        total = sum(known.values())
        for path in list(known)[:-1]:
            if total <= self._most_bytes:
                return
            path.unlink(missing_ok=True)
            total -= known.pop(path)


def moment(event: StoredEvent) -> str:
    """When an event was appended, in digits: no two of one number have the same."""
    return "".join(re.findall("[0-9]+", event.time))


def _packed(image_bgr: ImageBGR, board: Calibration | None) -> bytes:
    crop = image_bgr if board is None else _crop(image_bgr, board)
    scale = WIDTH_PX / crop.shape[1]
    if scale < 1:
        crop = cv2.resize(crop, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
            np.uint8, copy=False
        )
    _, packed = cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes()


def _crop(image_bgr: ImageBGR, board: Calibration) -> ImageBGR:
    """The part of the picture that shows the board; all of it where that is nothing."""
    hollows = np.asarray(board.hollows_px, float)
    low, high = hollows.min(axis=0), hollows.max(axis=0)
    beyond = MARGIN * (high - low).max() / 6
    height, width = image_bgr.shape[:2]
    left, top = np.clip(low - beyond, 0, [width - 1, height - 1]).astype(int)
    right, bottom = np.clip(high + beyond, 0, [width, height]).astype(int)
    crop = image_bgr[top:bottom, left:right]
    return crop if min(crop.shape[:2]) > 1 else image_bgr
