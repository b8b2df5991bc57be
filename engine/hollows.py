"""The 49 hollows: names, bits, neighbours and the lines through each (rules A1, C1).

A *bitboard* is an int whose bit ``h`` stands for hollow ``h``; sets of hollows
travel as bitboards inside the engine and as tuples or frozensets outside.
"""

from __future__ import annotations

from typing import Final, NewType

from engine.errors import EngineError

Hollow = NewType("Hollow", int)
"""A hollow's number: ``rank * 7 + file``, so a1 = 0, b1 = 1, a2 = 7, g7 = 48."""

SIZE: Final = 7
FILES: Final = "abcdefg"
RANKS: Final = "1234567"

HOLLOWS: Final[tuple[Hollow, ...]] = tuple(Hollow(h) for h in range(SIZE * SIZE))
NAMES: Final[tuple[str, ...]] = tuple(FILES[h % SIZE] + RANKS[h // SIZE] for h in HOLLOWS)
BITS: Final[tuple[int, ...]] = tuple(1 << h for h in HOLLOWS)
FULL: Final = (1 << SIZE * SIZE) - 1

_BY_NAME: Final = {name: h for h, name in zip(HOLLOWS, NAMES, strict=True)}
# Alphabetical order goes by file first, the numbers go by rank first.
_ALPHABET: Final = tuple((h % SIZE) * SIZE + h // SIZE for h in HOLLOWS)

_IN_ORDER: Final = tuple((h, BITS[h]) for h in sorted(HOLLOWS, key=_ALPHABET.__getitem__))
# From so many on looking at all 49 is quicker than sorting those there are.
_MANY: Final = 9


def hollow(name: str) -> Hollow:
    """The hollow called ``name``.

    Raises:
        EngineError: there is no such hollow.

    >>> hollow("d4")
    24
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        raise EngineError(
            f"no hollow is called {name!r}: they are a1 to g7", "hollow", name=str(name)[:20]
        ) from None


def hollow_name(h: Hollow) -> str:
    """The name of hollow ``h``.

    >>> hollow_name(Hollow(24))
    'd4'
    """
    return NAMES[h]


def alphabetical(h: Hollow) -> int:
    """A sort key that puts hollows in the alphabetical order of their names."""
    return _ALPHABET[h]


def hollows_in(bits: int) -> tuple[Hollow, ...]:
    """The hollows of a bitboard in alphabetical order of their names.

    >>> [hollow_name(h) for h in hollows_in(0b1000_0011)]
    ['a1', 'a2', 'b1']
    """
    if bits.bit_count() > _MANY:
        return tuple([h for h, bit in _IN_ORDER if bits & bit])
    found = [Hollow(bit.bit_length() - 1) for bit in single_bits(bits)]
    found.sort(key=_ALPHABET.__getitem__)
    return tuple(found)


def single_bits(bits: int) -> list[int]:
    """The bitboard cut into bitboards of one hollow each, in order of number."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low)
        bits ^= low
    return found


def bits_of(hollows: frozenset[Hollow] | tuple[Hollow, ...]) -> int:
    """The bitboard of some hollows."""
    bits = 0
    for h in hollows:
        bits |= BITS[h]
    return bits


def _ray(h: int, files: int, ranks: int) -> tuple[int, ...]:
    """Bits of the hollows that lie ahead of ``h`` in one direction, nearest first."""
    file, rank = h % SIZE + files, h // SIZE + ranks
    bits = []
    while 0 <= file < SIZE and 0 <= rank < SIZE:
        bits.append(BITS[rank * SIZE + file])
        file, rank = file + files, rank + ranks
    return tuple(bits)


# One step along each line: the rank, the file, the rising and the falling diagonal.
_AXES: Final = ((1, 0), (0, 1), (1, 1), (1, -1))

RAYS: Final[tuple[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...], ...]] = tuple(
    tuple((_ray(h, files, ranks), _ray(h, -files, -ranks)) for files, ranks in _AXES)
    for h in HOLLOWS
)
"""``RAYS[hollow][line]``: the bits ahead and behind on each of the four lines, nearest first."""

NEIGHBOURS: Final[tuple[int, ...]] = tuple(
    sum(ray[0] for line in RAYS[h] for ray in line if ray) for h in HOLLOWS
)
"""``NEIGHBOURS[hollow]``: bitboard of the up to eight adjacent hollows (B3, E1)."""

AREA: Final[dict[int, int]] = {0: 0} | {BITS[h]: NEIGHBOURS[h] for h in HOLLOWS}
"""A Queen's bitboard to its castle area (E1); a Queen in the tray (0) has none."""
