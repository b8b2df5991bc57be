"""What lies in both trays: attack marbles in the long grooves, and the Queen in her place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.camera.projection import Projection
from vision.camera.sampling import log_image
from vision.trays.groove import (
    FAINT,
    FINE,
    IN_A_ROW,
    LIGHTER,
    SHADE_PRICE,
    SHADOW,
    SHOWN,
    Groove,
    across,
    seen_at,
    share,
    smooth,
)
from vision.types import Floats, ImageBGR

EXPLAINED: Final = 0.5
"""Share of the difference between full and empty above which what is seen is neither."""

BARE: Final = 0.3
"""The same where her place is said to be empty: skin may be nearly as bright."""

APART: Final = 0.25
"""Share of the Queen's whole difference by which the other answer must be worse.

What is compared lies well within her and has no border, so that dark Queens are not much more
unlike an even shade: the darkest told was by 0.29, clear glass in the dusk by 0.21, untold.
"""


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
                Groove.of(self._bare, full, projection, *row)
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
            + beside[None, :, None] * across(step)[None, None]
        )
        seen = [smooth(seen_at(log, projection, places)) for log in (bare, full)]
        return _Queen(places, seen[0], seen[1])

    def read(self, log: np.ndarray, projection: Projection) -> bool | None:
        """Whether she is there; None when that can't be told."""
        if self.places is None:
            return None
        seen = smooth(seen_at(log, projection, self.places))
        whole = max(float(np.abs(self.queen - self.bare).mean()), FAINT)
        empty = _misfit(seen - self.bare, SHADOW) / whole
        there = _misfit(seen - self.queen, 0) / whole
        # Nan, out of view, is never below anything.
        if not (empty < BARE or there < EXPLAINED) or abs(empty - there) < APART:
            return None
        if share(seen, self.bare if empty < there else self.queen) < SHOWN:
            return None
        return there < empty


def _misfit(away: Floats, shadow: float) -> float:
    """Mean difference (columns, across, 3); an even change of the light costs less, a shadow not.

    Args:
        away: from what it should be, log.
        shadow: how much darker it may be for nothing.
    """
    shade = float(np.clip(np.median(away.mean(axis=2)), -max(shadow, LIGHTER), LIGHTER))
    price = 0 if -shadow <= shade < 0 else SHADE_PRICE * abs(shade)
    return float(np.abs(away - shade).mean()) + price
