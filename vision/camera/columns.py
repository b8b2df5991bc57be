"""Sums over the radii of polar patches: what evidence is made of, in one product a patch.

A patch holds log samples of n hollows, (3, k, n, ANGLES): one row a radius. Every mean
over some of the radii is a product with weights, so all of them together are one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.camera.sampling import ANGLES, mean_over, within
from vision.types import Floats


class Blocks:
    """Means of two angles by two radii, whose noise is smaller than that of single samples.

    Args:
        radii: (k,) of the rows; the last of an odd number is left out.

    Attributes:
        radii: (count,) of the blocks.
        area: (m,) share of each block, radius by radius, in the disc's area.
    """

    def __init__(self, radii: Floats) -> None:
        count = len(radii) // 2
        self.radii = radii[: 2 * count].reshape(count, 2).mean(axis=1)
        self._weights = np.zeros((count, len(radii)), np.float32)
        for k, row in enumerate(self._weights):
            row[2 * k : 2 * k + 2] = 0.25
        # By area: the same few pixels in the very middle are sampled at every angle.
        area = np.repeat(self._weights @ radii, ANGLES // 2)
        self.area = (area / max(area.sum(), 1e-9)).astype(np.float32)

    def __call__(self, rows: Floats) -> Floats:
        """(3, n, m) of log samples (3, k, n, ANGLES), m in the order of `area`."""
        n, count = rows.shape[2], len(self._weights)
        pairs = self._weights @ rows.reshape(3, rows.shape[1], -1)
        pairs = pairs.reshape(3, count, n, ANGLES)
        blocks: Floats = np.empty((3, n, count, ANGLES // 2), np.float32)
        np.add(pairs[..., 0::2], pairs[..., 1::2], out=blocks.swapaxes(1, 2))
        return blocks.reshape(3, n, -1)


def means_about(radii: Floats, radius: float, more: Sequence[np.ndarray]) -> np.ndarray:
    """(2 + len(more), k) weights: of the radii just inside an outline, just outside, and more.

    Args:
        radii: (k,) of a patch's rows, in pitches.
        radius: of the marble that the patch is about.
        more: sets of radii, (k,) bool each.
    """
    inside = within(radius - 0.12, radius - 0.02, radii)
    outside = within(radius + 0.02, radius + 0.1, radii)
    return np.stack([mean_over(columns) for columns in (inside, outside, *more)])


def steps_about(radii: Floats, radius: float) -> np.ndarray:
    """(s, k) weights: differences from radius to radius near an outline."""
    middle = radii[1:-1]
    near = np.flatnonzero((middle > radius - 0.045) & (middle < radius + 0.035))
    weights = np.zeros((len(near), len(radii)), np.float32)
    for row, k in zip(weights, near, strict=True):
        row[k], row[k + 2] = -1, 1
    return weights


def sharpest(steps: Floats) -> Floats:
    """(m, n, ANGLES) the mean square over the channels of the strongest of steps.

    Args:
        steps: (3, m, s, n, ANGLES).
    """
    squared = steps * steps
    energy = squared[0]
    energy += squared[1]
    energy += squared[2]
    strongest: Floats = np.maximum.reduce(energy, axis=1)
    strongest *= np.float32(1 / 3)
    return strongest


def dots(one: Floats, other: Floats) -> Floats:
    """(n,) products of the rows (n, m) of two arrays, without an array of all their terms."""
    products: Floats = np.einsum("nm,nm->n", one, other)
    return products


def change_of(difference: Floats, light: Floats) -> Floats:
    """Mean over the channels (first axis) of the change beyond the local light's, (...).

    Args:
        difference: (3, ...) logs, less those of the bare board.
        light: how much of that the lamp has done, of a shape that goes with it.
    """
    beyond = difference - light
    return mean_of(np.abs(beyond, out=beyond))


def mean_of(channels: Floats) -> Floats:
    """Mean of three channels (3, ...), which are lost: several times as fast as NumPy's own."""
    mean: Floats = channels[0]
    mean += channels[1]
    mean += channels[2]
    mean *= np.float32(1 / 3)
    return mean
