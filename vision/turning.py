"""A lamp near the board lights each hollow from another side, so that no two look alike.

Under a bulb beside the board the light and dark in the hollows turn round and grow from one
edge to the other, and far hollows have little in common with the mean one. But they change
evenly: what a hollow shows at its place is a plane through what all of them show, pixel by
pixel. What lies beyond the board is compared with the hollows next to it.
"""

from __future__ import annotations

import numpy as np

from vision.types import Floats

ROUNDS = 3
USUAL, LEAST = 1.5, 1e-4  # of the median, how far from the plane cells may be; log, and at least


def typical_there(cells: np.ndarray, around: int = 1) -> np.ndarray:
    """What each node shows if it is a hollow, as far as the others tell.

    Least squares, in which a cell weighs the less the less it is like what is fitted (Geman
    and McClure).

    Args:
        cells: (rows, columns, ...) about all nodes, so many rows around included.
        around: those that are no hollows, on each side.
    """
    rows, columns = (count - 2 * around for count in cells.shape[:2])
    hollows = cells[around : around + rows, around : around + columns].reshape(rows * columns, -1)
    places = _places(np.arange(rows), np.arange(columns), rows, columns)
    weight = np.ones(len(hollows))
    for _ in range(ROUNDS):
        fit = np.linalg.lstsq(weight[:, None] * places, weight[:, None] * hollows, rcond=None)[0]
        away = np.abs(hollows - places @ fit).mean(axis=1)
        scale = max(USUAL * float(np.median(away)), LEAST)
        weight = 1 / (1 + (away / scale) ** 2)
    y, x = (
        np.clip(np.arange(count + 2 * around) - around, 0, count - 1) for count in (rows, columns)
    )
    typical: np.ndarray = (_places(y, x, rows, columns) @ fit).reshape(cells.shape)
    return typical.astype(cells.dtype)


def _places(y: np.ndarray, x: np.ndarray, rows: int, columns: int) -> Floats:
    """(len(y) * len(x), 3) 1 and where nodes lie, -1..1 over the board."""
    down, right = np.meshgrid(2 * y / (rows - 1) - 1, 2 * x / (columns - 1) - 1, indexing="ij")
    return np.column_stack([np.ones(down.size), down.ravel(), right.ravel()])
