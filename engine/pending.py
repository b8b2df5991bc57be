"""A combination under way: what is due, what has been taken so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.hollows import Hollow
from engine.rulings import Ruling

_NOTHING: Final[frozenset[Hollow]] = frozenset()


@dataclass(frozen=True, slots=True)
class Pending:
    """A combination under way.

    Attributes:
        ruling: what was formed and what is due in all.
        returned: own attack marbles taken back so far.
        captured: enemy attack marbles taken so far.
    """

    ruling: Ruling
    returned: frozenset[Hollow] = _NOTHING
    captured: frozenset[Hollow] = _NOTHING

    @property
    def returns_left(self) -> int:
        """Marbles still to be returned."""
        return self.ruling.returns - len(self.returned)

    @property
    def captures_left(self) -> int:
        """Marbles still to be captured."""
        return self.ruling.captures - len(self.captured)

    @property
    def returnable(self) -> tuple[Hollow, ...]:
        """Where own marbles of the combination still lie, alphabetical; none once all are back."""
        return _left(self.ruling.returnable, self.returned, self.returns_left)

    @property
    def capturable(self) -> tuple[Hollow, ...]:
        """Where enemy attack marbles still lie, alphabetical; none once all due are taken."""
        return _left(self.ruling.capturable, self.captured, self.captures_left)

    @property
    def board(self) -> str:
        """The board now: 49 characters over ``.wWbB`` in the order of hollow numbers."""
        return _acted(self.ruling, self.returned | self.captured)


def _left(candidates: tuple[Hollow, ...], taken: frozenset[Hollow], due: int) -> tuple[Hollow, ...]:
    return tuple(h for h in candidates if h not in taken) if due > 0 else ()


def _acted(ruling: Ruling, taken: frozenset[Hollow]) -> str:
    """The board of ``ruling.before`` once the action is done and some marbles are taken."""
    board = list(ruling.before.board)
    action = ruling.action
    if action.target is not None:
        queen = str(action).startswith("Q")
        board[action.target] = ruling.mover.upper() if queen else str(ruling.mover)
    if action.origin is not None:
        board[action.origin] = "."
    for h in taken:
        board[h] = "."
    return "".join(board)
