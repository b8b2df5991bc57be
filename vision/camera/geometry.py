"""Where the camera stands, and from that where every marble's disc must show.

From the board's projection we get the camera's pose, in units of the pitch: board
coordinates x along files, y along ranks, z up from the wood. A marble is a sphere
that rests on its hollow's rim; its outline is where the cone from the camera
touches it, so height and size displace and scale it exactly as a real lens does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.camera.likely_lens import Lens, likely_lens
from vision.camera.projection import Projection
from vision.types import BoardSpec, Floats


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The camera over the board.

    Attributes:
        projection: the board plane in the image.
        lens: that it is seen through.
        rotation: 3 x 3, board to camera axes.
        translation: (3,), of the board's a1 in camera axes, in pitches.
    """

    projection: Projection
    lens: Lens
    rotation: Floats
    translation: Floats

    @property
    def camera(self) -> Floats:
        """(3,) where the camera is, in board coordinates."""
        place: Floats = -self.rotation.T @ self.translation
        return place

    @property
    def tilt_deg(self) -> float:
        """Angle between the camera's axis and straight down."""
        return float(np.degrees(np.arccos(np.clip(abs(self.rotation[2, 2]), -1, 1))))

    def pixels(self, points: Floats) -> Floats:
        """Board points (..., 3), in pitches, to pixels (..., 2) as they stand in the image.

        Those on the wood stand where the projection shows them, also where the lens is
        not quite the right one.
        """
        flat = np.asarray(points, float).reshape(-1, 3)
        on_wood = np.column_stack([flat[:, :2], np.ones(len(flat))])
        q = on_wood @ self.projection.homography.T + flat[:, 2:] * self._upright()
        seen = self.projection.bent(q[:, :2] / q[:, 2:])
        return seen.reshape(*np.shape(points)[:-1], 2)

    def _upright(self) -> Floats:
        """(3,) what a pitch of height adds to the homogeneous pixels of the homography."""
        seen = np.linalg.solve(self.lens.matrix, self.projection.homography)
        model = np.column_stack([self.rotation[:, :2], self.translation])
        scale = (seen * model).sum() / (model**2).sum()
        upright: Floats = scale * self.lens.matrix @ self.rotation[:, 2]
        return upright


def pose_of(projection: Projection, lens: Lens | None = None) -> Pose:
    """The pose that fits the projection, with the likeliest lens, or with the one that is known.

    Args:
        projection: of the board.
        lens: where it is known.
    """
    lens = lens or likely_lens(projection)
    axes = np.linalg.solve(lens.matrix, projection.homography)
    axes = axes / np.sqrt(np.prod(np.linalg.norm(axes[:, :2], axis=0)))
    if axes[2, 2] < 0:  # the board is in front of the camera
        axes = -axes
    # The board's z must point at the camera: with y up in the image the two axes
    # give a z away from it, so the third axis is their product reversed if need be.
    third = np.cross(axes[:, 0], axes[:, 1])
    u, _, vt = np.linalg.svd(np.column_stack([axes[:, :2], third]))
    pose = Pose(projection, lens, u @ vt, axes[:, 2])
    if pose.camera[2] < 0:
        return replace(pose, rotation=pose.rotation * [1, 1, -1])
    return pose


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """Predicted outlines of one size of marble on every hollow.

    Attributes:
        centres_px: (n, 2) middle of the outline.
        radii_px: (n,) mean radius of the outline.
    """

    centres_px: Floats
    radii_px: Floats


def resting_height(radius: float, rim: float) -> float:
    """Height of a marble's centre over the wood, in pitches, when it rests on its hollow's rim."""
    return float(np.sqrt(max(radius**2 - rim**2, (0.3 * radius) ** 2)))


def discs(pose: Pose, spec: BoardSpec, radius: float, rim: float) -> Discs:
    """Outlines of marbles of one radius (in pitches) on all hollows, in reading order."""
    nodes = spec.nodes()
    spheres = np.column_stack([nodes, np.full(len(nodes), resting_height(radius, rim))])
    return sphere_outlines(pose, spheres, radius)


def sphere_outlines(pose: Pose, centres: Floats, radius: float) -> Discs:
    """Outlines of spheres, centres (n, 3) and radius in pitches."""
    towards = pose.camera - centres
    distance = np.linalg.norm(towards, axis=1, keepdims=True)
    towards = towards / distance
    # The cone touches the sphere along a circle a little nearer to the camera.
    middle = centres + towards * radius**2 / distance
    rim = radius * np.sqrt(1 - (radius / distance) ** 2)
    side = np.cross(towards, [0.0, 1.0, 0.0])
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    other = np.cross(towards, side)
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = (
        np.cos(angle)[None, :, None] * side[:, None] + np.sin(angle)[None, :, None] * other[:, None]
    )
    outline = pose.pixels(middle[:, None] + rim[:, None] * ring)
    centre = outline.mean(axis=1)
    return Discs(centre, np.linalg.norm(outline - centre[:, None], axis=2).mean(axis=1))


def cells(spec: BoardSpec, board: Floats) -> np.ndarray:
    """(...) the hollow whose cell each board place (..., 2) lies in, and n beside the grid."""
    column, row = (np.rint(board[..., axis]).astype(int) for axis in (0, 1))
    inside = (column >= 0) & (column < spec.columns) & (row >= 0) & (row < spec.rows)
    return np.where(inside, row * spec.columns + column, spec.count)
