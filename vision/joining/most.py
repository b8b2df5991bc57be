"""How like each other the hollows of a window are, marbles in up to a third of them."""

from __future__ import annotations

import numpy as np

from vision.joining.settled import MOST_TAKEN

ROUNDS = 3  # of telling what most of them look like


def likeness_of_most(
    features: np.ndarray, column: int, row: int, size: tuple[int, int]
) -> tuple[float, float, float]:
    """Score, mean likeness inside and best side outside of one window; see `whole_likeness`.

    What most of them look like is told by the more alike of them, over and over (least trimmed
    squares; Rousseeuw, "Least median of squares regression", 1984).
    """
    columns, rows = size
    near = features[row - 1 : row + rows + 1, column - 1 : column + columns + 1]
    inside = near[1:-1, 1:-1].reshape(columns * rows, -1)
    taken = round(MOST_TAKEN * len(inside))
    alike = np.arange(len(inside))
    for _ in range(ROUNDS):
        most = inside[alike].mean(axis=0)
        most /= np.linalg.norm(most) + 1e-9
        likeness = inside @ most
        alike = likeness.argsort()[taken:]
    outside = _outside(near @ most)
    return float(likeness[alike[0]]) - max(outside, 0), float(likeness.mean()), outside


def _outside(near: np.ndarray) -> float:
    """Likeness of the side outside that is most like the hollows, marbles on it left out."""
    around = (near[0, 1:-1], near[-1, 1:-1], near[1:-1, 0], near[1:-1, -1])
    return max(float(np.sort(side)[len(side) // 3 :].mean()) for side in around)
