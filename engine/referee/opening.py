"""The first marbles, met in pairs: which series began is told by the one that comes next.

A2: the first marble on the board is White's. Where as many of one series as of the other have come
in one gap either may have been the first, and until one has more than the other nothing is
ruled. What was seen meanwhile is kept, and then ruled on in its order.
"""

from __future__ import annotations

from dataclasses import replace

from engine.referee.belief import exchanged
from engine.referee.look import Look

MOST = 16  # looks kept; by then somebody has said who began, or has given up


class Opening:
    """What was seen while either series may have begun."""

    def __init__(self) -> None:
        self._looks: list[Look] = []

    def keep(self, look: Look) -> None:
        """Keep a look at a board in full view, if it is another one."""
        if look.covered or (self._looks and self._looks[-1].labels == look.labels):
            return
        self._looks = [*self._looks, look][:MOST]

    def take(self, now: Look, swapped: bool) -> list[Look]:
        """What was kept, in order, once it is known who began.

        Not what no longer lies there: whoever takes a marble up again has not played it.

        Args:
            now: what is seen by now.
            swapped: whether the series have changed names by that.
        """
        looks, self._looks = self._looks, []
        if swapped:
            looks = [replace(each, labels=exchanged(each.labels)) for each in looks]
        return [each for each in looks if _lies(each.labels, now.labels)]


def _lies(before: str, now: str) -> bool:
    """Whether all marbles of then still lie there."""
    return all(a in (".", b) for a, b in zip(before, now, strict=True))
