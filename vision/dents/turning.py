"""A lamp near the board lights each hollow from another side, so that no two look alike.

Under a bulb beside the board the light and dark in the hollows turn round and grow from one
edge to the other, and far hollows have little in common with the mean one. But they change
evenly: what a hollow shows at its place is a plane through what all of them show, pixel by
pixel. What lies beyond the board is compared with the hollows next to it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.arrays.ranked import median_along
from vision.types import Floats

ROUNDS = 5
USUAL, LEAST = 1.5, 1e-3  # of the median, how far from the plane cells may be; log, and at least


def fit_evenly(
    cells: np.ndarray, places: Floats, unlike: Callable[[np.ndarray, np.ndarray], Floats]
) -> Floats:
    """(3, ...) the plane through the cells, pixel by pixel, of what most of them show.

    Least squares, in which a cell weighs the less the less it is like what is fitted (Geman
    and McClure), from the median on.

    Args:
        cells: (n, ...) what they show.
        places: (n, 3) 1 and where they lie.
        unlike: (n,) how far cells (n, ...) are from others (n, ...), log.
    """
    flat = cells.reshape(len(cells), -1)
    typical = np.broadcast_to(median_along(cells), cells.shape)
    for _ in range(ROUNDS):
        away = unlike(cells, typical)
        scale = max(USUAL * float(np.median(away)), LEAST)
        weight = 1 / (1 + (away / scale) ** 2)
        fit = np.linalg.lstsq(weight[:, None] * places, weight[:, None] * flat, rcond=None)[0]
        typical = (places @ fit).reshape(cells.shape)
    planes: Floats = fit.reshape(3, *cells.shape[1:])
    return planes


def typical_there(cells: np.ndarray) -> np.ndarray:
    """What each node shows if it is a hollow, as far as the others tell.

    Args:
        cells: (rows + 2, columns + 2, ...) about all hollows and one row of nodes around.
    """
    rows, columns = (count - 2 for count in cells.shape[:2])
    hollows = cells[1:-1, 1:-1].reshape(rows * columns, *cells.shape[2:])
    places = _places(np.arange(rows), np.arange(columns), rows, columns)
    fit = fit_evenly(hollows, places, _unlike)
    y, x = (np.clip(np.arange(-1, count + 1), 0, count - 1) for count in (rows, columns))
    typical = _places(y, x, rows, columns) @ fit.reshape(3, -1)
    return typical.reshape(cells.shape).astype(cells.dtype)


def _unlike(cells: np.ndarray, typical: np.ndarray) -> Floats:
    """(n,) mean difference, log."""
    away: Floats = np.abs(cells - typical).reshape(len(cells), -1).mean(axis=1)
    return away


def _places(y: np.ndarray, x: np.ndarray, rows: int, columns: int) -> Floats:
    """(len(y) * len(x), 3) 1 and where nodes lie, -1..1 over the board."""
    down, right = np.meshgrid(2 * y / (rows - 1) - 1, 2 * x / (columns - 1) - 1, indexing="ij")
    return np.column_stack([np.ones(down.size), down.ravel(), right.ravel()])
