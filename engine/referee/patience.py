"""How long things must stand still."""

from __future__ import annotations

from dataclasses import dataclass


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
