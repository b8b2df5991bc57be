"""A pinhole camera with radial distortion over a board; knows nothing of the eyes' geometry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np


@dataclass(frozen=True)
class Camera:
    """Where the camera is; lengths in pitches, board x along files, y along ranks, z up.

    Attributes:
        width, height: of the image, pixels; the axis goes through the middle.
        fov_deg: horizontal field of view of the undistorted image.
        tilt_deg: from straight above, towards rank 1; azimuth_deg turns that way round.
        roll_deg: of the image about the axis.
        pitch_px: pixels a pitch at the target.
        target: (x, y) on the wood where the axis ends.
        k1, k2: x_d = x_u (1 + k1 r^2 + k2 r^4) in normalised coordinates.
    """

    width: int = 1280
    height: int = 720
    fov_deg: float = 66.0
    tilt_deg: float = 10.0
    azimuth_deg: float = 0.0
    roll_deg: float = 0.0
    pitch_px: float = 70.0
    target: tuple[float, float] = (3.0, 3.0)
    k1: float = 0.0
    k2: float = 0.0

    @property
    def focal_px(self) -> float:
        return self.width / 2 / np.tan(np.radians(self.fov_deg) / 2)

    @property
    def axes(self) -> np.ndarray:
        """Rows: right, down, forward, in board coordinates."""
        tilt, azimuth, roll = np.radians([self.tilt_deg, self.azimuth_deg, self.roll_deg])
        back = np.array(
            [np.sin(tilt) * np.sin(azimuth), -np.sin(tilt) * np.cos(azimuth), np.cos(tilt)]
        )
        right = np.cross(-back, [0.0, 1.0, 0.0])
        right /= np.linalg.norm(right)
        down = np.cross(-back, right)
        turned = np.cos(roll) * right + np.sin(roll) * down
        return np.array([turned, np.cross(-back, turned), -back])

    @property
    def place(self) -> np.ndarray:
        """(3,) of the camera."""
        return np.array([*self.target, 0.0]) - self.axes[2] * self.focal_px / self.pitch_px

    def bending(self, squared: np.ndarray) -> np.ndarray:
        return 1 + squared * (self.k1 + squared * self.k2)

    def pixels(self, points: np.ndarray) -> np.ndarray:
        """Board points (..., 3) to pixels (..., 2)."""
        seen = (np.asarray(points, float) - self.place) @ self.axes.T
        ideal = seen[..., :2] / seen[..., 2:]
        bent = ideal * self.bending((ideal**2).sum(axis=-1, keepdims=True))
        return self.focal_px * bent + (np.array([self.width, self.height]) - 1) / 2


@lru_cache(maxsize=4)
def rays(camera: Camera) -> np.ndarray:
    """(H, W, 3) float32 directions, forward part 1, of all pixels."""
    x = (np.arange(camera.width) - (camera.width - 1) / 2) / camera.focal_px
    y = (np.arange(camera.height) - (camera.height - 1) / 2) / camera.focal_px
    x, y = (a.astype(np.float32) for a in np.meshgrid(x, y))
    if camera.k1:
        straight = np.linspace(1e-6, 2.5, 2000)
        bent = straight * camera.bending(straight**2)
        falling = np.flatnonzero(np.diff(bent) < 0)
        rising = slice(0, int(falling[0]) + 1 if len(falling) else len(bent))
        scale = np.interp(np.hypot(x, y), bent[rising], (straight / bent)[rising])
        x, y = x * scale.astype(np.float32), y * scale.astype(np.float32)
    right, down, forward = camera.axes.astype(np.float32)
    return x[..., None] * right + y[..., None] * down + forward
