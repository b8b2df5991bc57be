"""Which alignments an action forms, and which returns a combination allows (rules C, D1-D3).

Everything here is a pure function of bitboards; the hot ones remember their
answers, because the same own marbles come back in position after position.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from engine.hollows import AREA, BITS, FULL, RAYS, SIZE, Hollow, single_bits
from engine.rules import DUES, Due, Rules

_FILE_A: Final = sum(BITS[::SIZE])
_NOT_A: Final = FULL & ~_FILE_A
_NOT_G: Final = FULL & ~(_FILE_A << SIZE - 1)

# A step along each of the four lines: how far the bits shift, and which files
# a marble can't land on when stepping forward (east, north, north-east, north-west).
_SHIFTS: Final = ((1, _NOT_A, _NOT_G), (7, FULL, FULL), (8, _NOT_A, _NOT_G), (6, _NOT_G, _NOT_A))


@dataclass(frozen=True, slots=True)
class Combination:
    """What an action formed: at least one alignment through the hollow just filled (C).

    Attributes:
        code: its code (C4).
        crossing: the hollow just filled.
        alignments: a bitboard each.
        attack: bitboard of the own attack marbles in it.
        queen: bitboard of the own Queen if it is in it, else 0.
    """

    code: str
    crossing: Hollow
    alignments: tuple[int, ...]
    attack: int
    queen: int

    @property
    def is_double(self) -> bool:
        """Whether it is a Double Real of any kind (C3)."""
        return len(self.alignments) > 1

    def due(self, rules: Rules) -> Due:
        """What it asks for, before the captures are limited by what is there (D)."""
        return DUES[rules][self.code]

    def must_return(self, rules: Rules) -> int:
        """Bitboard of the crossing where it is compulsory (D2), else 0."""
        if rules is Rules.OFFICIAL and self.is_double:
            return BITS[self.crossing] & self.attack
        return 0

    def win(self, enemy_queen: int) -> str | None:
        """The kind of win if an alignment reaches the enemy's castle area (E2, E3), else None."""
        area = AREA[enemy_queen]
        reaching = [line for line in self.alignments if line & area]
        if not reaching:
            return None
        queen = any(line & self.queen for line in reaching)
        return "Winning Real Queen" if queen else "Winning Real"


@lru_cache(maxsize=1 << 16)
def completing(own: int) -> int:
    """Bitboard of the hollows at which one more marble of ``own`` makes four or more in line.

    A hollow already in ``own`` may be in it; the caller masks those out.
    """
    found = 0
    for by, forward, backward in _SHIFTS:
        ahead = own << by & forward
        behind = own >> by & backward
        two_ahead = (own & ahead) << by & forward
        two_behind = (own & behind) >> by & backward
        found |= (two_ahead & behind) | (ahead & two_behind)
        if two_ahead:
            found |= (own & two_ahead) << by & forward
            found |= (own & two_behind) >> by & backward
    return found


def holds_four(bits: int) -> bool:
    """Whether four marbles of ``bits`` stand in an unbroken line anywhere."""
    for by, forward, _ in _SHIFTS:
        two = bits & (bits << by & forward)
        three = bits & (two << by & forward)
        if bits & (three << by & forward):
            return True
    return False


def alignments_through(own: int, h: Hollow) -> tuple[int, ...]:
    """Maximal runs of four or more marbles of ``own`` through ``h``, one per line at most (C1)."""
    found = []
    for line in RAYS[h]:
        run = BITS[h]
        for ray in line:
            for bit in ray:
                if not own & bit:
                    break
                run |= bit
        if run.bit_count() >= 4:
            found.append(run)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def combination(attack: int, queen: int, h: Hollow) -> Combination | None:
    """What the mover's marbles form through the hollow just filled, or None.

    Args:
        attack: bitboard of the mover's attack marbles after the action.
        queen: bitboard of the mover's Queen after the action, 0 in the tray.
        h: the hollow just filled.
    """
    lines = alignments_through(attack | queen, h)
    if not lines:
        return None
    marbles = 0
    for line in lines:
        marbles |= line
    code = _code(lines, bool(marbles & queen))
    return Combination(code, h, lines, marbles & attack, marbles & queen)


def _code(lines: tuple[int, ...], with_queen: bool) -> str:
    queen = "Q" if with_queen else ""
    if len(lines) > 1:
        return "DR" + queen
    length = lines[0].bit_count()
    return "R" + queen if length == 4 else f"SR{queen}{length}"


def meets_d3(formed: Combination, returns: int) -> bool:
    """Whether the marbles of the combination that stay hold no four in line (D3)."""
    return not holds_four((formed.attack & ~returns) | formed.queen)


def d3_asks(formed: Combination, rules: Rules) -> bool:
    """Whether D3 has a say here: four could stay in line, and some choice prevents it."""
    return _d3_may_bite(formed, rules) and meets_d3(formed, return_choices(formed, rules)[0])


@lru_cache(maxsize=1 << 9)
def return_choices(formed: Combination, rules: Rules) -> tuple[int, ...]:
    """Every choice of returns that meets D1, D2 and D3, as bitboards; D3 only if it can be met."""
    must = formed.must_return(rules)
    count = formed.due(rules).returns - must.bit_count()
    free = tuple(
        must | sum(chosen) for chosen in combinations(single_bits(formed.attack & ~must), count)
    )
    if not _d3_may_bite(formed, rules):
        return free
    return tuple(returns for returns in free if meets_d3(formed, returns)) or free


def return_count(formed: Combination, rules: Rules) -> int:
    """How many choices of returns there are."""
    if _d3_may_bite(formed, rules):
        return len(return_choices(formed, rules))
    return _free_count(formed, rules)


def _free_count(formed: Combination, rules: Rules) -> int:
    """Choices that meet D1 and D2, D3 aside."""
    must = formed.must_return(rules).bit_count()
    return comb(formed.attack.bit_count() - must, formed.due(rules).returns - must)


def _d3_may_bite(formed: Combination, rules: Rules) -> bool:
    """Whether four could stay in line: not so if the compulsory crossing breaks every line."""
    return formed.is_double and not meets_d3(formed, formed.must_return(rules))
