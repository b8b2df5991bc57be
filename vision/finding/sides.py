"""Which of the boards offered are but a side of the hollows of others that lie around them.

Light falls into a hollow from one side, and what is glossy mirrors it: the lit part, the dark one,
or a window's image may look more like a dent than the whole does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.dents.dent import shown_round
from vision.dents.lit import dark_share, lit_share_about
from vision.dents.rim import SOFT
from vision.dents.symmetric import Symmetry
from vision.finding.apart import FAR, SAME_LATTICE, away, encloses, place_in_cell
from vision.finding.refine import SIDE, Board, cells_about
from vision.finding.scene import Scene
from vision.types import BoardSpec, Floats

OneSide = Callable[[np.ndarray, int, float, Floats, float], bool]

# On some 90 boards the best looked one and a half times as much like hollows as any other, on
# nearly all of them twice; where it was wrong, another had three quarters of what it had, or as
# much.
AS_GOOD: Final = 0.7
# What lies around lit parts of hollows looks so much like them, at the least: where a window was
# mirrored in wide hollows they had .56 to 1.2 of what its image had; circles round true hollows,
# none of them lit all over, .28 at most. And of what is dark of a circle less is no dark side.
WHOLE, NO_SIDE = 0.5, 0.1
# Of what is about a dark side within the rim so much is lit.
LIT = 0.5
# A rim that is seen all round: dents lit from one side have .77 of it, circles within boxes next to
# nothing. Around true hollows 160 boards offered .26 at most, about windows mirrored in them the
# true rim had .56.
ALL_ROUND = 0.4


def but_sides(scene: Scene, boards: list[Board], spec: BoardSpec) -> list[Board]:
    """The boards without those that are a side of what lies around them.

    A hollow has a side that is darker than the wood; what lies in it and has none is its lit side,
    or a window mirrored there, and may look more like a dent than the whole does. And so may what
    is dark all over with the lit side about it: large glossy bowls mirror a dark room so.
    """
    boards = _but_parts(scene, boards, spec, FAR, _all_lit)
    return _but_parts(scene, boards, spec, SOFT, _dark_in_lit)


def _but_parts(
    scene: Scene, boards: list[Board], spec: BoardSpec, least: float, one_side: OneSide
) -> list[Board]:
    """The boards without those of one side, where others lie around them.

    Args:
        scene: the picture.
        boards: that were found there, the best first.
        spec: how many hollows they have.
        least: pitches by which a side lies aside of the whole.
        one_side: of cells, the whole's rim and a circle in them, whether that is one side.
    """

    def in_it(whole: Board, part: Board) -> bool:
        far = least < away(whole, part, spec) < SAME_LATTICE
        return far and encloses(whole, part, spec)

    def has_rival(whole: Board) -> bool:
        return any(
            in_it(whole, b) and AS_GOOD * whole.like_hollows < b.like_hollows for b in boards
        )

    ranked = sorted(boards, key=lambda board: board.like_hollows, reverse=True)
    good = [board for board in ranked if board.like_hollows > WHOLE * ranked[0].like_hollows]
    whole = next(filter(has_rival, good), None)
    if whole is None:
        return boards
    cells = cells_about(scene.log, whole.projection, spec)[..., 0]

    def part(board: Board) -> bool:
        place = whole.projection.inverse(board.projection(np.zeros((1, 2))))[0]
        return one_side(cells, SIDE, whole.rim, place - np.rint(place), board.rim)

    return [board for board in boards if not (in_it(whole, board) and part(board))]


def _all_lit(cells: np.ndarray, side: int, rim: float, place: Floats, radius: float) -> bool:
    return dark_share(cells, side, rim, place, radius) < NO_SIDE


def _dark_in_lit(cells: np.ndarray, side: int, rim: float, place: Floats, radius: float) -> bool:
    circle = rim, place, radius
    dark = dark_share(cells, side, *circle) > 1 - NO_SIDE
    return dark and lit_share_about(cells, side, *circle) > LIT


def whole_about(
    scene: Scene, boards: list[Board], best: Board, spec: BoardSpec, symmetry: Symmetry
) -> Board | None:
    """The board whose hollows are seen about those of the best, which are a part of them; or none.

    However much more like a dent the part is: the whole has a rim all round, and what is seen in
    the cells is more symmetrical about its middle.

    Args:
        scene: the picture.
        boards: that were found there.
        best: of them, by what each shows within its rim.
        spec: how many hollows they have.
        symmetry: of the best one's cells.
    """
    here = symmetry.about(np.zeros(2))

    def whole(board: Board) -> bool:
        far = SOFT < away(best, board, spec) < SAME_LATTICE
        if not (far and board.rim > best.rim and encloses(board, best, spec)):
            return False
        even = symmetry.about(place_in_cell(best, board, spec)) > here
        return even and seen_all_round(scene, board, spec)

    return max(filter(whole, boards), key=lambda board: board.like_hollows, default=None)


def seen_all_round(scene: Scene, board: Board, spec: BoardSpec) -> bool:
    """Whether the rim of its hollows is, as no circle within boxes and no part of a hollow is."""
    cells = cells_about(scene.log, board.projection, spec)[..., 0]
    return shown_round(cells, SIDE, board.rim) > ALL_ROUND
