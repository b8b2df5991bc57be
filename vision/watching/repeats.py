"""Cameras that show each picture several times: what was shown again proves nothing at rest.

A sensor of 10 or 15 pictures a second fills a stream of 30 so. That it does shows where a picture
of the same scene, with noise of its own, follows one that was repeated. A recording that is
halted, or drawn without noise, shows one picture on and on: for longer than any camera does.
"""

from __future__ import annotations

LONGEST = 5  # repetitions: a camera that shows six pictures a second


class Repeats:
    """Counts how often pictures are shown again.

    Attributes:
        proven: whether there is a picture of its own without a change since the last change.
    """

    def __init__(self) -> None:
        self.proven = True
        self._again = self._usual = 0

    def seen(self, same: bool, changed: bool) -> None:
        """Whether the next picture is the last one, pixel for pixel; whether it shows a change."""
        if same:
            self._again += 1
            self.proven |= self._again > self._usual
            return
        if not changed and self._again <= LONGEST:
            self._usual = max(self._usual, self._again)
        self._again, self.proven = 0, not changed
