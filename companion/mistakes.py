"""The companion's own mistakes with frames: one is got over, many in a row are told."""

from __future__ import annotations

from typing import Final

MOST: Final = 3
"""Frames that may go wrong before it is no accident any more."""

FORGIVEN_AFTER: Final = 300
"""Frames in a row that go well; a scene that goes wrong at every second look is not got over."""


class Mistakes:
    """Those of late."""

    def __init__(self) -> None:
        self._made = self._well = 0

    @property
    def too_many(self) -> bool:
        """Whether going on would only repeat them."""
        return self._made > MOST

    def note(self) -> None:
        """One was made."""
        self._made, self._well = self._made + 1, 0

    def went_well(self) -> None:
        """A frame was looked at without any."""
        self._well += 1
        if self._well >= FORGIVEN_AFTER:
            self.forget()

    def forget(self) -> None:
        """Begin anew: what they came from is gone."""
        self._made = self._well = 0
