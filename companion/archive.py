"""Games out of the store: the list, and any game as a record (``.rqg``)."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.errors import UnreadableGameError
from companion.store import Game, Store
from engine.clock import hours
from engine.events import Corrected, Event, event_from_json
from engine.game import GameState, fold
from engine.position import Side
from engine.record import Comment, GameRecord

log = logging.getLogger(__name__)


def game_state(store: Store, game: Game) -> GameState:
    """The game as it stands: the fold of its events.

    Raises:
        UnreadableGameError: this version can't read it.
    """
    return fold_of(game, game_events(store, game))


def game_events(store: Store, game: Game) -> list[Event]:
    """The game's events in order. Raises what ``game_state`` does."""
    with _readable(game):
        return [event_from_json(stored.body) for stored in store.events(game=game.id)]


def fold_of(game: Game, events: Iterable[Event]) -> GameState:
    """The game as its events leave it. Raises what ``game_state`` does."""
    with _readable(game):
        return fold(events)


@contextmanager
def _readable(game: Game) -> Iterator[None]:
    """Errors of the engine and of JSON are both ValueErrors."""
    try:
        yield
    except ValueError as error:
        raise UnreadableGameError.of(game.id, error) from error


class Archive:
    """The list of games; what was told of a game is kept until something happens in it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: dict[Game, dict[str, Any]] = {}

    def summaries(self, played: Collection[int | None] = ()) -> list[dict[str, Any]]:
        """All games, the newest first, as JSON objects.

        A number whose first event could not be kept any more is no game.

        Args:
            played: the games now at a table; any other without a result was left off.
        """
        games = [game for game in self._store.games() if game.last_seq]
        # Built anew, so that what has changed since is forgotten; safe with several at once.
        told = {game: self._told.get(game) or _summary(self._store, game) for game in games}
        self._told = told
        return [told[game] | {"running": _open(told[game], played)} for game in games]


def _open(told: dict[str, Any], played: Collection[int | None]) -> bool:
    return told["readable"] and told["result"] == "*" and told["id"] in played


def _summary(store: Store, game: Game) -> dict[str, Any]:
    """What the list tells of a game; one that can't be read must not hide the others."""
    try:
        state, readable = game_state(store, game), True
    except UnreadableGameError as error:
        log.warning("%s", error)
        state, readable = GameState.new(), False
    return {
        "id": game.id,
        "board": game.board,
        "started": game.started,
        "players": dict(zip("wb", state.players, strict=True)),
        "rules": str(state.rules),
        "moves": len(state.moves),
        "result": state.result,
        "termination": state.termination,
        "readable": readable,
        "record": f"/api/games/{game.id}.rqg",
    }


def record_of_game(store: Store, game: Game) -> GameRecord:
    """The game's record.

    Raises:
        UnreadableGameError: this version can't read the game.
    """
    events = game_events(store, game)
    with _readable(game):
        return record_of(events, date=game.started[:10].replace("-", "."))


def record_text(store: Store, game: Game) -> str:
    """The game's record in canonical form. Raises what ``record_of_game`` does."""
    return str(record_of_game(store, game))


def record_of(events: Iterable[Event], date: str = "????.??.??") -> GameRecord:
    """A game's events as a record.

    Args:
        events: in order, from the game's start.
        date: when it was played, ``yyyy.mm.dd``.
    """
    state, sets = GameState.new(), dict[int, Corrected]()
    for event in events:
        state = state.apply(event)
        if isinstance(event, Corrected):
            sets[len(state.played) - 1] = event
    names = zip(("White", "Black"), state.players, strict=True)
    tags = [("Date", date), *((tag, name) for tag, name in names if name)]
    if state.budget_s is not None:
        tags.append(("TimeControl", f"{state.budget_s:g}"))
    return GameRecord(
        tags=tuple(tags),
        body=tuple(_body(state, sets)),  # type: ignore[arg-type]  # moves may be given as text
        result=state.result,
        termination=state.termination,
        rules=state.rules,
        start=state.start,
    )


def _body(state: GameState, sets: dict[int, Corrected]) -> Iterable[str | Comment]:
    """Moves, each with its player's time left; what a person set, with what he let stand."""
    for at, move in enumerate(state.played):
        if move is None:
            yield _set(sets[at])
            continue
        yield move
        times = state.times[at + 1]
        if times is not None:
            left_s = times[0 if state.positions[at].turn is Side.W else 1]
            yield Comment(f"[%clk {hours(left_s)}]")


def _set(event: Corrected) -> Comment:
    """What a person set; where he let a fault stand, its code and who he was."""
    said = f"[%set {event.position}]"
    if event.fault is None:
        return Comment(said)
    # A name may not end the comment or look like a command.
    by = "".join(" " if char in "{}[]%" else char for char in event.by)
    allowed = f" allowed by {' '.join(by.split())}" if by.split() else ""
    return Comment(f"[%fault {event.fault}] {said}{allowed}")
