"""Events that no camera sees: what people decide, and what the clock shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.clock import Mode
from engine.event import (
    ANYBODY,
    CAMERA_FAULTS,
    Event,
    EventError,
    check_names,
    check_position,
    check_time,
    one_of,
)
from engine.hollows import hollow
from engine.position import Side
from engine.rules import FAULT_ARTICLES
from engine.strictness import Strictness
from engine.text import say, say_list, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChanged(Event):
    """A person changed how the game is refereed, or who plays it; None leaves it as it was."""

    kind: ClassVar[str] = "setting"
    strictness: str | None = None
    players: dict[str, str] | None = None

    def __post_init__(self) -> None:
        if self.strictness is not None:
            one_of("strictness", self.strictness, tuple(Strictness))
        if self.players is not None:
            check_names(self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Event):
    """A person set the position, or let a fault stand (``fault`` is its code)."""

    kind: ClassVar[str] = "correction"
    position: str
    fault: str | None = None

    def __post_init__(self) -> None:
        check_position(self.position)
        if self.fault is not None:
            one_of("fault", self.fault, (*FAULT_ARTICLES, *CAMERA_FAULTS))

    def text(self, lang: str = "en") -> str:
        """What was set, and by whom it was allowed."""
        by = say("referee.by.nobody", lang) if self.by in ("", ANYBODY) else self.by
        if self.fault is None:
            return say("referee.corrected", lang, by=by)
        named = say(f"referee.named.{self.fault}", lang)
        return sentence(say("referee.let-stand", lang, by=by, fault=named))


@dataclass(frozen=True, slots=True, kw_only=True)
class Vouched(Event):
    """A person says what lies in hollows that the eyes doubt; the game stays as it is.

    ``hollows`` are names, ``labels`` one of ``.wWbB`` for each, or ``?``: it is left to
    the eyes again.
    """

    kind: ClassVar[str] = "vouch"
    hollows: tuple[str, ...]
    labels: str

    def __post_init__(self) -> None:
        if not self.hollows or len(self.labels) != len(self.hollows):
            raise EventError("a person vouches for some hollows, with a label for each", "vouch")
        for name, label in zip(self.hollows, self.labels, strict=True):
            hollow(name)
            one_of("label", label, tuple(".wWbB?"))

    def text(self, lang: str = "en") -> str:
        """Who said so, and where."""
        by = say("referee.by.nobody", lang) if self.by in ("", ANYBODY) else self.by
        said = zip(self.hollows, self.labels, strict=True)
        named = say_list(
            [f"{name}: {say(f'referee.lies.{label}', lang)}" for name, label in said], lang
        )
        return sentence(say("referee.vouched", lang, by=by, hollows=named))


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(Event):
    """A person took back the last ``actions`` actions; with 0 only what is under way."""

    kind: ClassVar[str] = "undo"
    actions: int = 1

    def __post_init__(self) -> None:
        if type(self.actions) is not int or self.actions < 0:
            raise EventError(f"{self.actions!r} actions can't be taken back", "fewer")

    def text(self, lang: str = "en") -> str:
        """How much was taken back."""
        message = "referee.undone" if self.actions else "referee.undone.0"
        return say(message, lang, count=self.actions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Event):
    """Play and clock rest; nothing is ruled until ``Resumed``."""

    kind: ClassVar[str] = "pause"

    def text(self, lang: str = "en") -> str:
        """That play rests."""
        return say("referee.paused", lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Event):
    """Play goes on from what lies on the board."""

    kind: ClassVar[str] = "resume"

    def text(self, lang: str = "en") -> str:
        """That play goes on."""
        return say("referee.resumed", lang)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPressed(Event):
    """A player pressed the clock's button: his turn is over, or he announces a combination."""

    kind: ClassVar[str] = "press"
    side: str

    def __post_init__(self) -> None:
        one_of("side", self.side, tuple(Side))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRead(Event):
    """What the clock showed when it was started, stopped or set, or now and then.

    Attributes:
        w_s: w's remaining time, seconds.
        b_s: b's.
        side: whose time it is.
        running: whether it runs from here on.
        mode: what ends a turn; "off" puts the clock away.
        reason: why it was read: "set", "go", "stop", "turn", "kept" or "flag".
    """

    kind: ClassVar[str] = "clock"
    w_s: float
    b_s: float
    side: str
    running: bool
    mode: str
    reason: str

    def __post_init__(self) -> None:
        check_time(self.w_s)
        check_time(self.b_s)
        one_of("side", self.side, tuple(Side))
        one_of("clock mode", self.mode, (*Mode, "off"))
        one_of("reason", self.reason, ("set", "go", "stop", "turn", "kept", "flag"))
