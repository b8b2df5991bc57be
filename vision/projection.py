"""Where board places stand in the image: a homography and one lens distortion parameter.

The division model (Fitzgibbon 2001, "Simultaneous linear estimation of multiple
view geometry and lens distortion") describes standard and wide lenses with one
number and, unlike the polynomial of OpenCV, inverts in closed form, so that it
can be fitted to a few lattice points when nothing else is known of the camera.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Floats

# Bounds of the distortion over the half diagonal: a 120 degree lens reaches about -0.45.
DISTORTION_RANGE = (-0.5, 0.1)


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Board plane to image.

    Attributes:
        homography: 3 x 3, from board coordinates (column, row; pitch 1, hollow a1 at
            0, 0) to undistorted pixels.
        distortion: of the division model, over the half diagonal; 0 for none,
            negative for the usual barrel shape.
        image_size: width, height in pixels.
    """

    homography: Floats
    distortion: float
    image_size: tuple[int, int]

    def __call__(self, board: Floats) -> Floats:
        """Board coordinates (..., 2) to pixels (..., 2) as they stand in the image."""
        flat = np.asarray(board, float).reshape(-1, 2)
        q = np.column_stack([flat, np.ones(len(flat))]) @ self.homography.T
        pixels = distort(q[:, :2] / q[:, 2:], self.distortion, self.image_size)
        return pixels.reshape(np.shape(board))

    def inverse(self, pixels: Floats) -> Floats:
        """Pixels (..., 2) in the image to board coordinates (..., 2)."""
        flat = undistort(np.asarray(pixels, float).reshape(-1, 2), self.distortion, self.image_size)
        q = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self.homography).T
        places: Floats = (q[:, :2] / q[:, 2:]).reshape(np.shape(pixels))
        return places

    def after(self, basis: Floats, offset: Floats) -> Projection:
        """The same view with other board coordinates: old = new @ basis + offset."""
        change = np.eye(3)
        change[:2, :2] = np.asarray(basis, float).T
        change[:2, 2] = offset
        return Projection(self.homography @ change, self.distortion, self.image_size)

    def scaled(self, factor: float, image_size: tuple[int, int]) -> Projection:
        """The same view in an image resized by `factor` (pixel centres at whole numbers)."""
        shift = (factor - 1) / 2
        resize = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])
        return Projection(resize @ self.homography, self.distortion, image_size)


def _centre_and_radius(image_size: tuple[int, int]) -> tuple[Floats, float]:
    centre = (np.array(image_size, float) - 1) / 2
    return centre, float(np.hypot(*centre))


def undistort(points_px: Floats, distortion: float, image_size: tuple[int, int]) -> Floats:
    """Image points (n, 2) to where a lens without distortion would show them."""
    centre, radius = _centre_and_radius(image_size)
    d = (points_px - centre) / radius
    flat: Floats = centre + radius * d / (1 + distortion * (d**2).sum(axis=1, keepdims=True))
    return flat


def distort(points_px: Floats, distortion: float, image_size: tuple[int, int]) -> Floats:
    """The inverse of `undistort`; points beyond the lens's horizon land on it."""
    if abs(distortion) < 1e-9:
        return points_px
    centre, radius = _centre_and_radius(image_size)
    d = (points_px - centre) / radius
    r = np.linalg.norm(d, axis=1, keepdims=True) + 1e-12
    root = np.sqrt(np.maximum(1 - 4 * distortion * r**2, 0))
    bent: Floats = centre + radius * d / r * (1 - root) / (2 * distortion * r)
    return bent


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A projection and how far each point lies from it, in pixels."""

    projection: Projection
    miss_px: Floats


def fit_projection(
    board: Floats,
    points_px: Floats,
    image_size: tuple[int, int],
    distortions: Floats | None = None,
) -> Fit | None:
    """Least squares over the points that agree; None when there are too few or they are in line.

    Args:
        board: (n, 2) board coordinates.
        points_px: (n, 2) x, y where they were found.
        image_size: width, height.
        distortions: values tried; by default a coarse sweep of the whole range and
            then two finer ones about the best.
    """
    if len(board) < 4:
        return None
    keep = np.ones(len(board), bool)
    fit: Fit | None = None
    for _ in range(4):
        fit = _sweep(board, points_px, keep, image_size, distortions)
        if fit is None:
            return None
        # Three times the median is beyond 98 % of honest noise; half a pixel always passes.
        agree = fit.miss_px < max(3 * float(np.median(fit.miss_px)), 0.5)
        if agree.sum() < 8 or (agree == keep).all():
            break
        keep = agree
    return fit


def _sweep(
    board: Floats,
    points_px: Floats,
    keep: np.ndarray,
    image_size: tuple[int, int],
    distortions: Floats | None,
) -> Fit | None:
    if distortions is not None:
        return _best(board, points_px, keep, image_size, distortions)
    low, high = DISTORTION_RANGE
    fit = None
    for step in (0.1, 0.025, 0.006):
        fit = _best(board, points_px, keep, image_size, np.arange(low, high + 1e-9, step))
        if fit is None:
            return None
        low, high = fit.projection.distortion - step, fit.projection.distortion + step
    return fit


def _best(
    board: Floats,
    points_px: Floats,
    keep: np.ndarray,
    image_size: tuple[int, int],
    distortions: Floats,
) -> Fit | None:
    best: Fit | None = None
    best_cost = np.inf
    for distortion in distortions:
        flat = undistort(points_px, float(distortion), image_size)
        homography, _ = cv2.findHomography(board[keep].astype(float), flat[keep], 0)
        if homography is None or not np.isfinite(homography).all():
            continue
        projection = Projection(homography, float(distortion), image_size)
        miss = np.linalg.norm(projection(board) - points_px, axis=1)
        # A fifth of a pixel of noise, and lenses without distortion first: else a
        # handful of points in the middle of the image would bend the whole view.
        cost = (miss[keep] ** 2).sum() / 0.2**2 + (distortion / 0.2) ** 2
        if cost < best_cost:
            best, best_cost = Fit(projection, miss), cost
    return best
