"""Setting up as the page shows it: how far it is, and what stands in its way.

What is wrong with a picture is told from the picture alone, whether or not a board
is found in it: too dark, blurred, something moving.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import cv2
import numpy as np

from calibration.judging import SURE
from calibration.model import Calibration
from vision.camera.dark import too_dark
from vision.types import Frame, ImageBGR

WIDTH_PX: Final = 640
"""Of the picture in which faults are looked for."""

BLUR_PX: Final = 2.4
"""Spread of the sharpest edges in that picture from which on hollows melt into the wood.

A board that fills the picture has a rim of about 0.18 x 640 / 8 = 14 px; a rim is
a light and a dark edge side by side, each a fifth of it wide.
"""

WINDOW_PX: Final = 15

SHARPEST: Final = 0.02
"""Share of the places with the most contrast that are asked for their edges."""

MOVED: Final = 0.01
"""Share of the picture that differs between two frames where something moves."""

LEVELS: Final = 24
"""Grey levels by which a place differs then, beyond any camera's noise."""


class Wrong(StrEnum):
    """What is wrong with a picture; the catalogues have a sentence for each."""

    DARK = "dark"
    BLURRED = "blurred"
    MOVING = "moving"


class Step(StrEnum):
    """What setting up waits for."""

    CAMERA = "camera"
    BOARD = "board"
    TRAYS = "trays"
    PLAY = "play"


def setup_json(
    found: Calibration | None, calibrated: bool, waiting_for: str, frames: tuple[Frame, ...]
) -> dict[str, Any]:
    """What ``GET /api/setup`` tells of the table.

    Args:
        found: where the board is.
        calibrated: whether nothing is waited for any more.
        waiting_for: what the camera must be shown, a code.
        frames: the newest one or two.

    Places are shares (0..1) of the picture's width and height.
    """
    return {
        "step": _step(found, calibrated, frames),
        "waiting_for": waiting_for,
        "wrong": [] if calibrated or not frames else [str(code) for code in wrong_with(frames)],
    } | _places(found if frames else None, frames)


def _places(found: Calibration | None, frames: tuple[Frame, ...]) -> dict[str, Any]:
    if found is None:
        return dict.fromkeys(("hollows", "rim", "corners", "confidence", "sure"))
    height, width = frames[-1].image_bgr.shape[:2]
    hollows = [[round(x / width, 5), round(y / height, 5)] for x, y in np.array(found.hollows_px)]
    return {
        "hollows": hollows,
        "rim": float(np.mean(found.rim_px)) / width,
        "corners": [hollows[at] for at in _corners(found)],
        "confidence": round(found.confidence, 3),
        "sure": found.confidence >= SURE,
    }


def wrong_with(frames: tuple[Frame, ...]) -> list[Wrong]:
    """What is wrong with the last of some frames."""
    image = _small(frames[-1].image_bgr)
    # The brightest tenth, as for finding: a dark cloth around a lit board is no dark picture.
    if too_dark(image):
        return [Wrong.DARK]
    if len(frames) > 1 and _moved(_small(frames[0].image_bgr), image):
        return [Wrong.MOVING]
    return [Wrong.BLURRED] if edge_spread_px(image) > BLUR_PX else []


def edge_spread_px(grey: ImageBGR) -> float:
    """How wide the sharpest edges of a grey picture are: the sigma of their blur, in pixels.

    An edge of height h blurred by sigma has the steepest slope h / (sigma sqrt(2 pi)); both
    are measured where there is the most contrast, so that plain wood says nothing.
    """
    values = grey.astype(np.float32)
    kernel = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    height = cv2.dilate(values, kernel) - cv2.erode(values, kernel)
    slope_x = cv2.Scharr(values, cv2.CV_32F, 1, 0, scale=1 / 32)
    slope_y = cv2.Scharr(values, cv2.CV_32F, 0, 1, scale=1 / 32)
    slope = cv2.dilate(cv2.magnitude(slope_x, slope_y), kernel)
    strong = height >= np.quantile(height, 1 - SHARPEST)
    if float(height[strong].min()) < LEVELS:
        return 0.0  # nothing to be seen sharply or not
    spread = height[strong] / (np.maximum(slope[strong], 1e-3) * np.sqrt(2 * np.pi))
    return float(np.median(spread))


def _step(found: Calibration | None, calibrated: bool, frames: tuple[Frame, ...]) -> Step:
    if not frames:
        return Step.CAMERA
    if calibrated:
        return Step.PLAY
    return Step.BOARD if found is None else Step.TRAYS


def _moved(before: ImageBGR, now: ImageBGR) -> bool:
    if before.shape != now.shape:
        return False
    return float((cv2.absdiff(before, now) > LEVELS).mean()) > MOVED


def _small(image_bgr: ImageBGR) -> ImageBGR:
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    scale = min(1.0, WIDTH_PX / grey.shape[1])
    return cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(
        np.uint8, copy=False
    )


def _corners(found: Calibration) -> list[int]:
    """Top left, top right, bottom right, bottom left."""
    columns, count = found.spec.columns, found.spec.count
    return [count - columns, count - 1, columns - 1, 0]
