"""What the camera sees, as a small picture for the page."""

from __future__ import annotations

import threading
from typing import Final

import cv2
import numpy as np

from calibration.model import Calibration
from vision.types import Frame, ImageBGR

WIDTH_PX: Final = 480
"""Wide enough to see whether the hollows are where the circles are."""

SETUP_WIDTH_PX: Final = 960
"""Wide enough to see a hollow's middle, where its corner is put by hand."""

HOLLOW_PX: Final = 320
"""Both sides of the picture of one hollow."""

BESIDE: Final = 1.5
"""How far it shows beyond the hollow's middle, in pitches: the neighbours, to compare with."""

QUALITY: Final = 72

RING_BGR: Final = (80, 220, 255)


class Picture:
    """The last frame; drawn and packed only when somebody asks, once a frame."""

    def __init__(self) -> None:
        self._frame: Frame | None = None
        self._before: Frame | None = None
        self._lock = threading.Lock()
        self._packed: tuple[Frame, Calibration | None, bytes] | None = None

    @property
    def frame(self) -> Frame | None:
        """The newest frame, None before the first."""
        return self._frame

    def keep(self, frame: Frame) -> None:
        """Remember the newest frame."""
        self._before, self._frame = self._frame, frame

    @property
    def last_two(self) -> tuple[Frame, ...]:
        """The newest frames, at most two, the older first."""
        return tuple(frame for frame in (self._before, self._frame) if frame is not None)

    def plain(self) -> bytes | None:
        """The newest frame with nothing drawn over it, larger."""
        frame = self._frame
        return None if frame is None else _pack(frame.image_bgr, None, SETUP_WIDTH_PX)

    def around(self, board: Calibration | None, hollow: int) -> bytes | None:
        """A hollow (its number in ``board``) and those beside it, large; None if there is none."""
        frame = self._frame
        return None if frame is None or board is None else _around(frame.image_bgr, board, hollow)

    def jpeg(self, calibration: Calibration | None) -> bytes | None:
        """The newest frame with the calibrated hollows drawn over it; None if there is none."""
        frame = self._frame
        if frame is None:
            return None
        with self._lock:
            if self._packed is None or self._packed[:2] != (frame, calibration):
                self._packed = (frame, calibration, _pack(frame.image_bgr, calibration))
            return self._packed[2]


def _around(image_bgr: ImageBGR, board: Calibration, hollow: int) -> bytes | None:
    """A square of ``BESIDE`` pitches to each side; None where the hollow is out of the picture."""
    hollows = np.asarray(board.hollows_px, float)
    pitch = (hollows.max(axis=0) - hollows.min(axis=0)).max() / 6
    half = max(4, round(BESIDE * pitch))
    x, y = (round(v) for v in hollows[hollow])
    height, width = image_bgr.shape[:2]
    if not (0 <= x < width and 0 <= y < height):
        return None
    # At the picture's edge the rest of the square is black: the hollow stays in its middle.
    framed = cv2.copyMakeBorder(image_bgr, half, half, half, half, cv2.BORDER_CONSTANT)
    square = cv2.resize(
        framed[y : y + 2 * half, x : x + 2 * half],
        (HOLLOW_PX, HOLLOW_PX),
        interpolation=cv2.INTER_CUBIC,
    )
    ring = round(1.35 * board.rim_px[hollow] * HOLLOW_PX / (2 * half))
    cv2.circle(square, (HOLLOW_PX // 2, HOLLOW_PX // 2), ring, RING_BGR, 2, cv2.LINE_AA)
    _, packed = cv2.imencode(".jpg", square, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes()


def _pack(image_bgr: ImageBGR, calibration: Calibration | None, width_px: int = WIDTH_PX) -> bytes:
    height, width = image_bgr.shape[:2]
    scale = min(1.0, width_px / width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(image_bgr, size, interpolation=cv2.INTER_AREA)
    if calibration is not None:
        for (x, y), rim in zip(calibration.hollows_px, calibration.rim_px, strict=True):
            centre = (round(x * scale), round(y * scale))
            cv2.circle(small, centre, max(2, round(rim * scale)), RING_BGR, 1, cv2.LINE_AA)
    _, packed = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes()
