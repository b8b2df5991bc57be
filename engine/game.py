"""A game as the fold of its events: what has been played, what is due, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.actions import parse_move
from engine.events import (
    CombinationFormed,
    Corrected,
    Ended,
    Event,
    EventError,
    FaultCalled,
    Moved,
    SeriesSet,
    Started,
    StepSeen,
    Undone,
    placement_of,
)
from engine.hollows import Hollow, hollow
from engine.judging import judge
from engine.phases import PHASES, Phase, Seen
from engine.position import Position
from engine.rules import Rules
from engine.rulings import Ruling

_NOTHING: Final[frozenset[Hollow]] = frozenset()


@dataclass(frozen=True, slots=True)
class Pending:
    """A combination under way.

    Attributes:
        ruling: what was formed and what is due in all.
        returned: own attack marbles taken back so far.
        captured: enemy attack marbles taken so far.
    """

    ruling: Ruling
    returned: frozenset[Hollow] = _NOTHING
    captured: frozenset[Hollow] = _NOTHING

    @property
    def returns_left(self) -> int:
        """Marbles still to be returned."""
        return self.ruling.returns - len(self.returned)

    @property
    def captures_left(self) -> int:
        """Marbles still to be captured."""
        return self.ruling.captures - len(self.captured)

    @property
    def returnable(self) -> tuple[Hollow, ...]:
        """Where own marbles of the combination still lie, alphabetical; none once all are back."""
        return _left(self.ruling.returnable, self.returned, self.returns_left)

    @property
    def capturable(self) -> tuple[Hollow, ...]:
        """Where enemy attack marbles still lie, alphabetical; none once all due are taken."""
        return _left(self.ruling.capturable, self.captured, self.captures_left)

    @property
    def board(self) -> str:
        """The board now: 49 characters over ``.wWbB`` in the order of hollow numbers."""
        return _acted(self.ruling, self.returned | self.captured)


def _left(candidates: tuple[Hollow, ...], taken: frozenset[Hollow], due: int) -> tuple[Hollow, ...]:
    return tuple(h for h in candidates if h not in taken) if due > 0 else ()


def _acted(ruling: Ruling, taken: frozenset[Hollow]) -> str:
    """The board of ``ruling.before`` once the action is done and some marbles are taken."""
    board = list(ruling.before.board)
    action = ruling.action
    if action.target is not None:
        queen = str(action).startswith("Q")
        board[action.target] = ruling.mover.upper() if queen else str(ruling.mover)
    if action.origin is not None:
        board[action.origin] = "."
    for h in taken:
        board[h] = "."
    return "".join(board)


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything a page needs to show a game.

    Attributes:
        rules: the profile.
        players: names of w and b.
        start: where the game began.
        position: the last one between turns.
        phase: what the game waits for.
        pending: the combination under way, or None.
        fault: the fault that waits to be put right, or None.
        positions: ``start``, then one after each move or correction.
        played: what led to each position but the first: a canonical move, or
            None for a correction.
        last: the ruling on the last complete move, or None.
        warnings: faults of procedure so far.
        faults: every fault called so far, warnings not included.
        result: "*" while it goes on.
        termination: notation.md's words.
        swapped: whether the eyes' series are exchanged (A2).
    """

    rules: Rules = Rules.OFFICIAL
    players: tuple[str, str] = ("", "")
    start: Position = field(default_factory=Position.start)
    position: Position = field(default_factory=Position.start)
    phase: Phase = Phase.PLAYING
    pending: Pending | None = None
    fault: FaultCalled | None = None
    positions: tuple[Position, ...] = field(default_factory=lambda: (Position.start(),))
    played: tuple[str | None, ...] = ()
    last: Ruling | None = None
    warnings: tuple[FaultCalled, ...] = ()
    faults: tuple[FaultCalled, ...] = ()
    result: str = "*"
    termination: str = "Unterminated"
    swapped: bool = False

    @classmethod
    def new(cls, rules: Rules = Rules.OFFICIAL) -> GameState:
        """A game that begins with the empty board."""
        return cls(rules=rules)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, canonical."""
        return tuple(move for move in self.played if move is not None)

    @property
    def board(self) -> str:
        """What should lie on the board now: 49 characters over ``.wWbB``."""
        return self.position.board if self.pending is None else self.pending.board

    @property
    def placement(self) -> str:
        """``board`` as a placement."""
        return placement_of(self.board)

    def apply(self, event: Event) -> GameState:
        """The state after ``event``.

        Raises:
            EventError: the event does not fit the game as it stands.
        """
        phase = PHASES[self.phase].get(event.seen)
        if phase is None:
            raise EventError(f"{event.kind!r} does not fit a game that is {self.phase}")
        changed = _FOLDS[event.seen](self, event)
        return replace(changed, phase=phase)


def fold(events: Iterable[Event], state: GameState | None = None) -> GameState:
    """The state after some events, from ``state`` or from a new game."""
    state = state or GameState.new()
    for event in events:
        state = state.apply(event)
    return state


def _start(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Started)
    position = Position.parse(event.position)
    return GameState(
        rules=Rules(event.rules),
        players=(event.players["w"], event.players["b"]),
        start=position,
        position=position,
        positions=(position,),
        swapped=state.swapped,
    )


def _series(state: GameState, event: Event) -> GameState:
    assert isinstance(event, SeriesSet)
    return replace(state, swapped=event.swapped)


def _combination(state: GameState, event: Event) -> GameState:
    assert isinstance(event, CombinationFormed)
    ruling = judge(state.position, event.move, state.rules)
    if not isinstance(ruling, Ruling) or ruling.code != event.combination:
        raise EventError(f"{event.move} forms no {event.combination} in {str(state.position)!r}")
    return replace(state, pending=Pending(ruling))


def _step(state: GameState, event: Event) -> GameState:
    assert isinstance(event, StepSeen)
    assert state.pending is not None
    returned = frozenset(map(hollow, event.returned))
    captured = frozenset(map(hollow, event.captured))
    ruling = state.pending.ruling
    if not (returned <= set(ruling.returnable) and captured <= set(ruling.capturable)):
        raise EventError(f"{event.returned}, {event.captured} are not to be taken")
    return replace(state, pending=Pending(ruling, returned, captured))


def _move(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Moved)
    ruling = judge(state.position, parse_move(event.move), state.rules)
    if not isinstance(ruling, Ruling) or ruling.position is None:
        raise EventError(f"{event.move} is no complete legal move in {str(state.position)!r}")
    if str(ruling.position) != event.position:
        raise EventError(f"{event.move} leads to {ruling.position}, not to {event.position!r}")
    return replace(
        state,
        position=ruling.position,
        pending=None,
        positions=(*state.positions, ruling.position),
        played=(*state.played, str(ruling.move)),
        last=ruling,
    )


def _fault(state: GameState, event: Event) -> GameState:
    assert isinstance(event, FaultCalled)
    return replace(state, fault=event, faults=(*state.faults, event))


def _warning(state: GameState, event: Event) -> GameState:
    assert isinstance(event, FaultCalled)
    return replace(state, warnings=(*state.warnings, event))


def _repaired(state: GameState, _: Event) -> GameState:
    return replace(state, fault=None)


def _end(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Ended)
    return replace(
        state, result=event.result, termination=event.termination, pending=None, fault=None
    )


_OPEN: Final = ("*", "Unterminated")


def _correction(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Corrected)
    positions = (*state.positions, Position.parse(event.position))
    return _continue(state, positions, (*state.played, None))


def _undo(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Undone)
    count = len(state.positions) - event.actions
    if count < 1:
        raise EventError(f"{event.actions} actions can't be taken back: there are fewer")
    return _continue(state, state.positions[:count], state.played[: count - 1])


def _continue(
    state: GameState, positions: tuple[Position, ...], played: tuple[str | None, ...]
) -> GameState:
    """The game goes on between turns from the last of ``positions``."""
    return replace(
        state,
        position=positions[-1],
        positions=positions,
        played=played,
        pending=None,
        fault=None,
        last=None,
        result=_OPEN[0],
        termination=_OPEN[1],
    )


_FOLDS: Final = {
    Seen.START: _start,
    Seen.SERIES: _series,
    Seen.COMBINATION: _combination,
    Seen.STEP: _step,
    Seen.MOVE: _move,
    Seen.WIN: _move,
    Seen.FAULT: _fault,
    Seen.WARNING: _warning,
    Seen.REPAIRED: _repaired,
    Seen.END: _end,
    Seen.CORRECTION: _correction,
    Seen.UNDO: _undo,
}
