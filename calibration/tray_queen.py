"""Where the Queen lies in a full tray: in the round hollow beside the rows or between them.

Her hollow may begin the tray or end it, as a short groove's neighbour, beyond the rows' own ends,
or in the middle before them.

Rings of an attack marble's size show on her, too, but aside of her middle, and so does the
light that glass throws beside its row. So a ring of her own size is looked for, in the
picture and in what has come: the bare tray's grooves are no ring in the one, the marbles'
shadows none in the other. And where she lies the bare tray shows her round hollow, where
only light falls it doesn't.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.camera.sampling import log_image
from vision.finding.keypoints import normalised_tensor, ring_response
from vision.trays.contents import Tray
from vision.trays.groove import IN_A_ROW, across
from vision.types import Floats, ImageBGR

QUEEN_OVER_ATTACK: Final = 1.4
"""Radius: 18-25 mm beside 13-17 mm."""

HOLLOW = 0.5  # of an attack marble's radius: a ring well within her hollow, which shades all of it
LEANS = 0.4  # of her radius: so far from her hollow her middle is seen, for she stands higher
THICK = 0.25  # of a marble's width: a Queen reaches farther from her middle than that, all round
BESIDE = 0.6  # of a marble's width: farther than that from a row's axis is beside it
# Of the same: so far beyond its last marble's middle is before a row. A Queen lies 1.0 farther
# at least where she touches the last marbles of two rows, which touch each other.
BEFORE = 0.8
BEYOND = 1.5  # of the same: so far beyond the rows' ends her place may lie, where they are shorter
MIDDLE = 64  # grey level of what did not change, where changes are looked at as a picture


class QueensPlaces:
    """Finds the Queens of trays that were full in one picture.

    Args:
        bare_bgr: the trays empty.
        start_bgr: the same camera, the trays full.
        tensor: of that picture, normalised.
        projection: of both.
    """

    def __init__(
        self,
        bare_bgr: ImageBGR,
        start_bgr: ImageBGR,
        tensor: Sequence[np.ndarray],
        projection: Projection,
    ) -> None:
        self._tensors = tensor, normalised_tensor(_come(bare_bgr, start_bgr))
        self._bare = normalised_tensor(bare_bgr)
        self._projection = projection

    def __call__(self, side: np.ndarray, where: Floats, tray: Tray, width: float) -> Floats:
        """(2,) board coordinates of her middle; nan where nothing thick has come.

        Args:
            side: (H, W) bool, what has come on the tray's side.
            where: (H, W, 2) board coordinates of every pixel.
            tray: its rows.
            width: of its marbles, as seen on the board's plane: in hollows of their own they lie
                farther apart than that.
        """
        middle, step = tray.places[0].mean(axis=0), tray.steps.mean(axis=0)
        across_one = step * min(1.0, width / float(np.linalg.norm(step)))
        ends = self._projection(np.stack([middle, middle + across_one]))
        width_px = float(np.linalg.norm(ends[1] - ends[0]))
        queen_px = QUEEN_OVER_ATTACK * width_px / 2
        ys, xs = np.nonzero(side)
        top, left = (max(int(at.min() - 2 * queen_px), 0) for at in (ys, xs))
        bottom, right = (int(at.max() + 2 * queen_px) for at in (ys, xs))
        area = slice(top, bottom), slice(left, right)
        side, where = side[area], where[area]
        tensors = [[channel[area] for channel in tensor] for tensor in self._tensors]
        beside = side & _beside_rows(where, tray)
        clear = _clearness(beside, side, tensors, queen_px)
        bare = [channel[area] for channel in self._bare]
        clear *= _hollow(bare, HOLLOW * width_px / 2, LEANS * queen_px)
        # She is thick, and the marbles' shadows beside their rows are not.
        clear[~_thick(beside, queen_px, THICK * width_px)] = 0
        y, x = np.unravel_index(int(clear.argmax()), clear.shape)
        place: Floats = where[y, x] if clear[y, x] > 0 else np.full(2, np.nan)
        return place


def _come(bare_bgr: ImageBGR, start_bgr: ImageBGR) -> ImageBGR:
    """What has come, as a picture: `MIDDLE` where nothing has changed."""
    come = log_image(start_bgr)
    come -= log_image(bare_bgr)
    np.exp(come, out=come)
    come *= MIDDLE
    return np.clip(come, 0, 255, out=come).astype(np.uint8)


def _clearness(
    asked: np.ndarray, side: np.ndarray, tensors: Sequence[Sequence[np.ndarray]], radius_px: float
) -> np.ndarray:
    """(H, W) how clear a ring of that radius is about each pixel asked for, and how full.

    Args:
        asked: (H, W) bool.
        side: (H, W) bool, what has come.
        tensors: of pictures that all must show the ring.
        radius_px: of the ring.
    """
    clear = cv2.GaussianBlur(side.astype(np.float32), (0, 0), radius_px / 2)
    for tensor in tensors:
        clear *= np.maximum(ring_response(tensor, radius_px), 0)
    return np.where(asked, clear, 0)


def _hollow(bare: Sequence[np.ndarray], radius_px: float, within_px: float) -> np.ndarray:
    """(H, W) how clear a ring of that radius the bare tray shows near each pixel."""
    near = np.ones((2 * int(within_px) + 1,) * 2, np.uint8)
    found: np.ndarray = cv2.dilate(np.maximum(ring_response(bare, radius_px), 0), near)
    return found


def _thick(mask: np.ndarray, radius_px: float, least_px: float) -> np.ndarray:
    """(H, W) bool: where the mask is as thick within half the radius."""
    thick = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 3)
    near = np.ones((int(radius_px) | 1,) * 2, np.uint8)
    found: np.ndarray = cv2.dilate(thick, near) > least_px
    return found


def _beside_rows(where: Floats, tray: Tray) -> np.ndarray:
    """(...) bool: board coordinates (..., 2) beside, between or before a tray's rows."""
    step = tray.steps.mean(axis=0)
    width = float(np.linalg.norm(step))
    along, aside = step / width, across(step) / width
    middles = tray.places.mean(axis=1)
    apart = np.min([np.abs((where - middle) @ aside) for middle in middles], axis=0)
    off = np.abs((where - middles.mean(axis=0)) @ along)
    before = off > ((IN_A_ROW - 1) / 2 + BEFORE) * width
    near = off < (IN_A_ROW / 2 + BEYOND) * width
    beside: np.ndarray = ((apart > BESIDE * width) | before) & near
    return beside
