"""A lens fitted to the corners of a sheet that photos show, by `cv2.calibrateCamera`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera.wide_lens import USUAL
from vision.types import Floats, ImageBGR

UNSURE_FOCAL: Final = 0.03
"""Standard deviation over focal length."""

UNSURE_CORNER: Final = 0.01
"""Of the diagonal: by how much the picture's corners are not known for the second radial number.

Where sheets reach half of the way there and more it is 0.002 at most; in the middle alone 0.07 to
0.7, and what is then fitted to noise showed corners twelve degrees aside.
"""

ROUNDS: Final = 4
"""In which the first number settles, the second going by it."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Corners of one photo: sheet places (n, 3) in squares and pixels (n, 2)."""

    name: str
    sheet: np.ndarray
    seen: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A lens, and how well it fits.

    Attributes:
        matrix: 3 x 3 camera matrix, pixels.
        distortion: (5,) k1, k2, p1, p2, k3.
        error_px: root mean square reprojection error.
        normals: (n, 3) of the sheet in each photo.
        certain: whether its focal length is known.
        each_px: (n,) the photos' own errors.
    """

    matrix: Floats
    distortion: Floats
    error_px: float
    normals: Floats
    certain: bool
    each_px: Floats


def usual_shape(images: list[ImageBGR]) -> tuple[int, ...]:
    """The shape that most of them have; of as many the first one's."""
    return Counter(image.shape for image in images).most_common(1)[0][0]


def fit_lens(views: list[View], size: tuple[int, int]) -> Fit:
    """The lens of two radial terms that fits best.

    Args:
        views: of the sheet.
        size: of the photos, width and height.
    """
    start = np.array(
        [[size[0], 0, (size[0] - 1) / 2], [0, size[0], (size[1] - 1) / 2], [0, 0, 1.0]]
    )
    fit, spread = _fitted(views, size, start, np.zeros(5), 0)
    if _corner_px(fit, spread, size) < UNSURE_CORNER * float(np.hypot(*size)):
        return fit
    # Nothing seen tells the second number: it is what lenses with such a first one have.
    for _ in range(ROUNDS):
        first = float(fit.distortion[0])
        usual = np.array([first, USUAL * first**2, 0, 0, 0])
        fit, _ = _fitted(views, size, fit.matrix, usual, cv2.CALIB_FIX_K2)
    return fit


def _fitted(
    views: list[View], size: tuple[int, int], matrix: Floats, distortion: Floats, held: int
) -> tuple[Fit, Floats]:
    """From there on; and the standard deviations of what was fitted."""
    flags = cv2.CALIB_FIX_K3 | cv2.CALIB_ZERO_TANGENT_DIST | cv2.CALIB_FIX_ASPECT_RATIO
    flags |= cv2.CALIB_USE_INTRINSIC_GUESS | held
    sheets, seen = [view.sheet for view in views], [view.seen for view in views]
    error, found, bent, turns, _, spread, _, each = cv2.calibrateCameraExtended(
        sheets, seen, size, matrix.copy(), distortion.copy(), flags=flags
    )
    normals = np.array([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    certain = bool(float(spread[0, 0]) < UNSURE_FOCAL * float(found[0, 0]))
    numbers = [np.asarray(a, float) for a in (found, bent.ravel()[:5], each.ravel(), spread)]
    fit = Fit(numbers[0], numbers[1], float(error), normals, certain, numbers[2])
    return fit, numbers[3].ravel()


def _corner_px(fit: Fit, spread: Floats, size: tuple[int, int]) -> float:
    """Pixels by which a deviation of the second number (the sixth fitted) moves a corner."""
    focal_px = float(fit.matrix[0, 0])
    return float(spread[5]) * focal_px * (float(np.hypot(*size)) / 2 / focal_px) ** 5
