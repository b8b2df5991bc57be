"""What can go wrong in the engine. An illegal move is not an error: it is a ruling."""


class EngineError(ValueError):
    """Text that does not fit the notation; the message quotes it and gives the place."""


class PositionError(EngineError):
    """Not a position (notation.md, Position)."""


class MoveError(EngineError):
    """Not a move, or a text that can't be a move of this position (interfaces.md, bad-move)."""


class RecordError(EngineError):
    """Not a game record, or one that contradicts itself (interfaces.md, bad-record)."""
