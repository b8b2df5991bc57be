"""Glass marbles and their shadows, each painted once for every place it can lie in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.simulator.camera import Floats32, Pinhole, Window
from vision.simulator.wood import LAMP, RIM

RADII: Final = (0.28, 0.385)
"""Of a small and a large marble, in pitches."""

GLASS: Final = (
    np.array([0.56, 0.76, 0.84], np.float32),
    np.array([0.30, 0.055, 0.018], np.float32),
)
"""Ivory and cobalt: linear light, blue first."""


ROOM: Final = np.array([0.16, 0.14, 0.12], np.float32)
"""What the room round the board sends to the rim of a marble."""


@dataclass(frozen=True, eq=False)
class Sprite:
    """What a marble adds to a picture.

    Attributes:
        window: where.
        rest: (h, w, 1) how much of each pixel it does not hide.
        levels: (h, w, 3) what it adds there, 0..255.
    """

    window: Window
    rest: Floats32
    levels: Floats32


def centre(x: float, y: float, large: bool, rim: float = RIM) -> Floats32:
    """Of a marble that rests on the rim of a dent."""
    height = np.sqrt(RADII[large] ** 2 - rim**2)
    return np.array([x, y, height], np.float32)


def sprite(camera: Pinhole, at: Floats32, series: int, large: bool) -> Sprite:
    """A marble with its centre ``at`` a board point."""
    radius = RADII[large]
    window = camera.window(at, radius)
    ray = camera.rays(window)
    to = at - camera.place
    along = ray @ to
    beside = np.sqrt(np.maximum(to @ to - along**2, 0))
    pixel = float(np.linalg.norm(to)) / camera.focal_px
    share = np.clip((radius - beside) / pixel + 0.5, 0, 1)[..., None].astype(np.float32)
    deep = np.sqrt(np.maximum(radius**2 - beside**2, 0))
    normal = ((along - deep)[..., None] * ray - to) / radius
    light = _light(normal, ray, GLASS[series], large)
    return Sprite(window, 1 - share, levels(light) * share)


def _light(normal: Floats32, ray: Floats32, glass: Floats32, large: bool) -> Floats32:
    """Linear light of glass: its body, the lamp through it, the lamp and the room on it."""
    facing = (normal @ LAMP)[..., None]
    up = normal[..., 2:]
    body = 0.36 + 0.3 * np.clip(up, -1, 1) + 0.5 * np.clip(facing, 0, None)
    # Light that has passed the marble gathers on the side away from the lamp.
    through = 0.5 * np.clip(-facing + 0.25, 0, 1) ** 2 * np.clip(up + 0.55, 0, 1)
    cosine = -(ray * normal).sum(axis=-1, keepdims=True)
    mirrored = ray + 2 * cosine * normal
    lamp = np.clip(mirrored @ LAMP, 0, 1)[..., None] ** (150 if large else 90) * 2.4
    room = 0.05 + 0.5 * (1 - np.clip(cosine, 0, 1)) ** 4
    light: Floats32 = glass * (body + through) + lamp + room * ROOM
    return light


@dataclass(frozen=True, eq=False)
class Shadow:
    """How much of the light reaches the wood: (h, w, 1) factors on levels of 0..255."""

    window: Window
    factor: Floats32


def shadow(camera: Pinhole, at: Floats32, large: bool) -> Shadow:
    """The soft shadow of a marble, and the dark at its foot."""
    radius = RADII[large]
    foot = at - LAMP * (at[2] / LAMP[2])
    foot[2] = 0
    window = camera.window((foot + at) / 2, 2.1 * radius)
    x, y = camera.ground(window)
    dx, dy = x - foot[0], y - foot[1]
    lean = LAMP[:2] / np.linalg.norm(LAMP[:2])
    along, across = dx * lean[0] + dy * lean[1], dx * lean[1] - dy * lean[0]
    reach = np.hypot(along * LAMP[2], across) / radius
    soft = 0.42 * np.clip((1.3 - reach) / 0.6, 0, 1) ** 1.3
    touch = 0.45 * np.clip(1 - np.hypot(x - at[0], y - at[1]) / (0.9 * radius), 0, 1)
    linear = np.clip((1 - soft) * (1 - touch), 0.05, 1)
    return Shadow(window, (linear ** (1 / 2.2))[..., None].astype(np.float32))


def levels(light: Floats32) -> Floats32:
    """What a camera makes of linear light: 0..255, bright parts held back a little."""
    held = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.2), light)
    result: Floats32 = 255 * np.clip(held, 0, 1).astype(np.float32) ** np.float32(1 / 2.2)
    return result
