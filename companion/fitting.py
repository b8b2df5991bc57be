"""Whether a calibration is of our board, and of the board in a picture at all."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.model import Calibration, load_calibration
from calibration.put_back import put_back
from calibration.standing import standing
from vision.types import REAL_QUEEN, Floats, ImageBGR

ALIKE: Final = 0.6
"""Correlation with the bare board from which a hollow's surroundings are the same."""

ENOUGH: Final = 0.15
"""Share of hollows that must be: marbles and hands change the others.

Measured on ten recorded boards: never under 0.31 on their own pictures, full
boards included, never above 0.06 on another board's.
"""

PATCH_RIMS: Final = 1.6
"""Half the side of what is compared, in rims: the rim and some wood around it."""


def load_for_game(path: Path) -> Calibration:
    """A calibration from its file, of a board on which Real Queen can be played.

    Raises:
        CalibrationError: it can't be read, or is of a board of another size or other marbles.
    """
    calibration = load_calibration(path)
    spec = calibration.spec
    if (spec.columns, spec.rows) != (REAL_QUEEN.columns, REAL_QUEEN.rows):
        raise CalibrationError(
            f"{path} is of a board of {spec.columns} x {spec.rows} hollows, "
            "but Real Queen has 7 x 7; calibrate with --grid 7x7"
        )
    if spec != REAL_QUEEN:
        raise CalibrationError(
            f"{path} is of marbles called {spec.kinds}, but Real Queen's are {REAL_QUEEN.kinds}; "
            "calibrate again"
        )
    return calibration


def fits(calibration: Calibration, image_bgr: ImageBGR) -> bool:
    """Whether enough hollows look as they did when the calibration was made."""
    if image_bgr.shape != calibration.bare_bgr.shape:
        return False
    return float((likeness(calibration, image_bgr) > ALIKE).mean()) >= ENOUGH


def start_picture(calibration: Calibration, start_bgr: ImageBGR, name: str) -> ImageBGR:
    """A picture of the full trays as it would be, were the board where it was calibrated.

    Who fills the trays may have pushed it, or holds the camera in his hand.

    Raises:
        CalibrationError: it shows another board, or marbles on this one.
    """
    if start_bgr.shape != calibration.bare_bgr.shape:
        return start_bgr  # told with both sizes where the trays are looked for
    start = put_back(calibration, start_bgr)
    if start is None or not fits(calibration, start):
        raise CalibrationError(
            f"{name} does not show the board that the other picture shows, "
            "or from quite another place; take both from the same place"
        )
    if standing(calibration, start).any():
        raise CalibrationError(
            f"{name} shows marbles on the board; for --start all of them lie in the trays"
        )
    return start


def likeness(calibration: Calibration, image_bgr: ImageBGR) -> Floats:
    """(n,) correlation, -1..1, of each hollow's surroundings with the bare board's."""
    now, bare = _grey(image_bgr), _grey(calibration.bare_bgr)
    pairs = [
        (_patch(now, x, y, rim), _patch(bare, x, y, rim))
        for (x, y), rim in zip(calibration.hollows_px, calibration.rim_px, strict=True)
    ]
    return np.array([_correlation(a, b) for a, b in pairs])


def _grey(image_bgr: ImageBGR) -> Floats:
    grey = cv2.GaussianBlur(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), (0, 0), 1.5)
    return grey.astype(np.float64)


def _patch(grey: Floats, x: float, y: float, rim: float) -> Floats:
    half = max(3, round(PATCH_RIMS * rim))
    left, top = max(0, round(x) - half), max(0, round(y) - half)
    return grey[top : round(y) + half + 1, left : round(x) + half + 1]


def _correlation(a: Floats, b: Floats) -> float:
    """Of two patches of the same shape; 0 where one is empty or flat."""
    if a.size == 0:
        return 0.0
    a, b = a - a.mean(), b - b.mean()
    norm = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / norm if norm > 0 else 0.0
