"""What happened at the table: frozen events, in JSON and back, in words of any language.

The state of a game is the fold of its events (``engine.game``). Numbers and
time stamps are the store's business. Hollows stand in events by name, positions
and moves in their text forms, so that an event and its JSON say the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from engine.actions import parse_move
from engine.clock import Mode
from engine.endings import RESULTS, TERMINATIONS
from engine.event import (
    CAMERA_FAULTS,
    Event,
    EventError,
    Names,
    check_names,
    check_position,
    check_sure,
    check_time,
    frozen,
    one_of,
)
from engine.event_words import (
    lesson_words,
    sides,
    terse_combination,
)
from engine.fault_events import FaultCalled
from engine.hollows import hollow
from engine.judging import judge
from engine.person_events import (
    ClockPressed,
    ClockRead,
    Corrected,
    Paused,
    Resumed,
    SettingChanged,
    Undone,
    Vouched,
)
from engine.phases import Seen
from engine.placements import board_of, placement_of
from engine.position import Position, Side
from engine.rules import Rules
from engine.rulings import Ruling
from engine.strictness import Strictness
from engine.text import say

__all__ = [
    "CAMERA_FAULTS",
    "ClockPressed",
    "ClockRead",
    "CombinationFormed",
    "Corrected",
    "Ended",
    "Event",
    "EventError",
    "FaultCalled",
    "Moved",
    "Paused",
    "Repaired",
    "Resumed",
    "SeriesSet",
    "SettingChanged",
    "Started",
    "StepSeen",
    "Taught",
    "Undone",
    "Vouched",
    "board_of",
    "combination_event",
    "event_from_json",
    "placement_of",
    "sides",
    "text",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """A game begins from ``position``.

    ``clock_s`` is each player's time for the whole game, None for a game without a clock.
    """

    kind: ClassVar[str] = "start"
    rules: str = "official"
    position: str = "7/7/7/7/7/7/7 w 20/20 1"
    players: dict[str, str] = field(default_factory=lambda: {"w": "", "b": ""})
    strictness: str = "friendly"
    clock_s: float | None = None
    clock_mode: str = "camera"

    def __post_init__(self) -> None:
        check_position(self.position)
        one_of("rules", self.rules, tuple(Rules))
        one_of("strictness", self.strictness, tuple(Strictness))
        one_of("clock mode", self.clock_mode, tuple(Mode))
        check_names(self.players)
        if self.clock_s is not None:
            check_time(self.clock_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesSet(Event):
    """Which series is ``w``: decided by the first marble on the empty board (A2), or said.

    ``swapped`` exchanges the series as the eyes name them. What a person said
    (``by``) no marble decides anew. ``exchanged`` is false where it was so before, and is
    only said.
    """

    kind: ClassVar[str] = "series"
    swapped: bool
    exchanged: bool = True

    def __post_init__(self) -> None:
        for name, value in (("swapped", self.swapped), ("exchanged", self.exchanged)):
            if not isinstance(value, bool):
                raise EventError(f"{name} is true or false, not {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinationFormed(Event):
    """A combination was formed; the fields are those of a ruling (interfaces.md).

    ``move`` is the bare action, ``before`` the position it was made in; ``terse``
    whether it is told in few words.
    """

    kind: ClassVar[str] = "combination"
    move: str
    combination: str
    name: str
    alignments: tuple[Names, ...]
    returns: int
    captures: int
    must_return: Names
    returnable: Names
    capturable: Names
    win: str | None
    articles: Names
    house: bool
    rules: str
    before: str
    terse: bool = False

    def __post_init__(self) -> None:
        parse_move(self.move)
        check_position(self.before)
        one_of("rules", self.rules, tuple(Rules))

    def text(self, lang: str = "en") -> str:
        """The ruling in words, or in few."""
        ruling = judge(Position.parse(self.before), self.move, Rules(self.rules))
        if self.terse and isinstance(ruling, Ruling):
            return terse_combination(ruling, lang)
        return ruling.text(lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepSeen(Event):
    """What has been taken so far in the combination under way, alphabetical."""

    kind: ClassVar[str] = "step"
    returned: Names
    captured: Names

    def __post_init__(self) -> None:
        for name in (*self.returned, *self.captured):
            hollow(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A move is complete; ``move`` is canonical, ``position`` the one after it."""

    kind: ClassVar[str] = "move"
    move: str
    position: str

    def __post_init__(self) -> None:
        parse_move(self.move)
        check_position(self.position)

    @property
    def seen(self) -> Seen:
        """A win ends the game at once (E2)."""
        return Seen.WIN if self.move.endswith("#") else Seen.MOVE


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(Event):
    """The board is as it should be again."""

    kind: ClassVar[str] = "repaired"

    def text(self, lang: str = "en") -> str:
        """That play goes on."""
        return say("referee.repaired", lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The game is over (rules E, F)."""

    kind: ClassVar[str] = "end"
    result: str
    termination: str

    def __post_init__(self) -> None:
        one_of("result", self.result, RESULTS)
        one_of("termination", self.termination, TERMINATIONS)

    def text(self, lang: str = "en") -> str:
        """Who won, and how."""
        how = say(f"referee.termination.{self.termination}", lang)
        return say(f"referee.end.{self.result}", lang, termination=how)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught(Event):
    """For people who learn: what the last player missed and what the next one may form.

    Attributes:
        side: who has just moved.
        missed: actions with the names of combinations worth more than what he played.
        available: the same for what the other may form now.
    """

    kind: ClassVar[str] = "lesson"
    side: str
    missed: tuple[tuple[str, str], ...]
    available: tuple[tuple[str, str], ...]

    def __post_init__(self) -> None:
        one_of("side", self.side, tuple(Side))
        for move, _ in (*self.missed, *self.available):
            parse_move(move)

    def text(self, lang: str = "en") -> str:
        """Both, in words."""
        return lesson_words(Side(self.side), self.missed, self.available, lang)


_KINDS: Final[dict[str, type[Event]]] = {
    cls.kind: cls
    for cls in (
        Started,
        SettingChanged,
        SeriesSet,
        CombinationFormed,
        StepSeen,
        Moved,
        FaultCalled,
        Repaired,
        Ended,
        Corrected,
        Undone,
        Paused,
        Resumed,
        ClockPressed,
        ClockRead,
        Taught,
        Vouched,
    )
}


def event_from_json(data: dict[str, Any]) -> Event:
    """The event that ``to_json`` wrote; unknown fields (``seq``, ``text`` ...) are ignored.

    Raises:
        EventError: it is none, or a field is missing or wrong.
    """
    cls = _KINDS.get(str(data.get("event"))) if isinstance(data, dict) else None
    if cls is None:
        raise EventError(f"no event: {str(data)[:100]!r}")
    try:
        check_sure(data.get("sure"))
        return cls(**{f.name: frozen(data[f.name]) for f in fields(cls) if f.name in data})
    except EventError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise EventError(f"event {cls.kind!r}: {error}") from None


def combination_event(
    ruling: Ruling, frame: int | None, *, terse: bool = False
) -> CombinationFormed:
    """The event that calls a combination, winning ones included."""
    data = ruling.to_json()
    return CombinationFormed(
        frame=frame,
        move=str(ruling.action),
        combination=data["combination"],
        name=data["name"],
        alignments=tuple(tuple(line) for line in data["alignments"]),
        returns=data["returns"],
        captures=data["captures"],
        must_return=tuple(data["must_return"]),
        returnable=tuple(data["returnable"]),
        capturable=tuple(data["capturable"]),
        win=data["win"],
        articles=tuple(data["articles"]),
        house=data["house"],
        rules=str(ruling.rules),
        before=str(ruling.before),
        terse=terse,
    )


def text(event: Event, lang: str = "en") -> str:
    """The event in words; empty where there is nothing to say beyond the ruling."""
    return event.text(lang)
