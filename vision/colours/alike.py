"""What marbles on the board tell of each other, once both series are known.

Looks learned in a tray are a little off on the board: other light, other neighbours to mirror.
Where that leaves marbles unsure, they may still be plainly of two kinds beside each other; and
which kind is which series all of them tell together.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.colours.division import climbed
from vision.colours.weighing import AlikeSpread, Colours
from vision.reading.odds import SURE, logistic
from vision.types import Floats

FEWEST = 4  # marbles that tell each other
CERTAIN = 1e-3  # no look is surer than that
# What marbles look like beside each other they partly looked like to their trays as well, and
# that is heard but once: log odds to that power.
TEMPER = 0.3
# What marbles tell by themselves is about the same in two ways, if no probability differs by more;
# and in ways so unlikely none asks the others.
SAME, SELDOM = 0.1, 0.05


def told_by_each_other(
    shares: Floats,
    p_first: Floats,
    looks: Floats,
    in_view: np.ndarray,
    places: Floats | None = None,
) -> Floats:
    """(n,) probability that marbles belong to the first of both series.

    They tell each other what each shows by itself. What is common to all of them, as how clear
    they are, would be counted as often as there are marbles: so that is taken as given, one way
    after the other.

    Args:
        shares: (k,) how probable the ways are of what is common to all; they sum to 1.
        p_first: (k, n) in each way, by their own looks.
        looks: (n, LOOK) of them.
        in_view: (n,) bool, marbles in full view.
        places: (n, 2) where they lie, in any unit; None for no matter where.
    """
    told, colours = np.zeros(len(looks)), None
    there = None if places is None else places[in_view]
    for share, way in _unlike_ways(shares, p_first, in_view):
        own, so = np.clip(way[in_view], CERTAIN, 1 - CERTAIN), way
        asked = len(own) >= FEWEST and share >= SELDOM
        if asked and (np.maximum(own, 1 - own) <= SURE).any():
            colours = colours or Colours(looks[in_view], there)
            so = way.copy()
            so[in_view] = _by_colours(colours, own)
        told += share * so
    return told


def _unlike_ways(
    shares: Floats, p_first: Floats, in_view: np.ndarray
) -> Iterator[tuple[float, Floats]]:
    """Share and (n,) probabilities of each way, those in which marbles tell the same as one."""
    if len(shares) == 1:
        yield 1.0, p_first[0]
        return
    left = np.argsort(-shares)
    while len(left):
        off = np.abs(p_first[left] - p_first[left[0]])[:, in_view]
        same = np.maximum.reduce(off, axis=1, initial=0) < SAME
        alike, left = left[same], left[~same]
        share = np.add.reduce(shares[alike])
        yield float(share), shares[alike] @ p_first[alike] / share


def _by_colours(colours: Colours, own: Floats) -> Floats:
    """(n,) probabilities of the first series, by marbles' own (n,) and their colours."""
    ways, odds = _ways(colours, own)
    # That their colours tell nothing more is one way, too.
    odds = np.append(odds, 0.0)
    shares = np.exp(odds - np.logaddexp.reduce(odds))
    told: Floats = shares @ np.vstack([ways, own])
    return told


def _ways(colours: Colours, own: Floats) -> tuple[Floats, Floats]:
    """(k, n) probabilities of the first series in likely ways of dividing them; (k,) log odds."""
    starts = np.vstack([colours.starts(), own < 0.5])
    quick, both = _Words(own, colours.alike), _Words(own, colours)
    ways = climbed(np.vstack([starts, ~starts]), quick.odds, quick.odds_changed)
    ways = climbed(ways, both.odds, both.odds_changed)
    odds = both.odds(ways)
    # How sure each marble is of its own series, the others of theirs.
    stays = odds[:, None] - both.odds_changed(ways)
    return logistic(np.where(ways, -stays, stays)), odds


class _Words:
    """What marbles say of ways of dividing them, each of its own, and all by their colours."""

    def __init__(self, own: Floats, colours: Colours | AlikeSpread) -> None:
        self._own, self._colours = np.log(2 * np.stack([own, 1 - own])), colours
        self._coins = len(own) * np.log(2)

    def odds(self, second: np.ndarray) -> Floats:
        """(k,) log odds of ways (k, n) bool against none."""
        together = self._colours.odds(second) - self._coins
        own = np.where(second, self._own[1], self._own[0])
        odds: Floats = own.sum(axis=1) + TEMPER * together
        return odds

    def odds_changed(self, second: np.ndarray) -> Floats:
        """(k, n) likewise, of each way with that marble in the other group."""
        together = self._colours.odds_changed(second) - self._coins
        own = np.where(second, self._own[1], self._own[0])
        others = own.sum(axis=1, keepdims=True) - own
        odds: Floats = others + (self._own.sum(axis=0) - own) + TEMPER * together
        return odds
