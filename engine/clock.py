"""The players' clock: what it shows. No time passes in here; seconds arrive in the call."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.position import Side


class Mode(StrEnum):
    """What ends a turn."""

    CAMERA = "camera"
    """The move is seen to be complete."""

    BUTTON = "button"
    """The player presses."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Two players' remaining times.

    Attributes:
        w_s: w's, in seconds.
        b_s: b's.
        side: whose time it is, whether it runs or not.
        running: whether it runs.
        mode: what ends a turn.
        begun: whether it has ever run: it stands until the first action is made
            or someone presses.
    """

    w_s: float
    b_s: float
    side: Side = Side.W
    running: bool = False
    mode: Mode = Mode.CAMERA
    begun: bool = False

    def left_s(self, side: Side) -> float:
        """Seconds that a player has left."""
        return self.w_s if side is Side.W else self.b_s

    def after(self, seconds: float) -> Clock:
        """What it shows when some time has passed."""
        if not self.running:
            return self
        left = max(0.0, self.left_s(self.side) - seconds)
        return replace(self, w_s=left) if self.side is Side.W else replace(self, b_s=left)

    @property
    def times(self) -> tuple[float, float]:
        """Both players' times, w's first."""
        return self.w_s, self.b_s


def hours(seconds: float) -> str:
    """Time left as records write it, ``h:mm:ss``; rounded up, so that 0:00:00 is a fallen flag.

    >>> hours(892), hours(0.2), hours(3600)
    ('0:14:52', '0:00:01', '1:00:00')
    """
    whole = -int(-seconds // 1)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
