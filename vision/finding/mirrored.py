"""Where hollows lie when the lamp that they mirror is left out of the picture.

A varnished bowl mirrors a lamp, each bowl a little to another side. How far that is changes
from hollow to hollow as evenly as the places of a board seen from elsewhere do, so a lattice
fits mirrored lamps as well as it fits hollows. They are small and bright: a morphological
opening (Serra, "Image Analysis and Mathematical Morphology", 1982) takes away what is bright
and narrower than its disc. What is dark or wide stays: the matt picture, as it is called here.
Of small hollows it takes the lit half, too, so it is no better picture, but another. Beyond the
rims all stays: rings that are painted there are bright and narrow, too.

Bare boards are asked so, as they are; not those that are found once noise is smoothed away,
nor games that are joined under way. Windows, wider than the disc, stay; where they are all that
is seen of the hollows they have no dark side (`dent.all_lit`), however the board was found.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.camera.sharpness import PITCHES_PX
from vision.finding.refine import REACH, Board, align, cells_about, cut
from vision.finding.scene import Scene, cues_of
from vision.types import BoardSpec

NARROW: Final = 0.07
"""Of the pitch, the disc's radius: a lamp's image in a bowl is narrower than the disc, and so is
the lit half of hollows up to 0.15 in radius."""

MIRRORED: Final = 0.5
"""Of what the mean hollow shows (deviations), bright and narrow: from there on it is asked whether
the matt scene shows a board elsewhere. Of 107 boards that were found rightly thirteen have more."""

NOTHING_ELSE: Final = 0.85
"""The same, where nothing else shows the hollows: of those thirteen one has a rim as narrow, and
0.69; lattices of mirrored lamps have 0.9 and more."""

STAYS: Final = 0.03
"""Of the pitch: a board that stays so near its place in the matt scene was not held by what is
mirrored. Of 109 boards seven move more, both that were told 0.2 aside among them (0.04, 0.08)."""

MUCH: Final = 1 / 3
"""The same, from which on the board's edges may be drawn aside. Of 51 boards those with more, 24,
had their worst hollow 0.033 aside with all that is seen and 0.025 without lamps; the others had
0.020 either way."""

DRAWN: Final = 0.12
"""Of the pitch: how far hollows are looked for from where they were found."""

CORNERS: Final = 32  # of what is drawn for a circle


def unmirrored(scene: Scene, board: Board, spec: BoardSpec) -> Scene:
    """The matt scene: without what is bright and narrow for that board within its rims."""
    pitch = board.projection.pitch_px(spec.nodes().mean(axis=0))
    if not PITCHES_PX[0] < pitch < PITCHES_PX[1]:
        return scene
    side = 2 * max(1, round(NARROW * pitch)) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    opened = cv2.morphologyEx(scene.image_bgr, cv2.MORPH_OPEN, disc).astype(np.uint8, copy=False)
    matt = np.where(_within_rims(scene, board, spec)[..., None], opened, scene.image_bgr)
    return replace(scene, cues=cues_of(matt))


def _within_rims(scene: Scene, board: Board, spec: BoardSpec) -> np.ndarray:
    """(H, W) bool, what lies within the hollows' rims."""
    turn = 2 * np.pi * np.arange(CORNERS) / CORNERS
    rim = board.rim * np.column_stack([np.cos(turn), np.sin(turn)])
    inside = np.zeros(scene.image_bgr.shape[:2], np.uint8)
    for node in spec.nodes():
        cv2.fillPoly(inside, [np.rint(board.projection(node + rim)).astype(np.int32)], 1)
    return inside.astype(bool)


def place_in(scene: Scene, board: Board, spec: BoardSpec) -> Projection | None:
    """Where the board is in that scene, looked for about its place; None if its cells disagree."""
    return align(scene.cues, board.projection, spec, (REACH, REACH / 2), scene.distortions)


def narrow_share(scene: Scene, matt: Scene, board: Board, spec: BoardSpec) -> float:
    """How much of what its mean hollow shows is bright and narrow, deviations.

    Nothing of a rim that is wider than that.
    """
    return 0.0 if board.rim >= 2 * NARROW else _bright_share(scene, matt, board, spec)


def placed_without_lamps(scene: Scene, board: Board, spec: BoardSpec) -> Board:
    """The board where what its hollows do not mirror shows it, if they mirror much.

    What each mirrors lies a little farther to one side than the last one's does, and so draws the
    board's edges in or out. As a whole it stays: where a hollow's middle is its dent has told.

    Args:
        scene: the picture.
        board: as found.
        spec: the board.
    """
    matt = unmirrored(scene, board, spec)
    if _bright_share(scene, matt, board, spec) < MUCH:
        return board
    reach = (DRAWN,)
    place = align(matt.cues, board.projection, spec, reach, scene.distortions, held=True)
    return board if place is None else replace(board, projection=place)


def _bright_share(scene: Scene, matt: Scene, board: Board, spec: BoardSpec) -> float:
    """How much of what the mean hollow shows is gone in the matt scene."""
    seen, left = (
        cut(cells_about(of.log, board.projection, spec)).mean(axis=0) for of in (scene, matt)
    )
    return float((seen - left).std() / max(seen.std(), 1e-6))
