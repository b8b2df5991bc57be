"""The judge: what lies in every hollow, by all that one look at the board shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.calibrated import Calibrated
from vision.camera.sampling import median
from vision.colours.both_series import BothSeries
from vision.colours.glass import Apart
from vision.measuring.measures import Measures
from vision.reading.evidence import LARGE, Evidence, Gauge
from vision.reading.imagined import doubted
from vision.reading.memory import Memory
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
from vision.reading.reflected import Reflected
from vision.reading.sight import CONVINCING, SHADE, Sight, may_be_held, under_something
from vision.reading.traces import GREY
from vision.types import Floats, Frame, ImageBGR
from vision.watching.hands import SHADOWS, Hands

# Of the directions: an outline in fewer than that is not worth asking whether a circle is there.
PERHAPS = 0.4
IN_VIEW = 0.6  # likewise: where more of them end a marble, looks, sizes and light are learned
FEWEST = 3  # bare hollows that tell the light on the whole board


@dataclass(frozen=True, eq=False)
class Look:
    """One look at the board.

    Attributes:
        frame: the frame.
        view_bgr: its view.
        looked: (n,) bool, hollows looked at; of the others it is known what they showed.
        calm: whether there is time for all that takes some.
    """

    frame: Frame
    view_bgr: ImageBGR
    looked: np.ndarray
    calm: bool


@dataclass(frozen=True, eq=False)
class Cover:
    """What is between the camera and the board.

    Attributes:
        over: (n,) bool, hollows that something seems to hide.
        hand: whether there is something.
    """

    over: np.ndarray
    hand: bool


class Judge:
    """Judges the hollows of one board, look after look.

    Args:
        calibration: of this camera and board.
        series: as another judge has learned them; by default as calibrated.

    Attributes:
        both_series: as known so far, and what is open.
        measures: of the marbles, sizes and circles.
        memory: of what every hollow showed.
    """

    def __init__(self, calibration: Calibrated, series: BothSeries | None = None) -> None:
        self._spec = spec = calibration.spec
        calibrated = calibration.series, calibration.tray_wood, spec.nodes()
        self.both_series = series or BothSeries(*calibrated)
        self.measures = Measures(spec, calibration.rim, calibration.radii)
        self.memory = Memory(spec.count, len(spec.labels))
        self._light = np.zeros(3)

    def fit(self, gauge: Gauge, hands: Hands) -> None:
        """Judge by these from now on: they know where the board lies, and how large marbles are."""
        self._gauge, self._hands = gauge, hands

    def judge(self, e: Evidence, look: Look) -> tuple[Floats, np.ndarray]:
        """Probabilities (n, 1 + kinds), columns as of a `Reading`, and covered (n,) bool.

        Args:
            e: of all hollows.
            look: in which they were seen.
        """
        sight, apart = self._at_first_sight(e)
        cover = self._hidden(sight, look)
        if not cover.hand:
            sight = self._in_the_open(sight, look.view_bgr)
        in_view = self._in_view(sight) & ~cover.over
        self.measures.learn(look.looked & in_view, look.looked & ~sight.marble)
        p_large = self.measures.large(e.traces, None if apart is None else apart.second)
        reflected = self._gauge.reflected(e.traces) if look.calm else None
        genuine, apart = self._learned(sight, apart, cover, look, in_view, reflected)
        p_bare = doubted(sight.p_bare, e)
        # Bare, a marble, or hidden by something else: then what lies there is not seen.
        lies = 1 - p_bare
        belongs = self.both_series.belongs(e, apart, in_view, reflected)
        seen = kinds(p_bare, lies * genuine, belongs, p_large)
        hidden = np.where(cover.over, 1, lies * (1 - genuine))
        hidden = self._with_what_may_be_held(hidden, sight, cover, seen)
        p = self.memory.weighed(seen, hidden, look.looked, look.frame.time_s)
        covered = sight.strange | cover.over
        # What is covered stays as uncertain as it is: no other hollow tells what lies there.
        p[~covered] = one_queen_each(p[~covered])
        return p, covered

    def _at_first_sight(self, e: Evidence) -> tuple[Sight, Apart | None]:
        """What the hollows seem to be by themselves; how far from both series, once known."""
        away, apart = self.both_series.away(e)
        p_bare, shown_bare = bareness(e, away)
        inside = contained(e)
        genuine = genuine_by(e.traces.outline, away, inside)
        shadow = (p_bare < 0.5) & (genuine > 0.5) & dent_in_shadow(e.traces)
        np.maximum(p_bare, SHADED, out=p_bare, where=shadow)
        return Sight(e, away, inside, p_bare, shown_bare, genuine), apart

    def _in_view(self, sight: Sight) -> np.ndarray:
        """(n,) bool, marbles that show enough of themselves to learn from."""
        shown = (sight.p_bare < 1 - SURE) & (sight.e.traces.outline > IN_VIEW)
        in_view: np.ndarray = sight.is_marble & shown
        return in_view

    def _learned(
        self,
        sight: Sight,
        apart: Apart | None,
        cover: Cover,
        look: Look,
        in_view: np.ndarray,
        reflected: Reflected | None,
    ) -> tuple[Floats, Apart | None]:
        """Learn both series' looks from the marbles in view, (n,) bool.

        Returns:
            (n,) probability that what is not bare is a marble, and how far from both series, by
            what is known then.
        """
        # Once both are known nothing is learned in haste, and a hand's shade and reflections are no
        # change of the lamp's.
        learns = not self.both_series.known or (look.calm and not cover.hand)
        if not cover.hand:
            as_lit = in_view if reflected is None else reflected.others(in_view)
            self.both_series.follow(sight.e, apart, as_lit, look.looked, look.calm)
        # A fingertip would be a series of its own, for good.
        doubt = cover.hand or sight.strange.any()
        met = look.looked & in_view & (sight.genuine > (CONVINCING if doubt else 0))
        if not (learns and met.any() and self.both_series.meet(sight.e, met)):
            return sight.genuine, apart
        away, apart = self.both_series.away(sight.e)
        if cover.hand:
            return genuine_by(sight.e.traces.outline, away, sight.inside), apart
        return self._genuine_in_the_open(replace(sight, away=away)), apart

    def _genuine_in_the_open(self, sight: Sight) -> Floats:
        t, circles = sight.e.traces, self.measures.circles
        hides = hiding(t, sight.marble)
        seen = t.outline, sight.away, sight.inside
        return genuine_in_the_open(*seen, circles, hides, self._spec)

    def _with_what_may_be_held(
        self, hidden: Floats, sight: Sight, cover: Cover, seen: Floats
    ) -> Floats:
        """(n,) probability of being hidden, of what seems new beside a hand, too.

        Args:
            hidden: (n,) the same of what a hand lies over, or what is none of all this.
            sight: what the hollows seem to be.
            cover: what hides some.
            seen: (n, 1 + kinds) what they show.
        """
        new = (sight.is_marble | (cover.hand & ~sight.marble)) & self.memory.other(seen)
        if not new.any():
            return hidden
        shade = sight.e.traces.wood_level < self._light @ GREY - SHADE
        held = may_be_held(sight.strange | cover.over, shade, cover.hand, self._spec)
        either: Floats = np.maximum(hidden, new * held)
        return either

    def _hidden(self, sight: Sight, look: Look) -> Cover:
        """What seems to hide hollows; marbles are measured, to know it."""
        over, size = self._under_hand(sight, look.view_bgr, sight.is_marble)
        over &= ~sight.surely_bare
        circled = self._circled(sight, look, over, size)
        hand = size > 0
        if 0 < size < SHADOWS:
            # Marbles' hard shadows may be all that there is, and reach from edge to edge. One
            # circle alone may be a fingertip's.
            plainly = circled & (self.measures.circles >= PLAIN_CIRCLE)
            if np.count_nonzero(plainly & ~sight.is_marble) > 1:
                others = sight.is_marble | plainly
                hand = self._under_hand(sight, look.view_bgr, others)[1] > 0
        if not hand:
            over, hand = under_something(sight.marble & ~circled, self._spec)
            over &= ~(sight.surely_bare | sight.convincing)
        return Cover(over, hand)

    def _circled(self, sight: Sight, look: Look, over: np.ndarray, size: float) -> np.ndarray:
        """(n,) bool, which are marbles, their circles considered. They are measured, and sizes.

        Args:
            sight: what the hollows seem to be.
            look: in which they were seen.
            over: (n,) bool, which a hand seems to hide.
            size: of that hand, 0 without one.
        """
        t, sized = sight.e.traces, sight.marble
        unsure = sight.marble & (sight.genuine < CONVINCING)
        if size:
            sized = sight.is_marble
            unsure &= ~sized & (t.outline > PERHAPS) & (size < SHADOWS)
        image_bgr, marbles = look.frame.image_bgr, sized & ~over
        self.measures.measure(image_bgr, look.looked, marbles, unsure, t, size > 0, look.calm)
        circles = self.measures.circles
        if not circles.any():
            return sight.is_marble
        witnesses = sight.inside + circles
        circled: np.ndarray = sight.marble & (genuine_by(t.outline, sight.away, witnesses) > 0.5)
        return circled

    def _in_the_open(self, sight: Sight, view_bgr: ImageBGR) -> Sight:
        """What the hollows are where no hand is about, by other outlines in the traces, too."""
        t, strange, p_bare = sight.e.traces, sight.strange, sight.p_bare
        if strange.any():
            # Nothing hides a hollow, but a marble's hard shadow may cross it.
            shade = strange & shaded(t, self.measures.circles_or_shade)
            self._gauge.look_again(t, view_bgr, np.flatnonzero(strange & ~shade))
            p_bare = np.where(shade, np.maximum(p_bare, SHADED), p_bare)
        so = replace(sight, p_bare=p_bare)
        return replace(so, genuine=self._genuine_in_the_open(so))

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
