"""How a marble looks, relative to the lamp on it: what `vision.colours` learns and compares."""

from __future__ import annotations

import numpy as np

from vision.camera.sampling import ANGLES, BEYOND, FLOOR, mean_over, median, within
from vision.types import Floats

ZONES = np.stack(
    [mean_over(within(0, 0.09)), mean_over(within(0.09, 0.21))]
)  # the middle, and a ring about it


def _weights_around() -> Floats:
    """(ANGLES, 5) means over all directions, and over those of each of the four sides."""
    quarter = ANGLES // 4
    # The first side lies about the first direction, half of it before.
    side = np.roll(np.repeat(np.arange(4), quarter), -(quarter // 2))
    sides = (side[:, None] == np.arange(4)) / quarter
    around: Floats = np.column_stack([np.full(ANGLES, 1 / ANGLES), sides]).astype(np.float32)
    return around


_AROUND = _weights_around()


def lamp_of(bare: Floats) -> Floats:
    """(3, n) log brightness of the bare wood about each hollow, of samples at all radii."""
    wood = bare[..., within(*BEYOND)]
    lamp: Floats = median(wood.reshape(*wood.shape[:2], -1))
    return lamp


def look_of(small: Floats, lamp: Floats) -> Floats:
    """(n, 15): mean log colour of the disc's middle and its four sides, the lamp's level taken off.

    The lamp at a hollow is the bare wood's brightness there, changed as the wood
    around has changed; only its level is used, so that the wood's own colour does
    not enter.

    Args:
        small: (3, n, ANGLES, k) samples from the middle outwards (`RADII`).
        lamp: (3, n) the lamp there, log.
    """
    zones = small @ ZONES[:, : small.shape[3]].T
    return look_of_zones(zones[..., 0], zones[..., 1], lamp)


def look_of_zones(middle: Floats, ring: Floats, lamp: Floats) -> Floats:
    """The same of (3, n, ANGLES) mean logs of both zones in every direction."""
    n = middle.shape[1]
    look: Floats = np.empty((3, n, 5), np.float32)
    np.matmul(middle, _AROUND[:, :1], out=look[..., :1])
    np.matmul(ring, _AROUND[:, 1:], out=look[..., 1:])
    look -= (np.add.reduce(lamp) / 3)[:, None]
    looks: Floats = look.transpose(1, 2, 0).reshape(n, -1)
    return looks


def rgb_of(small: Floats) -> Floats:
    """(n, 3) sRGB 0..255 of the discs' middles, of samples as `look_of` takes."""
    return typical_rgb(small[:, :, ::3, 1:7:2].reshape(*small.shape[:2], -1))


def typical_rgb(middle: Floats) -> Floats:
    """(n, 3) sRGB 0..255, the median of log samples (3, n, k)."""
    rgb: Floats = (np.exp(median(middle)) - FLOOR)[::-1].T
    return rgb


def tints_of(light: Floats, most: Floats) -> Floats:
    """(n, 3) by what the light at each hollow differs in colour from that on most of the board.

    Args:
        light: (n, 3) change of the light there, log.
        most: (3,) that on most of the board.
    """
    others = light - most
    tints: Floats = others - (np.add.reduce(others, axis=1) / 3)[:, None]
    return tints
