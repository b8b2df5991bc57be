"""A game as the fold of its events: what has been played, what is due, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.actions import parse_move
from engine.clock import Clock, Mode
from engine.endings import WINS
from engine.events import (
    ClockPressed,
    ClockRead,
    CombinationFormed,
    Corrected,
    Ended,
    Event,
    EventError,
    FaultCalled,
    Moved,
    Paused,
    SeriesSet,
    SettingChanged,
    Started,
    StepSeen,
    Taught,
    Undone,
    Vouched,
)
from engine.hollows import hollow
from engine.judging import judge
from engine.pending import Pending
from engine.phases import PHASES, Phase, Seen
from engine.placements import placement_of
from engine.position import Position, Side
from engine.rules import Rules
from engine.rulings import Ruling
from engine.strictness import Strictness

__all__ = ["GameState", "Pending", "fold"]


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
        series_fixed: whether a person has said so.
        strictness: how the referee speaks.
        paused: whether play rests.
        clock: the players' clock as last read, or None without one.
        budget_s: each player's time for the whole game at its start, or None.
        times: for each of ``positions`` both players' remaining seconds when it
            was reached, None without a clock.
        announced: who has pressed the clock's button since the last move.
        lesson: what was taught after the last move, or None.
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
    series_fixed: bool = False
    strictness: Strictness = Strictness.FRIENDLY
    paused: bool = False
    clock: Clock | None = None
    budget_s: float | None = None
    times: tuple[tuple[float, float] | None, ...] = (None,)
    announced: Side | None = None
    lesson: Taught | None = None

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
            raise EventError(f"{event.kind!r} does not fit a game that is {self.phase}", "unfit")
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
    position, clock = Position.parse(event.position), None
    if event.clock_s is not None:
        clock = Clock(event.clock_s, event.clock_s, position.turn, mode=Mode(event.clock_mode))
    return GameState(
        rules=Rules(event.rules),
        players=(event.players["w"], event.players["b"]),
        start=position,
        position=position,
        positions=(position,),
        swapped=state.swapped,
        strictness=Strictness(event.strictness),
        clock=clock,
        budget_s=event.clock_s,
        times=(None if clock is None else clock.times,),
    )


def _series(state: GameState, event: Event) -> GameState:
    assert isinstance(event, SeriesSet)
    return replace(state, swapped=event.swapped, series_fixed=state.series_fixed or bool(event.by))


def _setting(state: GameState, event: Event) -> GameState:
    assert isinstance(event, SettingChanged)
    strictness, names = event.strictness, event.players
    return replace(
        state,
        strictness=state.strictness if strictness is None else Strictness(strictness),
        players=state.players if names is None else (names["w"], names["b"]),
    )


def _pause(state: GameState, event: Event) -> GameState:
    rests = isinstance(event, Paused)
    if rests is state.paused:
        told = ("play rests already", "rests") if rests else ("play does not rest", "no-rest")
        raise EventError(*told)
    return replace(state, paused=rests)


def _press(state: GameState, event: Event) -> GameState:
    """The mover announces; where the button ends turns, the time passes to the other player."""
    assert isinstance(event, ClockPressed)
    side, clock = Side(event.side), state.clock
    # Within a combination the press announced it; the turn is over when all is taken.
    if clock is not None and clock.mode is Mode.BUTTON and state.pending is None:
        if clock.side is not side:
            raise EventError(
                f"it is the time of {clock.side}, not of {side}", "not-his-time", side=side
            )
        clock = replace(clock, side=side.other)
    return replace(state, clock=clock, announced=side)


def _clock(state: GameState, event: Event) -> GameState:
    assert isinstance(event, ClockRead)
    if event.mode == "off":
        return replace(state, clock=None, times=(None,) * len(state.times))
    begun = event.running or (state.clock is not None and state.clock.begun)
    clock = Clock(
        event.w_s, event.b_s, Side(event.side), event.running, Mode(event.mode), begun=begun
    )
    times = state.times
    if event.reason in ("turn", "set"):
        times = (*times[:-1], clock.times)
    return replace(state, clock=clock, times=times)


def _vouch(state: GameState, event: Event) -> GameState:
    """What lies on the board is the referee's concern; the game stays as it is."""
    assert isinstance(event, Vouched)
    return state


def _lesson(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Taught)
    return replace(state, lesson=event)


def _combination(state: GameState, event: Event) -> GameState:
    assert isinstance(event, CombinationFormed)
    ruling = judge(state.position, event.move, state.rules)
    if not isinstance(ruling, Ruling) or ruling.code != event.combination:
        raise EventError(f"{event.move} forms no {event.combination} in {str(state.position)!r}")
    return replace(state, pending=Pending(ruling), clock=_given_to(state.clock, ruling.mover))


def _given_to(clock: Clock | None, side: Side) -> Clock | None:
    """The clock when it must be the time of ``side``: he announces, or play was set."""
    return None if clock is None else replace(clock, side=side)


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
        raise EventError(
            f"{event.move} is no complete legal move in {str(state.position)!r}",
            "incomplete",
            move=event.move,
        )
    if str(ruling.position) != event.position:
        raise EventError(f"{event.move} leads to {ruling.position}, not to {event.position!r}")
    clock = state.clock
    if clock is not None and clock.mode is Mode.CAMERA:
        clock = replace(clock, side=ruling.position.turn)
    return replace(
        state,
        position=ruling.position,
        pending=None,
        positions=(*state.positions, ruling.position),
        played=(*state.played, str(ruling.move)),
        times=(*state.times, None if clock is None else clock.times),
        clock=clock,
        last=ruling,
        announced=None,
        lesson=None,
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
    won = state.last if state.last is not None and state.last.win else None
    if won is not None:
        winner = "1-0" if won.mover is Side.W else "0-1"
        if (event.result, event.termination) != (winner, won.win):
            raise EventError(f"the last move won ({winner}, {won.win}); take it back first", "won")
    elif event.termination in WINS:
        raise EventError(
            f"the last move is no {event.termination}; declare the winning move", "no-win"
        )
    return replace(
        state, result=event.result, termination=event.termination, pending=None, fault=None
    )


_OPEN: Final = ("*", "Unterminated")


def _correction(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Corrected)
    positions = (*state.positions, Position.parse(event.position))
    times = (*state.times, None if state.clock is None else state.clock.times)
    return _continue(state, positions, (*state.played, None), times)


def _undo(state: GameState, event: Event) -> GameState:
    assert isinstance(event, Undone)
    count = len(state.positions) - event.actions
    if count < 1:
        raise EventError(f"{event.actions} actions can't be taken back: there are fewer", "fewer")
    if count > 1 and (state.played[count - 2] or "").endswith("#"):
        raise EventError(
            "the move that would then be the last one won: take that back too", "win-last"
        )
    # What the players had left when the position was reached: the time that went
    # into what never counted is nobody's.
    times = state.times[:count]
    back = _continue(state, state.positions[:count], state.played[: count - 1], times)
    if event.actions and back.clock is not None and times[-1] is not None:
        w_s, b_s = times[-1]
        back = replace(back, clock=replace(back.clock, w_s=w_s, b_s=b_s))
    return back


def _continue(
    state: GameState,
    positions: tuple[Position, ...],
    played: tuple[str | None, ...],
    times: tuple[tuple[float, float] | None, ...],
) -> GameState:
    """The game goes on between turns from the last of ``positions``."""
    return replace(
        state,
        position=positions[-1],
        positions=positions,
        played=played,
        times=times,
        clock=_given_to(state.clock, positions[-1].turn),
        pending=None,
        fault=None,
        last=None,
        announced=None,
        lesson=None,
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
    Seen.SETTING: _setting,
    Seen.PAUSE: _pause,
    Seen.RESUME: _pause,
    Seen.PRESS: _press,
    Seen.CLOCK: _clock,
    Seen.LESSON: _lesson,
    Seen.VOUCH: _vouch,
}
