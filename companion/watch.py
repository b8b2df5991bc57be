"""One recording or camera watched: frames in, events out.

Eyes and referee together, the same for a live table and for an offline replay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from calibration.errors import CalibrationError
from calibration.model import Calibration
from calibration.start import StartUp
from companion.fitting import fits
from engine.events import Event, Started
from engine.game import GameState
from engine.hollows import Hollow
from engine.referee import Referee, Sighting
from engine.rules import Rules
from vision.reader import Reader
from vision.series import SeriesModel
from vision.types import Frame, ImageBGR, Reading


class Reads(Protocol):
    """What reads frames of a calibrated board."""

    series: SeriesModel

    def read(self, frame: Frame) -> Reading:
        """What lies in every hollow."""


class StartsUp(Protocol):
    """What calibrates itself from the first frames."""

    @property
    def waiting_for(self) -> str:
        """What it wants to see next, or why it can't use what it sees: a code."""

    def feed(self, frame: Frame) -> Calibration | None:
        """The calibration once it can be made."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """How eyes are made; tests put others in."""

    start_up: Callable[[], StartsUp] = StartUp
    reader: Callable[[Calibration], Reads] = Reader
    fits: Callable[[Calibration, ImageBGR], bool] = fits


def sighting_of(reading: Reading) -> Sighting:
    """A reading as the referee takes it.

    A reading with a trouble (too dark, ...) is worth as little as a moved board.
    """
    rows = reading.p.tolist()
    return Sighting(
        p=tuple(tuple(row) for row in rows),
        covered=frozenset(Hollow(int(h)) for h in reading.covered.nonzero()[0]),
        steady=reading.steady,
        moved=reading.moved or bool(reading.trouble),
        frame=reading.index,
        time_s=reading.time_s,
    )


class Watch:
    """Follows one board from frame to frame.

    Args:
        rules: the profile of games that begin.
        calibration: of this camera and board; None to calibrate from the first
            frames (the bare board, then the full trays).
        resume: a game that was under way; None to begin one.
        eyes: how frames are read.
    """

    def __init__(
        self,
        rules: Rules = Rules.OFFICIAL,
        calibration: Calibration | None = None,
        resume: GameState | None = None,
        eyes: Eyes | None = None,
    ) -> None:
        self.rules = rules
        self.reading: Reading | None = None
        self._eyes = eyes or Eyes()
        self._resume = resume
        self._start_up = None if calibration is not None else self._eyes.start_up()
        self.calibration = calibration
        self._reader = None if calibration is None else self._eyes.reader(calibration)
        self.referee: Referee | None = None
        self._doubtful = calibration is not None

    @property
    def waiting_for(self) -> str:
        """What the camera must be shown before the game can begin, as a code; then empty.

        The catalogues have a sentence for each, ``waiting.CODE``.
        """
        return "" if self._start_up is None else self._start_up.waiting_for

    @property
    def colours(self) -> Sequence[Sequence[float]] | None:
        """Both series' red, green and blue, 0..255, in the eyes' order; None until known.

        From the calibration, or from the first marbles played where it had none.
        """
        if self.calibration is None or self._reader is None:
            return None
        if self.calibration.colours is not None:
            return self.calibration.colours
        series = self._reader.series
        known = series.known.all() and not np.isnan(series.rgb).any()
        return np.clip(series.rgb, 0, 255).round().tolist() if known else None

    def take(self, frame: Frame) -> list[Event]:
        """What this frame tells. A ``Started`` among the events begins a new game.

        Raises:
            CalibrationError: the calibration is not of these pictures.
        """
        if self._reader is None:
            self._calibrate(frame)
            return []
        reading = self._reader.read(frame)
        self.reading = reading
        self._check(frame, reading)
        if self._doubtful:
            return []
        started = self._start(self.reading)
        assert self.referee is not None
        return [*started, *self.referee.see(sighting_of(self.reading))]

    def _check(self, frame: Frame, reading: Reading) -> None:
        """Once, at the first clear look: is the calibration that was given of this board?"""
        if not self._doubtful or (not reading.trouble and not _clear(reading)):
            return
        self._doubtful = False
        assert self.calibration is not None
        if not self._eyes.fits(self.calibration, frame.image_bgr):
            raise CalibrationError(
                "the calibration does not fit these pictures; calibrate again, "
                "or leave it out and show the bare board first"
            )

    def _calibrate(self, frame: Frame) -> None:
        assert self._start_up is not None
        self.calibration = self._start_up.feed(frame)
        if self.calibration is not None:
            self._reader = self._eyes.reader(self.calibration)
            self._start_up = None

    def _start(self, reading: Reading) -> list[Event]:
        """Begin or resume a game where there is none, or where one is over and cleared away."""
        if self.referee is None and self._resume is not None:
            self.referee = Referee.resume(self._resume)
            return []
        if self.referee is not None and (self.referee.state.result == "*" or not _bare(reading)):
            return []
        self.referee = Referee(rules=self.rules)
        return [Started(frame=reading.index, rules=str(self.rules))]


def _clear(reading: Reading) -> bool:
    """Whether most of a board at rest is in view."""
    return reading.steady and bool(reading.covered.mean() < 0.5)


def _bare(reading: Reading) -> bool:
    """Whether the board has certainly been cleared."""
    sure = reading.steady and not reading.moved and not reading.covered.any()
    return sure and bool((reading.p[:, 0] > 0.9).all())
