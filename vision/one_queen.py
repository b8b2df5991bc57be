"""Each series has one Queen: where she surely lies, no other marble of that series is she."""

from __future__ import annotations

import numpy as np

from vision.types import Floats

QUEENS = slice(2, 5, 2)  # columns of the probabilities, see `Reading`
LEAST = 1e-6  # of being anything else: keeps the odds finite


def one_queen_each(p: Floats) -> Floats:
    """Probabilities of all hollows (n, 1 + kinds), given that each series has one Queen at most.

    Each row is what its hollow shows by itself, and the rows are independent but for that:
    every way to lay one Queen, both or none is weighed by the odds of the hollows she or they
    would lie in. A row's other kinds keep their proportions.

    Args:
        p: rows that sum to 1; reads the Queens' columns.
    """
    queens = p[:, QUEENS]
    other = np.maximum(1 - queens.sum(axis=1), LEAST)
    odds = queens / other[:, None]
    both = odds.sum(axis=0)
    # Not in the same hollow, both of them.
    ways = 1 + both.sum() + both.prod() - odds.prod(axis=1).sum()
    hers = odds * (1 + both[::-1] - odds[:, ::-1]) / ways
    rest = np.maximum(1 - hers.sum(axis=1), 0) / other
    given = p * rest[:, None]
    given[:, QUEENS] = hers
    rows: Floats = given / given.sum(axis=1, keepdims=True)
    return rows
