"""Each series has one Queen: where she surely lies, no other marble of that series is she."""

from __future__ import annotations

import numpy as np

from vision.types import Floats

ATTACK, QUEENS = slice(1, 5, 2), slice(2, 5, 2)  # columns of the probabilities, see `Reading`
LEAST = 1e-6  # of being anything else: keeps the odds finite
# What looks like her and can't be she: so likely an attack marble that looks wide, however plainly
# it does: a guess. A circle was seen there, and a bare hollow has none of hers.
LOOKS_WIDE = 0.1


def one_queen_each(p: Floats) -> Floats:
    """Probabilities of all hollows (n, 1 + kinds), given that each series has one Queen at most.

    Each row is what its hollow shows by itself, and the rows are independent but for that:
    every way to lay one Queen, both or none is weighed by the odds of the hollows she or they
    would lie in. A row's other kinds keep their proportions, but for attack marbles that look wide.

    Args:
        p: rows that sum to 1; reads the Queens' columns.
    """
    queens = p.T[QUEENS]
    other = np.maximum(1 - (queens[0] + queens[1]), LEAST)
    odds = queens / other
    one, another = np.add.reduce(odds, axis=1).tolist()
    # Not in the same hollow, both of them.
    ways = (1 + one) * (1 + another) - float(odds[0] @ odds[1])
    beside = np.array([[1 + another], [1 + one]]) - odds[::-1]
    hers = odds * beside / ways
    given = p.copy()
    given.T[ATTACK] += LOOKS_WIDE * queens
    others = np.maximum(other + LOOKS_WIDE * (queens[0] + queens[1]), LEAST)
    given *= (np.maximum(1 - (hers[0] + hers[1]), 0) / others)[:, None]
    given[:, QUEENS] = hers.T
    rows: Floats = given / np.add.reduce(given, axis=1, keepdims=True)
    return rows
