"""Events that tell what went wrong at the table (rules G)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from engine.event import CAMERA_FAULTS, Event, Names, one_of
from engine.event_words import fault_words, repair_words, sides, terse_fault
from engine.hollows import hollow
from engine.phases import Seen
from engine.placements import board_of
from engine.position import Side
from engine.rules import FAULT_ARTICLES, Rules
from engine.text import say

_TAKING: Final = (
    "no-combination",
    "queen-returned",
    "wrong-returns",
    "crossing-kept",
    "real-remains",
    "queen-captured",
    "wrong-captures",
)
"""Faults of what was taken off the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCalled(Event):
    """Something went wrong (rules G).

    Attributes:
        fault: its code.
        articles: of the rules.
        side: whose turn it was; where the player who had just moved went on taking marbles,
            or touched some, that player: the words speak of him.
        hollows: where the board is not as it should be.
        placement: the board as it was seen.
        repair: the board that puts it right, as a placement.
        warning: a fault of procedure: recorded, nothing to put right.
        house: whether it rests on a house article.
        count: for a warning its number in the game, counted for each player; else 0.
        terse: whether it is told in few words.
        rules: the profile that it is a fault in.
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
    count: int = 0
    terse: bool = False
    rules: str = "official"

    def __post_init__(self) -> None:
        one_of("fault", self.fault, (*FAULT_ARTICLES, *CAMERA_FAULTS))
        one_of("side", self.side, tuple(Side))
        one_of("rules", self.rules, tuple(Rules))
        board_of(self.placement)
        board_of(self.repair)

    @property
    def _named(self) -> Names:
        """The hollows to speak of: where something was taken, only what was taken."""
        if self.fault not in _TAKING or self.warning:
            return self.hollows
        is_, should = board_of(self.placement), board_of(self.repair)
        gone = tuple(
            name for name in self.hollows if is_[hollow(name)] == "." != should[hollow(name)]
        )
        return gone or self.hollows

    @property
    def seen(self) -> Seen:
        """A fault stops the game, a warning does not."""
        return Seen.WARNING if self.warning else Seen.FAULT

    def text(self, lang: str = "en") -> str:
        """What happened, then how to put it right."""
        side, named = Side(self.side), self._named
        if self.terse:
            words = [terse_fault(self.fault, side, named, self.articles, lang)]
        else:
            words = [fault_words(self.fault, side, named, lang)]
        if self.warning and self.terse and self.count:
            words.append(say("referee.counted", lang, count=self.count, **sides(side, lang)))
        if not self.warning and not self.terse:
            words += repair_words(self.placement, self.repair, self.hollows, lang)
        return " ".join(words)
