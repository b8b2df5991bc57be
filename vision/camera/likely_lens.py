"""Which lens, and which pixels, one view of the board was likely taken with.

A view of a plane gives two equations (its files and ranks must be square to each other
and of one pitch; Zhang 2000, "A flexible new technique for camera calibration", section
2.4), too few for a focal length, a middle and the shape of the pixels. So what cameras
usually are is weighed in, and pixels that are not square, or a picture cropped to one
side, are believed only where a usual camera can't have taken it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera.projection import Projection
from vision.types import Floats

# Fields of view, along the picture's longer side, of the cameras a Pi carries: v2 62, v3 66, HQ
# 40-70, wide 102-120 degrees; phones, held upright too, have 65-70. One view of a plane tells
# little about the lens when seen from straight above, so we start from these and let the picture
# move us as far as it can.
FOV_DEG, FOV_SPREAD = 66.0, 0.25  # the spread of the logarithm of the focal length
# A wide lens is told by its distortion.
WIDE, WIDE_FOV_DEG, WIDE_SPREAD = -0.15, 100.0, 0.35
SHAPE_NOISE: Final = 0.004
"""Of lengths and angles of the fitted board: a tenth of a pixel or two."""

STRETCH_SPREAD: Final = 0.2
"""Of the logarithm of the stretch, where there is one: 16:9 shown as 4:3 is -0.29."""

ASIDE_SPREAD: Final = 0.12
"""Of the picture's size: how far off the lens's middle is where a picture was cropped."""

RARE: Final = 9.0
"""Less twice the logarithm of how often either happens, one time in a hundred."""

STARTS = (-0.4, 0.0, 0.4)  # of the logarithm of the focal length, about the likely one
ROUNDS, STEP, CLOSE, LONGEST = 40, 1e-5, 1e-4, 0.3  # of the least squares
USUAL, STRETCHED, CROPPED = (0,), (0, 1), (0, 2, 3)  # what may differ: see `_lens`


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """What turns camera axes into undistorted pixels.

    Attributes:
        focal_px: focal length in pixels, up and down.
        middle_px: (2,) x, y where the lens's axis meets the picture.
        stretch: how many times too wide the picture is; 1 where its pixels are square.
    """

    focal_px: float
    middle_px: Floats
    stretch: float = 1.0

    @property
    def matrix(self) -> Floats:
        """(3, 3) the camera matrix."""
        x, y = self.middle_px
        f = self.focal_px
        return np.array([[self.stretch * f, 0, x], [0, f, y], [0, 0, 1.0]])


def usual_lens(focal_px: float, image_size: tuple[int, int]) -> Lens:
    """One of square pixels whose axis meets the picture in its middle."""
    return Lens(focal_px, (np.array(image_size, float) - 1) / 2)


def is_usual(lens: Lens, image_size: tuple[int, int]) -> bool:
    """Whether its pixels are square and its axis meets the picture in its middle."""
    usual = usual_lens(lens.focal_px, image_size)
    return bool(np.allclose(lens.matrix, usual.matrix, rtol=0, atol=1e-6 * lens.focal_px))


def likely_lens(projection: Projection) -> Lens:
    """The likeliest through which this board's files and ranks are square and of one pitch."""
    cost, lens = _fitted(projection, USUAL)
    if cost < RARE:
        return lens
    others = (_fitted(projection, free) for free in (STRETCHED, CROPPED))
    rare = min(others, key=lambda fit: fit[0])
    return rare[1] if rare[0] + RARE < cost else lens


def _fitted(projection: Projection, free: tuple[int, ...]) -> tuple[float, Lens]:
    """Less twice the log of the likelihood, and the lens, with what is free fitted."""
    fits = (_descend(projection, start, free) for start in STARTS)
    cost, guess = min(fits, key=lambda fit: fit[0])
    return cost, _lens(projection, guess)


def _descend(projection: Projection, start: float, free: tuple[int, ...]) -> tuple[float, Floats]:
    """Levenberg and Marquardt's least squares; (cost, guess)."""
    guess = np.array([start, 0, 0, 0])
    miss, damping = _miss(projection, guess), 1e-3
    unit = np.eye(len(guess))[list(free)]
    for _ in range(ROUNDS):
        slopes = [(_miss(projection, guess + STEP * each) - miss) / STEP for each in unit]
        jacobian = np.column_stack(slopes)
        normal = jacobian.T @ jacobian
        normal += damping * np.diag(np.diag(normal))
        step = np.clip(np.linalg.solve(normal, -jacobian.T @ miss), -LONGEST, LONGEST)
        tried = _miss(projection, guess + step @ unit)
        gain = float(miss @ miss - tried @ tried)
        if gain > 0:
            guess, miss = guess + step @ unit, tried
        damping *= 0.3 if gain > 0 else 5
        if abs(gain) < CLOSE:
            break
    return float(miss @ miss), guess


def _miss(projection: Projection, guess: Floats) -> Floats:
    """How far this guess is from a square board and a usual camera, in their spreads."""
    axes = np.linalg.solve(_lens(projection, guess).matrix, projection.homography)[:, :2]
    first, second = np.linalg.norm(axes, axis=0)
    shape = [2 * (first - second) / (first + second), axes[:, 0] @ axes[:, 1] / (first * second)]
    fov = WIDE_SPREAD if projection.distortion < WIDE else FOV_SPREAD
    spread = [SHAPE_NOISE, SHAPE_NOISE, fov, STRETCH_SPREAD, ASIDE_SPREAD, ASIDE_SPREAD]
    miss: Floats = np.array([*shape, *guess]) / spread
    return miss


def _lens(projection: Projection, guess: Floats) -> Lens:
    """Of (log of the focal length over the likely one, log of the stretch, x, y aside).

    The field of view is that of the picture as wide as it was before it was stretched.
    """
    size, stretch = np.array(projection.image_size, float), np.exp(guess[1])
    fov = WIDE_FOV_DEG if projection.distortion < WIDE else FOV_DEG
    longer = max(size[0] / stretch, size[1])
    likely = (longer / 2) / np.tan(np.radians(fov / 2))
    middle = (size - 1) / 2 + guess[2:] * size
    return Lens(float(likely * np.exp(guess[0])), middle, float(stretch))
