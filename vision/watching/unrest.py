"""How far each value of a scene at rest wavers about what it usually is.

No two places of a picture are equally noisy: cameras brighten what is dark, its noise too; they
sharpen edges, and JPEG's blocks flip there from picture to picture; flames flicker on glass. So
each value has a limit of its own: raised where it often comes near, else lowered by less
(Manzanera and Richefeu 2004, "A robust and computationally efficient motion detection algorithm
based on Sigma-Delta background estimation").
"""

from __future__ import annotations

import numpy as np

# A limit comes to rest where a quarter of what is seen exceeds a fifth of it: of normal
# deviates, 5.8 deviations do.
PART, RISE = 5, 4
# Pictures: what comes by and by, as blur does, is noticed before it is taken for noise.
EVERY = 3
AT_ONCE = 2  # limits: what changes by more has come or gone, and teaches nothing


class Unrest:
    """Limits that values at rest stay within.

    Args:
        least: no limit is lower.
        most: nor higher: what wavers by more is not at rest.
        step: by which limits are lowered in every third picture.
        shape: of the values.
    """

    def __init__(self, least: float, most: float, step: float, shape: tuple[int, ...]) -> None:
        kind = np.int16 if isinstance(step, int) else np.float32
        self._least, self._most, self._step = kind(least), kind(most), kind(step)
        self._pictures = 0
        self.limits = np.full(shape, least, kind)
        """How far from their usual values those at rest are at most."""

    def see(self, away: np.ndarray) -> None:
        """So far from their usual values are those of the next picture."""
        self._pictures += 1
        if self._pictures % EVERY:
            return
        often = (away * PART > self.limits) & (away <= self.limits * AT_ONCE)
        self.limits += often.view(np.int8) * (RISE * self._step) - self._step
        np.clip(self.limits, self._least, self._most, out=self.limits)
