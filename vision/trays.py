"""How many attack marbles lie in a tray's long grooves, and whether the Queen is in her place.

Marbles in a groove touch and roll together, so places are not looked at one by one: the
groove is read along its length as runs of marbles and of empty wood. Each pixel is
compared with what it showed bare and with what marbles of that groove showed when it was
full; the cheapest way to lay n marbles along the groove (dynamic programming, as line
breaking does) is found for every n. The answer is given only when no other n explains
the groove nearly as well, and the best one explains it at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.projection import Projection
from vision.sampling import log_image
from vision.types import Floats, ImageBGR

IN_A_ROW: Final = 10
"""Attack marbles in a full groove (the rules' A2: twenty, in two long grooves)."""

FINE: Final = 12
"""Samples along and across a marble."""

BEYOND: Final = 1
"""Marbles' widths looked at beyond both ends: marbles roll as far as the groove is long."""

ACROSS: Final = 0.34
"""Of a marble's width: how far to both sides of the middle a groove is read."""

SHADOW: Final = 0.7
"""Of the logarithm: how much a shadow may darken empty wood, half of the light."""

SHADE_PRICE: Final = 0.5
"""Of a darkening that is even, what it costs: a dark marble is no shadow."""

EXPLAINED: Final = 0.5
"""Share of the difference between full and empty above which what is seen is neither."""

BARE: Final = 0.2
"""The same share where empty wood is said to be: skin may be nearly as bright as that."""

PATTERN: Final = 0.7
"""Share of the round hollow's own light and shade that may be missing where it is called empty:
a hand may be as bright as the wood, but it has not that pattern."""

APART: Final = 0.3
"""Share of a marble's whole difference by which another count must be worse."""


@dataclass(frozen=True, slots=True, eq=False)
class Tray:
    """Where one series' marbles lay when the tray was full, in board coordinates.

    Attributes:
        starts: (2, 2) the first marble's middle in each long groove, as seen on the board's plane.
        steps: (2, 2) from there to the next marble.
        queen: (2,) the Queen's place, nan where she wasn't seen.
    """

    starts: Floats
    steps: Floats
    queen: Floats

    @property
    def places(self) -> Floats:
        """(2, IN_A_ROW, 2) every marble's middle in both grooves."""
        count = np.arange(IN_A_ROW)[:, None]
        places: Floats = self.starts[:, None] + count * self.steps[:, None]
        return places


@dataclass(frozen=True, slots=True)
class TrayCount:
    """What one tray shows.

    Attributes:
        attack: attack marbles in reserve; None when that can't be told.
        queen: whether the Queen is in her place; None when that can't be told.
        confidence: 0..1, how clearly the count stands out from every other; 0 without one.
    """

    attack: int | None
    queen: bool | None
    confidence: float


class TrayReader:
    """Reads both trays of one board when asked; a picture takes some milliseconds.

    Args:
        bare_bgr: the bare board, its trays empty.
        full_bgr: the same camera, both trays full.
        projection: of both pictures.
        trays: of both series.
    """

    def __init__(
        self,
        bare_bgr: ImageBGR,
        full_bgr: ImageBGR,
        projection: Projection,
        trays: tuple[Tray, Tray],
    ) -> None:
        self._trays, self._projection = trays, projection
        self._bare = log_image(bare_bgr)
        full = log_image(full_bgr)
        full -= _light(full, self._bare)
        self._grooves = [
            [
                _Groove.of(self._bare, full, projection, *row)
                for row in zip(t.starts, t.steps, strict=True)
            ]
            for t in trays
        ]
        self._queens = [_Queen.of(self._bare, full, projection, t) for t in trays]

    def read(
        self, image_bgr: ImageBGR, projection: Projection | None = None
    ) -> tuple[TrayCount, TrayCount]:
        """Count both trays in a picture.

        Args:
            image_bgr: of the camera that the pictures were taken with.
            projection: where the board is now, if it has moved.
        """
        where = projection or self._projection
        log = log_image(image_bgr)
        log -= _light(log, self._bare)
        first, second = (
            _count([groove.read(log, where) for groove in grooves], queen.read(log, where))
            for grooves, queen in zip(self._grooves, self._queens, strict=True)
        )
        return first, second


def _count(rows: list[tuple[int, float] | None], queen: bool | None) -> TrayCount:
    sure = [row for row in rows if row is not None]
    if len(sure) < len(rows):
        return TrayCount(None, queen, 0.0)
    return TrayCount(sum(n for n, _ in sure), queen, min(margin for _, margin in sure))


def _light(log: np.ndarray, bare: np.ndarray) -> Floats:
    """(3,) change of the light: most of a picture stays as it is."""
    light: Floats = np.median((log - bare)[::4, ::4].reshape(-1, 3), axis=0)
    return light


def _seen(log: np.ndarray, projection: Projection, places: Floats) -> Floats:
    """Log values at board places (..., 2); nan out of view."""
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


def _across(step: Floats) -> Floats:
    return np.array([-step[1], step[0]])


@dataclass(frozen=True, slots=True, eq=False)
class _Groove:
    """One long groove: its places and what they show, bare and full."""

    places: Floats  # (columns, across, 2) on the board
    bare: Floats  # (columns, across, 3)
    marble: Floats  # (FINE, across, 3) what its marbles showed in the median
    whole: float  # mean difference between marble and bare wood

    @staticmethod
    def of(
        bare: np.ndarray, full: np.ndarray, projection: Projection, start: Floats, step: Floats
    ) -> _Groove:
        """From the logs of both pictures, the light of the bare one in both."""
        along = (np.arange(FINE * (IN_A_ROW + 2 * BEYOND)) + 0.5) / FINE - BEYOND - 0.5
        beside = np.linspace(-ACROSS, ACROSS, FINE // 2 + 1)
        places = (
            start + along[:, None, None] * step + beside[None, :, None] * _across(step)[None, None]
        )
        empty = _seen(bare, projection, places)
        there = slice(FINE * BEYOND, FINE * (BEYOND + IN_A_ROW))
        marbles = _seen(full, projection, places)[there].reshape(IN_A_ROW, FINE, -1, 3)
        marble = np.median(marbles, axis=0)
        away = np.abs(marble[None] - empty[there].reshape(marbles.shape)).mean()
        return _Groove(places, empty, marble, float(away))

    def read(self, log: np.ndarray, projection: Projection) -> tuple[int, float] | None:
        """How many marbles, and how clearly, 0..1; None when that can't be told."""
        seen = _seen(log, projection, self.places)
        if np.isnan(seen).any() or np.isnan(self.whole):
            return None
        empty, marble = self._costs(seen)
        costs = _cheapest(empty, marble) / (FINE * self.whole)
        best = int(costs.argmin())
        margin = float(np.delete(costs, best).min() - costs[best])
        if margin < APART or self._unexplained(empty, marble, best) > EXPLAINED:
            return None
        return best, min(1.0, margin)

    def _costs(self, seen: Floats) -> tuple[Floats, Floats]:
        """(columns,) misfit of empty wood; (columns - FINE + 1,) of a marble that begins there."""
        most = 2 * self.whole
        away = seen - self.bare
        shade = np.clip(np.median(away.mean(axis=2), axis=1), -SHADOW, 0)
        empty = np.minimum(np.abs(away - shade[:, None, None]), most).mean(axis=(1, 2))
        empty -= SHADE_PRICE * shade
        windows = np.lib.stride_tricks.sliding_window_view(seen, FINE, axis=0)
        misfit = np.abs(windows - self.marble.transpose(1, 2, 0)[None])
        marble = np.minimum(misfit, most).mean(axis=(1, 2)).sum(axis=1)
        return empty, marble

    def _unexplained(self, empty: Floats, marble: Floats, count: int) -> float:
        """The worst misfit of any stretch as long as a marble, in the best explanation."""
        taken = _layout(empty, marble, count)
        # Wood is known pixel by pixel, marbles only as a kind: it must fit so much better.
        misfit = empty * (EXPLAINED / BARE)
        for k in taken:
            misfit[k : k + FINE] = marble[k] / FINE
        inside = misfit[FINE * BEYOND : -FINE * BEYOND]
        return float(np.convolve(inside, np.ones(FINE) / FINE, "valid").max() / self.whole)


def _table(empty: Floats, marble: Floats) -> Floats:
    """(IN_A_ROW + 1, columns + 1) least cost of so many marbles within the first columns."""
    columns = len(empty)
    least = np.full((IN_A_ROW + 1, columns + 1), np.inf)
    least[0] = np.concatenate([[0], np.cumsum(empty)])
    for n in range(1, IN_A_ROW + 1):
        for x in range(FINE, columns + 1):
            laid = least[n - 1, x - FINE] + marble[x - FINE]
            least[n, x] = min(least[n, x - 1] + empty[x - 1], laid)
    return least


def _cheapest(empty: Floats, marble: Floats) -> Floats:
    """(IN_A_ROW + 1,) least cost of every number of marbles."""
    cheapest: Floats = _table(empty, marble)[:, -1]
    return cheapest


def _layout(empty: Floats, marble: Floats, count: int) -> list[int]:
    """Columns at which that many marbles begin, laid the cheapest way."""
    least, n, x, begins = _table(empty, marble), count, len(empty), []
    while n > 0:
        if least[n, x] < least[n, x - 1] + empty[x - 1]:
            x, n = x - FINE, n - 1
            begins.append(x)
        else:
            x -= 1
    return begins


@dataclass(frozen=True, slots=True, eq=False)
class _Queen:
    """The round hollow of a tray, bare and with its Queen."""

    places: Floats | None
    bare: Floats
    queen: Floats

    @staticmethod
    def of(bare: np.ndarray, full: np.ndarray, projection: Projection, tray: Tray) -> _Queen:
        """From the logs of both pictures."""
        if np.isnan(tray.queen).any():
            return _Queen(None, np.zeros(0), np.zeros(0))
        beside = np.linspace(-0.5, 0.5, FINE)
        step = tray.steps[0]
        places = (
            tray.queen
            + beside[:, None, None] * step
            + beside[None, :, None] * _across(step)[None, None]
        )
        seen = [_seen(log, projection, places) for log in (bare, full)]
        return _Queen(places, seen[0], seen[1])

    def read(self, log: np.ndarray, projection: Projection) -> bool | None:
        """Whether she is there; None when that can't be told."""
        if self.places is None:
            return None
        seen = _seen(log, projection, self.places)
        away = seen - self.bare
        shade = np.clip(np.median(away.mean(axis=2)), -SHADOW, 0)
        whole = float(np.abs(self.queen - self.bare).mean())
        empty = float(np.abs(away - shade).mean()) / whole
        there = float(np.abs(seen - self.queen).mean()) / whole
        pattern = float(np.abs(self.bare - np.median(self.bare, axis=(0, 1))).mean())
        if empty < there and empty * whole > PATTERN * pattern:
            return None
        # Nan, out of view, is never below anything.
        if not (min(empty, there) < EXPLAINED and abs(empty - there) > APART):
            return None
        return there < empty
