"""What glass shows of the hollow behind it, where its look was learned before other wood.

A clear marble takes on the colour of what it lies in: amber over a hollow that is painted green
is as dark as smoky glass in a tray of pale wood. How clear either series is nobody says; all the
marbles in view do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.colours.moved import moved_by
from vision.colours.series import LOOK, WITNESSES, SeriesModel, told_apart
from vision.types import Floats

# Whatever colour glass takes out of the light that comes through, its surface reflects the lamp's:
# that much of its darkest channel, in ways that glass may be. Opaque marbles only reflect.
REFLECTED = (0.5, 1.0)
# Of the logarithm: so near to white cameras' curves are flat, and what is shown may be lighter.
NEARLY_WHITE = 0.1
HARDLY = 1e-2  # ways so unlikely are not asked
_EVERY_ZONE = np.ones((LOOK // 3, 1))


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """How far looks are from both series, in every way that their marbles may be clear.

    Attributes:
        shifts: (2, k, n, LOOK) of either series' look in each hollow; (2, 1, 1, LOOK) for none.
        squared: (2, k, n) distances from either series.
        along: (k, k, n, LOOK) what leads from the second series to the first.
        apart: (k, k, n) how far that is, squared.
    """

    shifts: Floats
    squared: Floats
    along: Floats
    apart: Floats

    @staticmethod
    def of(
        series: SeriesModel, looks: Floats, behind: Floats | None, white: Floats | None = None
    ) -> Apart:
        """From two series that are known.

        Args:
            series: both.
            looks: (n, LOOK) of marbles.
            behind: (n, 3) or (2, n, 3) as of `shifts_of`; None for hollows like the trays.
            white: (n, 3) looks of what is as light as a picture can be; None for no such limit.
        """
        shifts = np.zeros((2, 1, 1, LOOK))
        if behind is not None:
            shifts = shifts_of(series.means, behind)
        means = series.means[:, None, None] + shifts
        cut_off = cut_off_at(white, looks)
        away = looks - means
        if cut_off.any():
            lighter = cut_off.any(axis=1)
            # In more light, or in a lamp's of another colour, what is white stays as white.
            means, away = (np.broadcast_to(part, away.shape).copy() for part in (means, away))
            seen = away[:, :, lighter]
            away[:, :, lighter] = series.completed(seen, cut_off[lighter])
            means[:, :, lighter] -= away[:, :, lighter] - seen
            shifts = means - series.means[:, None, None]
        along, apart = series.between(means[0][:, None] - means[1][None])
        return Apart(shifts, series.squared(away), along, apart)

    @property
    def ways(self) -> int:
        """In how many ways either series may be clear."""
        ways: int = self.squared.shape[1]
        return ways

    @property
    def second(self) -> np.ndarray:
        """(n,) bool, which are nearer to the second series."""
        first, second = np.minimum.reduce(self.squared, axis=1)
        nearer: np.ndarray = second < first
        return nearer

    @property
    def nearest(self) -> Floats:
        """(n,) squared distance from the nearer series."""
        nearest: Floats = np.minimum.reduce(self.squared, axis=(0, 1))
        return nearest


class Glass:
    """Believes what the marbles in view tell of how clear either series is."""

    def __init__(self) -> None:
        self._shares, self._moved = np.ones((1, 1)), np.zeros((1, 1))

    def see(self, apart: Apart, in_view: np.ndarray) -> None:
        """See marbles.

        Args:
            apart: of all hollows.
            in_view: (n,) bool, marbles in full view.
        """
        squared = apart.squared.compress(in_view, axis=2)
        distances = apart.apart
        if apart.shifts.shape[2] > 1:
            distances = distances.compress(in_view, axis=2)
        self._shares = _shares_of(squared)
        self._moved = np.zeros(self._shares.shape)
        ways = first, second = self._ways()
        both = np.array([squared[0, first], squared[1, second]])
        self._moved[ways] = moved_by(distances[ways], both.transpose(1, 2, 0))

    def p_first(self, apart: Apart, tints: Floats | None = None) -> Floats:
        """(n,) probability that marbles are of the first series, in all ways they may be clear.

        Args:
            apart: of the marbles.
            tints: (n, 3) as of `told_apart`.
        """
        shares, told = self.each_way(apart, tints)
        p_first: Floats = shares @ told
        return p_first

    def each_way(self, apart: Apart, tints: Floats | None = None) -> tuple[Floats, Floats]:
        """(k,) how probable each way is in which both may be clear; (k, n) `p_first` in that way.

        Args as of `p_first`.
        """
        self._fit(apart)
        ways = first, second = self._ways()
        shares, moved = self._shares[ways], self._moved[ways][:, None]
        squared = apart.squared[0, first], apart.squared[1, second]
        told = told_apart(*squared, apart.along[ways], apart.apart[ways], tints, moved)
        return shares / np.add.reduce(shares), told

    def p_of_several(self, apart: Apart, looks: int) -> Floats:
        """(k, m) `each_way`, of m marbles whose looks may each be one of several.

        The likelier a look is to be one of either series' at all, the more it counts.

        Args:
            apart: how far from both all marbles are by their first looks, then by their second.
            looks: how many each has.
        """
        told = self.each_way(apart)[1]
        first, second = self._ways()
        both = np.array([apart.squared[0, first], apart.squared[1, second]])
        both, told = (of.reshape(*of.shape[:-1], looks, -1) for of in (both, told))
        least = np.maximum(np.minimum.reduce(both, axis=(0, 2), keepdims=True), 1)
        likely = np.logaddexp.reduce(-WITNESSES * both / least)
        shares = np.exp(likely - np.maximum.reduce(likely, axis=1, keepdims=True))
        p_first: Floats = np.add.reduce(shares * told, axis=1) / np.add.reduce(shares, axis=1)
        return p_first

    def likeliest(self, apart: Apart) -> tuple[Floats, Floats]:
        """(n, 2) squared distances and (2, n or 1, LOOK) shifts, in the likeliest way."""
        self._fit(apart)
        k, m = divmod(int(self._shares.argmax()), len(self._shares))
        squared = np.array([apart.squared[0, k], apart.squared[1, m]]).T
        return squared, np.array([apart.shifts[0, k], apart.shifts[1, m]])

    def _fit(self, apart: Apart) -> None:
        """Begin anew where other ways are possible than were."""
        ways = apart.squared.shape[1]
        if len(self._shares) != ways:
            self._shares = np.full((ways, ways), 1 / ways**2)
            self._moved = np.zeros((ways, ways))

    def _ways(self) -> tuple[np.ndarray, np.ndarray]:
        """Which of the first series' and of the second's ways to be clear go together, likely."""
        first, second = (self._shares > HARDLY).nonzero()
        return first, second


def _shares_of(squared: Floats) -> Floats:
    """(k, k) how likely marbles make every two ways, of (2, k, n) squared distances."""
    if squared.shape[1] == 1:
        return np.ones((1, 1))
    likely = -WITNESSES * squared / np.maximum(np.minimum.reduce(squared, axis=(0, 1)), 1)
    # Of either series as probably, each: a mixture of which only the ways are unknown.
    odds = np.add.reduce(np.logaddexp(likely[0][:, None], likely[1][None]), axis=2)
    shares: Floats = np.exp(odds - odds.max())
    shares /= shares.sum()
    return shares


def cut_off_at(white: Floats | None, looks: Floats) -> np.ndarray:
    """(n, LOOK) bool, which numbers of looks (n, LOOK) may be larger than a picture can show.

    Args:
        white: (n, 3) as of `Apart.of`.
        looks: (n, LOOK) of marbles.
    """
    if white is None:
        return np.zeros(looks.shape, bool)
    zones = looks.reshape(len(looks), -1, 3)
    cut_off: np.ndarray = zones > (white - NEARLY_WHITE)[:, None]
    return cut_off.reshape(looks.shape)


def shifts_of(means: Floats, behind: Floats) -> Floats:
    """(2, k, n, LOOK) what hollows do to the looks of both series, opaque ones and clear ones.

    Of the light that a marble gave in its tray what its surface didn't reflect came through, from
    the wood; here it comes from the hollow.

    Args:
        means: (2, LOOK) both series' looks, log.
        behind: (n, 3) by what the hollows differ from the trays' wood, or (2, n, 3) where that is
            another in either tray, log.
    """
    seen = np.exp(np.add.reduce(means.reshape(2, -1, 3), axis=1) / (LOOK // 3))
    surface = np.array(REFLECTED)[:, None] * seen.min(axis=1)[:, None, None]
    through = np.zeros((2, 1 + len(REFLECTED), 1, 3))
    through[:, 1:, 0] = 1 - surface / seen[:, None]
    lost = np.log1p(through * np.expm1(behind)[..., None, :, :])
    shifts: Floats = lost[..., None, :] * _EVERY_ZONE
    return shifts.reshape(*lost.shape[:-1], LOOK)
