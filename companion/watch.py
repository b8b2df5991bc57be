"""One recording or camera watched: frames in, events out.

Eyes and referee together, the same for a live table and for an offline replay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.errors import CalibrationError
from calibration.model import Calibration
from calibration.start import StartUp
from companion.errors import CompanionError, RefusedError
from companion.eyes import Eyes, StartsUp
from companion.lessons import Classroom, Lesson
from companion.seeing import doubtful, is_bare, is_clear, is_exchanged, sighting_of
from companion.tray_check import TrayCheck
from engine.clock import Mode
from engine.events import Event, Paused, Resumed, SeriesSet, Started
from engine.game import GameState
from engine.referee import Referee, Waiting
from engine.referee.belief import exchanged
from engine.rules import Rules
from vision.types import Floats, Frame, Reading

UNTOLD: Final = "untold"
"""What ``Watch.waiting_for`` says where a person must tell how a game that was joined stands."""


class Watch:
    """Follows one board from frame to frame.

    Any thread may ask for its properties, so each looks at a part once: the table's
    own thread may take it away meanwhile.

    Args:
        rules: the profile of games that begin, or all that is settled about the first.
        calibration: of this camera and board; None to calibrate from the first
            frames (the bare board, then the full trays).
        resume: a game that was under way; None to begin one.
        eyes: how frames are read.
        live: whether frames go on while the board is looked for.
    """

    def __init__(
        self,
        rules: Rules | Started = Rules.OFFICIAL,
        calibration: Calibration | None = None,
        resume: GameState | None = None,
        eyes: Eyes | None = None,
        live: bool = False,
    ) -> None:
        self.started = rules if isinstance(rules, Started) else Started(rules=str(rules))
        self.reading: Reading | None = None
        self._eyes, self.live = eyes or Eyes(), live
        self._start_up = None if calibration is not None else self._new_start_up()
        self.calibration = calibration
        self._reader = None if calibration is None else self._eyes.reader(calibration)
        self.tray_check = TrayCheck() if calibration is None else TrayCheck(calibration.tray_reader)
        self.referee = None if resume is None else Referee.resume(resume)
        if resume is not None:
            self.started = _settled(resume)
        self._doubtful = calibration is not None
        self.classroom = Classroom()
        self._untold = False
        self._unnamed = False
        if resume is not None and calibration is not None:
            self._unnamed = calibration.colours is None

    @property
    def waiting_for(self) -> str:
        """What it wants to see or to be told before the game can begin, as a code; then empty.

        The catalogues have a sentence for each, ``waiting.CODE``.
        """
        start_up = self._start_up
        if start_up is None:
            return UNTOLD if self.untold else ""
        return start_up.waiting_for

    @property
    def under_way(self) -> bool:
        """Whether a game is: its board is looked for, or was found, under the marbles."""
        start_up, calibration = self._start_up, self.calibration
        if start_up is not None:
            return start_up.under_way
        return calibration is not None and calibration.imagined is not None

    @property
    def untold(self) -> bool:
        """Whether a game lies there of which a person must say what the camera can't see.

        Whose turn it is, which series is White, what was captured: nothing begins before.
        """
        return self._untold and self.referee is None

    @property
    def colours(self) -> Sequence[Sequence[float]] | None:
        """Both series' red, green and blue, 0..255, in the eyes' order; None until known.

        From the calibration, or from the first marbles played where it had none.
        """
        calibration, reader = self.calibration, self._reader
        if calibration is None or reader is None:
            return None
        if calibration.colours is not None:
            return calibration.colours
        series = reader.series
        known = series.known.all() and not np.isnan(series.rgb).any()
        return np.clip(series.rgb, 0, 255).round().tolist() if known else None

    @property
    def aimed(self) -> Calibration | None:
        """The calibration, its hollows where the board now lies: moved, or told aside at first."""
        calibration, reader = self.calibration, self._reader
        pose = None if reader is None else reader.pose
        if calibration is None or pose is None or pose.projection is calibration.projection:
            return calibration
        return replace(calibration, projection=pose.projection)

    @property
    def learned(self) -> Calibration | None:
        """The calibration with the colours as they look by now, once they are known."""
        if self.calibration is None or self._reader is None or not self._reader.knows_series:
            return self.calibration
        return replace(self.calibration, series=self._reader.series)

    @property
    def found(self) -> Calibration | None:
        """Where the board is, even before the colours are known; None until it is found."""
        start_up = self._start_up
        return self.aimed if start_up is None else start_up.board

    def calibrate_anew(self, start_up: StartsUp | None = None) -> None:
        """Forget the board; the game that is under way stays.

        Args:
            start_up: what calibrates from here on, where it knows something already.
        """
        # Of a recording, or a painted board, the bare one comes first.
        still = self.under_way and self.live
        self.calibration = self._reader = self.reading = None
        self._doubtful = self._untold = False
        if self._start_up is not start_up:
            self.leave()
        self._start_up = start_up or self._new_start_up(still)

    def leave(self) -> None:
        """Nothing is looked for any more; returns once nothing is."""
        if isinstance(self._start_up, StartUp):
            self._start_up.leave_search()

    def look_for(self, under_way: bool) -> None:
        """Look for the bare board, or for one under the marbles of a game; not yet calibrated.

        Args:
            under_way: whether a game is.
        """
        assert self._start_up is not None
        self._start_up.look_for(under_way)

    def _new_start_up(self, under_way: bool = False) -> StartsUp:
        start_up = self._eyes.start_up()
        start_up.live, start_up.under_way = self.live, under_way
        return start_up

    def given_corners(self, frame: Frame, corners_px: Floats) -> StartsUp:
        """What calibrates from a person's corners of the board: as yet, or anew.

        Where the board is calibrated already, that stays until ``calibrate_anew``.

        Args:
            frame: in which he sees them.
            corners_px: (4, 2) as ``calibration.board.from_corners`` wants them.

        Raises:
            CalibrationError: they are none.
        """
        start_up = self._start_up or self._new_start_up(self.under_way)
        start_up.take_corners(frame, corners_px)
        return start_up

    def without_trays(self) -> None:
        """Go on with the board found, its colours unknown: a person has looked at it.

        Raises:
            CalibrationError: none is found.
        """
        board = None if self._start_up is None else self._start_up.board
        if board is None:
            raise CalibrationError("no board is found yet: show the bare board")
        self._set(board)

    @property
    def swapped(self) -> bool:
        """Whether the eyes' series are exchanged in the game (A2)."""
        referee = self.referee
        return referee is not None and referee.state.swapped

    def board_seen(self, swapped: bool, told: Collection[str] = ()) -> str:
        """What lies on the board now: 49 characters over ``.wWbB``.

        Args:
            swapped: whether the eyes' series are exchanged.
            told: hollows of which a person says what lies there.

        Raises:
            RefusedError: it is not in full view; or some of it, in a game that was joined, is
                doubtful and not told.
        """
        reading = self.reading
        if reading is None or reading.trouble or reading.moved:
            raise RefusedError("unseen", "the camera does not see the board")
        if reading.covered.any() or not reading.steady:
            raise RefusedError(
                "covered", "the board is not in full view; take hands away and try again"
            )
        if self.under_way and not set(told).issuperset(doubtful(reading)):
            raise RefusedError("doubtful", "the camera is in doubt: say what lies there")
        labels = reading.labels()
        return exchanged(labels) if swapped else labels

    def named(self, labels: str) -> str:
        """Labels of the eyes with the series named as in the game."""
        return exchanged(labels) if self.swapped else labels

    def begin(self, started: Started, series: SeriesSet | None = None) -> list[Event]:
        """Begin a game as settled, whatever stands on the table.

        Args:
            started: how.
            series: which series is w, where a person has said so.
        """
        self.classroom.forget()
        # Marbles of the last game may still lie there: the board is to be laid first.
        known = self.reading is not None and self.referee is not None
        lying = self.referee.seen if known and self.referee is not None else None
        if lying is not None and series is not None and series.swapped is not self.swapped:
            lying = exchanged(lying)
        self.started, self.referee, self._unnamed = started, Referee(), False
        return self.referee.begin(started, series, lying)

    def take_up(self, state: GameState, by: str) -> list[Event]:
        """Go on with a game that was left; play rests until its board has been laid.

        Args:
            state: the game.
            by: who says so.
        """
        self.classroom.forget()
        self._unnamed = self.calibration is not None and self.calibration.colours is None
        self.started, self.referee = _settled(state), Referee.resume(state)
        # That it was taken up stands in the game, also where play rested when it was left.
        woken = self.referee.tell(Resumed(by=by)) if state.paused else []
        return [*woken, *self.referee.tell(Paused(by=by))]

    def teach(self, lesson: Lesson | None) -> None:
        """Give a lesson, or end it.

        Raises:
            RefusedError: the board is not seen, or a game is under way.
        """
        if lesson is None:
            self.classroom.leave()
            return
        if self.reading is None or self.referee is None:
            raise RefusedError("not-ready", "the camera does not see the board yet")
        game = self.referee.state
        if game.result == "*" and (game.moves or game.pending or game.fault):
            raise RefusedError("in-game", "a game is under way: end it first, then learn")
        self.classroom.enter(lesson, self.swapped, self.named(self.reading.labels()))

    def back_to(self, before: tuple[Started, Referee | None, GameState | None]) -> None:
        """Undo what could not be kept; ``before`` is what ``standing`` gave."""
        self.started, self.referee, state = before
        if self.referee is not None and state is not None and self.referee.state is not state:
            self.referee.back_to(state)

    @property
    def standing(self) -> tuple[Started, Referee | None, GameState | None]:
        """What a command may change."""
        return self.started, self.referee, None if self.referee is None else self.referee.state

    def take(self, frame: Frame, still_new: Callable[[], bool] = lambda: True) -> list[Event]:
        """What this frame tells. A ``Started`` among the events begins a new game.

        Args:
            frame: the next one.
            still_new: asked once the frame has been read: what it shows is only
                judged if it is no old news by then.

        Raises:
            CompanionError: the calibration is not of these pictures.
        """
        if self._reader is None:
            self._calibrate(frame)
            return []
        reading = self._reader.read(frame)
        self.reading = reading
        self._check(frame, reading)
        if self._doubtful or not still_new():
            return []
        sighting = sighting_of(reading)
        game = None if self.referee is None else self.referee.state
        if self.classroom.takes(sighting, self.named(reading.labels()), game):
            return []
        started = self._start(reading)
        if self.referee is None:
            return []
        events = [*started, *self._name_series(reading), *self.referee.see(sighting)]
        if self.referee.status.phase is Waiting.STEADY and not sighting.covered:
            self.tray_check.look(frame, self._reader.as_calibrated, self.referee.state)
        return events

    def _check(self, frame: Frame, reading: Reading) -> None:
        """Once, at the first clear look: is the calibration that was given of this board?"""
        if not self._doubtful or (not reading.trouble and not is_clear(reading)):
            return
        self._doubtful = False
        assert self.calibration is not None
        if not self._eyes.fits(self.calibration, frame.image_bgr):
            raise CompanionError(
                "the calibration does not fit these pictures; calibrate again, "
                "or leave it out and show the bare board first",
                "misfit",
            )

    def _calibrate(self, frame: Frame) -> None:
        assert self._start_up is not None
        calibration = self._start_up.feed(frame)
        if calibration is not None:
            self._set(calibration)

    def _set(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._reader = self._eyes.reader(calibration)
        self.tray_check = TrayCheck(calibration.tray_reader)
        self._start_up = None
        self._unnamed = self.referee is not None and calibration.colours is None

    def _name_series(self, reading: Reading) -> list[Event]:
        """Once, where a game goes on though the eyes learn the series anew, from its marbles.

        They may call first what they called second before.
        """
        seen = is_clear(reading) and not reading.moved and not reading.trouble
        if not self._unnamed or self.referee is None or not seen:
            return []
        state = self.referee.state
        other = is_exchanged(self.named(reading.labels()), state.board)
        self._unnamed = other is None
        if not other:
            return []
        return self.referee.tell(SeriesSet(swapped=not state.swapped, exchanged=False))

    def _start(self, reading: Reading) -> list[Event]:
        """Begin a game where there is none, or where one is over and cleared away.

        The next one is played as the last; who plays w in it the camera can't know.
        """
        self._untold = self.live and self.under_way and not is_bare(reading)
        if self.untold:
            return []
        if self.referee is not None:
            if self.referee.state.result == "*" or not is_bare(reading):
                return []
            settled = _settled(self.referee.state)
            self.started = replace(settled, players={"w": "", "b": ""})
        self.started = replace(self.started, frame=reading.index)
        self.referee, self._unnamed = Referee(), False
        return self.referee.begin(self.started)


def _settled(state: GameState) -> Started:
    """What is settled about games like this one."""
    w, b = state.players
    return Started(
        rules=str(state.rules),
        players={"w": w, "b": b},
        strictness=state.strictness.value,
        # A clock of no time, which older versions could set, is none to go on with.
        clock_s=state.budget_s or None,
        clock_mode=Mode.CAMERA if state.clock is None else state.clock.mode.value,
    )
