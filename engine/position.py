"""Positions: the board, both reserves, whose turn it is (rules A; notation, Position)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.errors import PositionError
from engine.hollows import BITS, FULL, HOLLOWS, RANKS, SIZE, Hollow

ATTACK_MARBLES: Final = 20
"""Attack marbles of a series (A2)."""

LAST_PLY: Final = 999_999
"""Text gives the ply at most six digits."""


class Side(StrEnum):
    """A series: ``w`` moves first, ``b`` second, whatever the marbles' colours (A2)."""

    W = "w"
    B = "b"

    @property
    def other(self) -> Side:
        """The opponent's series."""
        return _B if self is _W else _W


# Looked up once: a member of an enumeration costs more than a name.
_W: Final = Side.W
_B: Final = Side.B


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position between two turns: nothing waits to be returned or captured.

    The fields ``attack_*`` and ``queen_*`` are bitboards (bit ``h`` is hollow
    ``h``); a Queen in its tray is 0. It can't say that a game is over.

    Raises:
        PositionError: the fields don't go together (notation.md, Position).
    """

    attack_w: int
    attack_b: int
    queen_w: int
    queen_b: int
    turn: Side
    reserve_w: int
    reserve_b: int
    ply: int

    def __post_init__(self) -> None:
        boards = (self.attack_w, self.attack_b, self.queen_w, self.queen_b)
        union = self.attack_w | self.attack_b | self.queen_w | self.queen_b
        if sum(map(int.bit_count, boards)) != union.bit_count() or not 0 <= union <= FULL:
            raise PositionError("two marbles lie in one hollow, or one lies off the board")
        for side in Side:
            _check_series(side, self)
        if not 1 <= self.ply <= LAST_PLY:
            raise PositionError(f"ply {self.ply} is not a number from 1 to {LAST_PLY}")
        if (self.ply % 2 == 1) is not (self.turn is Side.W):
            raise PositionError(
                f"ply {self.ply} does not go with turn {self.turn}: w moves at odd plies, b at even"
            )

    @classmethod
    def start(cls) -> Position:
        """The empty board, all marbles in their trays (A3)."""
        return cls(0, 0, 0, 0, Side.W, ATTACK_MARBLES, ATTACK_MARBLES, 1)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position's text form, strictly.

        Raises:
            PositionError: it does not fit; the message gives the place and the reason.

        >>> Position.parse("7/7/7/7/7/7/7 w 20/20 1") == Position.start()
        True
        """
        return _parse(text)

    def __str__(self) -> str:
        reserves = f"{self.reserve_w}/{self.reserve_b}"
        return f"{self.placement} {self.turn} {reserves} {self.ply}"

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    @property
    def placement(self) -> str:
        """The board as text, rank 7 first, runs of empty hollows as digits."""
        board = self.board
        ranks = (board[at : at + SIZE] for at in range(42, -1, -SIZE))
        return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), rank) for rank in ranks)

    @property
    def board(self) -> str:
        """49 characters over ``.wWbB`` in the order of hollow numbers (a1, b1, ... g7)."""
        return "".join([self.piece_at(h) for h in HOLLOWS])

    def piece_at(self, h: Hollow) -> str:
        """What lies in hollow ``h``: ``.``, ``w``, ``W``, ``b`` or ``B``."""
        bit = BITS[h]
        if self.attack_w & bit:
            return "w"
        if self.attack_b & bit:
            return "b"
        if self.queen_w & bit:
            return "W"
        return "B" if self.queen_b & bit else "."

    @property
    def occupied(self) -> int:
        """Bitboard of the hollows that hold a marble."""
        return self.attack_w | self.attack_b | self.queen_w | self.queen_b

    def attack(self, side: Side) -> int:
        """Bitboard of a series' attack marbles."""
        return self.attack_w if side is _W else self.attack_b

    def queen_bit(self, side: Side) -> int:
        """Bitboard of a series' Queen; 0 while it is in its tray."""
        return self.queen_w if side is _W else self.queen_b

    def queen(self, side: Side) -> Hollow | None:
        """The hollow of a series' Queen; None while it is in its tray."""
        bit = self.queen_bit(side)
        return Hollow(bit.bit_length() - 1) if bit else None

    def reserve(self, side: Side) -> int:
        """Attack marbles in the long grooves of a series' tray, 0 to 20."""
        return self.reserve_w if side is _W else self.reserve_b

    def on_board(self, side: Side) -> int:
        """Attack marbles of a series on the board."""
        return self.attack(side).bit_count()

    def captured(self, side: Side) -> int:
        """Attack marbles that this series has lost to the enemy."""
        return ATTACK_MARBLES - self.on_board(side) - self.reserve(side)

    def seen_by(self, side: Side) -> Position:
        """The same board with ``side`` to move; the ply grows by one where it must."""
        if side is self.turn:
            return self
        # One less at the very last ply: the text form has no room for one more.
        ply = self.ply + 1 if self.ply < LAST_PLY else self.ply - 1
        return position_after(
            self.attack_w,
            self.attack_b,
            self.queen_w,
            self.queen_b,
            side,
            self.reserve_w,
            self.reserve_b,
            ply,
        )


def position_after(
    attack_w: int,
    attack_b: int,
    queen_w: int,
    queen_b: int,
    turn: Side,
    reserve_w: int,
    reserve_b: int,
    ply: int,
) -> Position:
    """A position from fields that are known to go together: no checks, for speed."""
    position = _new(Position)
    _set(position, "attack_w", attack_w)
    _set(position, "attack_b", attack_b)
    _set(position, "queen_w", queen_w)
    _set(position, "queen_b", queen_b)
    _set(position, "turn", turn)
    _set(position, "reserve_w", reserve_w)
    _set(position, "reserve_b", reserve_b)
    _set(position, "ply", ply)
    return position


_new = object.__new__
_set = object.__setattr__


def _check_series(side: Side, position: Position) -> None:
    if position.queen_bit(side).bit_count() > 1:
        raise PositionError(f"two Queens of series {side}", "queens", side=side)
    if not 0 <= position.reserve(side) <= ATTACK_MARBLES:
        held = position.reserve(side)
        raise PositionError(
            f"a reserve of {held} is not 0 to {ATTACK_MARBLES}", "reserve", number=held
        )
    if position.captured(side) < 0:
        raise PositionError(
            f"series {side} has {position.on_board(side)} attack marbles on the board and "
            f"{position.reserve(side)} in reserve: more than {ATTACK_MARBLES}",
            "too-many",
            side=side,
        )


_NUMBER: Final = r"(?:0|[1-9][0-9]*)"
_RESERVES: Final = re.compile(rf"({_NUMBER})/({_NUMBER})")


def _parse(text: str) -> Position:
    fields = text.split(" ")
    if len(fields) != 4 or "" in fields:
        raise PositionError(
            f"position {_quoted(text)}: four fields with single spaces between them are needed: "
            "placement, turn, reserves, ply",
            "position",
        )
    try:
        attack_w, attack_b, queen_w, queen_b = _parse_placement(fields[0])
        return Position(
            attack_w,
            attack_b,
            queen_w,
            queen_b,
            _parse_turn(fields[1]),
            *_parse_reserves(fields[2]),
            _parse_ply(fields[3]),
        )
    except PositionError as error:
        told = f"position {_quoted(text)}: {error}"
        raise PositionError(told, error.code or "position", **error.values) from None


def _quoted(text: str) -> str:
    """The text as an error quotes it: printable, and not longer than a line."""
    return ascii(text if len(text) <= 100 else text[:100] + "...")


def _parse_placement(text: str) -> tuple[int, int, int, int]:
    ranks = text.split("/")
    if len(ranks) != SIZE:
        raise PositionError(f"placement has {len(ranks)} ranks instead of 7")
    boards = {"w": 0, "b": 0, "W": 0, "B": 0}
    for rank, row in zip(range(SIZE - 1, -1, -1), ranks, strict=True):
        for file, piece in _parse_rank(RANKS[rank], row):
            boards[piece] |= BITS[rank * SIZE + file]
    return boards["w"], boards["b"], boards["W"], boards["B"]


def _parse_rank(rank: str, row: str) -> list[tuple[int, str]]:
    """The marbles of one rank as (file, piece)."""
    marbles, file, after_digit = [], 0, False
    for char in row:
        if char in "1234567":
            if after_digit:
                raise PositionError(f"rank {rank}, {_quoted(row)}: two digits side by side")
            file += int(char)
        elif char in "wWbB":
            marbles.append((file, char))
            file += 1
        else:
            raise PositionError(f"rank {rank}, {_quoted(row)}: {char!a} is no marble or run")
        after_digit = char in "1234567"
    if file != SIZE:
        raise PositionError(f"rank {rank}, {_quoted(row)}: {file} hollows instead of 7")
    return marbles


def _parse_turn(text: str) -> Side:
    if text not in ("w", "b"):
        raise PositionError(f"turn {_quoted(text)} is neither w nor b")
    return Side(text)


def _parse_reserves(text: str) -> tuple[int, int]:
    match = _RESERVES.fullmatch(text)
    if match is None or max(map(len, match.groups())) > 2:
        raise PositionError(f"reserves {_quoted(text)} are not two numbers from 0 to 20, as 20/20")
    return int(match[1]), int(match[2])


def _parse_ply(text: str) -> int:
    if re.fullmatch("[1-9][0-9]{0,5}", text) is None:
        raise PositionError(f"ply {_quoted(text)} is not a number from 1 to {LAST_PLY}")
    return int(text)
