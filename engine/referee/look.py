"""One look at the board: beliefs beside what the game says, as bitboards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.hollows import BITS, HOLLOWS, NEIGHBOURS
from engine.referee.belief import CLEAR, PLAIN, Belief


@dataclass(frozen=True, slots=True)
class Look:
    """What the stages of a ruling need.

    Attributes:
        labels: what lies there, 49 over ``.wWbB``.
        covered: what is hidden.
        edge: what changed right beside it.
        changed: what changed in all.
        stale: what had changed before it was hidden.
        doubtful: what is not certain.
        held_s: for how long the board has been seen as it is.
        frame: index of the picture.
    """

    labels: str
    covered: int
    edge: int
    changed: int
    stale: int
    doubtful: int
    held_s: float
    frame: int


def look_at(belief: Belief, board: str, held_s: float, frame: int) -> Look:
    """What ``belief`` shows beside ``board``, where the game stands."""
    labels, torn = _one_queen_each(belief, board)
    covered, changed, doubtful, edge, stale = belief.covered, 0, torn, 0, 0
    for h in HOLLOWS:
        bit = BITS[h]
        if covered & bit:
            stale |= bit if labels[h] != board[h] else 0
            continue
        if labels[h] != board[h]:
            changed |= bit
            edge |= bit if NEIGHBOURS[h] & covered else 0
            doubtful |= 0 if belief.lead[h] >= CLEAR else bit
        elif belief.lead[h] < PLAIN:
            doubtful |= bit
        if belief.wavers(h):
            doubtful |= bit
    return Look(labels, covered, edge, changed, stale, doubtful, held_s, frame)


def _one_queen_each(belief: Belief, board: str) -> tuple[str, int]:
    """Labels in which a second Queen of a series is what it must be: an attack marble.

    There is one Queen a series (A2). While she is certainly seen where she
    should be, a large-looking marble elsewhere is an attack marble misread;
    while she is not, she may be on her way, and both hollows (the second
    value) are in doubt.
    """
    labels = "".join(belief.labels)
    changed, torn = list(labels), 0
    for castle, others in _second_queens(labels, board).items():
        seen = not belief.covered & BITS[castle] and not belief.against[castle]
        sure = seen and belief.lead[castle] >= CLEAR
        for h in others:
            changed[h] = labels[h].lower()
            torn |= 0 if sure else BITS[h] | BITS[castle]
    return "".join(changed), torn


def _second_queens(labels: str, board: str) -> dict[int, list[int]]:
    """Castles in which a Queen is seen, with the hollows that show another of her series."""
    castles = [board.find(queen) for queen in "WB"]
    return {
        castle: [h for h in HOLLOWS if h != castle and labels[h] == labels[castle]]
        for castle in castles
        if castle >= 0 and labels[castle] == board[castle]
    }
