"""Find the board in one picture: candidates, lattices, windows, refinement, judgement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from vision.camera.bending import Distortion
from vision.camera.sharpness import check_size
from vision.errors import TWO_PLACES, BoardNotFoundError, NotFound, unless_aside
from vision.finding.across_grain import boards_across_grain
from vision.finding.apart import FAR, SAME_LATTICE, away
from vision.finding.evened import evened, windows_px
from vision.finding.mirrored import (
    MIRRORED,
    NOTHING_ELSE,
    STAYS,
    narrow_share,
    place_in,
    placed_without_lamps,
    unmirrored,
)
from vision.finding.painted import by_paint
from vision.finding.refine import Board, in_turning_light, refine
from vision.finding.scene import Scene
from vision.finding.search import BARE, Sought, search, without_patterns
from vision.finding.sides import AS_GOOD
from vision.finding.sure import (
    DENTED,
    SURE,
    best_first,
    dark_sided,
    sure_one,
    unsure_where,
)
from vision.types import BoardSpec, ImageBGR


def find_board(image_bgr: ImageBGR, spec: BoardSpec, distortion: Distortion | None = None) -> Board:
    """The board in the picture.

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
        boards = search(seen, spec, BARE, spread)
        offered.extend(boards[:1])
        try:
            return _hollows_of(seen, boards, spec)
        except BoardNotFoundError as refused:
            if refused.reason in (NotFound.UNLIKE, NotFound.ENDS):
                with unless_aside():
                    return _in_turning_light(seen, boards, spec)
            raise

    try:
        return scene.whole(look_about(scene, spec, look), spec)
    except BoardNotFoundError as refused:
        if refused.reason in (NotFound.NOTHING, NotFound.UNLIKE, NotFound.ENDS):
            for other in _other_pictures(scene, offered, spec):
                with unless_aside():
                    return other.whole(_seen_in(other, spec), spec)
            if scene.noisy:
                with unless_aside():
                    return scene.whole(_across_grain(scene, spec), spec)
        raise


def _seen_in(scene: Scene, spec: BoardSpec) -> Board:
    """The board that such a picture shows."""
    return _hollows_of(scene, search(scene, spec), spec)


def _across_grain(scene: Scene, spec: BoardSpec) -> Board:
    """The board that is found in spite of grain, where its cells are so alike that it is one."""
    board = _hollows_of(scene, boards_across_grain(scene, spec), spec)
    if board.score < SURE:
        raise BoardNotFoundError("its lines alone would tell it", NotFound.UNLIKE)
    return board


def _other_pictures(scene: Scene, offered: list[Board], spec: BoardSpec) -> Iterator[Scene]:
    """What is looked at where the picture itself shows no board, but offers some, or none."""
    if scene.noisy:
        yield scene.smoothed()
        yield scene.spotted()
    yield from (evened(scene, window) for window in windows_px(scene, offered, spec))


def look_about(
    scene: Scene,
    spec: BoardSpec,
    look: Callable[[Scene, bool], Board],
    sought: Sought = BARE,
) -> Board:
    """The board found among what is strongest in the picture, or else in each part of it.

    Where a cloth's pattern takes all the places, what lies beyond it is looked at before.

    Args:
        scene: the picture.
        spec: how many hollows the board has.
        look: finds it, given where to look and whether to look in each part of that.
        sought: what kind of board that is.

    Raises:
        BoardNotFoundError: of the first look, when no other finds one either.
    """
    first: BoardNotFoundError | None = None
    try:
        for seen, spread in _ways(scene, spec, sought):
            try:
                return look(seen, spread)
            except BoardNotFoundError as refused:
                first = first or refused
                if first.reason is NotFound.BLURRED or refused.reason in TWO_PLACES:
                    # Where one way shows two places for it no other tells.
                    raise
        assert first is not None
        raise first
    finally:
        # It knows this frame, which would know it: a ring that holds the whole scene.
        del first


def _ways(scene: Scene, spec: BoardSpec, sought: Sought) -> Iterator[tuple[Scene, bool]]:
    """What to look at, and whether at each part of it."""
    yield scene, False
    if (beyond := without_patterns(scene, spec, sought)) is not None:
        yield from ((beyond, False), (beyond, True))
    yield scene, True


def _in_turning_light(scene: Scene, boards: list[Board], spec: BoardSpec) -> Board:
    """The one of the boards that we would swear to if a lamp lights each hollow its own way."""
    # What is no board by itself may still be as good another place as one that is.
    dented = [board for board in boards if board.dent >= AS_GOOD * DENTED]
    judged = [in_turning_light(scene.cues, board, spec) for board in dented]
    judged = best_first(judged)
    return _hollows_of(replace(scene, turning=True), judged, spec)


def _hollows_of(scene: Scene, boards: list[Board], spec: BoardSpec) -> Board:
    """The one of the boards that we would swear to, and that no lamps mirrored in it make.

    Paint tells where the hollows are, whatever they mirror; as exact as dents it is not.
    """
    first = sure_one(scene, boards, spec)
    painted = by_paint(scene, first, spec)
    if painted is not None:
        return painted
    if scene.smooth:
        return dark_sided(scene, first, spec)
    found = _not_the_mirrored(scene, first, boards, spec)
    # What is found elsewhere once lamps are left out shows without them.
    found = dark_sided(scene, found, spec) if found is first else found
    return placed_without_lamps(scene, found, spec)


def _not_the_mirrored(scene: Scene, found: Board, boards: list[Board], spec: BoardSpec) -> Board:
    """The board found, or where it is without what hollows mirror, if that is somewhere else.

    Without it some of the true hollows' own light is gone as well, so what is found then
    counts only where what is mirrored was nearly all there was, or where nothing leads back.

    Args:
        scene: the picture.
        found: the one of the boards that we would swear to.
        boards: all that were found.
        spec: the board.

    Raises:
        BoardNotFoundError: when it is mirrored lamps, and where the hollows lie is not sure.
    """
    matt = unmirrored(scene, found, spec)
    share = narrow_share(scene, matt, found, spec)
    if share > MIRRORED:
        other = _searched(replace(matt, turning=False), spec)
        if other is not None and FAR < away(found, other, spec) < SAME_LATTICE:
            return other
        if share > NOTHING_ELSE:
            raise unsure_where()
    place = place_in(matt, found, spec)
    if place is None or away(found, replace(found, projection=place), spec) < STAYS:
        return found

    def offered(seen: Scene) -> list[Board]:
        others = refine(seen.cues, place, spec, seen.distortions)
        if seen.turning:
            others = [in_turning_light(seen.cues, board, spec) for board in others]
        return others

    others = offered(scene)
    apart = [board for board in others if away(found, board, spec) > FAR]
    better = [board for board in apart if board.like_hollows > found.like_hollows]
    held = bool(others) and len(apart) == len(others)
    if not (held or better):
        return found
    try:
        if held:
            # From there nothing leads back: it was what is mirrored alone that held the board.
            return sure_one(matt, best_first(offered(matt)), spec)
        return sure_one(scene, best_first([*boards, *better]), spec)
    except BoardNotFoundError as refused:
        raise unsure_where() from refused


def _searched(scene: Scene, spec: BoardSpec) -> Board | None:
    """The board that we would swear to in that scene, if any."""
    with suppress(BoardNotFoundError):
        return sure_one(scene, search(scene, spec), spec)
    return None
