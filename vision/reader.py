"""The reader: one frame in, a Reading out, by evidence against the bare board."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np

from vision.errors import BoardNotFoundError
from vision.evidence import Evidence, gather
from vision.geometry import Pose, discs, pose_of
from vision.hands import Hands
from vision.motion import ANOTHER, DOUBTFUL, Motion
from vision.relocate import relocate
from vision.sampling import FLOOR, polar_map, sample
from vision.series import STRANGE, SeriesModel, split
from vision.types import BoardSpec, Floats, Frame, ImageBGR, Reading

STEADY_FRAMES = 3  # pictures in a row without change before the scene counts as steady
# Unlikeness to the bare hollow below which it is bare: half a dozen grey levels in a
# hundred, and what the frame's own noise makes of a mean over many pixels.
BARE, BARE_NOISE = 0.055, 1.8
SEARCH_EVERY_S = 0.5  # a search takes as long as a few frames
ROUND = 0.48  # share of directions in which a marble's outline must show
FOLLOW = 0.05  # how fast a series' look follows its marbles


class Calibrated(Protocol):
    """What the reader needs of a calibration."""

    @property
    def spec(self) -> BoardSpec: ...  # noqa: D102

    @property
    def pose(self) -> Pose: ...  # noqa: D102

    @property
    def rim(self) -> float: ...  # noqa: D102

    @property
    def radii(self) -> tuple[float, float]: ...  # noqa: D102

    @property
    def bare_bgr(self) -> ImageBGR: ...  # noqa: D102

    @property
    def series(self) -> SeriesModel: ...  # noqa: D102


class Reader:
    """Reads the frames of one camera in order.

    Args:
        calibration: of this camera and board.
    """

    def __init__(self, calibration: Calibrated) -> None:
        self._spec = calibration.spec
        self._radii = calibration.radii
        self._rim = calibration.rim
        self.series = calibration.series
        self._size = calibration.pose.projection.image_size
        self._last: Reading | None = None
        self._still = 0
        self._next_search_s = 0.0
        self._aim(calibration.pose, calibration.bare_bgr)

    def _aim(self, pose: Pose, bare_bgr: ImageBGR, relocated: bool = False) -> None:
        """Look where the board is."""
        self._pose, self._bare_bgr = pose, bare_bgr
        self._places = tuple(
            polar_map(discs(pose, self._spec, radius, self._rim), radius) for radius in self._radii
        )
        bare = _smooth(bare_bgr)
        self._bare_small, self._bare_large = (sample(bare, places) for places in self._places)
        self._motion = Motion(pose, self._spec, bare_bgr)
        self._hands = Hands(pose, self._spec, self._radii, self._rim, bare_bgr, relocated)

    @property
    def pose(self) -> Pose:
        """The camera over the board, as last found."""
        return self._pose

    def read(self, frame: Frame) -> Reading:
        """What lies in every hollow."""
        if (frame.image_bgr.shape[1], frame.image_bgr.shape[0]) != self._size:
            return self._blind(frame, "the picture's size is not the calibration's")
        changed = self._motion.changed(frame.image_bgr)
        if self._last is None or changed:
            self._still = 0
            self._last = self._look(frame)
        else:
            self._still += 1
            self._last = replace(self._last, fresh=np.zeros(self._spec.count, bool))
        steady = self._still >= STEADY_FRAMES - 1
        self._last = replace(self._last, steady=steady, index=frame.index, time_s=frame.time_s)
        return self._last

    def _blind(self, frame: Frame, trouble: str) -> Reading:
        n, kinds = self._spec.count, len(self._spec.labels)
        return Reading(
            self._spec,
            np.full((n, kinds), 1 / kinds),
            np.ones(n, bool),
            False,
            True,
            frame.index,
            frame.time_s,
            trouble,
            np.zeros(n, bool),
        )

    def _look(self, frame: Frame) -> Reading:
        reading = self._see(frame)
        suspected = self._motion.shifted(frame.image_bgr, reading.covered)
        likeness = self._motion.likeness(frame.image_bgr)
        if not suspected and likeness > DOUBTFUL:
            return reading
        lost = suspected or likeness < ANOTHER
        if frame.time_s < self._next_search_s:
            return replace(reading, moved=lost)
        self._next_search_s = frame.time_s + SEARCH_EVERY_S
        try:
            found = relocate(self._bare_bgr, self._pose.projection, frame.image_bgr, self._spec)
        except BoardNotFoundError:
            return replace(reading, moved=lost)
        if not found.moved:
            return reading
        self._aim(pose_of(found.projection), found.bare_bgr, relocated=True)
        self._motion.changed(frame.image_bgr)
        return self._see(frame)

    def _see(self, frame: Frame) -> Reading:
        smooth = _smooth(frame.image_bgr)
        small, large = (sample(smooth, places) for places in self._places)
        evidence = gather(small, large, self._bare_small, self._bare_large, self._radii)
        p, covered = self._judge(evidence, small, frame.image_bgr)
        # What lay there before a hand came is not evidence, but the best that is known.
        if self._last is not None:
            p[covered] = self._last.p[covered]
        seen = (self._spec, p, covered, False, False, frame.index, frame.time_s)
        return Reading(*seen, fresh=~covered)

    def _judge(self, e: Evidence, small: Floats, image_bgr: ImageBGR) -> tuple[Floats, np.ndarray]:
        """Probabilities (n, 1 + kinds) and covered (n,)."""
        bareness = np.log(np.maximum(e.unlike_bare, 1e-4) / (BARE + BARE_NOISE * e.noise))
        p_bare = _logistic(-bareness / 0.12)
        marble = p_bare < 0.5
        p_large = _logistic((e.largeness - 0.42) / 0.05)
        if not self.series.known.all():
            self._meet_first(e.look, _rgb(small), marble & (e.outline > 0.6))
        belongs, away = self._series(e.look)
        # Round all about but where another marble's disc or shadow meets it, and of one
        # of the two looks: both must hold.
        round_ = _logistic((e.outline - ROUND) / 0.05)
        ours = _logistic((STRANGE - away) / 0.25)
        genuine = round_ * ours
        is_marble = marble & (genuine > 0.4)
        strange = marble & ~is_marble
        over = self._hands.over(image_bgr, is_marble, p_large > 0.5, strange)
        self._meet(e, small, is_marble & (e.outline > 0.6) & ~over)
        covered = strange | over
        p = np.zeros((self._spec.count, len(self._spec.labels)))
        p[:, 0] = p_bare
        for k in (0, 1):
            share = (1 - p_bare) * belongs[:, k]
            p[:, 1 + 2 * k] = share * (1 - p_large)
            p[:, 2 + 2 * k] = share * p_large
        doubt = np.where(marble, 1 - genuine, 0)[:, None]
        p = (1 - doubt) * p + doubt / p.shape[1]
        # No picture is worth more than this: lenses fog and people cheat.
        p = 0.998 * p + 0.002 / p.shape[1]
        if self._last is None:
            p[covered] = 1 / p.shape[1]
        return p / p.sum(axis=1, keepdims=True), covered

    def _series(self, looks: Floats) -> tuple[Floats, Floats]:
        """Probabilities (n, 2) of the series, and distance (n,) from the nearer one."""
        squared = self.series.distances(looks)
        if not self.series.known.any():
            return np.full((len(looks), 2), 0.5), np.zeros(len(looks))
        nearest = np.sqrt(squared.min(axis=1))
        if not self.series.known.all():
            # One series met so far: what is far from it is the other.
            own = int(self.series.known.argmax())
            p_own = _logistic((4.0 - squared[:, own]) / 0.8)
            both = np.stack([p_own, 1 - p_own], axis=1)
            return both if own == 0 else both[:, ::-1], np.zeros(len(looks))
        # Zones of one marble are not independent witnesses: a third of the sum counts.
        log = -0.5 * 5.0 * (squared - squared.min(axis=1, keepdims=True))
        weight = np.exp(log)
        return weight / weight.sum(axis=1, keepdims=True), nearest

    def _meet(self, e: Evidence, small: Floats, clear: np.ndarray) -> None:
        """Follow the light's slow changes by marbles in full view."""
        if not clear.any() or not self.series.known.all():
            return
        looks = e.look[clear]
        colours = _rgb(small[clear])
        squared = self.series.distances(looks)
        for look, rgb, (a, b) in zip(looks, colours, squared, strict=True):
            # Only what is clearly of one series may teach it.
            if min(a, b) < 4.0 and abs(a - b) > 2.0:
                self.series = self.series.moved(int(b < a), look, rgb, FOLLOW / len(looks))

    def _meet_first(self, all_looks: Floats, all_colours: Floats, clear: np.ndarray) -> None:
        """Learn a look from the first marbles in full view."""
        if not clear.any():
            return
        looks, colours = all_looks[clear], all_colours[clear]
        known = self.series.known
        if known.any():
            own = int(known.argmax())
            squared = self.series.distances(looks)[:, own]
            group = np.where(squared < 4.0, own, 1 - own)
        else:
            group = split(looks)
        for k in (0, 1):
            if (group == k).any():
                look = np.median(looks[group == k], axis=0)
                rgb = np.median(colours[group == k], axis=0)
                self.series = self.series.moved(k, look, rgb, 0.3)


def _smooth(image_bgr: ImageBGR) -> ImageBGR:
    smooth: ImageBGR = cv2.GaussianBlur(image_bgr, (0, 0), 0.8).astype(np.uint8, copy=False)
    return smooth


def _rgb(small: Floats) -> Floats:
    """(n, 3) sRGB 0..255 of the discs' middles."""
    middle = np.median(small[:, :, 1:7].reshape(len(small), -1, 3), axis=1)
    return (np.exp(middle) - FLOOR)[:, ::-1]


def _logistic(x: Floats) -> Floats:
    result: Floats = 1 / (1 + np.exp(-np.clip(x, -30, 30)))
    return result
