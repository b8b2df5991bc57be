"""Join a game under way: find the board under the marbles, and imagine it bare.

All hollows of a board look alike but for the lamp's direction, which changes evenly
across the board, and a dull dent's light and dark with it. So all cells together, most of
them bare, tell what a marble hides in each. Where a cell differs from what is typical there,
or shows no dent, as under a hand, that is painted over it, at the cell's own brightness;
where its corners show something else than wood, at that of the bare cells about it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from calibration.board import calibration_of
from calibration.lens import ANY_LENS, DivisionLens
from calibration.model import Calibration
from calibration.standing import borders
from vision.crowded import crowded_score, find_crowded_board
from vision.ends import HALF, round_correlation
from vision.geometry import discs, pose_of
from vision.projection import Projection
from vision.sizes import LIKELY_RADII
from vision.types import BoardSpec, Floats, ImageBGR
from vision.window import sample_patches

SIDE = 40  # pixels a pitch of a cell looked at
# A circle of a marble's size that shows so much more than usual is painted over, too.
BORDERS, BORDER = 3.0, 0.08
# Of what most cells show of a dent. Hands show 0.3 of it and less; so do most marbles, and the
# few of glass that show up to 0.6 are unlike in other ways.
DENTED = 0.4
TINTS, TINT = 4.0, 0.06  # of the bare cells' own tints, and of the logarithm at least: no wood
GAP = 1.4  # unlikeness of a marble over that of the bare cell most like one
ROUNDS = 5
FLOOR = 6.0  # before logarithms, see vision.sampling


def from_occupied_board(
    image_bgr: ImageBGR, spec: BoardSpec, lens: DivisionLens = ANY_LENS
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
    return replace(calibration, bare_bgr=imagine_bare(calibration))


def imagine_bare(calibration: Calibration) -> ImageBGR:
    """The picture with every cell that is unlike what is typical there painted over by that."""
    image_bgr, projection = calibration.bare_bgr, calibration.projection
    spec, rim = calibration.spec, calibration.rim
    log = np.log(image_bgr.astype(np.float32) + FLOOR)
    last = np.array([spec.columns - 1, spec.rows - 1])
    cells = sample_patches(log, projection, np.array([0, 0]), last, SIDE)
    cells = cells.reshape(-1, SIDE, SIDE, 3)
    light, middle = (np.median(cells[:, part], axis=1) for part in (_border(), _disc()))
    cells -= light[:, None, None]
    typical = _typical(cells, calibration.nodes)
    unlike = _unlike(cells, typical)
    border = borders(calibration, image_bgr)
    seen = border > max(BORDERS * float(np.median(border)), BORDER)
    taken = (unlike > _limit(unlike)) | seen | ~_dented(cells, typical)
    # Spots of light make bare hollows more unlike than a marble of the wood's brightness is,
    # but not of another tint.
    taken |= ~_is_wood(middle, calibration.nodes, ~taken)[0]
    taken |= ~_is_wood(light, calibration.nodes, ~taken)[0]
    wood, told = _is_wood(light, calibration.nodes, ~taken)
    light = np.where(wood[:, None], light, told)
    bare = image_bgr.copy()
    pose = pose_of(projection)
    large = discs(pose, spec, LIKELY_RADII[1], rim)
    for index in np.flatnonzero(taken):
        node = np.array([index % spec.columns, index // spec.columns], float)
        reach = 1.25 * float(large.radii_px[index])
        cell = _Cell(node, typical[index], light[index], large.centres_px[index], reach)
        _paint(bare, projection, cell)
    return bare


def _typical(cells: np.ndarray, nodes: Floats) -> np.ndarray:
    """What each cell shows when it is bare, as far as the others tell.

    Least squares, in which a cell weighs the less the less it is like what is fitted (Geman
    and McClure), from the median on.

    Args:
        cells: (n, SIDE, SIDE, 3) log, their light taken off.
        nodes: (n, 2) where they are.
    """
    middle = (nodes - nodes.mean(axis=0)) / np.ptp(nodes, axis=0)
    places = np.column_stack([np.ones(len(nodes)), middle])
    flat = cells.reshape(len(cells), -1)
    typical = np.broadcast_to(np.median(cells, axis=0), cells.shape)
    for _ in range(ROUNDS):
        unlike = _unlike(cells, typical)
        scale = max(1.5 * float(np.median(unlike)), 1e-3)
        weight = 1 / (1 + (unlike / scale) ** 2)
        fit = np.linalg.lstsq(weight[:, None] * places, weight[:, None] * flat, rcond=None)[0]
        typical = (places @ fit).reshape(cells.shape)
    return typical


def _unlike(cells: np.ndarray, typical: np.ndarray) -> Floats:
    """(n,) how far each cell's middle is from what is typical there, log."""
    away = np.abs(cells - typical).mean(axis=3)
    unlike: Floats = away[:, _disc()].mean(axis=1)
    return unlike


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


def _dented(cells: np.ndarray, typical: np.ndarray) -> np.ndarray:
    """(n,) bool: cells that show anything of the dent that is typical there."""
    near = slice(round((0.5 - HALF) * SIDE), round((0.5 + HALF) * SIDE))
    alike = round_correlation(cells[:, near, near], typical[:, near, near])
    dented: np.ndarray = alike > DENTED * np.percentile(alike, 75)
    return dented


def _is_wood(light: Floats, nodes: Floats, bare: np.ndarray) -> tuple[np.ndarray, Floats]:
    """(n,) bool: cells that have the tint of wood; (n, 3) light that bare ones tell.

    Shadows and lamps change how bright wood is, and its tint by little.

    Args:
        light: (n, 3) log, at each cell's corners, or in its middle.
        nodes: (n, 2) where they are.
        bare: (n,) bool, cells that seem to be bare.
    """
    if bare.sum() < 2:
        return np.ones(len(light), bool), light
    away = np.linalg.norm(nodes[:, None] - nodes[bare], axis=2)
    # A bare cell's own is told by the others, too, to see how well they do.
    weight = np.where(away > 0, 1 / np.maximum(away, 0.5) ** 2, 0)
    told = weight @ light[bare] / weight.sum(axis=1, keepdims=True)
    other = light - told
    tint = np.linalg.norm(other - other.mean(axis=1, keepdims=True), axis=1)
    wood = tint < max(TINTS * float(np.median(tint[bare])), TINT)
    return wood, told


def _disc() -> np.ndarray:
    """The cell's middle, which any marble hides."""
    y, x = (np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE - 0.5
    disc: np.ndarray = np.hypot(x, y) < 0.24
    return disc


def _border() -> np.ndarray:
    """The cell's corners: wood that no marble on the hollow and few shadows reach."""
    y, x = np.abs((np.mgrid[0:SIDE, 0:SIDE] + 0.5) / SIDE - 0.5)
    border: np.ndarray = (x > 0.38) & (y > 0.38)
    return border


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
