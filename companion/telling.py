"""The game and its events as JSON for pages and programs, in the language asked for."""

from __future__ import annotations

from typing import Any

from companion.store import StoredEvent
from engine.actions import ActionKind
from engine.events import CombinationFormed, event_from_json, placement_of, text
from engine.game import GameState, Pending
from engine.hollows import NEIGHBOURS, Hollow, hollow_name, hollows_in
from engine.judging import judge
from engine.position import ATTACK_MARBLES, Position, Side
from engine.rules import Rules
from engine.rulings import Ruling


def event_json(stored: StoredEvent, lang: str) -> dict[str, Any]:
    """An event with its number, time and game; its words in ``lang``.

    A combination also says whose it is (``side``) and how the board stood
    (``board``, a placement) when it was formed.
    """
    event = event_from_json(stored.body)
    told = {"seq": stored.seq, "game": stored.game, "time": stored.time} | stored.body
    words = text(event, lang)
    if words:
        told["text"] = words
    if isinstance(event, CombinationFormed):
        told |= _formed(event)
    return told


def _formed(event: CombinationFormed) -> dict[str, Any]:
    before = Position.parse(event.before)
    ruling = judge(before, event.move, Rules(event.rules))
    assert isinstance(ruling, Ruling)
    return {"side": str(before.turn), "board": placement_of(Pending(ruling).board)}


def game_json(state: GameState, lang: str) -> dict[str, Any]:
    """A game as it stands: everything in ``/api/state`` that is not of this very moment."""
    position, board = state.position, state.board
    players = {side: _player(state, side, board) for side in Side}
    return {
        "position": str(position),
        "rules": str(state.rules),
        "turn": str(position.turn),
        "board": board,
        "players": {str(side): player for side, player in players.items()},
        "captured": {str(side): player["captured"] for side, player in players.items()},
        "pending": None if state.pending is None else _pending(state.pending, lang),
        "last": None if state.last is None else state.last.to_json(lang),
        "fault": None if state.fault is None else _fault(state, lang),
        "moves": list(state.moves),
        "plies": _plies(state),
        "result": state.result,
        "termination": state.termination,
        "lines": _lines(state),
        "last_hollows": _last_hollows(state),
        "castle": _castle(state),
    }


def _player(state: GameState, side: Side, board: str) -> dict[str, Any]:
    """One player's marbles as they lie now, in the middle of a combination too."""
    reserve = state.position.reserve(side)
    pending = state.pending
    if pending is not None and pending.ruling.mover is side:
        placed = pending.ruling.action.kind is ActionKind.PLACE
        reserve += len(pending.returned) - (1 if placed else 0)
    on_board, queen = board.count(side.value), board.find(side.value.upper())
    return {
        "name": state.players[0 if side is Side.W else 1],
        "reserve": reserve,
        "on_board": on_board,
        "captured": ATTACK_MARBLES - on_board - reserve,
        "queen": None if queen < 0 else hollow_name(Hollow(queen)),
    }


def _pending(pending: Pending, lang: str) -> dict[str, Any]:
    """The ruling under way and what hands have done about it so far."""
    return pending.ruling.to_json(lang) | {
        "returned": _names(pending.returned),
        "captured": _names(pending.captured),
    }


def _fault(state: GameState, lang: str) -> dict[str, Any]:
    assert state.fault is not None
    return state.fault.to_json() | {"text": text(state.fault, lang)}


def _plies(state: GameState) -> list[int]:
    """The number of each move; a correction between two moves may have skipped some."""
    return [
        position.ply
        for position, move in zip(state.positions, state.played, strict=False)
        if move is not None
    ]


def _lines(state: GameState) -> list[list[str]]:
    """The lines to light up: of the combination under way, or of the one that won."""
    won = state.last if state.last is not None and state.last.win else None
    ruling = won if state.pending is None else state.pending.ruling
    return [] if ruling is None else [[hollow_name(h) for h in line] for line in ruling.alignments]


def _last_hollows(state: GameState) -> list[str]:
    """Where the last move's marble lies."""
    target = None if state.last is None else state.last.action.target
    return [] if target is None else [hollow_name(target)]


def _castle(state: GameState) -> dict[str, Any] | None:
    """The castle area that a winning line reached (E1, E2)."""
    won = state.last
    if won is None or not won.win:
        return None
    queen = won.before.queen(won.mover.other)
    assert queen is not None
    return {
        "queen": hollow_name(queen),
        "area": [hollow_name(h) for h in hollows_in(NEIGHBOURS[queen])],
    }


def _names(hollows: frozenset[Hollow]) -> list[str]:
    return sorted(map(hollow_name, hollows))
