"""Queen, attack marble or none, where the patch leaves doubt: by the circle that it shows.

How far a marble's change goes on (`Traces.largeness`) is quick to see and plain for most.
Dark glass on dark wood, veins, and Queens smaller than most leave it in between; then the
marble's own outline is measured, and the sizes that the trays have shown say the rest.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.measuring.girth import Girths
from vision.measuring.sizes import RATIO_SPREAD, SHOWN, likelihoods
from vision.reading.evidence import EITHER, LARGE
from vision.reading.odds import logistic
from vision.types import Floats

DOUBTFUL: Final = (0.1, LARGE + EITHER)
"""Largeness that attack marbles and Queens may both show: a golden Queen on wood of her colour had
0.14, as one attack marble in eight."""

SAME: Final = 0.04
"""Of largeness: the same marble in the same light."""

# How soft the step from one to the other is, of largeness. In doubt by what 2,400 attack marbles
# and 300 Queens showed: at 0.14 there were some seventy of the one to each of the other.
PLAIN, IN_DOUBT = 0.04, 0.08
# Neither is certain before it is measured.
UNMEASURED = 0.25


class Widths:
    """Sizes of what lies in the hollows of one board.

    Args:
        radii: of attack marbles and Queens in pitches; hers may be a guess.
        hollows: how many there are.
    """

    def __init__(self, radii: tuple[float, float], hollows: int) -> None:
        self._radii = radii
        self._odds, self._shown = np.full(hollows, np.nan), np.zeros(hollows)
        self._waits = np.zeros(hollows, bool)

    def doubtful(
        self, looked: np.ndarray, marbles: np.ndarray, unsure: np.ndarray, largeness: Floats
    ) -> np.ndarray:
        """Numbers of the hollows whose marbles must be measured: no marble that still looks so.

        Args:
            looked: (n,) bool, hollows that were looked at.
            marbles: (n,) bool, in which of all hollows marbles seem to be in view.
            unsure: (n,) bool, which of those may be something else.
            largeness: (n,) of all hollows.
        """
        either = (largeness > DOUBTFUL[0]) & (largeness < DOUBTFUL[1])
        doubtful = marbles & (either | unsure)
        anew = looked & ~(doubtful & (np.abs(largeness - self._shown) < SAME))
        self._odds[anew], self._waits[looked] = np.nan, False
        return np.flatnonzero(looked & doubtful & np.isnan(self._odds))

    def wait(self, hollows: np.ndarray) -> None:
        """There is no time now to measure those hollows, given by number."""
        self._waits[hollows] = True

    def measured(self, hollows: np.ndarray, girths: Girths, largeness: Floats) -> None:
        """Keep what was measured in those hollows, given by number.

        Args:
            hollows: their numbers.
            girths: of them.
            largeness: (n,) of all hollows.
        """
        self._shown[hollows] = largeness[hollows]
        attack, queen = self._radii
        small = likelihoods(girths, np.array([attack]), SHOWN * attack)[:, 0]
        large = likelihoods(girths, np.array([queen]), RATIO_SPREAD * attack)[:, 0]
        self._odds[hollows] = np.log(large / small)

    def large(self, largeness: Floats) -> Floats:
        """(n,) probability that what lies in each hollow is a Queen."""
        seen = ~np.isnan(self._odds)
        soft = np.where(seen, IN_DOUBT, np.where(self._waits, UNMEASURED, PLAIN))
        beyond = (largeness - LARGE) / soft
        return logistic(beyond + np.where(seen, self._odds, 0))
