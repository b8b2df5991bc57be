"""Both series as they look on the board: known from their trays, or met as marbles come."""

from __future__ import annotations

import numpy as np

from vision.evidence import Evidence
from vision.looks import tints_of
from vision.meeting import AnotherLight, FirstMarbles
from vision.moved import moved_by
from vision.series import SeriesModel, follow_light
from vision.types import Floats


class BothSeries:
    """Tells which series marbles are of, follows the light and learns.

    Attributes:
        model: both series as known so far.
    """

    def __init__(self, model: SeriesModel) -> None:
        self.model = model
        self._first = None if model.known.all() else FirstMarbles()
        self._another_light, self._moved = AnotherLight(), 0.0

    @property
    def known(self) -> bool:
        """Whether both are, whatever comes; else they are learned from the first marbles."""
        return self._first is None

    def away(self, e: Evidence) -> tuple[Floats, Floats]:
        """Distance (n,) from the nearer series, squared ones (n, 2) from both."""
        squared = self.model.distances(e.look)
        if self._first is not None:
            return self._first.nearest(e.look), squared
        return np.sqrt(np.minimum(squared[:, 0], squared[:, 1])), squared

    def belongs(self, e: Evidence, squared: Floats) -> Floats:
        """(n, 2) probabilities of either series, of what may be marbles, by those distances."""
        tints = tints_of(e.traces.light)
        if self._first is not None:
            return self._first.belongs(e.look, tints)
        p_first = self.model.p_first(squared, tints, self._moved)
        return np.stack([p_first, 1 - p_first], axis=1)

    def follow(self, e: Evidence, squared: Floats, in_view: np.ndarray, looked: np.ndarray) -> None:
        """Follow the light on the board, once both are known.

        Args:
            e: of all hollows.
            squared: (n, 2) their distances.
            in_view: (n,) bool, marbles in full view.
            looked: (n,) bool, hollows looked at.
        """
        clear = in_view & looked
        if self._first is None and clear.any():
            self._moved = moved_by(self.model, squared[in_view])
            self.model = follow_light(self.model, squared, e.look, e.traces.rgb, clear)

    def meet(self, e: Evidence, clear: np.ndarray) -> bool:
        """Learn both from marbles (n,) bool in full view; whether they became others."""
        met = np.flatnonzero(clear), e.look[clear], e.traces.rgb[clear]
        if self._first is None:
            anew = self._another_light.meet(self.model, *met)
            if anew is not None:
                self.model, self._moved = anew, 0.0
            return anew is not None
        self._first.meet(*met)
        self.model = self._first.series
        if self._first.certain:
            self._first = None
        return True
