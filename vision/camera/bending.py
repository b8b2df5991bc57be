"""How a lens bends the picture about its middle: by one number, or by two where it is wide.

The division model (Fitzgibbon 2001, "Simultaneous linear estimation of multiple view geometry
and lens distortion") describes standard and wide lenses with one number and inverts in closed
form, so that it can be fitted to a few lattice points when nothing else is known of the camera.
Towards a wide lens's corners that is not enough: there it is the polynomial of Brown 1971,
"Close-range camera calibration", OpenCV's k1 and k2, that cameras are described by.

All are over half of the picture's diagonal.
"""

from __future__ import annotations

import numpy as np

from vision.types import Floats

Distortion = float | tuple[float, float]
"""Of the division model, or both numbers of the polynomial."""

# Newton's steps: at the very edge of what the lens shows each halves what is left.
STEPS = 16


def undistort(
    points_px: Floats,
    distortion: float | Floats,
    image_size: tuple[int, int],
    fourth: float | None = None,
) -> Floats:
    """Image points (..., 2) to where a lens without distortion would show them.

    Args:
        points_px: x, y as they stand in the image.
        distortion: of the division model, one for all or an array that goes with (..., 1); or
            the first number of the polynomial.
        image_size: width, height.
        fourth: the second one, None for the division model.
    """
    centre, radius = _centre_and_radius(image_size)
    d = (points_px - centre) / radius
    if fourth is None:
        flat: Floats = centre + radius * d / (1 + distortion * (d**2).sum(axis=-1, keepdims=True))
        return flat
    bent = np.linalg.norm(d, axis=-1, keepdims=True) + 1e-12
    straight: Floats = centre + radius * d / bent * _straight(bent, float(distortion), fourth)
    return straight


def distort(
    points_px: Floats,
    distortion: float | Floats,
    image_size: tuple[int, int],
    fourth: float | None = None,
) -> Floats:
    """The inverse of `undistort`; points beyond the lens's horizon land on it."""
    centre, radius = _centre_and_radius(image_size)
    if fourth is not None:
        d = (points_px - centre) / radius
        r = np.linalg.norm(d, axis=-1, keepdims=True) + 1e-12
        seen = np.minimum(r, horizon(float(distortion), fourth))
        folded: Floats = centre + radius * d / r * _bent(seen, float(distortion), fourth)
        return folded
    none = np.abs(distortion) < 1e-9
    if np.all(none):
        return points_px
    bend = np.where(none, 1e-9, distortion)
    d = (points_px - centre) / radius
    r = np.linalg.norm(d, axis=-1, keepdims=True) + 1e-12
    root = np.sqrt(np.maximum(1 - 4 * bend * r**2, 0))
    bent = centre + radius * d / r * (1 - root) / (2 * bend * r)
    result: Floats = np.where(none, points_px, bent)
    return result


def as_tried(distortion: Distortion | None) -> Floats | None:
    """What is known of a lens, as `fit_projection` takes it; None for nothing."""
    return None if distortion is None else np.array([distortion], float)


def horizon(first: float, second: float) -> float:
    """Up to where the polynomial rises: what lies farther out would come back towards the middle.

    Half diagonals of the undistorted picture; inf where it rises for ever.
    """
    # The roots, in squares, of its slope 1 + 3 k1 s + 5 k2 s^2.
    roots = np.roots([5 * second, 3 * first, 1.0])
    turning = [float(s.real) for s in roots if abs(s.imag) < 1e-12 and s.real > 0]
    return float(np.sqrt(min(turning))) if turning else np.inf


def _bent(r: Floats, first: float, second: float) -> Floats:
    s = r * r
    bent: Floats = r * (1 + s * (first + s * second))
    return bent


def _straight(bent: Floats, first: float, second: float) -> Floats:
    """Where the polynomial reaches that; on the horizon where it never does."""
    end = horizon(first, second)
    r = np.minimum(bent, end)
    for _ in range(STEPS):
        s = r * r
        slope = np.maximum(1 + s * (3 * first + 5 * s * second), 1e-3)
        r = np.clip(r + (bent - _bent(r, first, second)) / slope, 0, min(end, 1e6))
    return r


def _centre_and_radius(image_size: tuple[int, int]) -> tuple[Floats, float]:
    centre = (np.array(image_size, float) - 1) / 2
    return centre, float(np.hypot(*centre))
