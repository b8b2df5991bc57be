"""What is measured of marbles beyond their patch: both sizes, each one's own, and its circle."""

from __future__ import annotations

import numpy as np

from vision.camera.geometry import Pose
from vision.camera.sampling import View
from vision.measuring.circles import Circles
from vision.measuring.girth import GirthGauge
from vision.measuring.sizes import LIKELY_RADII, FirstSizes
from vision.measuring.widths import Widths
from vision.reading.traces import Traces
from vision.types import BoardSpec, Floats, ImageBGR

# Probability that what measures more than most marbles do is a Queen, be she smaller than any that
# was expected: of those that passed for surely attack marbles more than one in four was.
MAYBE = 0.3


class Measures:
    """Measures the marbles of one board, where the patch leaves doubt.

    Args:
        spec: the board.
        rim: of its hollows, in pitches.
        radii: of attack marbles, and of Queens as is likely beside that, in pitches;
            `LIKELY_RADII` where no tray has shown them. What trays have not shown is learned
            from the marbles on the board.
    """

    def __init__(self, spec: BoardSpec, rim: float, radii: tuple[float, float]) -> None:
        self._spec, self._rim, self.radii = spec, rim, radii
        self._shown = radii != LIKELY_RADII
        self._hasty = False
        self._first: FirstSizes | None
        self._first = FirstSizes(spec.count, radii if self._shown else None)

    def aim(self, pose: Pose, bare_bgr: ImageBGR) -> None:
        """Look where the board is.

        Args:
            pose: of the camera.
            bare_bgr: the whole picture of the bare board.
        """
        self._view = View(pose, self._spec, finest=True)
        finest = self._view(bare_bgr)
        self._girths = GirthGauge(pose, self._spec, self._rim, self._view, finest)
        self._fit()

    def _fit(self) -> None:
        self._widths = Widths(self.radii, self._spec.count)
        known = self._shown or self._first is None or self._first.known
        self._circles = Circles(self.radii, self._spec.count, known)

    def news(self) -> bool:
        """Whether the radii have become known better: all that was measured is then forgotten."""
        if self._first is None or not self._first.news():
            return False
        self.radii = self._first.radii
        self._first = None if self._first.complete else self._first
        self._fit()
        return True

    @property
    def circles(self) -> Floats:
        """(n,) log odds that it is a marble, by its circle; 0 where none was asked for."""
        return self._circles.odds

    @property
    def circles_or_shade(self) -> Floats:
        """(n,) the same, and less than 0 where one was asked for and is missing."""
        return self._circles.found_or_missing

    def measure(
        self,
        image_bgr: ImageBGR,
        looked: np.ndarray,
        marbles: np.ndarray,
        unsure: np.ndarray,
        t: Traces,
        hand: bool,
        calm: bool,
    ) -> None:
        """Measure what may be marbles.

        Args:
            image_bgr: the whole picture.
            looked: (n,) bool, hollows looked at.
            marbles: (n,) bool, whose sizes are asked for.
            unsure: (n,) bool, whose circles are asked for: they may be something else.
            t: of all hollows.
            hand: whether there is a hand.
            calm: whether there is time to. If not, what isn't plain stays in doubt; only where no
                size is known at all is it measured all the same.
        """
        shows = np.concatenate([t.largeness[:, None], t.look], axis=1)
        circles = self._circles.asked(looked, unsure, shows)
        doubtful = sized = np.zeros(0, int)
        shown = self._first is None or self._shown
        if shown:
            doubtful = self._widths.doubtful(looked, marbles, unsure, t.largeness)
        self._hasty = shown and not calm
        if self._hasty:
            self._widths.wait(doubtful)
            return
        if self._first is not None:
            sized = self._first.unmeasured(looked & marbles, t, hand)
        if not (len(circles) or len(doubtful) or len(sized)):
            return
        asked = np.zeros(len(looked), bool)
        asked[circles] = asked[doubtful] = asked[sized] = True
        hollows = np.flatnonzero(asked)
        girths = self._girths.measure(self._view(image_bgr), hollows)
        if len(circles):
            about = girths.of(np.searchsorted(hollows, circles))
            self._circles.measured(circles, about, shows)
        if len(doubtful):
            about = girths.of(np.searchsorted(hollows, doubtful))
            self._widths.measured(doubtful, about, t.largeness)
        if self._first is not None and len(sized):
            self._first.measured(sized, girths.of(np.searchsorted(hollows, sized)))

    def learn(self, clear: np.ndarray, gone: np.ndarray) -> None:
        """Learn both sizes from the marbles in full view, where they are not known.

        Args:
            clear: (n,) bool, which are.
            gone: (n,) bool, hollows that are bare (again).
        """
        if self._first is not None and not self._hasty:
            self._first.learn(clear, gone)

    def large(self, t: Traces, second: np.ndarray | None = None) -> Floats:
        """(n,) probability that what lies in each hollow is large.

        Before sizes are known it is the circle alone that tells.

        Args:
            t: of all hollows.
            second: (n,) bool, as of `FirstSizes.outlying`.
        """
        large = self._widths.large(t.largeness)
        if self._first is None:
            return large
        wide = self._first.large()
        if self._shown or self._first.known:
            both: Floats = (large + wide) / 2
            # A Queen smaller than is likely shows nothing of one beyond an attack marble's outline.
            shown = np.where(self._first.seen, np.maximum(large, both), large)
            wide = shown if self._shown else both
        return np.maximum(wide, MAYBE * self._first.outlying(second))
