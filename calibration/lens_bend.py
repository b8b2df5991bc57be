"""How far a sheet was bent, the same in all photos: then its corners fit no lens well.

The sheet's shape, a paraboloid, is fitted beside the lens and the sheet's poses
(Gauss-Newton; bundle adjustment with the object released, Strobl & Hirzinger 2011). A bend
moves corners by their view's slant, a lens by their place in the picture, so that from several
angles they are told apart; and the lens may have all of OpenCV's nine numbers meanwhile, lest
one that two radial terms describe badly pass for a bend.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.lens_fit import Fit, View
from calibration.printing import PAGE_MM
from vision.types import Floats

POSE, LENS, SHAPE = 6, 9, 3
"""Numbers: of each photo's pose, of the lens, and of the sheet's shape."""

ROUNDS: Final = 4

EXPLAINED: Final = 0.25
"""Of the corners' squared errors, by the shape: of a sheet bent by 5 mm 0.6 and more, of a flat
one 0.07 and less. Through a lens whose numbers are not found it may be more; then it takes hardly
any bend, or through a fisheye, which fits no lens here, the corners fit with the shape no better.
"""

RAISED: Final = 1e-3
"""Squares by which the sheet is raised to see how its corners move then."""

SURE: Final = 1e-4
"""Of the strongest: what the photos tell of a mix of numbers; weaker ones are left as they are."""


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """Lens, poses and shape.

    Attributes:
        matrix: 3 x 3 camera matrix, pixels.
        distortion: (5,) k1, k2, p1, p2, k3.
        poses: of each photo (6,) turn and place, in squares.
        shape: (3,) height's parts in x², x y and y² about the sheet's middle, squares.
    """

    matrix: Floats
    distortion: Floats
    poses: list[Floats]
    shape: Floats


def bend_mm(
    views: list[View], fit: Fit, squares: tuple[int, int], square_mm: float, good_px: float
) -> float:
    """By how much an A4 sheet's middle stood off a line across it; 0 where no bend is why.

    Args:
        views: of the sheet, from several angles.
        fit: of the lens to them, the sheet taken for flat.
        squares: across and down the sheet.
        square_mm: a side of one.
        good_px: root mean square error with which corners fit well.
    """
    middle = np.array(squares) / 2
    try:
        # Photos that tell too little may lead anywhere, into what is no number, too.
        with np.errstate(all="ignore"):
            poses = [_pose(view, fit) for view in views]
            start = _Guess(fit.matrix, fit.distortion, poses, np.zeros(SHAPE))
            flat = _settled(start, views, middle, LENS)
            bent = _settled(flat, views, middle, LENS + SHAPE)
            before_px, left_px = (_error_px(guess, views, middle) for guess in (flat, bent))
    except (np.linalg.LinAlgError, cv2.error):
        return 0.0
    why = left_px <= good_px and left_px**2 <= (1 - EXPLAINED) * before_px**2
    return _sag_mm(bent.shape, square_mm) if why else 0.0


def _sag_mm(shape: Floats, square_mm: float) -> float:
    """Along the sheet's strongest bend, from edge to edge through its middle."""
    curves = np.array([[2 * shape[0], shape[1]], [shape[1], 2 * shape[2]]]) / square_mm
    each, along = np.linalg.eigh(curves)
    most = int(np.argmax(np.abs(each)))
    length_mm = (np.array(PAGE_MM) / np.maximum(np.abs(along[:, most]), 1e-9)).min()
    return float(abs(each[most]) * length_mm**2 / 8)


def _pose(view: View, fit: Fit) -> Floats:
    _, turn, place = cv2.solvePnP(view.sheet, view.seen, fit.matrix, fit.distortion)
    return np.concatenate([turn, place]).ravel()


def _settled(guess: _Guess, views: list[View], middle: Floats, count: int) -> _Guess:
    """The guess that fits best; the last of its numbers may stay what they are."""
    for _ in range(ROUNDS):
        guess = _step(guess, views, middle, count)
    return guess


def _step(guess: _Guess, views: list[View], middle: Floats, count: int) -> _Guess:
    parts = [_slopes(guess, k, view, middle) for k, view in enumerate(views)]
    # What its own pose can take up of a photo's errors is taken out of what all share.
    bases = [np.linalg.qr(pose)[0] for _, pose, _ in parts]
    shared = [_beside(q, every[:, :count]) for q, (_, _, every) in zip(bases, parts, strict=True)]
    away = [_beside(q, error) for q, (error, _, _) in zip(bases, parts, strict=True)]
    by = np.zeros(LENS + SHAPE)
    by[:count] = _solved(np.concatenate(shared), np.concatenate(away))
    poses = [
        old + np.linalg.lstsq(pose, error - every @ by, rcond=None)[0]
        for old, (error, pose, every) in zip(guess.poses, parts, strict=True)
    ]
    matrix = guess.matrix.copy()
    matrix[[0, 1, 0, 1], [0, 1, 2, 2]] += by[:4]
    distortion, shape = guess.distortion + by[4:LENS], guess.shape + by[LENS:]
    return replace(guess, matrix=matrix, distortion=distortion, poses=poses, shape=shape)


def _slopes(guess: _Guess, k: int, view: View, middle: Floats) -> tuple[Floats, Floats, Floats]:
    """One photo's errors (2n,), and how its corners move by the pose, and by lens and shape."""
    parts = _parts(view, middle)
    seen, slopes = _seen(guess, k, view, parts @ guess.shape)
    above, _ = _seen(guess, k, view, parts @ guess.shape + RAISED)
    shape = ((above - seen) / RAISED)[:, :, None] * parts[:, None, :]
    error = view.seen.reshape(-1, 2) - seen
    # cv2.projectPoints tells turn, place, focal lengths, middle and distortion in this order.
    lens = slopes[:, POSE : POSE + LENS]
    return error.ravel(), slopes[:, :POSE], np.hstack([lens, shape.reshape(-1, SHAPE)])


def _seen(guess: _Guess, k: int, view: View, heights: Floats) -> tuple[Floats, Floats]:
    """Pixels (n, 2) of one photo's corners at those heights, and all their slopes but by these."""
    sheet = view.sheet.reshape(-1, 3).astype(float)
    sheet[:, 2] = heights
    turn, place = guess.poses[k][:3], guess.poses[k][3:]
    seen, slopes = cv2.projectPoints(sheet, turn, place, guess.matrix, guess.distortion)
    return np.asarray(seen[:, 0], float), np.asarray(slopes, float)


def _parts(view: View, middle: Floats) -> Floats:
    """(n, 3) x², x y and y² of the corners."""
    x, y = (view.sheet.reshape(-1, 3)[:, :2] - middle).T
    return np.column_stack([x * x, x * y, y * y])


def _beside(base: Floats, values: Floats) -> Floats:
    """Values less what lies along the base."""
    return np.asarray(values - base @ (base.T @ values), float)


def _solved(slopes: Floats, error: Floats) -> Floats:
    sizes = np.linalg.norm(slopes, axis=0) + 1e-12
    return np.asarray(np.linalg.lstsq(slopes / sizes, error, rcond=SURE)[0] / sizes, float)


def _error_px(guess: _Guess, views: list[View], middle: Floats) -> float:
    """Root mean square of how far corners lie from where they should."""
    errors = [_slopes(guess, k, view, middle)[0] for k, view in enumerate(views)]
    return float(np.sqrt(2 * (np.concatenate(errors) ** 2).mean()))
