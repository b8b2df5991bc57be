"""The camera and what it sees: light, sharpness, the board in view."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import cv2
import numpy as np

from companion.doctor.finding import Finding, Level
from vision.camera.geometry import pose_of
from vision.camera.projection import Projection
from vision.camera.sharpness import BLURRED_PX, edge_width_px
from vision.errors import BoardNotFoundError, SourceError, VisionError
from vision.finding.find_board import find_board
from vision.sources import CameraError, Source
from vision.types import REAL_QUEEN, ImageBGR

SETTLE_S: Final = 3.0
"""Exposure and focus come to rest within this."""

DARK, BRIGHT = 45.0, 210.0
BLOWN: Final = 0.15
"""Share of pixels at the top of the scale from which marbles' looks are lost."""

FEW_PX: Final = 28.0
"""Pixels from hollow to hollow below which marbles are told apart badly."""

STEEP_DEG: Final = 35.0
"""What the eyes are made for (the companion's design)."""

NARROW: Final = 0.02
"""Share of the picture's width that should be left between the board and its border."""


def look(opener: Callable[[], Source], settle_s: float = SETTLE_S) -> Iterator[Finding]:
    """Open the camera, let it settle, and judge its last picture."""
    try:
        with opener() as source:
            image, rate = _settled(source, settle_s)
    except CameraError as error:
        trouble = error.trouble
        values = {"camera": trouble.camera, "text": trouble.text, "detail": trouble.detail}
        known = trouble.code if trouble.code in ("busy", "no-camera", "no-access") else "broken"
        yield Finding("camera", Level.BAD, known, values)
    except SourceError as error:
        yield Finding("camera", Level.BAD, "broken", {"camera": "", "text": str(error)})
    else:
        size = f"{image.shape[1]}x{image.shape[0]}"
        seen = {"camera": source.name, "size": size, "rate": round(rate, 1)}
        yield Finding("camera", Level.OK, "fine", seen)
        yield from judge(image)


def _settled(source: Source, settle_s: float) -> tuple[ImageBGR, float]:
    """The last picture of a few seconds, and how many came a second."""
    begun, count, image = time.monotonic(), 0, None
    for frame in source:
        count, image = count + 1, frame.image_bgr
        if time.monotonic() - begun >= settle_s or not source.live:
            break
    if image is None:
        raise SourceError(f"{source.name} shows nothing")
    return image, count / max(time.monotonic() - begun, 1e-3)


def judge(image_bgr: ImageBGR) -> Iterator[Finding]:
    """Light, sharpness and the board in one picture."""
    yield light(image_bgr)
    yield sharpness(image_bgr)
    yield from board(image_bgr)


def light(image_bgr: ImageBGR) -> Finding:
    """Too dark, too bright, blown out?"""
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    mean, blown = float(grey.mean()), float((grey >= 254).mean())
    values = {"mean": round(mean), "percent": round(100 * blown)}
    if mean < DARK:
        return Finding("light", Level.BAD if mean < DARK / 3 else Level.WARNING, "dark", values)
    if mean > BRIGHT or blown > BLOWN:
        return Finding("light", Level.WARNING, "bright", values)
    return Finding("light", Level.OK, "fine", values)


def sharpness(image_bgr: ImageBGR) -> Finding:
    """Are edges as narrow as they should be?"""
    width = edge_width_px(image_bgr)
    values = {"px": round(width, 1)}
    if width > BLURRED_PX:
        return Finding("sharpness", Level.WARNING, "blurred", values)
    return Finding("sharpness", Level.OK, "fine", values)


def board(image_bgr: ImageBGR) -> Iterator[Finding]:
    """Is the bare board in view, large enough, not too much from the side?"""
    try:
        view = find_board(image_bgr, REAL_QUEEN).projection
    except BoardNotFoundError as error:
        yield Finding("board", Level.WARNING, "not-found", {"why": str(error)})
        return
    pitch = pitch_px(view)
    try:
        tilt = pose_of(view).tilt_deg
    except VisionError:
        tilt = 0.0
    values = {"px": round(pitch), "deg": round(tilt)}
    if pitch < FEW_PX:
        yield Finding("board", Level.WARNING, "small", values)
    elif tilt > STEEP_DEG:
        yield Finding("board", Level.WARNING, "steep", values)
    elif not _whole(view, image_bgr):
        yield Finding("board", Level.WARNING, "cut", values)
    else:
        yield Finding("board", Level.OK, "fine", values)


def pitch_px(view: Projection) -> float:
    """Pixels from hollow to hollow where they are closest together."""
    nodes = np.array([(c, r) for r in range(7) for c in range(7)], float)
    at = view(nodes).reshape(7, 7, 2)
    steps = [np.linalg.norm(np.diff(at, axis=axis), axis=2).min() for axis in (0, 1)]
    return float(min(steps))


def _whole(view: Projection, image_bgr: ImageBGR) -> bool:
    """Whether the board with half a pitch around its outer hollows is well inside."""
    height, width = image_bgr.shape[:2]
    corners = view(np.array([(-0.6, -0.6), (6.6, -0.6), (6.6, 6.6), (-0.6, 6.6)]))
    margin = NARROW * width
    inside = (corners > margin).all() and (corners < (width - margin, height - margin)).all()
    return bool(inside)
