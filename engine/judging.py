"""The judge: what an action forms, what follows, whether a move is right (rules B-E, G)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from engine.actions import Action, ActionKind, Move, bare_move, parse_move
from engine.combinations import (
    Combination,
    combination,
    completing,
    d3_asks,
    meets_d3,
    return_choices,
)
from engine.errors import MoveError
from engine.hollows import BITS, Hollow, alphabetical, bits_of, hollows_in
from engine.legality import action_fault, legal_actions, marbles_after
from engine.position import Position, Side, position_after
from engine.rules import FAULT_ARTICLES, Rules
from engine.rulings import Fault, Ruling

__all__ = [
    "Fault",
    "Ruling",
    "apply",
    "judge",
    "legal_actions",
    "legal_moves",
    "resolutions",
    "return_choices_ok",
    "returns_fault",
]


def judge(
    position: Position, move: str | Move | Action, rules: Rules = Rules.OFFICIAL
) -> Ruling | Fault:
    """Rule on a bare action or a complete move in ``position``.

    A bare action that forms a combination and does not win gives a ruling that
    is not ``complete`` and says what is due.

    Raises:
        MoveError: the text is no move, or can't be one of this position: the
            hollow of origin is empty or holds another kind of marble than it
            says, or its ``=code`` or ``#`` is not what the action forms.
    """
    if isinstance(move, str):
        move = parse_move(move)
    elif isinstance(move, Action):
        move = Move(move)
    code = action_fault(position, move.action, rules)
    if code is not None:
        return _fault(position, move, rules, code)
    ruling = _rule_on_action(position, move.action, rules)
    _check_claims(ruling, move)
    if move.is_bare or move.wins:
        return ruling
    code = _resolution_fault(ruling, move)
    if code is not None:
        return _fault(position, move, rules, code, ruling)
    return _completed(ruling, move)


def apply(position: Position, move: Move, rules: Rules = Rules.OFFICIAL) -> Position:  # noqa: ARG001
    """The position after a complete legal move.

    The move is not checked: ask ``judge`` first unless it comes from ``legal_moves``.
    A complete move leads to the same position in both profiles; ``rules`` stands
    here so that all calls look alike.
    """
    action, side = move.action, position.turn
    if side is _W:
        attack, queen, reserve = position.attack_w, position.queen_w, position.reserve_w
        enemies = position.attack_b
    else:
        attack, queen, reserve = position.attack_b, position.queen_b, position.reserve_b
        enemies = position.attack_w
    if action.target is not None:
        target = BITS[action.target]
        if action.kind is _PLACE:
            attack |= target
            reserve -= 1
        elif action.kind is _RELOCATE:
            attack = (attack & ~BITS[action.origin or 0]) | target
        else:
            queen = target
    if move.returns:
        attack &= ~bits_of(move.returns)
        reserve += len(move.returns)
    if move.captures:
        enemies &= ~bits_of(move.captures)
    return _next(position, attack, queen, reserve, enemies)


def legal_moves(position: Position, rules: Rules = Rules.OFFICIAL) -> Iterator[Move]:
    """Every complete legal move, canonical, in no promised order.

    There can be millions; ``engine.perft.count_moves`` counts them without making them.
    """
    attack, queen = position.attack(position.turn), position.queen_bit(position.turn)
    at_queen, at_place = completing(attack), completing(attack | queen)
    for action in legal_actions(position, rules):
        # Whether it forms anything is quicker to say than what.
        if action.target is None:
            forming = 0
        elif action.kind is _PLACE:
            forming = at_place
        elif action.kind is _RELOCATE:
            forming = completing((attack & ~BITS[action.origin or 0]) | queen)
        else:
            forming = at_queen
        if forming and forming & BITS[action.target or 0]:
            yield from resolutions(position, action, rules)
        else:
            yield bare_move(action)


def resolutions(
    position: Position, action: Action, rules: Rules = Rules.OFFICIAL
) -> Iterator[Move]:
    """Every complete move that begins with ``action``, a legal action in ``position``.

    For an action that forms nothing or wins, that is the one move it is.
    """
    formed = formed_by(position, action)
    if formed is None:
        yield Move(action)
    elif formed.win(position.queen_bit(position.turn.other)):
        yield Move(action, formed.code, wins=True)
    else:
        yield from _completions(position, action, formed, rules)


def _completions(
    position: Position, action: Action, formed: Combination, rules: Rules
) -> Iterator[Move]:
    enemies = hollows_in(position.attack(position.turn.other))
    due = formed.due(rules)
    takes = [frozenset(some) for some in combinations(enemies, min(due.captures, len(enemies)))]
    for bits in return_choices(formed, rules):
        returns = frozenset(hollows_in(bits))
        for captures in takes:
            yield Move(action, formed.code, returns, captures)


def formed_by(position: Position, action: Action) -> Combination | None:
    """What an action, taken as it stands, forms (C); None if nothing."""
    if action.target is None:
        return None
    return combination(*marbles_after(position, action), action.target)


def returns_fault(ruling: Ruling, returns: frozenset[Hollow]) -> str | None:
    """The first fault of table G in these returns (D1-D3), or None.

    Args:
        ruling: what is due.
        returns: the hollows the mover took his own marbles from.
    """
    _, queen = marbles_after(ruling.before, ruling.action)
    if queen & bits_of(returns):
        return "queen-returned"
    if len(returns) != ruling.returns or not returns.issubset(ruling.returnable):
        return "wrong-returns"
    if not returns.issuperset(ruling.must_return):
        return "crossing-kept"
    if returns and _leaves_a_real(ruling, returns):
        return "real-remains"
    return None


def return_choices_ok(ruling: Ruling, returns: frozenset[Hollow]) -> bool:
    """Whether these returns meet D1 to D3."""
    return returns_fault(ruling, returns) is None


def captures_fault(ruling: Ruling, captures: frozenset[Hollow]) -> str | None:
    """The first fault of table G in these captures (D4), or None."""
    if ruling.before.queen_bit(ruling.mover.other) & bits_of(captures):
        return "queen-captured"
    if len(captures) != ruling.captures or not captures.issubset(ruling.capturable):
        return "wrong-captures"
    return None


def _leaves_a_real(ruling: Ruling, returns: frozenset[Hollow]) -> bool:
    formed = ruling.formed
    if formed is None or meets_d3(formed, bits_of(returns)):
        return False
    return d3_asks(formed, ruling.rules)


def _resolution_fault(ruling: Ruling, move: Move) -> str | None:
    if ruling.formed is None:
        return "no-combination"
    return returns_fault(ruling, move.returns) or captures_fault(ruling, move.captures)


def _check_claims(ruling: Ruling, move: Move) -> None:
    """Refuse a ``=code`` or ``#`` that is not what the action forms."""
    if move.code is not None and move.code != ruling.code:
        formed = ruling.code or "nothing"
        raise MoveError(f"{move} says {move.code}, but {move.action} forms {formed}")
    if move.wins and ruling.win is None:
        raise MoveError(f"{move} says that it wins, but {move.action} does not")


# Looked up once: a member of an enumeration costs more than a name here.
_PLACE, _RELOCATE = ActionKind.PLACE, ActionKind.RELOCATE
_W, _B = Side.W, Side.B

_ARTICLE = {
    ActionKind.PLACE: "B1",
    ActionKind.ENTER: "B2",
    ActionKind.STEP: "B3",
    ActionKind.RELOCATE: "B4",
    ActionKind.PASS: "B5",
}


def _house_action(action: Action, rules: Rules) -> bool:
    if action.kind is ActionKind.PASS:
        return True
    return rules is Rules.CLASSIC and action.kind is ActionKind.RELOCATE


def _rule_on_action(position: Position, action: Action, rules: Rules) -> Ruling:
    """The ruling on a legal action, before anything is returned or captured."""
    attack, queen = marbles_after(position, action)
    formed = None if action.target is None else combination(attack, queen, action.target)
    win = None if formed is None else formed.win(position.queen_bit(position.turn.other))
    if formed is not None and win is None:
        return _rule_on_combination(position, action, formed, rules)
    return Ruling(
        before=position,
        rules=rules,
        move=Move(action, formed.code, wins=True) if formed else Move(action),
        complete=True,
        formed=formed,
        code=formed.code if formed else None,
        alignments=_lines(formed.alignments) if formed else (),
        win=win,
        position=apply(position, Move(action)),
        articles=_winning_articles(action, formed) if formed else (_ARTICLE[action.kind],),
        house=_house_action(action, rules),
    )


def _rule_on_combination(
    position: Position, action: Action, formed: Combination, rules: Rules
) -> Ruling:
    """The ruling on a combination that does not win: what is due (D)."""
    due = formed.due(rules)
    capturable = hollows_in(position.attack(position.turn.other))
    return Ruling(
        before=position,
        rules=rules,
        move=Move(action),
        complete=False,
        formed=formed,
        code=formed.code,
        alignments=_lines(formed.alignments),
        returns=due.returns,
        must_return=hollows_in(formed.must_return(rules)),
        returnable=hollows_in(formed.attack),
        captures=min(due.captures, len(capturable)),
        capturable=capturable,
        articles=_due_articles(action, formed, rules),
        house=due.house or _house_action(action, rules),
    )


def _lines(alignments: tuple[int, ...]) -> tuple[tuple[Hollow, ...], ...]:
    """Alignments as hollows. Along any line the alphabet runs from one end to the other."""
    lines = [hollows_in(line) for line in alignments]
    lines.sort(key=lambda line: [alphabetical(h) for h in line])
    return tuple(lines)


def _due_articles(action: Action, formed: Combination, rules: Rules) -> tuple[str, ...]:
    articles = [_ARTICLE[action.kind], "C3" if formed.is_double else "C2", "D1"]
    if formed.must_return(rules):
        articles.append("D2")
    if d3_asks(formed, rules):
        articles.append("D3")
    return (*articles, "D4")


def _winning_articles(action: Action, formed: Combination) -> tuple[str, ...]:
    return (_ARTICLE[action.kind], "C3" if formed.is_double else "C2", "D1", "D4", "E2", "E3")


def _completed(ruling: Ruling, move: Move) -> Ruling:
    """The ruling on a combination whose returns and captures are right."""
    done = Move(move.action, ruling.code, move.returns, move.captures)
    after = apply(ruling.before, done)
    return replace(ruling, move=done, complete=True, position=after)


def _fault(
    position: Position, move: Move, rules: Rules, code: str, due: Ruling | None = None
) -> Fault:
    house = _house_action(move.action, rules) or (due is not None and due.house)
    return Fault(
        before=position,
        rules=rules,
        move=move,
        code=code,
        articles=_fault_articles(code, due),
        house=house or (code == "real-remains" and rules is Rules.OFFICIAL),
        due=due,
    )


def _fault_articles(code: str, due: Ruling | None) -> tuple[str, ...]:
    """Table G's, and E2 where a win is why nothing may be taken."""
    articles = FAULT_ARTICLES[code]
    return articles if due is None or due.win is None else (*articles, "E2")


def _next(position: Position, attack: int, queen: int, reserve: int, enemy_attack: int) -> Position:
    """The position after the mover's turn; ``attack``, ``queen``, ``reserve`` are the mover's."""
    if position.turn is _W:
        return position_after(
            attack,
            enemy_attack,
            queen,
            position.queen_b,
            _B,
            reserve,
            position.reserve_b,
            position.ply + 1,
        )
    return position_after(
        enemy_attack,
        attack,
        position.queen_w,
        queen,
        _W,
        position.reserve_w,
        reserve,
        position.ply + 1,
    )
