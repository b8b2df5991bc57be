"""A picture without the shadows that lie on it, as leaves or a window's bars throw them.

Such a shadow's edge is as strong as a hollow's and goes right through the cells, so that no two of
them are alike. But it goes on from window to window, while a hollow lies within one: the median of
the logarithm over a window follows the edge and not the hollow (Tukey 1977, "Exploratory Data
Analysis"; it keeps steps and takes away what is smaller than half of it). What is left, less that,
is wood in even light, and hollows, lines and grain in it.

It takes something of the hollows away, too, and leaves something at a shadow's corners: it is no
better picture, but another, looked at where the picture itself shows no board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.refine import Board
from vision.scene import LIFT, Scene, edges_and_light
from vision.types import BoardSpec, ImageBGR

WINDOWS_PX: Final = (35, 17)
"""Of the picture at working size: half of a pitch, for those from 25 to 90 pixels within 1.4."""

SOFT: Final = 0.1
"""Of the window, deviation: the median is taken of whole levels, whose steps are no edges."""


def evened(scene: Scene, window_px: int) -> Scene:
    """The same scene in even light; how sharp it is, that picture tells as well.

    Args:
        scene: the picture.
        window_px: side of the window, odd.
    """
    image = even_light(scene.image_bgr, window_px)
    tensor, log = edges_and_light(image)
    return replace(scene, image_bgr=image, tensor=tensor, log=log)


def likely_window(board: Board, spec: BoardSpec) -> int:
    """The window that is nearest to half of a board's pitch."""
    half_px = board.projection.pitch_px(spec.nodes().mean(axis=0)) / 2
    return min(WINDOWS_PX, key=lambda window_px: abs(np.log(window_px / max(half_px, 1e-6))))


def even_light(image_bgr: ImageBGR, window_px: int) -> ImageBGR:
    """The picture, every pixel as bright against its surroundings' median as it was.

    Args:
        image_bgr: the picture.
        window_px: side of the surroundings, odd.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    light = np.log(grey + np.float32(LIFT))
    dark, span = np.log(LIFT), np.log((255 + LIFT) / LIFT)
    levels = np.rint((light - dark) * (255 / span)).astype(np.uint8)
    median = cv2.medianBlur(levels, window_px).astype(np.float32)
    median = cv2.GaussianBlur(median, (0, 0), SOFT * window_px) * np.float32(span / 255)
    gain = np.exp(np.median(light) - dark - median)[..., None]
    lifted = (image_bgr + np.float32(LIFT)) * gain
    even: ImageBGR = np.clip(np.rint(lifted - np.float32(LIFT)), 0, 255).astype(np.uint8)
    return even
