"""Where in their cells the marbles lie: circles of a marble's size about every place there.

Marbles lie in hollows. So where marbles stand on the board they tell which of the places
that look alike from cell to cell is the hollow, be it a crossing of lines or a dent: the
outline that the camera would show of a marble there is seen, and at no other place. What
all cells show at the same place, hollows and engraved lines, is no marble's outline.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays.ranked import median_along, percentile_along
from vision.camera.geometry import Pose, pose_of, resting_height, sphere_outlines
from vision.camera.projection import Projection
from vision.camera.sampling import RADII, polar_map, sample, within
from vision.measuring.sizes import LIKELY_RADII
from vision.types import BoardSpec, Floats, ImageBGR

# Inside every marble of a size that may be played, and outside of it, before the next:
# attack marbles of 0.24 to 0.31 of the pitch, Queens of 0.33 to 0.42.
BANDS = ((0.19, 0.24, 0.32, 0.40), (0.25, 0.31, 0.43, 0.50))
SHOWN = 0.7  # of the directions, in which a marble's border must show
SIZES = tuple(zip(LIKELY_RADII, BANDS, strict=True))
STEP = 1 / 6  # of the pitch, from place to place of a cell
PLACES: Final = STEP * np.array([(x, y) for y in range(-2, 4) for x in range(-2, 4)], float)
BESIDE: Final = STEP / 2 * np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], float)
BEST = 2  # places worth looking beside
ASIDE = 1.5 * STEP  # no hollow is so far from another's middle
SOME = 0.1  # of the hollows: where the circles are clearest
BLOCK = 12  # places that are looked about at once
# Of the logarithm: hardly a marble's circle is so faint. On a bare board they may be clearer.
FAINT = 0.14
# Nor one as faint as this where nothing else is: bare wood has half of it, grain and all.
PLAIN = 0.1


def clearer_here(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> float:
    """How many times as clear marbles' outlines are about the nodes as elsewhere in the cells.

    1 where there are none, as on a bare board.

    Args:
        image_bgr: a picture of the board.
        projection: of the board, or of one whose nodes lie elsewhere in the cells.
        spec: the board.
    """
    clear = _Circles(image_bgr, projection, spec)
    aside = np.abs(PLACES).max(axis=1)
    # Registered by its dents, a board may lie a little beside them, and circles are narrow.
    here = clear.about(np.zeros((1, 2)), np.zeros(1))
    far = PLACES[aside > ASIDE]
    elsewhere = clear.about(far, clear(far))
    return max(here, FAINT) / max(elsewhere, FAINT)


def clearest_place(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> Floats:
    """(2,) where in their cells marbles' outlines are clearest, in pitches from the nodes.

    The nodes themselves, where there are none.

    Args:
        image_bgr: a picture of the board.
        projection: of the board, its steps right, its nodes anywhere in the cells.
        spec: the board.
    """
    clear = _Circles(image_bgr, projection, spec)(PLACES)
    place: Floats = PLACES[clear.argmax()] * (clear.max() > FAINT)
    return place


def outlined(image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> np.ndarray:
    """(n,) bool: about which nodes a circle of a marble's size is to be seen.

    Args:
        image_bgr: a picture of the board.
        projection: of the board.
        spec: the board.
    """
    (clear,) = _Circles(image_bgr, projection, spec).at(np.zeros((1, 2)), beyond_usual=False)
    outlined: np.ndarray = clear > PLAIN
    return outlined


class _Circles:
    """How clear circles are about places of the cells."""

    def __init__(self, image_bgr: ImageBGR, projection: Projection, spec: BoardSpec) -> None:
        smooth = cv2.GaussianBlur(image_bgr, (0, 0), 0.8)
        self._smooth_bgr = smooth.astype(np.uint8, copy=False)
        self._pose = pose_of(projection)
        columns, rows = np.arange(spec.columns), np.arange(spec.rows)
        self._nodes = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2).astype(float)

    def __call__(self, places: Floats) -> Floats:
        """(n,) of the clearest about each of n places (n, 2), log units."""
        blocks = np.array_split(places, -(-len(places) // BLOCK))
        clear = np.sort(np.concatenate([self.at(block) for block in blocks]), axis=1)
        some: Floats = clear[:, round((1 - SOME) * clear.shape[1]) :].mean(axis=1)
        return some

    def about(self, places: Floats, clear: Floats) -> float:
        """Of the clearest about some places, or half a step beside the clearest of them.

        Args:
            places: (n, 2).
            clear: (n,) how clear they are there.
        """
        tried = [places[k] + BESIDE for k in np.argsort(-clear)[:BEST]]
        return float(max(clear.max(), self(np.concatenate(tried)).max()))

    def at(self, places: Floats, beyond_usual: bool = True) -> Floats:
        """(n, nodes) so far aside of every node, log units.

        Args:
            places: (n, 2) how far.
            beyond_usual: whether what most nodes show there is no circle.
        """
        at = self._nodes + places[:, None]
        sizes = (_circles(self._smooth_bgr, self._pose, at, *size, beyond_usual) for size in SIZES)
        clear: Floats = np.maximum(*sizes)
        return clear


def _circles(
    smooth_bgr: ImageBGR,
    pose: Pose,
    at: Floats,
    radius: float,
    band: tuple[float, float, float, float],
    beyond_usual: bool,
) -> Floats:
    """(n, nodes) step of the light across circles about (n, nodes, 2) places.

    Args:
        smooth_bgr: the picture, smoothed a little.
        pose: of the camera.
        at: (n, nodes, 2) board coordinates.
        radius: of the marbles, in pitches.
        band: radii between which is inside of such a marble, and outside of it.
        beyond_usual: whether it counts only beyond the step that is usual at all nodes.
    """
    height = np.full(at[..., :1].shape, resting_height(radius, LIKELY_RADII[0]))
    spheres = np.concatenate([at, height], axis=-1).reshape(-1, 3)
    outlines = sphere_outlines(pose, spheres, radius)
    inside, outside = (RADII[within(*ends)] for ends in (band[:2], band[2:]))
    seen = sample(smooth_bgr, polar_map(outlines, radius, np.concatenate([inside, outside])))
    # The mean inside less that outside.
    weights = np.repeat([1 / len(inside), -1 / len(outside)], [len(inside), len(outside)])
    step = (seen @ weights.astype(np.float32)).reshape(len(seen), *at.shape[:2], -1)
    if beyond_usual:
        step -= median_along(step, axis=2)[:, :, None]
    return in_most_directions(step)


def in_most_directions(step: Floats) -> Floats:
    """(...) what the steps (3, ..., directions) reach in most directions, in the same sense."""
    reached = percentile_along(np.abs(step).mean(axis=0), 1 - SHOWN)
    # A shadow's border is a step up on one side and a step down on the other.
    same = 1.5 * np.abs(median_along(step, axis=-1)).mean(axis=0)
    least: Floats = np.minimum(reached, same)
    return least
