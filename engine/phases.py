"""The phases of a game and what leads from one to another: a table, not code.

What the referee reports is an event; each event is *seen as* one kind of thing
(its ``seen``). A pair that is not in the table is an error, raised in
``engine.game`` and nowhere else, and leaves the game as it was.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Phase(StrEnum):
    """What a game waits for."""

    PLAYING = "playing"
    """A player's action (rules B)."""

    RESOLVING = "resolving"
    """Returns and captures of a combination (rules D)."""

    STOPPED = "stopped"
    """A fault is to be put right, then a player's action."""

    STOPPED_RESOLVING = "stopped-resolving"
    """A fault is to be put right, then returns and captures go on."""

    OVER = "over"
    """Nothing: the game has ended (rules E, F)."""


class Seen(StrEnum):
    """What an event tells the game."""

    START = "start"
    SERIES = "series"
    COMBINATION = "combination"
    STEP = "step"
    MOVE = "move"
    WIN = "win"
    FAULT = "fault"
    WARNING = "warning"
    REPAIRED = "repaired"
    END = "end"
    CORRECTION = "correction"
    UNDO = "undo"
    SETTING = "setting"
    PAUSE = "pause"
    RESUME = "resume"
    PRESS = "press"
    CLOCK = "clock"
    LESSON = "lesson"
    VOUCH = "vouch"


_ALWAYS: Final = {
    Seen.START: Phase.PLAYING,
    Seen.END: Phase.OVER,
    Seen.CORRECTION: Phase.PLAYING,
    Seen.UNDO: Phase.PLAYING,
}
"""What a person may decide at any time."""


def _beside(phase: Phase) -> dict[Seen, Phase]:
    """What goes on beside the play and leaves its phase as it is."""
    noted = (
        Seen.SETTING, Seen.PAUSE, Seen.RESUME, Seen.PRESS, Seen.CLOCK, Seen.SERIES, Seen.VOUCH,
    )  # fmt: skip
    return dict.fromkeys(noted, phase)


PHASES: Final[dict[Phase, dict[Seen, Phase]]] = {
    Phase.PLAYING: {
        **_ALWAYS,
        **_beside(Phase.PLAYING),
        Seen.LESSON: Phase.PLAYING,
        Seen.COMBINATION: Phase.RESOLVING,
        Seen.MOVE: Phase.PLAYING,
        Seen.FAULT: Phase.STOPPED,
        Seen.WARNING: Phase.PLAYING,
    },
    Phase.RESOLVING: {
        **_ALWAYS,
        **_beside(Phase.RESOLVING),
        Seen.STEP: Phase.RESOLVING,
        Seen.MOVE: Phase.PLAYING,
        Seen.WIN: Phase.OVER,
        Seen.FAULT: Phase.STOPPED_RESOLVING,
        Seen.WARNING: Phase.RESOLVING,
    },
    Phase.STOPPED: {
        **_ALWAYS,
        **_beside(Phase.STOPPED),
        Seen.FAULT: Phase.STOPPED,
        Seen.REPAIRED: Phase.PLAYING,
    },
    Phase.STOPPED_RESOLVING: {
        **_ALWAYS,
        **_beside(Phase.STOPPED_RESOLVING),
        Seen.FAULT: Phase.STOPPED_RESOLVING,
        Seen.REPAIRED: Phase.RESOLVING,
    },
    # Names may still be put right, and the clock is read when it stops.
    Phase.OVER: {**_ALWAYS, Seen.SETTING: Phase.OVER, Seen.CLOCK: Phase.OVER},
}
"""Phase, then what is seen, to the next phase."""
