"""A story: one legal explanation of what lies on the board, and what it costs to believe it.

Costs are in nats, roughly: what costs 3 more is twenty times less likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Move
from engine.errors import EngineError
from engine.hollows import Hollow
from engine.referee.standing import Standing

MOVES: Final = 3
"""Complete moves that one gap may hold."""

ACTION: Final = 1.0
"""Cost of each action: the shorter of two stories is the likelier."""

HIDDEN: Final = 3.0
"""Cost of an action whose result lies under a hand."""

TAKEN_HIDDEN: Final = 1.0
"""Cost of a return or capture under a hand: hands are where marbles are being taken."""

PASSING: Final = 4.0
"""Cost of a marble that came and went again out of view."""

TRANSIT: Final = 2.0
"""Cost of a hollow where the Queen stood between two steps, out of view."""

PUT_BACK: Final = 3.0
"""Cost of a marble put back where it was taken from."""

EARLY: Final = 3.0
"""Cost of a capture before the returns are complete: it breaks D5."""

HALFWAY: Final = 2.0
"""Cost of stopping in the middle of a combination, if nobody saw how it came to that."""

MARGIN: Final = 3.0
"""By how much the best story must beat a different one."""


@dataclass(frozen=True, slots=True)
class Story:
    """One explanation.

    Attributes:
        cost: how unlikely it is; differences count.
        moves: the complete moves.
        end: where the game then stands.
        won: whether the last move wins.
        put_back: hollows where a marble taken before lies again.
        supposed: the part of the cost that is for things nobody saw.
    """

    cost: float
    moves: tuple[Move, ...]
    end: Standing
    won: bool = False
    put_back: frozenset[Hollow] = frozenset()
    supposed: float = 0.0

    @property
    def left(self) -> int:
        """Complete moves that may follow; a combination under way is one of them."""
        return MOVES - len(self.moves)


class TooManyStoriesError(EngineError):
    """The view leaves so much open that it can't be told what happened.

    Attributes:
        found: the likeliest of what fits, as far as the search came.
    """

    def __init__(self, message: str, found: list[Story]) -> None:
        super().__init__(message)
        self.found = found


def choices(found: Sequence[Story], after: int = 0) -> tuple[tuple[str, ...], ...]:
    """What was played in each story, the first moves aside; the likeliest first, none twice."""
    played = (tuple(map(str, story.moves[after:])) for story in found)
    return tuple(dict.fromkeys(moves for moves in played if moves))
