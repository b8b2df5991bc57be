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

from vision.types import BoardSpec, Floats

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


def undistort(points_px: Floats, distortion: float | Floats, image_size: tuple[int, int]) -> Floats:
    """Image points (..., 2) to where a lens without distortion would show them.

    One distortion for all of them, or an array that goes with (..., 1).
    """
    centre, radius = _centre_and_radius(image_size)
    d = (points_px - centre) / radius
    flat: Floats = centre + radius * d / (1 + distortion * (d**2).sum(axis=-1, keepdims=True))
    return flat


def distort(points_px: Floats, distortion: float | Floats, image_size: tuple[int, int]) -> Floats:
    """The inverse of `undistort`; points beyond the lens's horizon land on it."""
    none = np.abs(distortion) < 1e-9
    if np.all(none):
        return points_px
    bend = np.where(none, 1e-9, distortion)
    centre, radius = _centre_and_radius(image_size)
    d = (points_px - centre) / radius
    r = np.linalg.norm(d, axis=-1, keepdims=True) + 1e-12
    root = np.sqrt(np.maximum(1 - 4 * bend * r**2, 0))
    bent = centre + radius * d / r * (1 - root) / (2 * bend * r)
    result: Floats = np.where(none, points_px, bent)
    return result


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
    here, seen = board[keep].astype(float), points_px[keep]
    homographies = _linear(here, seen, distortions, image_size)
    # Less twice the likelihood's log, the noise's own size being unknown, and lenses
    # without distortion first: else a handful of points in the middle of the image, or
    # many poor ones, would bend the whole view.
    miss = _projected(here, homographies, distortions, image_size) - seen
    usual = np.where(distortions < 0, BARREL, PINCUSHION)
    noise = seen.size * np.log((miss**2).mean(axis=(1, 2)) + EXACT**2)
    cost = noise + (distortions / usual) ** 2
    best = int(np.where(np.isfinite(cost), cost, np.inf).argmin())
    if not np.isfinite(cost[best]):
        return None
    distortion = float(distortions[best])
    flat = undistort(points_px, distortion, image_size)
    homography, _ = cv2.findHomography(here, flat[keep], 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    exact = Projection(homography, distortion, image_size)
    return Fit(exact, np.linalg.norm(exact(board) - points_px, axis=1))


def _projected(
    board: Floats, homographies: Floats, distortions: Floats, image_size: tuple[int, int]
) -> Floats:
    """(k, n, 2) pixels of board places (n, 2) by k homographies and as many distortions."""
    q = np.column_stack([board, np.ones(len(board))]) @ homographies.swapaxes(1, 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        return distort(q[..., :2] / q[..., 2:], distortions[:, None, None], image_size)


def _linear(here: Floats, seen: Floats, distortions: Floats, image_size: tuple[int, int]) -> Floats:
    """Homographies (k, 3, 3) by the normalised direct linear transform, nan where there is none.

    In a sweep over distortions (k,) that is near enough. Hartley and Zisserman, "Multiple View
    Geometry", algorithm 4.2.

    Args:
        here: (n, 2) board coordinates.
        seen: (n, 2) x, y where they were found.
        distortions: (k,) that are tried.
        image_size: width, height.
    """
    there = undistort(seen, distortions[:, None, None], image_size)
    to_here, to_there = _normalising(here[None])[0], _normalising(there)
    p = np.column_stack([here, np.ones(len(here))]) @ to_here.T
    x, y = np.moveaxis(there * to_there[:, :1, :1] + to_there[:, None, :2, 2], 2, 0)
    products = (p[:, :, None] * p[:, None]).reshape(-1, 9)
    # All rows' products with each other: their smallest eigenvector of 9 is cheaper than the
    # decomposition of all rows.
    normal = np.zeros((len(distortions), 3, 3, 3, 3))
    normal[:, 0, :, 0] = normal[:, 1, :, 1] = products.sum(axis=0).reshape(3, 3)
    normal[:, 0, :, 2] = normal[:, 2, :, 0] = -(x @ products).reshape(-1, 3, 3)
    normal[:, 1, :, 2] = normal[:, 2, :, 1] = -(y @ products).reshape(-1, 3, 3)
    normal[:, 2, :, 2] = ((x**2 + y**2) @ products).reshape(-1, 3, 3)
    rows = normal.reshape(-1, 9, 9)
    there_is = np.isfinite(rows).all(axis=(1, 2))
    homographies = np.full((len(distortions), 3, 3), np.nan)
    if not there_is.any():
        return homographies
    h = np.linalg.eigh(rows[there_is])[1][:, :, 0].reshape(-1, 3, 3)
    found = np.linalg.inv(to_there[there_is]) @ h @ to_here
    last = found[:, 2:, 2:]
    homographies[there_is] = np.where(np.abs(last) > 1e-12, found / last, np.nan)
    return homographies


def _normalising(points: Floats) -> Floats:
    """(k, 3, 3): each moves points (k, n, 2) to centroid 0 and mean distance root 2 from it.

    Of points that are all at one place it is nan.
    """
    centre = points.mean(axis=1)
    spread = np.linalg.norm(points - centre[:, None], axis=2).mean(axis=1)
    scale = np.sqrt(2) / np.where(spread < 1e-9, np.nan, spread)
    moves: Floats = np.tile(np.eye(3), (len(points), 1, 1))
    moves[:, 0, 0] = moves[:, 1, 1] = scale
    moves[:, :2, 2] = -scale[:, None] * centre
    return moves


def upright(projection: Projection, spec: BoardSpec) -> Projection:
    """Files from left to right and ranks from bottom to top, as the picture's middle shows them.

    By their directions alone: a board that is tilted away is shortened one way, and one turned
    by nearly half a right angle would seem turned by more.
    """
    last = np.array([spec.columns - 1, spec.rows - 1], float)
    turns = [
        (np.array([[1, 0], [0, 1]]), np.array([0, 0])),
        (np.array([[-1, 0], [0, 1]]), np.array([last[0], 0])),
        (np.array([[1, 0], [0, -1]]), np.array([0, last[1]])),
        (np.array([[-1, 0], [0, -1]]), last),
    ]
    if spec.columns == spec.rows:
        swap = np.array([[0, 1], [1, 0]])
        turns += [(swap @ basis, offset) for basis, offset in turns]
    views = [projection.after(basis, offset) for basis, offset in turns]

    def uprightness(view: Projection) -> float:
        middle = last / 2 + np.array([[0, 0], [0.5, 0], [0, 0.5]])
        here, right, up = view(middle)
        ways = [(way - here) / np.linalg.norm(way - here) for way in (right, up)]
        return float(ways[0][0] - ways[1][1])

    return max(views, key=uprightness)
