"""How far beside its hollows a board was found: the marbles that lie in them tell.

Where hollows are faint, half in the shade, or mirror a room, what passes for a dent may lie a
tenth of the pitch beside them. A marble's outline does not: so it is looked for about every
place near each hollow, of any size that marbles have, and what all of them have in common is
how far the board is aside. The rim that they rest on is known from that same dent, so how high
they lie is not sure, and they tell the less how far aside they are the way that height shows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.dent import find_dents
from vision.geometry import Pose, pose_of, resting_height, sphere_outlines
from vision.lying import FAINT, in_most_directions
from vision.projection import Projection
from vision.ranked import median_along
from vision.refine import SIDE, Board, cells_about
from vision.sampling import polar_map, sample
from vision.scene import Scene
from vision.settled import bare_majority
from vision.sizes import ROBUST
from vision.sure import unsure_where
from vision.types import BoardSpec, Floats, ImageBGR

RADII: Final = np.arange(0.22, 0.43, 0.025)
"""Of marbles that are looked for, in pitches."""

STEP, REACH = 0.06, 4  # pitches from place to place, and how many of them to each side
ACROSS = np.array([-0.05, -0.025, 0.025, 0.05])  # pitches from an outline, inside and outside
TOP = 0.7  # of its greatest clearness an outline has where its place is taken from
# Half of the hollows are bare: so many times as clear is an outline that is a marble's.
PLAIN = 2.0
FEWEST = 4  # marbles: fewer may all be something else
HEIGHT = 0.05  # pitches: how much higher or lower than foretold they may rest, a deviation
SURE_TO = 0.01  # pitches: no outline's place is told better
ROUNDS = 10  # of weighing
# Of the pitch: so far beside a board's hollows its marbles may seem to lie. On 86 boards joined
# they told the hollows' places to 0.015 in the median, to 0.06 where that was not in doubt.
NEARBY = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """What the marbles tell.

    Attributes:
        by: (2,) how far, in pitches along files and ranks, the hollows lie from the nodes.
        doubt: standard deviation of that, the way it is told worse.
    """

    by: Floats
    doubt: float

    @property
    def far(self) -> float:
        """How far aside in pitches, whichever way."""
        return float(np.hypot(*self.by))


def where_marbles_lie(scene: Scene, board: Board, spec: BoardSpec) -> Board:
    """The board, so much nearer to its marbles that they may be said to lie in its hollows.

    Args:
        scene: the picture.
        board: found in it by its bare hollows.
        spec: how many hollows it has.

    Raises:
        BoardNotFoundError: when they lie elsewhere there, too.
    """
    for _ in range(2):
        aside = marbles_aside(scene.image_bgr, board.projection, spec, board.rim)
        if aside is None or aside.far <= NEARBY + 2 * aside.doubt:
            return board
        board = _moved(scene, board, spec, aside.by * (1 - NEARBY / aside.far))
    raise unsure_where()


def _moved(scene: Scene, board: Board, spec: BoardSpec, by: Floats) -> Board:
    """The board moved by so many pitches (2,), and what its bare hollows look like there."""
    projection = board.projection.after(np.eye(2), by)
    bare = cells_about(scene.log, projection, spec)[bare_majority(board.alike)]
    (dent,) = find_dents(bare[..., 0], SIDE, NEARBY, most=1)
    return replace(
        board, projection=projection, dent=dent.explained, rim=dent.rim, clear=dent.clear
    )


def marbles_aside(
    image_bgr: ImageBGR, projection: Projection, spec: BoardSpec, rim: float
) -> Aside | None:
    """How far the hollows in which marbles lie are from the nodes; None with too few marbles.

    Args:
        image_bgr: a picture of the board.
        projection: of the board, about right.
        spec: the board.
        rim: of its hollows, in pitches, as far as is known.
    """
    pose, nodes = pose_of(projection), spec.nodes()
    clear = _clear(image_bgr, pose, nodes, rim)
    best, side = clear.argmax(axis=1), 2 * REACH + 1
    inside = (np.abs(np.stack([best % side, best // side]) - REACH) < REACH).all(axis=0)
    clearest = clear.max(axis=1)
    seen = inside & (clearest > max(FAINT, PLAIN * float(np.median(clearest))))
    if np.count_nonzero(seen) < FEWEST:
        return None
    places = np.array([_summit(each.reshape(side, side)) for each in clear[seen]])
    higher = (nodes[seen] - pose.camera[:2]) / pose.camera[2]
    return _shared(places, higher)


def _clear(image_bgr: ImageBGR, pose: Pose, nodes: Floats, rim: float) -> Floats:
    """(n, places) how clear the clearest outline is about every place near each node, log."""
    smooth = cv2.GaussianBlur(image_bgr, (0, 0), 0.8).astype(np.uint8, copy=False)
    steps = STEP * np.arange(-REACH, REACH + 1)
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    at = (nodes[:, None] + places).reshape(-1, 2)
    clear = np.zeros((len(nodes), len(places)))
    for radius in RADII:
        height = np.full(len(at), resting_height(float(radius), rim))
        outlines = sphere_outlines(pose, np.column_stack([at, height]), float(radius))
        about = polar_map(outlines, float(radius), radius + ACROSS)
        about = about.reshape(len(nodes), -1, len(ACROSS), 2).swapaxes(1, 2)
        seen = sample(smooth, about)
        step = seen[:, :, :2].mean(axis=2) - seen[:, :, 2:].mean(axis=2)
        step = step.reshape(3, *clear.shape, -1)
        # What most nodes show about the same place is in the wood.
        step = step - median_along(step, axis=1)[:, None]
        np.maximum(clear, in_most_directions(step), out=clear)
    return clear


def _summit(clear: Floats) -> Floats:
    """(2,) pitches x, y from the node to the clearest place of (side, side), none at their edge."""
    row, column = divmod(int(clear.argmax()), clear.shape[1])
    area = slice(row - 1, row + 2), slice(column - 1, column + 2)
    weight = np.maximum(clear[area] - TOP * clear.max(), 0)
    beside = STEP * np.arange(-1, 2)
    middle = np.array([weight.sum(axis=0) @ beside, weight.sum(axis=1) @ beside]) / weight.sum()
    summit: Floats = STEP * (np.array([column, row]) - REACH) + middle
    return summit


def _shared(places: Floats, higher: Floats) -> Aside:
    """What so many places (n, 2) share, but for what being higher by a pitch adds (n, 2)."""
    told = np.zeros((2 * len(places), 3))
    told[::2, 0] = told[1::2, 1] = 1
    told[:, 2] = higher.ravel()
    known = np.diag([0, 0, HEIGHT**-2])
    by, weights = np.append(np.median(places, axis=0), 0.0), np.ones(len(places))
    for _ in range(ROUNDS):
        off = np.hypot(*(places.ravel() - told @ by).reshape(-1, 2).T)
        spread = max(ROBUST * float(np.median(off)) / 2**0.5, SURE_TO)
        # What is no marble lies anywhere.
        weights = 1 / (1 + (off / (2 * spread)) ** 2)
        weighed = told * np.repeat(weights, 2)[:, None] / spread**2
        covariance = np.linalg.inv(told.T @ weighed + known)
        by = covariance @ (weighed.T @ places.ravel())
    doubt = float(np.sqrt(np.linalg.eigvalsh(covariance[:2, :2])[-1]))
    return Aside(by[:2], doubt)
