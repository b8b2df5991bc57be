"""A hand that comes from the lower edge and rests over the board."""

from __future__ import annotations

import cv2
import numpy as np

from vision.simulator.camera import Floats32, Pinhole
from vision.simulator.marbles import levels
from vision.types import ImageBGR

SKIN = np.array([0.18, 0.29, 0.52], np.float32)
SLEEVE = np.array([0.09, 0.05, 0.035], np.float32)
FINGERS = (
    ((3.25, 2.75), (4.0, 1.35)),
    ((3.6, 3.25), (4.3, 1.45)),
    ((4.1, 3.3), (4.6, 1.4)),
    ((4.6, 3.05), (4.9, 1.2)),
)
"""Tips and knuckles on the board, in pitches."""
THUMB = ((2.75, 1.5), (4.1, 0.5))
WRIST = ((4.5, 0.7), (5.2, -3.0))
ELBOW = ((5.05, -1.2), (6.2, -6.0))


class Hand:
    """Painted once; ``over`` lays it on a picture."""

    def __init__(self, camera: Pinhole) -> None:
        self._camera = camera
        palm = [*(line for line in FINGERS), THUMB]
        skin = self._strokes(palm, 0.4) | self._strokes([WRIST], 1.25)
        skin |= self._strokes([(knuckle, WRIST[0]) for _, knuckle in FINGERS], 0.62)
        sleeve = self._strokes([ELBOW], 1.7)
        sleeve_share = _soft(sleeve)
        share = np.maximum(_soft(skin), sleeve_share)
        height = cv2.GaussianBlur(share, (0, 0), 9.0)
        light = (0.35 + 0.75 * height)[..., None] ** 1.5
        colour = np.where(sleeve_share[..., None] > 0.5, SLEEVE, SKIN) * light
        self._levels = levels(colour.astype(np.float32)) * share[..., None]
        shift = np.array([[1, 0, 22], [0, 1, 26]], np.float32)
        size = (camera.width, camera.height)
        fallen = cv2.warpAffine(cv2.GaussianBlur(share, (0, 0), 12.0), shift, size)
        self._rest = ((1 - 0.3 * fallen) * (1 - share))[..., None]

    def over(self, image: ImageBGR) -> None:
        """Lay shadow and hand on a picture (H, W, 3) ."""
        image[:] = image * self._rest + self._levels

    def _strokes(
        self, lines: list[tuple[tuple[float, float], tuple[float, float]]], thick: float
    ) -> np.ndarray:
        """(H, W) bool of thick lines between board places."""
        camera = self._camera
        mask = np.zeros((camera.height, camera.width), np.uint8)
        for ends in lines:
            a, b = (
                tuple(round(v) for v in camera.pixel(np.array([*end, 0.6], np.float32)))
                for end in ends
            )
            cv2.line(mask, (a[0], a[1]), (b[0], b[1]), 255, round(thick * camera.pitch_px))
        return mask > 0


def _soft(mask: np.ndarray) -> Floats32:
    """The mask with edges as a lens shows them."""
    soft: Floats32 = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.6)
    return soft
