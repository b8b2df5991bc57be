"""How sharp a picture is, by the width of its edges."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.types import ImageBGR

BLURRED_PX: Final = 5.0
"""Width of edges. That of a Gaussian blur is sqrt(2 pi) times its sigma, so this is a
sigma of two pixels; the recorded boards have 2.6 to 4.2, blurred by three 5.4 to 7.6."""


def edge_width_px(image_bgr: ImageBGR) -> float:
    """How many pixels the strongest edges take from dark to bright, in the median.

    Around each pixel, the range of levels over the steepest slope: the width of a
    single edge. Taken where the range is among the largest tenth, so that it says
    nothing of smooth wood.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    across = np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]) / 2
    along = np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1]) / 2
    around = np.ones((11, 11), np.uint8)
    levels = (cv2.dilate(grey, around) - cv2.erode(grey, around))[1:-1, 1:-1]
    slope = cv2.dilate(np.maximum(across, along), around)
    strong = levels >= np.percentile(levels, 90)
    return float(np.median(levels[strong] / np.maximum(slope[strong], 1)))
