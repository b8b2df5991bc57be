"""Both series learned from marbles as they come, where no trays have shown them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.colours.division import TEMPER, Division, divisions, unlikeness
from vision.colours.series import LOOK, SeriesModel
from vision.colours.weighing import Colours
from vision.reading.odds import LIKE_OTHERS, LOOK_ODDS, SURE, logistic
from vision.types import Floats

KNOWN_MARBLES, KNOWN = 4, 0.975  # of each series, and how likely: as good as full trays
UNLIKELY = 0.01  # ways of dividing the marbles that are not worth asking
OWN, OWN_WIDTH = 4.0, 0.8  # squared deviations from the one series met: then it is another's
ALIKE = 0.05  # of all pairs of series can't be told apart, as far as anybody knows
BANK = 40  # looks kept: as many as both series have
TINY = 1e-30  # keeps logarithms finite
SAME = 1.0  # prior deviations between two looks at one marble


class Bank:
    """Looks of the marbles met so far, each marble's once.

    Attributes:
        hollows: (n,) where each lies, the first met first.
        looks: (n, LOOK) of each.
        rgb: (n, 3) sRGB of each.
        told: (n,) of which series, 0 or 1, it was said to be last; -1 if it was never said.
        anew: whether those met last were most of them unlike what lay in their hollows before.
    """

    def __init__(self) -> None:
        self.hollows, self.told = np.zeros(0, int), np.zeros(0, int)
        self.looks, self.rgb = np.zeros((0, LOOK)), np.zeros((0, 3))
        self.anew = False

    def keep(self, hollows: np.ndarray, looks: Floats, rgb: Floats) -> bool:
        """Whether there are marbles among them that have not been met yet.

        Args:
            hollows: (n,) where they lie: the same marble is counted once.
            looks: (n, LOOK) of each.
            rgb: (n, 3) sRGB of each.
        """
        # Where one lies already, the last that was seen there is the same or its successor.
        last = np.full(max(self.hollows.max(initial=0), hollows.max(initial=0)) + 1, -1)
        last[self.hollows] = np.arange(len(self.hollows))
        here = last[hollows]
        known = np.flatnonzero(here >= 0)
        alike = unlikeness(looks[known], self.looks[here[known]]) < SAME**2
        self.anew = len(known) > 1 and bool(2 * np.count_nonzero(alike) < len(known))
        if self.anew:
            # In another light none tells what those looked like that are not seen in it.
            told = np.where(here >= 0, self.told[here], -1)
            self.hollows, self.looks, self.rgb, self.told = hollows, looks, rgb, told
            return True
        same = known[alike]
        if len(same) >= KNOWN_MARBLES:
            # What the light did to those it did to all that are not seen now.
            unseen = np.delete(np.arange(len(self.hollows)), here[known])
            self.looks[unseen] += np.median(looks[same] - self.looks[here[same]], axis=0)
        self.looks[here[same]], self.rgb[here[same]] = looks[same], rgb[same]
        new = np.ones(len(hollows), bool)
        new[same] = False
        if not new.any():
            return False
        self.hollows = np.append(self.hollows, hollows[new])[-BANK:]
        self.told = np.append(self.told, np.full(np.count_nonzero(new), -1))[-BANK:]
        self.looks = np.concatenate([self.looks, looks[new]])[-BANK:]
        self.rgb = np.concatenate([self.rgb, rgb[new]])[-BANK:]
        return True

    def places(self, of_hollows: Floats | None) -> Floats | None:
        """(n, 2) of those of all hollows; None if they are not told."""
        return None if of_hollows is None else of_hollows[self.hollows]

    def series(self, group: np.ndarray) -> SeriesModel:
        """Learned from groups 0 and 1 of the marbles (n,)."""
        groups = [group == k for k in (0, 1)]
        return SeriesModel.of([self.looks[g] for g in groups], [self.rgb[g] for g in groups])


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A way of dividing the marbles that were met, its probability, and what is learned by it."""

    share: float
    group: np.ndarray
    series: SeriesModel
    colours: Colours


class FirstMarbles:
    """Learns the looks of two series from the marbles met so far.

    Args:
        places: (n, 2) where all hollows lie, as of `divisions`.

    Attributes:
        series: as far as they have been met, divided in the likeliest way; the first marble's
            is number 0.
        alike: probability that both series were met though all look like one, if they do.
        certain: enough was met, and it is surely of these two series.
    """

    def __init__(self, places: Floats | None = None) -> None:
        self.series = SeriesModel.blank()
        self.alike = 0.0
        self.certain = False
        self._bank, self._places = Bank(), places
        self._ways: list[_Way] = []

    def meet(self, hollows: np.ndarray, looks: Floats, rgb: Floats) -> None:
        """See marbles in full view.

        Args:
            hollows: (n,) where they lie: the same marble is counted once.
            looks: (n, LOOK) of each.
            rgb: (n, 3) sRGB of each.
        """
        if self._bank.keep(hollows, looks, rgb):
            self._divide()

    def belongs(self, looks: Floats) -> Floats:
        """(n, 2) probability that looks (n, LOOK) are of either series, whatever divides them."""
        if not self._ways:
            return np.full((len(looks), 2), 0.5)
        shares = np.array([way.share for way in self._ways])
        p_first = [self._p_first(way, looks) for way in self._ways]
        first = shares @ p_first / shares.sum()
        return np.stack([first, 1 - first], axis=1)

    def nearest(self, looks: Floats) -> Floats:
        """(n,) distance of looks (n, LOOK) from the nearer series, whatever divides the marbles.

        One that tells as much as all ways do together. As long as all may be of one series, what
        is far from it may be the other's.
        """
        ways = [(way.share, way.series) for way in self._ways] or [(1.0, self.series)]
        likely = [
            share * np.exp(LOOK_ODDS * (LIKE_OTHERS - nearest_of(series, looks)))
            for share, series in ways
        ]
        likelihood = np.add.reduce(likely) / sum(share for share, _ in ways)
        nearest: Floats = LIKE_OTHERS - np.log(np.maximum(likelihood, TINY)) / LOOK_ODDS
        return nearest

    def _numbered(self, group: np.ndarray) -> np.ndarray:
        """(n,) the groups, so numbered that most marbles are of the series that they were of.

        What they look like is no name: in another light one series may look as the other did.
        But where both look as they did it was not the light that changed, but the marbles.
        """
        told = self._bank.told >= 0
        same = int(np.count_nonzero(group[told] == self._bank.told[told]))
        other = int(np.count_nonzero(told)) - same
        if self.series.known.any():
            means = np.array([self._bank.looks[group == k].mean(axis=0) for k in (0, 1)])
            away = self.series.distances(means)
            stays, turns = float(np.trace(away)), float(np.trace(away[::-1]))
            if not self.series.known.all():
                stays, turns = float(away[0, 0]), float(away[1, 0])
            elif self._bank.anew and min(stays, turns) < 2 * SAME**2:
                same = other = 0
            if same == other:
                other += int(turns < stays)
        return 1 - group if other > same else group

    def _p_first(self, way: _Way, looks: Floats) -> Floats:
        if way.series.known.all():
            return logistic(-TEMPER * way.colours.belongs(way.group == 1, looks, self._places))
        # One series met so far, the first: what is far from it is the other, or none.
        p_own = logistic((OWN - way.series.distances(looks)[:, 0]) / OWN_WIDTH)
        return p_own + self.alike * (0.5 - p_own)

    def _divide(self) -> None:
        """Learn both series anew from all that is kept."""
        looks, places = self._bank.looks, self._bank.places(self._places)
        found = divisions(looks, places=places)
        group = found[0].group
        if group.any():
            group = self._numbered(group)
            self._bank.told = group
        colours = Colours(looks, places)
        self.series = self._bank.series(group)
        self._ways = [_Way(found[0].share, group, self.series, colours)]
        for way in found[1:]:
            if way.share > UNLIKELY:
                agrees = (way.group == group).mean() >= 0.5 or not way.group.any()
                named = way.group if agrees else 1 - way.group
                self._ways.append(_Way(way.share, named, self._bank.series(named), colours))
        # By one chance in two of either series for each marble.
        one = 0.5 ** (len(looks) - 1)
        two = ALIKE * (1 - one)
        self.alike = two / (one + two)
        self.certain = _is_certain(found[0])


class AnotherLight:
    """Learns series anew from marbles on the board, where their trays stood in another light.

    What lamps, shadows and reflections do to a tray they may not do to the board: then
    its marbles lie between both series, and yet are plainly of two kinds. Which kind is
    which series those tell that are sure of theirs.
    """

    def __init__(self, places: Floats | None = None) -> None:
        self._bank, self._places = Bank(), places

    def meet(
        self,
        p_first_of: Callable[[Floats, np.ndarray], Floats],
        hollows: np.ndarray,
        looks: Floats,
        rgb: Floats,
    ) -> SeriesModel | None:
        """See marbles in full view; both series as they look on the board, once that is certain.

        Args:
            p_first_of: tells, as far as both are known, how probably looks (m, LOOK) in hollows
                (m,) are of the first.
            hollows: (n,) where the marbles lie.
            looks: (n, LOOK) of each.
            rgb: (n, 3) sRGB of each.
        """
        new = self._bank.keep(hollows, looks, rgb)
        # Fewer are never certain.
        if not new or len(self._bank.hollows) < 2 * KNOWN_MARBLES:
            return None
        p_first = p_first_of(self._bank.looks, self._bank.hollows)
        sure = np.maximum(p_first, 1 - p_first) > SURE
        if (~sure).sum() < KNOWN_MARBLES:
            return None
        looks, places = self._bank.looks, self._bank.places(self._places)
        likeliest = divisions(looks, places=places)[0]
        group = likeliest.group
        agrees = (group == (p_first < 0.5))[sure]
        if not _is_certain(likeliest) or not sure.any() or agrees.any() != agrees.all():
            return None
        # One series half in a lamp's light, and the other, are three kinds, not two.
        for own in (group == 0, group == 1):
            there = None if places is None else places[own]
            if divisions(looks[own], turns=False, places=there)[0].group.any():
                return None
        return self._bank.series(group if agrees.all() else 1 - group)


def nearest_of(series: SeriesModel, looks: Floats) -> Floats:
    """(n,) distance of looks (n, LOOK) from the nearer series.

    What is far from the one series met so far is the other's, or nobody's.
    """
    nearest: Floats = np.sqrt(series.distances(looks).min(axis=1))
    return nearest if series.known.all() else np.minimum(nearest, LIKE_OTHERS)


def _is_certain(way: Division) -> bool:
    """Whether enough marbles of both groups were met, and they are surely of two series."""
    few = int(np.bincount(way.group, minlength=2).min())
    return few >= KNOWN_MARBLES and way.share > KNOWN
