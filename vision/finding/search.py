"""Boards that may be in a picture: candidates, lattices, windows, refinement."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.finding.ends import goes_on
from vision.finding.keypoints import Found
from vision.finding.lattice import BESIDE, Lattice, lattices
from vision.finding.refine import Board, refine
from vision.finding.scene import Scene
from vision.finding.unwanted import check_wanted
from vision.finding.window import LatticeView, Window, lattice_view, windows
from vision.types import BoardSpec

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


def search(
    scene: Scene,
    spec: BoardSpec,
    score: Callable[[Board], float],
    fewest: int = FEWEST_POINTS,
    spread: bool = False,
) -> list[Board]:
    """Boards that might be in the scene, in its pixels, of the best score first.

    Args:
        scene: the picture.
        spec: how many hollows a board has.
        score: of a board.
        fewest: points that a lattice must have to be looked into.
        spread: look for what is strongest in each part of the picture, not in all of it.
    """
    found = [
        window
        for seen in lattices_in(scene, fewest, spread)
        for window in windows(scene.cues, seen.lattice, seen.projection, spec)
    ]
    found.sort(key=lambda window: -window.score)
    boards: list[Board] = []
    for count, window in enumerate(_distinct(scene, found, spec), start=1):
        refined = refine(scene.cues, window.projection, spec, scene.distortions)
        # Not yet exact, a window of a pattern may have passed for none.
        boards.extend(board for board in refined if not _goes_on(scene, board.projection, spec))
        best = max((score(board) for board in boards), default=0.0)
        if any(count >= least and best > clear for least, clear in ENOUGH):
            break
    return sorted(boards, key=lambda board: -score(board))


def without_patterns(scene: Scene, spec: BoardSpec, fewest: int = FEWEST_POINTS) -> Scene | None:
    """The same scene, looked at where no pattern is that goes far beyond a board's size.

    None where there is no such pattern. Args as of `search`.
    """
    wide = HALF_STEPS * max(spec.columns, spec.rows) + 1
    covered = np.zeros(scene.log.shape, np.uint8)
    for spread in (False, True):
        for seen in lattices_in(scene, fewest, spread):
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


def lattices_in(scene: Scene, fewest: int, spread: bool) -> list[LatticeView]:
    """Lattices in the picture, the least accidental first, none that repeats part of a better."""
    how = fewest, spread
    if how not in scene.lattices:
        scene.lattices[how] = _lattices(scene, fewest, spread)
    return scene.lattices[how]


def _lattices(scene: Scene, fewest: int, spread: bool) -> list[LatticeView]:
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    ranked = [
        seen
        for found in scene.candidates
        for lattice in _lattices_of(found, spread)
        if len(lattice) >= fewest
        and (seen := lattice_view(lattice, size, scene.distortions)) is not None
        and len(seen.lattice) >= fewest
    ]
    ranked.sort(key=lambda seen: -seen.surprise)
    kept: list[LatticeView] = []
    for seen in ranked:
        if len(kept) == MOST_LATTICES:
            break
        if not any(_repeats(seen.lattice, other) for other in kept):
            kept.append(seen)
    return kept


def _lattices_of(found: Found, spread: bool) -> Iterator[Lattice]:
    """Of candidates of one kind and size, those of either choice."""
    check_wanted()
    return lattices((found.spread if spread else found.strongest).points_px, STEP_PX)


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
