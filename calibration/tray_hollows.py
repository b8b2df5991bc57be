"""Whether a tray's marbles lie in one groove, where they touch, or each in a hollow of its own.

In a groove the distance from marble to marble is their width. In hollows it is more, by a
tenth or so, and says nothing. Of a bare tray a groove shows nothing that comes back with
every marble's place; hollows all look alike.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.camera.sampling import log_image
from vision.finding.ends import round_correlation
from vision.trays.contents import Tray
from vision.trays.groove import across
from vision.types import Floats, ImageBGR

SIDE = 16  # samples across a marble's place
# Correlation of a place with the others of its row: in grooves 0.2 and less, in hollows 0.86
# and more, of all trays that were tried.
ALIKE = 0.5


def lie_apart(bare_bgr: ImageBGR, projection: Projection, tray: Tray) -> bool:
    """Whether the tray has a hollow for each marble.

    Args:
        bare_bgr: the trays empty.
        projection: of the board.
        tray: where the marbles lie when it is full.
    """
    log = log_image(bare_bgr).mean(axis=2)
    rows = zip(tray.places, tray.steps, strict=True)
    alike = [_alike(_places(log, projection, row, step)) for row, step in rows]
    return float(np.mean(alike)) > ALIKE


def _places(log: np.ndarray, projection: Projection, row: Floats, step: Floats) -> np.ndarray:
    """What shows at each place of a row, (n, SIDE, SIDE, 1), a step wide either way."""
    near = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    cell = near[None, :, None] * step + near[:, None, None] * across(step)
    pixels = projection(row[:, None, None] + cell).astype(np.float32)
    flat = pixels.reshape(-1, SIDE, 2)
    x, y = (np.ascontiguousarray(flat[..., k]) for k in (0, 1))
    seen = cv2.remap(log, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return seen.reshape(len(row), SIDE, SIDE, 1)


def _alike(places: np.ndarray) -> float:
    """How like the mean of the others of its row the middling place is, -1..1."""
    others = (places.sum(axis=0) - places) / (len(places) - 1)
    return float(np.median(round_correlation(places, others)))
