"""How sharp a picture is, by the width of its edges; and whether it is large enough."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.errors import BoardNotFoundError, NotFound
from vision.projection import Projection
from vision.types import BoardSpec, ImageBGR

BLURRED_PX: Final = 5.0
"""Width of edges. That of a Gaussian blur is sqrt(2 pi) times its sigma, so this is a
sigma of two pixels; the recorded boards have 2.6 to 4.2, blurred by three 5.4 to 7.6."""

WIDEST: Final = 0.1
"""Of the pitch: edges as wide as hollows have to be found exactly hide where those are."""

SHARP_PX: Final = 2.6
"""Edges of that many pixels are as sharp as cameras make them, however small the board is."""

MOST_PX: Final = 6.9
"""Of what is measured in the picture scaled: in a window of 11 pixels hardly more is seen."""

PITCH_PX: Final = 64
"""To which the picture is scaled: a hollow's rim is then about as wide as what is looked at."""

PITCHES_PX: Final = (8.0, 1000.0)
"""Between them lie those of all boards that are searched for."""

STEEP: Final = 2
"""Grey levels a pixel: edges of the greatest width that rise by less say nothing, since the
rounding to whole levels makes edges of its own."""

AROUND: Final = 0.6
"""Pitches beyond the outer hollows that belong to the board. What lies farther off, the fine
checks of a cloth say, has edges of its own."""

SMALLEST_PX: Final = 120
"""Seven pitches of the shortest step that is looked for."""


def is_blurred(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> bool:
    """Whether the board's hollows melt into the wood, so that no place for them is sure.

    Args:
        image_bgr: the picture.
        projection: where the board is in it.
        spec: how many hollows it has.
    """
    last = np.array([spec.columns - 1, spec.rows - 1], float)
    corners = projection(last * np.array([[0, 0], [1, 0], [1, 1], [0, 1]]))
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pitch_px = float(sides.sum() / (2 * last.sum()))
    if not PITCHES_PX[0] < pitch_px < PITCHES_PX[1]:
        return False  # that is no board, whatever else is said of it
    factor = PITCH_PX / pitch_px
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    most = max(WIDEST * PITCH_PX, min(SHARP_PX * factor, MOST_PX))

    def scaled(part: ImageBGR) -> ImageBGR:
        return cv2.resize(part, None, fx=factor, fy=factor, interpolation=way).astype(np.uint8)

    return are_wide(most, scaled(image_bgr), scaled(part_of_board(image_bgr, projection, spec)))


def are_wide(most_px: float, image_bgr: ImageBGR, board_bgr: ImageBGR) -> bool:
    """Whether edges take more pixels than that, those of the picture and those of the board.

    A board's shallow hollows may be all the edges that it has, and a cloth's checks finer than
    what is looked at: the picture is sharp where either is.

    Args:
        most_px: pixels.
        image_bgr: the picture.
        board_bgr: the part of it that shows the board.
    """
    if _edges_of(image_bgr)[0] <= most_px:
        return False
    width, levels = _edges_of(board_bgr)
    return width > most_px or levels < STEEP * most_px


def part_of_board(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> ImageBGR:
    """The part of a picture that shows the board; all of it where none does.

    Args:
        image_bgr: the picture.
        projection: where the board is in it.
        spec: how many hollows it has.
    """
    right, top = spec.columns - 1 + AROUND, spec.rows - 1 + AROUND
    corners = projection(np.array([[x, y] for x in (-AROUND, right) for y in (-AROUND, top)]))
    if not np.isfinite(corners).all():
        return image_bgr
    size = image_bgr.shape[1], image_bgr.shape[0]
    (left, upper), (right, lower) = (
        np.clip(end, 0, size).astype(int) for end in (corners.min(axis=0), corners.max(axis=0) + 1)
    )
    part = image_bgr[upper:lower, left:right]
    return part if min(part.shape[:2]) > SMALLEST_PX / 2 else image_bgr


def edge_width_px(image_bgr: ImageBGR) -> float:
    """How many pixels the strongest edges take from dark to bright, in the median.

    Around each pixel, the range of levels over the steepest slope: the width of a
    single edge. Taken where the range is among the largest tenth, so that it says
    nothing of smooth wood.
    """
    return _edges_of(image_bgr)[0]


def _edges_of(image_bgr: ImageBGR) -> tuple[float, float]:
    """That width, and the least range of levels of those that it was taken of."""
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    across = np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]) / 2
    along = np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1]) / 2
    around = np.ones((11, 11), np.uint8)
    levels = (cv2.dilate(grey, around) - cv2.erode(grey, around))[1:-1, 1:-1]
    slope = cv2.dilate(np.maximum(across, along), around)
    least = float(np.percentile(levels, 90))
    strong = levels >= least
    return float(np.median(levels[strong] / np.maximum(slope[strong], 1))), least


def check_size(image_bgr: ImageBGR) -> None:
    """Raise when no board can show its hollows in so small a picture.

    Raises:
        BoardNotFoundError: then.
    """
    if min(image_bgr.shape[:2]) < SMALLEST_PX:
        raise BoardNotFoundError(
            f"the picture is too small ({image_bgr.shape[1]} x {image_bgr.shape[0]}) "
            "to show a board's hollows",
            NotFound.SMALL,
        )
