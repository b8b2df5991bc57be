"""What is known of a hollow that can't be seen: what was seen there last, less sure with time.

A hand that comes does something, to one of the hollows that it can reach, and goes on
doing things while it stays. So whatever lay under it is likely still to lie there, and
never certain to.
"""

from __future__ import annotations

import numpy as np

from vision.reading.odds import SURE
from vision.types import Floats

REACHED = 9  # hollows: a fingertip's own and those about it
ACTION_S = 2.0  # fast players' time for one thing after the other
BARE = 0.9  # probability: as good as seen
STAYS = 0.5  # however long it takes: most of a board outlasts most of a game


class Memory:
    """Remembers what was last seen in each hollow.

    Args:
        hollows: how many.
        kinds: columns of a row of probabilities.
    """

    def __init__(self, hollows: int, kinds: int) -> None:
        self._seen = np.full((hollows, kinds), 1 / kinds)
        self._at_s = np.zeros(hollows)

    @property
    def bare(self) -> np.ndarray:
        """(n,) bool, hollows that were bare when they were last seen, as far as is known."""
        bare: np.ndarray = self._seen[:, 0] > BARE
        return bare

    def other(self, p: Floats) -> np.ndarray:
        """(n,) bool: of which hollows rows of probabilities (n, kinds) tell what was not there."""
        other: np.ndarray = self._seen[np.arange(len(p)), p.argmax(axis=1)] < 0.5
        return other

    def hidden(self, time_s: float) -> Floats:
        """(n, kinds) probabilities of what lies in each hollow if it is hidden at that time."""
        actions = 1 + np.maximum(time_s - self._at_s, 0) / ACTION_S
        stays = np.maximum((1 - 1 / REACHED) ** actions, STAYS)[:, None]
        others = (1 - self._seen) / (self._seen.shape[1] - 1)
        rows: Floats = stays * self._seen + (1 - stays) * others
        return rows

    def weighed(self, seen: Floats, hidden: Floats, looked: np.ndarray, time_s: float) -> Floats:
        """Probabilities (n, kinds): of what is seen, and where it is hidden, of what was.

        Args:
            seen: (n, kinds), if they are in view; remembered, where they surely are.
            hidden: (n,) how likely it is that they aren't.
            looked: (n,) bool, hollows looked at.
            time_s: of the frame.
        """
        p: Floats = (1 - hidden[:, None]) * seen + hidden[:, None] * self.hidden(time_s)
        # No picture is worth more than this: lenses fog and people cheat.
        p = 0.998 * p + 0.002 / p.shape[1]
        p /= np.add.reduce(p, axis=1, keepdims=True)
        self.see(seen, looked & (hidden < 1 - SURE), time_s)
        return p

    def see(self, p: Floats, which: np.ndarray, time_s: float) -> None:
        """Remember those rows of probabilities (n, kinds), seen at that time."""
        self._seen[which], self._at_s[which] = p[which], time_s
