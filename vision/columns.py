"""Sums over the radii of polar patches: what evidence is made of, in one product a patch.

A patch holds log samples of n hollows, (3, k, n, ANGLES): one row a radius. Every mean
over some of the radii is a product with weights, so all of them together are one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.sampling import ANGLES, mean_over, within
from vision.types import Floats


class Columns:
    """The radii of one patch, and an outline among them.

    Args:
        radii: (k,) of the patch's rows, in pitches.
        radius: of the marble that the patch is about.
        blocks: (k,) bool, radii that are wanted as blocks.
        means: more sets of radii, (k,) bool each, that are wanted as means.
    """

    def __init__(
        self, radii: Floats, radius: float, blocks: np.ndarray, means: Sequence[np.ndarray]
    ) -> None:
        pairs = pairs_of(blocks)
        self.per_block = ANGLES // 2
        inside = within(radius - 0.12, radius - 0.02, radii)
        outside = within(radius + 0.02, radius + 0.1, radii)
        rows = [mean_over(columns) for columns in (inside, outside, *means)]
        # Two angles make a block.
        self._weights = np.concatenate([0.5 * pairs, np.stack(rows)])
        self._blocks = len(pairs)
        # By area: the same few pixels in the very middle are sampled at every angle.
        area = np.repeat(pairs @ radii, self.per_block)
        self.area = (area / max(area.sum(), 1e-9)).astype(np.float32)
        middle = radii[1:-1]
        near = np.flatnonzero((middle > radius - 0.045) & (middle < radius + 0.035))
        self._border = slice(int(near[0]), int(near[-1]) + 3)

    def sums(self, patch: Floats) -> tuple[Floats, Floats]:
        """Blocks and means of a patch.

        Args:
            patch: (3, k, n, ANGLES).

        Returns:
            (3, n, m) means of two angles by two radii, whose noise is smaller than that
            of single samples; and (2 + len(means), 3, n, ANGLES) means over the radii
            just inside the outline, just outside it, and those asked for.
        """
        n = patch.shape[2]
        rows = self._weights @ patch.reshape(3, len(patch[0]), -1)
        rows = rows.reshape(3, -1, n, ANGLES)
        blocks: Floats = np.empty((3, n, self._blocks, self.per_block), np.float32)
        pairs = rows[:, : self._blocks]
        np.add(pairs[..., 0::2], pairs[..., 1::2], out=blocks.swapaxes(1, 2))
        means: Floats = rows[:, self._blocks :].swapaxes(0, 1)
        return blocks.reshape(3, n, -1), means

    def steps(self, patch: Floats, which: np.ndarray) -> Floats:
        """(s, 3, m, ANGLES) steps from radius to radius near the outline, in those of n hollows."""
        near = patch[:, self._border, which]
        steps: Floats = (near[:, 2:] - near[:, :-2]).swapaxes(0, 1)
        return steps


def sharpest(steps: Floats) -> Floats:
    """(n, ANGLES) the mean square over the channels of the strongest of steps."""
    squared = steps * steps
    energy = squared[:, 0]
    energy += squared[:, 1]
    energy += squared[:, 2]
    strongest: Floats = np.maximum.reduce(energy)
    strongest *= np.float32(1 / 3)
    return strongest


def pairs_of(columns: np.ndarray) -> np.ndarray:
    """(m, k) weights: means of neighbouring radii, both of them among the columns (k,)."""
    pairs = np.flatnonzero(np.logical_and(columns[0::2], columns[1::2]))
    weights = np.zeros((len(pairs), len(columns)), np.float32)
    for row, pair in zip(weights, pairs, strict=True):
        row[2 * pair : 2 * pair + 2] = 0.5
    return weights


def change_of(difference: Floats, light: Floats) -> Floats:
    """Mean over the channels (first axis) of the change beyond the local light's, (...).

    Args:
        difference: (3, ...) logs, less those of the bare board.
        light: how much of that the lamp has done, of a shape that goes with it.
    """
    beyond = difference - light
    np.abs(beyond, out=beyond)
    change: Floats = beyond[0]
    change += beyond[1]
    change += beyond[2]
    change *= np.float32(1 / 3)
    return change
