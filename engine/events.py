"""What happened at the table: frozen events, in JSON and back, in words of any language.

The state of a game is the fold of its events (``engine.game``). Numbers and
time stamps are the store's business. Hollows stand in events by name, positions
and moves in their text forms, so that an event and its JSON say the same.

Every ``frame`` is the index of the picture that settled it, None if no picture did.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final

from engine.actions import parse_move
from engine.errors import EngineError
from engine.hollows import hollow
from engine.judging import judge
from engine.phases import Seen
from engine.position import Position, Side
from engine.rules import FAULT_ARTICLES, Rules
from engine.rulings import Ruling
from engine.text import say, say_list, sentence

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

RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
TERMINATIONS: Final = (
    "Winning Real",
    "Winning Real Queen",
    "Resignation",
    "Agreement",
    "Time",
    "Deadlock",
    "Unterminated",
)


class EventError(EngineError):
    """Not an event, or one that does not fit the game as it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What all events have."""

    kind: ClassVar[str] = ""
    frame: int | None = None

    @property
    def seen(self) -> Seen:
        """What it tells the game (``engine.phases``)."""
        return Seen(self.kind)

    def to_json(self) -> dict[str, Any]:
        """The event as a JSON object, its words in English."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        data = {"event": self.kind} | {k: _plain(v) for k, v in values.items()}
        words = text(self, "en")
        return data | ({"text": words} if words else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """A game begins from ``position``."""

    kind: ClassVar[str] = "start"
    rules: str = "official"
    position: str = "7/7/7/7/7/7/7 w 20/20 1"
    players: dict[str, str] = field(default_factory=lambda: {"w": "", "b": ""})

    def __post_init__(self) -> None:
        _check_position(self.position)
        _one_of("rules", self.rules, tuple(Rules))
        if set(self.players) != {"w", "b"} or not all(map(_is_text, self.players.values())):
            raise EventError(f"players are a name for w and one for b, not {self.players!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesSet(Event):
    """The first marble on the empty board decided which series is ``w`` (A2)."""

    kind: ClassVar[str] = "series"
    swapped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinationFormed(Event):
    """A combination was formed; the fields are those of a ruling (interfaces.md).

    ``move`` is the bare action, ``before`` the position it was made in.
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

    def __post_init__(self) -> None:
        parse_move(self.move)
        _check_position(self.before)
        _one_of("rules", self.rules, tuple(Rules))


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
        _check_position(self.position)

    @property
    def seen(self) -> Seen:
        """A win ends the game at once (E2)."""
        return Seen.WIN if self.move.endswith("#") else Seen.MOVE


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCalled(Event):
    """Something went wrong (rules G).

    Attributes:
        fault: its code.
        articles: of the rules.
        side: whose turn it was.
        hollows: where the board is not as it should be.
        placement: the board as it was seen.
        repair: the board that puts it right, as a placement.
        warning: a fault of procedure: recorded, nothing to put right.
        house: whether it rests on a house article.
    """

    kind: ClassVar[str] = "fault"
    fault: str
    articles: Names
    side: str
    hollows: Names
    placement: str
    repair: str
    warning: bool
    house: bool = False

    def __post_init__(self) -> None:
        _one_of("fault", self.fault, (*FAULT_ARTICLES, *CAMERA_FAULTS))
        _one_of("side", self.side, tuple(Side))
        board_of(self.placement)
        board_of(self.repair)

    @property
    def seen(self) -> Seen:
        """A fault stops the game, a warning does not."""
        return Seen.WARNING if self.warning else Seen.FAULT


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(Event):
    """The board is as it should be again."""

    kind: ClassVar[str] = "repaired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The game is over (rules E, F)."""

    kind: ClassVar[str] = "end"
    result: str
    termination: str

    def __post_init__(self) -> None:
        _one_of("result", self.result, RESULTS)
        _one_of("termination", self.termination, TERMINATIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """A person set the position, or let a fault stand.

    ``fault`` is the code of what was let stand, or None; ``by`` is who decided.
    """

    kind: ClassVar[str] = "correction"
    position: str
    fault: str | None = None
    by: str = ""

    def __post_init__(self) -> None:
        _check_position(self.position)
        if self.fault is not None:
            _one_of("fault", self.fault, (*FAULT_ARTICLES, *CAMERA_FAULTS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """A person took back the last ``actions`` actions; with 0 only what is under way."""

    kind: ClassVar[str] = "undo"
    actions: int = 1

    def __post_init__(self) -> None:
        if self.actions < 0:
            raise EventError(f"{self.actions} actions can't be taken back")


_KINDS: Final[dict[str, type[Event]]] = {
    cls.kind: cls
    for cls in (
        Started,
        SeriesSet,
        CombinationFormed,
        StepSeen,
        Moved,
        FaultCalled,
        Repaired,
        Ended,
        Corrected,
        Undone,
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
        return cls(**{f.name: _frozen(data[f.name]) for f in fields(cls) if f.name in data})
    except EventError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise EventError(f"event {cls.kind!r}: {error}") from None


def combination_event(ruling: Ruling, frame: int | None) -> CombinationFormed:
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
    )


def text(event: Event, lang: str = "en") -> str:
    """The event in words; empty where there is nothing to say beyond the ruling."""
    if isinstance(event, CombinationFormed):
        return judge(Position.parse(event.before), event.move, Rules(event.rules)).text(lang)
    if isinstance(event, FaultCalled):
        return _fault_text(event, lang)
    if isinstance(event, Repaired):
        return say("referee.repaired", lang)
    if isinstance(event, Ended):
        return say(f"referee.end.{event.result}", lang, termination=event.termination)
    return ""


def board_of(placement: str) -> str:
    """49 characters over ``.wWbB`` in the order of hollow numbers.

    Raises:
        EventError: it is no placement. How many marbles it holds is not looked at.

    >>> board_of("7/7/7/7/7/7/1w5")[:3]
    '.w.'
    """
    ranks = str(placement).split("/")
    rows = ["".join("." * int(c) if c in "1234567" else c for c in rank) for rank in ranks]
    if len(rows) != 7 or any(len(row) != 7 or set(row) - set(".wWbB") for row in rows):
        raise EventError(f"no placement: {str(placement)[:60]!r}")
    return "".join(reversed(rows))


def placement_of(board: str) -> str:
    """The placement of 49 characters over ``.wWbB``; ``board_of`` undoes it."""
    rows = []
    for rank in range(6, -1, -1):
        row = board[rank * 7 : rank * 7 + 7]
        for run in range(7, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return "/".join(rows)


def _fault_text(event: FaultCalled, lang: str) -> str:
    """What happened, then how to put it right."""
    side = Side(event.side)
    happened = say(
        f"referee.fault.{event.fault}",
        lang,
        **sides(side, lang),
        hollows=say_list(list(event.hollows), lang) if event.hollows else "",
    )
    return " ".join([sentence(happened), *_repairs(event, lang)])


def sides(side: Side, lang: str) -> dict[str, str]:
    """Words for the player whose turn it is and for the other, as messages want them."""
    return {
        "side": say(f"side.{side}", lang),
        "of": say(f"of.{side}", lang),
        "other": say(f"side.{side.other}", lang),
        "ofother": say(f"of.{side.other}", lang),
    }


def _repairs(event: FaultCalled, lang: str) -> list[str]:
    """One sentence for each hollow that has to change."""
    if event.warning:
        return []
    is_, should = board_of(event.placement), board_of(event.repair)
    sentences = []
    for name in event.hollows:
        here, there = is_[hollow(name)], should[hollow(name)]
        if here not in (".", there):
            sentences.append(say(f"referee.take.{here}", lang, hollow=name))
        if there not in (".", here):
            sentences.append(say(f"referee.put.{there}", lang, hollow=name))
    return sentences


def _plain(value: Any) -> Any:
    """The value as JSON has it: tuples are lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, dict) else value


def _frozen(value: Any) -> Any:
    """A JSON value as events have it: lists are tuples."""
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _check_position(value: str) -> None:
    Position.parse(value)


def _one_of(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise EventError(f"{what} {value!r} is none of {', '.join(allowed)}")
