"""How the marbles in a tray look in their light, and of what wood the tray is.

What a marble looks like is compared to the wood about it. A tray that is darker than the board may
lie in the shade or be of darker wood. That has another tint as well, and lamps and shadows change
wood's tint by little: then the board tells the light.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.camera.geometry import Discs, Pose, sphere_outlines
from vision.camera.sampling import View, polar_map, sample
from vision.reading.looks import lamp_of, look_of, rgb_of
from vision.types import BoardSpec, Floats, ImageBGR

# Of the logarithm: the tints of 64 trays of the board's wood were 0.16 from its own at most, that
# of one of other wood 0.32. One that mirrored the sky had 0.28: the board tells its light, too.
OTHER_WOOD = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class TrayLooks:
    """Of the n marbles that were seen in one tray.

    Attributes:
        looks: (n, LOOK) as the board's wood would show the light there.
        rgb: (n, 3) sRGB.
        wood: (3,) by how much lighter than the board's its wood is, B, G, R, log; 0 where it is
            the same or tells nothing of it.
    """

    looks: Floats
    rgb: Floats
    wood: Floats

    @staticmethod
    def of(
        bare_bgr: ImageBGR,
        start_bgr: ImageBGR,
        pose: Pose,
        spec: BoardSpec,
        outlines: Discs,
        radius: float,
    ) -> TrayLooks:
        """Measure them.

        Args:
            bare_bgr: the bare board, its trays empty.
            start_bgr: the marbles in their trays.
            pose: of the camera of both.
            spec: the board.
            outlines: of the marbles.
            radius: of them, in pitches.
        """
        view = View(pose, None)
        bare, places = view(bare_bgr), view.places(polar_map(outlines, radius))
        hollows = _hollows(pose, spec, radius)
        board = lamp_of(sample(bare, view.places(polar_map(hollows, radius))))
        away = np.linalg.norm(hollows.centres_px - outlines.centres_px.mean(axis=0), axis=1)
        # Neighbours fill the trays, so the lamp is taken from the bare picture alone.
        lamp = lamp_of(sample(bare, places))
        wood = wood_of(lamp, board[:, away <= np.median(away)])
        start = sample(view(start_bgr), places)
        return TrayLooks(look_of(start, lamp - wood[:, None]), rgb_of(start), wood)


def wood_of(tray: Floats, board: Floats) -> Floats:
    """(3,) by how much lighter a tray's wood is than the board's, log; 0 where only light tells.

    Args:
        tray: (3, n) light of its bare wood, log.
        board: (3, m) light of the board's near it.
    """
    other: Floats = np.median(tray, axis=1) - np.median(board, axis=1)
    tint = float(np.linalg.norm(other - other.mean()))
    return other if tint > OTHER_WOOD else np.zeros(3)


def _hollows(pose: Pose, spec: BoardSpec, radius: float) -> Discs:
    """Outlines of marbles in all hollows, about."""
    nodes = np.column_stack([spec.nodes(), np.full(spec.count, radius)])
    return sphere_outlines(pose, nodes, radius)
