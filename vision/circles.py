"""Whether what lies in a hollow shows a marble's own circle, where no hand is about.

A swirl or clear glass on wood of its colour changes too little, and too unevenly, for an
outline in most directions; yet a circle of a marble's size is there that stands out among
all others tried. What else may lie on a hollow shows none: of 278 hands' parts, sleeves
and shadows over hollows eight in a thousand had one that stood out by 0.2 and fitted a
marble, and those were marbles half covered; of 1,075 marbles four in five.
"""

from __future__ import annotations

import numpy as np

from vision.girth import Girths
from vision.sizes import KNOWN, RATIO_SPREAD, SPAN, likelihoods
from vision.types import Floats
from vision.widths import MEASURED, SAME

# By how much (log) a circle stands out among those tried: so little says nothing, each tenth
# beyond as much as an odds of seven, and no circle more than an odds of fifty.
FAINT, STEEP, MOST = 0.08, 20.0, 4.0
HARDLY = 0.5
UNKNOWN = 0.1  # of an attack marble's radius: where no size has been seen yet


class Circles:
    """Circles of what lies in the hollows of one board.

    Args:
        radii: of attack marbles and Queens in pitches.
        hollows: how many there are.
        known: whether the attack marbles' radius has been measured.

    Attributes:
        odds: (n,) log odds, 0 and more, that it is a marble, by its circle; 0 where none was
            asked for.
    """

    def __init__(self, radii: tuple[float, float], hollows: int, known: bool) -> None:
        attack, queen = radii
        spread = max(MEASURED * attack, KNOWN) if known else UNKNOWN * attack
        self._sizes = (attack, spread), (queen, RATIO_SPREAD * attack)
        self._asked, self._shown = np.zeros(hollows, bool), np.zeros(hollows)
        self.odds: Floats = np.zeros(hollows)

    @property
    def none(self) -> np.ndarray:
        """(n,) bool: which were measured and show no marble's circle, or hardly one."""
        none: np.ndarray = self._asked & (self.odds < HARDLY)
        return none

    def asked(self, looked: np.ndarray, unsure: np.ndarray, largeness: Floats) -> np.ndarray:
        """Numbers of the hollows that must be measured: not those that still look so.

        Args:
            looked: (n,) bool, hollows that were looked at.
            unsure: (n,) bool, in which of all hollows something may be a marble.
            largeness: (n,) of all hollows, see `Traces`.
        """
        same = self._asked & (np.abs(largeness - self._shown) < SAME)
        anew = looked & ~(unsure & same)
        self._asked[anew], self.odds[anew] = False, 0
        return np.flatnonzero(looked & unsure & ~self._asked)

    def measured(self, hollows: np.ndarray, girths: Girths, largeness: Floats) -> None:
        """Keep what was measured in those hollows, given by number.

        Args:
            hollows: their numbers.
            girths: of them.
            largeness: (n,) of all hollows.
        """
        self._asked[hollows], self._shown[hollows] = True, largeness[hollows]
        each = [likelihoods(girths, np.array([r]), spread)[:, 0] for r, spread in self._sizes]
        # Of anything else a circle may have any size; one that fits no marble may be a vein.
        fits = np.log(np.maximum(*each) / 2 * SPAN)
        clear = np.clip(STEEP * (girths.stands_out - FAINT), 0, MOST)
        self.odds[hollows] = np.where(fits > 0, fits + clear, 0)
