"""What may lie where, as bitboards: beliefs as the search for explanations uses them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.hollows import FULL, Hollow, hollows_in
from engine.position import Side
from engine.referee.standing import Boards


@dataclass(frozen=True, slots=True)
class View:
    """One look at the board.

    Attributes:
        empty, w, queen_w, b, queen_b: bitboards of the hollows in which nothing,
            or that marble, may lie. A hollow in plain view is in exactly one of
            them, a covered one in all.
        covered: hollows hidden now, or too near a hand to be trusted.
        unseen: hollows that were out of view for long since the game was last
            seen as it stands: something may have come and gone there.
        glimpsed_w, glimpsed_b: hollows that have shown a marble of that series
            since then, too briefly to be ruled on.
    """

    empty: int
    w: int
    queen_w: int
    b: int
    queen_b: int
    covered: int
    unseen: int
    glimpsed_w: int = 0
    glimpsed_b: int = 0

    @classmethod
    def of(
        cls, labels: str, covered: int, unseen: int, glimpsed: Mapping[str, int] | None = None
    ) -> View:
        """A view of 49 labels over ``.wWbB``, of which those under ``covered`` are unknown."""
        boards = dict.fromkeys(".wWbB", covered)
        for h, label in enumerate(labels):
            boards[label] |= 1 << h
        return cls(
            boards["."],
            boards["w"],
            boards["W"],
            boards["b"],
            boards["B"],
            covered,
            unseen,
            (glimpsed or {}).get("w", 0),
            (glimpsed or {}).get("b", 0),
        )

    @property
    def blind(self) -> bool:
        """Whether most of the board was out of view for long: anything may have happened."""
        return self.unseen.bit_count() > FULL.bit_count() // 2

    def attack(self, side: Side) -> int:
        """Where an attack marble of ``side`` may lie."""
        return self.w if side is Side.W else self.b

    def queen(self, side: Side) -> int:
        """Where the Queen of ``side`` may lie."""
        return self.queen_w if side is Side.W else self.queen_b

    def glimpsed(self, side: Side) -> int:
        """Where a marble of ``side`` was seen for a moment."""
        return self.glimpsed_w if side is Side.W else self.glimpsed_b

    @property
    def glimpses(self) -> int:
        """Where a marble of either series was seen for a moment."""
        return self.glimpsed_w | self.glimpsed_b

    def against(self, boards: Boards) -> int:
        """The hollows in which something else lies than ``boards`` say."""
        w, queen_w, b, queen_b = boards
        empty = FULL & ~(w | queen_w | b | queen_b)
        return (
            (w & ~self.w)
            | (queen_w & ~self.queen_w)
            | (b & ~self.b)
            | (queen_b & ~self.queen_b)
            | (empty & ~self.empty)
        )

    def added(self, side: Side, boards: Boards) -> int:
        """Hollows in which a marble of ``side`` must lie, and none does in ``boards``."""
        w, queen_w, b, queen_b = boards
        if side is Side.W:
            return (self.w | self.queen_w) & ~(self.empty | self.b | self.queen_b) & ~(w | queen_w)
        return (self.b | self.queen_b) & ~(self.empty | self.w | self.queen_w) & ~(b | queen_b)

    def hidden(self, bits: int) -> tuple[Hollow, ...]:
        """Those of some hollows that are covered."""
        return hollows_in(bits & self.covered)
