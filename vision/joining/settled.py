"""A board on which marbles stand: register it by its bare hollows alone.

The mean of all cells, which is what a bare board is registered against, is drawn aside by
marbles: they show displaced by their height. So the hollows that look alike are told from
the others, and registration, dent and judgement start anew with those. And the marbles
themselves tell where in their cells the hollows are, since that is where they lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays.ranked import median_along
from vision.camera.projection import Projection, fit_projection
from vision.dents.dent import STRIPED, find_dents, striped
from vision.dents.lit import all_lit, only_dark_side
from vision.finding.apart import away
from vision.finding.ends import HOLLOW, SIDES, round_likeness, sides_in_view, worst_border
from vision.finding.other_boards import another_game
from vision.finding.refine import (
    SIDE,
    Board,
    cells_about,
    cut,
    likeness_between,
    likeness_of,
    patches,
    register,
)
from vision.finding.scene import Scene
from vision.finding.window import EDGES
from vision.joining.lying import clearer_here, clearest_place, outlined
from vision.types import BoardSpec, Floats

# Of the pitch: how far a bare hollow may lie from where it was foretold, round by round.
REACHES = (0.12, 0.12, 0.12)
DENT_REACH = 0.36  # where the dent may be, seen from cells that marbles drew aside
# Of the typical likeness: less is a marble, a hand, or a deep shadow. Of round parts alone half
# is enough, since marbles and the board's edge have little of them.
BARE, ROUND = 0.6, 0.5
MOST_TAKEN = 0.45  # of the hollows: a third with marbles, and some in shadow or under a hand
# What a board must show, as far as marbles lie in its hollows. Found anew on boards without
# marbles and with up to a third taken, a true one reaches all; one that is off by a row has
# hollows outside.
SURE, DENTED = 0.1, 0.36
# A dent is believed that is as faint as a bare board's may be where marbles bear the place out:
# so many times as clear as elsewhere in the cells.
FAINT_DENT, BORNE_OUT = 0.3, 1.25
# A room mirrored in varnished hollows looks like a dent a tenth of a pitch aside, as likely, but
# marbles were half as clear there: a root of that settles it, and is little where they tell little.
BY_MARBLES = 0.25
# Marbles that are so many times as clear elsewhere in the cells refute a place, whatever is to be
# seen there: of 150 true ones at most 1.5 times as clear, of one on blank white paint 2.8.
REFUTED, SAME_PLACE = 2.0, 0.12
# Nor is it judged twice, where two starts led to the same place.
LED_TO = 0.02
# Of the hollows' likeness what lies halfway between them may have: on true boards it had 0.66
# at most, where every second hollow was left out 0.9.
FINEST = 0.8
# Of the pitch: so near to where one change of the view moves them hollows agree with it; farther
# off than that they plainly do not.
AGREE, DIFFER = 0.025, 0.06
# It is theirs when so many agree, three times what any view can be laid through and a quarter of
# all, and half as many at most lie in between: in mere noise more do.
FEWEST, LEAST_AGREE, IN_BETWEEN = 12, 0.25, 0.5
LEAST_BARE = 0.5  # share of the hollows that must look alike
SEEN_IN_LINE = 1  # bare hollows that every border row and column must show
# And so much of it must be bare hollows or marbles, and of all hollows where a side is not in view:
# with a row out of the picture the window may be one aside. One or two of that row's seven were,
# or, in noise, 45 of all; on 70 true boards three of seven at the least, and 46 of all but on one
# board that was all in view.
TOLD_IN_LINE, TOLD_IN_ALL, EVERY_SIDE = 0.4, 0.93, 4
# In any case two thirds of all: of 105 true boards every one had 0.76 at the least; where a wrong
# lens laid the border rows on their hollows and few of the inner ones, 0.57 were.
TOLD = 2 / 3
SEEN_OUTSIDE = 2  # nodes beyond a border that may happen to look like hollows


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A board registered by its bare hollows.

    Attributes:
        board: the board.
        sides: on how many of them the picture shows what lies beside it.
        striped: share of the bare hollows' light and dark that only changes one way.
        round_: (rows + 2, columns + 2) how like the bare hollows the nodes are, one row
            around included, see `round_likeness`.
        lying: how many times as clear marbles are about the nodes as elsewhere in the cells.
        between: how like the hollows the places halfway between them are.
        ours: whether it is neither another game's, see `another_game`, nor but a side of hollows.
        rival: the most of `lying` at other places in the cells that were tried.
        marbles: (n,) bool, about which nodes marbles' outlines are seen; None where nobody asked.
    """

    board: Board
    sides: int
    striped: float
    round_: Floats
    lying: float
    between: float
    ours: bool
    rival: float = 1.0
    marbles: np.ndarray | None = None

    @property
    def bare(self) -> np.ndarray:
        """Which nodes, those around included, look like the bare hollows."""
        bare: np.ndarray = self.round_ > ROUND * np.percentile(self.round_[1:-1, 1:-1], 75)
        return bare

    @property
    def score(self) -> float:
        """0..1, see `crowded_score`."""
        return crowded_score(self.board)

    @property
    def placed(self) -> float:
        """0..1, less where marbles are clearer elsewhere in the cells: they lie in hollows."""
        return min(self.lying, 1.0)

    @property
    def likely(self) -> float:
        """0..1, the score as far as marbles lie in the hollows."""
        return self.score * self.placed

    @property
    def borne_out(self) -> float:
        """How likely beside the same board a little aside: there marbles are less clear."""
        return float(self.likely * max(self.lying, 1.0) ** BY_MARBLES)

    @property
    def like_hollows(self) -> float:
        """The same with the rims: to be compared in one picture, see `Board.clear`."""
        return self.borne_out * float(np.sqrt(self.board.clear))

    @property
    def sure(self) -> bool:
        """Whether enough hollows look alike, as a dent does, up to every border and no further.

        And whether marbles lie in them, and there are none between them.
        """
        inside = self.bare[1:-1, 1:-1]
        seen = min(side.sum() for side in _sides(inside))
        least = FAINT_DENT if self.lying > BORNE_OUT else DENTED
        dented = self.board.dent * self.placed >= least and self.striped < STRIPED
        enough = self.likely >= SURE and dented and inside.mean() >= LEAST_BARE
        finest = self.ours and self.between < FINEST
        refuted = self.rival >= REFUTED * max(self.lying, 1.0)
        return bool(
            enough
            and finest
            and not refuted
            and self._explained
            and seen >= SEEN_IN_LINE
            and self.beyond() is None
        )

    @property
    def _explained(self) -> bool:
        """Whether what look like no bare hollows are marbles, as far as that may be asked."""
        inside = self.bare[1:-1, 1:-1]
        told = inside if self.marbles is None else inside | self.marbles.reshape(inside.shape)
        in_line = min(float(side.mean()) for side in _sides(told))
        least = TOLD if self.sides == EVERY_SIDE else TOLD_IN_ALL
        return in_line >= TOLD_IN_LINE and float(told.mean()) >= least

    @property
    def ends(self) -> bool:
        """Whether it is seen to end, and what looks alike at its borders is round, not its edge."""
        border = worst_border(self.round_[1:-1, 1:-1], self.bare[1:-1, 1:-1])
        return border > HOLLOW and self.sides >= SIDES

    def beyond(self) -> tuple[int, int] | None:
        """Step x, y to the side on which the hollows go on, if any."""
        lower, upper, left, right = (
            int(side.sum()) for side in (*self.bare[[0, -1], 1:-1], *self.bare[1:-1, [0, -1]].T)
        )
        most, step = max((lower, (0, -1)), (upper, (0, 1)), (left, (-1, 0)), (right, (1, 0)))
        return step if most > SEEN_OUTSIDE else None


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """What a board's cells show, see `Settled`; (n,) bool which are bare."""

    board: Board
    bare: np.ndarray
    striped: float
    ours: bool
    marbles: np.ndarray | None = None

    @property
    def possible(self) -> bool:
        """Whether it may be sure, as `Settled.sure` is, if its marbles tell as much as they can."""
        return _hollowed(self.board) and self.striped < STRIPED and self.ours


def settle(
    scene: Scene, board: Board, spec: BoardSpec, reaches: tuple[float, ...] = REACHES
) -> Settled:
    """The same board, registered by its bare hollows alone.

    Args:
        scene: the picture.
        board: found with marbles among the hollows.
        spec: how many hollows it has.
        reaches: of the pitch, how far a hollow may lie from where it was foretold.
    """
    bare = bare_majority(board.alike)
    wide = cells_about(scene.log, board.projection, spec)[bare]
    # Marbles draw the cells aside: where the dent is in them is asked again, at each place
    # that looks like one, and where the marbles lie.
    starts = find_dents(wide[..., 0], SIDE, DENT_REACH)
    places = [dent.offset for dent in starts]
    places.append(clearest_place(scene.image_bgr, board.projection, spec))
    views = [board.projection.after(np.eye(2), place) for place in places]
    found = [_registered(scene, view, spec, bare, reaches) for view in views]
    apart = _at_other_places(found, spec)
    shown = [_shown(scene, *each, spec) for each in apart]
    # Where none can be one whatever its marbles tell, they are not asked.
    judged = _judged if any(each.possible for each in shown) else _in_vain
    settled = [judged(scene, each, spec) for each in shown]
    best = max(settled, key=lambda each: each.borne_out)
    middle = np.array([[(spec.columns - 1) / 2, (spec.rows - 1) / 2]])
    place = best.board.projection(middle)
    others = [
        each.lying
        for each in settled
        if np.linalg.norm(each.board.projection.inverse(place) - middle) > SAME_PLACE
    ]
    return replace(best, rival=max(others, default=1.0))


def _registered(
    scene: Scene,
    projection: Projection,
    spec: BoardSpec,
    bare: np.ndarray,
    reaches: tuple[float, ...],
) -> tuple[Board, np.ndarray]:
    """Registered with the dent about in the middle of the cells, and (n,) bool which are bare."""
    for reach in reaches:
        projection = _align(scene, projection, spec, bare, reach) or projection
        wide = cells_about(scene.log, projection, spec)[bare]
        (dent,) = find_dents(wide[..., 0], SIDE, 0.1, most=1)
        projection = projection.after(np.eye(2), dent.offset)
        grid = _alike_grid(scene, projection, spec, bare)
        bare = bare_majority(grid[1:-1, 1:-1].ravel())
    alike = grid[1:-1, 1:-1].ravel()
    return Board(projection, alike, _outside(grid), dent.explained, dent.rim, dent.clear), bare


def _at_other_places(
    found: list[tuple[Board, np.ndarray]], spec: BoardSpec
) -> list[tuple[Board, np.ndarray]]:
    """Without those that were led to the same place as one before them."""
    kept: list[tuple[Board, np.ndarray]] = []
    for board, bare in found:
        if all(away(board, other, spec) > LED_TO for other, _ in kept):
            kept.append((board, bare))
    return kept


def _shown(scene: Scene, board: Board, bare: np.ndarray, spec: BoardSpec) -> _Shown:
    """What such a board's cells show by themselves; nothing is asked of what is none anyhow."""
    if not _hollowed(board):
        return _Shown(board, bare, striped=1.0, ours=False)
    cells = cells_about(scene.log, board.projection, spec)[..., 0]
    marbles = outlined(scene.image_bgr, board.projection, spec)
    ours = not another_game(cells, spec, bare, marbles)
    ours = ours and not all_lit(cells[bare], SIDE, board.rim)
    ours = ours and not only_dark_side(cells[bare], SIDE, board.rim)
    return _Shown(board, bare, striped(cells[bare], SIDE), ours, marbles)


def _hollowed(board: Board) -> bool:
    """Whether its cells are alike, and dents in them, as far as a sure board's are at the least."""
    return crowded_score(board) >= SURE and board.dent >= FAINT_DENT


def _judged(scene: Scene, shown: _Shown, spec: BoardSpec) -> Settled:
    """What such a board and its marbles show."""
    board, bare = shown.board, shown.bare
    lying = clearer_here(scene.image_bgr, board.projection, spec)
    between = likeness_between(scene.cues, board.projection, spec, bare)
    return replace(_in_vain(scene, shown, spec), lying=lying, between=between)


def _in_vain(scene: Scene, shown: _Shown, spec: BoardSpec) -> Settled:
    """Of a board that is none whatever else it shows: only where its hollows go on to."""
    board = shown.board
    sides = sides_in_view(board.projection, spec)
    round_ = _round(scene, board, shown.bare, spec)
    return Settled(board, sides, shown.striped, round_, 1.0, 0.0, shown.ours, marbles=shown.marbles)


def _round(scene: Scene, board: Board, bare: np.ndarray, spec: BoardSpec) -> Floats:
    shown = bare.reshape(spec.rows, spec.columns)
    return round_likeness(scene.cues, board.projection, spec, shown)


def bare_majority(alike: Floats) -> np.ndarray:
    """(n,) bool: the hollows that look alike, as far as those are the majority."""
    typical = float(np.percentile(alike, 70))
    least = float(np.percentile(alike, 100 * MOST_TAKEN))
    return alike >= min(BARE * typical, least)


def crowded_score(board: Board) -> float:
    """As `Board.score`, of the part of the hollows that may be expected to be bare."""
    low = float(np.percentile(board.alike, 100 * MOST_TAKEN))
    return max(low - max(board.outside, 0.0), 0.0) * board.dent


def _align(
    scene: Scene, projection: Projection, spec: BoardSpec, bare: np.ndarray, reach: float
) -> Projection | None:
    nodes = spec.nodes()
    wide = cells_about(scene.cues, projection, spec)[bare][..., EDGES]
    shift, likeness = register(wide, median_along(cut(wide)), reach)
    good = likeness > 0.5 * np.median(likeness)
    good = _agreeing(nodes[bare], shift, good)
    seen = nodes[bare][good]
    places = projection(seen + shift[good])
    fit = fit_projection(seen, places, projection.image_size, scene.distortions)
    return None if fit is None else fit.projection


def _agreeing(nodes: Floats, shift: Floats, good: np.ndarray) -> np.ndarray:
    """(n,) bool: the hollows that one change of the view moves so, where the others plainly differ.

    Edges beside the board's borders draw the hollows there to themselves, and a bent view follows.

    Args:
        nodes: (n, 2) of the hollows.
        shift: (n, 2) in pitches, where they are seen from there.
        good: (n,) bool, of which that may be true.
    """
    moved = nodes + shift
    if good.sum() < FEWEST:
        return good
    change, _ = cv2.findHomography(nodes[good], moved[good], cv2.RANSAC, AGREE)
    if change is None:
        return good
    off = np.linalg.norm(cv2.perspectiveTransform(nodes[None], change)[0] - moved, axis=1)
    agreeing = good & (off < AGREE)
    between = good & ~agreeing & (off < DIFFER)
    enough = agreeing.sum() >= max(FEWEST, LEAST_AGREE * good.sum())
    return agreeing if enough and between.sum() < IN_BETWEEN * agreeing.sum() else good


def _alike_grid(scene: Scene, projection: Projection, spec: BoardSpec, bare: np.ndarray) -> Floats:
    """Likeness of all nodes, one row around included, to the median of the bare hollows."""
    mask = np.zeros((spec.rows + 2, spec.columns + 2), bool)
    mask[1:-1, 1:-1] = bare.reshape(spec.rows, spec.columns)
    return likeness_of(patches(scene.cues, projection, spec), mask)


def _outside(grid: Floats) -> float:
    """Likeness of the side outside that is most like the hollows, marbles on it left out."""
    around = (grid[0, 1:-1], grid[-1, 1:-1], grid[1:-1, 0], grid[1:-1, -1])
    return max(float(np.mean(np.sort(side)[len(side) // 3 :])) for side in around)


def _sides(inside: np.ndarray) -> tuple[np.ndarray, ...]:
    return inside[0], inside[-1], inside[:, 0], inside[:, -1]
