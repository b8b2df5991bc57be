"""Where hollows lie when the lamp that they mirror is left out of the picture.

A varnished bowl mirrors a lamp, each bowl a little to another side. How far that is changes
from hollow to hollow as evenly as the places of a board seen from elsewhere do, so a lattice
fits mirrored lamps as well as it fits hollows. They are small and bright: a morphological
opening (Serra, "Image Analysis and Mathematical Morphology", 1982) takes away what is
narrower than the lit half of a hollow, and leaves that, and what is dark.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.projection import Projection
from vision.refine import REACH, Board, align, cells_about, cut
from vision.scene import Scene, edges_and_light
from vision.types import BoardSpec

NARROW: Final = 0.07
"""Of the pitch, half a width: the lit half of the smallest hollow is wider, a tenth of it."""

MIRRORED: Final = 0.5
"""Of what the mean hollow shows, as deviations: as much is mirrored, and it is to be looked at
without. Of 100 boards thirteen show more, most a fifth."""


def unmirrored(scene: Scene, board: Board, spec: BoardSpec) -> Scene:
    """The scene without what is bright and narrow, of the size that this board has in it."""
    middle = (np.array([spec.columns, spec.rows]) - 1) / 2
    around = board.projection(middle + np.array([[-0.5, 0], [0.5, 0], [0, -0.5], [0, 0.5]]))
    pitch = float(np.linalg.norm(around[1::2] - around[::2], axis=1).mean())
    side = 2 * max(1, round(NARROW * pitch)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    opened = cv2.morphologyEx(scene.image_bgr, cv2.MORPH_OPEN, disc).astype(np.uint8, copy=False)
    tensor, log = edges_and_light(opened)
    return replace(scene, tensor=tensor, log=log)


def place_in(scene: Scene, board: Board, spec: BoardSpec) -> Projection | None:
    """Where the board is in that scene, looked for about its place; None if its cells disagree."""
    return align(scene.tensor, board.projection, spec, (REACH, REACH / 2), scene.distortions)


def narrow_share(scene: Scene, matt: Scene, board: Board, spec: BoardSpec) -> float:
    """How much of what its mean hollow shows is gone without what is bright and narrow."""
    seen, left = (
        cut(cells_about(of.log, board.projection, spec).mean(axis=0)) for of in (scene, matt)
    )
    return float((seen - left).std() / max(seen.std(), 1e-6))
