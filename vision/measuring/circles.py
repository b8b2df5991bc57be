"""Whether what lies in a hollow shows a marble's own circle, where no hand is about.

A swirl or clear glass on wood of its colour changes too little, and too unevenly, for an
outline in most directions; yet a circle of a marble's size is there that stands out among
all others tried. What else may lie on a hollow shows none: of 278 hands' parts, sleeves
and shadows over hollows eight in a thousand had one that stood out by 0.2 and fitted a
marble, and those were marbles half covered; of 1,075 marbles four in five.
"""

from __future__ import annotations

import numpy as np

from vision.measuring.girth import Girths
from vision.measuring.sizes import KNOWN, RATIO_SPREAD, SAME, SHOWN, SPAN, likelihoods
from vision.types import Floats

# By how much (log) a circle stands out among those tried: so little says nothing, each tenth
# beyond as much as an odds of seven, and at most as an odds of fifty; beside how well it fits.
FAINT, STEEP, MOST = 0.08, 20.0, 4.0
OFF = (1.0, 2.0)  # standard deviations: of a marble's size, and of none
HARDLY = 0.5
# Of marbles one in eight shows none, of what else hides or darkens a hollow all but one in twenty.
MISSING = 2.0
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
        spread = max(SHOWN * attack, KNOWN) if known else UNKNOWN * attack
        self._sizes = (attack, spread), (queen, RATIO_SPREAD * attack)
        self._asked, self._shown = np.zeros(hollows, bool), np.zeros((hollows, 16))
        self.odds: Floats = np.zeros(hollows)

    @property
    def found_or_missing(self) -> Floats:
        """(n,) log odds that it is a marble, where its circle is looked for to tell it from shade.

        Less than 0 where one was asked for and there is none, or hardly one.
        """
        missing = self._asked & (self.odds < HARDLY)
        odds: Floats = np.where(missing, -MISSING, self.odds)
        return odds

    def asked(self, looked: np.ndarray, unsure: np.ndarray, shows: Floats) -> np.ndarray:
        """Numbers of the hollows that must be measured: not those that still look so.

        Args:
            looked: (n,) bool, hollows that were looked at.
            unsure: (n,) bool, in which of all hollows something may be a marble.
            shows: (n, 16) what they show, largeness and look, see `Traces`.
        """
        known = unsure & self._asked
        if known.any():
            known &= np.maximum.reduce(np.abs(shows - self._shown), axis=1) < SAME
        anew = looked & ~known
        self._asked[anew], self.odds[anew] = False, 0
        return np.flatnonzero(looked & unsure & ~self._asked)

    def measured(self, hollows: np.ndarray, girths: Girths, shows: Floats) -> None:
        """Keep what was measured in those hollows, given by number.

        Args:
            hollows: their numbers.
            girths: of them.
            shows: (n, 16) of all hollows, as of `asked`.
        """
        self._asked[hollows], self._shown[hollows] = True, shows[hollows]
        each = [likelihoods(girths, np.array([r]), spread)[:, 0] for r, spread in self._sizes]
        # Of anything else a circle may have any size.
        fits = np.maximum(np.log(np.maximum(*each) / 2 * SPAN), 0)
        clear = np.clip(STEEP * (girths.stands_out - FAINT), 0, MOST)
        self.odds[hollows] = fits + clear * self._of_a_size(girths)

    def _of_a_size(self, girths: Girths) -> Floats:
        """(n,) 1 where the radius is a marble's, 0 where it is of none: a vein, a reflection."""
        sizes, spreads = np.array(self._sizes).T
        off = np.abs(girths.radii[:, None] - sizes) / np.hypot(girths.miss, spreads)
        near: Floats = np.clip((OFF[1] - off.min(axis=1)) / (OFF[1] - OFF[0]), 0, 1)
        return near
