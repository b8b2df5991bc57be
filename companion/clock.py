"""The clock at the table: how long each player's time has run.

Only monotonic time is read, and only differences of it: a Pi has no clock of
its own, and what the calendar says may jump. What the clock shows is in the
game's events, so a power cut costs a player at most what has run since the last
reading, and the time without power is nobody's.

It stands until the first action is made or somebody presses; while play rests
or is stopped by a fault; and, where the camera ends the turns, while the camera
does not see the board or the board is being laid anew: a move could not be seen
to be complete, so nobody is charged for it.

Where the camera ends the turns and several moves are found in one gap, nobody saw
when each was made. What has run since the board last lay in view as the game
stands is then shared in equal parts among those turns; what ran before it is the
time of who was to move. Such an estimate never makes a flag fall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.clock import Clock, Mode
from engine.decisions import out_of_time
from engine.events import ClockRead, Event
from engine.game import GameState
from engine.phases import Phase
from engine.position import Side

KEPT_EVERY_S: Final = 30.0
"""How often a clock that runs is read into the store: what a power cut may cost."""

SPARED_S: Final = 1.0
"""What an estimate of unseen time leaves a player at least."""

LOOK_EVERY_S: Final = 5.0
"""How often it is looked at while no frame comes: a camera that is silent stops it."""


class Timekeeper:
    """Runs one game's clock.

    Args:
        now_s: a monotonic clock, seconds.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._running: Side | None = None
        self._since_s = 0.0
        self._seen_s = 0.0
        self._positions = 0
        self._moves = 0
        # What has run since the board was last seen as the game stands.
        self._gap_s = 0.0

    def begin_anew(self) -> None:
        """Forget what has run since the last reading: the clock was set."""
        self._running = None
        self._gap_s = 0.0

    def shown(self, clock: Clock) -> Clock:
        """What the clock shows now."""
        return self._shown(clock, self._now_s())

    def due_s(self, state: GameState) -> float | None:
        """Seconds until the clock is to be looked at again; None while it stands."""
        if state.clock is None or self._running is None:
            return None
        spent = self._now_s() - self._since_s
        return max(0.0, min(state.clock.left_s(self._running) - spent, LOOK_EVERY_S))

    def read(self, state: GameState, sees: bool, quiet: bool = True) -> list[Event]:
        """What is to be written of the clock now: nothing, a reading, a fallen flag.

        Args:
            state: the game.
            sees: whether the camera sees the board.
            quiet: whether the board lies in view as the game stands.
        """
        clock = state.clock
        if clock is None:
            self._running = None
            return []
        now_s = self._now_s()
        if not sees and clock.mode is Mode.CAMERA:
            now_s = self._seen_s  # nobody is charged for what could not be seen
        if self._running is not None:
            self._gap_s += max(0.0, now_s - max(self._seen_s, self._since_s))
        self._seen_s = now_s
        wanted, was = _whose(state, clock, sees), self._running
        turns = self._turns_found(state, clock)
        shown = self._shared(self._shown(clock, now_s), turns)
        if quiet or turns:
            self._gap_s = 0.0
        if was is not None and shown.left_s(was) <= 0 and state.result == "*":
            return [self._reading(shown, state, was, None, "flag"), out_of_time(was)]
        if wanted is was and turns < 2 and not self._is_to_be_kept():
            return []
        return [self._reading(shown, state, clock.side, wanted, self._reason(state, wanted))]

    def _shown(self, clock: Clock, now_s: float) -> Clock:
        if self._running is None:
            return replace(clock, running=False)
        running = replace(clock, side=self._running, running=True)
        return running.after(max(0.0, now_s - self._since_s))

    def _turns_found(self, state: GameState, clock: Clock) -> int:
        """How many turns the camera has ended since it was last asked, while the clock ran."""
        before, self._moves = self._moves, len(state.moves)
        if self._running is None or clock.mode is not Mode.CAMERA:
            return 0
        return max(0, self._moves - before)

    def _shared(self, shown: Clock, turns: int) -> Clock:
        """The clock once what ran in a gap is shared among the turns found in it."""
        if turns < 2 or self._running is None:
            return shown
        side = self._running
        left_s = shown.left_s(side.other)
        share_s = self._gap_s * (turns // 2) / turns
        shift_s = max(0.0, min(share_s, left_s - SPARED_S))
        w_s = shown.w_s + (shift_s if side is Side.W else -shift_s)
        b_s = shown.b_s + (shift_s if side is Side.B else -shift_s)
        return replace(shown, w_s=w_s, b_s=b_s)

    def _is_to_be_kept(self) -> bool:
        return self._running is not None and self._now_s() - self._since_s >= KEPT_EVERY_S

    def _reason(self, state: GameState, wanted: Side | None) -> str:
        if self._running is not None and len(state.positions) > self._positions:
            return "turn"
        if wanted is None:
            return "stop"
        return "kept" if wanted is self._running else "go"

    def _reading(
        self, shown: Clock, state: GameState, side: Side, wanted: Side | None, reason: str
    ) -> ClockRead:
        self._running, self._since_s = wanted, self._now_s()
        self._positions = len(state.positions)
        return ClockRead(
            w_s=round(shown.w_s, 3),
            b_s=round(shown.b_s, 3),
            side=side.value,
            running=wanted is not None,
            mode=shown.mode.value,
            reason=reason,
        )


def _whose(state: GameState, clock: Clock, sees: bool) -> Side | None:
    """Whose time runs, if anybody's."""
    playing = state.phase in (Phase.PLAYING, Phase.RESOLVING) and not state.paused
    begun = clock.begun or state.played or state.pending or state.announced
    seen = sees or clock.mode is Mode.BUTTON
    return clock.side if playing and begun and seen else None
