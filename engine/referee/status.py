"""What the referee waits for just now: for the page, not an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.event_words import sides
from engine.hollows import Hollow
from engine.position import Side
from engine.text import say, say_hollows, sentence


class Waiting(StrEnum):
    """Why there is no ruling just now."""

    STEADY = "steady"
    """For a player's action."""

    RESOLVING = "resolving"
    """For returns and captures."""

    HAND = "hand"
    """For a hand to leave the board."""

    MOVING = "moving"
    """For the scene to come to rest."""

    BLIND = "blind"
    """For the eyes to find the board again."""

    LIFTED = "lifted"
    """For a marble in the hand to come down."""

    SETTLING = "settling"
    """For another picture or two of something new."""

    UNSURE = "unsure"
    """For hollows to be uncovered, or for a person to say what was played."""

    BEGINS = "begins"
    """For the next marble: either series may have begun."""

    FAULT = "fault"
    """For the board to be put right."""

    ARRANGING = "arranging"
    """For the board to be laid as a person has set the game."""

    PAUSED = "paused"
    """For play to go on."""

    CLEARED = "cleared"
    """For a person to say whether the game is over."""

    OVER = "over"
    """For a new game."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the referee waits for.

    Attributes:
        phase: why there is no ruling just now.
        uncover: hollows that must be in full view before there can be one.
        choices: if two stories fit about equally, what was played in each: a
            person may choose (``Referee.declare``). They grow while nobody does.
        side: whose turn it is.
        doubt: whether the eyes can't tell what lies in the hollows to uncover, and
            have looked for so long that a person should say it.
    """

    phase: Waiting
    uncover: tuple[Hollow, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    side: Side = Side.W
    doubt: bool = False

    def offers(self, moves: Sequence[str]) -> bool:
        """Whether a choice begins so: while a person reads them, more may be played."""
        return bool(moves) and any(told[: len(moves)] == tuple(moves) for told in self.choices)

    @property
    def text(self) -> str:
        """The status in English."""
        return self.say("en")

    def say(self, lang: str) -> str:
        """The status in words."""
        hollows = say_hollows(self.uncover, lang) if self.uncover else "..."
        # Nothing more to see, but more than one story: only a person can tell which.
        which = self.phase is Waiting.UNSURE and not self.uncover
        name = "which" if which else "doubt" if self.doubt else self.phase
        message = f"referee.status.{name}"
        return sentence(say(message, lang, hollows=hollows, **sides(self.side, lang)))
