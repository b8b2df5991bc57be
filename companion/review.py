"""A game gone through again: after each move the board, the ruling, and what was missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.errors import CompanionError
from engine.actions import Move
from engine.events import placement_of
from engine.game import Pending
from engine.hollows import Hollow, alphabetical, hollow_name
from engine.judging import judge
from engine.position import Position, Side
from engine.record import Comment, GameRecord, read_records
from engine.rules import Rules
from engine.rulings import Ruling
from engine.teaching import missed

LARGEST_BYTES: Final = 128 * 1024
"""Of a record that is brought to be reviewed: hundreds of games of an ordinary length."""

MOST_POSITIONS: Final = 1200
"""In all its games: each is searched for what was missed, which takes milliseconds."""

MOST_MISSED: Final = 6
"""More chances than anyone looks at in one position."""


class TooLongError(CompanionError):
    """A record with more moves than are reviewed at a time."""


def review_text(text: str, lang: str) -> list[dict[str, Any]]:
    """Reviews of every game in a record's text.

    Raises:
        RecordError: it does not read or replay; the message names the place.
        TooLongError: it has too many moves.
    """
    # Each move takes two letters and a space at least: cheaper to count than to replay.
    if len(text.split()) > 3 * MOST_POSITIONS:
        raise TooLongError(_too_long())
    records = read_records(text)
    if sum(len(record.positions) for record in records) > MOST_POSITIONS:
        raise TooLongError(_too_long())
    return [review(record, lang) for record in records]


def _too_long() -> str:
    return f"more than {MOST_POSITIONS} moves: cut the record into smaller files"


def review(record: GameRecord, lang: str) -> dict[str, Any]:
    """One game as a JSON object: its tags and its steps, the first before any move."""
    return {
        "tags": dict(record.tags),
        "players": {"w": _name(record, "White"), "b": _name(record, "Black")},
        "rules": str(record.rules),
        "result": record.result,
        "termination": record.termination,
        "steps": [_standing(record.positions[0]), *_steps(record, lang)],
    }


def _name(record: GameRecord, tag: str) -> str:
    return record.tag(tag, "").replace("?", "").strip()


def _steps(record: GameRecord, lang: str) -> Iterator[dict[str, Any]]:
    positions = iter(record.positions)
    before, step = next(positions), None
    for part in record.body:
        if isinstance(part, Move):
            if step is not None:
                yield step
            after = next(positions)
            step, before = _move(before, part, after, record.rules, lang), after
            continue
        for at, set_ in enumerate(part.sets):
            if step is not None:
                yield step
            step = _correction(part, at, set_)
            before = next(positions)
        if step is not None and part.clock_s is not None and not part.sets:
            step["clock_s"] = part.clock_s
    if step is not None:
        yield step


def _standing(position: Position) -> dict[str, Any]:
    return {
        "ply": position.ply,
        "position": str(position),
        "turn": str(position.turn),
        "placement": position.placement,
        "counts": {str(side): _counts(position, side) for side in Side},
        "move": None,
        "ruling": None,
        "fault": None,
        "clock_s": None,
        "missed": [],
    }


def _counts(position: Position, side: Side) -> dict[str, Any]:
    queen = position.queen(side)
    return {
        "on_board": position.on_board(side),
        "reserve": position.reserve(side),
        "captured": position.captured(side),
        "queen": None if queen is None else hollow_name(queen),
    }


def _move(before: Position, move: Move, after: Position, rules: Rules, lang: str) -> dict[str, Any]:
    ruling = judge(before, move, rules)
    called = judge(before, move.action, rules)
    assert isinstance(ruling, Ruling)
    assert isinstance(called, Ruling)
    queen = before.queen(before.turn.other)
    formed = Pending(called).board if called.code is not None else None
    return _standing(after) | {
        "ply": before.ply,
        "side": str(before.turn),
        "move": str(move),
        "target": None if move.action.target is None else hollow_name(move.action.target),
        "ruling": ruling.to_json(lang),
        "called": called.text(lang),
        "formed": None if formed is None else placement_of(formed),
        "returned": _names(move.returns),
        "captured": _names(move.captures),
        "castle": hollow_name(queen) if ruling.win and queen is not None else None,
        "missed": [_chance(other, lang) for other in missed(before, move, rules)[:MOST_MISSED]],
    }


def _chance(ruling: Ruling, lang: str) -> dict[str, Any]:
    return {
        "action": str(ruling.action),
        "combination": ruling.code,
        "win": ruling.win,
        "captures": ruling.captures,
        "alignments": [[hollow_name(h) for h in line] for line in ruling.alignments],
        "placement": placement_of(Pending(ruling).board),
        "text": ruling.text(lang),
    }


def _correction(comment: Comment, at: int, position: Position) -> dict[str, Any]:
    """A position that a person set, with the fault that was let stand, if it names one."""
    fault = comment.faults[at] if at < len(comment.faults) else None
    return _standing(position) | {"correction": True, "fault": fault}


def _names(hollows: frozenset[Hollow]) -> list[str]:
    return [hollow_name(h) for h in sorted(hollows, key=alphabetical)]
