"""When to look again though nothing changed."""

from __future__ import annotations

import numpy as np

ROUND_EVERY_S = 5.0  # all is gone over, for the light, and for what changed next to nothing
SLOW_S = 0.9  # pictures so far apart leave time to go over all of it every time
# What seems hidden in a scene at rest may be so by the noise of one picture, which another one has
# not; else it is a hand that rests, and looking at it costs next to nothing.
AGAIN_EVERY_S = 0.5


class Rounds:
    """Keeps the time. To be asked whether it is `due` of every picture that is read."""

    def __init__(self) -> None:
        self._next_s = self._again_s = 0.0
        self._seen_s = -SLOW_S

    def due(self, time_s: float) -> bool:
        """Whether it is time to go over all of the board; then it is said to be done."""
        due = time_s >= min(self._next_s, self._seen_s + SLOW_S)
        self._seen_s = time_s
        if due:
            self.done(time_s)
        return due

    def done(self, time_s: float) -> None:
        """All that there was to look at has been looked at."""
        self._next_s, self._again_s = time_s + ROUND_EVERY_S, time_s + AGAIN_EVERY_S

    def again(self, hidden: np.ndarray, time_s: float) -> np.ndarray:
        """(n,) bool, which of the hidden hollows (n,) bool to look at once more, nothing moving."""
        if time_s < self._again_s or not hidden.any():
            return np.zeros(len(hidden), bool)
        self._again_s = time_s + AGAIN_EVERY_S
        return hidden.copy()
