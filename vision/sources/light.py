"""When a camera's exposure and white balance are held, and when they are let go again.

A picture taken with automatic exposure grows darker when a pale sleeve comes into
it. So once the board is calibrated everything automatic is held. When the light
itself changes and stays so (a lamp is switched on, the sun sets), it is let go
until it has settled, and held again.

What the light does shows in most of the picture alike; a hand, a marble or a tray
only in some of it. So the picture is cut into cells, and the median over the cells
of the change in each is what the light did.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import numpy as np

from vision.types import Floats, ImageBGR

CELLS: Final = (6, 8)
"""Rows and columns of cells: even a large arm fills less than half of them."""

EVERY_S: Final = 0.5
"""How often the light is looked at."""

SETTLE_S: Final = 3.0
"""Automatic exposure and white balance of any camera here come to rest within this."""

FOR_GOOD_S: Final = 10.0
"""A change that has lasted for this long is no passing shadow."""

CHANGE: Final = 0.4
"""A change of the logarithm of brightness, in any of the three colours: half a stop and more."""

DARKEST: Final = 4.0
"""Below this level, of 255, a logarithm tells noise."""

MOST_FAILURES: Final = 2
"""A camera whose picture changes this often just by being held can't be held."""


class Step(Enum):
    """What the camera is to do."""

    LOCK = "lock"
    SETTLE = "settle"


class LightKeeper:
    """Watches the light over the frames of one camera. Times are in seconds on its clock."""

    def __init__(self) -> None:
        self._wanted = False
        self._locked_s: float | None = None
        self._since_s: float | None = None
        self._next_s = -np.inf
        self._reference: Floats | None = None
        self._odd_since_s: float | None = None
        self._failures = 0

    @property
    def locked(self) -> bool:
        """Whether everything automatic is held."""
        return self._locked_s is not None

    def want_lock(self) -> None:
        """From now on, hold it as soon as it has settled."""
        self._wanted = True

    def restart(self) -> None:
        """The camera was opened again, with everything automatic."""
        self._locked_s = self._since_s = None

    def see(self, image_bgr: ImageBGR, time_s: float) -> Step | None:
        """Look at a frame; what the camera is to do now, if anything."""
        if self._since_s is None:
            self._since_s = time_s
        if not self._wanted or time_s < self._next_s:
            return None
        self._next_s = time_s + EVERY_S
        levels = cell_levels(image_bgr)
        if self._locked_s is None:
            return self._settling(levels, time_s)
        return self._holding(levels, time_s)

    def _settling(self, levels: Floats, time_s: float) -> Step | None:
        assert self._since_s is not None
        if time_s - self._since_s < SETTLE_S or self._failures >= MOST_FAILURES:
            return None
        self._reference, self._locked_s, self._odd_since_s = levels, time_s, None
        return Step.LOCK

    def _holding(self, levels: Floats, time_s: float) -> Step | None:
        assert self._reference is not None
        assert self._locked_s is not None
        if light_change(self._reference, levels) < CHANGE:
            self._odd_since_s = None
            return None
        if self._odd_since_s is None:
            self._odd_since_s = time_s
        if time_s - self._odd_since_s < FOR_GOOD_S:
            return None
        # Changed by being held, not by the light?
        at_once = self._odd_since_s - self._locked_s <= 2 * EVERY_S
        self._failures = self._failures + 1 if at_once else 0
        self._locked_s, self._since_s = None, time_s
        return Step.SETTLE


def cell_levels(image_bgr: ImageBGR) -> Floats:
    """Mean level of every cell of the picture, (rows, columns, 3), from every eighth pixel."""
    few = image_bgr[4::8, 4::8].astype(np.float64)
    rows, columns = CELLS
    few = few[: len(few) // rows * rows, : few.shape[1] // columns * columns]
    shape = (rows, len(few) // rows, columns, few.shape[1] // columns, 3)
    levels: Floats = few.reshape(shape).mean(axis=(1, 3))
    return levels


def light_change(before: Floats, after: Floats) -> float:
    """How much the light changed: of the three colours' median log ratios, the largest.

    Args:
        before: from ``cell_levels``.
        after: from ``cell_levels`` too.
    """
    ratio = np.log(np.maximum(after, DARKEST)) - np.log(np.maximum(before, DARKEST))
    return float(np.abs(np.median(ratio.reshape(-1, 3), axis=0)).max())
