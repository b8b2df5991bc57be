"""Hollows side by side."""

from __future__ import annotations

import cv2
import numpy as np

from vision.types import BoardSpec


def around(which: np.ndarray, spec: BoardSpec, reach: int = 1) -> np.ndarray:
    """(n,) bool: those hollows (n,) bool, and all so many columns and rows from one of them.

    Args:
        which: (n,) bool.
        spec: the board.
        reach: in hollows, diagonals too.
    """
    grid = which.reshape(spec.rows, spec.columns).view(np.uint8)
    square = np.ones((2 * reach + 1,) * 2, np.uint8)
    near: np.ndarray = cv2.dilate(grid, square).ravel() > 0
    return near
