"""What can go wrong in the eyes. One base for the room; messages say what to mend."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum


class VisionError(Exception):
    """Anything the eyes cannot work with: a broken image, a missing source."""


class SourceError(VisionError):
    """A camera or a recording that can't be opened or has stopped."""


class NotFound(StrEnum):
    """Why no board is given; the companion has a sentence for each, a language."""

    DARK = "dark"
    SMALL = "small"
    NOTHING = "nothing"
    UNLIKE = "unlike"
    ASIDE = "aside"
    LOW_LIGHT = "low-light"
    ENDS = "ends"
    BLURRED = "blurred"
    OUT_OF_VIEW = "out-of-view"
    MARBLES = "marbles"
    LOST = "lost"


TWO_PLACES = frozenset({NotFound.ASIDE, NotFound.LOW_LIGHT})
"""Where the picture shows two places for the hollows: no other way of looking tells."""


class BoardNotFoundError(VisionError):
    """No board in the picture that we would swear to; the message says why.

    Args:
        message: why, and what to mend.
        reason: the same as a code.
    """

    def __init__(self, message: str, reason: NotFound = NotFound.LOST) -> None:
        super().__init__(message)
        self.reason = reason


def without_trace(error: BoardNotFoundError) -> BoardNotFoundError:
    """The same, without what it went through: a hundred megabytes of things looked at.

    For one that is kept, or told to another thread; it is said many times while nobody has
    cleared the board.
    """
    error.__traceback__ = error.__context__ = error.__cause__ = None
    return error


@contextmanager
def unless_aside() -> Iterator[None]:
    """Try another way to find the board; where it shows two places for it no other way tells."""
    try:
        yield
    except BoardNotFoundError as refused:
        if refused.reason in TWO_PLACES:
            raise
