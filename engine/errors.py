"""What can go wrong in the engine. An illegal move is not an error: it is a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.position import Position
    from engine.rulings import Fault, Ruling


class EngineError(ValueError):
    """Text that does not fit the notation; the message quotes it and gives the place.

    Attributes:
        code: of the sentence for people who met it at the table (``engine.error_words``),
            "" where only a program can meet it.
        values: for that sentence.
    """

    def __init__(self, message: str = "", code: str = "", **values: object) -> None:
        super().__init__(message)
        self.code = code
        self.values = values


class PositionError(EngineError):
    """Not a position (notation.md, Position)."""


class MoveError(EngineError):
    """Not a move, or a text that can't be a move of this position (interfaces.md, bad-move)."""


class RecordError(EngineError):
    """Not a game record, or one that contradicts itself (interfaces.md, bad-record).

    Where in it, as far as that is known, ``values`` say: ``game``, ``line``, ``ply``, ``played``.
    """


class ReplayError(RecordError):
    """A record that reads but does not replay: a move in it is illegal, or its result is wrong.

    Attributes:
        position: where the replay stopped.
        ruling: on the move that is illegal or incomplete; None for anything else.
    """

    def __init__(
        self,
        message: str,
        position: Position,
        ruling: Ruling | Fault | None = None,
        code: str = "",
        **values: object,
    ) -> None:
        super().__init__(message, code, **values)
        self.position = position
        self.ruling = ruling
