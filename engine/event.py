"""What all events are: frozen, valid once they exist, JSON and back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from engine.errors import EngineError
from engine.phases import Seen
from engine.position import Position

Names = tuple[str, ...]
"""Hollows by name."""

CAMERA_FAULTS: Final = {
    "two-marbles": ("B",),
    "unresolved": ("D",),
    "capture-first": ("D5",),
    "touched": ("D7",),
    "disturbed": ("B",),
    "too-many": ("A2",),
}
"""Faults that only the camera sees, to their articles (table G).

``disturbed`` has none of its own: what is not one of B's actions changes nothing.
"""


class EventError(EngineError):
    """Not an event, or one that does not fit the game as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What all events have.

    Attributes:
        frame: index of the picture that settled it, None if no picture did.
        by: who decided it; empty if it was seen.
        sure: the probability that it was seen rightly; None where nothing was seen,
            or in games kept before this was known. Two events that tell the same are
            equal, however sure.
    """

    kind: ClassVar[str] = ""
    frame: int | None = None
    by: str = ""
    sure: float | None = field(default=None, compare=False)

    @property
    def seen(self) -> Seen:
        """What it tells the game (``engine.phases``)."""
        return Seen(self.kind)

    def text(self, lang: str = "en") -> str:
        """The event in words; empty where there is nothing to say beyond the ruling."""
        del lang
        return ""

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object, its words in English."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        if not self.by:
            del values["by"]
        if self.sure is None:
            del values["sure"]
        data = {"event": self.kind} | {k: _plain(v) for k, v in values.items()}
        words = self.text("en")
        return data | ({"text": words} if words else {})


def _plain(value: Any) -> Any:
    """The value as JSON has it: tuples are lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, dict) else value


def frozen(value: Any) -> Any:
    """A JSON value as events have it: lists are tuples."""
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value


def check_names(names: dict[str, str]) -> None:
    """Refuse what is no name for each player."""
    if not isinstance(names, dict) or set(names) != {"w", "b"}:
        raise EventError(
            f"players are a name for w and one for b, not {str(names)[:60]!r}",
            "name",
            number=LONGEST_NAME,
        )
    for name in names.values():
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not _PLAIN.fullmatch(name):
            raise EventError(
                f"a name is one line of at most {LONGEST_NAME} letters, not {str(name)[:60]!r}",
                "name",
                number=LONGEST_NAME,
            )


def check_position(value: str) -> None:
    """Refuse what is no position."""
    Position.parse(value)


def check_sure(value: float | None) -> None:
    """Refuse what is no probability."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise EventError(f"sure is a probability, 0 to 1, not {str(value)[:60]!r}")


def check_time(value: float) -> None:
    """Refuse what is no time left on a clock."""
    # Bool is a number in Python, and no time.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LONGEST_S:
        raise EventError(
            f"a clock shows 0 to {LONGEST_S} seconds, not {value!r}", "time", number=LONGEST_S
        )


def one_of(what: str, value: str | None, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is not in its list."""
    if value not in allowed:
        raise EventError(
            f"{what} {value!r} is none of {', '.join(allowed)}",
            "one-of",
            value=str(value)[:40],
            allowed=", ".join(allowed),
        )


ANYBODY: Final = "the table"
"""Author of a decision of which nobody said whose it was."""

LONGEST_NAME: Final = 80
_PLAIN: Final = re.compile(r"[^\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff]*")
"""No line breaks, no control characters, and no half characters, which no file can hold."""

LONGEST_S: Final = 24 * 3600
"""A day: more is a slip of the finger."""
