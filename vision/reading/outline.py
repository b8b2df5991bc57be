"""Where a marble ends: wood begins there, or its shadow, which takes light and no colour."""

from __future__ import annotations

import numpy as np

from vision.camera.columns import mean_of
from vision.camera.sampling import ANGLES, median
from vision.types import Floats

# What a shadow takes is as bright in all channels, but for the sky's blue and the table's
# own colour: log, at the least and for each of its darkness.
SHADOW_TINT = (0.05, 0.12)
# On its light side a marble may hardly differ from wood as light: by so much (log) all the same,
# so many times as much as what lies beyond, and a good part of it at the very outline: a fingertip
# that ends well within leaves as little.
HARDLY, TIMES, PART = 0.06, 4.0, 0.35
BORDER = 0.12  # of the logarithm: more than skin's or cloth's own unevenness within a tenth pitch


def like_shadow(level: Floats, tint: Floats) -> np.ndarray:
    """Whether a change is one that a shadow makes: darker, in all channels nearly alike.

    Args:
        level: mean change over the channels, log.
        tint: the largest difference of a channel's change from it.
    """
    shadow: np.ndarray = (level < 0) & (tint < shadow_tint(level))
    return shadow


def shadow_tint(level: Floats) -> Floats:
    """How much tint a change by that level may have, log, and still be one of light alone."""
    tint: Floats = SHADOW_TINT[0] + SHADOW_TINT[1] * np.abs(level)
    return tint


def ended(sides: Floats, border: Floats, line: Floats, light: Floats, change: Floats) -> Floats:
    """Share of directions in which a marble ends there and wood, or its shadow, begins.

    Args:
        sides: (3, 2, n, ANGLES) change just inside and outside the outline.
        border: (3, n, ANGLES) difference between both sides as seen.
        line: (n, ANGLES) strength of the sharpest step there, as seen.
        light: (3, n) change of the lamp.
        change: (n,) of the core.
    """
    four = np.empty((3, 4, *line.shape), np.float32)
    np.subtract(sides, light[:, None, :, None], out=four[:, :2])
    np.subtract(sides[:, 0], sides[:, 1], out=four[:, 2])
    four[:, 3] = border
    beyond = four[:, 1]
    luma = (beyond[0] + beyond[1] + beyond[2]) * np.float32(1 / 3)
    tint = np.maximum.reduce(np.abs(beyond - luma))
    inside, outside, apart, border = mean_of(np.abs(four, out=four))
    half = 0.5 * np.minimum(change, median(inside))[:, None]
    wood = outside < np.maximum(0.75 * inside, half)
    # A shadow darkens all channels alike; the marble beside it still differs from it.
    shadow = like_shadow(luma, tint) & (apart > half)
    # Smooth skin differs from the bare board where that has borders: a border must be seen,
    # between the sides or, where they happen to be alike, as a line.
    seen = np.maximum(border, line) > np.minimum(0.5 * apart, BORDER)
    least = np.maximum(HARDLY, TIMES * outside)
    plain = (inside > half) | ((inside > least) & (line > PART * inside))
    ends = plain & (wood | shadow) & seen
    share: Floats = np.add.reduce(ends.view(np.uint8), axis=1, dtype=np.uint16) / ANGLES
    return share
