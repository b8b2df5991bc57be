"""The ledger of a table: what happens there goes into the store, then to everybody who follows.

It also holds the view that pages are shown. Only the table's own thread writes here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from companion.archive import game_state
from companion.errors import CompanionError, StoreError
from companion.hub import Hub
from companion.showing import Camera, View
from companion.store import Game, Store, StoredEvent
from engine.events import ClockRead, Event, Started, Taught
from engine.game import GameState

log = logging.getLogger(__name__)

Witness = Callable[[StoredEvent], None]
"""Told of every event that is in the store, before anyone else is."""


class Ledger:
    """Keeps the events of the board of that name.

    Attributes:
        view: what pages are shown.
        settled_at: number of the last event that may change a person's decision.

    Args:
        name: of the board.
        store: where events are kept.
        hub: who follows.
        state: the game as it begins.
        witness: see there.
    """

    def __init__(
        self, name: str, store: Store, hub: Hub, state: GameState, witness: Witness
    ) -> None:
        self._name, self._store, self._hub, self._witness = name, store, hub, witness
        newest = store.newest()
        self.view = View(state, None, newest)
        self.settled_at = 0
        self._unsaved: list[Event] = []
        self._saved: list[StoredEvent] = []
        self._new_game_made = False

    def take_up(self, game: Game) -> GameState:
        """Go on with a game that was left under way."""
        state = game_state(self._store, game)
        self.view = replace(self.view, state=state, game=game.id)
        return state

    def write(self, events: Iterable[Event]) -> None:
        """Events that happened; ``save`` keeps them."""
        self._unsaved += events

    def show_camera(self, status: Camera, text: str) -> None:
        """Tell everybody how it stands with the camera, if that is new."""
        self._show(status, text, None)

    def show_error(self, status: Camera, error: Exception) -> None:
        """The same where something is wrong, and what."""
        self._show(status, str(error), error)

    def _show(self, status: Camera, text: str, error: Exception | None) -> None:
        if (status, text) != (self.view.camera, self.view.text):
            self.view = replace(self.view, camera=status, text=text, error=error)
            self._hub.touch()

    def show_frame(self, index: int | None) -> None:
        """Which frame is looked at; nobody is woken for that."""
        self.view = replace(self.view, frame=index)

    def save(self) -> StoreError | None:
        """Append what has happened, then tell it; what can't be kept waits for the next time.

        Returns:
            Why events can't be kept, or None.
        """
        try:
            while self._unsaved:
                self._save_game()
        except StoreError as error:
            if str(error) != self.view.text:
                log.error("table %s: %s", self._name, error)
            return error
        return None

    def save_or_raise(self) -> None:
        """As ``save``.

        Raises:
            StoreError: events can't be kept.
        """
        trouble = self.save()
        if trouble is not None:
            raise trouble

    @contextmanager
    def all_or_nothing(self) -> Iterator[list[StoredEvent]]:
        """What is written inside is kept at its end and stands in the list, or is forgotten."""
        before, self._saved = self.view, []
        try:
            yield self._saved
            self.save_or_raise()
        except Exception:
            self._unsaved.clear()
            self._new_game_made = False
            state = self.view.state if self._saved else before.state
            self.view = replace(self.view, game=before.game, state=state)
            raise

    def _save_game(self) -> None:
        """Append the events of one game that wait at the front."""
        if isinstance(self._unsaved[0], Started) and not self._new_game_made:
            number = self._store.new_game(self._name)
            self.view = replace(self.view, game=number)
            self._new_game_made = True
        game = self.view.game
        if game is None:
            raise CompanionError("an event came before its game")
        count = _events_of_one_game(self._unsaved)
        events = self._unsaved[:count]
        stored = self._store.append(game, *(event.to_json() for event in events))
        del self._unsaved[:count]
        self._new_game_made = False
        for event, kept in zip(events, stored, strict=True):
            self._tell(event, kept)
        self._saved += stored

    def _tell(self, event: Event, kept: StoredEvent) -> None:
        # Each game's state is the fold of its own events; nothing of the last one stays.
        before = GameState.new() if isinstance(event, Started) else self.view.state
        self.view = replace(self.view, state=before.apply(event), seq=kept.seq)
        # That the clock was read, or something taught, changes nobody's decision.
        if not isinstance(event, ClockRead | Taught):
            self.settled_at = kept.seq
        self._witness(kept)
        self._hub.publish(kept)


def _events_of_one_game(events: list[Event]) -> int:
    """How many events come before the next game begins."""
    starts = (at for at, event in enumerate(events) if at > 0 and isinstance(event, Started))
    return next(starts, len(events))
