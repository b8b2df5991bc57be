"""One long groove of a tray, read along its length as runs of marbles and of empty wood.

Marbles in a groove touch and roll together, so places are not looked at one by one. Each
pixel is compared with what it showed bare and with what the marbles of that groove showed
when it was full; the cheapest way to lay n marbles along the groove (dynamic programming,
as line breaking does) is found for every n. The answer is given only when no other n
explains the groove nearly as well, and the best one explains all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.camera.projection import Projection
from vision.types import Floats

IN_A_ROW: Final = 10
"""Attack marbles in a full groove (the rules' A2: twenty, in two long grooves)."""

FINE: Final = 12
"""Samples along and across a marble."""

BEYOND: Final = 1
"""Marbles' widths looked at beyond both ends: marbles roll as far as the groove is long."""

ACROSS: Final = 0.34
"""Of a marble's width: how far to both sides of the middle a groove is read."""

SMOOTH: Final = 3
"""Samples over which noise is evened out: a quarter of a marble."""

SHADOW: Final = 0.7
"""Of the logarithm: how much a shadow may darken empty wood, half of the light."""

LIGHTER: Final = 0.25
"""Of the logarithm: how much the light at a tray may change otherwise, and on its marbles."""

SHADE_PRICE: Final = 0.5
"""Of a darkening that is even, what it costs: a dark marble is no shadow."""

BESIDE: Final = FINE // 4
"""Columns beside a marble that show its contact with the wood, and its own round edge."""

CAST: Final = 2 * FINE
"""Columns beyond that on which its shadow may lie."""

SHOWN: Final = 0.2
"""Share of the light and dark that wood, or a marble, has of its own which must be seen: whatever
hides it has another. On the recorded boards 99 of 100 marbles and stretches of wood had half."""

PLAINLY: Final = 0.5
"""Likewise, of wood in a shadow that is no small one: skin and cloth have none of it."""

FAINT: Final = 0.01
"""Of the logarithm: a pattern weaker than that is no pattern."""

READABLE: Final = 0.15
"""Of the whole difference between marble and wood: less is within what marbles of one kind
differ by among themselves, and tells nothing."""

EXPLAINED: Final = 0.3
"""Share of the way from what such marbles show to empty wood, beyond which one is neither."""

BARE: Final = 0.25
"""Share of the difference between full and empty beyond which wood is not bare: skin may be
nearly as bright."""

APART: Final = 0.25
"""Share of what a marble more or less costs at such a groove by which another count must
be worse."""


def seen_at(log: np.ndarray, projection: Projection, places: Floats) -> Floats:
    """Log values (..., 3) at board places (..., 2); nan out of view."""
    x, y = np.moveaxis(projection(places).astype(np.float32).reshape(len(places), -1, 2), 2, 0)
    seen: Floats = cv2.remap(
        log,
        np.ascontiguousarray(x),
        np.ascontiguousarray(y),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=[np.nan] * 3,
    ).astype(float)
    return seen.reshape(*places.shape[:-1], 3)


def across(step: Floats) -> Floats:
    """(2,) the way across a row of that step, as long as it."""
    return np.array([-step[1], step[0]])


@dataclass(frozen=True, slots=True, eq=False)
class Groove:
    """One long groove: its places and what they show, bare and full.

    Attributes:
        places: (columns, across, 2) on the board.
        bare: (columns, across, 3) log.
        beside: the same, and beyond both ends what lay there beside the full row: a Queen, a box.
        kinds: (IN_A_ROW + 1, FINE, across, 3) what its marbles showed, and their median.
        whole: mean difference between marble and bare wood, log.
        alike: mean difference of its marbles among themselves.
        apart: by how much at least one of both is less like the other than like its own kind.
    """

    places: Floats
    bare: Floats
    beside: Floats
    kinds: Floats
    whole: float
    alike: float
    apart: float

    @staticmethod
    def of(
        bare: np.ndarray, full: np.ndarray, projection: Projection, start: Floats, step: Floats
    ) -> Groove:
        """From the logs of both pictures, the light of the bare one in both."""
        along = (np.arange(FINE * (IN_A_ROW + 2 * BEYOND)) + 0.5) / FINE - BEYOND - 0.5
        beside = np.linspace(-ACROSS, ACROSS, FINE // 2 + 1)
        places = (
            start + along[:, None, None] * step + beside[None, :, None] * across(step)[None, None]
        )
        empty, taken = (smooth(seen_at(log, projection, places)) for log in (bare, full))
        there = slice(FINE * BEYOND, FINE * (BEYOND + IN_A_ROW))
        marbles = taken[there].reshape(IN_A_ROW, FINE, -1, 3)
        kinds = np.concatenate([marbles, np.median(marbles, axis=0)[None]])
        whole = float(np.abs(kinds[-1] - empty[there].reshape(marbles.shape)).mean())
        others = taken.copy()
        others[there] = empty[there]
        groove = Groove(places, empty, others, kinds, whole, 0.0, 0.0)
        return groove._measured(taken, there)

    def _measured(self, full: Floats, there: slice) -> Groove:
        """With what tells marbles and wood apart, by the pictures of both."""
        beside = [(k - 1, k + 1, IN_A_ROW) for k in range(IN_A_ROW)]
        own = [
            min(self._misfit(self.kinds[k], j) for j in others if 0 <= j <= IN_A_ROW)
            for k, others in enumerate(beside)
        ]
        alike = float(np.median(own))
        as_wood = self._empty(full)[0][there].reshape(IN_A_ROW, FINE).mean(axis=1)
        as_marble = self._marble(self.bare) / FINE
        apart = min(float(np.median(as_wood)) - alike, float(np.median(as_marble)))
        return replace(self, alike=alike, apart=apart)

    def read(self, log: np.ndarray, projection: Projection) -> tuple[int, float] | None:
        """How many marbles, and how clearly, 0..1; None when that can't be told."""
        seen = smooth(seen_at(log, projection, self.places))
        if np.isnan(seen).any() or not self.apart > READABLE * self.whole:
            return None
        (empty, away), marble = self._empty(seen), self._marble(seen)
        costs = cheapest(empty, marble) / (FINE * self.apart)
        best = int(costs.argmin())
        margin = float(np.delete(costs, best).min() - costs[best])
        if margin < APART:
            return None
        taken = layout(empty, marble, best)
        are_marbles = self._are_marbles(seen, taken, marble[taken] / FINE)
        if not (are_marbles and self._is_wood(seen, taken, empty, away)):
            return None
        return best, min(1.0, margin)

    def _empty(self, seen: Floats) -> tuple[Floats, Floats]:
        """(columns,) misfit of no marble, a shadow's price with it; (columns,) without."""
        bare, beside = self._as_wood(seen, self.bare), self._as_wood(seen, self.beside)
        return np.minimum(bare[0], beside[0]), np.minimum(bare[1], beside[1])

    def _as_wood(self, seen: Floats, wood: Floats) -> tuple[Floats, Floats]:
        most = 2 * self.whole
        away = seen - wood
        shade = np.clip(np.median(away.mean(axis=2), axis=1), -SHADOW, LIGHTER)
        misfit = np.minimum(np.abs(away - shade[:, None, None]), most).mean(axis=(1, 2))
        return misfit + SHADE_PRICE * np.abs(shade), misfit

    def _marble(self, seen: Floats) -> Floats:
        """(columns - FINE + 1,) misfit of a marble that begins there, times its columns.

        It may be as the one that lay there when the groove was full, or beside it, was: the
        light is its own at each place. Or as they are in the median.
        """
        windows = np.lib.stride_tricks.sliding_window_view(seen, FINE, axis=0)
        misfit = np.full(len(windows), np.inf)
        place = np.clip(np.rint(np.arange(len(windows)) / FINE) - BEYOND, 0, IN_A_ROW - 1)
        for kind, model in enumerate(self.kinds):
            which = np.flatnonzero((np.abs(place - kind) <= 1) | (kind == IN_A_ROW))
            away = windows[which] - model.transpose(1, 2, 0)[None]
            shade = np.clip(away.mean(axis=(1, 2, 3)), -LIGHTER, LIGHTER)
            away = np.minimum(np.abs(away - shade[:, None, None, None]), 2 * self.whole)
            away = away.mean(axis=(1, 2, 3)) + SHADE_PRICE * np.abs(shade)
            misfit[which] = np.minimum(misfit[which], away)
        return FINE * misfit

    def _misfit(self, seen: Floats, kind: int) -> float:
        return float(np.minimum(np.abs(seen - self.kinds[kind]), 2 * self.whole).mean())

    def _are_marbles(self, seen: Floats, taken: list[int], misfits: Floats) -> bool:
        """Whether what begins at those columns is as like marbles as they are, and shaded so."""
        most = self.alike + EXPLAINED * (self.whole - self.alike)
        if (misfits > most).any():
            return False
        for k in taken:
            place = round(k / FINE) - BEYOND
            kinds = [*self.kinds[max(place - 1, 0) : place + 2], self.kinds[IN_A_ROW]]
            if share(seen[k : k + FINE], np.array(kinds)).max() < SHOWN:
                return False
        return True

    def _is_wood(self, seen: Floats, taken: list[int], empty: Floats, away: Floats) -> bool:
        """Whether the wood beside those marbles is as it was, but for shadows.

        Its own light and dark must be seen; the plainer they are, the deeper the shadow of the
        other row's marbles may be that lies on it.
        """
        wood = empty.copy()
        for k in taken:
            # Beside a marble lies its shadow, for nothing.
            cast = slice(max(k - BESIDE - CAST, 0), k + FINE + BESIDE + CAST)
            wood[cast] = away[cast]
        apart = _apart(taken, len(empty))
        shown = self._shown(seen, apart)
        if shown > SHOWN and self._worst(wood, apart) <= BARE:
            return True
        return shown > PLAINLY and self._worst(away, apart) <= BARE

    def _worst(self, misfit: Floats, apart: np.ndarray) -> float:
        """The worst of a marble's width of wood, its misfit as a share of the whole difference."""
        inside = np.where(apart, misfit, 0)[FINE * BEYOND : -FINE * BEYOND]
        return float(np.convolve(inside, np.ones(FINE) / FINE, "valid").max()) / self.whole

    def _shown(self, seen: Floats, apart: np.ndarray) -> float:
        """Share of the wood's own light and dark that is seen where least of it is."""
        stretches = range(FINE * BEYOND, len(apart) - FINE * (BEYOND + 1) + 1)
        whole = [k for k in stretches if apart[k : k + FINE].all()]
        shown = share(_windows(seen, whole), _windows(self.bare, whole))
        return float(shown.min(initial=1.0))


def _windows(strip: Floats, columns: list[int]) -> Floats:
    """(n, FINE, across, 3) of a strip, from those columns on."""
    windows: Floats = strip[np.array(columns, int)[:, None] + np.arange(FINE)]
    return windows


def _apart(taken: list[int], columns: int) -> np.ndarray:
    """(columns,) bool: those that show nothing but wood, when marbles begin at some of them.

    Of a gap that would hold one more, at least as much is left as that one would hide.
    """
    apart = np.zeros(columns, bool)
    ends = [0, *(k + FINE for k in sorted(taken))]
    for low, high in zip(ends, [*sorted(taken), columns], strict=True):
        beside = min(BESIDE, max(high - low - FINE, 0) // 2)
        apart[low + beside * (low > 0) : high - beside * (high < columns)] = high - low >= FINE
    return apart


def share(seen: Floats, own: Floats) -> Floats:
    """(...) how much of its own light and dark is seen, slopes of light taken off; 1 without any.

    Args:
        seen: (..., columns, across, 3) log.
        own: the same, as it should be.
    """
    detail, wanted = _detail(seen), _detail(own)
    energy = (wanted * wanted).mean(axis=(-2, -1))
    both = (detail * wanted).mean(axis=(-2, -1))
    shown: Floats = np.where(energy < FAINT**2, 1.0, both / np.maximum(energy, FAINT**2))
    return shown


def _detail(patch: Floats) -> Floats:
    """(..., columns, across) brightness of (..., columns, across, 3), less the plane through it."""
    grey = patch.mean(axis=-1)
    x, y = (np.linspace(-1, 1, n) for n in grey.shape[-2:])
    along = grey.mean(axis=-1) @ x / (x @ x)
    across = grey.mean(axis=-2) @ y / (y @ y)
    level = grey.mean(axis=(-2, -1))[..., None, None]
    detail: Floats = (
        grey - level - along[..., None, None] * x[:, None] - across[..., None, None] * y
    )
    return detail


def smooth(strip: Floats) -> Floats:
    """(columns, across, 3) with its noise evened out."""
    evened = cv2.blur(strip, (SMOOTH, SMOOTH), borderType=cv2.BORDER_REPLICATE)
    return evened.astype(float, copy=False)


def _table(empty: Floats, marble: Floats) -> Floats:
    """(IN_A_ROW + 1, columns + 1) least cost of so many marbles within the first columns.

    Beyond that of the empty wood there: it falls only where a marble ends.
    """
    columns, wood = len(empty), np.concatenate([[0], np.cumsum(empty)])
    instead = marble - (wood[FINE:] - wood[:-FINE])
    least = np.full((IN_A_ROW + 1, columns + 1), np.inf)
    least[0] = 0
    for n in range(1, IN_A_ROW + 1):
        least[n, FINE:] = np.minimum.accumulate(least[n - 1, :-FINE] + instead)
    return least


def cheapest(empty: Floats, marble: Floats) -> Floats:
    """(IN_A_ROW + 1,) least cost of every number of marbles.

    Args:
        empty: (columns,) cost of empty wood.
        marble: (columns - FINE + 1,) cost of a marble that begins there.
    """
    least: Floats = _table(empty, marble)[:, -1] + empty.sum()
    return least


def layout(empty: Floats, marble: Floats, count: int) -> list[int]:
    """Columns at which that many marbles begin, laid the cheapest way."""
    least, end, begins = _table(empty, marble), len(empty), []
    for n in range(count, 0, -1):
        # The first place at which so many cost so little is where the last of them ends.
        end = int(np.searchsorted(-least[n, : end + 1], -least[n, end])) - FINE
        begins.append(end)
    return begins
