"""Boards that may be in a picture: candidates, lattices, windows, refinement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.finding.ends import goes_on
from vision.finding.guided import carried_on
from vision.finding.lattice import BESIDE, Lattice, Nearest, lattices
from vision.finding.refine import Board, refine
from vision.finding.scene import Scene
from vision.finding.unwanted import check_wanted
from vision.finding.window import (
    LatticeView,
    Likeness,
    Window,
    lattice_view,
    whole_likeness,
    windows,
)
from vision.types import BoardSpec, Floats

STEP_PX = (16.0, 130.0)  # a board filling 40 % to 100 % of the height, tilted, has such pitches
FEWEST_POINTS = 15  # of a lattice: a third of a board
MOST_LATTICES = 24
MOST_REFINED = 14
# A lattice that is wider both ways than a board's, every half step counted, is a cloth's or floor's
# pattern. It takes all the places that there are; what it covers is looked away from: so much of
# its step about each point that has two neighbours.
HALF_STEPS, ABOUT, CLOSE = 2, 0.6, 2
# After so many windows a board of that score ends the search: what is no board reaches
# neither, and the windows are tried in the order of their own scores.
ENOUGH = ((4, 0.3), (8, 0.1))


@dataclass(frozen=True, slots=True)
class Sought:
    """What kind of board is looked for.

    Attributes:
        score: of a board.
        fewest: points that a lattice must have to be looked into.
        likeness: of a window's hollows, see `windows`.
        guided: whether lattices are carried on over gaps, see `carried_on`.
    """

    score: Callable[[Board], float]
    fewest: int = FEWEST_POINTS
    likeness: Likeness = whole_likeness
    guided: bool = False


BARE = Sought(lambda board: board.score)


def search(
    scene: Scene, spec: BoardSpec, sought: Sought = BARE, spread: bool = False
) -> list[Board]:
    """Boards that might be in the scene, in its pixels, of the best score first.

    Args:
        scene: the picture.
        spec: how many hollows a board has.
        sought: what is looked for.
        spread: look for what is strongest in each part of the picture, not in all of it.
    """
    found = [
        window
        for seen in lattices_in(scene, sought, spread)
        for window in windows(scene.cues, seen.lattice, seen.projection, spec, sought.likeness)
    ]
    found.sort(key=lambda window: -window.score)
    boards: list[Board] = []
    for count, window in enumerate(_distinct(scene, found, spec), start=1):
        refined = refine(scene.cues, window.projection, spec, scene.distortions)
        # Not yet exact, a window of a pattern may have passed for none.
        boards.extend(board for board in refined if not _goes_on(scene, board.projection, spec))
        best = max((sought.score(board) for board in boards), default=0.0)
        if any(count >= least and best > clear for least, clear in ENOUGH):
            break
    return sorted(boards, key=lambda board: -sought.score(board))


def without_patterns(scene: Scene, spec: BoardSpec, sought: Sought = BARE) -> Scene | None:
    """The same scene, looked at where no pattern is that goes far beyond a board's size.

    None where there is no such pattern. Args as of `search`.
    """
    wide = HALF_STEPS * max(spec.columns, spec.rows) + 1
    covered = np.zeros(scene.log.shape, np.uint8)
    for spread in (False, True):
        for seen in lattices_in(scene, sought, spread):
            if (np.ptp(seen.lattice.cells, axis=0) >= wide).all():
                _cover(covered, seen)
    return scene.beyond(covered > 0) if covered.any() else None


def _cover(covered: np.ndarray, seen: LatticeView) -> None:
    """Mark what lies about the lattice's points in an (H, W) uint8 mask.

    Not about those with few neighbours: over something else it goes on by chance, here and there.
    """
    cells = seen.lattice.cells
    there = np.zeros(np.ptp(cells, axis=0) + 3, np.uint8)
    column, row = (cells - cells.min(axis=0) + 1).T
    there[column, row] = 1
    close = sum(there[column + dc, row + dr] for dc, dr in BESIDE) >= CLOSE
    cells, points = cells[close], seen.lattice.points_px[close]
    steps = [seen.projection(cells + np.array(way)) - points for way in ((1, 0), (0, 1))]
    # Towards the horizon the next point may lie anywhere.
    reach = ABOUT * np.clip(np.nan_to_num(np.linalg.norm(steps, axis=2).max(axis=0)), *STEP_PX)
    for (x, y), radius in zip(points, reach, strict=True):
        cv2.circle(covered, (round(x), round(y)), round(radius), 1, -1)


def lattices_in(scene: Scene, sought: Sought, spread: bool) -> list[LatticeView]:
    """Lattices in the picture, the least accidental first, none that repeats part of a better."""
    how = sought.fewest, sought.guided, spread
    if how not in scene.lattices:
        scene.lattices[how] = _lattices(scene, sought, spread)
    return scene.lattices[how]


def _lattices(scene: Scene, sought: Sought, spread: bool) -> list[LatticeView]:
    ranked = [
        seen
        for found in scene.candidates
        for seen in _among((found.spread if spread else found.strongest).points_px, scene, sought)
    ]
    ranked.sort(key=lambda seen: -seen.surprise)
    kept: list[LatticeView] = []
    for seen in ranked:
        if len(kept) == MOST_LATTICES:
            break
        if not any(_repeats(seen.lattice, other) for other in kept):
            kept.append(seen)
    return kept


def _among(points_px: Floats, scene: Scene, sought: Sought) -> Iterator[LatticeView]:
    """Lattices among such candidates (n, 2) of which enough points lie in a plane."""
    check_wanted()
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    nearest: Nearest | None = None
    for lattice in lattices(points_px, STEP_PX):
        if len(lattice) < sought.fewest:
            continue
        seen = lattice_view(lattice, size, scene.distortions)
        if seen is None or len(seen.lattice) < sought.fewest:
            continue
        if sought.guided:
            nearest = nearest or Nearest(points_px)
            seen = carried_on(seen, nearest, size, scene.distortions)
        yield seen


def _repeats(lattice: Lattice, other: LatticeView) -> bool:
    """Whether nearly all its points are points, found or foretold, of the other lattice."""
    places = other.projection.inverse(lattice.points_px)
    on = np.abs(places - np.rint(places)).max(axis=1) < 0.1
    cells = other.lattice.cells
    low, high = cells.min(axis=0) - 0.5, cells.max(axis=0) + 0.5
    inside = ((places > low) & (places < high)).all(axis=1)
    return bool((on & inside).mean() > 0.85)


def _goes_on(scene: Scene, projection: Projection, spec: BoardSpec) -> bool:
    return goes_on(scene.cues, projection, spec)


def _distinct(scene: Scene, found: list[Window], spec: BoardSpec) -> Iterator[Window]:
    """The best windows, at most two of one lattice whatever their phase, few in all.

    Refinement finds the phase itself, so the same lattice shifted by part of a step
    would only be refined to the same board again.
    """
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    middle = np.array([spec.columns - 1, spec.rows - 1]) / 2
    around = middle + np.array([[0, 0], [3, 0], [-3, 0], [0, 3], [0, -3]])
    for window in found:
        places = window.projection(around)
        spread = np.sort(np.linalg.norm(places[1:] - places[0], axis=1))
        step = spread.mean() / 3
        same = sum(
            np.linalg.norm(places[0] - centre) < 1.5 * step
            and np.abs(spread - other).max() < 0.4 * step
            for centre, other in kept
        )
        if same < 3 and not _goes_on(scene, window.projection, spec):
            kept.append((places[0], spread))
            yield window
        if len(kept) == MOST_REFINED:
            break
