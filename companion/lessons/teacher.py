"""The teacher: a game of its own, never stored, that begins where the lesson does.

The referee watches it as any game: it waits until the board is laid, calls what is
formed, follows returns and captures and finds faults. The teacher only asks whether
what came of it is what the lesson wanted.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.lessons.lesson import Lesson
from engine.events import CombinationFormed, Event, FaultCalled, Moved, SeriesSet, Started
from engine.game import GameState
from engine.hollows import HOLLOWS, Hollow
from engine.judging import judge
from engine.position import Position
from engine.referee import Referee, Sighting
from engine.referee.status import Status, Waiting
from engine.rulings import Ruling

CAPTURE_FIRST: Final = "capture-first"


class Stage(StrEnum):
    """How far a lesson is."""

    LAY = "lay"
    """The board is to be laid as the lesson begins."""

    PLAY = "play"
    """The pupil's turn."""

    TAKE = "take"
    """It is formed; returns and captures are due."""

    FAULT = "fault"
    """Something is to be put right."""

    AGAIN = "again"
    """Something else was played: the board is to be laid again."""

    DONE = "done"
    """That's it."""


class Teacher:
    """Teaches one lesson on one board.

    Args:
        lesson: what is taught.
        swapped: whether the eyes' series are exchanged.
        lying: what lies on the board now, in the game's names of the series.
    """

    def __init__(self, lesson: Lesson, swapped: bool, lying: str) -> None:
        self.lesson = lesson
        self.instead: Ruling | FaultCalled | None = None
        self.done: Ruling | None = None
        self._swapped = swapped
        self._begin(lying)

    def _begin(self, lying: str) -> None:
        self._referee = Referee()
        series = SeriesSet(swapped=self._swapped, by=self.lesson.id)
        self._referee.begin(Started(position=self.lesson.start), series, lying)
        self._laying = lying != self.state.position.board

    @property
    def state(self) -> GameState:
        """The lesson's game."""
        return self._referee.state

    @property
    def status(self) -> Status:
        """What the referee waits for."""
        return self._referee.status

    @property
    def stage(self) -> Stage:
        """How far it is."""
        if self.done is not None:
            return Stage.DONE
        if self.instead is not None:
            return Stage.AGAIN
        if self.state.fault is not None:
            return Stage.FAULT
        if self._laying:
            return Stage.LAY
        return Stage.PLAY if self.state.pending is None else Stage.TAKE

    @property
    def to_lay(self) -> tuple[Hollow, ...]:
        """Hollows that are not yet as the lesson begins."""
        if not self._laying:
            return ()
        there, should = self.seen, self.state.position.board
        return tuple(h for h in HOLLOWS if there[h] != should[h])

    @property
    def seen(self) -> str:
        """What lies on the board: 49 letters."""
        return self._referee.seen

    def see(self, sighting: Sighting) -> bool:
        """Take in one picture; whether anything has changed by it."""
        before = (self.stage, self.status, self.to_lay, self.state)
        for event in self._referee.see(sighting):
            self._hear(event)
        if self._laying and self._laid:
            self._laying, self.instead = False, None
        return before != (self.stage, self.status, self.to_lay, self.state)

    @property
    def _laid(self) -> bool:
        """Whether the board stands as the lesson begins, or its first marble is played."""
        begun = self.state.moves or self.state.pending or self.state.fault
        return bool(begun) or (self.status.phase is Waiting.STEADY and not self.to_lay)

    def _hear(self, event: Event) -> None:
        if isinstance(event, CombinationFormed) and not event.win:
            called = judge(Position.parse(event.before), event.move)
            if isinstance(called, Ruling) and not self.lesson.goal(called):
                self._not_that(called)
        elif isinstance(event, Moved) and self.instead is None:
            ruling = self.state.last
            assert ruling is not None
            if self.lesson.goal(ruling):
                self.done = ruling
            else:
                self._not_that(ruling)
        elif isinstance(event, FaultCalled) and event.fault == CAPTURE_FIRST:
            # In a game that is a warning; whoever learns does it again, in its order.
            self._not_that(event)

    def _not_that(self, instead: Ruling | FaultCalled) -> None:
        """Back to the start: what lies there now is to be laid anew."""
        self.instead = instead
        self._begin(self._referee.seen)
