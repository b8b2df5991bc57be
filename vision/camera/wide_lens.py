"""Fit a view through a wide lens, which one number does not describe up to its corners.

By least squares from where the division model leads (`vision.camera.projection`), as a whole
board's hollows tell it: homography and both numbers of the polynomial. A few points, or a board
in the picture's middle, tell next to nothing of the second: believed as far as lenses have it.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.camera.bending import distort, undistort
from vision.types import Floats

# The second number over the square of the first. Lenses by whose angle places in the picture grow
# evenly have 1.2, those of cameras as OpenCV calibrates them 0.4 to 0.9.
USUAL, SPREAD = 0.8, 0.5
STARTS = (-0.25, -0.45)  # of the first number
ROUNDS, STEP = 25, 1e-6


def fit_polynomial(
    board: Floats, points_px: Floats, image_size: tuple[int, int], noise_px: float
) -> tuple[Floats, float, float] | None:
    """Homography (3, 3) and both numbers by which the points lie nearest; None without any.

    Args:
        board: (n, 2) board coordinates.
        points_px: (n, 2) x, y where they were found.
        image_size: width, height.
        noise_px: how far such points lie from their places.
    """
    fits = [_descend(board, points_px, image_size, noise_px, start) for start in STARTS]
    there = [fit for fit in fits if fit is not None]
    if not there:
        return None
    _, homography, first, second = min(there, key=lambda fit: fit[0])
    return homography, first, second


def _descend(
    board: Floats, points_px: Floats, image_size: tuple[int, int], noise_px: float, start: float
) -> tuple[float, Floats, float, float] | None:
    """Levenberg and Marquardt's least squares: cost, homography, both numbers."""
    second = USUAL * start**2
    flat = undistort(points_px, start, image_size, second)
    homography, _ = cv2.findHomography(board, flat, 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    # Board places about the middle, pixels by the picture: numbers of the same size.
    shift, scale = np.eye(3), np.diag([1 / image_size[0], 1 / image_size[0], 1.0])
    shift[:2, 2] = -board.mean(axis=0)
    whole = scale @ homography @ np.linalg.inv(shift)
    guess = np.append((whole / whole[2, 2]).ravel()[:8], [start, second])
    places = np.column_stack([board - board.mean(axis=0), np.ones(len(board))])

    def view(guess: Floats) -> Floats:
        h: Floats = np.linalg.inv(scale) @ np.append(guess[:8], 1.0).reshape(3, 3)
        return h

    def miss(guess: Floats) -> Floats:
        q = places @ view(guess).T
        seen = distort(q[:, :2] / q[:, 2:], guess[8], image_size, guess[9])
        usual = (guess[9] / max(guess[8] ** 2, 1e-6) - USUAL) / SPREAD
        return np.append((seen - points_px).ravel() / noise_px, usual)

    with np.errstate(all="ignore"):
        guess, cost = _least_squares(miss, guess)
    if not np.isfinite(cost):
        return None
    return cost, view(guess) @ shift, float(guess[8]), float(guess[9])


def _least_squares(miss: Callable[[Floats], Floats], guess: Floats) -> tuple[Floats, float]:
    here, damping = miss(guess), 1e-3
    for _ in range(ROUNDS):
        steps = STEP * np.maximum(np.abs(guess), 1e-2)
        slopes = [
            (miss(guess + each) - here) / step
            for each, step in zip(np.diag(steps), steps, strict=True)
        ]
        jacobian = np.column_stack(slopes)
        normal = jacobian.T @ jacobian
        normal += damping * np.diag(np.diag(normal) + 1e-12)
        try:
            tried = guess + np.linalg.solve(normal, -jacobian.T @ here)
        except np.linalg.LinAlgError:
            break
        there = miss(tried)
        gain = float(here @ here - there @ there)
        if not gain > 0:
            damping *= 5
            continue
        guess, here, damping = tried, there, 0.3 * damping
        if gain < 1e-3 * float(here @ here):
            break
    return guess, float(here @ here)
