"""The reader: one frame in, a Reading out, by evidence against the bare board."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from vision.calibrated import Calibrated
from vision.camera.dark import too_dark
from vision.camera.geometry import Pose, discs
from vision.camera.sampling import Sampler, View, median, share_of
from vision.colours.both_series import BothSeries
from vision.colours.series import SeriesModel
from vision.errors import BoardNotFoundError
from vision.joining.middles import marbles_lie_there
from vision.measuring.measures import Measures
from vision.reading.evidence import LARGE, Evidence, Gauge
from vision.reading.imagined import doubted
from vision.reading.memory import Memory
from vision.reading.noise import Noise
from vision.reading.odds import (
    PLAIN_CIRCLE,
    SHADED,
    SURE,
    bareness,
    contained,
    dent_in_shadow,
    genuine_by,
    genuine_in_the_open,
    hiding,
    kinds,
    shaded,
)
from vision.reading.one_queen import one_queen_each
from vision.reading.sight import CONVINCING, SHADE, Sight, may_be_held, under_something
from vision.reading.traces import GREY, Traces
from vision.types import BLURRED, OTHER_SIZE, TOO_DARK, Floats, Frame, ImageBGR, Reading
from vision.watching.focus import NEARLY, Focus
from vision.watching.hands import NARROW, SHADOWS, Hands
from vision.watching.motion import ANOTHER, AT_ONCE, BUMPED, MOSTLY_HIDDEN, PARTLY_HIDDEN, Motion
from vision.watching.relight import Relighting
from vision.watching.relocate import Place, find_again, place_of
from vision.watching.rounds import SLOW_S, Rounds

STEADY_FRAMES = 3  # pictures in a row without change before the scene counts as steady
SEARCH_EVERY_S = 0.5  # a search takes as long as a few frames
# Of the directions: an outline in fewer than that is not worth asking whether a circle is there.
PERHAPS = 0.4
IN_VIEW = 0.6  # likewise: where more of them end a marble, looks, sizes and light are learned
FEWEST = 3  # bare hollows that tell the light on the whole board


class Reader:
    """Reads the frames of one camera in order.

    Args:
        calibration: of this camera and board.
        series: as another reader has learned them; by default as calibrated.

    Attributes:
        both_series: as known so far, and what is open.
        found_again: whether the board was moved before the last picture and surely found in it.
    """

    def __init__(self, calibration: Calibrated, series: BothSeries | None = None) -> None:
        self._calibrated, self._spec = calibration, calibration.spec
        self._rim, self._wood = calibration.rim, calibration.clear_of_trays
        self._measures = Measures(calibration.spec, calibration.rim, calibration.radii)
        nodes = calibration.spec.nodes()
        self.both_series = series or BothSeries(calibration.series, calibration.tray_wood, nodes)
        self._size = calibration.pose.projection.image_size
        self._last: Reading | None = None
        self._memory = Memory(calibration.spec.count, len(calibration.spec.labels))
        self._still, self._lost, self.found_again = 0, False, False
        self._light = np.zeros(3)
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
        self._hands = Hands(pose, self._spec, radii, self._rim, self._view, bare, wood)

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
        # A bump changes most of the board; a marble does not, nor does it hide one for long.
        bumped = self._lost or share_of(self._touched) > BUMPED
        due = bumped and frame.time_s >= self._next_bump_s
        if not (settled or due or share_of(self._motion.stale) > AT_ONCE):
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
        view = self._view(frame.image_bgr)
        self._motion.changed(self._motion.points(frame.image_bgr), frame.image_bgr)
        # It may have been on its way, and blurred: where it seems to lie is asked once more. But
        # pictures one by one show it at rest.
        self._touched[:], self._still, self.found_again = True, 0, apart_s >= SLOW_S
        return replace(self._see(frame, view, self._motion.stale), moved=True)

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
        p, covered = self._judge(e, frame, view, looked)
        if self._measures.news():
            self._fit(self._bare, self._gauge.noise)
            return self._see(frame, view, stale)
        self._hasty = self._hasty & ~looked if self._calm else self._hasty | looked
        seen = (self._spec, p, covered, False, False, frame.index, frame.time_s)
        return Reading(*seen, fresh=looked & ~covered)

    def _relit(self, e: Evidence, frame: Frame, view: ImageBGR, looked: np.ndarray) -> bool:
        """Whether a lamp was switched, and the bare board now looks as it does in that light."""
        relit = self._relighting.relit(frame, e, self._memory.bare, looked)
        if relit is None or self._focus.lost(view, NEARLY):
            return False
        self._measures.aim(self._pose, relit)
        bare = self._view(relit)
        self._motion.relit(self._pose, self._spec, self._view, bare)
        self._fit(bare)
        return True

    def _judge(
        self, e: Evidence, frame: Frame, view_bgr: ImageBGR, looked: np.ndarray
    ) -> tuple[Floats, np.ndarray]:
        """Probabilities (n, 1 + kinds) and covered (n,)."""
        t = e.traces
        away, apart = self.both_series.away(e)
        p_bare, shown_bare = bareness(e, away)
        marble = p_bare < 0.5
        inside = contained(e)
        genuine = genuine_by(t.outline, away, inside)
        shadow = marble & (genuine > 0.5) & dent_in_shadow(t)
        np.maximum(p_bare, SHADED, out=p_bare, where=shadow)
        marble = p_bare < 0.5
        sight = Sight(e, away, inside, p_bare, shown_bare, genuine)
        over, hand = self._hidden(sight, frame, view_bgr, looked)
        is_marble = sight.is_marble
        if not hand:
            p_bare = self._in_the_open(e, view_bgr, p_bare, marble & ~is_marble)
            marble, circles = p_bare < 0.5, self._measures.circles
            hides = hiding(t, marble)
            genuine = genuine_in_the_open(t.outline, away, inside, circles, hides, self._spec)
            is_marble = marble & (genuine > 0.5)
        strange = marble & ~is_marble
        in_view = is_marble & (p_bare < 1 - SURE) & (t.outline > IN_VIEW) & ~over
        clear = looked & in_view
        self._measures.learn(clear, looked & ~marble)
        p_large = self._measures.large(t, None if apart is None else apart.second)
        # Once both are known nothing is learned in haste, and a hand's shade and reflections are no
        # change of the lamp's.
        learns = not self.both_series.known or (self._calm and not hand)
        reflected = self._gauge.reflected(t) if self._calm else None
        if not hand:
            as_lit = in_view if reflected is None else reflected.others(in_view)
            self.both_series.follow(e, apart, as_lit, looked, self._calm)
        # A fingertip would be a series of its own, for good.
        met = clear & (genuine > (CONVINCING if hand or strange.any() else 0))
        if learns and met.any() and self.both_series.meet(e, met):
            away, apart = self.both_series.away(e)
            genuine = genuine_by(t.outline, away, inside)
            if not hand:
                genuine = genuine_in_the_open(t.outline, away, inside, circles, hides, self._spec)
        p_bare = doubted(p_bare, e)
        # Bare, a marble, or hidden by something else: then what lies there is not seen.
        lies = 1 - p_bare
        hidden = np.where(over, 1, lies * (1 - genuine))
        belongs = self.both_series.belongs(e, apart, in_view, reflected)
        seen = kinds(p_bare, lies * genuine, belongs, p_large)
        new = (is_marble | (hand & ~marble)) & self._memory.other(seen)
        if new.any():
            shade = t.wood_level < self._light @ GREY - SHADE
            held = may_be_held(strange | over, shade, hand, self._spec)
            hidden = np.maximum(hidden, new * held)
        p, covered = self._memory.weighed(seen, hidden, looked, frame.time_s), strange | over
        # What is covered stays as uncertain as it is: no other hollow tells what lies there.
        p[~covered] = one_queen_each(p[~covered])
        return p, covered

    def _hidden(
        self, sight: Sight, frame: Frame, view_bgr: ImageBGR, looked: np.ndarray
    ) -> tuple[np.ndarray, bool]:
        """(n,) bool, hollows that something seems to hide; whether there is something.

        Args:
            sight: what the hollows seem to be.
            frame: the frame.
            view_bgr: its view.
            looked: (n,) bool, hollows looked at.
        """
        over, size = self._under_hand(sight, view_bgr, sight.is_marble)
        over &= ~sight.surely_bare
        circled = self._circled(sight, frame, looked, over, size)
        hand = size > 0
        if 0 < size < SHADOWS:
            # Marbles' hard shadows may be all that there is, and reach from edge to edge. One
            # circle alone may be a fingertip's.
            plainly = circled & (self._measures.circles >= PLAIN_CIRCLE)
            if np.count_nonzero(plainly & ~sight.is_marble) > 1:
                hand = self._under_hand(sight, view_bgr, sight.is_marble | plainly)[1] > 0
        if not hand:
            over, hand = under_something(sight.marble & ~circled, self._spec)
            over &= ~(sight.surely_bare | sight.convincing)
        return over, hand

    def _circled(
        self, sight: Sight, frame: Frame, looked: np.ndarray, over: np.ndarray, size: float
    ) -> np.ndarray:
        """(n,) bool, which are marbles, their circles considered. They are measured, and sizes.

        Args:
            sight: what the hollows seem to be.
            frame: the frame.
            looked: (n,) bool, hollows looked at.
            over: (n,) bool, which a hand seems to hide.
            size: of that hand, 0 without one.
        """
        t, sized = sight.e.traces, sight.marble
        unsure = sight.marble & (sight.genuine < CONVINCING)
        if size:
            sized = sight.is_marble
            unsure &= ~sized & (t.outline > PERHAPS) & (size < SHADOWS)
        self._measures.measure(
            frame.image_bgr, looked, sized & ~over, unsure, t, size > 0, self._calm
        )
        circles = self._measures.circles
        if not circles.any():
            return sight.is_marble
        witnesses = sight.inside + circles
        circled: np.ndarray = sight.marble & (genuine_by(t.outline, sight.away, witnesses) > 0.5)
        return circled

    def _in_the_open(
        self, e: Evidence, view_bgr: ImageBGR, p_bare: Floats, strange: np.ndarray
    ) -> Floats:
        """(n,) probability of being bare where no hand is about, and other outlines in the traces.

        Args:
            e: of all hollows.
            view_bgr: the view.
            p_bare: (n,) by what each shows.
            strange: (n,) bool, seemingly neither bare nor a marble.
        """
        if not strange.any():
            return p_bare
        # Nothing hides a hollow, but a marble's hard shadow may cross it.
        shade = strange & shaded(e.traces, self._measures.circles_or_shade)
        self._gauge.look_again(e.traces, view_bgr, np.flatnonzero(strange & ~shade))
        return np.where(shade, np.maximum(p_bare, SHADED), p_bare)

    def _under_hand(
        self, sight: Sight, view_bgr: ImageBGR, is_marble: np.ndarray
    ) -> tuple[np.ndarray, float]:
        """(n,) bool, hollows that a hand seems to hide; its size, 0 without, see `Hands.over`.

        Args:
            sight: what the hollows seem to be.
            view_bgr: the view.
            is_marble: (n,) bool, which are taken for marbles.
        """
        t = sight.e.traces
        # What may not be bare may be part of a hand, if it reaches farther; alone it hides nothing.
        strange = (sight.p_bare < SURE) & ~is_marble & (sight.inside == 0)
        # A hand never looks bare or like good marbles wherever it lies.
        if not (strange | (is_marble & ~sight.convincing)).any():
            return np.zeros(len(strange), bool), 0.0
        bare = sight.p_bare > SURE
        if np.count_nonzero(bare) >= FEWEST:
            self._light = median(t.light[bare].T)
        marbles = is_marble, t.largeness > LARGE, sight.convincing
        return self._hands.over(view_bgr, *marbles, strange, self._light, sight.e.noise)
