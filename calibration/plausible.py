"""Whether a camera over a board could see it so: asked of what people point at, and of files."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.camera.projection import Projection
from vision.camera.sharpness import PITCHES_PX
from vision.types import BoardSpec, Floats

NEARER: Final = 4.0
"""Times as far away as its nearest hollow the board's farthest is, at the most.

It is three times as far for a wide lens close over the board, tilted by 38 degrees. At five the
wood just beyond the far border would lie on the horizon.
"""

STEEP: Final = 4.0
"""Times as long a cell is seen as it is wide, or as wide as long: a camera tilted by 75 degrees."""

FOCAL: Final = (0.1, 20.0)
"""Focal lengths that lenses have, in picture widths: a view of 157 degrees, and of 3."""

BORDER_PX: Final = 0.5
"""By which a hollow may lie beyond the picture: what is written is rounded."""


def why_not(projection: Projection, spec: BoardSpec) -> str:
    """What speaks against a board that is said to lie so; nothing if a camera may see it there.

    Args:
        projection: of the board.
        spec: the board.
    """
    with np.errstate(all="ignore"):  # what is nonsense is told below
        places = projection(spec.nodes()).reshape(spec.rows, spec.columns, 2)
        along, up = (np.diff(places, axis=k) for k in (1, 0))
        files, ranks = (np.linalg.norm(steps, axis=2) for steps in (along, up))
    if not np.isfinite(places).all():
        return "some hollows would lie on the horizon"
    beyond = places > np.array(projection.image_size) - 1 + BORDER_PX
    if (beyond | (places < -BORDER_PX)).any():
        return "some hollows would lie outside the picture"
    if min(files.min(), ranks.min()) < PITCHES_PX[0]:
        return f"neighbouring hollows would lie less than {PITCHES_PX[0]:.0f} pixels apart"
    if max(_uneven(files), _uneven(ranks)) > NEARER**2:
        return "one side of the board would be many times as far away as the other"
    if _mirrored(along[:-1], up[:, :-1]):
        return "the board would be seen in a mirror"
    slope = float(np.median(files) / np.median(ranks))
    if not 1 / STEEP < slope < STEEP:
        return "the board would be seen almost from its edge"
    return ""


def _mirrored(along_px: Floats, up_px: Floats) -> bool:
    """Whether ranks do not rise to the left of the way along the files, as y points down."""
    turn = along_px[..., 0] * up_px[..., 1] - along_px[..., 1] * up_px[..., 0]
    return float(np.median(turn)) > 0


def _uneven(steps_px: Floats) -> float:
    """How many times as long as the shortest of these steps the longest is."""
    # Along the way to it, a step shrinks by the square of how much farther away it is.
    return float(steps_px.max() / steps_px.min())
