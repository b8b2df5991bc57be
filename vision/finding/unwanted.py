"""A search that nobody waits for any more ends within a second, not after its half minute.

Who searches on a thread says so around it; where that is nested deep, the search asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from vision.errors import VisionError

_LEFT: Final[ContextVar[Callable[[], bool]]] = ContextVar("left", default=lambda: False)


class UnwantedError(VisionError):
    """The search was left; it is no answer."""


@contextmanager
def unless_left(left: Callable[[], bool]) -> Iterator[None]:
    """Searches within end with ``UnwantedError`` soon after that is so."""
    before = _LEFT.set(left)
    try:
        yield
    finally:
        _LEFT.reset(before)


def check_wanted() -> None:
    """Asked where a search has some tenths of a second behind it.

    Raises:
        UnwantedError: nobody waits for it any more.
    """
    if _LEFT.get()():
        raise UnwantedError("nobody waits for it any more")
