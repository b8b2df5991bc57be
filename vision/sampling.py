"""Look at the image only where a marble could show: polar patches about every predicted disc.

Angles in rows and radii in columns make a marble's outline, a circle in the image, a
straight column; a hand's edge is none. Radii are in pitches, so that a patch looks
the same on every board and lens.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import Discs
from vision.types import Floats, ImageBGR

ANGLES = 36
RADII = np.arange(0.01, 0.61, 0.02)
# Added before the logarithm: sensor noise and black level; keeps a black marble finite.
FLOOR = 6.0


def polar_map(discs: Discs, radius: float) -> np.ndarray:
    """Sample places (n * ANGLES, len(RADII), 2) float32 x, y for `cv2.remap`.

    Args:
        discs: predicted outlines of marbles of that radius.
        radius: of those marbles, in pitches.
    """
    scale = discs.radii_px / radius
    angle = np.arange(ANGLES) * 2 * np.pi / ANGLES
    ray = np.stack([np.cos(angle)[:, None] * RADII, np.sin(angle)[:, None] * RADII], axis=-1)
    places = discs.centres_px[:, None, None] + scale[:, None, None, None] * ray
    flat: np.ndarray = places.reshape(-1, len(RADII), 2).astype(np.float32)
    return flat


def log_image(image_bgr: ImageBGR) -> np.ndarray:
    """H x W x 3 float32: the logarithm, so that a change of light is an offset."""
    log: np.ndarray = np.log(cv2.GaussianBlur(image_bgr, (0, 0), 0.8).astype(np.float32) + FLOOR)
    return log


_LOG = np.log(np.arange(256, dtype=np.float32) + FLOOR)


def sample(image_bgr: ImageBGR, places: np.ndarray) -> Floats:
    """Log values at the places: (n, ANGLES, len(RADII), 3)."""
    x, y = np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1])
    seen = cv2.remap(image_bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    logs: Floats = _LOG[seen].reshape(-1, ANGLES, len(RADII), 3)
    return logs


def within(low: float, high: float) -> np.ndarray:
    """Which radii lie strictly between the two."""
    return (low < RADII) & (high > RADII)
