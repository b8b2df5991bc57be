"""From about right to exact: register every hollow against the mean of all, then centre it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.arrays.correlation import correlations
from vision.arrays.ranked import median_along
from vision.camera.projection import Projection, fit_projection
from vision.dents.dent import Dent, find_dents
from vision.dents.turning import typical_there
from vision.finding.unwanted import check_wanted
from vision.finding.window import EDGES, LIGHT, LIKENESS_RADIUS, sample_patches
from vision.types import BoardSpec, Floats

SIDE = 32  # pixels a pitch: the registration is then good to about 0.01 of it
# Halfway to the next hollow, and per cent of those places: half may lie beside the board.
BETWEEN, MOST = ((0.5, 0.0), (0.0, 0.5), (0.5, 0.5)), 75
REACH = 0.22  # of the pitch: how far a hollow may lie from where it was foretold


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board found.

    Attributes:
        projection: board coordinates (hollow a1 at 0, 0; files along x) to pixels.
        alike: (n,) likeness of every hollow to the mean of all, -1..1, reading order.
        outside: likeness of the best side outside.
        dent: share of what is seen about the mean hollow that a dent explains, 0..1.
        rim: radius of the hollows' rims over the pitch.
        clear: how clear those rims are, 0 and up; to be compared in one picture.
    """

    projection: Projection
    alike: Floats
    outside: float
    dent: float
    rim: float
    clear: float = 1.0

    @property
    def score(self) -> float:
        """0..1: the worst part of the board against the best outside it, times the dent."""
        low = float(np.percentile(self.alike, 10))
        return max(low - max(self.outside, 0.0), 0.0) * self.dent

    @property
    def hollowed(self) -> float:
        """How much its nodes look like hollows, a dent in a rim; to be compared in one picture.

        A dent explains what lines, glare and shade leave about a hollow quite well, too, but
        those have no rim; lines that cross make rings, but no dents.
        """
        return self.dent * float(np.sqrt(self.clear))

    @property
    def like_hollows(self) -> float:
        """How much it looks like hollows, its cells and what lies about their middles."""
        return self.score * self.hollowed


def refine(
    cues: np.ndarray,
    start: Projection,
    spec: BoardSpec,
    distortions: Floats | None = None,
) -> list[Board]:
    """Register the cells against their mean, find the dent in them, and judge each place it may be.

    Args:
        cues: H x W x 4 float32, edges and light (see `scene.cues_of`).
        start: a projection whose steps are right; it may be half a step off.
        spec: the board.
        distortions: that the projection may have; None for any.
    """
    check_wanted()
    projection = align(cues, start, spec, (0.3, REACH, 0.12), distortions)
    if projection is None:
        return []
    boards = []
    for dent in find_dents(cells_about(cues, projection, spec)[..., 3], SIDE):
        centred = projection.after(np.eye(2), dent.offset)
        centred = _slide(cues, centred, spec)
        aligned = align(cues, centred, spec, (0.12,), distortions, held=True)
        if aligned is not None:
            boards.append(_judge(cues, aligned, spec, dent))
    return boards


def _slide(cues: np.ndarray, projection: Projection, spec: BoardSpec) -> Projection:
    """The board a step further to any side, if its hollows end there and not here.

    A window found half a step off was as good on either side; now that the hollows'
    place in their cells is known, the right one shows.
    """
    alike = _alike_both(cues, projection, spec, around=2)
    columns, rows = spec.columns, spec.rows

    def margin(shift: tuple[int, int]) -> float:
        left, low = 1 + shift[0], 1 + shift[1]
        area = alike[low : low + rows + 2, left : left + columns + 2]
        inside = area[1:-1, 1:-1]
        worst = min(inside.mean(axis=0).min(), inside.mean(axis=1).min())
        return float(worst - max(side.mean() for side in _sides_around(area)))

    shifts = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)]
    best = max(shifts, key=lambda shift: (margin(shift), shift == (0, 0)))
    return projection.after(np.eye(2), np.array(best, float))


def most_alike_side(cues: np.ndarray, projection: Projection, spec: BoardSpec) -> Projection:
    """The board a step to the side whose nodes, just outside, are most like its hollows.

    Where its edge is near, what lies about it may pass for a row of hollows.

    Args:
        cues: H x W x 4 float32, edges and light (see `scene.cues_of`).
        projection: of a board that may be a step off.
        spec: the board.
    """
    sides = _sides_around(_alike_both(cues, projection, spec, around=1))
    steps = (0, -1), (0, 1), (-1, 0), (1, 0)
    step = steps[int(np.argmax([side.mean() for side in sides]))]
    return projection.after(np.eye(2), np.array(step, float))


def align(
    cues: np.ndarray,
    projection: Projection,
    spec: BoardSpec,
    reaches: tuple[float, ...],
    distortions: Floats | None,
    held: bool = False,
) -> Projection | None:
    """Register every cell against the mean of all, once for each reach; None if they disagree.

    Held, the board stays where it is as a whole: what all cells do alike tells nothing of how they
    lie to each other, and a line just beside faint hollows draws all of them to itself.
    """
    nodes = spec.nodes()
    for reach in reaches:
        wide = cells_about(cues, projection, spec)[..., EDGES]
        shift, likeness = register(wide, cut(wide).mean(axis=0), reach)
        good = likeness > 0.5 * np.median(likeness)
        if good.sum() < len(nodes) // 2:
            return None
        if held:
            shift -= np.median(shift[good], axis=0)
        places = projection((nodes + shift)[good])
        fit = fit_projection(nodes[good], places, projection.image_size, distortions)
        if fit is None:
            return None
        projection = fit.projection
    return projection


def patches(
    image: np.ndarray, projection: Projection, spec: BoardSpec, around: int = 1
) -> np.ndarray:
    """Patches of all nodes and some rows around them, each two pitches wide."""
    low = np.array([-1, -1]) - around
    high = np.array([spec.columns, spec.rows]) + around
    cells = sample_patches(image, projection, low, high, SIDE)
    rows, columns = cells.shape[:2]
    whole = cells.swapaxes(1, 2).reshape(rows * SIDE, columns * SIDE, -1)
    half = SIDE // 2

    def wide(row: int, column: int) -> np.ndarray:
        top, left = row * SIDE - half, column * SIDE - half
        return whole[top : top + 2 * SIDE, left : left + 2 * SIDE]

    return np.stack([[wide(r, c) for c in range(1, columns - 1)] for r in range(1, rows - 1)])


def cells_about(image: np.ndarray, projection: Projection, spec: BoardSpec) -> np.ndarray:
    """The hollows' patches, two pitches wide: (n, 2 * SIDE, 2 * SIDE, channels)."""
    wide = patches(image, projection, spec, around=0)
    return wide.reshape(-1, *wide.shape[2:])


def cut(wide: np.ndarray) -> np.ndarray:
    """(n, ...) the hollows in the middle of (n, ...) patches two pitches wide."""
    middle, reach = wide.shape[1] // 2, round(LIKENESS_RADIUS * SIDE)
    here = slice(middle - reach, middle + reach)
    return wide[:, here, here]


def register(wide: np.ndarray, template: np.ndarray, reach: float) -> tuple[Floats, Floats]:
    """Shift over the pitch (n, 2) and likeness (n,) at which each patch fits the template best.

    Args:
        wide: (n, height, width, channels) float32, patches.
        template: (size, size, channels), what may be in their middles, or (n, ...), one for each.
        reach: over the pitch, how far from there to look.
    """
    near, size = round(reach * SIDE), template.shape[-2]
    low = wide.shape[1] // 2 - size // 2 - near
    area = slice(low, low + size + 2 * near)
    scores = correlations(wide[:, area, area], template)
    each, count = np.arange(len(wide)), scores.shape[1]
    best = scores.reshape(len(wide), -1).argmax(axis=1)
    y, x = np.divmod(best, count)
    across, down = x + _summits(scores[each, y], x), y + _summits(scores[each, :, x], y)
    shift: Floats = (np.stack([across, down], axis=1) - near) / SIDE
    return shift, scores[each, y, x]


def _summits(scores: np.ndarray, best: np.ndarray) -> Floats:
    """(n,) how far beside the best of (n, k) scores parabolas have their summits, -0.5..0.5."""
    each, middle = np.arange(len(scores)), np.clip(best, 1, scores.shape[1] - 2)
    before, here, after = (scores[each, middle + step] for step in (-1, 0, 1))
    bend = before - 2 * here + after
    summit = 0.5 * (before - after) / np.minimum(bend, -1e-9)
    return np.where((middle == best) & (bend < 0), summit, 0.0)


def _judge(
    cues: np.ndarray,
    projection: Projection,
    spec: BoardSpec,
    dent: Dent,
) -> Board:
    alike = _alike_both(cues, projection, spec, around=1)
    hollow = dent.explained, dent.rim, dent.clear
    return Board(projection, *_inside_and_out(alike), *hollow)


def _alike_both(
    cues: np.ndarray,
    projection: Projection,
    spec: BoardSpec,
    around: int,
) -> Floats:
    """Likeness in edges and in shading, half each: grain upsets the one, reflections the other."""
    hollows = np.zeros((spec.rows + 2 * around, spec.columns + 2 * around), bool)
    hollows[around:-around, around:-around] = True
    return likeness_of(patches(cues, projection, spec, around), hollows)


def in_turning_light(cues: np.ndarray, board: Board, spec: BoardSpec) -> Board:
    """The board judged by what each hollow shows at its place, see `vision.dents.turning`.

    Args:
        cues: H x W x 4 float32, edges and light (see `scene.cues_of`).
        board: judged by what all hollows show.
        spec: the board.
    """
    seen = patches(cues, board.projection, spec)

    def alike(wide: np.ndarray) -> Floats:
        rows, columns = wide.shape[:2]
        flat = wide.reshape(rows * columns, *wide.shape[2:])
        level = _levelled(flat)
        typical = typical_there(level.reshape(rows, columns, *level.shape[1:]))
        return _like(flat, typical.reshape(level.shape)).reshape(rows, columns)

    inside, outside = _inside_and_out((alike(seen[..., EDGES]) + alike(seen[..., LIGHT])) / 2)
    return replace(board, alike=inside, outside=outside)


def _inside_and_out(grid: Floats) -> tuple[Floats, float]:
    """(n,) likeness of the hollows, of the nodes with a row around; and of the best side around."""
    return grid[1:-1, 1:-1].ravel(), max(float(np.mean(side)) for side in _sides_around(grid))


def _sides_around(grid: Floats) -> tuple[Floats, ...]:
    """What nodes show just outside, of a grid with a row around: below, above, left and right."""
    return grid[0, 1:-1], grid[-1, 1:-1], grid[1:-1, 0], grid[1:-1, -1]


def likeness_of(wide: np.ndarray, which: np.ndarray) -> Floats:
    """Likeness of every node (rows, columns) to some of them, in edges and in shading, half each.

    Args:
        wide: (rows, columns, 2 * SIDE, 2 * SIDE, 4) cues about the nodes, see `patches`.
        which: (rows, columns) bool, those that they are compared with.
    """
    hollows, flat = wide[which], wide.reshape(-1, *wide.shape[2:])
    edges = _like(flat[..., EDGES], cut(hollows[..., EDGES]).mean(axis=0))
    light = _like(flat[..., LIGHT], median_along(_levelled(hollows[..., LIGHT])))
    return (edges + light).reshape(wide.shape[:2]) / 2


def _levelled(hollows: np.ndarray) -> np.ndarray:
    """(n, ...) hollows cut out of patches two pitches wide, each less what is usual about it."""
    middle: np.ndarray = np.median(hollows[:, ::2, ::2], axis=(1, 2), keepdims=True)
    level: np.ndarray = cut(hollows) - middle
    return level


def _like(wide: np.ndarray, typical: np.ndarray) -> Floats:
    """(n,) likeness of patches two pitches wide to what is typical, a little aside or not.

    Of all of them, or of each, see `register`.
    """
    return register(wide, typical, 0.06)[1]


def likeness_between(
    cues: np.ndarray, projection: Projection, spec: BoardSpec, bare: np.ndarray
) -> float:
    """How like the hollows the places halfway between them are, over the hollows' own likeness.

    Every second hollow makes a lattice, too: along the diagonals, or along the files alone.
    Half of its nodes lie beside the board, and where marbles stand half may be unlike.

    Args:
        cues: H x W x 4 float32, edges and light (see `scene.cues_of`).
        projection: from board coordinates to their pixels.
        spec: the board.
        bare: (n,) bool, hollows most of which are bare.
    """
    views = [projection.after(np.eye(2), np.array(step)) for step in BETWEEN]
    seen = [cells_about(cues, view, spec) for view in (projection, *views)]

    def likeness(part: slice) -> Floats:
        typical = median_along(_levelled(seen[0][bare][..., part]))
        alike = [_like(cells[..., part], typical) for cells in seen]
        usual: Floats = np.percentile(alike, MOST, axis=1)
        return usual

    own, *between = likeness(EDGES) + likeness(LIGHT)
    return float(max(between)) / max(float(own), 1e-6)
