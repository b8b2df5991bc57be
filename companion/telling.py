"""The game and its events as JSON for pages and programs, in the language asked for."""

from __future__ import annotations

from typing import Any

from companion.clock import Timekeeper
from companion.store import StoredEvent
from engine.actions import ActionKind
from engine.deadlock import deadlock_advice
from engine.decisions import let_stand, more_captures
from engine.errors import EngineError
from engine.event_words import sides, terse_combination
from engine.events import CombinationFormed, Taught, event_from_json, placement_of, text
from engine.game import GameState, Pending
from engine.hollows import NEIGHBOURS, Hollow, hollow_name, hollows_in
from engine.judging import judge
from engine.position import ATTACK_MARBLES, Position, Side
from engine.rules import Rules
from engine.rulings import Ruling
from engine.strictness import Strictness
from engine.text import say


def event_json(stored: StoredEvent, lang: str) -> dict[str, Any]:
    """An event with its number, time and game; its words in ``lang``.

    A combination also says whose it is (``side``) and how the board stood
    (``board``, a placement) when it was formed. What a newer version wrote, or is
    damaged, is told as it stands.
    """
    told = {"seq": stored.seq, "game": stored.game, "time": stored.time} | stored.body
    try:
        event = event_from_json(stored.body)
        formed = _formed(event) if isinstance(event, CombinationFormed) else {}
    except EngineError:
        return told
    words = text(event, lang)
    return told | ({"text": words} if words else {}) | formed


def _formed(event: CombinationFormed) -> dict[str, Any]:
    before = Position.parse(event.before)
    ruling = judge(before, event.move, Rules(event.rules))
    if not isinstance(ruling, Ruling):
        return {}
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
        "pending": None if state.pending is None else _pending(state, state.pending, lang),
        "last": None if state.last is None else _ruling(state, state.last, lang),
        "fault": None if state.fault is None else _fault(state, lang),
        "moves": list(state.moves),
        "actions": len(state.positions) - 1,
        "plies": _plies(state),
        "result": state.result,
        "termination": state.termination,
        "lines": _lines(state),
        "last_hollows": _last_hollows(state),
        "castle": _castle(state),
        "ceremony": _ceremony(state, lang),
        "strictness": state.strictness.value,
        "paused": state.paused,
        "series_fixed": state.series_fixed,
        "advice": _advice(state, lang),
        "lesson": None if state.lesson is None else _lesson(state.lesson, lang),
    }


def clock_json(state: GameState, time: Timekeeper) -> dict[str, Any]:
    """The clock as it stands now: seconds left, whose time runs."""
    if state.clock is None:
        return {"enabled": False, "running": None, "w": None, "b": None}
    clock = time.shown(state.clock)
    return {
        "enabled": True,
        "running": clock.side.value if clock.running else None,
        "w": round(clock.w_s, 1),
        "b": round(clock.b_s, 1),
        "side": clock.side.value,
        "mode": clock.mode.value,
        "budget": state.budget_s,
        "begun": clock.begun,
    }


def _advice(state: GameState, lang: str) -> dict[str, Any] | None:
    """That the referee may end a game that is stuck (F4)."""
    stuck = deadlock_advice(state.positions) if state.result == "*" else None
    if stuck is None:
        return None
    more = more_captures(state.position)
    return {
        "reason": stuck.reason.value,
        "articles": list(stuck.articles),
        "house": stuck.house,
        "more_captures": None if more is None else more.value,
        "text": stuck.text(lang),
    }


def _lesson(lesson: Taught, lang: str) -> dict[str, Any]:
    return lesson.to_json() | {"text": lesson.text(lang)}


def _ceremony(state: GameState, lang: str) -> dict[str, Any] | None:
    """What the players do with the Queens after a win (E4)."""
    won = state.last
    if won is None or not won.win or state.result == "*":
        return None
    castle, queen = won.before.queen(won.mover.other), state.position.queen(won.mover)
    assert castle is not None
    return {
        "winner": won.mover.value,
        "castle": hollow_name(castle),
        "queen": None if queen is None else hollow_name(queen),
        "text": say("referee.ceremony", lang, castle=hollow_name(castle), **sides(won.mover, lang)),
    }


def boards_after(state: GameState, stories: tuple[tuple[str, ...], ...]) -> list[str]:
    """How the board would stand after each of some stories of moves, as placements."""
    return [placement_of(_board_after(state, story)) for story in stories]


def _board_after(state: GameState, story: tuple[str, ...]) -> str:
    position = state.position
    for move in story:
        try:
            ruling = judge(position, move, state.rules)
        except EngineError:
            break  # the game has moved on; so will the question
        if not isinstance(ruling, Ruling):
            break
        if ruling.position is None:
            return Pending(ruling).board
        position = ruling.position
    return position.board


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
        "warnings": sum(warning.side == side for warning in state.warnings),
    }


def _ruling(state: GameState, ruling: Ruling, lang: str) -> dict[str, Any]:
    """A ruling, in as few words as the game's strictness asks for."""
    told = ruling.to_json(lang)
    if state.strictness is Strictness.TOURNAMENT and ruling.code is not None:
        told["text"] = terse_combination(ruling, lang)
    return told


def _pending(state: GameState, pending: Pending, lang: str) -> dict[str, Any]:
    """The ruling under way and what hands have done about it so far."""
    return _ruling(state, pending.ruling, lang) | {
        "returned": _names(pending.returned),
        "captured": _names(pending.captured),
    }


def _fault(state: GameState, lang: str) -> dict[str, Any]:
    """The fault to be put right, and where the game would go on if it were let stand."""
    assert state.fault is not None
    try:
        stand: str | None = let_stand(state).position
    except EngineError:
        stand = None  # it makes no position: a person has to set one
    return state.fault.to_json() | {"text": text(state.fault, lang), "stand": stand}


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
