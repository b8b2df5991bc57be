"""The referee: sightings in, events out."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from engine.events import (
    ClockPressed,
    Event,
    EventError,
    SeriesSet,
    SettingChanged,
    Started,
    Vouched,
)
from engine.game import GameState
from engine.hollows import BITS, HOLLOWS, Hollow, bits_of, hollow, hollows_in
from engine.phases import Phase
from engine.position import Position
from engine.referee.belief import CLEAR, Belief, exchanged
from engine.referee.difference import Difference, in_hand
from engine.referee.faults import find_fault, is_new
from engine.referee.laying import Laying
from engine.referee.look import Look, look_at
from engine.referee.noticed import Noticed
from engine.referee.opening import Opening
from engine.referee.patience import Patience
from engine.referee.question import Question
from engine.referee.scribe import NOTES, SETS, Scribe
from engine.referee.sighting import Sighting
from engine.referee.standing import Standing
from engine.referee.status import Status, Waiting
from engine.referee.stories import MOVES, Story, TooManyStoriesError
from engine.referee.story import choices
from engine.referee.verdict import Verdict, verdict
from engine.referee.view import View
from engine.rules import Rules


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
        self._scribe = Scribe(GameState.new(rules) if state is None else state)
        self._series_fixed = series_fixed
        self._patience = patience or Patience()
        self._expect()

    @classmethod
    def resume(cls, state: GameState, *, series_fixed: bool = False) -> Referee:
        """A referee that goes on with a game."""
        return cls(state=state, series_fixed=series_fixed)

    @property
    def state(self) -> GameState:
        """The game; everything answered is already part of it."""
        return self._scribe.state

    @property
    def status(self) -> Status:
        """What it waits for just now."""
        if self.state.paused and self.state.phase is not Phase.OVER:
            return Status(Waiting.PAUSED, side=self.state.position.turn)
        asked = self._status.choices or self._question.choices
        return replace(self._status, side=self.state.position.turn, choices=asked)

    @property
    def seen(self) -> str:
        """What lies on the board as far as that is certain, else what should: 49 characters."""
        believed, board = self._belief, self._standing.board
        certain = (lead >= CLEAR for lead in believed.lead)
        return "".join(
            label if sure else there
            for label, sure, there in zip(believed.labels, certain, board, strict=True)
        )

    def see(self, sighting: Sighting) -> list[Event]:
        """Take in one picture; the events that it settles, in order."""
        news = self._belief.see(sighting, self.state.swapped)
        if self.state.phase is Phase.OVER:
            self._status, self._question = Status(Waiting.OVER), Question()
            return []
        if self.state.paused:
            self._quiet = False
            return []
        if sighting.moved or not sighting.steady:
            self._quiet = False
            self._status = Status(Waiting.BLIND if sighting.moved else Waiting.MOVING)
            self._hold(sighting)
            return []
        if self._quiet and not news:
            return []
        look = self._look(sighting)
        self._noticed.doubt(look, sighting.time_s)
        self._judge(look)
        return self._scribe.drain()

    def tell(self, event: Event) -> list[Event]:
        """Take in what a person decided, or what the clock shows.

        Returns:
            The event, and what follows from it at once.

        Raises:
            EventError: it does not fit the game, or is for the referee to say.
        """
        if not isinstance(event, SETS + NOTES):
            raise EventError(f"{event.kind!r} is for the referee to say")
        swapped, lying = self.state.swapped, self.seen
        self._scribe.add(event)
        if isinstance(event, SETS):
            self._expect(arranged_from=lying)
        elif self.state.swapped is not swapped:
            self._expect(arranged_from=exchanged(lying))
        elif isinstance(event, Vouched):
            said = zip(map(hollow, event.hollows), event.labels, strict=True)
            self._belief.hear(said, self._standing.board)
            self._quiet = False
        elif isinstance(event, ClockPressed | SettingChanged) and not self._holds_on():
            self._scribe.call_held(event.frame)
        return self._scribe.drain()

    def _holds_on(self) -> bool:
        """Whether a combination seen is still for its player to announce."""
        return self._scribe.terse and self.state.announced is not self.state.position.turn

    def declare(self, moves: Iterable[str], frame: int | None = None, by: str = "") -> list[Event]:
        """Take in what a person says was played, complete legal moves.

        Raises:
            EventError: one of them is no complete legal move; nothing is taken in.
        """
        before, self._scribe.lead = self.state, None
        try:
            self._scribe.repaired(frame)
            for text in moves:
                self._scribe.move(text, frame, by)
        except Exception:
            self.back_to(before)
            raise
        self._expect()
        return self._scribe.drain()

    def back_to(self, state: GameState) -> None:
        """Forget what could not be kept: the game stands as in ``state``."""
        self._scribe = Scribe(state)
        self._expect()

    def begin(
        self, started: Started, series: SeriesSet | None = None, lying: str | None = None
    ) -> list[Event]:
        """Begin a game.

        Args:
            started: how.
            series: which series is w, where a person has said so.
            lying: what lies on the board, if that is known. Where it is not as the
                game begins, the board is to be laid first.
        """
        self._scribe.add(started)
        if series is not None:
            self._scribe.add(series)
        self._expect(arranged_from=lying)
        return self._scribe.drain()

    def go_on(self) -> None:
        """Take the board as it lies for what was played since the game was set."""
        self._laying.done = True
        self._quiet = False

    # What is believed and expected.

    def _expect(self, arranged_from: str | None = None) -> None:
        """Begin to look anew: the game was set by a person.

        Args:
            arranged_from: what lay on the board then. If it is not what the game
                says, the players have to lay it so before anything is ruled.
        """
        self._scribe.held = None
        self._standing = self._scribe.standing
        board = self._standing.board
        self._belief = Belief(arranged_from or board, told=arranged_from is not None)
        self._scribe.lead = self._belief.lead
        self._laying = Laying(arranged_from or board, board)
        self._wait(Waiting.STEADY)
        if not self._laying.done:
            self._wait(Waiting.ARRANGING, hollows_in(self._laying.left_lying))
        self._signature: tuple[str, int] = ("", 0)
        self._since_s = 0.0
        self._quiet = False
        self._noticed, self._opening = Noticed(self._patience), Opening()
        self._question = Question()
        self._perhaps: tuple[Standing, tuple[tuple[str, ...], ...]] = (self._standing, ())

    def _hold(self, sighting: Sighting) -> float:
        """For how long the board has been seen as it is now, in seconds."""
        signature = ("".join(self._belief.labels), self._belief.covered)
        if signature != self._signature:
            self._signature, self._since_s = signature, sighting.time_s
        return sighting.time_s - self._since_s

    def _look(self, sighting: Sighting) -> Look:
        held_s = self._hold(sighting)
        return look_at(self._belief, self._standing.board, held_s, sighting.frame)

    # The stages of a ruling. Each writes what it settles, or says what is waited for.

    def _judge(self, look: Look) -> None:
        self._quiet = False
        if look.doubtful:
            dim = hollows_in(look.doubtful)
            self._status = Status(Waiting.SETTLING, dim, doubt=self._noticed.unclear)
            return None
        if self._laying.goes_on(self._standing, look):
            return self._wait(Waiting.ARRANGING, hollows_in(look.changed | look.stale))
        if self.state.fault is None:
            self._noticed.lift(look)
        dark = look.stale | (look.edge if look.held_s < self._patience.edge else 0)
        if dark:
            return self._wait(self._stopped() or Waiting.HAND, hollows_in(dark))
        if not look.changed:
            return self._nothing_new(look)
        if look.covered and look.held_s < self._patience.hand:
            return self._wait(Waiting.HAND)
        settled = self._settle_series(look)
        if settled is None:
            self._opening.keep(look)
            return self._wait(Waiting.BEGINS)
        if self._caught_up(settled, swapped=settled is not look):
            return self._wait(Waiting.SETTLING)
        return self._explain(settled)

    def _wait(
        self,
        phase: Waiting,
        uncover: tuple[Hollow, ...] = (),
        choices: tuple[tuple[str, ...], ...] = (),
    ) -> None:
        self._status = Status(phase, uncover, choices)

    def _nothing_new(self, look: Look) -> None:
        """The board stands as it should, as far as it can be seen."""
        self._noticed.explained()
        self._question = Question()
        fault = self.state.fault
        if fault is not None:
            wrong = bits_of(tuple(map(hollow, fault.hollows)))
            if wrong & look.covered:
                return self._wait(Waiting.FAULT)
            self._scribe.repaired(look.frame)
        elif self._noticed.lifted and not self._noticed.lifted & look.covered:
            self._scribe.warn("touched", self._noticed.lifted, look.frame)
        if self._noticed.lifted and not self._noticed.lifted & look.covered:
            self._noticed.lifted = 0
        if not look.covered:
            self._noticed.lifted = 0
            if self._standing.pending is None:
                self._belief.settle()
            self._quiet = fault is None and not self._belief.unmet
        return self._wait(self._idle(look), choices=self._offered)

    def _idle(self, look: Look) -> Waiting:
        if self.state.fault is not None:
            return Waiting.FAULT
        if look.covered:
            return Waiting.HAND
        return Waiting.STEADY if self.state.pending is None else Waiting.RESOLVING

    def _settle_series(self, look: Look) -> Look | None:
        """Let the first marbles on the empty board decide which series is ``w`` (A2).

        The look with the series named rightly, itself where they were; None while as many
        of one as of the other were seen, so that either may have begun.
        """
        fixed = self._series_fixed or self.state.series_fixed
        if fixed or self._standing.position != Position.start():
            return look
        if self.state.fault is not None or self._question.goes_on(self._view(look)):
            return look  # play is stopped, or what was asked goes on: nothing is named anew
        w, b = (sum(label in series for label in look.labels) for series in ("wW", "bB"))
        if w >= b:
            return look if w > b else None
        self._scribe.add(SeriesSet(frame=look.frame, swapped=not self.state.swapped))
        self._belief.swap()
        self._signature = (exchanged(self._signature[0]), self._signature[1])
        return replace(look, labels=exchanged(look.labels))

    def _caught_up(self, now: Look, swapped: bool) -> bool:
        """Rule on what was seen while either series may have begun; whether anything was."""
        ruled = False
        for look in self._opening.take(now, swapped):
            view = self._view(look)
            with suppress(TooManyStoriesError):
                found = self._question.stories(self._standing, view)
                if found and not (told := verdict(self._standing, found, view)).empty:
                    self._rule(told, found, look)
                    ruled = True
        return ruled

    def _explain(self, look: Look) -> None:
        view = self._view(look)
        later = self._question.since(view)
        try:
            found = self._question.stories(self._standing, view)
        except TooManyStoriesError as error:
            return self._ask(later or error.found, look, hollows_in(look.covered))
        if not found and not later:
            return self._fault(look, view.blind)
        ruled = self._question.verdict(self._standing, found, view)
        if not ruled.empty:
            return self._rule(ruled, found, look)
        asked = later or found
        # Where there is nothing more to see, only a person can tell which it was.
        uncover = ruled.uncover or (() if choices(asked) else hollows_in(look.changed))
        return self._ask(asked, look, uncover)

    def _view(self, look: Look) -> View:
        return View.of(look.labels, look.covered, self._belief.unseen, self._belief.glimpsed)

    def _ask(self, found: list[Story], look: Look, uncover: tuple[Hollow, ...]) -> None:
        """Ask which it was. While play is stopped the board is to be put right all the same."""
        if self.state.fault is None:
            seen = not look.covered and look.held_s >= self._patience.fault
            self._question.ask(found, self._view(look), seen)
        return self._wait(Waiting.UNSURE, uncover, choices(found))

    def _rule(self, ruled: Verdict, found: list[Story], look: Look) -> None:
        """Say what is certain; what else may have been played, unseen, a person may say."""
        self._noticed.explained()
        self._scribe.repaired(look.frame)
        for move in ruled.moves:
            self._scribe.move(move, look.frame)
        if ruled.pending is not None:
            self._scribe.part(ruled.pending, look.frame)
        if ruled.put_back:
            self._scribe.warn("touched", bits_of(ruled.put_back), look.frame)
        self._noticed.lifted, self._question = 0, Question()
        self._standing = self._scribe.standing
        self._perhaps = self._standing, choices(found, len(ruled.moves))
        over = self.state.phase is Phase.OVER
        return self._wait(Waiting.OVER if over else self._idle(look), choices=self._offered)

    @property
    def _offered(self) -> tuple[tuple[str, ...], ...]:
        """What may have been played in full while the game is taken to wait for marbles."""
        standing, offered = self._perhaps
        return offered if standing == self._standing and standing.pending is not None else ()

    # Faults.

    def _fault(self, look: Look, blind: bool) -> None:
        """No legal story fits: wait for what may still become one, else call the fault."""
        board = self._standing.board
        covered = look.covered
        labels = "".join(board[h] if covered & BITS[h] else look.labels[h] for h in HOLLOWS)
        difference = Difference.between(self._standing, labels)
        if self._noticed.clears(self._standing, difference):
            return self._wait(Waiting.CLEARED)
        if self._question.stands:
            return self._wait(Waiting.UNSURE)
        if blind or (self._noticed.unclear and difference.all.bit_count() > MOVES):
            return self._wait(self._stopped() or Waiting.UNSURE, hollows_in(difference.all))
        lifted = in_hand(self._standing, difference)
        patience = self._patience.needed(difference, lifted, bool(look.covered))
        if look.held_s < patience:
            if difference.only_gone and patience > self._patience.fault:
                return self._wait(Waiting.LIFTED)
            return self._wait(self._stopped() or Waiting.SETTLING, hollows_in(difference.all))
        if is_new(self.state.fault, labels, board):
            self._scribe.fault(
                find_fault(self._standing, labels, self.state.last), labels, look.frame
            )
            self._standing = self._scribe.standing
            self._noticed.lifted, self._question = 0, Question()
        return self._wait(Waiting.FAULT)

    def _stopped(self) -> Waiting | None:
        return None if self.state.fault is None else Waiting.FAULT
