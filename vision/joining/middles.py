"""How far beside its hollows a board was found: the marbles that lie in them tell.

Where hollows are faint, half in the shade, or mirror a room, what passes for a dent may lie a
tenth of the pitch beside them. A marble's outline does not (`vision.joining.aside`). The rim
that they rest on is known from that same dent, so how high they lie is not sure. A lamp's hard
shadows are discs as large, all as far aside, and clearer at times than the marbles beside them.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.arrays.ranked import median_along
from vision.camera.geometry import pose_of
from vision.camera.projection import Projection
from vision.dents.dent import find_dents
from vision.finding.refine import SIDE, Board, cells_about
from vision.finding.scene import Scene
from vision.finding.sure import CLEARER, unsure_where
from vision.joining.aside import RADII, Aside, outlines_about, smoothed, steps_at, told_by
from vision.joining.lying import FAINT
from vision.joining.settled import bare_majority
from vision.types import BoardSpec, Floats, ImageBGR

REACH = 4  # places that are tried to each side of a node
# Half of the hollows are bare: so many times as clear is an outline that is a marble's.
PLAIN = 2.0
# Of the pitch: so far beside a board's hollows its marbles may seem to lie. On 86 boards joined
# they told the hollows' places to 0.015 in the median, to 0.06 where that was not in doubt.
NEARBY = 0.05


def where_marbles_lie(scene: Scene, board: Board, spec: BoardSpec) -> Board:
    """The board, so much nearer to its marbles that they may be said to lie in its hollows.

    Args:
        scene: the picture.
        board: found in it by its bare hollows.
        spec: how many hollows it has.

    Raises:
        BoardNotFoundError: when they lie elsewhere there, too, or the bare hollows don't.
    """
    for _ in range(2):
        aside = _elsewhere(scene, board, spec)
        if aside is None:
            return board
        moved = _moved(scene, board, spec, aside.by * (1 - NEARBY / aside.far))
        if board.dent > CLEARER * moved.dent:
            # Nowhere beside true hollows is a dent so much clearer than they are.
            break
        board = moved
    raise unsure_where()


def marbles_lie_there(
    image_bgr: ImageBGR, projection: Projection, spec: BoardSpec, rim: float
) -> bool:
    """Whether marbles are seen to lie in the hollows; not where too few tell, or shadows differ.

    Args as of `marbles_aside`.
    """
    told = (marbles_aside(image_bgr, projection, spec, rim, each) for each in (True, False))
    return all(aside is not None and _near(aside) for aside in told)


def _near(aside: Aside) -> bool:
    """Whether it is not for sure too far."""
    return aside.far <= NEARBY + 2 * aside.doubt


def _elsewhere(scene: Scene, board: Board, spec: BoardSpec) -> Aside | None:
    """How far beside the nodes its marbles lie; None where it is not, for sure, too far."""
    told = []
    for shadows in (True, False):
        aside = marbles_aside(scene.image_bgr, board.projection, spec, board.rim, shadows)
        if aside is None or _near(aside):
            return None
        told.append(aside)
    every, own = told
    # Where they disagree most were shadows; else the more tell, the better.
    return every if np.hypot(*(every.by - own.by)) <= NEARBY else own


def _moved(scene: Scene, board: Board, spec: BoardSpec, by: Floats) -> Board:
    """The board moved by so many pitches (2,), and what its bare hollows look like there."""
    projection = board.projection.after(np.eye(2), by)
    bare = cells_about(scene.log, projection, spec)[bare_majority(board.alike)]
    (dent,) = find_dents(bare[..., 0], SIDE, NEARBY, most=1)
    return replace(
        board, projection=projection, dent=dent.explained, rim=dent.rim, clear=dent.clear
    )


def marbles_aside(
    image_bgr: ImageBGR, projection: Projection, spec: BoardSpec, rim: float, shadows: bool = True
) -> Aside | None:
    """How far the hollows in which marbles lie are from the nodes; None with too few marbles.

    Args:
        image_bgr: a picture of the board.
        projection: of the board, about right.
        spec: the board.
        rim: of its hollows, in pitches, as far as is known.
        shadows: whether what is dark may tell where something lighter is seen beside it, too.
    """
    pose, nodes, smooth = pose_of(projection), spec.nodes(), smoothed(image_bgr)

    def steps(about: np.ndarray) -> Floats:
        step = steps_at(smooth, about)
        # What most nodes show about the same place is in the wood.
        return step - median_along(step, axis=1)[:, None]

    def lighter(about: np.ndarray) -> Floats:
        return _of_lighter(steps(about))

    clear = outlines_about(steps, pose, nodes, rim, RADII, REACH)
    least = max(FAINT, PLAIN * float(np.median(clear.max(axis=1))))
    if not shadows:
        light = outlines_about(lighter, pose, nodes, rim, RADII, REACH)
        own = light.max(axis=1) > least
        clear[own] = light[own]
    seen = clear.max(axis=1) > least
    told = told_by(clear[seen], nodes[seen], pose)
    return told and told.aside


def _of_lighter(step: Floats) -> Floats:
    """The steps (3, n, places, directions) of what is lighter in some channel, as no shadow is."""
    lightest: Floats = median_along(step, axis=-1).max(axis=0)
    lighter: Floats = step * (lightest > 0)[..., None]
    return lighter
