"""Hollows that only lie in the shadow of a marble, where a game is joined.

Their own board never saw them in another light, so they are as unlike the others as marbles are.
But shadows all fall the same way, and darken the wood between the marble that casts them and
the hollow as much as the hollow.
"""

from __future__ import annotations

import numpy as np

from calibration.cells import SIDE, Cells
from vision.reading.outline import shadow_tint
from vision.types import Floats
from vision.watching.cast import FEWEST, MOST_MARBLES

SECTORS = 12  # directions in which a cell's wood is looked at
WOOD = (0.3, 0.48)  # pitches from the middle: wood that no attack marble in the hollow hides
DARK = 0.1  # of the logarithm: less is a hard shadow's no longer
AS_DARK = 0.5  # of how dark the wood is the hollow may be more or less so
MIDDLE = 0.2  # pitches: beyond lies a hollow's own rim
_Y, _X = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE - 0.5
_radii = np.hypot(_X, _Y)


def in_shadow(cells: Cells, taken: np.ndarray) -> np.ndarray:
    """(n,) bool: which of those that seem taken (n,) bool may only lie in a marble's shadow.

    Args:
        cells: of the board.
        taken: (n,) bool, those that are not as is typical there.
    """
    away = cells.pictures - cells.typical
    change = np.median(away[:, _radii < MIDDLE], axis=1)
    level = change.mean(axis=1)
    tint = np.abs(change - level[:, None]).max(axis=1)
    like_shadow = taken & (level < -DARK) & (tint < shadow_tint(level))
    casting = taken & ~like_shadow
    shadowed = np.zeros(len(taken), bool)
    if not like_shadow.any() or np.count_nonzero(casting) < FEWEST:
        return shadowed
    wood = _wood(away.mean(axis=3))
    cast = (wood[casting] < -DARK).mean(axis=0)
    # In the middle of the shadow, which is several directions wide.
    way = int((np.roll(cast, 1) + cast + np.roll(cast, -1)).argmax())
    if cast[way] < MOST_MARBLES:
        return shadowed
    # Whence they come, or nearly, since one marble is not just behind the other; and as wide.
    towards = (way + SECTORS // 2 + np.array([-1, 0, 1])) % SECTORS
    dark = np.median(wood[:, towards], axis=1)
    as_dark: np.ndarray = like_shadow & (dark < -DARK)
    as_dark &= np.abs(level - dark) < AS_DARK * np.abs(dark)
    return as_dark


def _wood(away: np.ndarray) -> Floats:
    """(n, SECTORS) how much lighter the wood is in each direction.

    Args:
        away: (n, SIDE, SIDE) how much lighter than is typical cells are, log.
    """
    ring = (_radii > WOOD[0]) & (_radii < WOOD[1])
    sector = np.rint(np.arctan2(_Y, _X) * SECTORS / (2 * np.pi)).astype(int) % SECTORS
    parts = [np.median(away[:, ring & (sector == k)], axis=1) for k in range(SECTORS)]
    return np.stack(parts, axis=1)
