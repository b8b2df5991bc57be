"""Which share of what is seen about a place in a cell a dent with its middle there explains.

A shallow round dent under any lamp is brighter on one side and darker on the other: inside its rim
the light changes about linearly, with a little curvature, and outside it the wood is flat. Lines
that meet in the dent are explained beside it, or, where they are known, count for nothing.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.types import Floats

RIM_RADII = (0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.24, 0.27, 0.3)  # of the pitch
DIAGONAL = 0.03  # of the pitch: half the width of lines along the diagonals
AREA = 0.32  # of the pitch: what the fit looks at; a neighbour's rim begins at 0.76
# Of the whole area: how much of a shape must lie beside lines to tell anything.
LEAST = 0.01
DENT = 4  # numbers that describe one

Pictures = tuple[tuple[Floats, float], ...]
"""The median cell under one or more treatments, each with its noise."""


def best_shares(
    pictures: Pictures, centres: np.ndarray, side: int, telling: Floats | None = None
) -> Floats:
    """(n,) share 0..1 that the best dent at each place explains, in all the pictures.

    Args:
        pictures: (2 * side, 2 * side) each, two pitches wide.
        centres: (n, 2) x, y in pixels from pixel `side`.
        side: pixels a pitch.
        telling: (2 * side, 2 * side) how much each place tells beside lines, 0..1; None where
            there are none.
    """
    half = round(AREA * side)
    seen = [(_areas(view, centres, half, side), noise) for view, noise in pictures]
    if telling is None:
        plain, even = (_explained(areas, half, side, noise) for areas, noise in seen)
    else:
        beside = _Beside(_areas(telling, centres, half, side), half, side)
        plain, even = (beside.explained(areas, noise) for areas, noise in seen)
    best: Floats = np.sqrt(plain * even).max(axis=1)
    return best


def _areas(view: Floats, centres: np.ndarray, half: int, side: int) -> Floats:
    """Round windows about whole pixels, one a row."""
    disc = _disc(half)
    windows = sliding_window_view(view, disc.shape)
    x, y = (centres + side - half).T
    areas: Floats = windows[y, x][:, disc]
    return areas


def _explained(areas: Floats, half: int, side: int, noise: float) -> Floats:
    """(n, rims) share of each area's structure, sloping light and lines taken off, that a dent is.

    Args:
        areas: (n, pixels).
        half: of their width, in pixels.
        side: pixels a pitch.
        noise: of a pixel.
    """
    wood, dents = _bases(half, side)
    count = areas.shape[1]
    along = (areas @ wood.reshape(count, -1)) ** 2, (areas @ dents.reshape(count, -1)) ** 2
    lines, dent = (part.reshape(len(areas), len(RIM_RADII), -1).sum(axis=2) for part in along)
    structure = (areas**2).sum(axis=1)[:, None] - lines
    result: Floats = np.clip(dent / (structure + count * noise**2 + 1e-9), 0, 1)
    return result


class _Beside:
    """Shares of what is seen beside lines: weighted least squares.

    Of dents that would lie nearly all on lines nothing is explained.

    Args:
        telling: (n, pixels) how much each pixel of the areas tells, 0..1.
        half: of their width, in pixels.
        side: pixels a pitch.
    """

    def __init__(self, telling: Floats, half: int, side: int) -> None:
        self._telling = telling
        self._shapes, products = _weighed(half, side)
        rims, _, k = self._shapes.shape
        within = (telling @ products).reshape(-1, rims, k, k) + LEAST * np.eye(k)
        # Each shape counts for what those before it have left.
        self._left = np.linalg.inv(np.linalg.cholesky(within))

    def explained(self, areas: Floats, noise: float) -> Floats:
        """(n, rims) as `_explained`, of (n, pixels)."""
        told = self._telling * areas
        along = (told @ np.hstack([*self._shapes])).reshape(*self._left.shape[:3], 1)
        each = (self._left @ along)[..., 0] ** 2
        wood, dent = each[..., :-DENT].sum(axis=2), each[..., -DENT:].sum(axis=2)
        noisy = (told * areas).sum(axis=1) + self._telling.sum(axis=1) * noise**2
        result: Floats = np.clip(dent / (noisy[:, None] - wood + 1e-9), 0, 1)
        return result


def _disc(half: int) -> np.ndarray:
    """Which pixels of a window so wide each way are looked at."""
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    disc: np.ndarray = np.hypot(x, y) <= half
    return disc


@lru_cache(maxsize=4)
def _bases(half: int, side: int) -> tuple[Floats, Floats]:
    """(pixels, rims, n) each, orthonormal for each rim: wood with lines, and what a dent adds."""
    whole = np.stack([_shapes(rim, half, side, lines=True) for rim in RIM_RADII], axis=1)
    wood, dents = whole[..., :-DENT], whole[..., -DENT:]
    return np.ascontiguousarray(wood), np.ascontiguousarray(dents)


@lru_cache(maxsize=4)
def _weighed(half: int, side: int) -> tuple[Floats, Floats]:
    """(rims, pixels, n) wood and a dent, orthonormal; (pixels, rims * n * n) products of those."""
    shapes = np.stack([_shapes(rim, half, side, lines=False) for rim in RIM_RADII])
    products = shapes[..., None] * shapes[:, :, None]
    return shapes, np.ascontiguousarray(np.moveaxis(products, 0, 1)).reshape(shapes.shape[1], -1)


def _shapes(rim: float, half: int, side: int, lines: bool) -> Floats:
    """(pixels, n) orthonormal: sloping wood, lines or not, and last `DENT` of a dent so wide."""
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(float)
    distance, disc = np.hypot(x, y), _disc(half)
    # The rim is a pixel or so soft in any real picture.
    inside = np.clip(rim * side - distance + 0.5, 0, 1)
    wood = [np.ones_like(x), x, y, *(_arms(x, y, 1 - inside, half / AREA) if lines else [])]
    dent = [inside, inside * x, inside * y, inside * distance**2]
    shapes: Floats = np.linalg.qr(np.stack([*wood, *dent])[:, disc].T)[0]
    return shapes


def _arms(x: Floats, y: Floats, outside: Floats, side: float) -> list[Floats]:
    """Lines along files and ranks, right through or from the rim out, and along both diagonals.

    Outside the rim of any width and profile, as painted or engraved: three thin ones
    beside each other make a broad one with sharp sides.
    """
    arms: list[Floats] = []
    for along, across in ((x, y), (y, x)):
        arms += [_through(across, width * side) for width in (0.02, 0.05)]
        for aside in (-0.03, 0.0, 0.03):
            line = np.exp(-0.5 * ((across / side - aside) / 0.02) ** 2) * outside
            arms += [line * (along > 0), line * (along < 0)]
    for across in ((x + y) / np.sqrt(2), (x - y) / np.sqrt(2)):
        arms.append(_through(across, DIAGONAL * side))
    return arms


def _through(across: Floats, width: float) -> Floats:
    line: Floats = np.exp(-0.5 * (across / width) ** 2)
    return line
