"""What the referee keeps in mind from look to look, until the board is right again."""

from __future__ import annotations

from engine.hollows import hollows_in
from engine.referee.difference import CLEARED, Difference, cleared
from engine.referee.look import Look
from engine.referee.patience import Patience
from engine.referee.standing import Standing


class Noticed:
    """What was seen in passing.

    Attributes:
        lifted: bitboard of hollows whose marble was off the board for a moment (D7).
        unclear: whether a doubt lasted for so long that much may have been played.
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self.lifted = 0
        self.unclear = False
        self._clearing = False
        self._doubt_since_s: float | None = None

    def explained(self) -> None:
        """What lies there is understood: nothing is unclear any more."""
        self.unclear = self._clearing = False

    def doubt(self, look: Look, time_s: float) -> None:
        """Remember since when the board has been in doubt."""
        if not look.doubtful:
            self._doubt_since_s = None
        elif self._doubt_since_s is None:
            self._doubt_since_s = time_s
        elif time_s - self._doubt_since_s > self._patience.doubt:
            self.unclear = True

    def lift(self, look: Look) -> None:
        """Remember marbles that are off the board, clear of any hand's edge."""
        if look.held_s < self._patience.lifted:
            return
        gone = hollows_in(look.changed)
        # Where something was added too, or much is gone, more happened than that.
        if len(gone) < CLEARED and all(look.labels[h] == "." for h in gone):
            self.lifted |= look.changed & ~look.edge

    def clears(self, standing: Standing, difference: Difference) -> bool:
        """Whether the board was cleared, and is not laid again as the game stands yet."""
        much = cleared(standing, difference)
        self._clearing = (difference.only_gone and (much or self._clearing)) or (
            much and self._clearing
        )
        if self._clearing:
            self.lifted = 0
        return self._clearing
