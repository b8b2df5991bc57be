"""How long things must stand still."""

from __future__ import annotations

from dataclasses import dataclass

from engine.referee.difference import Difference


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
        doubt: a hollow that stays in doubt for longer may hide more moves than can
            be told: what then fits no story is asked, not called a fault.
        lifted: from when a marble off the board counts as lifted (D7).
    """

    hand: float = 1.0
    edge: float = 2.0
    fault: float = 0.3
    fault_hand: float = 2.0
    gone_hand: float = 5.0
    in_hand: float = 8.0
    doubt: float = 4.0
    lifted: float = 0.3

    def needed(self, difference: Difference, lifted: bool, covered: bool) -> float:
        """How long a board that fits no story must stand still to be called a fault.

        Args:
            difference: what is wrong with it.
            lifted: whether the one marble missing may be on its way.
            covered: whether a hand is over the board.
        """
        if difference.only_gone and covered:
            return self.gone_hand
        if lifted:
            return self.in_hand
        return self.fault_hand if covered else self.fault
