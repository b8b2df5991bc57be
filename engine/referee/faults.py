"""What went wrong, when no legal story explains the board (rules G).

The board is compared with how it should stand; the differences are sorted by
series and kind, and the first line of a table that fits names the fault. Where
the same difference can have two names the earlier line is the likelier story:
a hand that plays wrongly before a marble that rolled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from engine.actions import Action, enter, place, relocate, step
from engine.combinations import return_choices
from engine.events import FaultCalled
from engine.game import Pending
from engine.hollows import AREA, BITS, Hollow, bits_of, hollows_in
from engine.judging import judge, returns_fault
from engine.placements import board_of
from engine.position import ATTACK_MARBLES, Position, Side
from engine.referee.difference import Difference
from engine.referee.standing import Standing
from engine.rules import Rules
from engine.rulings import Fault, Ruling


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, after a legal action that may have come before it in the same gap.

    Attributes:
        code: of table G.
        before: legal actions that were made first.
        house: whether it rests on a house article.
        forming: a legal action after those that formed a combination, or None.
        side: whose doing it is, where it isn't that of the player whose turn it is; or None.
    """

    code: str
    before: tuple[Action, ...] = ()
    house: bool = False
    forming: Action | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    """What a line of the tables looks at."""

    standing: Standing
    difference: Difference
    labels: str
    last: Ruling | None

    @property
    def position(self) -> Position:
        return self.standing.position

    @property
    def rules(self) -> Rules:
        return self.standing.rules


def toucher(standing: Standing, lifted: int, last: Ruling | None) -> Side:
    """Who lifted marbles that lie where they lay again (D7).

    Within a combination its player does. Between turns it is who may move them; the
    other player's are lifted by himself, and so is, after his combination, what nobody may
    move: he was taking.

    Args:
        standing: how the board stands again.
        lifted: bitboard of the marbles.
        last: the ruling on the last complete move, or None.
    """
    mover = standing.mover
    if standing.pending is not None or lifted & standing.movable:
        return mover
    own = standing.position.attack(mover)
    taking = last is not None and last.code is not None
    return mover.other if taking or not lifted & own else mover


def is_new(fault: FaultCalled | None, labels: str, board: str) -> bool:
    """Whether the board is wrong in a way that has not been called yet.

    Args:
        fault: the one that is to be put right, if any.
        labels: what lies on the board.
        board: what should.
    """
    if fault is None:
        return True
    called = board_of(fault.placement)
    # Who played too early was told; that what was due is now taken is no new fault.
    taking = fault.fault == "unresolved"
    return any(
        label not in (there, was) and not (taking and label == ".")
        for label, there, was in zip(labels, board, called, strict=True)
    )


def find_fault(standing: Standing, labels: str, last: Ruling | None) -> Finding:
    """The fault that ``labels`` (49 over ``.wWbB``) show.

    Args:
        standing: how the board should stand.
        labels: what lies on it; it fits no legal story.
        last: the ruling on the last complete move, or None.
    """
    case = _Case(standing, Difference.between(standing, labels), labels, last)
    table = _BETWEEN if standing.pending is None else _WITHIN
    for line in table:
        finding = line(case)
        if finding is not None:
            return finding
    return Finding("disturbed")


def _one(bits: int) -> Hollow | None:
    """The only hollow of a bitboard, or None."""
    return Hollow(bits.bit_length() - 1) if bits.bit_count() == 1 else None


def _moved_or_new(case: _Case) -> Action | None:
    """The one thing the mover's hand did, if everything he added is one marble."""
    d = case.difference
    target = _one(d.own_added)
    if target is None:
        return None
    if d.own_queen_more:
        castle = case.position.queen(case.standing.mover)
        if d.own_queen_less and castle is not None:
            return step(castle, target)
        return enter(target) if castle is None else None
    origin = _one(d.own_less) if d.gone == d.own_less else None
    if origin is not None and not _forms(case, place(target)):
        return relocate(origin, target)
    return place(target)


def _forms(case: _Case, action: Action) -> bool:
    ruling = judge(case.position, action, case.rules)
    return isinstance(ruling, Ruling) and ruling.code is not None


def _explained(action: Action) -> int:
    """The hollows that the action itself changes."""
    bits = 0
    for h in (action.origin, action.target):
        bits |= 0 if h is None else BITS[h]
    return bits


def _several(case: _Case) -> Finding | None:
    """Two marbles of the mover's, or one placed and another moved."""
    d = case.difference
    return Finding("two-marbles") if d.own_added.bit_count() > 1 else None


def _wrong_action(case: _Case) -> Finding | None:
    """One action of the mover's that the judge refuses."""
    action = _moved_or_new(case)
    if action is None or case.difference.enemy_added:
        return None
    if case.difference.gone & ~_explained(action) and action.origin is not None:
        return None
    fault = judge(case.position, action, case.rules)
    return Finding(fault.code, house=fault.house) if isinstance(fault, Fault) else None


def _wrong_taking(case: _Case) -> Finding | None:
    """A legal action, and marbles taken that are not due."""
    action = _moved_or_new(case)
    if action is None or case.difference.enemy_added:
        return None
    ruling = judge(case.position, action, case.rules)
    if not isinstance(ruling, Ruling):
        return None
    taken = case.difference.gone & ~_explained(action)
    if ruling.code is None:
        return Finding("no-combination") if taken else None
    return _taking_fault(case, Pending(ruling), taken)


def _after_legal(case: _Case) -> Finding | None:
    """The mover played rightly, then the other player did something wrong."""
    d = case.difference
    target = _one(d.own_more)
    if target is None or d.own_queen_more or not d.enemy_added or _rolled(d.enemy_more, d.gone):
        return None
    action = place(target)
    ruling = judge(case.position, action, case.rules)
    if not isinstance(ruling, Ruling) or ruling.win:
        return None
    if ruling.position is None:
        # The other player did not wait for what is due.
        wrong = _taking_fault(case, Pending(ruling), d.gone)
        return Finding("unresolved", forming=action) if wrong is None else None
    found = find_fault(Standing(ruling.position, rules=case.rules), case.labels, ruling)
    return replace(found, before=(action, *found.before))


def _other_played(case: _Case) -> Finding | None:
    """The player whose turn it isn't put a marble down or made what would be a move of his."""
    d = case.difference
    if d.own_added or not d.enemy_added:
        return None
    if d.enemy_queen_more or d.enemy_added.bit_count() > d.enemy_less.bit_count():
        return Finding("out-of-turn")
    side = case.standing.mover.other
    may = case.position.reserve(side) == 0 and case.position.queen(side) is not None
    return Finding("out-of-turn") if may and _one(d.enemy_added) is not None else None


def _taken_afterwards(case: _Case) -> Finding | None:
    """The player who has just moved goes on taking marbles: it is his doing, not the next one's."""
    if not case.difference.only_gone or case.last is None:
        return None
    code = _code_afterwards(case.difference, case.last)
    return None if code is None else Finding(code, side=case.last.mover)


def _code_afterwards(d: Difference, last: Ruling) -> str | None:
    """What he did wrong; his marbles are the enemy's now: the turn has passed."""
    if last.code is None:
        return "no-combination" if d.gone.bit_count() > 1 else None
    if d.own_queen_less:
        return "queen-captured"
    if d.enemy_queen_less:
        return "queen-returned"
    if d.enemy_less & ~bits_of(last.returnable) == 0 and d.enemy_less:
        return "wrong-returns"
    return "wrong-captures" if d.own_less and not d.enemy_less else None


def _too_many(case: _Case) -> Finding | None:
    """More marbles of a series than it has left."""
    position = case.position
    for side in Side:
        there = case.labels.count(str(side))
        if there > ATTACK_MARBLES - position.captured(side) or case.labels.count(side.upper()) > 1:
            return Finding("too-many")
    return None


def _unresolved(case: _Case) -> Finding | None:
    """The other player played before everything was returned and captured."""
    d = case.difference
    if d.own_added or not d.enemy_added:
        return None
    rolled = not d.enemy_queen_more and _rolled(d.enemy_more, d.enemy_less)
    return None if rolled else Finding("unresolved")


def _played_again(case: _Case) -> Finding | None:
    """The mover added or moved another marble instead of taking what is due."""
    d = case.difference
    if not d.own_added:
        return None
    rolled = not d.own_queen_more and _rolled(d.own_more, d.own_less)
    return None if rolled else Finding("two-marbles")


def _rolled(more: int, less: int) -> bool:
    """Whether it looks like one marble that rolled to the hollow beside its own."""
    here, there = _one(more), _one(less)
    return here is not None and there is not None and bool(AREA[BITS[there]] & BITS[here])


def _wrong_step(case: _Case) -> Finding | None:
    """Marbles taken that the combination under way does not ask for."""
    pending = case.standing.pending
    assert pending is not None
    if not case.difference.only_gone:
        return None
    return _taking_fault(case, pending, case.difference.gone)


def _taking_fault(case: _Case, pending: Pending, taken: int) -> Finding | None:
    """The first fault of table G in everything taken so far; what is missing yet is none."""
    ruling, mover, position = pending.ruling, case.standing.mover, case.position
    own_queen = ruling.formed.queen if ruling.formed else 0
    own_queen |= position.queen_bit(mover)
    enemy = position.attack(mover.other) | position.queen_bit(mover.other)
    returned = bits_of(pending.returned) | (taken & ~enemy)
    captured = bits_of(pending.captured) | (taken & enemy)
    code = _returns_code(ruling, returned, own_queen) or _captures_code(ruling, captured, position)
    return None if code is None else Finding(code, house=ruling.house or code == "real-remains")


def _returns_code(ruling: Ruling, returned: int, own_queen: int) -> str | None:
    if returned & own_queen:
        return "queen-returned"
    if returned & ~bits_of(ruling.returnable) or returned.bit_count() > ruling.returns:
        return "wrong-returns"
    assert ruling.formed is not None
    if ruling.win or any(returned & ~c == 0 for c in return_choices(ruling.formed, ruling.rules)):
        return None
    if returned.bit_count() == ruling.returns:
        return returns_fault(ruling, frozenset(hollows_in(returned)))
    return "crossing-kept" if ruling.must_return else "real-remains"


def _captures_code(ruling: Ruling, captured: int, position: Position) -> str | None:
    if captured & position.queen_bit(ruling.mover.other):
        return "queen-captured"
    return "wrong-captures" if captured.bit_count() > ruling.captures else None


_Line = Callable[[_Case], Finding | None]

_BETWEEN: Final[tuple[_Line, ...]] = (
    _wrong_action,
    _wrong_taking,
    _after_legal,
    _several,
    _other_played,
    _taken_afterwards,
    _too_many,
)
"""Between turns, in the order in which they are asked."""

_WITHIN: Final[tuple[_Line, ...]] = (
    _wrong_step,
    _unresolved,
    _played_again,
    _too_many,
)
"""While a combination is resolved."""
