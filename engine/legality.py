"""Which actions are legal, and why another is not (rules B, table G up to early-relocation)."""

from __future__ import annotations

from engine.actions import PASS, Action, ActionKind, enter, place, relocate, step
from engine.combinations import alignments_through, completing
from engine.errors import MoveError
from engine.hollows import (
    AREA,
    BITS,
    FULL,
    NAMES,
    Hollow,
    hollows_in,
)
from engine.position import Position, Side
from engine.rules import Rules


def must_enter(position: Position, side: Side) -> bool:
    """Whether entering the Queen is the side's only action (B2)."""
    return position.reserve(side) == 0 and not position.queen_bit(side)


def marbles_after(position: Position, action: Action) -> tuple[int, int]:
    """The mover's attack marbles and Queen once ``action`` is done, as bitboards.

    The action is taken as it stands, legal or not; a pass changes nothing.
    """
    attack, queen = position.attack(position.turn), position.queen_bit(position.turn)
    if action.target is None:
        return attack, queen
    target = BITS[action.target]
    if action.kind in (ActionKind.ENTER, ActionKind.STEP):
        return attack, target
    if action.origin is not None:
        attack &= ~BITS[action.origin]
    return attack | target, queen


def action_fault(position: Position, action: Action, rules: Rules) -> str | None:
    """The first fault of table G that the action itself shows, or None.

    Raises:
        MoveError: the hollow of origin is empty or holds another kind of
            marble than the action says.
    """
    if action.origin is not None and not _is_own(position, action.kind, action.origin):
        return "out-of-turn"
    if action.target is not None and position.occupied & BITS[action.target]:
        return "occupied"
    if must_enter(position, position.turn) and action.kind is not ActionKind.ENTER:
        return "must-play-queen"
    match action.kind:
        case ActionKind.PLACE:
            return None if position.reserve(position.turn) else "no-reserve"
        case ActionKind.ENTER:
            return _entry_fault(position, action, rules)
        case ActionKind.STEP:
            return None if _is_near(position, action) else "queen-step"
        case ActionKind.RELOCATE:
            return None if _may_relocate(position) else "early-relocation"
        case _:  # A pass.
            return "pass" if can_act(position) else None


def _is_own(position: Position, kind: ActionKind, origin: Hollow) -> bool:
    """Whether the marble of this kind at ``origin`` is the mover's and not the opponent's."""
    piece = position.piece_at(origin)
    wanted = "WB" if kind is ActionKind.STEP else "wb"
    if piece not in wanted:
        marble = "Queen" if kind is ActionKind.STEP else "attack marble"
        raise MoveError(f"{NAMES[origin]} holds no {marble} in {str(position)!r}")
    return piece.lower() == position.turn.value


def _entry_fault(position: Position, action: Action, rules: Rules) -> str | None:
    side = position.turn
    if position.queen_bit(side):
        return "queen-entry"
    if rules is Rules.CLASSIC or position.reserve(side) == 0:
        return None
    assert action.target is not None
    forms = alignments_through(position.attack(side), action.target)
    return None if forms else "queen-entry"


def _is_near(position: Position, action: Action) -> bool:
    assert action.target is not None
    return bool(AREA[position.queen_bit(position.turn)] & BITS[action.target])


def _may_relocate(position: Position) -> bool:
    return not position.reserve(position.turn) and bool(position.queen_bit(position.turn))


def can_act(position: Position) -> bool:
    """Whether the mover has any action but to pass (B5); 42 marbles never fill the board."""
    side = position.turn
    if position.reserve(side) or not position.queen_bit(side) or position.attack(side):
        return True
    return bool(AREA[position.queen_bit(side)] & ~position.occupied)


def legal_actions(position: Position, rules: Rules = Rules.OFFICIAL) -> list[Action]:
    """Every legal action (rules B), those of the Queen first, then by hollow."""
    side = position.turn
    attack, queen, reserve = position.attack(side), position.queen_bit(side), position.reserve(side)
    empty = FULL & ~position.occupied
    actions: list[Action] = []
    if not queen:
        free = rules is Rules.CLASSIC or reserve == 0
        actions += map(enter, hollows_in(empty if free else empty & completing(attack)))
    else:
        castle = Hollow(queen.bit_length() - 1)
        actions += [step(castle, target) for target in hollows_in(AREA[queen] & empty)]
    if reserve:
        actions += map(place, hollows_in(empty))
    elif queen:
        targets = hollows_in(empty)
        actions += [relocate(origin, to) for origin in hollows_in(attack) for to in targets]
    return actions or [PASS]
