"""Which of the boards that are offered we would swear to, if any; and why not.

That its cells look alike and like dents, that they end with the board, and that no other place
in its cells looks as much like hollows. The picture must be sharp enough to tell.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import compress

import numpy as np

from vision.camera.sharpness import is_blurred
from vision.dents.dent import (
    PLAINLY,
    STRIPED,
    circled,
    ringed,
    striped,
)
from vision.dents.explained import RIM_RADII
from vision.dents.lit import all_lit, only_dark_side
from vision.dents.symmetric import Symmetry, symmetry_of
from vision.errors import BoardNotFoundError, NotFound, unless_aside
from vision.finding.apart import (
    FAR,
    SAME_LATTICE,
    aside,
    away,
    encloses_in_cells,
    place_in_cell,
    same_steps,
    widest,
    within,
)
from vision.finding.ends import Lines, lines_of
from vision.finding.other_boards import another_game
from vision.finding.painted import by_paint
from vision.finding.refine import SIDE, Board, cells_about
from vision.finding.scene import Scene
from vision.finding.sides import AS_GOOD, but_sides, seen_all_round, whole_about
from vision.finding.window import EDGES
from vision.types import BoardSpec

# A board must look like dents and beat what pictures without one reach (0.04 at most, half
# a board included): cell by cell or, where grain is stronger than the hollows are, by its lines.
SURE, BY_LINES, DENTED = 0.06, 0.2, 0.3
# Where every hollow may look as it likes, as far as that changes evenly, or where what is fine is
# smoothed away: twice that. So smoothed, boards cut off have up to 0.22 but don't end.
TWICE_AS_SURE = 0.12
# How much worse the cells of the same lattice may be alike where they look more like dents.
NEARLY = 0.5
# More than the last refinement moves it, another place is another board.
ASIDE = 0.15
# Rims that small hollows of other boards had. What has none or a wide one, a part of a cell between
# lines, is seldom the only such part: on the six wrong ones that were told of 100 drawn with many
# lines another had .62 and more of what it had; beside wide hollows, of 26 boards, .54 at most.
RIMS, ONE_OF_MANY, AS_ALIKE = (0.11, 0.215), 0.6, 0.8
# What is the same all the way round its middle is no part of a cell between lines: of the places
# beside hollows that 100 lined boards offered those that end with the board have 0.6 at most (one
# that doesn't 0.76). A dark pit has 0.9, of which a dent explains little, and so has a board with a
# line round each hollow.
RINGED = 0.75
# Nor is what has a line drawn round it, whatever crosses that: two boards had 0.95 and 1.04 of it
# in nearly all directions, what else 40 lined ones offered 0.87 where cells were alike at all.
CIRCLED = 0.9
# About their middles what hollows and the wood beside them show is symmetrical by .19 and more, on
# 160 boards; about the dark sides that a low sun left in very large ones it was not at all.
LOPSIDED = 0.1
# So much more a dent must explain at another place in the cells: half as much more does where lines
# are taken for hollows, and nowhere beside true hollows more than 1.3 times as much.
CLEARER = 1.35
# Unless it explains more than that, a place that has a rim of its own is asked as well: between
# lines there is none but the widest. Beside a board's lines dents explained 1.7 to 2.2 times as
# much; beside the faint hollows of a pale board, at the heart of each of its triangles, 1.4 times.
FAR_CLEARER = 1.6


def check_sharp(scene: Scene, found: Board, spec: BoardSpec) -> None:
    """Raise when what may be the board is too blurred to tell where its hollows are.

    Raises:
        BoardNotFoundError: then.
    """
    if is_blurred(scene.image_bgr, found.projection, spec):
        raise BoardNotFoundError(
            "the picture is blurred; wipe the lens, let the camera focus and hold it still",
            NotFound.BLURRED,
        )


def sure_one(scene: Scene, boards: list[Board], spec: BoardSpec) -> Board:
    """The one of the boards that we would swear to.

    Args:
        scene: the picture.
        boards: that were found there, the best first.
        spec: how many hollows they have.

    Raises:
        BoardNotFoundError: when it is none, or when the picture is blurred.
    """
    if not boards:
        raise BoardNotFoundError(
            "no board found; the whole board must be in view, sharp and lit", NotFound.NOTHING
        )
    if boards[0].score < _sure(scene):
        return _judged(scene, _by_lines(scene, boards, spec), spec)
    try:
        return _judged(scene, boards, spec)
    except BoardNotFoundError as refused:
        # Where a border's hollows are faint a board without them may have the clearer cells.
        if scene.plain and refused.reason in (NotFound.UNLIKE, NotFound.ENDS):
            with unless_aside():
                return _judged(scene, _by_lines(scene, boards, spec), spec)
        raise


def _judged(scene: Scene, boards: list[Board], spec: BoardSpec) -> Board:
    """The first of the boards, or one of its lattice, if we would swear to it."""
    boards = but_sides(scene, boards, spec)
    best, lines = _not_the_lines(scene, boards, spec)
    symmetry = _symmetry(scene, best, spec)
    whole = whole_about(scene, boards, best, spec, symmetry)
    if whole is not None:
        boards = best_first([whole, *_beside(whole, best, boards, spec)])
        best, lines = whole, _lines_of(scene, whole, spec)
        symmetry = _symmetry(scene, best, spec)
    check_sharp(scene, best, spec)
    _check_it_is_one(scene, boards, best, lines, spec)
    if symmetry.about(np.zeros(2)) < LOPSIDED:
        return _judged(scene, _but_beside(scene, boards, best, spec), spec)
    others = [
        board
        for board in boards
        if board is not best and not symmetry.rules_out(place_in_cell(best, board, spec))
    ]
    best = _in_the_middle(scene, best, symmetry, spec)
    aside_too = best.score >= _sure(scene) and _as_good_aside(scene, others, best, spec)
    # What has a rim all round is no part of a cell between lines.
    part = whole is None and _one_of_many(scene, others, best, spec)
    if not (symmetry.beside or aside_too or part):
        return best
    painted = by_paint(scene, best, spec)
    if painted is None:
        raise unsure_where()
    return painted


def _beside(whole: Board, part: Board, boards: list[Board], spec: BoardSpec) -> list[Board]:
    """The boards that are no part of the whole's hollows, nor lie where a part of them does."""
    return [
        board
        for board in boards
        if away(part, board, spec) > FAR and not encloses_in_cells(whole, board, spec)
    ]


def _but_beside(scene: Scene, boards: list[Board], lopsided: Board, spec: BoardSpec) -> list[Board]:
    """The boards without one that is no hollows', and without what else lies beside them.

    About another place, which looks nearly as much like a board, all is symmetrical.

    Raises:
        BoardNotFoundError: when there is none, or when it is not among them.
    """
    rest = [board for board in boards if board is not lopsided]
    rivals = [b for b in rest if b.score >= NEARLY * lopsided.score]
    rivals = [b for b in rivals if away(lopsided, b, spec) < SAME_LATTICE]
    for board in sorted(rivals, key=lambda board: board.like_hollows, reverse=True):
        symmetry = _symmetry(scene, board, spec)
        if symmetry.plain and symmetry.rules_out(place_in_cell(board, lopsided, spec)):
            # What it is moved by, see `_in_the_middle`, does not rule out the board itself.
            kept = (
                b is board or not symmetry.rules_out(place_in_cell(board, b, spec)) for b in rest
            )
            return list(compress(rest, kept))
    raise unsure_where()


def _check_it_is_one(
    scene: Scene, boards: list[Board], best: Board, lines: Lines, spec: BoardSpec
) -> None:
    """Raise what is wrong where the best of the boards has no hollows, or they go on beyond it."""
    clear = best.score >= _sure(scene)
    clear |= scene.plain and lines.score * best.dent >= BY_LINES
    dented = best.dent >= DENTED or _ringed(scene, best, spec)
    dented = dented and not _striped(scene, best, spec)
    dented = dented and not _another_game(scene, best, spec)
    # Clear cells that are not the board are something else's: a part of it, or its lines'.
    if not dented or not (clear or boards[0].score >= _sure(scene)):
        raise BoardNotFoundError(
            "no board found that looks like one; clear it, light it, and let all of it be seen",
            NotFound.UNLIKE,
        )
    if not (clear and lines.end):
        raise BoardNotFoundError(
            "hollows found, but not where the board ends; show the whole board and nothing like it",
            NotFound.ENDS,
        )


def _sure(scene: Scene) -> float:
    """Score that a board must have."""
    return SURE if scene.plain else TWICE_AS_SURE


def _by_lines(scene: Scene, boards: list[Board], spec: BoardSpec) -> list[Board]:
    """The boards, the one first whose files and ranks are most alike and end with it.

    Where hard shadows cross the board some cells are like no others, and none of the boards
    may be told by its cells, while along each line most are alike.
    """

    def clear(board: Board) -> float:
        return _lines_of(scene, board, spec).score * board.dent

    return sorted(boards, key=clear, reverse=True)


def _not_the_lines(scene: Scene, boards: list[Board], spec: BoardSpec) -> tuple[Board, Lines]:
    """The best board, or one of the same lattice whose nodes are clearer dents; and its lines.

    Where a row of hollows is hidden or many are in the dark but engraved lines go on, the
    lines' crossings are alike in all cells and the dents are not.

    Args:
        scene: the picture.
        boards: all that were found, of the best score first.
        spec: the board.
    """
    best = _centred(scene, boards, spec)
    # By chance some cells may look like a dent, but not most of them.
    alike = NEARLY * float(np.median(best.alike))
    clearer = (board for board in boards if board.dent > CLEARER * best.dent)
    rivals = [b for b in clearer if np.median(b.alike) > alike and same_steps(best, b, spec)]
    rivals = [b for b in rivals if not _striped(scene, b, spec)]
    if all(b.dent < FAR_CLEARER * best.dent and best.rim < RIM_RADII[-1] for b in rivals):
        rivals.append(best)
    told = [(b, _lines_of(scene, b, spec)) for b in rivals]
    return max(told, key=lambda of: of[1].score * of[0].dent)


def _centred(scene: Scene, boards: list[Board], spec: BoardSpec) -> Board:
    """The best board, with its nodes at what looks most like dents.

    How alike the cells are, and what lies beside them, tells the lattice. Engraved lines
    are as alike from cell to cell as hollows are, so where in its cell the hollow lies is
    told by the dent and its rim too: neither alone. Over 92 pictures no other place has two
    thirds as much of both. The shade that a low sun leaves in the hollows looks like one,
    too, and where it is all that is looked at it is a stripe.

    Args:
        scene: the picture.
        boards: the best first.
        spec: the board.
    """
    best = boards[0]

    def rivals(board: Board) -> bool:
        near = away(best, board, spec) < SAME_LATTICE
        return board.score >= NEARLY * best.score and near and not _striped(scene, board, spec)

    # Beyond a lens's horizon nothing comes back to where it was, the best itself neither.
    return max(filter(rivals, boards), key=lambda board: board.like_hollows, default=best)


def _as_good_aside(scene: Scene, boards: list[Board], best: Board, spec: BoardSpec) -> bool:
    """Whether another place in the cells looks about as much like the hollows' as the best one.

    Not one, of lines, whose dents are so much less clear that the best was preferred to it. Nor a
    part of the best one's hollows, if those are no circles between lines.
    """
    hollows = not widest(best) or seen_all_round(scene, best, spec)
    return any(
        FAR < away(best, board, spec) < SAME_LATTICE
        and board.like_hollows > AS_GOOD * best.like_hollows
        and best.dent < CLEARER * board.dent
        and not (hollows and within(best, board, spec))
        and not _striped(scene, board, spec)
        for board in boards
    )


def _one_of_many(scene: Scene, boards: list[Board], best: Board, spec: BoardSpec) -> bool:
    """Whether it has no small rim, and other parts of its cells look as much like hollows.

    Or may do: where cells may differ, or what is fine is smoothed away, only a plain dent is none.
    """
    if RIMS[0] < best.rim < RIMS[1] or _ringed(scene, best, spec) or _circled(scene, best, spec):
        return False
    if not scene.plain and best.dent < PLAINLY:
        return True
    alike = AS_ALIKE * float(np.median(best.alike))
    plain = best.dent >= PLAINLY
    return any(
        not (plain and best.dent >= CLEARER * board.dent)
        and board.hollowed > ONE_OF_MANY * best.hollowed
        and np.median(board.alike) > alike
        and same_steps(best, board, spec)
        and aside(best, board, spec) > ASIDE
        and not _striped(scene, board, spec)
        for board in boards
    )


def best_first(boards: list[Board]) -> list[Board]:
    """The boards, of the best score first."""
    return sorted(boards, key=lambda board: -board.score)


def _lines_of(scene: Scene, board: Board, spec: BoardSpec) -> Lines:
    return lines_of(scene.cues, board.projection, spec, scene.turning)


def _striped(scene: Scene, board: Board, spec: BoardSpec) -> bool:
    """Whether its cells change one way alone, as a cloth's stripes do and no dents."""
    return striped(cells_about(scene.log, board.projection, spec)[..., 0], SIDE) >= STRIPED


def _ringed(scene: Scene, board: Board, spec: BoardSpec) -> bool:
    """Whether its cells are the same all the way round, about a rim and not a mere dot."""
    cells = cells_about(scene.log, board.projection, spec)[..., 0]
    return board.rim > RIMS[0] and ringed(cells, SIDE) >= RINGED


def _circled(scene: Scene, board: Board, spec: BoardSpec) -> bool:
    return circled(cells_about(scene.log, board.projection, spec)[..., 0], SIDE) >= CIRCLED


def _in_the_middle(scene: Scene, best: Board, symmetry: Symmetry, spec: BoardSpec) -> Board:
    """The board, moved to what all is symmetrical about, where it is plainly beside that.

    Or where what it has for hollows is but their dark side.

    Raises:
        BoardNotFoundError: when there it would be, too.
    """
    dark = _only_dark_side(scene, best, spec)
    offset = symmetry.best_place if dark else symmetry.offset
    moved = replace(best, projection=best.projection.after(np.eye(2), offset))
    if dark and _only_dark_side(scene, moved, spec):
        raise BoardNotFoundError(
            "the light is so low that the hollows are half in the dark; light the board from "
            "higher up, or give its corners by hand",
            NotFound.LOW_LIGHT,
        )
    return moved if offset.any() else best


def _only_dark_side(scene: Scene, board: Board, spec: BoardSpec) -> bool:
    return only_dark_side(cells_about(scene.log, board.projection, spec)[..., 0], SIDE, board.rim)


def _symmetry(scene: Scene, board: Board, spec: BoardSpec) -> Symmetry:
    """Of its cells with neighbours all around: lines end at the others."""
    inner = np.ones((spec.rows, spec.columns), bool)
    inner[[0, -1]] = inner[:, [0, -1]] = False
    cells = cells_about(scene.cues, board.projection, spec)[inner.ravel()]
    return symmetry_of(cells[..., EDGES], SIDE)


def _another_game(scene: Scene, board: Board, spec: BoardSpec) -> bool:
    return another_game(cells_about(scene.log, board.projection, spec)[..., 0], spec)


def dark_sided(scene: Scene, found: Board, spec: BoardSpec) -> Board:
    """The board, if its nodes have a dark side; else they are mirrored windows.

    Raises:
        BoardNotFoundError: then, since the hollows lie somewhere beside them.
    """
    if all_lit(cells_about(scene.log, found.projection, spec)[..., 0], SIDE, found.rim):
        raise unsure_where()
    return found


def unsure_where() -> BoardNotFoundError:
    """What is said where another place in the cells looks as much like hollows."""
    return BoardNotFoundError(
        "hollows found, but not for sure where in their cells they lie; light the board from "
        "one side, or give its corners by hand",
        NotFound.ASIDE,
    )
