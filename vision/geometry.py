"""Where the camera stands, and from that where every marble's disc must show.

From the board's projection we get the camera's pose, in units of the pitch: board
coordinates x along files, y along ranks, z up from the wood. A marble is a sphere
that rests on its hollow's rim; its outline is where the cone from the camera
touches it, so height and size displace and scale it exactly as a real lens does.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.projection import Projection, distort
from vision.types import BoardSpec, Floats

# Horizontal fields of view of the cameras a Pi carries: v2 62, v3 66, HQ 40-70, wide
# 102-120 degrees. One view of a plane tells little about the lens when seen from
# straight above, so we start from these and let the picture move us as far as it can.
LIKELY_FOV_DEG = 66.0
FOV_SPREAD = 0.25  # of the logarithm of the focal length
WIDE_SPREAD = 0.35
SHAPE_NOISE = 0.004  # of lengths and angles of the fitted board: a tenth of a pixel or two


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The camera over the board.

    Attributes:
        projection: the board plane in the image.
        focal_px: focal length in pixels of the undistorted image.
        rotation: 3 x 3, board to camera axes.
        translation: (3,), of the board's a1 in camera axes, in pitches.
    """

    projection: Projection
    focal_px: float
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
        """Board points (..., 3), in pitches, to pixels (..., 2) as they stand in the image."""
        flat = np.asarray(points, float).reshape(-1, 3) @ self.rotation.T + self.translation
        size = self.projection.image_size
        centre = (np.array(size, float) - 1) / 2
        ideal = self.focal_px * flat[:, :2] / flat[:, 2:] + centre
        seen = distort(ideal, self.projection.distortion, size)
        return seen.reshape(*np.shape(points)[:-1], 2)


def pose_of(projection: Projection, focal_px: float | None = None) -> Pose:
    """The pose that fits the projection, with the likeliest lens, or with the one that is known.

    Args:
        projection: of the board.
        focal_px: focal length in pixels of the undistorted picture, where it is known.
    """
    size = projection.image_size
    centre = (np.array(size, float) - 1) / 2
    likely = (size[0] / 2) / np.tan(np.radians(LIKELY_FOV_DEG / 2))
    spread = WIDE_SPREAD if projection.distortion < -0.15 else FOV_SPREAD
    if projection.distortion < -0.15:
        likely = (size[0] / 2) / np.tan(np.radians(100.0 / 2))
    best: tuple[float, float, Floats] | None = None
    tried = likely * np.exp(np.linspace(-0.7, 0.7, 71))
    for focal in tried if focal_px is None else np.array([focal_px]):
        inverse = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, focal]]) / focal
        axes = inverse @ projection.homography
        first, second = np.linalg.norm(axes[:, 0]), np.linalg.norm(axes[:, 1])
        unequal = 2 * (first - second) / (first + second)
        skew = axes[:, 0] @ axes[:, 1] / (first * second)
        prior = np.log(focal / likely) / spread
        cost = (unequal**2 + skew**2) / SHAPE_NOISE**2 + prior**2
        if best is None or cost < best[0]:
            best = (float(cost), float(focal), axes)
    assert best is not None
    _, focal, axes = best
    axes = axes / np.sqrt(np.linalg.norm(axes[:, 0]) * np.linalg.norm(axes[:, 1]))
    if axes[2, 2] < 0:  # the board is in front of the camera
        axes = -axes
    # The board's z must point at the camera: with y up in the image the two axes
    # give a z away from it, so the third axis is their product reversed if need be.
    third = np.cross(axes[:, 0], axes[:, 1])
    u, _, vt = np.linalg.svd(np.column_stack([axes[:, 0], axes[:, 1], third]))
    rotation = u @ vt
    pose = Pose(projection, focal, rotation, axes[:, 2])
    if pose.camera[2] < 0:
        flip = rotation.copy()
        flip[:, 2] = -flip[:, 2]
        pose = Pose(projection, focal, flip, axes[:, 2])
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
    nodes = np.array([(c, r) for r in range(spec.rows) for c in range(spec.columns)], float)
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
