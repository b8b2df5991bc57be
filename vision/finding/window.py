"""Which part of a lattice is the board: where every node looks alike and none outside does.

A lattice of candidates may be the hollows, the crossings of engraved lines half a
step away, every second point of something finer, or larger than the board. What
marks the hollows, on any wood and in any light, is that all of them look alike, are
round, and end where the board's grid ends: a window of columns x rows nodes with
every row and column alike, its surroundings different.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.camera.projection import Projection, fit_projection
from vision.finding.lattice import Lattice
from vision.types import BoardSpec, Floats

EDGES, LIGHT = slice(0, 3), slice(3, 4)  # of what a picture's cues are
SIDE = 16  # pixels a pitch when windows are looked for: a rim is then 2-4 px
COARSE = 4  # places a pitch at which a view is worked out exactly
LIKENESS_RADIUS = 0.33  # of the pitch: a hollow and the wood around it, no neighbour
SECTORS = 8  # parts of a rim that are looked at
RIM_RADII = (0.13, 0.155, 0.18, 0.21, 0.24)  # of the pitch
LATTICE_FIT = np.array([0.0, -0.05, -0.1, -0.15, -0.2, -0.3, -0.4, 0.05])
AGREE, EXACT = 0.12, 0.02  # of a step: points that lie in a plane; none are better known
PLANE = 4  # points that any view can be laid through
# What the hollows may be, seen from the lattice found: itself, every second point
# of a finer one (along the axes or the diagonals), or twice as dense.
BASES = (
    (((1, 0), (0, 1)), ((0, 0), (0.5, 0.5), (0.5, 0), (0, 0.5))),
    (((1, 1), (1, -1)), ((0, 0), (0.5, 0.5))),
    (((2, 0), (0, 2)), ((0, 0), (0.5, 0.5), (0.5, 0), (0, 0.5))),
    (((0.5, 0), (0, 0.5)), ((0, 0),)),
    (((0.5, 0.5), (0.5, -0.5)), ((0, 0),)),
)

Likeness = Callable[[np.ndarray, int, int, tuple[int, int]], tuple[float, float, float]]


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A board that might be there.

    Attributes:
        projection: from board coordinates, hollow (0, 0) in one corner.
        score: likeness of the worst row or column, less that of the best row or
            column just outside, times roundness; 0..1.
        alike: mean likeness of the hollows, 0..1.
        outside: likeness of the side outside that is most like them.
        round_: how much of the edge energy on the mean hollow's rim is radial, on
            its worst half, 0..1.
        rim: radius of that rim over the pitch.
    """

    projection: Projection
    score: float
    alike: float
    outside: float
    round_: float
    rim: float


@lru_cache(maxsize=4)
def _disc_maps(side: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Distance from the centre over the pitch, cosine, sine and angle for a side x side patch."""
    y, x = (np.mgrid[0:side, 0:side] + 0.5) / side - 0.5
    distance = np.hypot(x, y) + 1e-6
    return distance, x / distance, y / distance, np.arctan2(y, x)


def roundness(mean_tensor: Floats) -> tuple[float, float]:
    """How round the mean hollow is, and its rim's radius over the pitch.

    Args:
        mean_tensor: side x side x 3, structure tensor (xx, xy, yy) about the centre.
    """
    _, c, s, _ = _disc_maps(mean_tensor.shape[0])
    xx, xy, yy = np.moveaxis(mean_tensor, 2, 0)
    energies = np.stack([xx * c * c + 2 * xy * c * s + yy * s * s, xx + yy])
    radial, whole = energies.reshape(2, -1) @ _sectors(mean_tensor.shape[0])
    shares = np.sort((radial / (whole + 1e-12)).reshape(len(RIM_RADII), SECTORS))
    worst_half = shares[:, : SECTORS // 2].mean(axis=1)
    best = int(worst_half.argmax())
    return max(0.0, float(worst_half[best])), RIM_RADII[best]


@lru_cache(maxsize=4)
def _sectors(side: int) -> Floats:
    """(side * side, rims * SECTORS) weights of the parts of every rim, all the way round."""
    distance, _, _, angle = _disc_maps(side)
    rims = [np.exp(-0.5 * ((distance - rim) / 0.04) ** 2) for rim in RIM_RADII]
    middles = 2 * np.pi * np.arange(SECTORS) / SECTORS
    ways = [np.clip(np.cos(angle - middle), 0, None) ** 2 for middle in middles]
    return np.array([ring * way for ring in rims for way in ways]).reshape(-1, side * side).T


@dataclass(frozen=True, slots=True, eq=False)
class LatticeView:
    """A lattice, and the view in which its points lie in a plane.

    Attributes:
        lattice: those of its points that agree with the view.
        projection: of its cells, good enough to look for windows in.
        surprise: how unlikely it is that so many points agree so well by chance, log; the
            idea is that of Moisan and Stival, "A probabilistic criterion to detect rigid
            point matches" (IJCV 2004).
    """

    lattice: Lattice
    projection: Projection
    surprise: float


def lattice_view(
    lattice: Lattice, image_size: tuple[int, int], distortions: Floats | None = None
) -> LatticeView | None:
    """How a lattice is seen; None where its points are in no plane."""
    cells, points = lattice.cells, lattice.points_px
    tried = LATTICE_FIT if distortions is None else distortions
    fit = fit_projection(cells.astype(float), points, image_size, tried)
    if fit is None:
        return None
    right, up = (fit.projection(cells + np.array(way)) - points for way in ((1, 0), (0, 1)))
    step = np.sqrt(np.abs(right[:, 0] * up[:, 1] - right[:, 1] * up[:, 0])) + 1e-9
    miss = fit.miss_px / step
    agree = miss < AGREE
    rest = int(agree.sum()) - PLANE
    if rest <= 0:
        return None
    # The share of a cell that is as near or nearer, for each point beyond those that
    # the plane takes to be laid through.
    near = np.pi * np.maximum((miss[agree] ** 2).mean(), EXACT**2)
    agreeing = Lattice(cells[agree], points[agree])
    return LatticeView(agreeing, fit.projection, -rest * float(np.log(near)))


def windows(
    cues: np.ndarray,
    lattice: Lattice,
    seen: Projection,
    spec: BoardSpec,
    likeness: Likeness,
) -> Iterator[Window]:
    """The best window for each thing that the lattice might be.

    Args:
        cues: H x W x 4 float32, edges and light of the picture (see `scene.cues_of`).
        lattice: points found in that picture.
        seen: where the lattice's cells stand in the picture.
        spec: how many columns and rows are looked for (and the same turned).
        likeness: how like each other hollows are, `whole_likeness` where all may be bare.
    """
    cells = lattice.cells.astype(float)
    for basis, offsets in BASES:
        for offset in offsets:
            view = seen.after(np.array(basis), np.array(offset) @ np.array(basis))
            places = (cells - np.array(offset) @ np.array(basis)) @ np.linalg.inv(np.array(basis))
            for size in {(spec.columns, spec.rows), (spec.rows, spec.columns)}:
                found = _best_window(cues, view, places, size, likeness)
                if found is not None:
                    yield found


def _best_window(
    cues: np.ndarray, view: Projection, places: Floats, size: tuple[int, int], likeness: Likeness
) -> Window | None:
    low = np.floor(places.min(axis=0) + 0.3).astype(int)
    high = np.ceil(places.max(axis=0) - 0.3).astype(int)
    extent = high - low + 1
    want = np.array(size)
    if (extent < want - 2).any() or (extent > want + 9).any():
        return None
    grow = np.maximum(want + 1 - extent, 1)
    patches = sample_patches(cues, view, low - grow, high + grow, SIDE)[..., EDGES]
    features = _features(patches)
    best = None
    for row in range(1, patches.shape[0] - size[1]):
        for column in range(1, patches.shape[1] - size[0]):
            score, alike, outside = likeness(features, column, row, size)
            if best is None or score > best[0]:
                best = (score, alike, outside, column, row)
    if best is None or best[0] <= 0:
        return None
    score, alike, outside, column, row = best
    mean = patches[row : row + size[1], column : column + size[0]].mean(axis=(0, 1))
    round_, rim = roundness(mean)
    origin = low - grow + np.array([column, row])
    projection = view.after(np.eye(2), origin.astype(float))
    return Window(projection, score * round_, alike, outside, round_, rim)


def sample_patches(
    image: np.ndarray,
    view: Projection,
    low: np.ndarray,
    high: np.ndarray,
    side: int,
    part: slice = slice(None),
) -> np.ndarray:
    """Square patches about board nodes low..high: rows x columns x side x side x channels.

    Args:
        image: to sample in.
        view: where the nodes stand in it.
        low: first column and row.
        high: last column and row.
        side: pixels a pitch.
        part: of the patches' rows and columns, those that are asked for.
    """
    nx, ny = high - low + 1
    # The view is smooth: it is worked out at a few places a pitch and filled in between.
    coarse = COARSE * np.array([ny, nx])
    down, right = np.mgrid[0 : coarse[0] + 1, 0 : coarse[1] + 1] / COARSE - 0.5
    places = np.stack([right, down], axis=-1) + low
    grid = view(places).astype(np.float32)
    x, y = (
        ((np.arange(n * side, dtype=np.float32) + 0.5) / side * COARSE).reshape(n, side)[:, part]
        for n in (nx, ny)
    )
    at_x, at_y = np.meshgrid(x, y)
    pixels = cv2.remap(grid, at_x, at_y, cv2.INTER_LINEAR)
    flat = cv2.remap(image, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)
    return flat.reshape(*y.shape, *x.shape, -1).swapaxes(1, 2)


def _features(patches: np.ndarray) -> np.ndarray:
    """One vector a node, mean 0, length 1 but for nodes with next to nothing in them."""
    distance = _disc_maps(patches.shape[2])[0]
    inside = patches[:, :, distance < LIKENESS_RADIUS]
    inside = inside - inside.mean(axis=2, keepdims=True)
    flat = inside.reshape(*inside.shape[:2], -1)
    length = np.linalg.norm(flat, axis=2, keepdims=True)
    result: np.ndarray = flat / (length + 0.3 * np.median(length) + 1e-9)
    return result


def whole_likeness(
    features: np.ndarray, column: int, row: int, size: tuple[int, int]
) -> tuple[float, float, float]:
    """Score, mean likeness inside and best side outside of one window.

    Args:
        features: (rows, columns, n) of nodes, those around the window included.
        column: of its first node, from 1.
        row: the same.
        size: its columns and rows.
    """
    columns, rows = size
    mean = features[row : row + rows, column : column + columns].mean(axis=(0, 1))
    mean = mean / (np.linalg.norm(mean) + 1e-9)
    near = features[row - 1 : row + rows + 1, column - 1 : column + columns + 1] @ mean
    across, along = near[:, 1:-1].sum(axis=1) / columns, near[1:-1].sum(axis=0) / rows
    outside = max(across[0], across[-1], along[0], along[-1])
    inside = across[1:-1]
    worst = min(inside.min(), along[1:-1].min())
    return float(worst - max(outside, 0)), float(inside.sum()) / rows, float(outside)
