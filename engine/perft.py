"""Counting complete moves and sequences of them, without making what need not be made.

The walk goes over bare bitboards seen from the mover's side. Its last ply is
counted, not played: an action that forms nothing is one move, a combination is
its choices of returns times its choices of captures.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb

from engine.combinations import combination, completing, return_choices, return_count
from engine.errors import EngineError
from engine.hollows import AREA, FULL, Hollow, single_bits
from engine.position import Position
from engine.rules import Rules


def count_moves(position: Position, rules: Rules = Rules.OFFICIAL) -> int:
    """How many complete legal moves there are, wins and a forced pass included."""
    return perft(position, 1, rules)


def perft(position: Position, depth: int, rules: Rules = Rules.OFFICIAL) -> int:
    """How many sequences of exactly ``depth`` complete legal moves there are.

    A won game can't go on: a win as the last move counts one, an earlier one
    nothing. A pass is a move.

    Args:
        position: where the sequences begin.
        depth: plies, 0 or more; the walk is that many calls deep.
        rules: the profile.

    Raises:
        EngineError: the depth is negative.
    """
    if depth < 0:
        raise EngineError(f"depth {depth} is not a whole number from 0 on")
    if depth == 0:
        return 1
    mover, other = position.turn, position.turn.other
    own = (position.attack(mover), position.queen_bit(mover), position.reserve(mover))
    enemy = (position.attack(other), position.queen_bit(other), position.reserve(other))
    return _count(own, enemy, depth, rules)


_Series = tuple[int, int, int]
"""A series: bitboard of attack marbles, bitboard of the Queen, reserve."""


def _count(own: _Series, enemy: _Series, depth: int, rules: Rules) -> int:
    if depth == 1:
        return _count_last(own, enemy, rules is Rules.CLASSIC)
    return sum(
        _count((enemy_attack, enemy[1], enemy[2]), after, depth - 1, rules)
        for after, enemy_attack in _outcomes(own, enemy, rules)
    )


def _count_last(own: _Series, enemy: _Series, classic: bool) -> int:
    """The number of complete legal moves of the series ``own``."""
    attack, queen, reserve = own
    enemy_attack, enemy_queen, _ = enemy
    empty = FULL & ~(attack | queen | enemy_attack | enemy_queen)
    context = (enemy_attack.bit_count(), enemy_queen, classic)
    if not queen:
        forming = completing(attack) & empty
        total = sum(_ways(attack, bit, bit, *context) for bit in single_bits(forming))
        if classic or not reserve:
            total += (empty ^ forming).bit_count()
    else:
        near = AREA[queen] & empty
        forming = completing(attack) & near
        total = (near ^ forming).bit_count()
        total += sum(_ways(attack, bit, bit, *context) for bit in single_bits(forming))
    if reserve:
        total += _count_arrivals(attack, queen, empty, context)
    elif queen:
        for origin in single_bits(attack):
            total += _count_arrivals(attack ^ origin, queen, empty, context)
    return total or 1  # Nothing at all: the pass (B5).


def _count_arrivals(attack: int, queen: int, empty: int, context: tuple[int, int, bool]) -> int:
    """Complete moves in which one more attack marble arrives on an empty hollow."""
    forming = completing(attack | queen) & empty
    total = (empty ^ forming).bit_count()
    while forming:
        bit = forming & -forming
        forming ^= bit
        total += _ways(attack | bit, queen, bit, *context)
    return total


@lru_cache(maxsize=1 << 16)
def _ways(
    attack: int, queen: int, arrived: int, enemies: int, enemy_queen: int, classic: bool
) -> int:
    """Complete moves that begin with the action that brought a marble to ``arrived``."""
    formed = combination(attack, queen, Hollow(arrived.bit_length() - 1))
    assert formed is not None
    if formed.win(enemy_queen):
        return 1
    rules = Rules.CLASSIC if classic else Rules.OFFICIAL
    captures = min(formed.due(rules).captures, enemies)
    return return_count(formed, rules) * comb(enemies, captures)


def _outcomes(own: _Series, enemy: _Series, rules: Rules) -> Iterator[tuple[_Series, int]]:
    """What every complete move that does not win leaves: the own series, the enemy's marbles."""
    enemy_attack, enemy_queen, _ = enemy
    played = False
    for attack, queen, reserve, arrived in _arrivals(own, enemy, rules):
        played = True
        if not arrived:
            yield (attack, queen, reserve), enemy_attack
            continue
        formed = combination(attack, queen, Hollow(arrived.bit_length() - 1))
        assert formed is not None
        if formed.win(enemy_queen):
            continue
        due = formed.due(rules)
        enemies = single_bits(enemy_attack)
        choices = return_choices(formed, rules)
        for captured in combinations(enemies, min(due.captures, len(enemies))):
            left = enemy_attack ^ sum(captured)
            for returned in choices:
                yield (attack ^ returned, queen, reserve + due.returns), left
    if not played:
        yield own, enemy_attack


def _arrivals(own: _Series, enemy: _Series, rules: Rules) -> Iterator[tuple[int, int, int, int]]:
    """The own series after every action but a pass, and the hollow filled if it forms something."""
    attack, queen, reserve = own
    empty = FULL & ~(attack | queen | enemy[0] | enemy[1])
    forming = completing(attack)
    if queen:
        targets = AREA[queen] & empty
    elif rules is Rules.CLASSIC or not reserve:
        targets = empty
    else:
        targets = empty & forming
    for bit in single_bits(targets):
        yield attack, bit, reserve, bit & forming
    if reserve:
        forming = completing(attack | queen)
        for bit in single_bits(empty):
            yield attack | bit, queen, reserve - 1, bit & forming
    elif queen:
        for origin in single_bits(attack):
            rest = attack ^ origin
            forming = completing(rest | queen)
            for bit in single_bits(empty):
                yield rest | bit, queen, 0, bit & forming
