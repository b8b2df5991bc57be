"""Taking back what a person decided: the command that undoes an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.errors import CommandError, RefusedError
from companion.store import StoredEvent
from engine.clock import Clock
from engine.events import (
    ClockRead,
    Corrected,
    Ended,
    Event,
    Moved,
    Paused,
    Resumed,
    SeriesSet,
    SettingChanged,
    Undone,
    Vouched,
    event_from_json,
)
from engine.game import GameState, fold

REVERT: Final = "revert"

Command = dict[str, Any]


def reverted(events: Sequence[StoredEvent], number: int) -> Command:
    """The command that takes back the event of that number.

    Args:
        events: of the game, all of them, in order.
        number: of the event, a person's decision.

    Raises:
        CommandError: no decision of this game has that number.
        RefusedError: it can't be taken back (any more), and why.
    """
    at = next((i for i, event in enumerate(events) if event.seq == number), None)
    told = [event_from_json(event.body) for event in events]
    way = None if at is None else _WAYS.get(type(told[at]))
    if at is None or way is None or not told[at].by:
        raise CommandError(f"event {number} is no decision that can be taken back", "no-decision")
    before = fold(told[:at])
    return way(told[at], before, before.apply(told[at]), fold(told[at:], before))


def _correction(_: Event, before: GameState, after: GameState, now: GameState) -> Command:
    """A correction, or a move that was declared: the last of the positions."""
    if len(now.positions) <= len(before.positions):
        raise _already()
    if now.positions[: len(after.positions)] != after.positions:
        raise _already()
    if len(now.positions) > len(after.positions):
        raise _since()
    return {"command": "undo", "actions": 1}


def _undo(_: Event, before: GameState, after: GameState, now: GameState) -> Command:
    """Taken-back actions are played again, or the board set as it was."""
    if now.positions != after.positions:
        raise _since()
    if before.result != "*" and before.positions == after.positions:
        return _ended_again(before, now)
    again = before.played[len(after.positions) - 1 :]
    if not again:
        raise RefusedError("nothing", "what was under way is seen anew; there is nothing to redo")
    if None in again:
        return {"command": "correct", "position": str(before.position)}
    return {"command": "declare", "moves": list(again)}


def _ended_again(before: GameState, now: GameState) -> Command:
    if now.result != "*":
        raise _already()
    return {"command": "end", "result": before.result, "termination": before.termination}


def _end(_: Event, __: GameState, after: GameState, now: GameState) -> Command:
    if now.result == "*":
        raise _already()
    del after
    return {"command": "undo", "actions": 0}


def _pause(_: Event, __: GameState, ___: GameState, now: GameState) -> Command:
    if not now.paused:
        raise _already()
    return {"command": "resume"}


def _resume(_: Event, __: GameState, ___: GameState, now: GameState) -> Command:
    if now.paused:
        raise _already()
    return {"command": "pause"}


def _setting(_: Event, before: GameState, __: GameState, ___: GameState) -> Command:
    w, b = before.players
    strictness = before.strictness.value
    return {"command": "setting", "strictness": strictness, "players": {"w": w, "b": b}}


def _series(_: Event, before: GameState, __: GameState, now: GameState) -> Command:
    if now.swapped is before.swapped:
        raise _already()
    return {"command": "series", "swapped": before.swapped}


def _clock(event: Event, before: GameState, _: GameState, __: GameState) -> Command:
    assert isinstance(event, ClockRead)
    if event.reason != "set":
        raise CommandError("that is no decision that can be taken back", "no-decision")
    was: Clock | None = before.clock
    if was is None:
        return {"command": "clock", "off": True}
    return {"command": "clock", "w": was.w_s, "b": was.b_s, "mode": was.mode.value}


def _vouched(event: Event, before: GameState, _: GameState, now: GameState) -> Command:
    """It is left to the eyes again, unless the game has gone on from it."""
    assert isinstance(event, Vouched)
    if (now.positions, now.pending) != (before.positions, before.pending):
        raise _since()
    return {"command": "vouch", "hollows": dict.fromkeys(event.hollows, "?")}


def _already() -> RefusedError:
    return RefusedError("already", "that has been taken back already")


def _since() -> RefusedError:
    return RefusedError("since", "other moves came after it: take those back first")


Way = Callable[[Event, GameState, GameState, GameState], Command]

_WAYS: Final[dict[type[Event], Way]] = {
    Corrected: _correction,
    Moved: _correction,
    Undone: _undo,
    Ended: _end,
    Paused: _pause,
    Resumed: _resume,
    SettingChanged: _setting,
    SeriesSet: _series,
    ClockRead: _clock,
    Vouched: _vouched,
}
