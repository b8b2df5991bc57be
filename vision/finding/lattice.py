"""Lattices among candidate points: find three points that repeat, then grow.

A lattice under perspective and lens distortion is locally almost regular: from a
point and its steps to two neighbours the next points can be foretold, and each
point found corrects the steps beyond it. No model of the camera is needed yet,
which is why the same code follows a wide lens.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.types import Floats

TOLERANCE = 0.16  # of a step: how far a point may lie from where it was foretold
NEIGHBOURS = 10  # nearest points tried as the ends of a step
BESIDE = (1, 0), (-1, 0), (0, 1), (0, -1)
AROUND = np.array([*BESIDE, (1, 1), (-1, -1), (1, -1), (-1, 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Points of one regular set.

    Attributes:
        cells: (n, 2) int, column and row of each point, from an arbitrary origin.
        points_px: (n, 2) x, y.
    """

    cells: np.ndarray
    points_px: Floats

    def __len__(self) -> int:
        return len(self.cells)


class Nearest:
    """Nearest candidate of any pixel, looked up in constant time.

    Args:
        points_px: (n, 2) x, y.

    Attributes:
        points: the same.
    """

    def __init__(self, points_px: Floats) -> None:
        self.points = points_px
        self._low = np.floor(points_px.min(axis=0)) - 2
        size = np.ceil(points_px.max(axis=0) - self._low).astype(int) + 4
        raster = np.ones((size[1], size[0]), np.uint8)
        spots = np.rint(points_px - self._low).astype(int)
        raster[spots[:, 1], spots[:, 0]] = 0
        _, labels = cv2.distanceTransformWithLabels(
            raster, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
        )
        index = np.zeros(len(points_px) + 1, np.int32)
        index[labels[spots[:, 1], spots[:, 0]]] = np.arange(len(points_px))
        self._index = index[labels]
        # One by one Python's own numbers are looked up ten times as fast.
        self.places: list[complex] = (points_px @ [1, 1j]).tolist()
        self._corner = complex(*self._low)

    def __call__(self, places_px: Floats) -> tuple[np.ndarray, Floats]:
        """Index of and distance to the nearest candidate of each place (..., 2)."""
        spots = np.rint(places_px - self._low).astype(int)
        height, width = self._index.shape
        np.clip(spots[..., 0], 0, width - 1, out=spots[..., 0])
        np.clip(spots[..., 1], 0, height - 1, out=spots[..., 1])
        found = self._index[spots[..., 1], spots[..., 0]]
        return found, np.linalg.norm(self.points[found] - places_px, axis=-1)

    def of(self, place: complex) -> tuple[int, float]:
        """The same of one place, x + iy."""
        spot = place - self._corner
        height, width = self._index.shape
        column, row = (
            min(max(round(at), 0), side - 1)
            for at, side in ((spot.real, width), (spot.imag, height))
        )
        index = int(self._index[row, column])
        return index, abs(self.places[index] - place)


def lattices(points_px: Floats, step_px: tuple[float, float], most: int = 6) -> Iterator[Lattice]:
    """Lattices of nine points and more, best seeds first, no point set twice.

    Args:
        points_px: (n, 2) x, y candidates, strongest first.
        step_px: shortest and longest step looked for.
        most: how many to grow.
    """
    if len(points_px) < 9:
        return
    nearest = Nearest(points_px)
    seen: set[int] = set()
    grown = 0
    for origin, u, v in _seeds(points_px, nearest, step_px):
        if grown >= most:
            return
        if origin in seen:
            continue
        lattice, used = _grow(nearest, origin, u, v)
        seen.update(used)
        if len(lattice) >= 9:
            grown += 1
            yield lattice


def _seeds(
    points: Floats, nearest: Nearest, step_px: tuple[float, float]
) -> Iterator[tuple[int, Floats, Floats]]:
    """Points with two steps such that the eight places around are taken, tightest first."""
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    apart[(apart < step_px[0]) | (apart > step_px[1])] = np.inf
    near = np.argsort(apart, axis=1)[:, :NEIGHBOURS]
    n, k = near.shape
    a, b = np.triu_indices(k, 1)
    origin = np.repeat(np.arange(n), len(a))
    first, second = near[:, a].ravel(), near[:, b].ravel()
    u, v = points[first] - points[origin], points[second] - points[origin]
    lu, lv = np.linalg.norm(u, axis=1), np.linalg.norm(v, axis=1)
    cross = np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]) / np.maximum(lu * lv, 1e-9)
    good = np.isfinite(apart[origin, first]) & np.isfinite(apart[origin, second])
    # Tilt up to 38 degrees shortens one step to 0.79; a corner of a wide lens does more.
    good &= (cross > 0.8) & (np.maximum(lu, lv) < 1.6 * np.minimum(lu, lv))
    origin, u, v = origin[good], u[good], v[good]
    step = np.minimum(lu, lv)[good]
    places = points[origin][:, None] + AROUND @ np.stack([u, v], axis=1)
    _, distance = nearest(places)
    miss = distance / step[:, None]
    hits = (miss < TOLERANCE).sum(axis=1)
    quality = hits - np.where(miss < TOLERANCE, miss, 0).mean(axis=1)
    for i in np.argsort(-quality, kind="stable"):
        if hits[i] < 6:
            return
        yield int(origin[i]), u[i], v[i]


def _grow(nearest: Nearest, origin: int, u: Floats, v: Floats) -> tuple[Lattice, list[int]]:
    """Follow the steps outwards; each cell remembers the steps measured near it."""
    places = nearest.places
    cells: dict[tuple[int, int], int] = {(0, 0): origin}
    steps = {(0, 0): (complex(*u), complex(*v))}
    taken = {origin}
    queue = deque(cells)
    while queue:
        cell = queue.popleft()
        here, (along, up) = places[cells[cell]], steps[cell]
        for right, higher in BESIDE:
            to = cell[0] + right, cell[1] + higher
            if to in cells:
                continue
            step = right * along + higher * up
            index, distance = nearest.of(here + step)
            if distance > TOLERANCE * abs(step) or index in taken:
                continue
            cells[to] = index
            taken.add(index)
            measured = (places[index] - here) * (right + higher)
            mix = 0.5 * measured + 0.5 * (along if right else up)
            steps[to] = (mix, up) if right else (along, mix)
            queue.append(to)
    keys = np.array(list(cells), int)
    used = list(cells.values())
    return Lattice(keys, nearest.points[used]), used
