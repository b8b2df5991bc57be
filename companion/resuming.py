"""Which game goes on, and seen with which eyes: after a power cut, or when somebody says so."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from calibration.errors import CalibrationError
from calibration.model import Calibration, load_calibration, save_calibration
from companion.archive import fold_of, game_events, game_state
from companion.errors import CommandError, RefusedError, UnreadableGameError
from companion.store import Game, Store
from engine.events import ClockRead, Event, SeriesSet, Started

log = logging.getLogger(__name__)

WITHIN: Final = timedelta(hours=6)
"""A game that has stood still for longer was left, not interrupted.

A Pi that has neither network nor a clock of its own counts less than has passed, so whatever
goes on by itself is told on the page (``companion.showing.resumed_json``).
"""

MOST_NUMBER: Final = 2**63 - 1
"""SQLite knows none above."""


def unfinished(store: Store, board: str, now: datetime) -> Game | None:
    """The last game on that board if it was under way not long ago.

    One that began by itself, and of which nothing was played or said, was not.

    Args:
        store: the games.
        board: whose games.
        now: with its time zone.
    """
    game = store.last_game(board)
    if game is None:
        return None
    try:
        if now - _last_time(game) > WITHIN:
            return None
        events = game_events(store, game)
        state = fold_of(game, events)
    except UnreadableGameError as error:
        log.warning("%s; a new one begins", error)
        return None
    return game if state.result == "*" and not all(map(_comes_by_itself, events)) else None


def _last_time(game: Game) -> datetime:
    """When something last happened in it.

    Raises:
        UnreadableGameError: that is damaged.
    """
    try:
        time = datetime.fromisoformat(game.last_time)
        if time.tzinfo is None:
            raise ValueError(f"{game.last_time!r} has no time zone")
    except ValueError as error:
        raise UnreadableGameError.of(game.id, error) from error
    return time


def _comes_by_itself(event: Event) -> bool:
    """Whether an event happens on a bare board of which nobody has said anything."""
    if isinstance(event, Started):
        # The camera began it, or somebody who settled nothing.
        return event.frame is not None or event == replace(Started(), by=event.by)
    if isinstance(event, ClockRead):
        return event.reason != "set"
    return isinstance(event, SeriesSet) and not event.by


def left_off(store: Store, board: str, number: int) -> Game:
    """A game on that board that is to be gone on with, however long ago it was left.

    Raises:
        CommandError: there is none of that number.
        RefusedError: it is over.
        UnreadableGameError: this version can't read it.
    """
    game = store.game(number) if 0 < number <= MOST_NUMBER else None
    if game is None or game.board != board or not game.last_seq:
        raise CommandError("no such game was played on this board", "no-such-game")
    if game_state(store, game).result != "*":
        raise RefusedError("over", "that game is over")
    return game


class CalibrationShelf:
    """Where a table's own calibration lies, so that a restart needs no bare board.

    Only an interrupted game goes on with it. What was imagined of the board of a game that was
    joined is kept as imagined, and the set-up says so.
    """

    def __init__(self, folder: Path, board: str) -> None:
        self.path = folder / f"calibration-{board}.json"

    def keep(self, calibration: Calibration) -> None:
        """Keep it. A game goes on without, so a full disk is only logged."""
        try:
            # The store makes its folder only with the first game.
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save_calibration(calibration, self.path)
        except (CalibrationError, OSError) as error:
            log.warning("the calibration can't be kept: %s", error)

    def take(self) -> Calibration | None:
        """The one that was kept last, if it can still be read."""
        if not self.path.exists():
            return None
        try:
            return load_calibration(self.path)
        except CalibrationError as error:
            log.warning("the calibration of the last time is not used: %s", error)
            return None
