"""Lines drawn or engraved on the board, and what its hollows show beside them.

A line runs right through its cell, along a file, a rank or a diagonal, whatever lies beside it; a
hollow ends within it. So what is narrow, and there on most of such a way, is a line's. It is
taken away as far as it is to be seen, place by place, since lines may end at a hollow's rim; but
something of it is left, and where lines cross more. So all along a line, and a little beside it,
the less a place tells of the hollow the more the line is to be seen.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.arrays.ranked import median_along, percentile_along
from vision.types import Floats

# Of the pitch: twice as wide as the widest line that is taken for one. Within the median of so
# much neither are the hollows narrow, nor the wood between them, in most of the rows they lie in.
WINDOW = 0.44
# Share of its way where a line is to be seen at least. Of the files that touch hollows on one side
# a little less than half seems as narrow; and of a line that ends at hollows' rims so much is seen
# where those are no wider than 0.2 of the pitch.
MOST = 0.6
UNEVEN = 1.5  # of what a line shows in so many places: no more is taken away anywhere


def beside_lines(
    median: Floats, spread: Floats, visible: float, side: int
) -> tuple[Floats, Floats | None]:
    """The median cell without its lines, and how much each place tells of what lies beside them.

    Args:
        median: (2 * side, 2 * side) log brightness, of what all cells show: two pitches wide, so
            that it repeats itself.
        spread: likewise, how far cells differ from it.
        visible: of the brightness, log: what an eye just sees.
        side: pixels a pitch.

    Returns:
        The cell, and shares 0..1 of the same shape. Where no line is to be seen, or the cell has a
        NaN, it is the median cell itself, and None.
    """
    left, lines = _without_lines(median, side)
    lines = np.maximum(lines, np.abs(median - left))
    if not lines.max() >= visible:
        return median, None
    # A line that every other cell has, as some boards' diagonals, is half there in the median.
    lines = np.maximum(lines, spread - np.median(spread))
    beside: Floats = cv2.dilate(lines.astype(float), np.ones((3, 3), np.uint8)).astype(float)
    telling: Floats = 1 / (1 + (beside / visible) ** 2)
    return left, telling


def _without_lines(median: Floats, side: int) -> tuple[Floats, Floats]:
    """It without them; and how much the strongest line along each place differs from the wood.

    Where they cross, the one is taken away first, and there the other goes on.
    """
    left, lines = _without_upright(median, WINDOW * side)
    turned, across = _without_upright(left.T, WINDOW * side)
    left, lines = turned.T, np.maximum(lines, across[:, None])
    for way in (1, -1):
        # Each row a pixel farther, a diagonal stands upright, and is as much wider.
        upright, along = _without_upright(_shifted(left, way), 2**0.5 * WINDOW * side)
        left = _shifted(upright, -way)
        lines = np.maximum(lines, _shifted(np.broadcast_to(along, left.shape), -way))
    return left, lines


def _shifted(picture: Floats, way: int) -> Floats:
    """Each row so many pixels farther on than the one before."""
    columns = np.arange(picture.shape[1])
    at = (columns - way * np.arange(len(picture))[:, None]) % picture.shape[1]
    shifted: Floats = np.take_along_axis(picture, at, axis=1)
    return shifted


def _without_upright(picture: Floats, window: float) -> tuple[Floats, Floats]:
    """The picture without what is narrow across in `MOST` rows; (columns,) how much it differs."""
    half = round(window / 2)
    rows = np.pad(picture, ((0, 0), (half, half)), mode="wrap")
    narrow = picture - median_along(sliding_window_view(rows, 2 * half + 1, axis=1), axis=-1)
    light, dark = percentile_along(narrow, 1 - MOST, axis=0), percentile_along(narrow, MOST, axis=0)
    line = np.maximum(light, 0) + np.minimum(dark, 0)
    seen = np.maximum(np.sign(line) * narrow, 0)
    left: Floats = picture - np.sign(line) * np.minimum(UNEVEN * np.abs(line), seen)
    return left, np.abs(line)
