"""How large both sizes of marbles are, learned from the first ones.

A marble of a third of the pitch may be a large attack marble or a small Queen. What is
known before any is seen is how boards are made; every marble measured then tells of both
sizes at once, since it is the one or the other and all of a size are alike. So every pair
of sizes is weighed by how well it explains all marbles on the board together (Bayesian
averaging over a grid; Murphy, "Machine Learning", 5.3). Two sizes seen side by side
settle it, and so do three marbles alike: no set has more than two Queens. Trays show how large
attack marbles are, if those touch there, and then it is mostly hers that is learned.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.camera.sampling import median
from vision.measuring.girth import Girths
from vision.reading.traces import Traces
from vision.types import Floats

LIKELY_RADII: Final = (0.27, 0.375)
"""Attack marble and Queen in pitches until marbles have been measured: what boards have."""

# How boards are made. Marbles smaller than 0.22 of the pitch fall into their hollows; larger
# ones than 0.32 leave fingers no room between them. Queens are 18 to 25 mm beside 13 to 17; how
# small one may be beside small attack marbles the ratio tells, not her own size as well.
ATTACK, ATTACK_SOFT = (0.23, 0.31), 0.006
RATIO, RATIO_SPREAD, RATIOS = 1.4, 0.1, (1.15, 1.7)
QUEEN, QUEEN_SOFT = (0.25, 0.44), 0.01
# How strong a circle is that is none (log), against which a faint one is doubted. It may
# then be anywhere between the radii tried.
FAINT, SPAN = 0.03, 0.26
SHOWN = 0.03  # of an attack marble's radius: as well as trays show it, where marbles touch
# Grooves may be longer than ten marbles, which then lie apart: how probably, and by how much
# at the most. Those on the board tell.
LOOSE, ROOM = 0.3, 1.2
KNOWN = 0.01  # pitches: the size of attack marbles is known as well as trays show it
SAME = 0.05  # of largeness and look (log): what shows the same is not measured again
SURE = 0.85  # that one is a Queen: then her size is learned as well
# Marbles of a size measure alike, often more so than is promised. Before a Queen is known one that
# measures more than most do, by so many of their deviations (of no less than so much) and plainly
# (pitches), may be she. Of 434 such three in four were Queens.
ENOUGH, OUTLYING, ALIKE, PLAINLY = 8, 3.0, 0.003, 0.012
PLAIN = 3  # times as strong as one that is none
ROBUST = 1.48  # of a normal distribution's median deviation is its standard one


class FirstSizes:
    """Learns both sizes from the marbles that lie on the board.

    Args:
        hollows: how many there are.
        radii: of attack marbles as trays have shown it, and of Queens as is likely beside that,
            in pitches; None where nothing is known.

    Attributes:
        radii: attack marble and Queen in pitches, as far as is known.
        known: whether that of the attack marbles is known.
        complete: whether a Queen has been measured as well.
    """

    def __init__(self, hollows: int, radii: tuple[float, float] | None = None) -> None:
        self._attack, self._queen = np.arange(0.21, 0.335, 0.0025), np.arange(0.24, 0.57, 0.003)
        self._prior = _prior(self._attack[:, None], self._queen, radii and radii[0])
        # What was measured last in each hollow, and of those learned from: how probable it
        # is of an attack marble of each size and of a Queen of each.
        kinds = self._attack, self._queen
        self._last = tuple(np.zeros((hollows, len(sizes))) for sizes in kinds)
        self._learned = tuple(np.zeros((hollows, len(sizes))) for sizes in kinds)
        self._measured, self._fresh = np.zeros((2, hollows), bool)
        self._clear, self._as_learned = np.zeros((2, hollows), bool)
        # Their radii, nan of faint circles; and those of the marbles learned from.
        self._radii, self._taught_radii = np.full((2, hollows), np.nan)
        # What the hollows show, largeness and look, and what they showed when learned from.
        self._shows, self._taught = np.zeros((2, hollows, 16))
        self.radii = radii or LIKELY_RADII
        self.known = self.complete = False
        self._learn()
        self._told = self.known, False

    def news(self) -> bool:
        """Whether more is known than when this was last asked: at most twice in a game."""
        news = (self.known, self.complete) != self._told
        self._told = self.known, self.complete
        return news

    def unmeasured(self, asked: np.ndarray, traces: Traces, hand: bool) -> np.ndarray:
        """Numbers of the hollows that must be measured: not those that show what they taught.

        Args:
            asked: (n,) bool, hollows whose marbles were looked at.
            traces: of all hollows.
            hand: whether there is a hand, whose shade and reflections change every look.
        """
        self._shows = np.column_stack([traces.largeness, traces.look])
        away = np.abs(self._shows - self._taught)
        away = away[:, 0] if hand else away.max(axis=1)
        same = asked & self._clear & (away < SAME)
        self._as_learned |= same
        self._radii[same] = self._taught_radii[same]
        return np.flatnonzero(asked & ~same)

    def measured(self, hollows: np.ndarray, girths: Girths) -> None:
        """Keep what was measured in those hollows, given by number, in the frame in hand."""
        for last, sizes in zip(self._last, (self._attack, self._queen), strict=True):
            last[hollows] = likelihoods(girths, sizes)
        self._measured[hollows], self._fresh[hollows] = True, True
        plain = girths.strength > PLAIN * FAINT
        self._radii[hollows] = np.where(plain, girths.radii, np.nan)
        self._as_learned[hollows] = False

    @property
    def seen(self) -> np.ndarray:
        """(n,) bool: of which hollows' marbles something was measured."""
        seen: np.ndarray = self._measured | self._as_learned
        return seen

    def large(self) -> Floats:
        """(n,) probability that what was measured last in each hollow is a Queen."""
        p = np.full(len(self._measured), 0.5)
        p[self._as_learned] = self._large[self._as_learned]
        others = self._measured & ~self._as_learned
        if others.any():
            small, large = (last[others] for last in self._last)
            share = large[:, None] / (small[:, :, None] + large[:, None])
            p[others] = np.tensordot(share, self._weight)
        return p

    def outlying(self, second: np.ndarray | None = None) -> np.ndarray:
        """(n,) bool: what measures more than most marbles do, by more than those differ.

        None once a Queen is known.

        Args:
            second: (n,) bool, which marbles seem to be of the second series, which may measure
                otherwise; None where the series are not known.
        """
        seen = self.seen & ~np.isnan(self._radii)
        outlying = np.zeros(len(seen), bool)
        if self.complete:
            return outlying
        groups = [seen] if second is None else [seen, seen & second, seen & ~second]
        for group in groups:
            if np.count_nonzero(group) >= ENOUGH:
                radii = self._radii[group]
                middle = float(median(radii))
                deviation = max(ROBUST * float(median(np.abs(radii - middle))), ALIKE)
                outlying[group] |= radii > middle + max(OUTLYING * deviation, PLAINLY)
        return outlying

    def learn(self, clear: np.ndarray, gone: np.ndarray) -> None:
        """Learn from those that were measured in this frame and are marbles in full view.

        Once learned from, a marble counts until another measure of it in full view, or
        until its hollow is bare: a hand over it teaches nothing.

        Args:
            clear: (n,) bool, which are.
            gone: (n,) bool, hollows that are bare (again).
        """
        seen, left = self._fresh & clear & ~gone, self._clear & gone
        for learned, last in zip(self._learned, self._last, strict=True):
            learned[seen] = last[seen]
        self._taught[seen], self._taught_radii[seen] = self._shows[seen], self._radii[seen]
        self._fresh[:] = False
        self._clear |= seen
        self._as_learned |= seen
        for hollows in (self._clear, self._as_learned, self._measured):
            hollows[gone] = False
        if seen.any() or left.any():
            self._learn()

    def _learn(self) -> None:
        self._weight, self._large = self._weigh()
        of_attack = self._weight.sum(axis=1)
        attack, queen = of_attack @ self._attack, self._weight.sum(axis=0) @ self._queen
        spread = np.sqrt(of_attack @ (self._attack - attack) ** 2)
        if self._clear.any():
            self.radii = float(attack), float(queen)
        self.known |= bool(spread < KNOWN)
        self.complete |= self.known and bool((self._large > SURE).any())

    def _weigh(self) -> tuple[Floats, Floats]:
        """Probability of every pair of sizes; (n,) that each marble in full view is a Queen."""
        small, queen = (learned[self._clear] for learned in self._learned)
        attack = 1 / small
        # Up to two of them are Queens: however many, any of them may be those. Odds of each
        # being one are products of what tells of either size, and so sums of them are too.
        n = len(small)
        share = 1, 1 / max(n, 1), 2 / max(n * (n - 1), 1)
        one = attack.T @ queen
        two = (one**2 - (attack**2).T @ queen**2) / 2
        ways = share[0] + share[1] * one + share[2] * two
        log = self._prior + np.log(small).sum(axis=0)[:, None] + np.log(ways)
        weight = np.exp(log - log.max())
        weight /= weight.sum()
        each = weight / ways
        odds = attack @ (each * (share[1] + share[2] * one)) * queen
        odds -= share[2] * (attack**2 @ each) * queen**2
        large = np.zeros(len(self._clear))
        large[self._clear] = odds.sum(axis=1)
        return weight, large


def likelihoods(girths: Girths, sizes: Floats, spread: float = 0.0) -> Floats:
    """(n, m) of what was measured, if the marble has one size or the other (m,), in pitches.

    Args:
        girths: of n marbles.
        sizes: (m,) radii.
        spread: how far a marble's own radius may be from that, a deviation.
    """
    miss = float(np.hypot(girths.miss, spread))
    doubt = (FAINT / (FAINT + girths.strength))[:, None]
    away = (girths.radii[:, None] - sizes) / miss
    hit = np.exp(-0.5 * away**2) / (miss * np.sqrt(2 * np.pi))
    likelihood: Floats = (1 - doubt) * hit + doubt / SPAN
    return likelihood


def _prior(attack: Floats, queen: Floats, shown: float | None = None) -> Floats:
    """Log weight of pairs of sizes before any is seen: of the ratio, whatever the size.

    Args:
        attack: radii.
        queen: radii.
        shown: that of attack marbles by the trays, if they have shown it.
    """
    ratio = queen / attack
    log = _between(attack, ATTACK, ATTACK_SOFT) + _between(queen, QUEEN, QUEEN_SOFT)
    if shown is not None:
        log = log + _by_trays(attack / shown)
    log = log - 0.5 * ((ratio - RATIO) / RATIO_SPREAD) ** 2 - np.log(attack)
    log[(ratio < RATIOS[0]) | (ratio > RATIOS[1])] = -np.inf
    return log


def _by_trays(share: Floats) -> Floats:
    """Log weight of radii, as shares of what the rows in the trays show if marbles touch there."""
    touching = np.exp(-0.5 * ((share - 1) / SHOWN) ** 2) / (SHOWN * np.sqrt(2 * np.pi))
    apart = np.exp(_between(share, (1 / ROOM, 1.0), SHOWN)) / (1 - 1 / ROOM)
    log: Floats = np.log((1 - LOOSE) * touching + LOOSE * apart)
    return log


def _between(values: Floats, ends: tuple[float, float], soft: float) -> Floats:
    """Log weight of values that hardly lie beyond those ends."""
    low, high = (values - ends[0]) / soft, (ends[1] - values) / soft
    log: Floats = -np.logaddexp(0, -low) - np.logaddexp(0, -high)
    return log
