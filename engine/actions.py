"""Actions and moves, and their text form (rules B; notation, Move).

An *action* is what the hand does first: place, enter, step, relocate, pass. A
*move* is an action together with what follows a combination.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from engine.errors import MoveError
from engine.hollows import NAMES, Hollow, alphabetical, hollow
from engine.rules import NAMES as COMBINATIONS


class ActionKind(Enum):
    """The five things a turn can be (B1-B5)."""

    PLACE = "place"
    ENTER = "enter"
    STEP = "step"
    RELOCATE = "relocate"
    PASS = "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Action:
    """One action; ``origin`` only for a step or a relocation, no hollow for a pass.

    Raises:
        MoveError: a hollow is missing, or there is one too many.
    """

    kind: ActionKind
    origin: Hollow | None
    target: Hollow | None

    def __post_init__(self) -> None:
        moved = self.kind in (ActionKind.STEP, ActionKind.RELOCATE)
        if (self.origin is not None) is not moved:
            raise MoveError(f"{self.kind.value}: only a step or a relocation has an origin")
        if (self.target is None) is not (self.kind is ActionKind.PASS):
            raise MoveError(f"{self.kind.value}: every action but a pass has a target")

    def __str__(self) -> str:
        if self.target is None:
            return "--"
        queen = "Q" if self.kind in (ActionKind.ENTER, ActionKind.STEP) else ""
        origin = "" if self.origin is None else NAMES[self.origin]
        return queen + origin + NAMES[self.target]

    def __repr__(self) -> str:
        return f"parse_action({str(self)!r})"


@cache
def place(target: Hollow) -> Action:
    """Place an attack marble from the reserve (B1)."""
    return Action(ActionKind.PLACE, None, target)


@cache
def enter(target: Hollow) -> Action:
    """Enter the Queen from the tray (B2)."""
    return Action(ActionKind.ENTER, None, target)


@cache
def step(origin: Hollow, target: Hollow) -> Action:
    """Move the Queen on the board (B3)."""
    return Action(ActionKind.STEP, origin, target)


@cache
def relocate(origin: Hollow, target: Hollow) -> Action:
    """Move an attack marble on the board (B4)."""
    return Action(ActionKind.RELOCATE, origin, target)


PASS: Final = Action(ActionKind.PASS, None, None)
"""The only action of a player who has no other (B5)."""

_NOTHING: Final[frozenset[Hollow]] = frozenset()


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """An action, and for a combination what follows it.

    ``code`` is the combination's (C4), or None where nothing was formed or the
    text left it out; ``wins`` is the text's ``#``. An action alone is a Move too.

    Raises:
        MoveError: the parts don't go together: a code without anything after
            it, a win that returns or captures, a pass with anything at all.
    """

    action: Action
    code: str | None = None
    returns: frozenset[Hollow] = _NOTHING
    captures: frozenset[Hollow] = _NOTHING
    wins: bool = False

    def __post_init__(self) -> None:
        taken = bool(self.returns or self.captures)
        if self.code is not None and self.code not in COMBINATIONS:
            raise MoveError(f"{self.code!r} is no combination's code")
        if self.code is not None and not (taken or self.wins):
            raise MoveError(f"{self.action}={self.code} lacks its returns, captures or #")
        if self.wins and taken:
            raise MoveError(f"{self.action}: nothing is returned or captured after #")
        if (taken or self.wins) and self.action.kind is ActionKind.PASS:
            raise MoveError("-- stands alone")

    @property
    def is_bare(self) -> bool:
        """Whether it is an action and nothing more."""
        return not (self.wins or self.returns or self.captures)

    def __str__(self) -> str:
        text = str(self.action)
        if self.code is not None:
            text += "=" + self.code
        if self.returns:
            text += "^" + _names(self.returns)
        if self.captures:
            text += "x" + _names(self.captures)
        return text + "#" if self.wins else text

    def __repr__(self) -> str:
        return f"parse_move({str(self)!r})"


def bare_move(action: Action) -> Move:
    """An action alone as a move: known to be right, so made without the checks, for speed."""
    move = object.__new__(Move)
    _set(move, "action", action)
    _set(move, "code", None)
    _set(move, "returns", _NOTHING)
    _set(move, "captures", _NOTHING)
    _set(move, "wins", False)
    return move


_set = object.__setattr__


def _names(hollows: frozenset[Hollow]) -> str:
    return "".join([NAMES[h] for h in sorted(hollows, key=alphabetical)])


_HOLLOW: Final = "[a-g][1-7]"
_ACTION: Final = rf"--|(?P<queen>Q?)(?P<first>{_HOLLOW})(?P<second>{_HOLLOW})?"
_CODE: Final = "|".join(sorted(COMBINATIONS, key=len, reverse=True))
_TAKEN: Final = rf"(?:\^(?P<returns>(?:{_HOLLOW})+))?(?:x(?P<captures>(?:{_HOLLOW})+))?"
_ACTION_TEXT: Final = re.compile(_ACTION)
_MOVE_TEXT: Final = re.compile(
    rf"(?P<action>{_ACTION})(?:=(?P<code>{_CODE}))?(?:(?P<wins>\#)|{_TAKEN})"
)


def parse_action(text: str) -> Action:
    """Read an action.

    Raises:
        MoveError: the text is no action.

    >>> parse_action("Qe3d4").kind.value
    'step'
    """
    match = _ACTION_TEXT.fullmatch(text)
    if match is None:
        raise MoveError(
            f"{_quoted(text)} is no action: d4, Qe3, Qe3d4, c2f6 and -- are",
            "no-move",
            move=_quoted(text),
        )
    return _action(match)


def _action(match: re.Match[str]) -> Action:
    if match["first"] is None:
        return PASS
    first = hollow(match["first"])
    if match["second"] is None:
        return enter(first) if match["queen"] else place(first)
    second = hollow(match["second"])
    return step(first, second) if match["queen"] else relocate(first, second)


def parse_move(text: str) -> Move:
    """Read a move: a bare action, or one with what follows a combination.

    Accepts hollows in any order and a missing ``=code``; what it writes is canonical.

    Raises:
        MoveError: the text is no move.

    >>> str(parse_move("d4^b4a4xc5"))
    'd4^a4b4xc5'
    """
    match = _MOVE_TEXT.fullmatch(text)
    if match is None:
        raise MoveError(
            f"{_quoted(text)} is no move: see d4, Qe3, Qe3d4, d4=R^a4b4xc5, d4=R#, --",
            "no-move",
            move=_quoted(text),
        )
    return Move(
        _action(match),
        match["code"],
        _hollows(text, match["returns"]),
        _hollows(text, match["captures"]),
        match["wins"] is not None,
    )


def _hollows(text: str, names: str | None) -> frozenset[Hollow]:
    if not names:
        return _NOTHING
    hollows = [hollow(names[at : at + 2]) for at in range(0, len(names), 2)]
    if len(set(hollows)) != len(hollows):
        raise MoveError(f"{_quoted(text)} names a hollow twice in one list")
    return frozenset(hollows)


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= 100 else text[:100] + "...")
