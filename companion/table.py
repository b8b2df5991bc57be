"""A table: one physical board, followed by a thread of its own.

Here is what any thread may ask of it; what its own thread does is in
``companion.attendant``. Nothing here is global; a process may hold several.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as NoAnswerError
from typing import Any, Final, TypeVar, cast

from calibration.model import Calibration
from companion.attendant import Attendant, Witness
from companion.bundle import Report
from companion.errors import BusyError, CompanionError
from companion.eyes import Eyes
from companion.feed import LAST_FRAME_S, Feed
from companion.hub import STREAMS, Hub
from companion.lessons import Lesson
from companion.mailbox import Order
from companion.setting_up import setup_json
from companion.showing import (
    Camera,
    camera_json,
    colours_json,
    health_json,
    lying_json,
    notices_json,
    resumed_json,
    seen_json,
    status_json,
    teaching_json,
)
from companion.store import Game, Store, StoredEvent
from companion.telling import clock_json, game_json
from engine.events import Started
from engine.position import Position
from engine.rules import Rules
from vision.sources import Source

T = TypeVar("T")

ANSWER_S: Final = 15.0
"""How long a person waits for the table to have done what he told it."""


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
        witness: Witness | None = None,
        eyes: Eyes | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.hub = Hub(store, name, streams=streams)
        self._feed = Feed(name, source, speed=speed, changed=self.hub.touch, now_s=now_s)
        self._attendant = Attendant(
            name,
            self._feed,
            store,
            self.hub,
            rules=rules,
            calibration=calibration,
            resume=resume,
            keep=keep,
            witness=witness,
            eyes=eyes,
            now_s=now_s,
        )
        # A daemon: a camera that hangs must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name=f"table {name}", daemon=True)

    def start(self) -> None:
        """Begin to follow the board."""
        self._thread.start()
        self._feed.start()

    def stop(self) -> None:
        """End it: followers are sent home, the threads are joined, the source closed."""
        self._feed.stop()
        self.hub.close()
        if self._thread.ident is not None:
            self._thread.join(LAST_FRAME_S)
        self._attendant.watch.leave()
        self._feed.close()

    @property
    def ended(self) -> bool:
        """Whether its thread has come to its end, or never began."""
        return not self._thread.is_alive()

    def join(self) -> None:
        """Wait for the source's end; people may still tell the table things after it."""
        self._attendant.over.wait()

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
        return self._ask(lambda: self._attendant.obey(command))

    def teach(self, lesson: Lesson | None) -> None:
        """Give a lesson (``companion.lessons``), or end the one that is given.

        Nothing of it is stored. Raises what ``tell`` does.
        """
        self._ask(lambda: self._attendant.teach(lesson))

    def watch(self, source: Source) -> None:
        """Follow another source from now on, calibrating anew; the old one is closed.

        Raises:
            BusyError: the table has no time to listen.
            StoreError: that the game rests can't be kept.

        Where it raises, ``source`` was closed and nothing has changed.
        """
        try:
            self._ask(lambda: self._attendant.change_source(source))
        except CompanionError:
            source.close()
            raise

    def calibrate_anew(self) -> None:
        """Forget where the board is: the bare board is to be shown again.

        Raises:
            BusyError: the table has no time to listen.
            StoreError: that the game rests can't be kept; nothing has changed.
        """
        self._ask(self._attendant.begin_setup)

    def look_for(self, under_way: bool) -> None:
        """Look for the board anew: the bare one, or one under the marbles of a game.

        Args:
            under_way: whether a game is. What was found then waits for ``without_trays``.

        Raises:
            BusyError: the table has no time to listen.
            StoreError: that the game rests can't be kept; nothing has changed.
        """
        self._ask(lambda: self._attendant.look_for(under_way))

    def take_corners(self, corners: Sequence[tuple[float, float]]) -> None:
        """Take the board's corner hollows from a person, in the picture shown now.

        Args:
            corners: x, y of top left, top right, bottom right, bottom left, as shares
                (0..1) of the picture's width and height.

        Raises:
            CalibrationError: they are no corners of a board, or no picture has come.
            BusyError: the table has no time to listen.
        """
        self._ask(lambda: self._attendant.take_corners(corners))

    def without_trays(self) -> None:
        """Go on without the trays: colours are learned from the first marbles.

        Raises:
            CalibrationError: no board has been found yet.
            BusyError: the table has no time to listen.
        """
        self._ask(self._attendant.without_trays)

    def report(self, right: str, by: str) -> Report:
        """What somebody who says that a ruling was wrong should hand on.

        Args:
            right: what is right, in his words.
            by: who says so.

        Raises:
            BusyError: the table has no time to listen.
        """
        return self._ask(lambda: self._attendant.report(right, by))

    def _ask(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, done on the table's own thread."""
        order = Order(work)
        if self._thread.ident is None or not self._feed.mailbox.ask(order):
            raise BusyError("the table is closed", "closing")
        try:
            return cast(T, order.answer.result(ANSWER_S))
        except CancelledError:
            raise BusyError("the table is closing", "closing") from None
        except NoAnswerError:
            if order.answer.cancel():
                raise BusyError("the table is busy; try again in a moment", "busy") from None
            return cast(T, order.answer.result())

    @property
    def game(self) -> int | None:
        """The current game's number in the store, None before there is one."""
        return self._attendant.ledger.view.game

    @property
    def newest(self) -> int:
        """The number of the last event."""
        return self._attendant.ledger.view.seq

    @property
    def camera_status(self) -> Camera:
        """How it stands with the camera now; silence makes it ``STALLED``."""
        return self._attendant.camera_status

    @property
    def in_game(self) -> bool:
        """Whether a game is under way: something was played or set, and nothing has ended it."""
        state = self._attendant.ledger.view.state
        stands = state.position != Position.start()
        return state.result == "*" and bool(stands or state.pending or state.fault)

    @property
    def swapped(self) -> bool:
        """Whether the eyes' series are exchanged in the game."""
        return self._attendant.ledger.view.state.swapped

    @property
    def source(self) -> Source:
        """What it watches just now."""
        return self._feed.source

    @property
    def source_name(self) -> str:
        """What it watches."""
        return self._feed.source.name

    @property
    def failure(self) -> str:
        """Why the source has stopped for good, or ""."""
        view = self._attendant.ledger.view
        return view.text if view.camera is Camera.FAILED else ""

    @property
    def stuck(self) -> bool:
        """Whether only a new process could bring the camera back."""
        return self._feed.source.stuck

    def state(self, lang: str) -> dict[str, Any]:
        """The object of ``GET /api/state``, its words in ``lang``."""
        view = self._attendant.ledger.view
        return game_json(view.state, lang) | {
            "status": status_json(self._attendant.watch, view.state, lang),
            "camera": camera_json(
                view, self.camera_status, self._feed.source, self._attendant.watch.waiting_for, lang
            ),
            "clock": clock_json(view.state, self._attendant.time),
            "seen": seen_json(self._attendant.watch),
            "colours": colours_json(self._attendant.watch, view.state.swapped),
            "swapped": view.state.swapped,
            "teaching": teaching_json(self._attendant.watch, lang),
            "notices": [
                *resumed_json(self._attendant.resumed, view, lang),
                *notices_json(self._attendant.watch, view.state, lang),
            ],
            "table": self.name,
            "game": view.game,
            "seq": view.seq,
        }

    def health(self) -> dict[str, Any]:
        """The object of ``GET /healthz``; its "ok" decides between 200 and 503."""
        return health_json(
            self._attendant.ledger.view, self.camera_status, self._feed.source, self.hub.streams
        )

    def picture(self) -> bytes | None:
        """The last frame as a small JPEG with the found hollows drawn; None before the first."""
        return self._attendant.picture.jpeg(self._attendant.watch.found)

    def hollow_picture(self, number: int) -> bytes | None:
        """A hollow as the camera sees it now, as a JPEG; None while it is not seen."""
        attendant = self._attendant
        return attendant.picture.around(attendant.watch.aimed, number)

    def bare_picture(self) -> bytes | None:
        """The last frame as a JPEG with nothing drawn, for setting up; None before the first."""
        return self._attendant.picture.plain()

    def setup(self) -> dict[str, Any]:
        """How far setting up is, and what stands in its way; see ``companion.setting_up``."""
        watch, camera = self._attendant.watch, self.camera_status
        return setup_json(
            watch.found,
            watch.calibration is not None,
            watch.waiting_for,
            self._attendant.picture.last_two,
        ) | {
            "colours": colours_json(watch, self._attendant.ledger.view.state.swapped),
            "camera": camera,
            "under_way": watch.under_way,
            "lying": lying_json(watch),
        }

    def _run(self) -> None:
        self._attendant.ledger.save()
        while True:
            view = self._attendant.ledger.view
            item = self._feed.mailbox.next(self._attendant.time.due_s(view.state))
            if isinstance(item, Order):
                item.carry_out()  # at the end too: somebody waits for it
            elif self._feed.mailbox.closed:
                break
            else:
                self._attendant.take(item)
        self._attendant.over.set()
