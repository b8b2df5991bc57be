"""How the board differs from how it should stand, and what that alone tells (rules G)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.hollows import BITS
from engine.referee.standing import Standing

CLEARED: Final = 6
"""So many marbles and half of all gone at once, and nothing added, is a board being cleared.

More than any combination takes, and no fault.
"""


@dataclass(frozen=True, slots=True)
class Difference:
    """How the board differs from how it should stand, as bitboards.

    ``own`` is the series of the player whose turn it is, ``enemy`` the other;
    ``more`` lies there and should not, ``less`` should and does not.
    """

    own_more: int
    own_less: int
    own_queen_more: int
    own_queen_less: int
    enemy_more: int
    enemy_less: int
    enemy_queen_more: int
    enemy_queen_less: int

    @classmethod
    def between(cls, standing: Standing, labels: str) -> Difference:
        """What ``labels`` (49 over ``.wWbB``) show beside the board of ``standing``."""
        own = str(standing.mover)
        enemy = str(standing.mover.other)
        board = standing.board
        values = []
        for label in (own, own.upper(), enemy, enemy.upper()):
            is_ = sum(BITS[h] for h, seen in enumerate(labels) if seen == label)
            should = sum(BITS[h] for h, there in enumerate(board) if there == label)
            values += [is_ & ~should, should & ~is_]
        return cls(*values)

    @property
    def own_added(self) -> int:
        """Own marbles of either size where none should be."""
        return self.own_more | self.own_queen_more

    @property
    def enemy_added(self) -> int:
        """Enemy marbles of either size where none should be."""
        return self.enemy_more | self.enemy_queen_more

    @property
    def gone(self) -> int:
        """Hollows that lack the marble that should be there."""
        return self.own_less | self.own_queen_less | self.enemy_less | self.enemy_queen_less

    @property
    def all(self) -> int:
        """Every hollow that is not as it should be."""
        return self.own_added | self.enemy_added | self.gone

    @property
    def only_gone(self) -> bool:
        """Whether marbles are missing and nothing else is wrong."""
        return not (self.own_added | self.enemy_added)


def in_hand(standing: Standing, difference: Difference) -> bool:
    """Whether the one marble that is missing may be on its way: a step or a relocation."""
    if standing.pending is not None or not difference.only_gone:
        return False
    return difference.gone.bit_count() == 1 and not difference.gone & ~standing.movable


def cleared(standing: Standing, difference: Difference) -> bool:
    """Whether so much is missing that the players must have cleared the board."""
    there = 49 - standing.board.count(".")
    gone = difference.gone.bit_count()
    return gone >= CLEARED and 2 * gone >= there
