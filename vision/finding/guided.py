"""Lattices carried on over what interrupts them, by the view that they show.

Step by step a lattice ends where something hides its points: at each marble of a game under way,
so that what is left between them tells little of the rest. What was found of it already tells
where all its points are seen, and there they are looked for (guided matching; Hartley and
Zisserman, "Multiple View Geometry in Computer Vision", 2004, 4.7).
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.camera.projection import Projection
from vision.finding.lattice import Lattice, Nearest
from vision.finding.window import AGREE, LatticeView, lattice_view
from vision.types import Floats

OVER = (
    2  # cells: over one that is hidden. Farther away a view through few points is not to be trusted
)
NEAR_TO = 3  # points at the least, so near
ROUNDS = 4  # a board is no wider, seen from its middle


def carried_on(
    seen: LatticeView,
    nearest: Nearest,
    image_size: tuple[int, int],
    distortions: Floats | None = None,
) -> LatticeView:
    """The lattice with the points that it goes on to, as long as more of them agree.

    Args:
        seen: the lattice.
        nearest: of the candidates that it was found among.
        image_size: width, height.
        distortions: that the view may have, see `fit_projection`.
    """
    for _ in range(ROUNDS):
        found = _found(_around(seen.lattice.cells), seen.projection, nearest)
        farther = lattice_view(found, image_size, distortions) if len(found) else None
        if farther is None or farther.surprise <= seen.surprise:
            break
        seen = farther
    return seen


def _around(cells: np.ndarray) -> np.ndarray:
    """(m, 2) the cells and those about them that are near enough to some of these (n, 2)."""
    low, high = cells.min(axis=0) - OVER, cells.max(axis=0) + OVER
    every = np.stack(np.meshgrid(*(np.arange(*ends) for ends in zip(low, high + 1, strict=True))))
    every = every.reshape(2, -1).T
    near = np.abs(every[:, None] - cells[None]).max(axis=2) <= OVER
    around: np.ndarray = every[near.sum(axis=1) >= NEAR_TO]
    return around


def _found(cells: np.ndarray, view: Projection, nearest: Nearest) -> Lattice:
    """Those of the cells (m, 2) with a candidate where they are seen, each candidate's nearest."""
    places, right, up = (view(cells + np.array(way)) for way in ((0, 0), (1, 0), (0, 1)))
    along, across = (right - places).T, (up - places).T
    step = np.sqrt(np.abs(along[0] * across[1] - along[1] * across[0])) + 1e-9
    # Beyond the horizon there is nothing.
    seen = np.isfinite(np.column_stack([places, right, up])).all(axis=1)
    cells, places, step = cells[seen], places[seen], step[seen]
    index, distance = nearest(places)
    near = distance < AGREE * step
    cells, index, off = cells[near], index[near], (distance / step)[near]
    order = np.lexsort((off, index))
    # Of those that share a candidate the first is nearest to it.
    first = [True, *(a != b for a, b in pairwise(index[order]))] if len(order) else []
    order = order[np.array(first, bool)]
    return Lattice(cells[order], nearest.points[index[order]])
