"""The lessons: where each begins and what is to be done. The engine says whether it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.actions import Action
from engine.judging import judge, legal_actions
from engine.position import Position
from engine.rulings import Ruling
from engine.teaching import wins_ahead


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson. Its words are in the catalogues, under ``lesson.ID``.

    Attributes:
        id: its name in addresses.
        start: the position it begins in.
        goal: whether a complete, or a just formed, ruling does what it asks for.
        code: the combination that it teaches, "" where it is another thing.
    """

    id: str
    start: str
    goal: Callable[[Ruling], bool]
    code: str = ""

    @property
    def position(self) -> Position:
        """Where it begins."""
        return Position.parse(self.start)

    @property
    def solutions(self) -> tuple[Action, ...]:
        """The actions that do it, or with which it begins."""
        position = self.position
        rulings = ((action, judge(position, action)) for action in legal_actions(position))
        return tuple(
            action for action, ruling in rulings if isinstance(ruling, Ruling) and self.goal(ruling)
        )


def _forms(code: str) -> Callable[[Ruling], bool]:
    return lambda ruling: ruling.code == code and ruling.win is None


def _wins(win: str) -> Callable[[Ruling], bool]:
    return lambda ruling: ruling.win == win


def _saves_the_castle(ruling: Ruling) -> bool:
    """After it the other player can't win at once."""
    return ruling.position is not None and not wins_ahead(ruling.position)


def _combination(name: str, code: str, start: str) -> Lesson:
    return Lesson(name, start, _forms(code), code)


LESSONS: Final = (
    _combination("real", "R", "7/7/4b2/1www3/3b3/7/7 w 17/18 5"),
    _combination("returns", "R", "7/2w4/1w3b1/1wbw3/1w5/4b2/7 w 15/17 11"),
    _combination("real-queen", "RQ", "7/5b1/1b5/3w3/3w3/3w3/7 w 17/18 7"),
    _combination("super-real", "SR5", "7/1b3b1/7/ww1ww2/7/3b3/7 w 16/17 9"),
    _combination("super-real-queen", "SRQ5", "6b/5w1/1b2w2/7/2w4/1w3b1/2b4 w 16/16 9"),
    _combination("super-real-6", "SR6", "1b3b1/7/2b4/www1ww1/4b2/7/3b3 w 15/15 11"),
    _combination("super-real-queen-6", "SRQ6", "3w3/3w3/1b1w1b1/7/1b1w1b1/3w3/6b w 15/15 11"),
    _combination("double-real", "DR", "7/3b3/b2w3/3w2b/3w3/www4/5b1 w 14/16 13"),
    _combination("double-real-queen", "DRQ", "w6/1w3b1/2w4/b6/3w3/3w3/1b1w1b1 w 14/16 13"),
    Lesson("castle", "7/7/bbb4/3W3/7/2w1w2/7 w 18/17 7", _saves_the_castle),
    Lesson(
        "winning-real",
        "7/3b3/2B4/www4/2b2b1/7/7 w 17/17 11",
        _wins("Winning Real"),
    ),
    Lesson(
        "winning-real-queen",
        "7/1b5/5B1/w1b1w2/4w1b/4w2/7 w 16/17 11",
        _wins("Winning Real Queen"),
    ),
)
"""In the order in which they are best learned."""


def lesson_of(name: str) -> Lesson | None:
    """The lesson of that name, if there is one."""
    return next((lesson for lesson in LESSONS if lesson.id == name), None)
