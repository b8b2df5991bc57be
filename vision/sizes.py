"""How large both sizes of marbles are, learned from the first ones where no tray has shown it.

A marble of a third of the pitch may be a large attack marble or a small Queen. What is
known before any is seen is how boards are made; every marble measured then tells of both
sizes at once, since it is the one or the other and all of a size are alike. So every pair
of sizes is weighed by how well it explains all marbles on the board together (Bayesian
averaging over a grid; Murphy, "Machine Learning", 5.3). Two sizes seen side by side
settle it, and so do three marbles alike: no set has more than two Queens.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.girth import Girths
from vision.types import Floats

LIKELY_RADII: Final = (0.27, 0.375)
"""Attack marble and Queen in pitches until marbles have been measured: what boards have."""

# How boards are made. Marbles smaller than 0.22 of the pitch fall into their hollows; larger
# ones than 0.32 leave fingers no room between them. Queens are 18 to 25 mm beside 13 to 17.
ATTACK, ATTACK_SOFT = (0.23, 0.31), 0.006
RATIO, RATIO_SPREAD = 1.4, 0.1
QUEEN, QUEEN_SOFT = (0.28, 0.44), 0.01
# How strong a circle is that is none (log), against which a faint one is doubted. It may
# then be anywhere between the radii tried.
FAINT, SPAN = 0.03, 0.26
KNOWN = 0.01  # pitches: the size of attack marbles is known as well as trays show it
SURE = 0.85  # that one is a Queen: then her size is learned as well


class FirstSizes:
    """Learns both sizes from the marbles that lie on the board.

    Args:
        hollows: how many there are.

    Attributes:
        radii: attack marble and Queen in pitches, as far as is known.
        known: whether that of the attack marbles is known.
        complete: whether a Queen has been measured as well.
    """

    def __init__(self, hollows: int) -> None:
        attack, ratio = np.meshgrid(np.arange(0.21, 0.335, 0.0025), np.arange(1.15, 1.7, 0.0125))
        self._attack = attack.ravel()
        self._queen = self._attack * ratio.ravel()
        self._prior = _between(self._attack, ATTACK, ATTACK_SOFT)
        self._prior += _between(self._queen, QUEEN, QUEEN_SOFT)
        self._prior -= 0.5 * ((ratio.ravel() - RATIO) / RATIO_SPREAD) ** 2
        self._radii, self._strength = np.full(hollows, np.nan), np.zeros(hollows)
        self._clear, self._miss = np.zeros(hollows, bool), 1.0
        self.radii = LIKELY_RADII
        self.known = self.complete = False
        self._told = False, False
        self._learn()

    def news(self) -> bool:
        """Whether more is known than when this was last asked: at most twice in a game."""
        news = (self.known, self.complete) != self._told
        self._told = self.known, self.complete
        return news

    def measured(self, hollows: np.ndarray, girths: Girths) -> None:
        """Keep what was measured in those hollows, given by number."""
        self._radii[hollows], self._strength[hollows] = girths.radii, girths.strength
        self._miss = girths.miss

    def large(self) -> Floats:
        """(n,) probability that what was measured last in each hollow is a Queen."""
        p = np.full(len(self._radii), 0.5)
        p[self._clear] = self._large
        others = ~self._clear & ~np.isnan(self._radii)
        if others.any():
            _, odds = self._likelihoods(others)
            p[others] = (odds / (1 + odds)) @ self._weight
        return p

    def learn(self, clear: np.ndarray, gone: np.ndarray) -> None:
        """Learn from those of the measured that are marbles in full view.

        Args:
            clear: (n,) bool, which are.
            gone: (n,) bool, hollows that are bare (again).
        """
        self._radii[gone] = np.nan
        self._clear = (self._clear | clear) & ~np.isnan(self._radii)
        self._learn()

    def _learn(self) -> None:
        self._weight, self._large = self._weigh()
        attack, queen = float(self._weight @ self._attack), float(self._weight @ self._queen)
        spread = float(np.sqrt(self._weight @ (self._attack - attack) ** 2))
        if self._clear.any():
            self.radii = attack, queen
        self.known |= spread < KNOWN
        self.complete |= self.known and bool((self._large > SURE).any())

    def _likelihoods(self, which: np.ndarray) -> tuple[Floats, Floats]:
        """(n, m) of each being an attack marble, pair of sizes by pair; odds of a Queen over it."""
        doubt = (FAINT / (FAINT + self._strength[which]))[:, None]
        radii = self._radii[which][:, None]

        def of(size: Floats) -> Floats:
            away = (radii - size) / self._miss
            hit = np.exp(-0.5 * away**2) / (self._miss * np.sqrt(2 * np.pi))
            likelihood: Floats = (1 - doubt) * hit + doubt / SPAN
            return likelihood

        small = of(self._attack)
        return small, of(self._queen) / small

    def _weigh(self) -> tuple[Floats, Floats]:
        """Probability of every pair of sizes; (n,) that each marble in full view is a Queen."""
        small, odds = self._likelihoods(self._clear)
        # Up to two of them are Queens: however many, any of them may be those.
        n = len(odds)
        share = 1, 1 / max(n, 1), 2 / max(n * (n - 1), 1)
        one = odds.sum(axis=0)
        two = (one**2 - (odds**2).sum(axis=0)) / 2
        ways = share[0] + share[1] * one + share[2] * two
        log = self._prior + np.log(small).sum(axis=0) + np.log(ways)
        weight = np.exp(log - log.max())
        weight /= weight.sum()
        large: Floats = (odds * (share[1] + share[2] * (one - odds)) / ways) @ weight
        return weight, large


def _between(values: Floats, ends: tuple[float, float], soft: float) -> Floats:
    """Log weight of values that hardly lie beyond those ends."""
    low, high = (values - ends[0]) / soft, (ends[1] - values) / soft
    log: Floats = -np.logaddexp(0, -low) - np.logaddexp(0, -high)
    return log
