"""What some stories have in common: the moves that begin all of them, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions import Move
from engine.game import Pending
from engine.judging import apply, judge
from engine.position import Position
from engine.referee.standing import Standing
from engine.referee.story import Story
from engine.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Common:
    """How several stories begin.

    Attributes:
        moves: complete moves.
        pending: the combination that all go on with, as far as all take it, or None.
    """

    moves: tuple[Move, ...] = ()
    pending: Pending | None = None

    @classmethod
    def of(cls, standing: Standing, stories: Sequence[Story]) -> Common:
        """What all the stories (at least one) of ``standing`` begin with."""
        shortest = min(len(story.moves) for story in stories)
        count = 0
        while count < shortest and len({story.moves[count] for story in stories}) == 1:
            count += 1
        moves = stories[0].moves[:count]
        parts = [_following(standing, story, count) for story in stories]
        some = [part for part in parts if part is not None]
        alike = len(some) == len(parts) and len({part.ruling.action for part in some}) == 1
        if not alike:
            return cls(moves)
        returned = frozenset.intersection(*(part.returned for part in some))
        captured = frozenset.intersection(*(part.captured for part in some))
        pending = Pending(some[0].ruling, returned, captured)
        if pending.returns_left and len(some) > 1:
            # Which marbles went back is open, not that captures came before them.
            pending = Pending(some[0].ruling, returned)
        return cls(moves, pending)

    def is_news(self, standing: Standing) -> bool:
        """Whether it goes on from where the game stands."""
        if self.moves or self.pending is None or standing.pending is None:
            return bool(self.moves) or self.pending is not None
        one, other = self.pending, standing.pending
        return (one.returned, one.captured) != (other.returned, other.captured)

    def begins(self, story: Story) -> bool:
        """Whether the story, as far as it is told, and so whatever it becomes, begins so."""
        count, part = len(self.moves), self.pending
        if story.moves[:count] != self.moves:
            return False
        if part is None:
            return True
        if len(story.moves) > count:
            move = story.moves[count]
            taken = move.action, move.returns, move.captures
        elif story.end.pending is not None:
            pending = story.end.pending
            taken = pending.ruling.action, pending.returned, pending.captured
        else:
            return False
        action, returned, captured = taken
        return (
            action == part.ruling.action and returned >= part.returned and captured >= part.captured
        )


def _following(standing: Standing, story: Story, count: int) -> Pending | None:
    """The combination that follows the first ``count`` moves, as far as the story takes it."""
    if len(story.moves) == count:
        return story.end.pending
    move = story.moves[count]
    ruling = judge(_position_after(standing, story.moves[:count]), move.action, standing.rules)
    if not isinstance(ruling, Ruling) or ruling.code is None or ruling.win is not None:
        return None
    return Pending(ruling, move.returns, move.captures)


def _position_after(standing: Standing, moves: tuple[Move, ...]) -> Position:
    position = standing.position
    for move in moves:
        position = apply(position, move)
    return position
