"""A pinhole camera over the rendered board. Board axes in pitches: x files, y ranks, z up.

Its own few lines and not ``vision.camera.geometry``: what the eyes are shown must not come
from the formulas they see with.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

Floats32 = np.ndarray
"""Of float32 wherever it is as large as a picture."""

Window = tuple[slice, slice]
"""Rows and columns of a picture."""


@dataclass(frozen=True)
class Pinhole:
    """Where the camera is.

    Attributes:
        width, height: of the picture, pixels.
        focal_px: focal length.
        tilt_deg: from straight above, towards rank 1.
        pitch_px: pixels a pitch where the axis meets the wood.
        target: (x, y) of that place.
    """

    width: int = 1280
    height: int = 720
    focal_px: float = 1150.0
    tilt_deg: float = 13.0
    pitch_px: float = 79.0
    target: tuple[float, float] = (3.0, 2.92)

    @cached_property
    def axes(self) -> Floats32:
        """(3, 3), rows: right, down and forward in the picture, in board axes."""
        tilt = np.radians(self.tilt_deg)
        down = [0.0, -np.cos(tilt), -np.sin(tilt)]
        forward = [0.0, np.sin(tilt), -np.cos(tilt)]
        axes: Floats32 = np.array([[1.0, 0.0, 0.0], down, forward], np.float32)
        return axes

    @cached_property
    def place(self) -> Floats32:
        """(3,) of the lens."""
        ground = np.array([*self.target, 0.0], np.float32)
        place: Floats32 = ground - self.axes[2] * np.float32(self.focal_px / self.pitch_px)
        return place

    def pixel(self, point: Floats32) -> tuple[float, float]:
        """x, y in the picture of a board point (3,)."""
        right, down, forward = self.axes @ (point - self.place)
        x = self.focal_px * right / forward + (self.width - 1) / 2
        y = self.focal_px * down / forward + (self.height - 1) / 2
        return float(x), float(y)

    def window(self, point: Floats32, reach: float) -> Window:
        """The part of the picture within ``reach`` pitches of a board point."""
        x, y = self.pixel(point)
        n = 1.25 * reach * self.pitch_px + 2
        rows = slice(max(int(y - n), 0), max(min(int(y + n) + 1, self.height), 0))
        columns = slice(max(int(x - n), 0), max(min(int(x + n) + 1, self.width), 0))
        return rows, columns

    def rays(self, window: Window) -> Floats32:
        """(h, w, 3) directions of length 1 through the pixels of a window."""
        rows, columns = window
        y, x = np.mgrid[rows, columns].astype(np.float32)
        aside = (x - (self.width - 1) / 2) / self.focal_px
        below = (y - (self.height - 1) / 2) / self.focal_px
        right, down, forward = self.axes
        ray = aside[..., None] * right + below[..., None] * down + forward
        length: Floats32 = ray / np.linalg.norm(ray, axis=-1, keepdims=True)
        return length.astype(np.float32)

    def ground(self, window: Window) -> tuple[Floats32, Floats32]:
        """Places on the wood, each (h, w), that the pixels of a window show."""
        ray = self.rays(window)
        far = -self.place[2] / ray[..., 2]
        return self.place[0] + far * ray[..., 0], self.place[1] + far * ray[..., 1]

    @property
    def whole(self) -> Window:
        """The whole picture."""
        return slice(0, self.height), slice(0, self.width)
