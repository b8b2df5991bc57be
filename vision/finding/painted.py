"""Hollows that are painted: where the paint is, whatever lamps make of their light and dark.

A lamp mirrored in paint, and the shade of a dent, are light and dark; the paint's tint is the same
all over a hollow, and ends at its rim. It is told by the logarithms of the colours less their
mean, of which the light takes nothing (Finlayson and Drew 2001, "4-sensor camera calibration for
image representation invariant to shading, shadows, lighting, and specularities").
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays.ranked import median_along
from vision.camera.projection import Projection, fit_projection
from vision.finding.apart import away
from vision.finding.refine import SIDE, Board, cells_about
from vision.finding.scene import LIFT, Scene
from vision.types import BoardSpec, Floats

# Log: paint differs in tint from the wood by so much at least, and by so many deviations of wood.
PAINT, CLEARER = 0.12, 4.0
# What differs from the wood by so great a share of what few per cent of places exceed is paint.
PLAINLY, MOST_OF_ALL = 0.7, 95
DEVIATION = 1.4826  # over the median absolute deviation
# Of the pitch: radii of painted hollows; what mirrors a window in a hollow is smaller.
RADII = (0.19, 0.45)
# Shares of a disc: of what lies well within its border that has the paint, and well beyond it.
WITHIN, BEYOND = 0.9, 0.1
INNER, OUTER = 0.8, 1.25  # of its radius: well within, and well beyond
# Of the hollows: as large as most of them, and how many of all are so and where they are foretold.
AS_LARGE, MOST = (0.75, 1.33), 0.8
NEAR = 0.04  # pitches: so near to where a hollow is foretold its paint lies
SOFT = 0.25  # share of the paint's tint: the border's softness in small pictures
EXACT = 0.06  # pitches: paint tells the hollows' places no better than that
FARTHEST = 0.4  # pitches: farther off than that it would be the neighbours'
ROUNDS = 3


@dataclass(frozen=True, slots=True, eq=False)
class _Discs:
    """Paint in the cells: (n,) how much of each, in square pitches; (n, 2) its middles, pitches."""

    areas: Floats
    middles: Floats


def by_paint(
    scene: Scene, board: Board, spec: BoardSpec, bare: np.ndarray | None = None
) -> Board | None:
    """The board, its hollows where their paint is; None where there is no paint that plainly tells.

    Its own places are kept where they are as near as paint tells.

    Args:
        scene: the picture.
        board: found, at most `FARTHEST` aside.
        spec: the board.
        bare: (n,) bool, which hollows are asked; all of them by default.
    """
    bare = np.ones(spec.count, bool) if bare is None else bare
    nodes, tints, projection = spec.nodes()[bare], _tints(scene), board.projection
    radius, painted = 0.0, np.zeros((0, SIDE, SIDE))
    for _ in range(ROUNDS):
        seen = _paint(cells_about(tints, projection, spec)[bare])
        if seen is None:
            return None
        painted = seen
        discs = _discs(painted)
        usual = float(np.median(discs.areas))
        radius = float(np.sqrt(usual / np.pi))
        alike = (discs.areas > AS_LARGE[0] * usual) & (discs.areas < AS_LARGE[1] * usual)
        if not RADII[0] < radius < RADII[1] or alike.mean() < MOST:
            return None
        moved = _fitted(scene, projection, nodes, discs.middles, alike)
        if moved is None:
            return None
        projection = moved
    told = replace(board, projection=projection, rim=radius)
    far = away(board, told, spec)
    if far > FARTHEST or not _round(painted, radius):
        return None
    return told if far > EXACT else board


def _tints(scene: Scene) -> np.ndarray:
    """(H, W, 3) float32 logarithms of the picture, less their mean over the colours."""
    smooth = cv2.GaussianBlur(scene.image_bgr, (0, 0), 1).astype(np.float32)
    log = np.log(smooth + np.float32(LIFT))
    tints: np.ndarray = log - log.mean(axis=2, keepdims=True)
    return tints


def _paint(cells: np.ndarray) -> np.ndarray | None:
    """(n, SIDE, SIDE) how much of the paint's tint the cells have, 0..1; None where there is none.

    Args:
        cells: (n, 2 * SIDE, 2 * SIDE, 3) tints about the nodes, two pitches wide.
    """
    middle = slice(SIDE // 2, -SIDE // 2)
    cells = cells[:, middle, middle]
    usual = median_along(cells)
    border = np.ones((SIDE, SIDE), bool)
    border[2:-2, 2:-2] = False
    wood = np.median(usual[border], axis=0)
    apart = np.linalg.norm(usual - wood, axis=2)
    paint = np.median(usual[apart >= PLAINLY * np.percentile(apart, MOST_OF_ALL)], axis=0)
    way = paint - wood
    contrast = float(np.linalg.norm(way))
    # A mirrored lamp makes the wood paler.
    if contrast < PAINT or np.linalg.norm(paint) < np.linalg.norm(wood):
        return None
    shares: np.ndarray = (cells - wood) @ (way / contrast**2)
    spread = DEVIATION * float(np.median(np.abs(shares[:, border] - np.median(shares[:, border]))))
    if spread * CLEARER > 1:
        return None
    return np.clip((shares - 0.5) / (2 * SOFT) + 0.5, 0, 1)


def _discs(painted: np.ndarray) -> _Discs:
    """Of the paint (n, SIDE, SIDE) in the cells."""
    at = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    total = np.maximum(painted.sum(axis=(1, 2)), 1e-6)
    across, up = painted.sum(axis=1) @ at / total, painted.sum(axis=2) @ at / total
    return _Discs(total / SIDE**2, np.column_stack([across, up]))


def _fitted(
    scene: Scene, projection: Projection, nodes: Floats, middles: Floats, alike: np.ndarray
) -> Projection | None:
    """Through the discs' middles (n, 2) of those (n,) that are alike; None where they disagree."""
    places = projection((nodes + middles)[alike])
    fit = fit_projection(nodes[alike], places, projection.image_size, scene.distortions)
    if fit is None:
        return None
    off = np.linalg.norm(fit.projection.inverse(places) - nodes[alike], axis=1)
    return fit.projection if (off < NEAR).sum() >= MOST * len(nodes) else None


def _round(painted: np.ndarray, radius: float) -> bool:
    """Whether the paint of the usual cell is a disc of that radius about its middle."""
    usual = median_along(painted)
    at = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    off = np.hypot(*np.meshgrid(at, at))
    within, beyond = usual[off < INNER * radius], usual[off > OUTER * radius]
    return bool(within.mean() > WITHIN and beyond.mean() < BEYOND)
