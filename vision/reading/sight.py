"""What the hollows seem to be by themselves, before it is known whether a hand is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.camera.sampling import share_of
from vision.reading.around import around
from vision.reading.evidence import Evidence
from vision.types import BoardSpec, Floats

# Of a marble that a hand seems to touch: else it may be a fingertip.
CONVINCING = 0.98
# So large a share of the hollows is strange only under something, hand or not: hard shadows made
# eight of 49 so, hands not seen 13 and more. What lies beside them may then be hidden too.
MANY = 0.25
# What comes to lie beside a hand that is still there may be a fingertip, or half a marble; where
# one seems gone the hand may be as light as wood: by so much neither is given out as certain (0.9).
# In its shade, so much (log) darker than the board is, a bare hollow's own light and dark may turn
# round and look like glass. And so many strange hollows make a hand likely that was not seen.
MAY_BE_HELD, SHADE, MAYBE_A_HAND = 0.14, 0.1, 4


@dataclass(frozen=True, eq=False)
class Sight:
    """The n hollows of one picture.

    Attributes:
        e: what they show.
        away: (n,) distance from the nearer series' look.
        inside: (n,) log odds of a marble, see `contained`.
        p_bare: (n,) probability of being bare.
        surely_bare: (n,) bool, whose own look shows that they are.
        genuine: (n,) probability that what is not bare is a marble, by outline and look.
    """

    e: Evidence
    away: Floats
    inside: Floats
    p_bare: Floats
    surely_bare: np.ndarray
    genuine: Floats

    @cached_property
    def marble(self) -> np.ndarray:
        """(n,) bool: not bare, whatever it is."""
        marble: np.ndarray = self.p_bare < 0.5
        return marble

    @cached_property
    def is_marble(self) -> np.ndarray:
        """(n,) bool: seemingly a marble."""
        return self.marble & (self.genuine > 0.5)

    @cached_property
    def strange(self) -> np.ndarray:
        """(n,) bool: seemingly neither bare nor a marble."""
        strange: np.ndarray = self.marble & ~self.is_marble
        return strange

    @cached_property
    def convincing(self) -> np.ndarray:
        """(n,) bool: no fingertip looks so much like one."""
        return self.marble & (self.genuine > CONVINCING)


def under_something(strange: np.ndarray, spec: BoardSpec) -> tuple[np.ndarray, bool]:
    """(n,) bool, hidden with what is strange (n,) bool, where no hand was seen; whether any."""
    if share_of(strange) <= MANY:
        return np.zeros(len(strange), bool), False
    return around(strange, spec), True


def may_be_held(covered: np.ndarray, shade: np.ndarray, hand: bool, spec: BoardSpec) -> Floats:
    """(n,) probability that what seems new in a hollow, bare or not, is a hand's, or its shade.

    Args:
        covered: (n,) bool, seemingly hidden, or strange.
        shade: (n,) bool, in the dark where a hand is.
        hand: whether a hand was seen; if not, so many that are strange make it likely.
        spec: the board.
    """
    if not hand and np.count_nonzero(covered) < MAYBE_A_HAND:
        return np.zeros(len(covered))
    beside: np.ndarray = around(covered, spec) | (shade & hand)
    return MAY_BE_HELD * beside.astype(float)
