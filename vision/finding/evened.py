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

from vision.finding.refine import Board
from vision.finding.scene import LIFT, Scene, cues_of
from vision.types import BoardSpec, ImageBGR

WINDOWS_PX: Final = (35, 17)
"""Of the picture at working size: half of a pitch, for those from 25 to 90 pixels within 1.4."""

STEP, ALL_OVER = 0.3, 0.3
"""Of the logarithm a shadow's edge has within a window, and so much of a picture lies about edges
where shadows are all over it: beneath leaves 0.32 and more, on even tables 0.25 at most."""

SOFT: Final = 0.1
"""Of the window, deviation: the median is taken of whole levels, whose steps are no edges."""


def evened(scene: Scene, window_px: int) -> Scene:
    """The same scene in even light; how sharp it is, that picture tells as well.

    Args:
        scene: the picture.
        window_px: side of the window, odd.
    """
    image = even_light(scene.image_bgr, window_px)
    return replace(scene, image_bgr=image, cues=cues_of(image))


def windows_px(scene: Scene, offered: list[Board], spec: BoardSpec) -> list[int]:
    """Windows to look through: the one nearest to half of the pitch of what was offered first.

    Even where no board is sure most offers have its pitch. Where shadows are all over the picture
    they may not, and the other windows are tried as well.

    Args:
        scene: the picture.
        offered: boards that it seemed to show, if any.
        spec: how many hollows they have.
    """
    pitch = offered[0].projection.pitch_px(spec.nodes().mean(axis=0)) if offered else 0.0
    half_px = pitch / 2 if pitch > 0 else WINDOWS_PX[0]
    likely = sorted(WINDOWS_PX, key=lambda window_px: abs(np.log(window_px / half_px)))
    return likely if shadowed(scene) > ALL_OVER else likely[:1]


def shadowed(scene: Scene) -> float:
    """Share of the picture about whose places shadows, or whatever is so large, end."""
    median = _median(scene.image_bgr, WINDOWS_PX[0])
    about = np.ones((WINDOWS_PX[0], WINDOWS_PX[0]), np.uint8)
    steps = cv2.dilate(median, about) - cv2.erode(median, about)
    return float((steps > STEP).mean())


def even_light(image_bgr: ImageBGR, window_px: int) -> ImageBGR:
    """The picture, every pixel as bright against its surroundings' median as it was.

    Args:
        image_bgr: the picture.
        window_px: side of the surroundings, odd.
    """
    median = cv2.GaussianBlur(_median(image_bgr, window_px), (0, 0), SOFT * window_px)
    gain = np.exp(np.median(median) - median)[..., None]
    lifted = (image_bgr + np.float32(LIFT)) * gain
    even: ImageBGR = np.clip(np.rint(lifted - np.float32(LIFT)), 0, 255).astype(np.uint8)
    return even


def _median(image_bgr: ImageBGR, window_px: int) -> np.ndarray:
    """(H, W) float32: log brightness' median about each pixel, from 0 for black."""
    span = np.log((255 + LIFT) / LIFT)
    levels = np.rint(np.log(np.arange(256) / LIFT + 1) * (255 / span)).astype(np.uint8)
    grey = levels[cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)]
    median: np.ndarray = cv2.medianBlur(grey, window_px) * np.float32(span / 255)
    return median
