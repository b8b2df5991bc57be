"""One group of marbles or two: the likely ways of dividing them, and how likely each is.

Marbles of one series differ by their light and their veins, marbles of two series by
their colour as well. Whether a board full of marbles is one group or two is weighed as
Bayesian model comparison weighs it: how much better two means and the spread about
them explain the looks than one mean does, less what two means and every way of
dividing the marbles cost (Murphy, "Machine Learning", 5.3 and 25.2). Several ways may
be about as likely; then none of them alone is believed (Hoeting et al. 1999, "Bayesian
model averaging").
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.series import COMMON, LOOK, PRIOR_WEIGHT, TINT, prior_covariance, turned
from vision.types import Floats

# What a mean costs: of a look's fifteen numbers about eight are independent (three of a
# colour, and what shines and shades in the zones); the colours of series lie this many of
# one marble's deviations apart, squared.
NUMBERS, APART = 8, 6.0
# So evidence counts each of the independent ones about twice, and promises too much: the shares
# of the ways are their odds to that power, as likelihoods of models that are not quite right are
# tempered (Gruenwald and van Ommen 2017, "Inconsistency of Bayesian inference for misspecified
# linear models"). Of hollows then read with p 0.95 to 0.99 without trays 97 % were right.
TEMPER = NUMBERS / LOOK
LIGHT = 2.0  # deviations of one series' own marbles that a difference must exceed
# Deviation of a series' marbles from half of those that were met, players taking turns: in games
# recorded 0.5; positions that are set up or joined may be less even.
UNEVEN = 2.0
FEW, FAR = 2, 1.0  # marbles that are no outliers, and how far (log) those lie
WAYS = 2  # ways in which the looks vary most that are tried
ROUNDS = 10
# A mixture of two normal distributions shows two peaks where their means are more than so many of
# its deviations apart (Schilling, Watkins and Watkins 2002, "Is human height bimodal?"). Groups
# nearer than that, in what the zones of one marble differ by, may show more and less of one swirl.
TWO_PEAKS = 2.0
PLAIN = 0.02  # log: so much the zones of a marble without a swirl differ in a colour, too

_TURNS = np.concatenate([turned(np.arange(float(LOOK))[None], k) for k in range(4)]).astype(int)
_WHITE = np.linalg.inv(np.linalg.cholesky(prior_covariance()))


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """A way of dividing marbles into groups.

    Attributes:
        group: (n,) of 0 and 1, which group each marble is of; all 0 for one.
        odds: log odds against one group.
        share: probability 0..1 among all the ways found, one group among them.
    """

    group: np.ndarray
    odds: float
    share: float


def divisions(looks: Floats, turns: bool = True) -> list[Division]:
    """The likely ways of dividing marbles, one group among them, the likeliest first.

    The first marble is always of group 0.

    Args:
        looks: (n, LOOK).
        turns: whether two groups are two players', who lay their marbles by turns.
    """
    looks = _tamed(looks)
    one = np.zeros(len(looks), int)
    ways = {tuple(_named(_refined(looks, start)).tolist()) for start in _starts(looks)}
    found = [np.array(way) for way in sorted(ways)]
    found = [group for group in found if group.any() and _beyond_light(looks, group)]
    swirls = [group for group in found if not _beyond_swirl(looks, group)]
    found = [group for group in found if _beyond_swirl(looks, group)]
    # What marbles that show more and less of their swirl explain they explain as one series. And
    # the more marbles, the less likely that all of them are.
    alike = max(_evidence(looks, group, turns) for group in [one, *swirls])
    least = alike - float(np.log(max(len(looks) - 1, 1)))
    odds = np.array([0.0] + [_evidence(looks, group, turns) - least for group in found])
    shares = np.exp(TEMPER * (odds - odds.max()))
    shares /= shares.sum()
    ranked = np.argsort(-odds, kind="stable")
    groups = [one, *found]
    return [Division(groups[k], float(odds[k]), float(shares[k])) for k in ranked]


def unlikeness(first: Floats, second: Floats) -> Floats:
    """(n,) mean squared difference of looks (n, LOOK), in the deviations of any marbles."""
    white = (first - second) @ _WHITE.T
    away: Floats = np.add.reduce(white * white, axis=1) / LOOK
    return away


def _tamed(looks: Floats) -> Floats:
    """Looks (n, LOOK), no number of which lies farther than `FAR` from those of marbles like it.

    A reflection or a finger in one sample must not widen a whole series. Black and white marbles
    are no such: seen as one series their numbers would all lie so far from its mean, and what
    is left of them there be taken for a good likeness, better than a camera's noise on black.
    """
    level, group = looks.mean(axis=1), np.zeros(len(looks), int)
    if len(looks) >= 2 * FEW:
        half = _halves(level[:, None])
        apart = abs(level[half == 0].mean() - level[half == 1].mean())
        if np.bincount(half, minlength=2).min() >= FEW and apart > FAR:
            group = half
    means = _means(looks, group)[group]
    tamed: Floats = means + np.clip(looks - means, -FAR, FAR)
    return tamed


def _named(group: np.ndarray) -> np.ndarray:
    return group if group[0] == 0 else 1 - group


def _starts(looks: Floats) -> list[np.ndarray]:
    """First guesses at two groups (n,).

    In the whole look, in its tint and in its brightness, since a small difference in one is
    lost among the others' variety; and by what varies most.
    """
    if len(looks) < 2:
        return []
    white = looks @ _WHITE.T
    zones = looks.reshape(len(looks), -1, 3)
    tint = (zones - zones.mean(axis=2, keepdims=True)).mean(axis=1)
    halves = [_halves(points) for points in (white, tint, looks.mean(axis=1)[:, None])]
    _, _, ways = np.linalg.svd(white - white.mean(axis=0), full_matrices=False)
    along = (white - white.mean(axis=0)) @ ways[:WAYS].T
    return halves + [cut for values in along.T for cut in _cuts(values)]


def _cuts(values: Floats) -> list[np.ndarray]:
    """Two groups (n,) of values: at their mean, and at the widest gap with some on either side."""
    ranked = np.sort(values)
    few = max(len(values) // 6, 1)
    gaps = np.diff(ranked)[few - 1 : len(values) - few]
    widest = ranked[few - 1 + int(gaps.argmax())]
    return [(values > cut).astype(int) for cut in (values.mean(), widest)]


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
    spread = looks - _means(looks, group)[group]
    every_way = spread[:, _TURNS].reshape(-1, LOOK) @ _WHITE.T
    scatter: Floats = every_way.T @ every_way / 4 + PRIOR_WEIGHT * np.eye(LOOK)
    return scatter


def _evidence(looks: Floats, group: np.ndarray, turns: bool = True) -> float:
    """Log evidence of looks divided so, but for what is the same however they are divided."""
    n, counts = len(looks), np.bincount(group, minlength=2)
    fit = -0.5 * (PRIOR_WEIGHT + n) * float(np.linalg.slogdet(_scatter(looks, group))[1])
    means = 0.5 * NUMBERS * float(np.log(1 + APART * counts).sum())
    return fit - means - (_cost(n, int(counts[1]), turns) if counts.all() else 0.0)


def _cost(n: int, second: int, turns: bool) -> float:
    """Of a way of dividing n marbles: as of so many tossed coins, or of turns taken.

    How many are of either series varies less by turns than with many coins; both numbers are
    taken as normally distributed.
    """
    coins = float(n * np.log(2))
    if not turns or np.sqrt(n) / 2 < UNEVEN:
        return coins
    narrower = 0.5 / UNEVEN**2 - 2 / n
    return float(coins + narrower * (second - n / 2) ** 2 - np.log(np.sqrt(n) / 2 / UNEVEN))


def _beyond_light(looks: Floats, group: np.ndarray) -> bool:
    """Whether the groups differ by more than light makes marbles of one series differ."""
    means = _means(looks, group)
    change = (means[1] - means[0]).reshape(-1, 3).mean(axis=0)
    level = change.mean()
    tint = float(np.linalg.norm(change - level))
    # The tint that all zones of a marble share varies less than each zone's own.
    return bool((level / COMMON) ** 2 + (tint / (0.5**0.5 * TINT)) ** 2 > LIGHT**2)


def _beyond_swirl(looks: Floats, group: np.ndarray) -> bool:
    """Whether the groups' colours lie farther apart than those that one marble shows.

    In the deviations (Mahalanobis) of the zones of single marbles from their own mean.
    """
    means = _means(looks, group)
    change = (means[1] - means[0]).reshape(-1, 3).mean(axis=0)
    zones = looks.reshape(len(looks), -1, 3)
    own = (zones - zones.mean(axis=1, keepdims=True)).reshape(-1, 3)
    spread = own.T @ own / (len(own) - len(looks)) + PLAIN**2 * np.eye(3)
    return bool(change @ np.linalg.solve(spread, change) > TWO_PEAKS**2)
