"""The attendant of a table: all that the table's own thread does.

Source, eyes, referee, store, followers, in this order: an event is in the store
before anyone is told of it. Any thread may look at the parts; only the table's
calls the methods.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from calibration.errors import CalibrationError
from calibration.model import Calibration
from companion.bundle import Report
from companion.clock import Timekeeper
from companion.errors import CompanionError, RefusedError
from companion.eyes import Eyes, StartsUp
from companion.feed import Feed
from companion.fields import Fields
from companion.hub import Hub
from companion.ledger import Ledger
from companion.lessons import Lesson
from companion.mailbox import Arrived, Over
from companion.mistakes import Mistakes
from companion.orders import carry_out
from companion.picture import Picture
from companion.resuming import left_off
from companion.ring import Ring
from companion.showing import Camera
from companion.store import Game, Store, StoredEvent, utc_now
from companion.version import version
from companion.watch import Watch
from companion.words import waiting_text
from engine.errors import EngineError
from engine.events import ClockRead, Event, Paused, Started, Undone
from engine.game import GameState
from engine.referee import Waiting
from engine.rules import Rules
from vision.errors import VisionError
from vision.sources import CutShortError, Source
from vision.types import Frame

log = logging.getLogger(__name__)

THE_COMPANION: Final = "the companion"
"""Author of what nobody said."""

OUR_MISTAKE: Final = "the companion made a mistake; its log says which"

Witness = Callable[[StoredEvent, Frame | None, Calibration | None], None]
"""Told of every event that is in the store, with the last frame and where the board lies in it."""


class Attendant:
    """Attends to the table of that name: looks at its frames, does what people say.

    Attributes:
        over: set when the source is at its end, or following it has failed.
        ledger: what has happened, and the view that pages are shown.
        watch: eyes and referee.
        time: the clock.
        picture: the last frame.
        resumed: the game that went on by itself, and how many moves it had; None if none did.

    Args:
        rules: the profile of games that begin, or all that is settled about the first.
        resume: the game that was under way; None to begin one.
        keep: told of the calibration that the table made itself.
    """

    def __init__(
        self,
        name: str,
        feed: Feed,
        store: Store,
        hub: Hub,
        *,
        rules: Rules | Started,
        calibration: Calibration | None,
        resume: Game | None,
        keep: Callable[[Calibration], None] | None,
        witness: Witness | None,
        eyes: Eyes | None,
        now_s: Callable[[], float],
    ) -> None:
        self._name, self._feed, self._store, self._hub = name, feed, store, hub
        self._keep, self._witness = keep, witness
        self.over = threading.Event()
        self.picture = Picture()
        self._mistakes = Mistakes()
        self._ring = Ring()
        profile = rules.rules if isinstance(rules, Started) else rules
        begin = GameState.new(Rules(profile))
        self.ledger = Ledger(name, store, hub, begin, self._bear_witness)
        resumed = None if resume is None else self.ledger.take_up(resume)
        self.resumed = None if resumed is None else (self.ledger.view.game, len(resumed.moves))
        self.watch = Watch(rules, calibration, resumed, eyes, feed.source.live)
        if calibration is not None:
            feed.source.lock()
        self._shown: object = None
        self.time = Timekeeper(now_s)
        if self._was_running():
            self._tell_watch(Paused(by=THE_COMPANION))

    @property
    def camera_status(self) -> Camera:
        """How it stands with the camera now; silence makes it ``STALLED``."""
        status = self.ledger.view.camera
        over = status in (Camera.ENDED, Camera.FAILED)
        return Camera.STALLED if self._feed.silent and not over else status

    def take(self, item: Arrived | Over | None) -> None:
        """A frame, the source's end, or nothing: time to look at the clock.

        What goes wrong ends the following, not the table; a mistake of ours with a single
        frame does not even that.
        """
        try:
            if isinstance(item, Over):
                self._finish(item.error)
            elif item is None:
                self._read_clock()
            elif not self.over.is_set():
                self._follow(item)
                self._mistakes.went_well()
        except (VisionError, CalibrationError, CompanionError) as error:
            self._fail(error)
        except Exception as error:
            log.exception("table %s", self._name)
            self._mistakes.note()
            if isinstance(item, Over) or self._mistakes.too_many:
                engines = isinstance(error, EngineError)
                self._fail(error if engines else CompanionError(OUR_MISTAKE, "mistake"))

    def _fail(self, error: Exception) -> None:
        self.ledger.show_error(Camera.FAILED, error)
        self.over.set()

    def _finish(self, error: Exception | None) -> None:
        """The source is over."""
        if self.over.is_set():
            return
        # Of a damaged recording all that could be read was ruled on: that stays to be looked at.
        cut = error if isinstance(error, CutShortError) else None
        if error is not None and cut is None:
            raise error
        missing = self.watch.waiting_for
        if missing:
            why = waiting_text(missing)
            said = "" if cut is None else f"{cut}; "
            raise CompanionError(
                f"{said}it ended before the game could begin. {why}", "ended-early"
            )
        self.ledger.save_or_raise()
        if cut is None:
            self.ledger.show_camera(Camera.ENDED, "")
        else:
            self.ledger.show_error(Camera.ENDED, _cut_short(cut))
        self._read_clock()
        self.over.set()

    def _follow(self, arrived: Arrived) -> None:
        frame = arrived.frame
        with self._feed.looking():
            self.picture.keep(frame)
            self._ring.keep(frame, self.ledger.view.seq)
            self.ledger.show_frame(frame.index)
            if self.ledger.view.camera is Camera.STARTING:
                self.ledger.show_camera(*self._seen())
            self._look(arrived)

    def _look(self, arrived: Arrived) -> None:
        waiting = self.watch.calibration is None
        still_new = self._feed.still_new(arrived)
        if not still_new():
            return
        # The flag fell, or did not, before this frame was looked at.
        self._note_clock()
        self.ledger.write(self._taken(arrived.frame, still_new))
        if waiting and self.watch.calibration is not None:
            self._calibrated(self.watch.calibration)
        self._note_clock()
        trouble = self.ledger.save()
        self._show_status()
        if trouble is not None:
            self.ledger.show_error(Camera.TROUBLE, trouble)
        else:
            self.ledger.show_camera(*self._seen())

    def _taken(self, frame: Frame, still_new: Callable[[], bool]) -> list[Event]:
        """What the frame tells, all of it or nothing: the store must not miss what is known."""
        before = self.watch.standing
        try:
            return self.watch.take(frame, still_new)
        except Exception:
            self.watch.back_to(before)
            raise

    def _show_status(self) -> None:
        referee, classroom = self.watch.referee, self.watch.classroom
        waits = None if referee is None else referee.status
        status = waits, classroom.signature, self.watch.tray_check.notices
        if status != self._shown:
            self._shown = status
            self._hub.touch()

    def teach(self, lesson: Lesson | None) -> None:
        """Give a lesson, or end the one that is given."""
        self.watch.teach(lesson)
        self._show_status()

    def obey(self, command: Mapping[str, Any]) -> list[StoredEvent]:
        """Carry out a command, all of it or nothing."""
        self._note_clock()
        self.ledger.save_or_raise()
        self._refuse_stale(command)
        before = self.watch.standing
        try:
            with self.ledger.all_or_nothing() as kept:
                events = carry_out(command, self.watch, self._left_off)
                self.ledger.write(self._after_command(events))
                self._note_clock()
        except Exception:
            self.watch.back_to(before)
            raise
        if self.watch.referee is not before[1]:
            self._try_again()
        self._show_status()
        return kept

    def _try_again(self) -> None:
        """Another game: what went wrong with the last one's frames need not with its."""
        if self._mistakes.too_many and self._feed.reading:
            self.over.clear()
            self.ledger.show_camera(*self._seen())
        self._mistakes.forget()

    def _left_off(self, number: int) -> GameState:
        """An unfinished game, from now on the one at this table."""
        if number == self.ledger.view.game:
            raise RefusedError("at-table", "that game is at the table already")
        state = self.ledger.take_up(left_off(self._store, self._name, number))
        self.time.begin_anew()
        return state

    # Setting up.

    def begin_setup(self, start_up: StartsUp | None = None) -> None:
        """Calibrate anew; a game under way rests until somebody says that it goes on."""
        self._let_rest()
        self.watch.calibrate_anew(start_up)
        self._mistakes.forget()
        # Frames were not looked at any more if the calibration was another board's.
        if self._feed.reading:
            self.over.clear()
        self.ledger.show_camera(*self._seen())

    def _let_rest(self) -> None:
        referee = self.watch.referee
        state = None if referee is None else referee.state
        if state is not None and state.moves and state.result == "*" and not state.paused:
            self.obey({"command": "pause", "by": THE_COMPANION})

    def change_source(self, source: Source) -> None:
        """Follow another source from now on, calibrating anew."""
        # What may be refused comes first.
        self._let_rest()
        self._feed.change(source)
        self.watch.live = source.live
        self.over.clear()
        self.begin_setup()
        self.ledger.show_frame(None)
        self.ledger.show_camera(Camera.STARTING, "")

    def look_for(self, under_way: bool) -> None:
        """Look for the bare board, or for one under the marbles of a game."""
        if self.watch.calibration is not None:
            self.begin_setup()
        self.watch.look_for(under_way)
        self.ledger.show_camera(*self._seen())
        self._hub.touch()

    def take_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Take the corner hollows from a person; see ``Table.take_corners``."""
        frame = self.picture.frame
        if frame is None:
            raise CalibrationError("the camera has shown nothing yet")
        height, width = frame.image_bgr.shape[:2]
        # What may be refused comes first.
        start_up = self.watch.given_corners(frame, np.array(corners, float) * (width, height))
        if self.watch.calibration is not None:
            self.begin_setup(start_up)
        self.ledger.show_camera(*self._seen())
        self._hub.touch()

    def without_trays(self) -> None:
        """Learn the colours from the first marbles."""
        self.watch.without_trays()
        assert self.watch.calibration is not None
        self._calibrated(self.watch.calibration)
        self._hub.touch()

    def report(self, right: str, by: str) -> Report:
        """What belongs to a wrong ruling; see ``Table.report``."""
        view = self.ledger.view
        meta = {
            "right": right,
            "by": by,
            "time": utc_now(),
            "companion": version(),
            "source": self._feed.source.name,
            "rules": str(view.state.rules),
            "strictness": view.state.strictness.value,
            "position": str(view.state.position),
            "camera": str(self.camera_status),
            "game": view.game,
        }
        events = [] if view.game is None else self._store.events(game=view.game)
        return Report(meta, self._ring.pictures, events, self.watch.learned)

    def _refuse_stale(self, command: Mapping[str, Any]) -> None:
        known = Fields(command).number("seq", self.ledger.view.seq)
        if not self.ledger.settled_at <= known <= self.ledger.view.seq:
            raise RefusedError(
                "stale", "something has happened since you looked; look again, then decide"
            )

    def _after_command(self, events: list[Event]) -> list[Event]:
        """The events; where they set the clock, what has run since it was read is forgotten."""
        for event in events:
            taken_back = isinstance(event, Undone) and event.actions
            if taken_back or isinstance(event, Started | ClockRead):
                self.time.begin_anew()
        return events

    # The clock.

    def _sees(self) -> bool:
        """Whether a move on the board would be seen."""
        referee = self.watch.referee
        blind = (Waiting.BLIND, Waiting.ARRANGING)
        looks = self.camera_status is Camera.OK
        return looks and referee is not None and referee.status.phase not in blind

    def _note_clock(self) -> None:
        """Write what the clock has to say, if there is one."""
        referee = self.watch.referee
        if referee is None:
            return
        quiet = referee.status.phase in (Waiting.STEADY, Waiting.RESOLVING)
        for event in self.time.read(referee.state, self._sees(), quiet):
            self.ledger.write(referee.tell(event))

    def _read_clock(self) -> None:
        """Look at the clock while no frame comes."""
        self._note_clock()
        self.ledger.save()
        self._show_status()

    def _was_running(self) -> bool:
        """Whether the companion ended while a clock ran: downtime is nobody's time."""
        state = self.ledger.view.state
        begun = state.clock is not None and state.clock.begun
        return begun and state.result == "*" and not state.paused

    def _tell_watch(self, event: Event) -> None:
        assert self.watch.referee is not None
        self.ledger.write(self.watch.referee.tell(event))

    def _bear_witness(self, kept: StoredEvent) -> None:
        if self._witness is not None:
            self._witness(kept, self.picture.frame, self.watch.aimed)

    def _calibrated(self, calibration: Calibration) -> None:
        """The board has just been found: the camera stays as it is now."""
        self._feed.source.lock()
        if self._keep is not None:
            self._keep(calibration)

    def _seen(self) -> tuple[Camera, str]:
        """The camera's status after a frame, and what there is to say about it."""
        reading = self.watch.reading
        if reading is None or self.watch.untold:
            return Camera.WAITING, waiting_text(self.watch.waiting_for)
        if reading.trouble:
            return Camera.TROUBLE, reading.trouble
        return (Camera.MOVED if reading.moved else Camera.OK), ""


def _cut_short(error: CutShortError) -> CompanionError:
    """The same with words in each language."""
    return CompanionError(str(error), "cut-short", read=error.read, promised=error.promised)
