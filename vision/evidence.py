"""What each hollow shows, as a few numbers that mean the same on any board and in any light.

Everything is a difference of logarithms from the bare board at the same pixels: 0
where nothing changed, a constant where only the light did. A marble changes a disc
of its size and nothing beyond; a hand changes whatever it hides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.sampling import RADII, within
from vision.types import Floats

CORE = within(0.0, 0.22)  # inside the smallest marble (0.24) whatever its size
BEYOND = within(0.43, 0.58)  # outside the largest (0.41), before the neighbour's begins


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Numbers for n hollows.

    Attributes:
        light: (n, 3) change of the wood about each hollow, log; the local lamp.
        noise: typical unexplained change of wood in this frame, log units.
        unlike_bare: (n,) how far the hollow is from its bare look, a shadow allowed.
        change: (n,) median change in the core.
        largeness: (n,) 0 when the marble ends at a small outline, 1 when at a large one.
        outline: (n,) share of directions in which change ends where an outline should
            (of the likelier size).
        foreign: (n,) share of the wood around that is neither as it was nor in shadow.
        look: (n, 15) colour of five zones of the disc, log, relative to the lamp.
    """

    light: Floats
    noise: float
    unlike_bare: Floats
    change: Floats
    largeness: Floats
    outline: Floats
    foreign: Floats
    look: Floats


def gather(
    small: Floats, large: Floats, bare_small: Floats, bare_large: Floats, radii: tuple[float, float]
) -> Evidence:
    """Evidence from polar samples (n, ANGLES, len(RADII), 3) about small and large outlines.

    Args:
        small: log samples of the frame about the small outlines.
        large: about the large ones.
        bare_small: of the bare board about the small outlines.
        bare_large: about the large ones.
        radii: of the small and the large marble, in pitches.
    """
    d_small, d_large = small - bare_small, large - bare_large
    around = _blocks(d_large)[:, :, _blocked(BEYOND)].reshape(len(d_large), -1, 3)
    light = np.median(around, axis=1)
    overall = np.median(light, axis=0)
    spread = np.abs(around - light[:, None]).mean(axis=2)
    noise = max(float(np.median(spread)), 0.004)
    c_small = _change(d_small, light)
    c_large = _change(d_large, light)
    change = np.median(c_small[:, :, CORE].reshape(len(light), -1), axis=1)
    edges = _edge(d_small, radii[0]), _edge(d_large, radii[1])
    # Half by where the change goes on, half by where the sharper edge is: a pearl's
    # dark rim fools the one, a shadow's border the other.
    share = (edges[1] / np.maximum(edges[0] + edges[1], 1e-6) - 0.2) / 0.6
    largeness = np.clip(_largeness(c_large, change, radii), 0, 1) / 2 + np.clip(share, 0, 1) / 2
    outline = np.where(
        largeness < 0.5,
        _outline(d_small, light, change, radii[0]),
        _outline(d_large, light, change, radii[1]),
    )
    return Evidence(
        light,
        noise,
        _unlike_bare(d_small - overall) / _dark_noise(bare_small, bare_large),
        change,
        largeness,
        outline,
        _foreign(around - overall, noise),
        look_of(small, bare_small, light),
    )


def _blocks(values: Floats) -> Floats:
    """Means of two angles by two radii: what is there is larger than that, noise is not."""
    n, angles, radii, channels = values.shape
    blocks: Floats = values.reshape(n, angles // 2, 2, radii // 2, 2, channels).mean(axis=(2, 4))
    return blocks


def _blocked(radii: np.ndarray) -> np.ndarray:
    """Which pairs of radii lie wholly in a range of radii."""
    pairs: np.ndarray = np.logical_and(radii[0::2], radii[1::2])
    return pairs


def _change(difference: Floats, light: Floats) -> Floats:
    """(n, ANGLES, len(RADII)): mean over the channels of the change beyond the local light's."""
    change: Floats = np.abs(difference - light[:, None, None]).mean(axis=3)
    return change


def _unlike_bare(difference: Floats) -> Floats:
    """Mean absolute change in the core once an even shift (a shadow, a lamp) is taken off."""
    core = _blocks(difference)[:, :, _blocked(CORE)]
    even = np.median(core.reshape(len(core), -1, 3), axis=1)
    away = np.abs(core - even[:, None, None]).mean(axis=(1, 3))
    # By area: the same few pixels in the very middle are sampled at every angle.
    area = RADII.reshape(-1, 2).mean(axis=1)[_blocked(CORE)]
    unlike: Floats = away @ (area / area.sum())
    # A shift that no shadow makes, one of colour, is unlike the bare hollow too.
    tint = even - even.mean(axis=1, keepdims=True)
    unlike += np.abs(tint).mean(axis=1)
    return unlike


def _dark_noise(bare_small: Floats, bare_large: Floats) -> Floats:
    """(n,) how much noisier a hollow is than the wood around it: noise grows as light falls."""
    core = bare_small[:, :, CORE].reshape(len(bare_small), -1, 3).mean(axis=(1, 2))
    around = bare_large[:, :, BEYOND].reshape(len(bare_large), -1, 3).mean(axis=(1, 2))
    factor: Floats = np.exp(np.clip(around - core, 0, 1.5))
    return factor


def _largeness(c_large: Floats, change: Floats, radii: tuple[float, float]) -> Floats:
    """How much of the core's change goes on between the two outlines.

    The median over the directions leaves a shadow on one side out.
    """
    between = within(radii[0] + 0.25 * (radii[1] - radii[0]), radii[1] - 0.02)
    level = np.median(c_large[:, :, between].mean(axis=2), axis=1)
    outside = np.median(c_large[:, :, BEYOND].mean(axis=2), axis=1)
    largeness: Floats = (level - outside) / np.maximum(change - outside, 1e-3)
    return largeness


def _edge(difference: Floats, radius: float) -> Floats:
    """Strength of the change's border near that outline, the median over the directions."""
    step = np.linalg.norm(difference[:, :, 2:] - difference[:, :, :-2], axis=3)
    middle = RADII[1:-1]
    near = (middle > radius - 0.045) & (middle < radius + 0.035)
    strength: Floats = np.median(step[:, :, near].max(axis=2), axis=1)
    return strength


def _outline(difference: Floats, light: Floats, change: Floats, radius: float) -> Floats:
    """Share of directions in which a marble ends there and wood, or its shadow, begins."""
    d = difference - light[:, None, None]
    within_it = d[:, :, within(radius - 0.12, radius - 0.02)].mean(axis=2)
    beyond_it = d[:, :, within(radius + 0.02, radius + 0.1)].mean(axis=2)
    inside, outside = np.abs(within_it).mean(axis=2), np.abs(beyond_it).mean(axis=2)
    half = 0.5 * np.minimum(change, np.median(inside, axis=1))[:, None]
    wood = outside < np.maximum(0.75 * inside, half)
    # A shadow darkens all channels alike; the marble beside it still differs from it.
    luma = beyond_it.mean(axis=2)
    tint = np.abs(beyond_it - luma[..., None]).max(axis=2)
    shadow = (luma < 0) & (tint < 0.05 + 0.12 * np.abs(luma))
    shadow &= np.abs(within_it - beyond_it).mean(axis=2) > half
    share: Floats = ((inside > half) & (wood | shadow)).mean(axis=1)
    return share


def _foreign(around: Floats, noise: float) -> Floats:
    """Share of the wood around that changed as no light or shadow changes it."""
    luma = around.mean(axis=2)
    tint = np.abs(around - luma[..., None]).max(axis=2)
    brighter = luma > 0.08 + 4 * noise
    tinted = tint > 0.05 + 4 * noise + 0.1 * np.abs(luma)
    share: Floats = (brighter | tinted).mean(axis=1)
    return share


def look_of(small: Floats, bare: Floats, light: Floats) -> Floats:
    """(n, 15): mean log colour of the disc's middle and its four sides, the lamp's level taken off.

    The lamp at a hollow is the bare wood's brightness there, changed as the wood
    around has changed; only its level is used, so that the wood's own colour does
    not enter.
    """
    lamp = np.median(bare[:, :, BEYOND].reshape(len(bare), -1, 3), axis=1) + light
    quarter = small.shape[1] // 4
    zones = [small[:, :, within(0, 0.09)].mean(axis=(1, 2))]
    ring = small[:, :, within(0.09, 0.21)].mean(axis=2)
    for k in range(4):
        side = np.roll(ring, quarter // 2 - k * quarter, axis=1)[:, :quarter]
        zones.append(side.mean(axis=1))
    look: Floats = np.concatenate(zones, axis=1)
    look -= lamp.mean(axis=1, keepdims=True)
    return look
