"""The reader: one frame in, a Reading out, by evidence against the bare board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from vision.calibrated import Calibrated
from vision.camera.dark import too_dark
from vision.camera.geometry import Pose, discs
from vision.camera.sampling import Sampler, View, share_of
from vision.colours.both_series import BothSeries
from vision.colours.series import SeriesModel
from vision.errors import BoardNotFoundError
from vision.joining.middles import marbles_lie_there
from vision.judge import Judge, Look
from vision.reading.evidence import Evidence, Gauge
from vision.reading.noise import Noise
from vision.reading.traces import Traces
from vision.types import BLURRED, OTHER_SIZE, TOO_DARK, Frame, ImageBGR, Reading
from vision.watching.focus import NEARLY, Focus
from vision.watching.hands import NARROW, Hands
from vision.watching.motion import ANOTHER, AT_ONCE, BUMPED, MOSTLY_HIDDEN, PARTLY_HIDDEN, Motion
from vision.watching.relight import Relighting
from vision.watching.relocate import Place, find_again, place_of
from vision.watching.rounds import SLOW_S, Rounds

STEADY_FRAMES = 3  # pictures in a row without change before the scene counts as steady
SEARCH_EVERY_S = 0.5  # a search takes as long as a few frames


class Reader:
    """Reads the frames of one camera in order.

    Args:
        calibration: of this camera and board.
        series: as another reader has learned them; by default as calibrated.

    Attributes:
        found_again: whether the board was moved before the last picture and surely found in it.
    """

    def __init__(self, calibration: Calibrated, series: BothSeries | None = None) -> None:
        self._calibrated, self._spec = calibration, calibration.spec
        self._rim, self._wood = calibration.rim, calibration.clear_of_trays
        self._judge = Judge(calibration, series)
        self._measures = self._judge.measures
        self._size = calibration.pose.projection.image_size
        self._last: Reading | None = None
        self._still, self._lost, self.found_again = 0, False, False
        self._calm = True  # whether there was time at the last look for all that takes some
        self._touched, self._hasty = np.zeros((2, calibration.spec.count), bool)
        self._next_search_s, self._next_bump_s, self._rounds = 0.0, 0.0, Rounds()
        self._aim(calibration.pose, calibration.bare_bgr)

    def _aim(self, pose: Pose, bare_bgr: ImageBGR, relocated: bool = False) -> None:
        """Look where the board is."""
        self._pose, self._bare_bgr, self._relocated = pose, bare_bgr, relocated
        self._view = View(pose, self._spec)
        bare = self._view(bare_bgr)
        self._motion = Motion(pose, self._spec, self._view, bare, not relocated)
        self._focus = Focus(pose, self._spec, self._view, bare)
        self._measures.aim(pose, bare_bgr)
        self._relighting = Relighting(pose, self._spec, self._rim, bare_bgr)
        self._fit(bare)

    def _fit(self, bare: ImageBGR, noise: Noise | None = None) -> None:
        """Look for marbles of the sizes that are known.

        Args:
            bare: the view of the bare board, in the light that there is.
            noise: as heard in this light.
        """
        self._bare = bare
        pose, radii = self._pose, self._measures.radii
        small, large = (discs(pose, self._spec, radius, self._rim) for radius in radii)
        sampler = Sampler(self._view, small, large, radii)
        self._gauge = Gauge(sampler, radii, bare, self._calibrated.imagined, noise)
        self._traces: Traces | None = None
        wood = NARROW if self._relocated else self._wood
        hands = Hands(pose, self._spec, radii, self._rim, self._view, bare, wood)
        self._judge.fit(self._gauge, hands)

    @property
    def both_series(self) -> BothSeries:
        """Both series as known so far, and what is open."""
        return self._judge.both_series

    @property
    def series(self) -> SeriesModel:
        """Both series as known so far."""
        return self.both_series.model

    @property
    def pose(self) -> Pose:
        """The camera over the board, as last found."""
        return self._pose

    def read(self, frame: Frame) -> Reading:
        """What lies in every hollow."""
        if (frame.image_bgr.shape[1], frame.image_bgr.shape[0]) != self._size:
            return self._blind(frame, OTHER_SIZE)
        if too_dark(self._view.part(frame.image_bgr)):
            return self._blind(frame, TOO_DARK)
        points = self._motion.points(frame.image_bgr)
        if self._motion.changed(points, frame.image_bgr) or self._last is None:
            self._still, self._calm = 0, self._rounds.due(frame.time_s)
            self._touched |= self._motion.stale
            self._last = self._look(frame, self._motion.stale | self._calm)
        else:
            self._still += 1
            last = self._rest(self._last, frame)
            steady = self._still >= STEADY_FRAMES - 1
            self._last = replace(last, steady=steady, index=frame.index, time_s=frame.time_s)
        # What is remembered stays as it was seen, for when the board is found again.
        doubt = self._last.moved and not self.found_again
        return self._last.in_doubt() if doubt else self._last

    def _rest(self, last: Reading, frame: Frame) -> Reading:
        """Nothing changed: carry on what was read, but look once more where something came to rest.

        What was seen first may have been seen in motion, and in haste. And the light is followed.
        """
        stale = self._touched | self._hasty
        come_to_rest = self._still == STEADY_FRAMES - 1 and bool(stale.any())
        if self._rounds.due(frame.time_s):
            stale[:] = True
        elif not come_to_rest:
            # Before it has come to rest, and while the board is lost, that would be a search.
            rests = self._still >= STEADY_FRAMES and not (self._motion.same or self._lost)
            hidden = last.covered & rests
            again = self._rounds.again(hidden, frame.time_s)
            return self._look(frame, again) if again.any() else replace(last, fresh=again)
        self._touched[:] = False
        self._rounds.done(frame.time_s)
        strange = share_of(last.covered) > PARTLY_HIDDEN and not self._motion.stood
        if self._motion.same and self._calm and not (self._lost or strange):
            self._focus.seen(self._view(frame.image_bgr))
            return replace(last, fresh=np.zeros(self._spec.count, bool))
        self._calm = True
        return self._look(frame, stale, settled=True)

    def _blind(self, frame: Frame, trouble: str) -> Reading:
        # Whatever is done meanwhile is looked at when the board is seen again.
        self._touched[:], self._still, self._motion.stood = True, 0, False
        self.found_again = False
        return Reading.blind(self._spec, frame, trouble)

    def _look(self, frame: Frame, stale: np.ndarray, settled: bool = False) -> Reading:
        view, self.found_again = self._view(frame.image_bgr), False
        if self._focus.away(view, share_of(stale), frame.time_s):
            return self._blind(frame, BLURRED)
        reading = self._see(frame, view, stale)
        if not (settled or self._may_be_bumped(frame)):
            return replace(reading, moved=True) if self._lost else reading
        self._next_bump_s = frame.time_s + SEARCH_EVERY_S
        bare = reading.p[:, 0] > 0.5
        suspected, likeness = self._motion.bump(view, bare, reading.covered, settled)
        if not suspected:
            self._lost = False
            return reading
        self._lost |= likeness < ANOTHER or self._motion.elsewhere
        if frame.time_s < self._next_search_s and not settled:
            return replace(reading, moved=self._lost)
        return self._search(frame, reading, settled)

    def _may_be_bumped(self, frame: Frame) -> bool:
        # A bump changes most of the board; a marble does not, nor does it hide one for long.
        bumped = self._lost or share_of(self._touched) > BUMPED
        due = bumped and frame.time_s >= self._next_bump_s
        return due or share_of(self._motion.stale) > AT_ONCE

    def _search(self, frame: Frame, reading: Reading, settled: bool) -> Reading:
        """Find the board again, which seems to have been moved.

        Args:
            frame: in which it is looked for.
            reading: of it where it lay.
            settled: whether the scene has come to rest.
        """
        self._next_search_s = frame.time_s + SEARCH_EVERY_S
        # Pictures one by one leave time to look farther, and so does a scene at rest.
        apart_s = frame.time_s - self._last.time_s if self._last else np.inf
        thorough = settled or apart_s >= SEARCH_EVERY_S
        last = Place(self._bare_bgr, self._pose)
        first = Place(self._calibrated.bare_bgr, self._calibrated.pose)
        lie = partial(marbles_lie_there, frame.image_bgr, spec=self._spec, rim=self._calibrated.rim)
        try:
            found = find_again(last, first, frame.image_bgr, self._spec, thorough, lie)
        except BoardNotFoundError:
            self._motion.stood = False
            hidden = share_of(reading.covered) > MOSTLY_HIDDEN
            return replace(reading, moved=self._lost or hidden)
        self._lost = found.moved
        if not found.moved:
            self._motion.stands(settled)
            return reading
        # The board was moved, the lens is the same.
        here = place_of(found, first, self._pose.lens, self._spec)
        self._aim(here.pose, here.bare_bgr, relocated=here is not first)
        self._motion.changed(self._motion.points(frame.image_bgr), frame.image_bgr)
        # It may have been on its way, and blurred: where it seems to lie is asked once more. But
        # pictures one by one show it at rest.
        self._touched[:], self._still, self.found_again = True, 0, apart_s >= SLOW_S
        anew = self._see(frame, self._view(frame.image_bgr), self._motion.stale)
        return replace(anew, moved=True)

    def _see(self, frame: Frame, view: ImageBGR, stale: np.ndarray) -> Reading:
        """Measure the stale hollows anew, and judge all of them together."""
        hollows = np.flatnonzero(stale)
        if self._traces is None or self._traces.noiseless:
            hollows = np.arange(self._spec.count)
        if len(hollows):
            fresh = self._gauge.traces(view, hollows)
            old = self._traces
            self._traces = fresh if old is None else old.updated(hollows, fresh)
        assert self._traces is not None
        looked = np.zeros(self._spec.count, bool)
        looked[hollows] = True
        e = self._gauge.evidence(self._traces)
        if self._relit(e, frame, view, looked):
            return self._see(frame, view, np.ones(self._spec.count, bool))
        if self._calm:
            self._focus.seen(view)
        p, covered = self._judge.judge(e, Look(frame, view, looked, self._calm))
        if self._measures.news():
            self._fit(self._bare, self._gauge.noise)
            return self._see(frame, view, stale)
        self._hasty = self._hasty & ~looked if self._calm else self._hasty | looked
        seen = (self._spec, p, covered, False, False, frame.index, frame.time_s)
        return Reading(*seen, fresh=looked & ~covered)

    def _relit(self, e: Evidence, frame: Frame, view: ImageBGR, looked: np.ndarray) -> bool:
        """Whether a lamp was switched, and the bare board now looks as it does in that light."""
        relit = self._relighting.relit(frame, e, self._judge.memory.bare, looked)
        if relit is None or self._focus.lost(view, NEARLY):
            return False
        self._measures.aim(self._pose, relit)
        bare = self._view(relit)
        self._motion.relit(self._pose, self._spec, self._view, bare)
        self._fit(bare)
        return True
