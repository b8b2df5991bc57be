"""Advice that a game is stuck (rules F4); what to do then is the referee's to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from engine.position import Position, Side
from engine.text import say

STUCK_ACTIONS: Final = 40
"""Actions in a row without a combination, all marbles played (F4 a)."""

REPETITIONS: Final = 3
"""Times the same position must have stood (F4 b)."""


class DeadlockReason(StrEnum):
    """Why a game looks stuck."""

    STUCK = "stuck"
    REPEATED = "repeated"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A suggestion to call the referee. It rests on a house article (F4)."""

    reason: DeadlockReason

    @property
    def articles(self) -> tuple[str, ...]:
        """F4."""
        return ("F4",)

    @property
    def house(self) -> bool:
        """True: when to suggest it stands in no source."""
        return True

    def text(self, lang: str = "en") -> str:
        """The advice in words."""
        return say(f"deadlock.{self.reason}", lang, actions=STUCK_ACTIONS)


def deadlock_advice(positions: Sequence[Position]) -> Deadlock | None:
    """Whether the game that led through ``positions`` looks stuck now.

    Args:
        positions: where the game started, then one after each move or correction; not empty.
    """
    if all(_is_bare(positions[-1], side) for side in Side):
        return Deadlock(DeadlockReason.BARE)
    if _times_standing(positions) >= REPETITIONS:
        return Deadlock(DeadlockReason.REPEATED)
    if _stuck_actions(positions) >= STUCK_ACTIONS:
        return Deadlock(DeadlockReason.STUCK)
    return None


def _is_bare(position: Position, side: Side) -> bool:
    """Whether attack marbles and Queen together can never make four in line (F4 c)."""
    return position.on_board(side) + position.reserve(side) + 1 < 4


def _times_standing(positions: Sequence[Position]) -> int:
    """How often the last position has stood; set again by a correction, it is the same time."""
    times, before = 0, None
    for position in positions:
        if position != before and _same(position, positions[-1]):
            times += 1
        before = position
    return times


def _same(one: Position, other: Position) -> bool:
    """Whether placement, reserves and turn are equal, whatever the ply."""
    return _standing(one) == _standing(other)


def _standing(position: Position) -> tuple[object, ...]:
    boards = position.attack_w, position.attack_b, position.queen_w, position.queen_b
    return (*boards, position.turn, position.reserve_w, position.reserve_b)


def _stuck_actions(positions: Sequence[Position]) -> int:
    """Actions in a row with all marbles played; a combination would fill a reserve again."""
    actions = 0
    for later, earlier in pairwise(reversed(positions)):
        if not (_all_played(later) and _all_played(earlier)):
            break
        actions += later.ply == earlier.ply + 1
    return actions


def _all_played(position: Position) -> bool:
    return not any(position.reserve(side) or position.queen(side) is None for side in Side)
