"""Where the board ends: each line of hollows is like the others, and the lines beyond are not.

A cell on the board's own edge, on its grain or on an engraved line can be quite like a
hollow, and where hollows are faint it is as like the mean hollow as they are. But all of
those are straight and run along the files or the ranks: within a cell they are functions
of one coordinate. With the means of its rows and of its columns taken off a cell has
nothing left of them, and still most of a round dent.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays.ranked import median_along
from vision.camera.projection import Projection
from vision.dents.turning import typical_there
from vision.finding.refine import SIDE
from vision.finding.window import EDGES, LIGHT, sample_patches
from vision.types import BoardSpec, Floats

HALF = 0.3  # of the pitch: a hollow and the wood around it
# Between what a file or rank of hollows has with all hollows (0.6 and more, on all boards
# that were tried) and what the board's edge or the table has (0.2 and less).
HOLLOWS = 0.35
# So much of what the hollows have one by one a line beside them must have, to be in step.
IN_STEP = 0.5
# The same for hollows one by one, which grain upsets more.
HOLLOW = 0.2

# So far beyond a board nodes are looked at, and what of the bare hollows' likeness counts.
FAR, LIKE = 7, 0.5
# The share of them that is: of true boards 0.012 at most, of cloths' patterns 0.11 and more.
ELSEWHERE = 0.04

# On so many of its sides the picture must show what lies beside a board with marbles. A bare one
# may fill the picture: its hollows are all seen, and are like no pattern's cells.
SIDES = 2

Middle = Callable[..., Floats]


@dataclass(frozen=True, slots=True)
class Lines:
    """How like the hollows the lines of a board are, correlations -1..1.

    Attributes:
        worst: of the file or rank that is least like all hollows.
        beyond: of the row of nodes beside the grid that is most like them.
    """

    worst: float
    beyond: float

    @property
    def end(self) -> bool:
        """Whether the hollows fill the grid and end with it."""
        return self.worst > HOLLOWS > self.beyond

    @property
    def score(self) -> float:
        """How clearly they end there, 0..1."""
        return max(self.worst - max(self.beyond, 0.0), 0.0)


def lines_of(
    cues: np.ndarray,
    projection: Projection,
    spec: BoardSpec,
    turning: bool = False,
) -> Lines:
    """How like the hollows the lines of a bare board are, in edges and in shading, half each.

    Args:
        cues: H x W x 4 float32, edges and light (see `scene.cues_of`).
        projection: from board coordinates to their pixels.
        spec: the board.
        turning: whether hollows are lit from another side each, see `vision.dents.turning`.
    """
    of_edges, of_light = _cells(cues, projection, spec)
    edges = _of_lines(of_edges, np.mean, turning)
    shading = _of_lines(of_light, median_along, turning)
    alike, apart = ((one + other) / 2 for one, other in zip(edges, shading, strict=True))
    # Hollows of a tray blur into something like one: one by one they are out of step.
    alike = np.where(apart < IN_STEP, np.minimum(alike, apart), alike)
    inside, around = alike[:-4], alike[-4:]
    # Between two lines of hollows there is another: where a shadow's bar lies along it, the light
    # in its hollows is turned round, but not their edges.
    borders = np.isin(np.arange(len(inside)), [0, spec.rows - 1, spec.rows, len(inside) - 1])
    inside = np.where(borders, inside, np.maximum(inside, edges[0][:-4]))
    return Lines(float(inside.min()), float(around.max()))


def round_likeness(
    cues: np.ndarray,
    projection: Projection,
    spec: BoardSpec,
    bare: np.ndarray,
    around: int = 1,
) -> Floats:
    """How like bare hollows each node is, rows around included, -1..1.

    In edges and in shading, half each. On a board under way some borders show one or two
    hollows, too few for a median, so each is compared by itself. Marbles and whatever lies
    beyond the board have little of it, most hands none.

    Args:
        cues: H x W x 4 float32, edges and light (see `scene.cues_of`).
        projection: from board coordinates to their pixels.
        spec: the board.
        bare: (rows, columns) bool, hollows most of which are bare.
        around: so many rows around, on each side.
    """
    edges, light = _cells(cues, projection, spec, around)
    alike: Floats = (_of_cells(edges, bare, np.mean) + _of_cells(light, bare, median_along)) / 2
    return alike


def worst_border(alike: Floats, bare: np.ndarray) -> float:
    """Mean likeness of the bare hollows in the border whose are least alike, -1..1.

    Hollows had 0.34 and more on all boards that were tried, the board's edge 0.06 and less.
    Where hollows are clear, whatever is like them has that much; this is for faint ones.

    Args:
        alike: (rows, columns), see `round_likeness`.
        bare: (rows, columns) bool, the hollows that nothing seems to lie on. A border without any
            has nothing like them.
    """
    borders = ((alike[k], bare[k]) for k in (0, -1))
    sides = ((alike[:, k], bare[:, k]) for k in (0, -1))
    lines = (*borders, *sides)
    return min(float(line[shown].mean()) if shown.any() else 0.0 for line, shown in lines)


def goes_on(cues: np.ndarray, projection: Projection, spec: BoardSpec) -> bool:
    """Whether the hollows are part of a pattern that goes on elsewhere in the picture.

    A window of a cloth's pattern may end like a board where other things lie on the cloth, but
    the pattern goes on somewhere, and a board's hollows nowhere. Args as of `lines_of`.
    """
    return share_elsewhere(cues, projection, spec) > ELSEWHERE


def share_elsewhere(cues: np.ndarray, projection: Projection, spec: BoardSpec) -> float:
    """Share 0..1 of the nodes in view, two pitches beyond the board and farther, that are like it.

    Args as of `lines_of`.
    """
    all_of_it = np.ones((spec.rows, spec.columns), bool)
    alike = round_likeness(cues, projection, spec, all_of_it, FAR)
    limit = LIKE * np.percentile(alike[FAR:-FAR, FAR:-FAR], 75)
    y, x = np.mgrid[-FAR : spec.rows + FAR, -FAR : spec.columns + FAR]
    beyond = np.max([-x, -y, x - spec.columns + 1, y - spec.rows + 1], axis=0)
    away = (beyond >= 2) & _in_view(projection, np.stack([x, y], axis=2).astype(float))
    return float((alike[away] > limit).mean()) if away.any() else 0.0


def _in_view(projection: Projection, nodes: Floats) -> np.ndarray:
    """Which nodes (..., 2) lie in the picture with the cell about them."""
    shown = np.ones(nodes.shape[:-1], bool)
    for corner in ((-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)):
        board = nodes + np.array(corner)
        at = projection(board)
        # Beyond the horizon nothing comes back to where it was.
        back = np.abs(projection.inverse(at) - board).max(axis=-1) < 0.1
        shown &= back & ((at >= 0) & (at < projection.image_size)).all(axis=-1)
    return shown


def sides_in_view(projection: Projection, spec: BoardSpec) -> int:
    """On how many of its four sides the picture shows what lies beside a board, most of it.

    On one side alone nothing tells a board from part of a pattern that fills the picture.

    Args:
        projection: from board coordinates to pixels of the picture.
        spec: the board.
    """
    right, top = spec.columns, spec.rows
    files, ranks = np.arange(right), np.arange(top)
    beyond = [np.column_stack([files, np.full(right, y)]) for y in (-1, top)]
    beyond += [np.column_stack([np.full(top, x), ranks]) for x in (-1, right)]
    places = [projection(side.astype(float)) for side in beyond]
    inside = [(at >= 0) & (at < projection.image_size) for at in places]
    return sum(bool(each.all(axis=1).mean() > 0.5) for each in inside)


def _cells(
    cues: np.ndarray, projection: Projection, spec: BoardSpec, around: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Edges and light, their round part, of all nodes and rows around.

    Each (rows + 2, columns + 2, side, side, channels) for one row.
    """
    low, high = -np.array([around, around]), np.array([spec.columns, spec.rows]) - 1 + around
    near = slice(SIDE // 2 - round(HALF * SIDE), SIDE // 2 + round(HALF * SIDE))
    cells = sample_patches(cues, projection, low, high, SIDE, near)
    # Sums over what lies apart in memory take twice as long.
    edges, light = (np.ascontiguousarray(cells[..., part]) for part in (EDGES, LIGHT))
    return round_part(edges), round_part(light)


def _of_lines(cells: np.ndarray, middle: Middle, turning: bool) -> tuple[Floats, Floats]:
    """(rows + columns + 4,) likeness to all hollows of the lines inside, and of those around.

    And the same of their cells one by one, as a share of what the hollows have.
    """
    hollows = cells[1:-1, 1:-1]
    if turning:
        typical = typical_there(cells)
        of_lines = _each_line(typical, middle)
    else:
        of_lines = typical = middle(hollows.reshape(-1, *hollows.shape[2:]), axis=0)
    alike = round_correlation(_each_line(cells, middle), of_lines)
    likeness = _correlation(cells, round_part(typical))
    each = _each_line(likeness, np.mean)
    return alike, each / max(float(likeness[1:-1, 1:-1].mean()), 1e-6)


def _each_line(cells: np.ndarray, middle: Middle) -> np.ndarray:
    """The middles of the ranks, the files and the lines around, of (rows + 2, columns + 2, ...)."""
    across, along = middle(cells[:, 1:-1], axis=1), middle(cells[1:-1], axis=0)
    beyond = (across[[0, -1]], along[[0, -1]])
    return np.concatenate([across[1:-1], along[1:-1], *beyond])


def _of_cells(cells: np.ndarray, bare: np.ndarray, middle: Middle) -> Floats:
    """(rows, columns) likeness of each node, those around included, to the bare hollows."""
    around = (len(cells) - len(bare)) // 2
    typical = middle(cells[around:-around, around:-around][bare], axis=0)
    return _correlation(cells, round_part(typical))


def round_correlation(cells: np.ndarray, typical: np.ndarray) -> Floats:
    """Correlation (...) of the round parts of cells (..., side, side, channels) with typical ones.

    Args:
        cells: log brightness or edges.
        typical: one cell for all of them, or one for each.
    """
    return _correlation(round_part(cells), round_part(typical))


def _correlation(cells: np.ndarray, typical: np.ndarray) -> Floats:
    """As `round_correlation`, of what are round parts already."""
    sides = (-3, -2, -1)
    own = (cells**2).sum(axis=sides) * (typical**2).sum(axis=sides)
    alike: Floats = (cells * typical).sum(axis=sides) / np.sqrt(own + 1e-12)
    return alike


def round_part(cells: np.ndarray) -> np.ndarray:
    """Cells (..., side, side, channels) without what lines along their sides can make."""
    # NumPy's own sums over axes that are not the last take several times as long.
    rows = np.einsum("...ijk->...ik", cells)[..., :, None, :] / cells.shape[-2]
    columns = np.einsum("...ijk->...jk", cells)[..., None, :, :] / cells.shape[-3]
    left: np.ndarray = cells - rows - (columns - rows.mean(axis=-3, keepdims=True))
    return left
