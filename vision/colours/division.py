"""One group of marbles or two: the likely ways of dividing them, and how likely each is.

Marbles of one series differ by their light and their veins, marbles of two series by
their colour as well. Whether a board full of marbles is one group or two is weighed as
Bayesian model comparison weighs it: how much better two means and the spread about
them explain the colours than one mean does, less what two means and every way of
dividing the marbles cost (Murphy, "Machine Learning", 5.3 and 25.2). Several ways may
be about as likely; then none of them alone is believed (Hoeting et al. 1999, "Bayesian
model averaging").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.colours.series import LOOK, TINT, prior_covariance
from vision.colours.weighing import Colours, swirls_of
from vision.types import Floats

# Marbles bear each other out less than independent ones would: they mirror each other. So the
# shares of the ways are their odds to that power, as likelihoods of models that are not quite right
# are tempered (Gruenwald and van Ommen 2017, "Inconsistency of Bayesian inference for misspecified
# linear models").
TEMPER = 0.5
# Light makes two groups of one series' marbles where a hard shadow crosses the board: seldom (log
# odds), and then takes about half of it.
SELDOM, SHADOW = 1.0, 0.5
# Deviation of a series' marbles from half of those that were met, players taking turns: in games
# recorded 0.5; positions that are set up or joined may be less even.
UNEVEN = 2.0
# A mixture of two normal distributions shows two peaks where their means are more than so many of
# its deviations apart (Schilling, Watkins and Watkins 2002, "Is human height bimodal?"). Groups
# nearer than that, in what the zones of one marble differ by, may show more and less of one swirl.
TWO_PEAKS = 2.0
PLAIN = 0.02  # log: so much the zones of a marble without a swirl differ in a colour, too
SAME = 1e-9  # log odds so near are rounding
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


def divisions(looks: Floats, turns: bool = True, places: Floats | None = None) -> list[Division]:
    """The likely ways of dividing marbles, one group among them, the likeliest first.

    The first marble is always of group 0.

    Args:
        looks: (n, LOOK).
        turns: whether two groups are two players', who lay their marbles by turns.
        places: (n, 2) where on the board they lie, in any unit; None for no matter where.
    """
    n = len(looks)
    one = np.zeros(n, int)
    if n < 2:
        return [Division(one, 0.0, 1.0)]
    colours = Colours(looks, places)
    found = [group for group in _likeliest(colours) if _beyond_swirl(looks, group)]
    tint, level = colours.parts(np.array(found, bool).reshape(-1, n))
    # By one chance in two of either series for each marble. And the more marbles, the less likely
    # that all of them are of one.
    coins = n * np.log(2) - np.log(n / 2)
    turned = np.array([_by_turns(n, int(group.sum())) if turns else 0.0 for group in found])
    two = TEMPER * (tint + level - coins) + turned
    of_light = np.array([_of_light(looks, group) for group in found]).reshape(-1, 2).T
    lit = np.stack([TEMPER * (level - coins) + of_light[0], two + of_light.sum(axis=0)])
    odds = np.append(0.0, two - float(np.logaddexp.reduce(lit, axis=None, initial=0.0)))
    shares = np.exp(odds - np.logaddexp.reduce(odds))
    groups = [one, *found]
    ranked = np.argsort(-odds, kind="stable")
    return [Division(groups[k], float(odds[k]), float(shares[k])) for k in ranked]


def unlikeness(first: Floats, second: Floats) -> Floats:
    """(n,) mean squared difference of looks (n, LOOK), in the deviations of any marbles."""
    white = (first - second) @ _WHITE.T
    away: Floats = np.add.reduce(white * white, axis=1) / LOOK
    return away


def _likeliest(colours: Colours) -> list[np.ndarray]:
    """Ways (n,) that no other marble's change makes likelier."""
    alike = colours.alike
    ways = climbed(colours.starts(), alike.odds, alike.odds_changed)
    ways = climbed(ways, colours.odds, colours.odds_changed)
    ways = _distinct(ways ^ ways[:, :1])
    return list(ways[ways.any(axis=1)].astype(int))


def _means(points: Floats, group: np.ndarray) -> Floats:
    """(2, k) of the points (n, k) of each group; 0 for one without any."""
    member = (group == np.array([[0], [1]])).astype(float)
    means: Floats = member @ points / np.maximum(member.sum(axis=1, keepdims=True), 1)
    return means


def _by_turns(n: int, second: int) -> float:
    """Log of how much likelier so many of n are of the second series by turns than by tossed coins.

    Both numbers are taken as normally distributed.
    """
    if np.sqrt(n) / 2 < UNEVEN:
        return 0.0
    narrower = 0.5 / UNEVEN**2 - 2 / n
    return float(np.log(np.sqrt(n) / 2 / UNEVEN) - narrower * (second - n / 2) ** 2)


def _of_light(looks: Floats, group: np.ndarray) -> tuple[float, float]:
    """Log of how likely light makes such groups, by their brightness and by their tint."""
    means = _means(looks, group)
    change = (means[1] - means[0]).reshape(-1, 3).mean(axis=0)
    level = change.mean()
    tint = float(np.linalg.norm(change - level))
    # The tint that all zones of a marble share varies less than each zone's own.
    return -SELDOM - (level / SHADOW) ** 2 / 2, -((tint / (0.5**0.5 * TINT)) ** 2) / 2


def _beyond_swirl(looks: Floats, group: np.ndarray) -> bool:
    """Whether the groups' colours lie farther apart than those that one marble shows.

    In the deviations (Mahalanobis) of the zones of single marbles, see `swirls_of`.
    """
    means = _means(looks, group)
    change = (means[1] - means[0]).reshape(-1, 3).mean(axis=0)
    own = swirls_of(looks).reshape(-1, 3)
    spread = own.T @ own / (len(own) - len(looks)) + PLAIN**2 * np.eye(3)
    return bool(change @ np.linalg.solve(spread, change) > TWO_PEAKS**2)


def climbed(
    ways: np.ndarray,
    odds_of: Callable[[np.ndarray], Floats],
    odds_changed: Callable[[np.ndarray], Floats],
) -> np.ndarray:
    """Ways (k, n) bool, that marble changed which makes each likelier by most, while one does."""
    ways = _distinct(ways)
    odds, climbing = odds_of(ways), np.arange(len(ways))
    for _ in range(ways.shape[1]):
        changed = odds_changed(ways[climbing])
        best = changed.argmax(axis=1)
        reached = changed[np.arange(len(climbing)), best]
        better = reached > odds[climbing] + SAME
        climbing, best = climbing[better], best[better]
        if not len(climbing):
            break
        ways[climbing, best] ^= True
        odds[climbing] = reached[better]
    return _distinct(ways)


def _distinct(ways: np.ndarray) -> np.ndarray:
    """The rows (k, n) bool that differ, in order.

    `np.unique` loads a part of NumPy when it is first called, while a game is on.
    """
    rows = sorted({row.tobytes() for row in ways})
    return np.frombuffer(b"".join(rows), bool).reshape(len(rows), ways.shape[1]).copy()
