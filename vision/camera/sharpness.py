"""How sharp a picture is, by the width of its edges; and whether it is large enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.errors import BoardNotFoundError, NotFound
from vision.types import BoardSpec, Floats, ImageBGR

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

AROUND: Final = 0.5
"""Pitches beyond the outer hollows that belong to the board, whatever lies about it."""

STRONG: Final = 90
"""Per cent of the edges that are weaker than those whose width is taken."""

NARROW, HALF_AS_STRONG, CLEARLY, SHADES = 5, 0.5, 10, 0.5
"""Per cent of the edges, at least so strong and of so many levels, that are so much narrower than
the strongest: then those are soft shadows'. Blurred boards' have 0.64 of the median and more (in
loud noise 0.44), most of those beneath leaves 0.33 to 0.5."""

FAR_PX: Final = 2.0**14
"""Beyond any picture's edge: towards the horizon corners may lie anywhere."""

SMALLEST_PX: Final = 120
"""Seven pitches of the shortest step that is looked for."""


def is_blurred(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> bool:
    """Whether hollows melt into the wood, so that no place for them is sure; see `are_wide`.

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
    image = cv2.resize(image_bgr, None, fx=factor, fy=factor, interpolation=way)
    board = board_in(image_bgr, projection, spec)
    board = cv2.resize(board, image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    most = max(WIDEST * PITCH_PX, min(SHARP_PX * factor, MOST_PX))
    return are_wide(most, image.astype(np.uint8, copy=False), board.astype(np.uint8, copy=False))


def are_wide(most_px: float, image_bgr: ImageBGR, board: np.ndarray) -> bool:
    """Whether edges take more pixels than that, the picture's and, where they say it, the board's.

    A board's shallow hollows may be all the edges that it has, and a cloth's checks finer than
    what is looked at: the picture is sharp where either is. But a pale board has no say.

    Args:
        most_px: pixels.
        image_bgr: the picture.
        board: (H, W) uint8, 1 where it shows the board.
    """
    edges = _edges_of(image_bgr)
    if edges.width_px(edges.everywhere) <= most_px:
        return False
    levels = edges.least(board)
    return levels < STEEP * most_px or edges.width_px(board) > most_px


def board_in(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> np.ndarray:
    """(H, W) uint8: 1 where a picture shows the board; everywhere, if that can't be said.

    Args:
        image_bgr: the picture.
        projection: where the board is in it.
        spec: how many hollows it has.
    """
    right, top = spec.columns - 1 + AROUND, spec.rows - 1 + AROUND
    low = -AROUND
    corners = projection(np.array([[low, low], [right, low], [right, top], [low, top]]))
    board = np.zeros(image_bgr.shape[:2], np.uint8)
    if np.isfinite(corners).all():
        places = np.clip(np.round(corners), -FAR_PX, FAR_PX).astype(np.int32)
        cv2.fillConvexPoly(board, places, 1)
    return board if board.any() else np.ones_like(board)


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """What lies around each pixel of a picture (H, W), its border left out.

    Attributes:
        levels: the range of grey levels.
        slope: the steepest, levels a pixel.
        middle: bool, whether it is the steepest itself, so that all of the edge is about it.
    """

    levels: np.ndarray
    slope: np.ndarray
    middle: np.ndarray

    @property
    def everywhere(self) -> np.ndarray:
        """(H, W) uint8: all of the picture."""
        return np.ones((self.levels.shape[0] + 2, self.levels.shape[1] + 2), np.uint8)

    def least(self, where: np.ndarray) -> float:
        """The least range of the strongest tenth, of pixels (H, W) uint8."""
        inside = self.levels[where[1:-1, 1:-1] > 0]
        return float(np.percentile(inside, STRONG)) if inside.size else 0.0

    def width_px(self, where: np.ndarray) -> float:
        """How wide the strongest are, in the median; 0 where there are none.

        Unless those are soft shadows', which are wide in a sharp picture, too: then how wide
        its narrow ones are.
        """
        least, inside = self.least(where), where[1:-1, 1:-1] > 0
        strong = (self.levels >= least) & inside
        if not strong.any():
            return 0.0
        median = float(np.median(self._widths(strong)))
        clear = self.middle & (self.levels >= max(HALF_AS_STRONG * least, CLEARLY)) & inside
        narrow = float(np.percentile(self._widths(clear), NARROW)) if clear.any() else median
        return narrow if narrow < SHADES * median else median

    def _widths(self, where: np.ndarray) -> Floats:
        widths: Floats = self.levels[where] / np.maximum(self.slope[where], 1)
        return widths


def edge_width_px(image_bgr: ImageBGR) -> float:
    """How many pixels the strongest edges take from dark to bright, in the median.

    Around each pixel, the range of levels over the steepest slope: the width of a
    single edge. Taken where the range is among the largest tenth, so that it says
    nothing of smooth wood.
    """
    edges = _edges_of(image_bgr)
    return edges.width_px(edges.everywhere)


def _edges_of(image_bgr: ImageBGR) -> _Edges:
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    grey = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    across = np.abs(grey[1:-1, 2:] - grey[1:-1, :-2]) / 2
    along = np.abs(grey[2:, 1:-1] - grey[:-2, 1:-1]) / 2
    around = np.ones((11, 11), np.uint8)
    levels = (cv2.dilate(grey, around) - cv2.erode(grey, around))[1:-1, 1:-1]
    steep = np.maximum(across, along)
    slope = cv2.dilate(steep, around)
    return _Edges(levels, slope, steep >= slope)


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
