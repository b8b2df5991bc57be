"""A board whose grain is as strong as its hollows: found by what edges do not go the grain's way.

Grain goes one way, and so do most edges about any place, while a rim goes all ways. So edges are
measured, way by way, by how many there are about that place: the gradients are whitened, by the
inverse root of the mean structure tensor there, as a matched filter would be for noise that is
not the same all ways (Turin 1960, "An introduction to matched filters"). That is how the lattice
is found. What is a hollow, and what is sure, is told in the picture as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.finding.apart import away
from vision.finding.ends import goes_on
from vision.finding.keypoints import AROUND_PX, structure_tensor
from vision.finding.refine import Board, most_alike_side, refine
from vision.finding.scene import Scene, cues_of
from vision.finding.search import search
from vision.finding.sure import best_first
from vision.finding.window import EDGES
from vision.types import BoardSpec, ImageBGR

Symmetric = tuple[np.ndarray, np.ndarray, np.ndarray]  # a, b, c of matrices [[a, b], [b, c]]

STARTS: Final = 4
"""Boards that are looked into, the likeliest first."""

DENTED: Final = 0.15
"""What a dent must explain of one."""

APART: Final = 0.05
"""Pitches that it lies from those before it."""

QUIET: Final = 0.25
"""Of the usual edges, that there are taken to be about any place: where there is nothing else."""


def boards_across_grain(scene: Scene, spec: BoardSpec) -> list[Board]:
    """Boards that may be in the scene, the best first.

    Args:
        scene: the picture.
        spec: how many hollows they have.
    """
    smooth = scene.smoothed_bgr()
    cues = cues_of(smooth)
    cues[..., EDGES] = np.dstack(whitened_tensor(smooth))
    seen = replace(scene, cues=cues, smooth=True)
    starts: list[Board] = []
    for board in search(seen, spec):
        apart = all(away(other, board, spec) > APART for other in starts)
        if len(starts) < STARTS and board.dent > DENTED and apart:
            starts.append(board)
    found = [
        board
        for start in starts
        for place in (start.projection, most_alike_side(scene.cues, start.projection, spec))
        for board in refine(scene.cues, place, spec, scene.distortions)
    ]
    return best_first([b for b in found if not goes_on(scene.cues, b.projection, spec)])


def whitened_tensor(image_bgr: ImageBGR) -> list[np.ndarray]:
    """Structure tensor (xx, xy, yy) of the log image, as much each way as is unusual there.

    Args:
        image_bgr: the picture.

    Returns:
        (H, W) float32 each; their trace is less than 1.
    """
    tensor = structure_tensor(image_bgr)
    floor = QUIET * float(np.median(tensor[0] + tensor[2])) + 1e-7
    a, b, c = (cv2.blur(part, (AROUND_PX, AROUND_PX)) for part in tensor)
    w = _inverse_root(a + floor, b, c + floor)
    xx, xy, yy = _between(w, tensor)
    # Where edges go all ways alike it is what `normalised_tensor` gives: half of them each way.
    energy = xx + yy + 2
    return [xx / energy, xy / energy, yy / energy]


def _inverse_root(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> Symmetric:
    """Of symmetric positive definite matrices."""
    # The root of M is (M + s) / t, s and t as here: by Cayley and Hamilton.
    s = np.sqrt(np.maximum(a * c - b * b, 0))
    t = np.sqrt(a + c + 2 * s)
    a, c = a + s, c + s
    scale = t / (a * c - b * b)
    return scale * c, -scale * b, scale * a


def _between(w: Symmetric, tensor: list[np.ndarray]) -> Symmetric:
    """W T W of symmetric matrices."""
    (p, q, r), (xx, xy, yy) = w, tensor
    top = p * xx + q * xy, p * xy + q * yy
    low = q * xx + r * xy, q * xy + r * yy
    return top[0] * p + top[1] * q, top[0] * q + top[1] * r, low[0] * q + low[1] * r
