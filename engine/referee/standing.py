"""Where a game stands on the board: between turns, or within a combination."""

from __future__ import annotations

from dataclasses import dataclass

from engine.game import GameState, Pending
from engine.hollows import bits_of
from engine.legality import marbles_after
from engine.position import Position, Side
from engine.rules import Rules

Boards = tuple[int, int, int, int]
"""Bitboards of w, W, b and B."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A position, and the combination under way in it, if any."""

    position: Position
    pending: Pending | None = None
    rules: Rules = Rules.OFFICIAL

    @classmethod
    def of(cls, state: GameState) -> Standing:
        """Where ``state`` stands; an open fault is not looked at."""
        return cls(state.position, state.pending, state.rules)

    @property
    def mover(self) -> Side:
        """Whose turn it is; within a combination, who formed it."""
        return self.position.turn

    @property
    def board(self) -> str:
        """49 characters over ``.wWbB`` in the order of hollow numbers."""
        return self.position.board if self.pending is None else self.pending.board

    @property
    def boards(self) -> Boards:
        """The board as bitboards."""
        at, pending = self.position, self.pending
        if pending is None:
            return at.attack_w, at.queen_w, at.attack_b, at.queen_b
        attack, queen = marbles_after(at, pending.ruling.action)
        attack &= ~bits_of(pending.returned)
        enemy = at.attack(at.turn.other) & ~bits_of(pending.captured)
        if at.turn is Side.W:
            return attack, queen, enemy, at.queen_b
        return enemy, at.queen_w, attack, queen

    @property
    def movable(self) -> int:
        """The marbles on the board that the player to move may move (B3, B4)."""
        position, side = self.position, self.mover
        queen = position.queen_bit(side)
        return queen | position.attack(side) if queen and not position.reserve(side) else queen
