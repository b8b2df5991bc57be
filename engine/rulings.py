"""What the judge answers: a ruling on a legal action or move, or a fault (interfaces, judge)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.actions import Action, Move
from engine.combinations import Combination
from engine.explain import explain_fault, explain_ruling
from engine.hollows import Hollow, hollow_name
from engine.position import Position, Side
from engine.rules import NAMES, Rules


def _names(hollows: tuple[Hollow, ...]) -> list[str]:
    return [hollow_name(h) for h in hollows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A legal action or move: what it formed, what is due, and where it leads.

    Attributes:
        before: the position it was judged in.
        rules: the profile.
        move: canonical if ``complete``, else the bare action.
        complete: False while returns and captures are still to be made.
        formed: the combination itself, or None.
        code: the combination's code (C4) or None.
        alignments: each from its alphabetically first end in board order,
            sorted among each other.
        returns: own attack marbles due back (D1); 0 on a win.
        must_return: the crossing where D2 asks for it, else empty.
        returnable: every own attack marble of the combination, alphabetical.
        captures: enemy attack marbles due (D4), limited by what is on the board.
        capturable: every enemy attack marble on the board, alphabetical.
        win: "Winning Real", "Winning Real Queen" or None (E2, E3).
        position: after the move; None while it isn't complete.
        articles: of the rules, in the order of the document.
        house: whether it rests on a house article or number.
    """

    before: Position
    rules: Rules
    move: Move
    complete: bool
    formed: Combination | None = None
    code: str | None = None
    alignments: tuple[tuple[Hollow, ...], ...] = ()
    returns: int = 0
    must_return: tuple[Hollow, ...] = ()
    returnable: tuple[Hollow, ...] = ()
    captures: int = 0
    capturable: tuple[Hollow, ...] = ()
    win: str | None = None
    position: Position | None = None
    articles: tuple[str, ...] = ()
    house: bool = False

    @property
    def legal(self) -> bool:
        """True: it is no fault."""
        return True

    @property
    def action(self) -> Action:
        """What the hand did first."""
        return self.move.action

    @property
    def mover(self) -> Side:
        """Whose turn it was."""
        return self.before.turn

    @property
    def name(self) -> str | None:
        """The combination's name (C2, C3) or None."""
        return None if self.code is None else NAMES[self.code]

    def text(self, lang: str = "en") -> str:
        """The ruling in words, ``lang`` "en" or "it"."""
        return explain_ruling(self, lang)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The object of interfaces.md, its text in ``lang``."""
        return {
            "legal": True,
            "move": str(self.move),
            "complete": self.complete,
            "combination": self.code,
            "name": self.name,
            "alignments": [_names(line) for line in self.alignments],
            "returns": self.returns,
            "must_return": _names(self.must_return),
            "returnable": _names(self.returnable),
            "captures": self.captures,
            "capturable": _names(self.capturable),
            "wins": self.win is not None,
            "win": self.win,
            "position": None if self.position is None else str(self.position),
            "articles": list(self.articles),
            "house": self.house,
            "text": self.text(lang),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """An illegal action or move: the first fault of table G that it shows.

    Attributes:
        before: the position it was judged in.
        rules: the profile.
        move: what was played, as read.
        code: of table G.
        articles: table G's first.
        house: whether it rests on a house article or number.
        due: what the action formed and asks for, for the faults of returns and captures.
    """

    before: Position
    rules: Rules
    move: Move
    code: str
    articles: tuple[str, ...]
    house: bool = False
    due: Ruling | None = None

    @property
    def legal(self) -> bool:
        """False: it is a fault."""
        return False

    def text(self, lang: str = "en") -> str:
        """The fault in words: what happened, then how to put it right."""
        return explain_fault(self, lang)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """The object of interfaces.md, its text in ``lang``."""
        return {
            "legal": False,
            "fault": self.code,
            "articles": list(self.articles),
            "house": self.house,
            "text": self.text(lang),
        }
