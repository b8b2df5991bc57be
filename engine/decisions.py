"""What a person may decide about a game, as the event that says so.

Positions are worked out here, so that whoever decides names only what he means:
a hollow, a turn, "let it stand". Nothing is applied; the referee does that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import PositionError
from engine.events import Corrected, Ended, EventError
from engine.game import GameState
from engine.hollows import BITS, HOLLOWS, hollow
from engine.phases import Phase
from engine.placements import board_of, placement_of
from engine.position import ATTACK_MARBLES, Position, Side

NOBODYS: Final = ("disturbed", "too-many")
"""Faults that are no action of anybody's: let stand, they take no turn."""

_LABELS: Final = (".", "w", "W", "b", "B")


def corrected(
    state: GameState,
    hollows: Mapping[str, str] | None = None,
    *,
    turn: Side | None = None,
    reserve: Mapping[Side, int] | None = None,
    by: str = "",
) -> Corrected:
    """The position with some hollows, the turn or the reserves as they really are.

    A combination under way is given up: the position set stands between turns.
    A marble that appears comes out of its reserve, one that vanishes goes back
    into it; ``reserve`` says otherwise.

    Raises:
        EventError, PositionError: it makes no position.
    """
    after = with_told(state.board, hollows or {})
    position = state.position if state.pending is None else _as_taken(state)
    kept = {side: _filled(position, side, after) for side in Side} | dict(reserve or {})
    return _set(state, after, turn or state.position.turn, kept, by=by)


def let_stand(state: GameState, by: str = "") -> Corrected:
    """The board as it lies, though a rule was broken: play goes on from there.

    The turn passes as if what was done had been right. A marble taken by its
    owner counts as returned, one taken by the enemy as captured. An action out
    of turn leaves the turn with the player whose it was; a marble knocked away
    (``NOBODYS``) too.

    Raises:
        EventError: play is not stopped by a fault.
    """
    fault = state.fault
    if fault is None:
        raise EventError(
            "play is not stopped by a fault: there is nothing to let stand", "no-fault"
        )
    before, after = state.position, board_of(fault.placement)
    mover = before.turn
    settling = state.phase is Phase.STOPPED_RESOLVING
    if fault.fault in NOBODYS and not settling:
        kept = {side: _filled(before, side, after) for side in Side}
        return _set(state, after, mover, kept, fault=fault.fault, by=by)
    if not settling and _by_the_other(before, after):
        return _set(
            state, after, mover, _taken_by(mover.other, before, after), fault=fault.fault, by=by
        )
    turn = mover if fault.fault == "unresolved" else mover.other
    kept = _taken_by(mover, before, after)
    return _set(state, after, turn, kept, fault=fault.fault, by=by, again=turn is mover)


def turn_given(state: GameState, side: Side, by: str = "") -> Corrected:
    """It is the turn of ``side``, the board as it is.

    Raises:
        EventError: it is already.
    """
    if side is state.position.turn:
        raise EventError(f"it is the turn of {side} already", "turn-already", side=side)
    return corrected(state, turn=side, by=by)


def resigned(side: Side, by: str = "") -> Ended:
    """``side`` gives up (F1)."""
    return Ended(result=_lost(side), termination="Resignation", by=by)


def out_of_time(side: Side, by: str = "") -> Ended:
    """``side`` has no time left (F3)."""
    return Ended(result=_lost(side), termination="Time", by=by)


def drawn(by: str = "") -> Ended:
    """Both players agree (F2)."""
    return Ended(result="1/2-1/2", termination="Agreement", by=by)


def deadlocked(by: str = "", winner: Side | None = None) -> Ended:
    """The referee ends a game that is stuck (F4): a draw unless he names a winner."""
    result = "1/2-1/2" if winner is None else _lost(winner.other)
    return Ended(result=result, termination="Deadlock", by=by)


def more_captures(position: Position) -> Side | None:
    """Who has captured more; None if neither has."""
    lead = position.captured(Side.B) - position.captured(Side.W)
    return None if lead == 0 else Side.W if lead > 0 else Side.B


def joined(
    board: str,
    turn: Side = Side.W,
    reserve: Mapping[Side, int] | None = None,
    captured: Mapping[Side, int] | None = None,
) -> Position:
    """The position of a game under way: what lies on the board, and what is said about it.

    Args:
        board: 49 characters over ``.wWbB``.
        turn: who is to move.
        reserve: each player's reserve; where it isn't said, all that is neither on the board
            nor captured.
        captured: how many of each player's marbles the other has; where it isn't said, none.

    Raises:
        PositionError: it makes no position.
    """
    taken = dict.fromkeys(Side, 0) | dict(captured or {})
    rest = {side: ATTACK_MARBLES - board.count(side.value) - taken[side] for side in Side}
    for side, left in rest.items():
        if left < 0:
            raise PositionError(
                f"series {side} has more than {ATTACK_MARBLES} attack marbles on the board and "
                "captured",
                "too-many",
                side=side,
            )
    return _position(board, turn, rest | dict(reserve or {}), 1)


def with_told(board: str, hollows: Mapping[str, str]) -> str:
    """The board with some hollows as a person says.

    Args:
        board: 49 characters over ``.wWbB``.
        hollows: what lies in each, one of those characters.

    Raises:
        EventError: there is no such hollow, or no such marble.
    """
    after = list(board)
    for name, label in hollows.items():
        if label not in _LABELS:
            raise EventError(
                f"{name} holds ., w, W, b or B, not {str(label)[:20]!r}", "kind", name=name
            )
        after[hollow(name)] = label
    return "".join(after)


def _lost(side: Side) -> str:
    return "0-1" if side is Side.W else "1-0"


def _as_taken(state: GameState) -> Position:
    """The position in the middle of a combination: what is taken is taken."""
    assert state.pending is not None
    before, mover = state.position, state.position.turn
    kept = _taken_by(mover, before, state.board)
    return _position(state.board, mover, kept, before.ply)


def _changes(before: Position, side: Side, after: str) -> tuple[int, int]:
    """How many attack marbles of ``side`` came onto the board, and how many left it."""
    lie = sum(BITS[h] for h in HOLLOWS if after[h] == side.value)
    was = before.attack(side)
    return (lie & ~was).bit_count(), (was & ~lie).bit_count()


def _filled(before: Position, side: Side, after: str) -> int:
    """The reserve if what came onto the board came out of it and what left went back."""
    came, left = _changes(before, side, after)
    # Never more marbles than the series has: then captured ones must have come back.
    most = ATTACK_MARBLES - after.count(side.value)
    return max(0, min(before.reserve(side) - came + left, most))


def _taken_by(mover: Side, before: Position, after: str) -> dict[Side, int]:
    """Reserves if ``mover`` took his own marbles back and captured the other's."""
    came, _ = _changes(before, mover.other, after)
    theirs = max(0, before.reserve(mover.other) - came)
    return {mover: _filled(before, mover, after), mover.other: theirs}


def _by_the_other(before: Position, after: str) -> bool:
    """Whether the player whose turn it isn't did something, or went on after his move."""
    own, other = before.turn, before.turn.other
    came, _ = _changes(before, own, after)
    queen = after.find(own.upper()) not in (-1, before.queen(own))
    taken = sum(_changes(before, side, after)[1] for side in (own, other)) > 0
    theirs = _changes(before, other, after)[0] > 0 or after.find(other.upper()) != (
        -1 if before.queen(other) is None else before.queen(other)
    )
    return not came and not queen and (theirs or taken)


def _set(
    state: GameState,
    board: str,
    turn: Side,
    reserve: Mapping[Side, int],
    *,
    fault: str | None = None,
    by: str = "",
    again: bool = False,
) -> Corrected:
    """The event that sets this; ``again`` when both players have acted since the position."""
    ply = state.position.ply + (2 if again else turn is not state.position.turn)
    position = _position(board, turn, reserve, ply)
    return Corrected(position=str(position), fault=fault, by=by)


def _position(board: str, turn: Side, reserve: Mapping[Side, int], ply: int) -> Position:
    ply += (ply % 2 == 1) is not (turn is Side.W)
    w, b = reserve[Side.W], reserve[Side.B]
    return Position.parse(f"{placement_of(board)} {turn} {w}/{b} {ply}")
