"""Where board places stand in the image: a homography, and how the lens bends it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera.bending import distort, undistort
from vision.camera.wide_lens import fit_polynomial
from vision.types import BoardSpec, Floats

# Bounds of the distortion over the half diagonal: a 120 degree lens reaches about -0.45.
DISTORTION_RANGE = (-0.5, 0.1)
# And of the polynomial's first number: lenses of 102 to 106 degrees had -0.55 to -0.65.
DISTORTION_LEAST = -1.0
# How much of it lenses usually have: wide ones some, and pincushion only long ones a little.
BARREL, PINCUSHION = 0.2, 0.02
EXACT = 0.1  # pixels: no point is known better than that
# Of a lens with so much of it whole boards tell a second number, where less twice the likelihood's
# log is so much the smaller by it.
WIDE, WHOLE, LIKELIER = -0.15, 30, 20.0


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """Board plane to image.

    Attributes:
        homography: 3 x 3, from board coordinates (column, row; pitch 1, hollow a1 at
            0, 0) to undistorted pixels.
        distortion: over the half diagonal; 0 for none, negative for the usual barrel shape.
        image_size: width, height in pixels.
        fourth: None where that is of the division model; of the polynomial, its second number.
    """

    homography: Floats
    distortion: float
    image_size: tuple[int, int]
    fourth: float | None = None

    def __call__(self, board: Floats) -> Floats:
        """Board coordinates (..., 2) to pixels (..., 2) as they stand in the image."""
        flat = np.asarray(board, float).reshape(-1, 2)
        q = np.column_stack([flat, np.ones(len(flat))]) @ self.homography.T
        pixels = self.bent(q[:, :2] / q[:, 2:])
        return pixels.reshape(np.shape(board))

    def inverse(self, pixels: Floats) -> Floats:
        """Pixels (..., 2) in the image to board coordinates (..., 2)."""
        flat = self.straight(np.asarray(pixels, float).reshape(-1, 2))
        q = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self.homography).T
        places: Floats = (q[:, :2] / q[:, 2:]).reshape(np.shape(pixels))
        return places

    def bent(self, points_px: Floats) -> Floats:
        """Pixels (..., 2) that a lens without distortion would show as this one shows them."""
        return distort(points_px, self.distortion, self.image_size, self.fourth)

    def straight(self, points_px: Floats) -> Floats:
        """The way back from `bent`; what lies beyond the lens's horizon lies on it."""
        return undistort(points_px, self.distortion, self.image_size, self.fourth)

    def after(self, basis: Floats, offset: Floats) -> Projection:
        """The same view with other board coordinates: old = new @ basis + offset."""
        change = np.eye(3)
        change[:2, :2] = np.asarray(basis, float).T
        change[:2, 2] = offset
        return self.changed(change)

    def changed(self, change: Floats) -> Projection:
        """The same with others still: old = change @ new, homogeneous (3, 3)."""
        return replace(self, homography=self.homography @ change)

    def pitch_px(self, node: Floats) -> float:
        """Pixels a pitch about a node (2,), files' and ranks' mean."""
        around = self(node + np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]]))
        return float(np.linalg.norm(around[1::2] - around[::2], axis=1).mean())

    def scaled(self, factor: float, image_size: tuple[int, int]) -> Projection:
        """The same view in an image resized by `factor` (pixel centres at whole numbers)."""
        shift = (factor - 1) / 2
        resize = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])
        return replace(self, homography=resize @ self.homography, image_size=image_size)


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
        distortions: (k,) values tried, of the division model, or (1, 2) what is known of the
            polynomial; by default a coarse sweep of the whole range of the former and then two
            finer ones about the best, and the latter where a wide lens plainly has it.
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
    if fit is not None and distortions is None and fit.projection.distortion < WIDE:
        return _through_wide_lens(board, points_px, fit)
    return fit


def _through_wide_lens(board: Floats, points_px: Floats, fit: Fit) -> Fit:
    """The same fit, or that of the polynomial where it plainly lies nearer the points."""
    keep = np.ones(len(board), bool)
    better: Fit | None = None
    size = fit.projection.image_size
    noise = max(float(np.median(fit.miss_px)), EXACT)
    for _ in range(3):
        if keep.sum() < WHOLE:
            return fit
        found = fit_polynomial(board[keep].astype(float), points_px[keep], size, noise)
        if found is None:
            return fit
        homography, first, second = found
        if not (DISTORTION_LEAST <= first <= 0 and 0 <= second <= 1):
            return fit
        there = Projection(homography, first, size, second)
        better = Fit(there, np.linalg.norm(there(board) - points_px, axis=1))
        noise = max(float(np.median(better.miss_px)), EXACT)
        agree = better.miss_px < max(3 * noise, 0.5)
        if (agree == keep).all():
            break
        keep = agree

    def cost(of: Fit) -> float:
        # Of each: what lies beyond is no better known for lying farther.
        near = np.minimum(of.miss_px[keep], 10 * noise)
        return float(2 * len(near) * np.log((near**2).mean() / 2 + EXACT**2))

    assert better is not None
    return better if cost(better) + LIKELIER < cost(fit) else fit


def _known(
    board: Floats, points_px: Floats, keep: np.ndarray, size: tuple[int, int], numbers: Floats
) -> Fit | None:
    """Through a lens whose polynomial is known."""
    first, second = map(float, numbers)
    flat = undistort(points_px[keep], first, size, second)
    homography, _ = cv2.findHomography(board[keep].astype(float), flat, 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    exact = Projection(np.asarray(homography, float), first, size, second)
    return Fit(exact, np.linalg.norm(exact(board) - points_px, axis=1))


def _sweep(
    board: Floats,
    points_px: Floats,
    keep: np.ndarray,
    image_size: tuple[int, int],
    distortions: Floats | None,
) -> Fit | None:
    if distortions is not None and distortions.ndim == 2:
        return _known(board, points_px, keep, image_size, distortions[0])
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
    last[np.abs(last) <= 1e-12] = np.nan
    homographies[there_is] = found / last
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
