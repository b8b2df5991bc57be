"""The trays beside the record: told where they differ, never a fault.

What lies in the trays can be counted in nearly all looks without a hand (`vision.trays`); the
record knows what should lie there (A2, B1, D1). Where both differ for some time,
a return is missing, a marble is on the floor, or the record is wrong: the table is
told once, and nothing waits for it. One marble fewer is often just in its player's
hand, so that is told only after it was seen in two of the other player's turns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from engine.game import GameState
from engine.phases import Phase
from engine.position import Side
from vision.camera.projection import Projection
from vision.trays.contents import TrayCount
from vision.types import Frame, ImageBGR

LOOK_EVERY_S: Final = 2.0
"""How often the trays are looked at, until both agree with the record: a look costs as much
as many frames of a board at rest."""

UNSURE_S: Final = 10.0
"""How long to wait where the last look told nothing of a tray: the next would hardly."""

HELD_S: Final = 6.0
"""How long they must differ alike: a hand takes a marble, or lays some back one by one."""


class CountsTrays(Protocol):
    """What counts both trays in a picture, in the order in which the eyes name the series."""

    def read(
        self, image_bgr: ImageBGR, projection: Projection | None = None
    ) -> tuple[TrayCount, TrayCount]:
        """Both counts."""


@dataclass(frozen=True, slots=True)
class TrayNotice:
    """A tray that is not as the record says.

    Attributes:
        side: whose.
        what: "attack" for the attack marbles, "queen" for the Queen's place.
        off: marbles more (or, negative, fewer) than by the record.
    """

    side: Side
    what: str
    off: int


@dataclass(slots=True)
class _Tally:
    """One count beside the record's, from look to look."""

    off: int = 0
    told: int = 0
    _seen_at: tuple[int, int] = (0, 0)
    _since_s: float = 0.0
    _turns: set[int] = field(default_factory=set)

    def note(self, off: int, ply: int, own_turn: bool, time_s: float) -> None:
        """A sure count: ``off`` marbles more than by the record before action ``ply``."""
        if off == 0:
            self.off = self.told = 0
            self._turns.clear()
        if off != self.off:
            self._turns.clear()
        if (off, ply) != self._seen_at:
            self.off, self._seen_at, self._since_s = off, (off, ply), time_s
        in_hand = off == -1
        if off and time_s - self._since_s >= HELD_S and not (in_hand and own_turn):
            self._turns.add(ply)
        if len(self._turns) >= (2 if in_hand else 1):
            self.told = off


class TrayCheck:
    """Looks at the trays now and then while a game rests between turns.

    Args:
        make: makes what counts them, once it is needed, or None where they were never
            seen full.
    """

    def __init__(self, make: Callable[[], CountsTrays | None] = lambda: None) -> None:
        self._make = make
        self._trays: CountsTrays | None = None
        self._is_made = False
        self._tallies: dict[tuple[Side, str], _Tally] = {}
        self._next_s = float("-inf")
        self._agreed = 0
        self._start: object = None

    @property
    def notices(self) -> tuple[TrayNotice, ...]:
        """Where the trays differ from the record, as far as it has been told."""
        return tuple(
            TrayNotice(side, what, tally.told)
            for (side, what), tally in sorted(self._tallies.items())
            if tally.told
        )

    def look(self, frame: Frame, projection: Projection | None, state: GameState) -> None:
        """Take in a picture in which the board lies in full view as ``state`` says."""
        if self._start is not state.start:
            self._start, self._agreed = state.start, 0
            self._tallies.clear()
        if state.phase is not Phase.PLAYING:
            self._tallies.clear()
            return
        ply = state.position.ply
        if ply == self._agreed or frame.time_s < self._next_s:
            return
        if not self._is_made:
            self._trays, self._is_made = self._make(), True
        if self._trays is None:
            return
        counts = self._trays.read(frame.image_bgr, projection)
        sure = all(count.attack is not None for count in counts)
        self._next_s = frame.time_s + (LOOK_EVERY_S if sure else UNSURE_S)
        sides = (Side.B, Side.W) if state.swapped else (Side.W, Side.B)
        for side, count in zip(sides, counts, strict=True):
            self._note(state, side, count, frame.time_s)
        agree = sure and not any(tally.off for tally in self._tallies.values())
        self._agreed = ply if agree else 0

    def _note(self, state: GameState, side: Side, count: TrayCount, time_s: float) -> None:
        position = state.position
        ply, own_turn = position.ply, position.turn is side
        if count.attack is not None:
            off = count.attack - position.reserve(side)
            self._tally(side, "attack").note(off, ply, own_turn, time_s)
        if count.queen is not None:
            # A Queen on the board leaves her place to whatever the players lay there.
            gone = position.queen(side) is None and not count.queen
            self._tally(side, "queen").note(-1 if gone else 0, ply, own_turn, time_s)

    def _tally(self, side: Side, what: str) -> _Tally:
        return self._tallies.setdefault((side, what), _Tally())
