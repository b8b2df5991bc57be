"""What is lit and what is dark of the hollows, beside the wood about them.

Whatever lights a dent, there is a side of it that sees less of that than flat wood does.
"""

from __future__ import annotations

import numpy as np

from vision.dents.median import VISIBLE, median_of
from vision.types import Floats

# Of the pitch, rims: windows mirrored in hollows had 0.09 to 0.14, in one picture and some twenty
# drawings. Hollows that are painted light are wider.
WINDOWS = 0.145
# Log: what is wider and has no dark side must be so much lighter to be mirrored. On 26 boards the
# darkest place of hollows was by 0.1 and more darker than the wood. And share of its lightest place
# that paint has in the middle.
SHINING, EVENLY = 0.16, 0.5
# Of the pitch beyond the rim: flat wood, and less than half of it a line drawn round the hollow.
WOOD = 0.06, 0.24
EDGE = 0.02  # of the pitch: half of a rim's soft edge
# What of a circle is dark where it is dark all over, and how much lighter than wood it is beside
# one that is but the dark side of hollows, of what that is darker: where a low sun lit the far side
# of deep ones .64, and of small ones .86; beside 172 true rims .24 at most, or those were not dark
# all over.
ALL_DARK, LIT_BESIDE = 0.9, 0.4
BESIDE = 0.1  # of the pitch beyond the rim: what may be the hollow's still
SECTOR, TURNS = 0.7, 24  # cosine of half of one side's angle; sides asked


def all_lit(cells: np.ndarray, side: int, rim: float) -> bool:
    """Whether the median cell is nowhere darker within the rim than the wood is about it.

    Whatever lights a dent, there is a side of it that sees less of that than flat wood does. What
    has none is a lamp or a window mirrored in the hollow, or on its rounded edge; or light paint,
    which is about as light all over. What is wide and hardly lighter may be faint hollows.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
        rim: radius over the pitch.
    """
    light = _beside_wood(cells, side, rim, np.zeros(2), rim)
    if rim <= WINDOWS:
        return bool(light.min() > -VISIBLE)
    paint = light.min() > VISIBLE and np.median(light) > EVENLY * light.max()
    return bool(light.min() > -VISIBLE and light.max() > SHINING and not paint)


def dark_share(cells: np.ndarray, side: int, rim: float, place: Floats, radius: float) -> float:
    """Share 0..1 of a circle in the median cell that is darker than the wood about the cell's rim.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
        rim: radius over the pitch.
        place: (2,) x, y of the circle's middle, over the pitch from that of the cell.
        radius: of the circle, over the pitch.
    """
    return float((_beside_wood(cells, side, rim, place, radius) <= -VISIBLE).mean())


def lit_share_about(
    cells: np.ndarray, side: int, rim: float, place: Floats, radius: float
) -> float:
    """Share 0..1 of what lies within the rim about such a circle that is lighter than the wood.

    Of what is between both edges, which are soft. Args as of `dark_share`.
    """
    light, beyond, off = _light_of(cells, side, rim, place)
    about = light[(beyond < -EDGE) & (off > radius + EDGE)]
    return float((about >= VISIBLE).mean()) if about.size else 0.0


def only_dark_side(cells: np.ndarray, side: int, rim: float) -> bool:
    """Whether a circle is the hollows' dark side alone: their lit one lies beside it.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
        rim: radius over the pitch.
    """
    if dark_share(cells, side, rim, np.zeros(2), rim) < ALL_DARK:
        return False
    return lit_beside(cells, side, rim) > LIT_BESIDE


def lit_beside(cells: np.ndarray, side: int, rim: float) -> float:
    """How much lighter than the wood it is on one side beside the rim, over what is unlike within.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
        rim: radius over the pitch.
    """
    light, beyond, _ = _light_of(cells, side, rim, np.zeros(2))
    beside = (beyond > EDGE) & (beyond < BESIDE)
    y, x = (np.mgrid[: 2 * side, : 2 * side] + 0.5) / side - 1
    away = np.hypot(x, y)
    turns = 2 * np.pi * np.arange(TURNS) / TURNS
    sides = (x * np.cos(turn) + y * np.sin(turn) > SECTOR * away for turn in turns)
    lit = max(float(light[beside & each].mean()) for each in sides)
    return lit / max(float(np.abs(light[beyond < 0]).mean()), 1e-9)


def _beside_wood(cells: np.ndarray, side: int, rim: float, place: Floats, radius: float) -> Floats:
    """(k,) by what a circle in the median cell is lighter than the wood, see `dark_share`."""
    light, _, off = _light_of(cells, side, rim, place)
    within: Floats = light[off < radius]
    return within


def _light_of(
    cells: np.ndarray, side: int, rim: float, place: Floats
) -> tuple[Floats, Floats, Floats]:
    """Of the median cell's places: by what each is lighter than the wood, and how far away it is.

    That is, pitches beyond the rim, and from the place.
    """
    seen, _ = median_of(cells)
    y, x = (np.mgrid[: 2 * side, : 2 * side] + 0.5) / side - 1
    beyond = np.hypot(x, y) - rim
    wood = np.median(seen[(WOOD[0] < beyond) & (beyond < WOOD[1])])
    return seen - wood, beyond, np.hypot(x - place[0], y - place[1])
