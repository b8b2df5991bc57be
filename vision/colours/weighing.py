"""How much better two series explain the colours of marbles than one does.

What marbles of one series differ by is learned from themselves, under a normal inverse Wishart
prior (Murphy, "Machine Learning", 4.6.3 and 7.6.3), so those that hardly differ in tint are told
by a little of it. In two ways, of which nobody knows which is the better one (Hoeting et al. 1999,
"Bayesian model averaging"): either both series spread alike, or each by its own veins.
"""

from __future__ import annotations

from math import lgamma, log, pi

import numpy as np

from vision.colours.series import LOOK
from vision.reading.odds import logistic
from vision.types import Floats

# What marbles of one series differ by in the mean tint and brightness of their zones (log), beside
# what their swirls do to a mean, and how many marbles' worth that is, beyond the colour's own
# numbers: a rough guess that few outweigh.
TINTED, LIT, GUESS = 0.03, 0.15, 3
# In those deviations, squared: how far series lie from each other, how far light changes them
# from the middle of the board outwards, and how far off all of them may lie.
APART, ACROSS, ANYWHERE = 50.0, 0.1, 1e4
CUTS = 3  # widest gaps in what varies that are tried
TINY = 1e-6
ZONES = LOOK // 3

_TINTS = np.linalg.svd(np.eye(3) - 1 / 3)[2][:2].T  # (3, 2) a basis of what is no brightness


class AlikeSpread:
    """Weighs ways of dividing n marbles into two groups that spread alike, by some numbers of each.

    Light that changes over the board is allowed for, so a lamp on one side of it is no series.

    Args:
        points: (n, d) the numbers.
        expected: (d,) deviation of each within a series, roughly.
        places: (n, 2) where on the board the marbles lie, in any unit; None for no matter where.
    """

    def __init__(self, points: Floats, expected: Floats, places: Floats | None = None) -> None:
        n, self._numbers = points.shape
        self._points = points
        self._middle = np.zeros(2) if places is None else places.mean(axis=0)
        self._wide = np.ones(2) if places is None else np.maximum(places.std(axis=0), TINY)
        self._known = self._shared(n, places)
        inner = self._known.T @ self._known + np.eye(self._known.shape[1])
        # What is left of anything once what all marbles share is taken off.
        self._left = np.eye(n) - self._known @ np.linalg.solve(inner, self._known.T)
        self._believed = (self._numbers + GUESS) * np.diag(expected**2)
        self._freedom = self._numbers + GUESS + n
        left = self._left @ points
        scatter = np.linalg.cholesky(points.T @ left + self._believed)
        self._white = np.linalg.solve(scatter, left.T).T

    def _shared(self, n: int, places: Floats | None) -> Floats:
        """(n, 1 or 3) what marbles share, each in units in which it is as likely as a deviation."""
        always = np.full((n, 1), ANYWHERE**0.5)
        if places is None:
            return always
        return np.hstack([always, ACROSS**0.5 * (places - self._middle) / self._wide])

    def odds(self, second: np.ndarray) -> Floats:
        """(k,) log odds of two groups against one, of ways (k, n) bool."""
        sides = second - 0.5
        spread = ((sides @ self._left) * sides).sum(axis=1)
        return self._of(spread, ((sides @ self._white) ** 2).sum(axis=1))

    def odds_changed(self, second: np.ndarray) -> Floats:
        """(k, n) likewise, of each way with that marble in the other group."""
        sides = second - 0.5
        left, step = sides @ self._left, -2 * sides
        spread = (left * sides).sum(axis=1)[:, None] + 2 * step * left + self._left.diagonal()
        towards = (sides @ self._white)[:, None] + step[..., None] * self._white
        return self._of(spread, (towards**2).sum(axis=2))

    def _of(self, spread: Floats, explained: Floats) -> Floats:
        """Log odds of groups so spread over the board that explain so much of the scatter."""
        share = np.minimum(explained / (spread + 1 / APART), 1 - TINY)
        wide = self._numbers * np.log(APART * spread + 1)
        odds: Floats = -0.5 * (self._freedom * np.log1p(-share) + wide)
        return odds

    def belongs(self, second: np.ndarray, points: Floats, places: Floats | None) -> Floats:
        """(m,) log odds that another marble is of the second group.

        Args:
            second: (n,) bool, the way of dividing those that are known.
            points: (m, d) its numbers, of each of m marbles.
            places: (m, 2) of them.
        """
        known = np.column_stack([self._known, APART**0.5 * (second - 0.5)])
        inner = np.linalg.inv(known.T @ known + np.eye(known.shape[1]))
        seen = known.T @ self._points
        slopes = inner @ seen
        scatter = self._points.T @ self._points - seen.T @ slopes + self._believed
        white = np.linalg.inv(np.linalg.cholesky(scatter)).T
        shared, unlikely = self._shared(len(points), places), []
        for side in (-0.5, 0.5):
            cause = np.column_stack([shared, np.full(len(points), APART**0.5 * side)])
            away = (((points - cause @ slopes) @ white) ** 2).sum(axis=1)
            unsure = 1 + ((cause @ inner) * cause).sum(axis=1)
            wide = self._numbers * np.log(unsure)
            unlikely.append(wide + (self._freedom + 1) * np.log1p(away / unsure))
        odds: Floats = 0.5 * (unlikely[0] - unlikely[1])
        return odds


def _determinants(matrices: Floats) -> Floats:
    """(...) of symmetric (..., d, d), d 2 or 3: many at once, several times as fast as by LU."""
    a, b, d = matrices[..., 0, 0], matrices[..., 0, 1], matrices[..., 1, 1]
    if matrices.shape[-1] == 2:
        return a * d - b * b
    c, e, f = matrices[..., 0, 2], matrices[..., 1, 2], matrices[..., 2, 2]
    return a * (d * f - e * e) - b * (b * f - c * e) + c * (b * e - c * d)


class OwnSpreads:
    """The same where each group spreads by its own; see `AlikeSpread`."""

    def __init__(self, points: Floats, expected: Floats) -> None:
        n, self._numbers = points.shape
        self._middle = points.mean(axis=0)
        self._freedom = self._numbers + GUESS
        self._believed = self._freedom * np.diag(expected**2)
        self._points = points - self._middle
        self._squares = self._points[:, :, None] * self._points[:, None]
        self._terms = np.array([self._term(count) for count in range(n + 2)])
        self._one = self._evidence(*self._groups(np.zeros(n, bool)))[0]

    def _term(self, count: int) -> float:
        """What does not depend on where that many marbles of a group lie."""
        halves = [(self._freedom - k) / 2 for k in range(self._numbers)]
        gammas = sum(lgamma(half + count / 2) - lgamma(half) for half in halves)
        known = self._freedom * log(_determinants(self._believed))
        wide = self._numbers * (log(1 + count * APART) + count * log(pi))
        return float(gammas + (known - wide) / 2)

    def _evidence(self, counts: np.ndarray, sums: Floats, squares: Floats) -> Floats:
        """(...) log evidence of groups of so many marbles (...), by sums (..., d), (..., d, d)."""
        means = sums / (counts + 1 / APART)[..., None]
        scatter = self._believed + squares - means[..., None] * sums[..., None, :]
        spread = np.log(_determinants(scatter))
        evidence: Floats = self._terms[counts] - (self._freedom + counts) / 2 * spread
        return evidence

    def _groups(self, second: np.ndarray) -> tuple[np.ndarray, Floats, Floats]:
        """What `_evidence` takes, (2, ...), of the groups that ways (..., n) bool make."""
        member = np.stack([~second, second]).astype(float)
        squares = np.tensordot(member, self._squares, axes=1)
        return member.sum(axis=-1).astype(int), member @ self._points, squares

    def odds(self, second: np.ndarray) -> Floats:
        """(k,) as of `AlikeSpread.odds`."""
        odds: Floats = self._evidence(*self._groups(second)).sum(axis=0) - self._one
        return odds

    def odds_changed(self, second: np.ndarray) -> Floats:
        """(k, n) as of `AlikeSpread.odds_changed`."""
        counts, sums, squares = self._groups(second)
        comes = np.where(np.stack([~second, second]), -1, 1)
        changed = self._evidence(
            counts[..., None] + comes,
            sums[..., None, :] + comes[..., None] * self._points,
            squares[..., None, :, :] + comes[..., None, None] * self._squares,
        )
        odds: Floats = changed.sum(axis=0) - self._one
        return odds

    def belongs(self, second: np.ndarray, points: Floats) -> Floats:
        """(m,) as of `AlikeSpread.belongs`."""
        counts, sums, squares = (part[:, None] for part in self._groups(second))
        away = points - self._middle
        joined = self._evidence(counts + 1, sums + away, squares + away[:, :, None] * away[:, None])
        first, other = joined - self._evidence(counts, sums, squares)
        odds: Floats = other - first
        return odds


class Weighing:
    """Weighs by some numbers of each marble, whether both series spread alike or not.

    Args:
        points: (n, d) the numbers.
        expected: (d,) deviation of each within a series, roughly.
        places: (n, 2) as of `AlikeSpread`.

    Attributes:
        alike: as if they did.
    """

    def __init__(self, points: Floats, expected: Floats, places: Floats | None = None) -> None:
        self.alike = AlikeSpread(points, expected, places)
        self._own = OwnSpreads(points, expected)

    def odds(self, second: np.ndarray) -> Floats:
        """(k,) log odds of two groups against one, of ways (k, n) bool."""
        return _either(self.alike.odds(second), self._own.odds(second))

    def odds_changed(self, second: np.ndarray) -> Floats:
        """(k, n) likewise, of each way with that marble in the other group."""
        return _either(self.alike.odds_changed(second), self._own.odds_changed(second))

    def belongs(self, second: np.ndarray, points: Floats, places: Floats | None = None) -> Floats:
        """(m,) log odds that another marble is of the second group, as of `AlikeSpread.belongs`."""
        way = second[None]
        own = logistic(self._own.odds(way) - self.alike.odds(way))
        alike = self.alike.belongs(second, points, places)
        return alike + own * (self._own.belongs(second, points) - alike)


def _either(first: Floats, other: Floats) -> Floats:
    """Log odds where two models are as likely."""
    odds: Floats = np.logaddexp(first, other) - np.log(2)
    return odds


class Colours:
    """Weighs by tint and brightness together, since veins and clouds change both.

    Args:
        looks: (n, LOOK) of marbles.
        places: (n, 2) as of `AlikeSpread`.

    Attributes:
        alike: the same as if both series spread alike, which is sooner told.
    """

    def __init__(self, looks: Floats, places: Floats | None = None) -> None:
        self._colours = _colours(looks)
        expected = np.hypot([TINTED, TINTED, LIT], _swirl(looks) / ZONES**0.5)
        self._tint = Weighing(self._colours[:, :2], expected[:2], places)
        self._all = Weighing(self._colours, expected, places)
        self.odds, self.odds_changed = self._all.odds, self._all.odds_changed
        self.alike = self._all.alike

    def parts(self, second: np.ndarray) -> tuple[Floats, Floats]:
        """(k,) as of `Weighing.odds`: by tint, and what brightness adds to that."""
        tint = self._tint.odds(second)
        return tint, self.odds(second) - tint

    def belongs(self, second: np.ndarray, looks: Floats, places: Floats | None = None) -> Floats:
        """(m,) as of `Weighing.belongs`, of looks (m, LOOK)."""
        return self._all.belongs(second, _colours(looks), places)

    def starts(self) -> np.ndarray:
        """(k, n) bool, first guesses at two groups: at the widest gaps of what varies."""
        away = self._colours - self._colours.mean(axis=0)
        _, _, ways = np.linalg.svd(away, full_matrices=False)
        along = np.column_stack([away, away @ ways.T])
        return np.array([cut for values in along.T for cut in _cuts(values)])


def swirls_of(looks: Floats) -> Floats:
    """(n, ZONES, 3) what marbles' zones differ by from their own means, beyond what all show alike.

    A lamp on one side of all of them and the wood mirrored on the other are no swirls. What few
    marbles show alike may be chance: `GUESS` more are taken to show none of it.
    """
    zones = looks.reshape(-1, ZONES, 3)
    away = zones - zones.mean(axis=1, keepdims=True)
    swirls: Floats = away - away.sum(axis=0) / (len(away) + GUESS)
    return swirls


def _swirl(looks: Floats) -> Floats:
    """(3,) deviation of the colours of marbles' zones from their own means, see `swirls_of`."""
    away = swirls_of(looks).reshape(-1, 3)
    colours = np.column_stack([away @ _TINTS, away.mean(axis=1)])
    swirl: Floats = np.sqrt((colours**2).mean(axis=0) * ZONES / (ZONES - 1))
    return swirl


def _colours(looks: Floats) -> Floats:
    """(n, 3) mean tint of the zones, and their brightness."""
    means = looks.reshape(len(looks), -1, 3).mean(axis=1)
    return np.column_stack([means @ _TINTS, means.mean(axis=1)])


def _cuts(values: Floats) -> list[np.ndarray]:
    """Two groups (n,) bool of values: at their mean, and at the widest gaps."""
    ranked = np.sort(values)
    gaps = np.argsort(-np.diff(ranked))[:CUTS]
    return [values > cut for cut in (values.mean(), *ranked[gaps])]
