"""The board being laid as a person has set the game."""

from __future__ import annotations

from engine.hollows import BITS, HOLLOWS
from engine.referee.difference import Difference
from engine.referee.look import Look
from engine.referee.standing import Standing


class Laying:
    """Whether the board has yet to be laid so; nothing is ruled before.

    It has been once it stands so, or once the next marble is played on a hollow
    that was right from the beginning.

    Args:
        lying: what lay on the board when the game was set, 49 characters.
        board: what the game says.

    Attributes:
        left_lying: a bit for each hollow where what lay there was not what the game says.
        done: whether it has been laid.
    """

    def __init__(self, lying: str, board: str) -> None:
        self.left_lying = sum(BITS[h] for h in HOLLOWS if lying[h] != board[h])
        self.done = not self.left_lying

    def goes_on(self, standing: Standing, look: Look) -> bool:
        """Whether it has still to be laid, as this look shows it."""
        if not self.done:
            self.done = not look.changed | look.stale or self._is_played_on(standing, look)
        return not self.done

    def _is_played_on(self, standing: Standing, look: Look) -> bool:
        new = look.changed & ~self.left_lying
        added = Difference.between(standing, look.labels).own_added
        return not look.covered and new == look.changed == added
