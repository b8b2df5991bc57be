"""Join a game under way: find the board under the marbles, and imagine it bare.

Where a cell differs from what is typical there (see `calibration.cells`), or shows no dent,
as under a hand, that is painted over it, at the cell's own brightness; where its corners
show something else than wood, at that of the bare cells about it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from calibration.board import calibration_of
from calibration.cells import SIDE, Cells, is_wood
from calibration.lens import ANY_LENS, KnownLens
from calibration.model import Calibration
from calibration.shadowed import in_shadow
from calibration.standing import borders
from vision.camera.geometry import discs, pose_of
from vision.camera.projection import Projection
from vision.camera.sampling import FLOOR
from vision.joining.crowded import find_crowded_board
from vision.joining.settled import crowded_score
from vision.measuring.sizes import LIKELY_RADII
from vision.types import BoardSpec, Floats, ImageBGR

# A circle of a marble's size that shows so much more than usual is painted over, too.
BORDERS, BORDER = 3.0, 0.08
# Of what most cells show of a dent. Hands show 0.3 of it and less; so do most marbles, and the
# few of glass that show up to 0.6 are unlike in other ways.
DENTED = 0.4
# Or so many of their deviations less than the usual: clear glass shows some of the dent, and where
# all cells show it alike that tells. Half of 28 marbles of 3,058 that passed for wood did so; 3, 4
# and 5 deviations tell the same.
DENTS, DEVIATION, ALIKE = 5.0, 1.4826, 0.03
# Where they differ by more, as in the stripes of a blind, `DENTED` is all that is asked for. In 46
# such pictures of 284 15 of the 213 cells that showed less than nearly all of it, and seemed to be
# bare, were marbles; in all the others two were.
TELLING = 0.12
# What shows nearly all of it, and is as light as the other hollows' middles, to so much (log) in
# every colour, is bare: where varnish mirrors a lamp only the level wood about it is lighter.
SHOWN, AS_OTHERS = 0.8, 0.15
GAP = 1.4  # unlikeness of a marble over that of the bare cell most like one


def from_occupied_board(
    image_bgr: ImageBGR, spec: BoardSpec, lens: KnownLens = ANY_LENS
) -> Calibration:
    """Find a board on which up to a third of the hollows are taken.

    Args:
        image_bgr: a picture of it, no hand over it.
        spec: the board.
        lens: where it has been calibrated; else it is estimated.

    Raises:
        BoardNotFoundError: with the reason.
    """
    board = find_crowded_board(image_bgr, spec, lens.distortion)
    return imagined(calibration_of(board, image_bgr, spec, crowded_score(board), lens))


def imagined(calibration: Calibration) -> Calibration:
    """The calibration with its board, which is taken in part, imagined bare."""
    cells = Cells.of(calibration, calibration.bare_bgr)
    unlike, dented = cells.unlike(), cells.dented()
    taken = _taken(calibration, cells, unlike, dented)
    shadowed = in_shadow(cells, taken)
    taken &= ~shadowed
    # Half of them are bare, whatever the others are.
    unsure = np.where(taken, np.median(unlike), 0.0)
    unsure[shadowed | (~taken & _doubtful(dented, unlike))] = np.inf
    return replace(calibration, bare_bgr=_painted(calibration, cells, taken), imagined=unsure)


def _taken(calibration: Calibration, cells: Cells, unlike: Floats, dented: Floats) -> np.ndarray:
    """(n,) bool: cells that are not as is typical there, by those and more.

    Args:
        calibration: with the picture.
        cells: of it.
        unlike: (n,) how unlike they are.
        dented: (n,) how much of the dent they show.
    """
    border = borders(calibration, calibration.bare_bgr)
    seen = border > max(BORDERS * float(np.median(border)), BORDER)
    taken = (unlike > _limit(unlike)) | seen | (dented < _least_dent(dented, unlike))
    # Spots of light make bare hollows more unlike than a marble of the wood's brightness is,
    # but not of another tint.
    tinted = ~is_wood(cells.middle, cells.nodes, ~taken)[0]
    taken |= tinted
    taken |= ~is_wood(cells.light, cells.nodes, ~taken)[0]
    # Glass in which the dent shows, as light as the others, is still of another tint.
    taken &= tinted | ~_as_other_hollows(cells, dented)
    return taken


def _painted(calibration: Calibration, cells: Cells, taken: np.ndarray) -> ImageBGR:
    """The picture with those cells (n,) painted over by what is typical there."""
    spec, projection = calibration.spec, calibration.projection
    wood, told = is_wood(cells.light, cells.nodes, ~taken)
    light = np.where(wood[:, None], cells.light, told)
    bare = calibration.bare_bgr.copy()
    large = discs(pose_of(projection), spec, LIKELY_RADII[1], calibration.rim)
    for index in np.flatnonzero(taken):
        node = np.array([index % spec.columns, index // spec.columns], float)
        reach = 1.25 * float(large.radii_px[index])
        cell = _Cell(node, cells.typical[index], light[index], large.centres_px[index], reach)
        _paint(bare, projection, cell)
    return bare


def _as_other_hollows(cells: Cells, dented: Floats) -> np.ndarray:
    """(n,) bool: what shows the typical dent, as light and of the same tint as in most hollows.

    Clear glass shows the dent, too, but gathers light.
    """
    away = np.abs(cells.middle - np.median(cells.middle, axis=0)).max(axis=1)
    bare: np.ndarray = (dented > SHOWN) & (away < AS_OTHERS)
    return bare


def _limit(unlike: Floats) -> float:
    """Unlikeness above which a cell is painted over.

    At most a third are taken, so two thirds are bare. A bare cell painted for nothing
    looks a little strange and is asked about; a marble taken for wood would be wrong.
    """
    bare = float(np.percentile(unlike, 100 * 2 / 3))
    limit = max(1.2 * bare, float(np.median(unlike)) + 0.03)
    # Should more be taken, then some marbles are among those two thirds. But half are
    # bare, and what is bare differs little from the next; the first gap ends it.
    rising = np.sort(unlike)[len(unlike) // 2 :]
    for low, high in pairwise(rising):
        if high > GAP * low:
            return min(limit, float(np.sqrt(low * high)))
    return limit


def _least_dent(dented: Floats, unlike: Floats) -> float:
    """How much of the typical dent a bare cell shows at the least, as the more usual half tells."""
    middle, spread = _usual(dented, unlike)
    return float(np.clip(middle - DENTS * spread, DENTED, SHOWN))


def _doubtful(dented: Floats, unlike: Floats) -> np.ndarray:
    """(n,) bool: cells that lack some of the dent where dents differ so that this tells nothing."""
    _, spread = _usual(dented, unlike)
    doubtful: np.ndarray = (dented < SHOWN) & (spread > TELLING)
    return doubtful


def _usual(dented: Floats, unlike: Floats) -> tuple[float, float]:
    """How much of the dent the more usual half of the cells shows, and the standard deviation."""
    usual = dented[unlike <= np.median(unlike)]
    middle = float(np.median(usual))
    return middle, max(DEVIATION * float(np.median(np.abs(usual - middle))), ALIKE)


@dataclass(frozen=True, slots=True, eq=False)
class _Cell:
    """A cell to paint: its node, what is typical, its light, and the disc a marble hides."""

    node: Floats
    typical: np.ndarray
    light: Floats
    centre_px: Floats
    reach_px: float


def _paint(image_bgr: ImageBGR, projection: Projection, cell: _Cell) -> None:
    """Paint the typical cell over what a marble there hides, and over its own cell."""
    centre_px, reach_px = cell.centre_px, cell.reach_px
    low = np.maximum(np.floor(centre_px - reach_px), 0).astype(int)
    size = np.array([image_bgr.shape[1], image_bgr.shape[0]])
    high = np.minimum(np.ceil(centre_px + reach_px) + 1, size).astype(int)
    x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    board = projection.inverse(np.stack([x, y], axis=-1).astype(float))
    away = np.hypot(x - centre_px[0], y - centre_px[1])
    hidden = (away < reach_px) | (np.abs(board - cell.node).max(axis=2) < 0.5)
    within = (((board + 0.5) % 1.0) * SIDE - 0.5).astype(np.float32)
    seen = cv2.remap(
        cell.typical.astype(np.float32),
        np.ascontiguousarray(within[..., 0]),
        np.ascontiguousarray(within[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    painted = np.clip(np.exp(seen + cell.light) - FLOOR, 0, 255).astype(np.uint8)
    area = image_bgr[low[1] : high[1], low[0] : high[0]]
    area[hidden] = painted[hidden]
