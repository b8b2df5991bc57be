"""The referee: sightings in, events out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Action, Move
from engine.events import (
    CAMERA_FAULTS,
    Corrected,
    Ended,
    Event,
    EventError,
    FaultCalled,
    Moved,
    Repaired,
    SeriesSet,
    Started,
    StepSeen,
    Undone,
    board_of,
    combination_event,
    placement_of,
)
from engine.game import GameState, Pending
from engine.hollows import (
    BITS,
    HOLLOWS,
    NEIGHBOURS,
    Hollow,
    alphabetical,
    bits_of,
    hollow,
    hollow_name,
    hollows_in,
)
from engine.judging import judge
from engine.phases import Phase
from engine.position import Position, Side
from engine.referee.belief import CLEAR, PLAIN, Belief, exchanged
from engine.referee.faults import Difference, Finding, cleared, find_fault, in_hand
from engine.referee.sighting import Sighting
from engine.referee.standing import Standing
from engine.referee.status import Status, Waiting
from engine.referee.stories import Story, TooManyStoriesError, stories
from engine.referee.verdict import Verdict, verdict
from engine.referee.view import View
from engine.rules import FAULT_ARTICLES, Rules
from engine.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a board must stand still, in seconds, before something is made of it.

    Attributes:
        hand: a legal move, while a hand covers other hollows. What lies near a
            hand is read badly, and one recorded picture stands for one second.
        edge: anything seen right beside a hand: hollows there are read badly.
        fault: a fault in full view. A recorded picture stands for one second.
        fault_hand: the same while a hand covers hollows that can't explain it.
        gone_hand: a marble is missing and a hand is over the board: it may be in it.
        in_hand: the mover's Queen, or a marble he may relocate, is off the board
            and no hand is in view: he may be thinking with it in his hand.
        lifted: from when a marble off the board counts as lifted (D7).
    """

    hand: float = 1.0
    edge: float = 2.0
    fault: float = 0.3
    fault_hand: float = 2.0
    gone_hand: float = 5.0
    in_hand: float = 8.0
    lifted: float = 0.3


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at the board: what the stages of a ruling need of it.

    ``covered``, ``edge``, ``changed``, ``stale`` and ``doubtful`` are bitboards:
    what is hidden, what changed right beside it, what changed in all, what had
    changed before it was hidden, and what is not certain.
    """

    labels: str
    covered: int
    edge: int
    changed: int
    stale: int
    doubtful: int
    held_s: float
    frame: int


class Referee:
    """Follows one game.

    Feed it every sighting in order; it answers with what became certain by it.
    Whatever it answers is already part of ``state``.
    """

    def __init__(
        self,
        rules: Rules = Rules.OFFICIAL,
        *,
        series_fixed: bool = False,
        patience: Patience | None = None,
        state: GameState | None = None,
    ) -> None:
        """A referee of a new game, or of ``state`` as it stands.

        Args:
            rules: the profile of a new game.
            series_fixed: a person has said which colour is ``w``; otherwise the
                first marble on an empty board decides (A2).
            patience: how long things must stand still.
            state: a game to go on with.
        """
        self.state = GameState.new(rules) if state is None else state
        self._series_fixed = series_fixed
        self._patience = patience or Patience()
        self._expect()

    @classmethod
    def resume(cls, state: GameState, *, series_fixed: bool = False) -> Referee:
        """A referee that goes on with a game."""
        return cls(state=state, series_fixed=series_fixed)

    @property
    def status(self) -> Status:
        """What it waits for just now."""
        return replace(self._status, side=self.state.position.turn)

    def see(self, sighting: Sighting) -> list[Event]:
        """Take in one picture; the events that it settles, in order."""
        news = self._belief.see(sighting, self.state.swapped)
        if self.state.phase is Phase.OVER:
            self._status = Status(Waiting.OVER)
            return []
        if sighting.moved or not sighting.steady:
            self._quiet = False
            self._status = Status(Waiting.BLIND if sighting.moved else Waiting.MOVING)
            self._hold(sighting)
            return []
        if self._quiet and not news:
            return []
        return self._judge(self._look(sighting))

    def tell(self, event: Event) -> list[Event]:
        """Take in what a person decided: a start, a correction, an undo, an end.

        Raises:
            EventError: it does not fit the game, or is not for a person to say.
        """
        if not isinstance(event, Started | Corrected | Undone | Ended):
            raise EventError(f"{event.kind!r} is for the referee to say")
        self.state = self.state.apply(event)
        self._expect()
        return [event]

    def declare(self, moves: Iterable[str], frame: int | None = None) -> list[Event]:
        """Take in what a person says was played, complete legal moves.

        Raises:
            EventError: one of them is no complete legal move; nothing is taken in.
        """
        before, events = self.state, list[Event]()
        try:
            if self.state.fault is not None:
                self._add(Repaired(frame=frame), events)
            for text in moves:
                ruling = judge(self.state.position, text, self.state.rules)
                if not isinstance(ruling, Ruling) or not ruling.complete:
                    raise EventError(f"{text} is no complete legal move here")
                self._move(ruling.move, frame, events)
        except Exception:
            self.state = before
            raise
        self._expect()
        return events

    # What is believed and expected.

    def _expect(self) -> None:
        """Begin to look anew: the game was set by a person."""
        self._standing = Standing.of(self.state)
        self._belief = Belief(self._standing.board)
        self._status = Status(Waiting.STEADY)
        self._signature: tuple[str, int] = ("", 0)
        self._since_s = 0.0
        self._quiet = False
        self._lifted = 0
        self._explained: tuple[object, list[Story] | None] = (None, None)

    def _hold(self, sighting: Sighting) -> float:
        """For how long the board has been seen as it is now, in seconds."""
        signature = ("".join(self._belief.labels), self._belief.covered)
        if signature != self._signature:
            self._signature, self._since_s = signature, sighting.time_s
        return sighting.time_s - self._since_s

    def _look(self, sighting: Sighting) -> _Look:
        held_s = self._hold(sighting)
        belief, board = self._belief, self._standing.board
        labels, torn = self._one_queen_each(self._signature[0])
        covered, changed, doubtful, edge, stale = belief.covered, 0, torn, 0, 0
        for h in HOLLOWS:
            bit = BITS[h]
            if covered & bit:
                stale |= bit if labels[h] != board[h] else 0
                continue
            if labels[h] != board[h]:
                changed |= bit
                edge |= bit if NEIGHBOURS[h] & covered else 0
                doubtful |= 0 if belief.lead[h] >= CLEAR else bit
            elif belief.lead[h] < PLAIN:
                doubtful |= bit
            if belief.wavers(h):
                doubtful |= bit
        return _Look(labels, covered, edge, changed, stale, doubtful, held_s, sighting.frame)

    def _one_queen_each(self, labels: str) -> tuple[str, int]:
        """Labels in which a second Queen of a series is what it must be: an attack marble.

        There is one Queen a series (A2). While she is certainly seen where she
        should be, a large-looking marble elsewhere is an attack marble misread;
        while she is not, she may be on her way, and both hollows (the second
        value) are in doubt.
        """
        changed, torn = list(labels), 0
        for castle, others in _second_queens(labels, self._standing.board).items():
            seen = not self._belief.covered & BITS[castle] and not self._belief.against[castle]
            sure = seen and self._belief.lead[castle] >= CLEAR
            for h in others:
                changed[h] = labels[h].lower()
                torn |= 0 if sure else BITS[h] | BITS[castle]
        return "".join(changed), torn

    # The stages of a ruling.

    def _judge(self, look: _Look) -> list[Event]:
        self._quiet = False
        if look.doubtful:
            return self._wait(Waiting.SETTLING, hollows_in(look.doubtful))
        self._note_lifted(look)
        dark = look.stale | (look.edge if look.held_s < self._patience.edge else 0)
        if dark:
            return self._wait(self._stopped() or Waiting.HAND, hollows_in(dark))
        if not look.changed:
            return self._nothing_new(look)
        events: list[Event] = []
        if look.covered and look.held_s < self._patience.hand:
            return self._wait(Waiting.HAND)
        settled = self._settle_series(look, events)
        if settled is None:
            return self._wait(Waiting.UNSURE, hollows_in(look.changed))
        return events + self._explain(settled)

    def _wait(
        self,
        phase: Waiting,
        uncover: tuple[Hollow, ...] = (),
        choices: tuple[tuple[str, ...], ...] = (),
    ) -> list[Event]:
        self._status = Status(phase, uncover, choices)
        return []

    def _nothing_new(self, look: _Look) -> list[Event]:
        """The board stands as it should, as far as it can be seen."""
        events: list[Event] = []
        fault = self.state.fault
        if fault is not None:
            wrong = bits_of(tuple(map(hollow, fault.hollows)))
            if wrong & look.covered:
                return self._wait(Waiting.FAULT)
            self._add(Repaired(frame=look.frame), events)
        if self._lifted and not self._lifted & look.covered:
            self._warn("touched", self._lifted, look, events)
        if not look.covered:
            self._lifted = 0
            if self.state.pending is None:
                self._belief.settle()
            self._quiet = not events
        self._status = Status(self._idle(look))
        return events

    def _idle(self, look: _Look) -> Waiting:
        if self.state.fault is not None:
            return Waiting.FAULT
        if look.covered:
            return Waiting.HAND
        return Waiting.STEADY if self.state.pending is None else Waiting.RESOLVING

    def _settle_series(self, look: _Look, events: list[Event]) -> _Look | None:
        """Let the first marbles on the empty board decide which series is ``w`` (A2).

        The look with the series named rightly; None while as many of one as of
        the other were seen, so that either may have begun.
        """
        if self._series_fixed or self._standing.position != Position.start():
            return look
        if self.state.fault is not None:  # play is stopped: nothing is named anew
            return look
        w = sum(label in "wW" for label in look.labels)
        b = sum(label in "bB" for label in look.labels)
        if w == b:
            return None
        if w > b:
            return look
        self._add(SeriesSet(frame=look.frame, swapped=not self.state.swapped), events)
        self._belief.swap()
        self._signature = (exchanged(self._signature[0]), self._signature[1])
        return replace(look, labels=exchanged(look.labels))

    def _explain(self, look: _Look) -> list[Event]:
        view = View.of(look.labels, look.covered, self._belief.unseen, self._belief.glimpsed)
        try:
            found = self._stories(view)
        except TooManyStoriesError:
            return self._wait(Waiting.UNSURE, hollows_in(look.covered))
        if not found and view.blind:
            return self._wait(self._stopped() or Waiting.UNSURE, hollows_in(look.changed))
        if not found:
            return self._fault(look)
        ruled = verdict(self._standing, found, view)
        if ruled.empty:
            choices = tuple(tuple(map(str, story.moves)) for story in found if story.moves)
            return self._wait(Waiting.UNSURE, ruled.uncover or hollows_in(look.changed), choices)
        return self._rule(ruled, look)

    def _stories(self, view: View) -> list[Story]:
        """The stories of a view, remembered while nothing changes."""
        key = (view, self._standing)
        if self._explained[0] != key:
            self._explained = (key, stories(self._standing, view))
        return self._explained[1] or []

    def _rule(self, ruled: Verdict, look: _Look) -> list[Event]:
        """Say what is certain."""
        events: list[Event] = []
        if self.state.fault is not None:
            self._add(Repaired(frame=look.frame), events)
        for move in ruled.moves:
            self._move(move, look.frame, events)
        if ruled.pending is not None:
            self._part(ruled.pending, look, events)
        if ruled.put_back:
            self._warn("touched", bits_of(ruled.put_back), look, events)
        self._after_ruling(look)
        return events

    def _after_ruling(self, look: _Look) -> None:
        self._lifted = 0
        self._standing = Standing.of(self.state)
        if self.state.phase is Phase.OVER:
            self._status = Status(Waiting.OVER)
            return
        self._status = Status(self._idle(look))

    def _move(self, move: Move, frame: int | None, events: list[Event]) -> None:
        """A complete move: its combination unless called already, the move, the end on a win."""
        self._call(move.action, frame, events)
        ruling = judge(self.state.position, move, self.state.rules)
        assert isinstance(ruling, Ruling)
        moved = Moved(frame=frame, move=str(ruling.move), position=str(ruling.position))
        self._add(moved, events)
        if ruling.win is not None:
            result = "1-0" if ruling.mover is Side.W else "0-1"
            self._add(Ended(frame=frame, result=result, termination=ruling.win), events)

    def _call(self, action: Action, frame: int | None, events: list[Event]) -> None:
        """Call the combination that an action forms, once."""
        if self.state.pending is not None:
            return
        ruling = judge(self.state.position, action, self.state.rules)
        if isinstance(ruling, Ruling) and ruling.code is not None:
            self._add(combination_event(ruling, frame), events)

    def _part(self, pending: Pending, look: _Look, events: list[Event]) -> None:
        """Part of a combination's returns and captures."""
        self._call(pending.ruling.action, look.frame, events)
        before = self.state.pending
        assert before is not None
        if (before.returned, before.captured) != (pending.returned, pending.captured):
            self._add(
                StepSeen(
                    frame=look.frame,
                    returned=_names(pending.returned),
                    captured=_names(pending.captured),
                ),
                events,
            )
        early = pending.captured and pending.returns_left and not before.captured
        if early:
            self._warn("capture-first", bits_of(pending.captured), look, events)

    def _add(self, event: Event, events: list[Event]) -> None:
        self.state = self.state.apply(event)
        events.append(event)

    # Faults.

    def _fault(self, look: _Look) -> list[Event]:
        """No legal story fits: wait for what may still become one, else call the fault."""
        board = self._standing.board
        covered = look.covered
        labels = "".join(board[h] if covered & BITS[h] else look.labels[h] for h in HOLLOWS)
        difference = Difference.between(self._standing, labels)
        if cleared(self._standing, difference):
            return self._wait(Waiting.CLEARED)
        patience = self._needed(difference, look)
        if look.held_s < patience:
            if difference.only_gone and patience > self._patience.fault:
                return self._wait(Waiting.LIFTED)
            return self._wait(self._stopped() or Waiting.SETTLING, hollows_in(difference.all))
        if not self._is_new(labels):
            return self._wait(Waiting.FAULT)
        return self._call_fault(find_fault(self._standing, labels, self.state.last), labels, look)

    def _stopped(self) -> Waiting | None:
        return None if self.state.fault is None else Waiting.FAULT

    def _needed(self, difference: Difference, look: _Look) -> float:
        """How long this must stand still to be called, in seconds."""
        if difference.only_gone and look.covered:
            return self._patience.gone_hand
        if in_hand(self._standing, difference):
            return self._patience.in_hand
        return self._patience.fault_hand if look.covered else self._patience.fault

    def _note_lifted(self, look: _Look) -> None:
        """Remember marbles that were off the board for a moment, clear of any hand's edge (D7)."""
        if look.held_s < self._patience.lifted or self.state.fault is not None:
            return
        for h in hollows_in(look.changed & ~look.edge):
            if look.labels[h] == ".":
                self._lifted |= BITS[h]

    def _is_new(self, labels: str) -> bool:
        """Whether the board is wrong in a way that has not been called yet."""
        fault = self.state.fault
        if fault is None:
            return True
        called, board = board_of(fault.placement), self._standing.board
        return any(
            label not in (there, was)
            for label, there, was in zip(labels, board, called, strict=True)
        )

    def _call_fault(self, finding: Finding, labels: str, look: _Look) -> list[Event]:
        events: list[Event] = []
        if finding.before and self.state.fault is None:
            for action in finding.before:
                self._move(Move(action), look.frame, events)
            self._standing = Standing.of(self.state)
        self._lifted = 0
        self._add(self._event(finding, labels, look.frame), events)
        self._status = Status(Waiting.FAULT)
        return events

    def _event(self, finding: Finding, labels: str, frame: int, bits: int = 0) -> FaultCalled:
        board = self._standing.board
        bits = bits or sum(BITS[h] for h in HOLLOWS if labels[h] != board[h])
        return FaultCalled(
            frame=frame,
            fault=finding.code,
            articles=CAMERA_FAULTS.get(finding.code) or FAULT_ARTICLES[finding.code],
            side=self.state.position.turn.value,
            hollows=_names(frozenset(hollows_in(bits))),
            placement=placement_of(labels),
            repair=placement_of(board),
            warning=finding.code in _WARNINGS,
            house=finding.house,
        )

    def _warn(self, code: str, bits: int, look: _Look, events: list[Event]) -> None:
        """Record a fault of procedure; the board stands as it is."""
        self._lifted = 0
        if self.state.fault is not None:
            return
        self._standing = Standing.of(self.state)
        self._add(self._event(Finding(code), self._standing.board, look.frame, bits), events)


_WARNINGS: Final = ("capture-first", "touched")


def _names(hollows: frozenset[Hollow]) -> tuple[str, ...]:
    return tuple(hollow_name(h) for h in sorted(hollows, key=alphabetical))


def _second_queens(labels: str, board: str) -> dict[int, list[int]]:
    """Castles in which a Queen is seen, with the hollows that show another of her series."""
    castles = [board.find(queen) for queen in "WB"]
    return {
        castle: [h for h in HOLLOWS if h != castle and labels[h] == labels[castle]]
        for castle in castles
        if castle >= 0 and labels[castle] == board[castle]
    }
