"""A reader that finds out by the marbles where it was aimed beside the hollows, and aims anew.

Corners that a person points at, and hollows that hardly show, may be told a tenth of the pitch
and more from where they are; marbles are then misread, or taken for something that hides them.
Once a few lie on the board, and nothing moves, they are asked where the hollows are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from vision.calibrated import BELIEVED, Calibrated
from vision.camera.geometry import Pose, pose_of
from vision.camera.projection import Projection
from vision.colours.series import SeriesModel
from vision.dents.dent import Dent, find_dents
from vision.finding.refine import SIDE, cells_about
from vision.finding.scene import Scene
from vision.joining.aside import (
    RADII,
    STEP,
    Aside,
    Steps,
    outlined_at,
    outlines_about,
    places_about,
    smoothed,
    steps_at,
    told_by,
)
from vision.joining.lying import FAINT
from vision.joining.middles import NEARBY
from vision.reader import Reader
from vision.reading.outline import like_shadow
from vision.types import BoardSpec, Floats, Frame, ImageBGR, Reading
from vision.watching.registration import redrawn
from vision.watching.rounds import SLOW_S

FIRST = 6  # hollows in which something lies when it is asked first, and how many more each time
ASKED = 10  # of them: that takes half a second or less
RESTS_S = 2.0  # nothing has moved for so long: what has come to rest was told before
STRETCH = 0.03  # a pitch: corners that a person points at are a tenth aside, each its way
REACH = 6  # places that are tried to each side of a node
# Of the marbles with an outline so many, and so great a share, must tell the same place; and
# farther from there than so many pitches none may be as clear as by that part. A marble's hard
# shadow has an outline, too.
AGREE, MOST, ANOTHER, RIVAL = 5, 0.7, 0.15, 0.75
# Shadows of marbles darken the wood alike: of that, by so much one is unlike another at most, and
# one colour unlike another.
UNIFORM, GREY = 0.3, 0.5
# What of the bare cells a plain dent explains, and how far from the nodes it is looked for, in
# pitches: it tells more of where hollows are than marbles beside their hard shadows do.
DENTED, CELL = 0.3, 0.36


class AimedReader:
    """Reads the frames of one camera in order, as `Reader` does.

    Args:
        calibration: of this camera and board.
    """

    def __init__(self, calibration: Calibrated) -> None:
        self._calibrated, self._reader = calibration, Reader(calibration)
        # To board coordinates as calibrated, from those of now.
        self._to_calibrated: Floats = np.eye(3)
        # A game that was joined lies where its marbles do.
        self._asks = calibration.imagined is None
        self._next, self._seen_s, self._moved_s = FIRST, -SLOW_S, 0.0

    @property
    def series(self) -> SeriesModel:
        """Both series as known so far."""
        return self._reader.series

    @property
    def knows_series(self) -> bool:
        """Whether both are known, and not only guessed from the first marbles."""
        return self._reader.both_series.known

    @property
    def found_again(self) -> bool:
        """Whether the board was moved before the last picture and surely found in it."""
        return self._reader.found_again

    @property
    def pose(self) -> Pose:
        """The camera over the board, as last found."""
        return self._reader.pose

    @property
    def as_calibrated(self) -> Projection:
        """Where what was calibrated lies now, trays too: as told by its hollows of then."""
        now: Floats = np.asarray(np.linalg.inv(self._to_calibrated), np.float64)
        return self.pose.projection.changed(now)

    def read(self, frame: Frame) -> Reading:
        """What lies in every hollow."""
        reading = self._reader.read(frame)
        if not (self._asks and self._at_leisure(reading)):
            return reading
        # Marbles that are looked for beside their places seem to be hidden by something.
        lying = np.flatnonzero((reading.p[:, 0] < 0.5) | reading.covered)
        if len(lying) < self._next:
            # After a full board, fewer tell in the next game.
            self._next = min(self._next, len(lying) + FIRST)
            return reading
        self._next = len(lying) + FIRST
        aside = self._told(frame.image_bgr, lying)
        if aside is None:
            return reading
        nodes = self._calibrated.spec.nodes()
        if aside.farther_than(NEARBY, nodes):
            if self._refuted(aside):
                return reading
            self._aim(aside)
            return self._reader.read(frame)
        self._asks = bool(aside.doubt_at(nodes).max() > NEARBY)
        return reading

    def _at_leisure(self, reading: Reading) -> bool:
        """Whether there is time: pictures come one by one, or the scene has been at rest."""
        slow = reading.time_s - self._seen_s >= SLOW_S
        self._seen_s = reading.time_s
        if not reading.steady:
            self._moved_s = reading.time_s
        rests = reading.time_s - self._moved_s >= RESTS_S
        return (slow or rests) and not (reading.moved or reading.trouble)

    def _told(self, image_bgr: ImageBGR, lying: np.ndarray) -> Aside | None:
        """What some of the marbles there tell, from everywhere on the board."""
        some = np.unique(np.linspace(0, len(lying) - 1, ASKED).round().astype(int))
        nodes = self._calibrated.spec.nodes()[lying[some]]
        return hollows_aside(image_bgr, self._bare(), self.pose, nodes, self._calibrated.rim)

    def _refuted(self, aside: Aside) -> bool:
        """Whether the bare board plainly has its hollows nearer to where they were found."""
        spec = self._calibrated.spec
        if self._calibrated.confidence <= BELIEVED:
            return False
        dent = dent_about(self._bare(), self.pose.projection, spec)
        middle = np.array([[spec.columns - 1, spec.rows - 1]]) / 2
        from_there = np.linalg.norm(dent.offset - aside.at(middle)[0])
        return dent.explained >= DENTED and bool(np.linalg.norm(dent.offset) < from_there)

    def _bare(self) -> ImageBGR:
        """The bare board where it lies now."""
        was, now = self._calibrated.pose.projection, self.pose.projection
        bare = self._calibrated.bare_bgr
        return bare if now is was else redrawn(bare, was, now)

    def _aim(self, aside: Aside) -> None:
        """Read anew, the hollows so far from where they were thought to be."""
        pose = pose_of(self.pose.projection.changed(aside.change), self.pose.lens)
        self._calibrated = _Moved.of(self._calibrated, pose, self._bare())
        # Of marbles met so far it may be open yet which are whose.
        self._reader = Reader(self._calibrated, self._reader.both_series)
        self._to_calibrated = self._to_calibrated @ aside.change


def dent_about(bare_bgr: ImageBGR, view: Projection, spec: BoardSpec) -> Dent:
    """The plainest dent in the cells of the bare board.

    Args:
        bare_bgr: the bare board.
        view: from board coordinates to its pixels.
        spec: the board.
    """
    scene = Scene.of(bare_bgr)
    size = (scene.image_bgr.shape[1], scene.image_bgr.shape[0])
    cells = cells_about(scene.log, view.scaled(scene.factor, size), spec)[..., 0]
    return find_dents(cells, SIDE, CELL, most=1)[0]


def hollows_aside(
    image_bgr: ImageBGR, bare_bgr: ImageBGR, pose: Pose, nodes: Floats, rim: float
) -> Aside | None:
    """How far hollows in which something lies are from their nodes, if one place alone is told.

    Args:
        image_bgr: a picture of the board.
        bare_bgr: the same camera's, of the bare board.
        pose: of the camera over the board, about right.
        nodes: (n, 2) on which something lies.
        rim: of the hollows, in pitches, as far as is known.
    """
    now, before = smoothed(image_bgr), smoothed(bare_bgr)

    def steps(about: np.ndarray) -> Floats:
        return steps_at(now, about) - steps_at(before, about)

    clear = outlines_about(steps, pose, nodes, rim, RADII[::2], REACH)
    seen = clear.max(axis=1) > FAINT
    clear, nodes = clear[seen], nodes[seen]
    aside = _told_alone(clear, nodes, pose)
    if aside is None or _shadows(steps, pose, nodes + aside.at(nodes), rim):
        return None
    return aside


def _told_alone(clear: Floats, nodes: Floats, pose: Pose) -> Aside | None:
    """What nearly all outlines (n, places) tell, if none are nearly as clear anywhere else."""
    told = told_by(clear, nodes, pose)
    askew = told_by(clear, nodes, pose, STRETCH)
    if askew and replace(askew.aside, by=np.zeros(2)).farther_than(NEARBY, nodes):
        told = askew
    if told is None or np.count_nonzero(told.off < STEP) < max(AGREE, MOST * len(nodes)):
        return None
    usual = (clear / clear.max(axis=1, keepdims=True)).mean(axis=0)
    off = np.hypot(*(places_about(REACH) - told.aside.by).T)
    here = usual[off < STEP].max(initial=0.0)  # nothing was tried so far off
    alone = usual[off > ANOTHER].max() < RIVAL * here
    return told.aside if alone else None


def _shadows(steps: Steps, pose: Pose, places: Floats, rim: float) -> bool:
    """Whether it is as dark and as grey at all places (n, 2) as shadows are, and marbles may be."""
    each = [
        np.median(outlined_at(steps, pose, places, rim, radius)[:, 0], axis=-1)
        for radius in RADII[::2]
    ]
    clearest = max(each, key=lambda step: np.abs(step).sum())
    usual = np.median(clearest, axis=1, keepdims=True)
    unlike = np.median(np.linalg.norm(clearest - usual, axis=0))
    alike = unlike < UNIFORM * np.linalg.norm(usual)
    level = usual.mean()
    grey = np.ptp(usual) < GREY * abs(level) or like_shadow(level, np.abs(usual - level).max())
    return bool((usual < 0).all() and alike and grey)


@dataclass(frozen=True, slots=True, eq=False)
class _Moved:
    """A calibration, its hollows elsewhere in the picture; see `Calibrated`."""

    spec: BoardSpec
    pose: Pose
    rim: float
    radii: tuple[float, float]
    clear_of_trays: float
    bare_bgr: ImageBGR
    confidence: float
    imagined: Floats | None
    tray_wood: Floats | None
    series: SeriesModel

    @classmethod
    def of(cls, was: Calibrated, pose: Pose, bare_bgr: ImageBGR) -> Self:
        """What was calibrated, from there."""
        kept = was.rim, was.radii, was.clear_of_trays
        others = was.confidence, was.imagined, was.tray_wood
        return cls(was.spec, pose, *kept, bare_bgr, *others, was.series)
