"""The scribe: holds the game and writes down what the referee says, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.actions import Action, Move
from engine.events import (
    CAMERA_FAULTS,
    ClockPressed,
    ClockRead,
    Corrected,
    Ended,
    Event,
    EventError,
    FaultCalled,
    Moved,
    Paused,
    Repaired,
    Resumed,
    SeriesSet,
    SettingChanged,
    Started,
    StepSeen,
    Taught,
    Undone,
    Vouched,
    combination_event,
)
from engine.game import GameState, Pending
from engine.hollows import (
    BITS,
    HOLLOWS,
    Hollow,
    alphabetical,
    bits_of,
    hollow_name,
    hollows_in,
)
from engine.judging import judge
from engine.phases import Phase
from engine.placements import placement_of
from engine.position import Position, Side
from engine.referee.confidence import confidence
from engine.referee.faults import Finding, toucher
from engine.referee.standing import Standing
from engine.rules import FAULT_ARTICLES
from engine.rulings import Ruling
from engine.strictness import Strictness
from engine.teaching import combinations_ahead, missed

WARNINGS: Final = ("capture-first", "touched")
"""Faults of procedure: recorded, nothing to put right."""

SETS: Final = (Started, Corrected, Undone)
"""What sets the game anew; the board may have to be laid as it says."""

NOTES: Final = (
    SettingChanged, SeriesSet, Paused, Resumed, ClockPressed, ClockRead, Ended, Vouched,
)  # fmt: skip
"""What else is for a person, or the clock, to say."""


class Scribe:
    """Writes into one game.

    Attributes:
        state: the game, everything written already part of it.
        held: a combination that is seen and not yet called: in a tournament
            its player announces it, or begins to take marbles.
        lead: how surely each hollow is seen, in nats; None while only people speak.
    """

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.held: Pending | None = None
        self.lead: Sequence[float] | None = None
        self._written: list[Event] = []

    def drain(self) -> list[Event]:
        """What was written since the last time."""
        written, self._written = self._written, []
        return written

    def add(self, event: Event) -> None:
        """Write an event.

        Raises:
            EventError: it does not fit the game.
        """
        if self.lead is not None and not event.by:
            event = replace(event, sure=confidence(event, self.lead))
        self.state = self.state.apply(event)
        self._written.append(event)

    @property
    def standing(self) -> Standing:
        """Where the game stands on the board, a combination not yet called included."""
        standing = Standing.of(self.state)
        if self.held is not None and standing.pending is None:
            return Standing(standing.position, self.held, standing.rules)
        return standing

    @property
    def terse(self) -> bool:
        """Whether few words are said."""
        return self.state.strictness is Strictness.TOURNAMENT

    def repaired(self, frame: int | None) -> None:
        """The board is right again, if it was not."""
        if self.state.fault is not None:
            self.add(Repaired(frame=frame))

    def move(self, move: Move | str, frame: int | None, by: str = "") -> None:
        """A complete move: its combination unless called already, the move, the end on a win.

        Raises:
            EventError: it is no complete legal move.
        """
        ruling = judge(self.state.position, move, self.state.rules)
        if not isinstance(ruling, Ruling) or not ruling.complete:
            raise EventError(f"{move} is no complete legal move here", "incomplete", move=move)
        self.call(ruling.move.action, frame)
        before = self.state.position
        text = str(ruling.move)
        self.add(Moved(frame=frame, by=by, move=text, position=str(ruling.position)))
        self.held = None
        if ruling.win is not None:
            result = "1-0" if ruling.mover is Side.W else "0-1"
            self.add(Ended(frame=frame, by=by, result=result, termination=ruling.win))
        elif self.state.strictness is Strictness.TEACH:
            self._teach(before, text, frame)

    def call(self, action: Action, frame: int | None) -> None:
        """Call the combination that an action forms, once."""
        self.held = None
        if self.state.pending is not None:
            return
        ruling = judge(self.state.position, action, self.state.rules)
        if isinstance(ruling, Ruling) and ruling.code is not None:
            self.add(combination_event(ruling, frame, terse=self.terse))

    def call_held(self, frame: int | None) -> None:
        """Call what was held back, if anything."""
        if self.held is not None:
            self.call(self.held.ruling.action, frame)

    def part(self, pending: Pending, frame: int) -> None:
        """Part of a combination's returns and captures."""
        if self._holds_back(pending):
            self.held = Pending(pending.ruling)
            return
        self.call(pending.ruling.action, frame)
        before = self.state.pending
        assert before is not None
        if (before.returned, before.captured) != (pending.returned, pending.captured):
            returned, captured = names(pending.returned), names(pending.captured)
            self.add(StepSeen(frame=frame, returned=returned, captured=captured))
        if pending.captured and pending.returns_left and not before.captured:
            self.warn("capture-first", bits_of(pending.captured), frame)

    def _holds_back(self, pending: Pending) -> bool:
        """Whether its player has yet to announce it (tournament)."""
        state = self.state
        untouched = state.pending is None and not (pending.returned or pending.captured)
        return self.terse and untouched and state.announced is not state.position.turn

    def fault(self, finding: Finding, labels: str, frame: int) -> None:
        """A fault, after the legal actions that came before it in the same gap."""
        if self.state.fault is None:
            for action in finding.before:
                self.move(Move(action), frame)
            if finding.forming is not None:
                self.call(finding.forming, frame)
        self.call_held(frame)
        self.add(self._fault(finding, labels, frame))

    def warn(self, code: str, bits: int, frame: int) -> None:
        """Record a fault of procedure, unless play is stopped anyway."""
        if self.state.fault is None and self.state.phase is not Phase.OVER:
            standing = self.standing
            side = toucher(standing, bits, self.state.last)
            self.add(self._fault(Finding(code, side=side), standing.board, frame, bits))

    def _fault(self, finding: Finding, labels: str, frame: int, bits: int = 0) -> FaultCalled:
        board = self.standing.board
        side = (finding.side or self.state.position.turn).value
        bits = bits or sum(BITS[h] for h in HOLLOWS if labels[h] != board[h])
        warning = finding.code in WARNINGS
        count = 1 + sum(note.side == side for note in self.state.warnings)
        return FaultCalled(
            frame=frame,
            fault=finding.code,
            articles=CAMERA_FAULTS.get(finding.code) or FAULT_ARTICLES[finding.code],
            side=side,
            hollows=names(frozenset(hollows_in(bits))),
            placement=placement_of(labels),
            repair=placement_of(board),
            warning=warning,
            house=finding.house,
            count=count if warning else 0,
            terse=self.terse,
            rules=str(self.state.rules),
        )

    def _teach(self, before: Position, move: str, frame: int | None) -> None:
        """What was missed, and what there is now."""
        rules = self.state.rules
        better = _ways(missed(before, move, rules))
        ahead = _ways(combinations_ahead(self.state.position, rules=rules))
        if better or ahead:
            side = before.turn.value
            self.add(Taught(frame=frame, side=side, missed=better, available=ahead))


def names(hollows: frozenset[Hollow]) -> tuple[str, ...]:
    """Names of hollows, alphabetical."""
    return tuple(hollow_name(h) for h in sorted(hollows, key=alphabetical))


def _ways(rulings: list[Ruling]) -> tuple[tuple[str, str], ...]:
    """Actions with the names of what they form, wins first, then what captures most."""
    best = sorted(rulings, key=lambda r: (r.win is None, -r.captures, str(r.action)))
    return tuple((str(r.action), str(r.win or r.name)) for r in best)
