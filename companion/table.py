"""A table: one physical board, followed by a thread of its own.

Source, eyes, referee, store, followers, in this order: an event is in the store
before anyone is told of it. Nothing here is global; a process may hold several.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NoAnswerError
from typing import Any, Final, TypeVar, cast

import numpy as np

from calibration.errors import CalibrationError
from calibration.model import Calibration
from companion.bundle import Report
from companion.clock import Timekeeper
from companion.errors import BusyError, CompanionError, RefusedError
from companion.fields import Fields
from companion.freshness import Freshness
from companion.hub import STREAMS, Hub
from companion.ledger import Ledger
from companion.lessons import Lesson
from companion.mailbox import Arrived, Mailbox, Order, Over
from companion.orders import carry_out
from companion.pace import Pace
from companion.picture import Picture
from companion.ring import Ring
from companion.setting_up import setup_json
from companion.showing import (
    STALLED_AFTER_S,
    Camera,
    camera_json,
    colours_json,
    health_json,
    seen_json,
    status_json,
    teaching_json,
)
from companion.store import Game, Store, StoredEvent, utc_now
from companion.telling import clock_json, game_json
from companion.version import version
from companion.watch import Eyes, Watch
from companion.words import waiting_text
from engine.errors import EngineError
from engine.events import ClockRead, Event, Paused, Started, Undone
from engine.game import GameState
from engine.referee import Waiting
from engine.rules import Rules
from vision.errors import VisionError
from vision.sources import Source
from vision.types import Frame

log = logging.getLogger(__name__)

T = TypeVar("T")

LAST_FRAME_S: Final = 10.0
"""How long the end waits for the frame that is being looked at."""

ANSWER_S: Final = 15.0
"""How long a person waits for the table to have done what he told it."""

THE_COMPANION: Final = "the companion"
"""Author of what nobody said."""

OUR_MISTAKE: Final = "the companion made a mistake; its log says which"


class Table:
    """Follows ``source`` and keeps what happens in ``store``.

    Args:
        name: of the board; its games are found under it.
        source: where frames come from, already open; the table closes it.
        store: where events are kept.
        rules: the profile of games that begin, or all that is settled about the first.
        calibration: of this camera; None to calibrate from the first frames.
        resume: the game that was under way; None to begin one.
        keep: told of the calibration that the table made itself.
        speed: how many times faster than life a recording is shown; None leaves
            the pace to the source.
        streams: how many pages may follow live.
        witness: told of every event that is in the store, with the last frame and where
            the board lies in it, before anyone else is.
        eyes: how frames are read.
        now_s: a monotonic clock, seconds.
    """

    def __init__(
        self,
        name: str,
        source: Source,
        store: Store,
        *,
        rules: Rules | Started = Rules.OFFICIAL,
        calibration: Calibration | None = None,
        resume: Game | None = None,
        keep: Callable[[Calibration], None] | None = None,
        speed: float | None = None,
        streams: int = STREAMS,
        witness: Callable[[StoredEvent, Frame | None, Calibration | None], None] | None = None,
        eyes: Eyes | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.hub = Hub(store, name, streams=streams)
        self._source = source
        # Pages are told of a camera that stalls although no frame wakes them.
        source.on_change = self.hub.touch
        self._store = store
        self._now_s = now_s
        self._stopping = threading.Event()
        self._pace = None if speed is None else Pace(speed, self._stopping, now_s)
        self._keep = keep
        self._witness = witness
        self._picture = Picture()
        self._ring = Ring()
        profile = rules.rules if isinstance(rules, Started) else rules
        self._ledger = Ledger(
            name, store, self.hub, GameState.new(Rules(profile)), self._bear_witness
        )
        resumed = None if resume is None else self._ledger.take_up(resume)
        self._watch = Watch(rules, calibration, resumed, eyes)
        if calibration is not None:
            source.lock()
        self._status: object = None
        self._time = Timekeeper(now_s)
        self._freshness = Freshness(now_s)
        self._mailbox = Mailbox(keep_all=not source.live)
        self._over = threading.Event()
        # Since when the source owes a frame; None while one is being looked at.
        self._waits_since_s: float | None = now_s()
        # Daemons: a camera that hangs must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name=f"table {name}", daemon=True)
        self._reader = self._reading_thread(source)
        if self._was_running():
            self._tell_watch(Paused(by=THE_COMPANION))

    def start(self) -> None:
        """Begin to follow the board."""
        self._thread.start()
        self._reader.start()

    def stop(self) -> None:
        """End it: followers are sent home, the threads are joined, the source closed."""
        self._stopping.set()
        self._mailbox.close()
        self.hub.close()
        if self._thread.ident is not None:
            self._thread.join(LAST_FRAME_S)
        self._source.close()
        if self._reader.ident is not None:
            self._reader.join(LAST_FRAME_S)

    @property
    def ended(self) -> bool:
        """Whether its thread has come to its end, or never began."""
        return not self._thread.is_alive()

    def join(self) -> None:
        """Wait for the source's end; people may still tell the table things after it."""
        self._over.wait()

    def tell(self, command: Mapping[str, Any]) -> list[StoredEvent]:
        """Do what a person says (``companion.orders``), from any thread, in order.

        A ``seq`` in it is the number of the last event that its author knew of;
        the command is refused if something of the game has happened since.

        It is done on the table's own thread, between two frames or without any,
        and is in the store when this returns.

        Returns:
            The events that came of it.

        Raises:
            CommandError: it can't be read, or there is no game to do it to.
            EngineError: it does not fit the game as it stands.
            RefusedError: it was decided on a state that is no longer so ("stale").
            StoreError: it can't be kept; nothing was done.
            BusyError: the table has no time to listen; nothing was done.
        """
        return self._ask(lambda: self._obey(command))

    def teach(self, lesson: Lesson | None) -> None:
        """Give a lesson (``companion.lessons``), or end the one that is given.

        Nothing of it is stored. Raises what ``tell`` does.
        """
        self._ask(lambda: self._teach(lesson))

    def watch(self, source: Source) -> None:
        """Follow another source from now on, calibrating anew; the old one is closed.

        Raises:
            BusyError: the table has no time to listen; ``source`` was closed.
        """
        try:
            self._ask(lambda: self._change_source(source))
        except BusyError:
            source.close()
            raise

    def calibrate_anew(self) -> None:
        """Forget where the board is: the bare board is to be shown again.

        Raises:
            BusyError: the table has no time to listen.
        """
        self._ask(self._begin_setup)

    def take_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Take the board's corner hollows from a person, in the picture shown now.

        Args:
            corners: x, y of top left, top right, bottom right, bottom left, as shares
                (0..1) of the picture's width and height.

        Raises:
            CalibrationError: they are no corners of a board, or no picture has come.
            BusyError: the table has no time to listen.
        """
        self._ask(lambda: self._take_corners(corners))

    def without_trays(self) -> None:
        """Go on without the trays: colours are learned from the first marbles.

        Raises:
            CalibrationError: no board has been found yet.
            BusyError: the table has no time to listen.
        """
        self._ask(self._without_trays)

    def report(self, right: str, by: str) -> Report:
        """What somebody who says that a ruling was wrong should hand on.

        Args:
            right: what is right, in his words.
            by: who says so.

        Raises:
            BusyError: the table has no time to listen.
        """
        return self._ask(lambda: self._report(right, by))

    def _ask(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, done on the table's own thread."""
        order = Order(work)
        if self._thread.ident is None or not self._mailbox.ask(order):
            raise BusyError("the table is closed")
        try:
            return cast(T, order.answer.result(ANSWER_S))
        except CancelledError:
            raise BusyError("the table is closing") from None
        except NoAnswerError:
            if order.answer.cancel():
                raise BusyError("the table is busy; try again in a moment") from None
            return cast(T, order.answer.result())

    @property
    def game_begins_after(self) -> int:
        """The number of the last event before the current game."""
        return self._ledger.view.begins_after

    @property
    def game(self) -> int | None:
        """The current game's number in the store, None before there is one."""
        return self._ledger.view.game

    @property
    def newest(self) -> int:
        """The number of the last event."""
        return self._ledger.view.seq

    @property
    def camera_status(self) -> Camera:
        """How it stands with the camera now; silence makes it ``STALLED``."""
        status = self._ledger.view.camera
        over = status in (Camera.ENDED, Camera.FAILED)
        if not over and self._source.trouble is not None:
            return Camera.STALLED
        since = self._waits_since_s
        silent = since is not None and self._now_s() - since > STALLED_AFTER_S
        return Camera.STALLED if silent and not over else status

    @property
    def in_game(self) -> bool:
        """Whether a game is under way: something was played and nothing has ended it."""
        state = self._ledger.view.state
        return state.result == "*" and bool(state.moves or state.pending or state.fault)

    @property
    def swapped(self) -> bool:
        """Whether the eyes' series are exchanged in the game."""
        return self._ledger.view.state.swapped

    @property
    def source(self) -> Source:
        """What it watches just now."""
        return self._source

    @property
    def source_name(self) -> str:
        """What it watches."""
        return self._source.name

    @property
    def failure(self) -> str:
        """Why the source has stopped for good, or ""."""
        view = self._ledger.view
        return view.text if view.camera is Camera.FAILED else ""

    @property
    def stuck(self) -> bool:
        """Whether only a new process could bring the camera back."""
        return self._source.stuck

    def state(self, lang: str) -> dict[str, Any]:
        """The object of ``GET /api/state``, its words in ``lang``."""
        view = self._ledger.view
        return game_json(view.state, lang) | {
            "status": status_json(self._watch, view.state, lang),
            "camera": camera_json(
                view, self.camera_status, self._source, self._watch.waiting_for, lang
            ),
            "clock": clock_json(view.state, self._time),
            "seen": seen_json(self._watch),
            "colours": colours_json(self._watch, view.state.swapped),
            "swapped": view.state.swapped,
            "teaching": teaching_json(self._watch, lang),
            "table": self.name,
            "game": view.game,
            "seq": view.seq,
        }

    def health(self) -> dict[str, Any]:
        """The object of ``GET /healthz``; its "ok" decides between 200 and 503."""
        return health_json(self._ledger.view, self.camera_status, self._source, self.hub.streams)

    def picture(self) -> bytes | None:
        """The last frame as a small JPEG with the found hollows drawn; None before the first."""
        return self._picture.jpeg(self._watch.found)

    def bare_picture(self) -> bytes | None:
        """The last frame as a JPEG with nothing drawn, for setting up; None before the first."""
        return self._picture.plain()

    def setup(self) -> dict[str, Any]:
        """How far setting up is, and what stands in its way; see ``companion.setting_up``."""
        watch, camera = self._watch, self.camera_status
        return setup_json(
            watch.found, watch.calibration is not None, watch.waiting_for, self._picture.last_two
        ) | {"colours": colours_json(watch, self._ledger.view.state.swapped), "camera": camera}

    def _was_running(self) -> bool:
        """Whether the companion ended while a clock ran: downtime is nobody's time."""
        state = self._ledger.view.state
        begun = state.clock is not None and state.clock.begun
        return begun and state.result == "*" and not state.paused

    # The source's thread.

    def _fetch(self, source: Source) -> None:
        """Bring frames from the source until it ends or nobody wants more."""
        try:
            with source as frames:
                for frame in frames:
                    arrived = Arrived(frame, self._now_s())
                    if self._pace is not None:
                        self._pace.wait_for(frame.time_s)
                    gone = self._stopping.is_set() or source is not self._source
                    if gone or not self._mailbox.hand_over(arrived):
                        return
            error = None
        except Exception as stopped:
            error = stopped
        if source is self._source:
            self._mailbox.end(error)

    def _reading_thread(self, source: Source) -> threading.Thread:
        return threading.Thread(
            target=self._fetch, args=(source,), name=f"source {self.name}", daemon=True
        )

    # The table's thread.

    def _run(self) -> None:
        self._ledger.save()
        while not self._stopping.is_set():
            item = self._mailbox.next(self._time.due_s(self._ledger.view.state))
            if self._mailbox.closed:
                break
            if isinstance(item, Order):
                item.carry_out()
            else:
                self._guarded(item)
        self._over.set()

    def _guarded(self, item: Arrived | Over | None) -> None:
        """Look at a frame, or at the clock; what goes wrong ends the following, not the table."""
        try:
            if isinstance(item, Over):
                self._finish(item.error)
            elif item is None:
                self._read_clock()
            elif not self._over.is_set():
                self._take(item)
        except (VisionError, CalibrationError, EngineError, CompanionError) as error:
            self._fail(str(error))
        except Exception:
            log.exception("table %s", self.name)
            self._fail(OUR_MISTAKE)

    def _fail(self, reason: str) -> None:
        self._ledger.show_camera(Camera.FAILED, reason)
        self._over.set()

    def _finish(self, error: Exception | None) -> None:
        """The source is over."""
        if self._over.is_set():
            return
        if error is not None:
            raise error
        missing = self._watch.waiting_for
        if missing:
            raise CalibrationError("it ended before the game could begin. " + waiting_text(missing))
        self._ledger.save_or_raise()
        self._ledger.show_camera(Camera.ENDED, "")
        self._read_clock()
        self._over.set()

    def _take(self, arrived: Arrived) -> None:
        # Said before the look, which takes seconds where a board is to be found.
        self._waits_since_s = None
        frame = arrived.frame
        self._picture.keep(frame)
        self._ring.keep(frame, self._ledger.view.seq)
        self._ledger.show_frame(frame.index)
        if self._ledger.view.camera is Camera.STARTING:
            self._ledger.show_camera(*self._seen())
        self._look(arrived)
        self._waits_since_s = self._now_s()

    def _look(self, arrived: Arrived) -> None:
        waiting = self._watch.calibration is None
        still_new: Callable[[], bool] = lambda: True  # noqa: E731
        if self._source.live:
            still_new = self._freshness.of(arrived)
        if not still_new():
            return
        # The flag fell, or did not, before this frame was looked at.
        self._note_clock()
        self._ledger.write(self._watch.take(arrived.frame, still_new))
        if waiting and self._watch.calibration is not None:
            self._calibrated(self._watch.calibration)
        self._note_clock()
        trouble = self._ledger.save()
        self._show_status()
        self._ledger.show_camera(*((Camera.TROUBLE, trouble) if trouble else self._seen()))

    def _show_status(self) -> None:
        referee, classroom = self._watch.referee, self._watch.classroom
        status = None if referee is None else referee.status, classroom.signature
        if status != self._status:
            self._status = status
            self.hub.touch()

    def _teach(self, lesson: Lesson | None) -> None:
        self._watch.teach(lesson)
        self._show_status()

    def _obey(self, command: Mapping[str, Any]) -> list[StoredEvent]:
        """Carry out a command, all of it or nothing."""
        self._note_clock()
        self._ledger.save_or_raise()
        self._refuse_stale(command)
        before = self._watch.standing
        try:
            with self._ledger.all_or_nothing() as kept:
                self._ledger.write(self._after_command(carry_out(command, self._watch)))
                self._note_clock()
        except Exception:
            self._watch.back_to(before)
            raise
        self._show_status()
        return kept

    # Setting up.

    def _begin_setup(self) -> None:
        """Calibrate anew; a game under way rests until somebody says that it goes on."""
        referee = self._watch.referee
        state = None if referee is None else referee.state
        if state is not None and state.moves and state.result == "*" and not state.paused:
            self._obey({"command": "pause", "by": THE_COMPANION})
        self._watch.calibrate_anew()
        self._ledger.show_camera(*self._seen())

    def _change_source(self, source: Source) -> None:
        old, self._source = self._source, source
        source.on_change = self.hub.touch
        self._pace = None
        self._mailbox.begin_anew(keep_all=not source.live)
        self._freshness = Freshness(self._now_s)
        self._over.clear()
        self._begin_setup()
        self._ledger.show_frame(None)
        self._ledger.show_camera(Camera.STARTING, "")
        self._waits_since_s = self._now_s()
        old.close()
        self._reader = self._reading_thread(source)
        self._reader.start()

    def _take_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        frame = self._picture.frame
        if frame is None:
            raise CalibrationError("the camera has shown nothing yet")
        if self._watch.calibration is not None:
            self._begin_setup()
        height, width = frame.image_bgr.shape[:2]
        self._watch.take_corners(frame, np.array(corners, float) * (width, height))
        self._ledger.show_camera(*self._seen())
        self.hub.touch()

    def _without_trays(self) -> None:
        self._watch.without_trays()
        assert self._watch.calibration is not None
        self._calibrated(self._watch.calibration)
        self.hub.touch()

    def _report(self, right: str, by: str) -> Report:
        view = self._ledger.view
        meta = {
            "right": right,
            "by": by,
            "time": utc_now(),
            "companion": version(),
            "source": self._source.name,
            "rules": str(view.state.rules),
            "strictness": view.state.strictness.value,
            "position": str(view.state.position),
            "camera": str(self.camera_status),
            "game": view.game,
        }
        events = [] if view.game is None else self._store.events(game=view.game)
        return Report(meta, self._ring.pictures, events, self._watch.learned)

    def _refuse_stale(self, command: Mapping[str, Any]) -> None:
        known = Fields(command).number("seq", self._ledger.view.seq)
        if not self._ledger.settled_at <= known <= self._ledger.view.seq:
            raise RefusedError(
                "stale", "something has happened since you looked; look again, then decide"
            )

    def _after_command(self, events: list[Event]) -> list[Event]:
        """The events; where they set the clock, what has run since it was read is forgotten."""
        for event in events:
            taken_back = isinstance(event, Undone) and event.actions
            if taken_back or isinstance(event, Started | ClockRead):
                self._time.begin_anew()
        return events

    # The clock.

    def _sees(self) -> bool:
        """Whether a move on the board would be seen."""
        referee = self._watch.referee
        blind = (Waiting.BLIND, Waiting.ARRANGING)
        looks = self.camera_status is Camera.OK
        return looks and referee is not None and referee.status.phase not in blind

    def _note_clock(self) -> None:
        """Write what the clock has to say, if there is one."""
        referee = self._watch.referee
        if referee is None:
            return
        for event in self._time.read(referee.state, self._sees()):
            self._ledger.write(referee.tell(event))

    def _read_clock(self) -> None:
        """Look at the clock while no frame comes."""
        self._note_clock()
        self._ledger.save()
        self._show_status()

    def _tell_watch(self, event: Event) -> None:
        assert self._watch.referee is not None
        self._ledger.write(self._watch.referee.tell(event))

    def _bear_witness(self, kept: StoredEvent) -> None:
        if self._witness is not None:
            self._witness(kept, self._picture.frame, self._watch.aimed)

    def _calibrated(self, calibration: Calibration) -> None:
        """The board has just been found: the camera stays as it is now."""
        self._source.lock()
        if self._keep is not None:
            self._keep(calibration)

    def _seen(self) -> tuple[Camera, str]:
        """The camera's status after a frame, and what there is to say about it."""
        reading = self._watch.reading
        if reading is None:
            return Camera.WAITING, waiting_text(self._watch.waiting_for)
        if reading.trouble:
            return Camera.TROUBLE, reading.trouble
        return (Camera.MOVED if reading.moved else Camera.OK), ""
