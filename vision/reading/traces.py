"""What was measured at the hollows, each by itself: a few numbers that mean the same anywhere."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from vision.camera.sampling import median, percentile
from vision.reading.crossed import UNMEASURED
from vision.reading.grain import Likeness
from vision.reading.outline import shadow_tint
from vision.reading.veil import UNLIKE
from vision.types import Floats

# A dent's middle in the shade is about as light as the wood beside it, log: a little darker
# for what its own walls take, a little lighter where its lamp had left it dark.
AS_LIGHT = 0.25
NOISELESS = 0.0005  # of the logarithm: an eighth of a grey level
GREY = np.full(
    3, 1 / 3, np.float32
)  # the mean of three channels, as a product quicker than NumPy's


@dataclass(frozen=True, eq=False)
class Traces:
    """What was measured at n hollows, each by itself.

    Attributes:
        light: (n, 3) change of the wood about the hollow, log; the local lamp.
        spread: (n, k) unexplained change of that wood.
        away: (n,) change of the core's pattern, an even shift taken off.
        even: (n, 3) that even shift.
        dent: (n,) how much of the bare hollow's own shading is there: 1 all of it, 0 none.
        change: (n,) median change in the core.
        grain: (n,) correlation of the core's fine detail with the bare hollow's, -1..1.
        kept: (n, 2) how much of that detail is there, and its standard error.
        wood: (n,) that of the wood beyond any marble, where the core shows `SOME`; 1 elsewhere.
        veiled: (n,) how unlike a bare hollow in a veil of light, see `Veil`.
        crossed: (n, 3) how unlike one that a hard shadow crosses, see `crossing`.
        largeness: (n,) 0 when the marble ends at a small outline, 1 when at a large one.
        outline: (n,) share of directions in which change ends at the likelier size's outline.
        look: (n, 15) colour of five zones of the disc, log, relative to the lamp.
        rgb: (n, 3) sRGB 0..255 of the disc's middle.
    """

    light: Floats
    spread: Floats
    away: Floats
    even: Floats
    dent: Floats
    change: Floats
    grain: Floats
    kept: Floats
    wood: Floats
    veiled: Floats
    crossed: Floats
    largeness: Floats
    outline: Floats
    look: Floats
    rgb: Floats

    @staticmethod
    def plain(
        light: Floats,
        spread: Floats,
        away: Floats,
        even: Floats,
        dent: Floats,
        change: Floats,
        detail: Likeness,
    ) -> Traces:
        """Of hollows on which nothing lies: no outline, no look, and the wood is not asked for."""
        n = len(light)
        measured = (light, spread, away, even, dent, change, *detail)
        by_wood = np.ones(n), np.full(n, UNLIKE), np.full((n, 3), UNMEASURED)
        marbles = np.zeros(n), np.zeros(n), np.zeros((n, 15)), np.zeros((n, 3))
        return Traces(*measured, *by_wood, *marbles)

    @cached_property
    def wood_level(self) -> Floats:
        """(n,) how much lighter the wood about the hollow became, log."""
        level: Floats = self.light @ GREY
        return level

    @cached_property
    def usual_wood_level(self) -> float:
        """The median of that."""
        return float(percentile(self.wood_level, 50))

    @cached_property
    def beyond_light(self) -> tuple[Floats, Floats]:
        """(n,) how much lighter the core became than the wood about it, log; (n,) its tint."""
        beyond = self.even - self.light
        level = beyond @ GREY
        return level, np.maximum.reduce(np.abs(beyond - level[:, None]), axis=1)

    def by_light_alone(self, unsure: Floats | float = 0.0) -> np.ndarray:
        """(n,) bool: the core's change may be the light's in a hollow: small, and of hardly a tint.

        Args:
            unsure: (n,) or of all, how much else (log) it may have changed.
        """
        level, tint = self.beyond_light
        alone: np.ndarray = (np.abs(level) < AS_LIGHT + unsure) & (tint < self.most_tint + unsure)
        return alone

    @cached_property
    def most_tint(self) -> Floats:
        """(n,) tint that the core's change may have if it is one of light alone, log."""
        return shadow_tint(self.beyond_light[0])

    @cached_property
    def lamp(self) -> Floats:
        """(3,) change of the light on most of the board, log."""
        return median(self.light.T)

    @property
    def noiseless(self) -> bool:
        """Whether this is the very picture of the bare board, which tells nothing of noise."""
        # Whether the median is as small, without looking for it.
        return int(np.count_nonzero(self.spread < NOISELESS)) > self.spread.size // 2

    def updated(self, hollows: np.ndarray, fresh: Traces) -> Traces:
        """With those hollows measured anew."""
        if len(hollows) == len(self.change):
            return fresh
        merged = []
        for name in MEASURED:
            values = getattr(self, name).copy()
            values[hollows] = getattr(fresh, name)
            merged.append(values)
        return Traces(*merged)


MEASURED = tuple(field.name for field in fields(Traces))
