"""A board on which marbles stand, found in one picture, or near where a person pointed.

It is looked for as a bare one is, and what may be it is registered by its bare hollows alone.
Where the marbles lie plainly beside those it is they that tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import numpy as np

from vision.camera.bending import Distortion
from vision.camera.projection import Projection
from vision.camera.sharpness import check_size, is_blurred
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.apart import FAR, away
from vision.finding.evened import evened, windows_px
from vision.finding.find_board import look_about
from vision.finding.painted import by_paint
from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.finding.search import Sought, search
from vision.finding.sure import check_sharp, unsure_where
from vision.joining.middles import where_marbles_lie
from vision.joining.most import likeness_of_most
from vision.joining.settled import SURE, Settled, bare_majority, crowded_score, settle
from vision.types import BoardSpec, ImageBGR

# Points of a lattice, the least that one is grown to. In dim light the hollows are too faint
# to be seen one by one, and what makes a lattice are the marbles alone: sixteen at a third
# of a board, not all of them beside each other.
FEWEST_POINTS = 9
CROWDED = Sought(crowded_score, FEWEST_POINTS, likeness_of_most, guided=True)
TRIED = 3  # of the boards that the search offers
# Of 38 boards joined with rims of a quarter of the pitch and more three had such wide ones, so
# unclear, and explained so little: 0.15, 0.12 and 0.08 aside. Others as wide have either rims as
# clear as 0.07 or explain 0.6.
WIDE, RIMLESS, HALF = 0.3, 0.04, 0.5
# Of the pitch: how far a bare hollow may lie from where a person's corners have it, round by
# round; and farther than that nobody points beside a corner.
POINTED, MOVED = (0.25, 0.12, 0.12), 0.45


def find_crowded_board(
    image_bgr: ImageBGR, spec: BoardSpec, distortion: Distortion | None = None
) -> Board:
    """The board in the picture, up to a third of its hollows taken.

    Args:
        image_bgr: the picture.
        spec: how many hollows it has.
        distortion: of the lens where it is known; None to estimate it.

    Raises:
        BoardNotFoundError: when there is none that we would swear to.
    """
    check_size(image_bgr)
    scene = Scene.of(image_bgr, distortion)

    offered: list[Board] = []

    def look(seen: Scene, spread: bool) -> Board:
        boards = search(seen, spec, CROWDED, spread)
        offered.extend(boards[:1])
        return _sure_one(seen, boards[:TRIED], spec)

    try:
        return scene.whole(look_about(scene, spec, look, CROWDED), spec)
    except BoardNotFoundError as refused:
        if offered and refused.reason in (NotFound.UNLIKE, NotFound.ENDS):
            for other in _other_pictures(scene, offered[0], spec):
                with suppress(BoardNotFoundError):
                    return scene.whole(look(other, False), spec)
        raise


def _other_pictures(scene: Scene, offered: Board, spec: BoardSpec) -> Iterator[Scene]:
    """What is looked at where the picture itself shows no board, but offers one."""
    if scene.noisy:
        yield scene.spotted()
    yield evened(scene, windows_px(scene, [offered], spec)[0])


def _sure_one(scene: Scene, offered: list[Board], spec: BoardSpec) -> Board:
    """The one of the boards that we would swear to."""
    settled = [_settled_and_moved(scene, board, spec) for board in offered]
    if settled:
        check_sharp(scene, max(settled, key=lambda each: each.likely).board, spec)
    alike = [each for each in settled if each.sure]
    sure = [each for each in alike if each.ends]
    if sure:
        best = max(sure, key=lambda each: each.borne_out)
        # What lamps that hollows mirror make of them is a dent, too, but has no clear rim.
        elsewhere = [each for each in sure if away(best.board, each.board, spec) > FAR]
        best = max([best, *elsewhere], key=lambda each: each.like_hollows)
        painted = by_paint(scene, best.board, spec, bare_majority(best.board.alike))
        board = painted or where_marbles_lie(scene, best.board, spec)
        if is_shade(board):
            raise unsure_where()
        return board
    if alike or any(each.score >= SURE and each.beyond() is not None for each in settled):
        raise BoardNotFoundError(
            "hollows found, but not where the board ends; show the whole board and nothing like it",
            NotFound.ENDS,
        )
    raise BoardNotFoundError(
        "too few bare hollows in view to be sure; take hands away, clear the board, "
        "or name its corners",
        NotFound.UNLIKE,
    )


def is_shade(board: Board) -> bool:
    """Whether its dents may be what marbles and lamps leave on wood: wide, faint and without rims.

    Marbles don't tell that: where they seem to lie flat they may lie higher and farther off.
    """
    return board.rim >= WIDE and board.clear < RIMLESS and board.dent < HALF


def _settled_and_moved(scene: Scene, board: Board, spec: BoardSpec) -> Settled:
    """Settle it; where the hollows go on beyond a border, once more from there."""
    found = settle(scene, board, spec)
    step = found.beyond()
    if step is None:
        return found
    there = replace(found.board, projection=found.board.projection.after(np.eye(2), np.array(step)))
    moved = settle(scene, there, spec)
    return moved if moved.likely > found.likely else found


def board_near(
    image_bgr: ImageBGR, about: Projection, spec: BoardSpec, distortion: Distortion | None = None
) -> Board | None:
    """The board where a person has pointed at its corners, or None when it isn't surely there.

    Nor is it in a blurred picture: what is left of hollows lies up to a quarter of the pitch off.

    Args:
        image_bgr: the picture, marbles on up to a third of the hollows.
        about: through the corners pointed at.
        spec: how many hollows it has.
        distortion: of the lens where it is known; None to estimate it.
    """
    scene = Scene.of(image_bgr, distortion)
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    pointed = Board(about.scaled(scene.factor, size), np.full(spec.count, 0.5), 0.0, 0.0, 0.0)
    if is_blurred(scene.image_bgr, pointed.projection, spec):
        return None
    found = settle(scene, pointed, spec, POINTED)
    right, top = spec.columns - 1, spec.rows - 1
    corners = np.array([[0, 0], [right, 0], [0, top], [right, top]], float)
    moved = pointed.projection.inverse(found.board.projection(corners)) - corners
    near = found.sure and found.ends and float(np.abs(moved).max()) <= MOVED
    board = found.board if near else pointed
    told = by_paint(scene, board, spec, bare_majority(board.alike)) or board
    if told is pointed:
        return None
    whole = told.projection.scaled(1 / scene.factor, scene.whole_size)
    return replace(told, projection=whole)
