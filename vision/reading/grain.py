"""The wood's own fine detail: a shadow leaves it as it was, whatever hides a hollow takes it away.

Under a shadow a dent loses the light and dark that its lamp gave it, so it looks unlike
the bare hollow. Grain and engraved lines are colour, not light, and stay. What lamps and
shadows do within a hollow is smooth; that taken off, the rest is compared.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from vision.camera.columns import Blocks, dots
from vision.camera.sampling import ANGLES, percentile
from vision.types import Floats

FAINT = 1e-6  # squared detail, log: less is none
# Of its own strength: light leaves detail as strong as it was, in logarithms; noise, a
# softer focus and JPEG do not quite.
KEPT = (0.6, 1.7)
SOME = 0.4  # correlation: some of its grain is there
BY_CHANCE = 0.5  # correlation that is told at most where it hasn't
# What is seen in a hollow besides its own detail is noise, if nothing hides it, as of a quarter of
# the hollows at least. Detail that is not so much stronger may have been noise, too, in the bare
# board's picture, and is not missed: two thirds of its strength are the hollow's own.
QUARTER, OWN = 25, 3.0


class Likeness(NamedTuple):
    """How hollows' detail compares with the bare board's.

    Attributes:
        alike: (n,) correlation, -1..1.
        kept: (n, 2) how much of it is there, 1 all of it, 0 none, and that number's
            standard error: with a faint detail, or much else besides, it tells nothing; inf where
            the detail may have been noise.
    """

    alike: Floats
    kept: Floats


class Grain:
    """Compares the detail of hollows' cores with the bare board's.

    Args:
        blocks: that the cores are made of.
        bare: (3, n, m) the bare board's, log.
    """

    def __init__(self, blocks: Blocks, bare: Floats) -> None:
        self._weight = np.sqrt(blocks.area)
        angle = (2 * np.arange(ANGLES // 2) + 0.5) * 2 * np.pi / ANGLES
        x = np.outer(blocks.radii, np.cos(angle)).ravel()
        y = np.outer(blocks.radii, np.sin(angle)).ravel()
        # A lit dent is about linear with some curvature, steeper towards its rim.
        smooth = np.stack([x**0, x, y, x * x, y * y, x * y, (x * x + y * y) ** 2], axis=1)
        basis = np.linalg.qr(smooth * self._weight[:, None])[0]
        self._smooth = basis.astype(np.float32)
        self._bare = self._detail(bare[0] + bare[1] + bare[2])
        self._energy = dots(self._bare, self._bare)
        self._noise = np.inf

    def _detail(self, summed: Floats) -> Floats:
        """(n, m) of sums over the channels (n, m): what no smooth change accounts for."""
        weighted = summed * self._weight
        detail: Floats = weighted - (weighted @ self._smooth) @ self._smooth.T
        return detail

    def __call__(self, change: Floats, hollows: np.ndarray) -> Likeness:
        """Compare what is seen with the bare hollows' own detail.

        Where the detail has another strength, something else happens to have its shape,
        and the correlation that is told is no more than one by chance.

        Args:
            change: (n, m) from the bare board, summed over the channels, log.
            hollows: (n,) their numbers.
        """
        bare, given = self._bare.take(hollows, 0), self._energy.take(hollows)
        seen = self._detail(change)
        seen += bare
        energy, both = dots(seen, seen), dots(seen, bare)
        own = np.maximum(given, FAINT)
        kept = both / own
        alike: Floats = both / np.sqrt(np.maximum(energy * given, FAINT**2))
        another = (kept < KEPT[0]) | (kept > KEPT[1])
        np.minimum(alike, BY_CHANCE, out=alike, where=another)
        # The standard error of a least squares fit's one coefficient.
        left = np.maximum(energy - kept * both, 0)
        free = bare.shape[1] - self._smooth.shape[1] - 1
        with_error: Floats = np.empty((len(kept), 2), kept.dtype)
        with_error[:, 0], with_error[:, 1] = kept, np.sqrt(left / free / own)
        noise = percentile(left, QUARTER)
        # The bare picture itself tells nothing.
        if FAINT < noise < self._noise:
            self._noise = noise
        if self._noise < np.inf:
            with_error[given < OWN * self._noise, 1] = np.inf
        return Likeness(alike, with_error)
