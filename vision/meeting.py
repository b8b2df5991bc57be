"""Both series learned from marbles as they come, where no trays have shown them.

Marbles of one series differ by their light and their veins, marbles of two series by
their colour as well. Whether a board full of marbles is one group or two is weighed as
Bayesian model comparison weighs it: how much better two means and the spread about
them explain the looks than one mean does, less what two means and every way of
dividing the marbles cost (Murphy, "Machine Learning", 5.3 and 25.2).
"""

from __future__ import annotations

import numpy as np

from vision.odds import SURE
from vision.series import (
    COMMON,
    LOOK,
    PRIOR_WEIGHT,
    TINT,
    SeriesModel,
    prior_covariance,
    turned,
)
from vision.types import Floats

# What a mean costs: of a look's fifteen numbers about eight are independent (three of a
# colour, and what shines and shades in the zones); the colours of series lie this many of
# one marble's deviations apart, squared.
NUMBERS, APART = 8, 6.0
LIGHT = 2.0  # deviations of one series' own marbles that a difference must exceed
KNOWN_MARBLES, KNOWN_ODDS = 4, 7.0  # of each series, log odds: as good as full trays
ALIKE = 0.05  # of all pairs of series can't be told apart, as far as anybody knows
BANK = 40  # looks kept: as many as both series have
SAME = 1.0  # prior deviations between two looks at one marble
ROUNDS = 10

_TURNS = np.concatenate([turned(np.arange(float(LOOK))[None], k) for k in range(4)]).astype(int)
_WHITE = np.linalg.inv(np.linalg.cholesky(prior_covariance()))


class Bank:
    """Looks of the marbles met so far, each marble's once.

    Attributes:
        looks: (n, LOOK) of each, the first met first.
        rgb: (n, 3) sRGB of each.
    """

    def __init__(self) -> None:
        self._hollows = np.zeros(0, int)
        self.looks, self.rgb = np.zeros((0, LOOK)), np.zeros((0, 3))

    def keep(self, hollows: np.ndarray, looks: Floats, rgb: Floats) -> bool:
        """Whether there are marbles among them that have not been met yet.

        Args:
            hollows: (n,) where they lie: the same marble is counted once.
            looks: (n, LOOK) of each.
            rgb: (n, 3) sRGB of each.
        """
        # Where one lies already, the last that was seen there is the same or its successor.
        last = np.full(max(self._hollows.max(initial=0), hollows.max(initial=0)) + 1, -1)
        last[self._hollows] = np.arange(len(self._hollows))
        here = last[hollows]
        known = np.flatnonzero(here >= 0)
        away = (looks[known] - self.looks[here[known]]) @ _WHITE.T
        same = known[(away**2).mean(axis=1) < SAME**2]
        self.looks[here[same]], self.rgb[here[same]] = looks[same], rgb[same]
        new = np.ones(len(hollows), bool)
        new[same] = False
        if not new.any():
            return False
        self._hollows = np.append(self._hollows, hollows[new])[-BANK:]
        self.looks = np.vstack([self.looks, looks[new]])[-BANK:]
        self.rgb = np.vstack([self.rgb, rgb[new]])[-BANK:]
        return True

    def series(self, group: np.ndarray) -> SeriesModel:
        """Learned from groups 0 and 1 of the marbles (n,)."""
        groups = [group == k for k in (0, 1)]
        return SeriesModel.of([self.looks[g] for g in groups], [self.rgb[g] for g in groups])


class FirstMarbles:
    """Learns the looks of two series from the marbles met so far.

    Attributes:
        series: as far as they have been met; the first marble's is number 0.
        odds: log odds that what was met is of two series.
        alike: probability that both series were met though all look like one.
        certain: enough was met, and it is surely of two series.
    """

    def __init__(self) -> None:
        self.series = SeriesModel.blank()
        self.odds = -np.inf
        self.alike = 0.0
        self.certain = False
        self._bank = Bank()

    def meet(self, hollows: np.ndarray, looks: Floats, rgb: Floats) -> None:
        """See marbles in full view.

        Args:
            hollows: (n,) where they lie: the same marble is counted once.
            looks: (n, LOOK) of each.
            rgb: (n, 3) sRGB of each.
        """
        if self._bank.keep(hollows, looks, rgb):
            self._divide()

    def _divide(self) -> None:
        """Learn both series anew from all that is kept."""
        looks = self._bank.looks
        group, self.odds = split(looks)
        if self.series.known.any():
            # Whichever group the first series' marbles are in keeps its number.
            first = self.series.distances(looks)[:, 0]
            if group.any() and first[group == 1].mean() < first[group == 0].mean():
                group = 1 - group
        self.series = self._bank.series(group)
        # By one chance in two of either series for each marble.
        one = 0.5 ** (len(looks) - 1)
        two = ALIKE * (1 - one)
        self.alike = 0.0 if group.any() else two / (one + two)
        self.certain = _is_certain(group, self.odds)


class AnotherLight:
    """Learns series anew from marbles on the board, where their trays stood in another light.

    What lamps, shadows and reflections do to a tray they may not do to the board: then
    its marbles lie between both series, and yet are plainly of two kinds. Which kind is
    which series those tell that are sure of theirs.
    """

    def __init__(self) -> None:
        self._bank = Bank()

    def meet(
        self, series: SeriesModel, hollows: np.ndarray, looks: Floats, rgb: Floats
    ) -> SeriesModel | None:
        """See marbles in full view; both series as they look on the board, once that is certain.

        Args:
            series: as known so far.
            hollows: (n,) where the marbles lie.
            looks: (n, LOOK) of each.
            rgb: (n, 3) sRGB of each.
        """
        if not self._bank.keep(hollows, looks, rgb):
            return None
        p_first = series.p_first(series.distances(self._bank.looks))
        sure = np.maximum(p_first, 1 - p_first) > SURE
        if (~sure).sum() < KNOWN_MARBLES:
            return None
        group, odds = split(self._bank.looks)
        agrees = (group == (p_first < 0.5))[sure]
        if not _is_certain(group, odds) or not sure.any() or agrees.any() != agrees.all():
            return None
        # One series half in a lamp's light, and the other, are three kinds, not two.
        if any(split(self._bank.looks[group == k])[1] > 0 for k in (0, 1)):
            return None
        return self._bank.series(group if agrees.all() else 1 - group)


def _is_certain(group: np.ndarray, odds: float) -> bool:
    """Whether enough marbles of both groups (n,) were met, and they are surely of two series."""
    few = int(np.bincount(group, minlength=2).min())
    return few >= KNOWN_MARBLES and odds > KNOWN_ODDS


def split(looks: Floats) -> tuple[np.ndarray, float]:
    """Which of two groups each look is of: (n,) of 0 and 1, all 0 for one; log odds of two.

    Groups are looked for in the whole look, in its tint and in its brightness, since a
    small difference in one is lost among the others' variety.

    Args:
        looks: (n, LOOK).
    """
    one = np.zeros(len(looks), int)
    if len(looks) < 2:
        return one, -np.inf
    white = looks @ _WHITE.T
    zones = looks.reshape(len(looks), -1, 3)
    tint = (zones - zones.mean(axis=2, keepdims=True)).mean(axis=1)
    found = [_refined(looks, _halves(p)) for p in (white, tint, looks.mean(axis=1)[:, None])]
    found = [group for group in found if group.any() and _beyond_light(looks, group)]
    if not found:
        return one, -np.inf
    evidence = [_evidence(looks, group) for group in found]
    best = int(np.argmax(evidence))
    group = found[best]
    # The more marbles, the less likely that all of them are of one series.
    odds = evidence[best] - _evidence(looks, one) + float(np.log(len(looks) - 1))
    if odds < 0:
        return one, odds
    return (group if group[0] == 0 else 1 - group), odds


def _halves(points: Floats) -> np.ndarray:
    """Two-means, started from the two points farthest apart."""
    apart = np.linalg.norm(points[:, None] - points[None], axis=2)
    i, j = np.unravel_index(apart.argmax(), apart.shape)
    centres = points[[i, j]]
    group = np.zeros(len(points), int)
    for _ in range(ROUNDS):
        squared = ((points[:, None] - centres) ** 2).sum(axis=2)
        nearer = (squared[:, 1] < squared[:, 0]).astype(int)
        if (nearer == group).all():
            break
        group, centres = nearer, _means(points, nearer)
    return group


def _means(points: Floats, group: np.ndarray) -> Floats:
    """(2, k) of the points (n, k) of each group; 0 for one without any."""
    member = (group == np.array([[0], [1]])).astype(float)
    means: Floats = member @ points / np.maximum(member.sum(axis=1, keepdims=True), 1)
    return means


def _refined(looks: Floats, group: np.ndarray) -> np.ndarray:
    """Each marble to the nearer mean, in the spread that the groups themselves show."""
    points = looks @ _WHITE.T
    for _ in range(ROUNDS):
        if group.min() == group.max():
            return np.zeros(len(looks), int)
        spread = _scatter(looks, group)
        away = points[:, None] - _means(points, group)
        squared = away * np.linalg.solve(spread, away.reshape(-1, LOOK).T).T.reshape(away.shape)
        nearer = squared.sum(axis=2).argmin(axis=1)
        if (nearer == group).all():
            break
        group = nearer
    return group


def _scatter(looks: Floats, group: np.ndarray) -> Floats:
    """(LOOK, LOOK) about the groups' means and the prior's, in the prior's units."""
    spread = np.clip(looks - _means(looks, group)[group], -1.0, 1.0)
    every_way = spread[:, _TURNS].reshape(-1, LOOK) @ _WHITE.T
    scatter: Floats = every_way.T @ every_way / 4 + PRIOR_WEIGHT * np.eye(LOOK)
    return scatter


def _evidence(looks: Floats, group: np.ndarray) -> float:
    """Log evidence of looks divided so, but for what is the same however they are divided."""
    n, counts = len(looks), np.bincount(group, minlength=2)
    fit = -0.5 * (PRIOR_WEIGHT + n) * float(np.linalg.slogdet(_scatter(looks, group))[1])
    means = 0.5 * NUMBERS * float(np.log(1 + APART * counts).sum())
    return fit - means - (n * np.log(2) if counts.all() else 0.0)


def _beyond_light(looks: Floats, group: np.ndarray) -> bool:
    """Whether the groups differ by more than light makes marbles of one series differ."""
    means = _means(looks, group)
    change = (means[1] - means[0]).reshape(-1, 3).mean(axis=0)
    level = change.mean()
    tint = float(np.linalg.norm(change - level))
    # The tint that all zones of a marble share varies less than each zone's own.
    return bool((level / COMMON) ** 2 + (tint / (0.5**0.5 * TINT)) ** 2 > LIGHT**2)
