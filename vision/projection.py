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
# How much of it lenses usually have: wide ones some, and pincushion only long ones a little.
BARREL, PINCUSHION = 0.2, 0.02
EXACT = 0.1  # pixels: no point is known better than that


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
    views = (
        Projection(homography, float(distortion), image_size)
        for distortion in distortions
        if (homography := _linear(board, points_px, keep, float(distortion), image_size))
        is not None
    )

    def cost(view: Projection) -> float:
        # Less twice the likelihood's log, the noise's own size being unknown, and lenses
        # without distortion first: else a handful of points in the middle of the image, or
        # many poor ones, would bend the whole view.
        miss = view(board[keep]) - points_px[keep]
        usual = BARREL if view.distortion < 0 else PINCUSHION
        noise = miss.size * np.log((miss**2).mean() + EXACT**2)
        return float(noise + (view.distortion / usual) ** 2)

    best = min(views, key=cost, default=None)
    if best is None:
        return None
    flat = undistort(points_px, best.distortion, image_size)
    homography, _ = cv2.findHomography(board[keep].astype(float), flat[keep], 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    exact = Projection(homography, best.distortion, image_size)
    return Fit(exact, np.linalg.norm(exact(board) - points_px, axis=1))


def _linear(
    board: Floats,
    points_px: Floats,
    keep: np.ndarray,
    distortion: float,
    image_size: tuple[int, int],
) -> Floats | None:
    """Homography by the normalised direct linear transform: in a sweep it is near enough.

    Hartley and Zisserman, "Multiple View Geometry", algorithm 4.2.
    """
    here, there = board[keep], undistort(points_px[keep], distortion, image_size)
    to_here, to_there = _normalising(here), _normalising(there)
    if to_here is None or to_there is None or not np.isfinite(there).all():
        return None
    p = np.column_stack([here, np.ones(len(here))]) @ to_here.T
    q = np.column_stack([there, np.ones(len(there))]) @ to_there.T
    zero = np.zeros_like(p)
    rows = np.block([[zero, -p, q[:, 1:2] * p], [p, zero, -q[:, 0:1] * p]])
    # The smallest eigenvector of 9 x 9 is cheaper than the decomposition of all rows.
    h = np.linalg.eigh(rows.T @ rows)[1][:, 0].reshape(3, 3)
    homography: Floats = np.linalg.inv(to_there) @ h @ to_here
    return homography / homography[2, 2] if abs(homography[2, 2]) > 1e-12 else None


def _normalising(points: Floats) -> Floats | None:
    """Moves the centroid to 0 and the mean distance from it to the square root of 2."""
    centre = points.mean(axis=0)
    spread = float(np.linalg.norm(points - centre, axis=1).mean())
    if spread < 1e-9:
        return None
    scale = np.sqrt(2) / spread
    return np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1.0]])
