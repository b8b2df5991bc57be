"""Asking ahead: what could be formed now, and what was missed. For people who learn the game."""

from __future__ import annotations

from engine.actions import Action, Move
from engine.judging import formed_by, judge
from engine.legality import legal_actions
from engine.position import Position, Side
from engine.rules import Rules
from engine.rulings import Fault, Ruling


def combinations_ahead(
    position: Position, side: Side | None = None, rules: Rules = Rules.OFFICIAL
) -> list[Ruling]:
    """The rulings on every action that would form a combination now, wins included.

    Args:
        position: as it stands.
        side: who is asked about; without it whose turn it is. For the other
            side it is as if that side were to move.
        rules: the profile.
    """
    seen = position if side is None else position.seen_by(side)
    rulings = []
    for action in legal_actions(seen, rules):
        if formed_by(seen, action) is not None:
            ruling = judge(seen, action, rules)
            assert isinstance(ruling, Ruling)
            rulings.append(ruling)
    return rulings


def wins_ahead(
    position: Position, side: Side | None = None, rules: Rules = Rules.OFFICIAL
) -> list[Ruling]:
    """The rulings on every action that would win now (E2); as ``combinations_ahead``."""
    return [ruling for ruling in combinations_ahead(position, side, rules) if ruling.win]


def missed(
    position: Position, played: Move | Action | str, rules: Rules = Rules.OFFICIAL
) -> list[Ruling]:
    """The combinations that were there and worth more than what was played, best first.

    A win is worth more than any other combination; of two others the one that
    captures more; any combination more than none.

    Args:
        position: before the action.
        played: what was played, legal or not; an illegal action formed nothing.
        rules: the profile.

    Raises:
        MoveError: ``played`` can't be a move of this position.
    """
    ruling = judge(position, played, rules)
    worth = _NOTHING if isinstance(ruling, Fault) else _worth(ruling)
    better = [other for other in combinations_ahead(position, rules=rules) if _worth(other) > worth]
    return sorted(better, key=_worth, reverse=True)


_NOTHING = (False, False, 0)


def _worth(ruling: Ruling) -> tuple[bool, bool, int]:
    return ruling.win is not None, ruling.code is not None, ruling.captures
