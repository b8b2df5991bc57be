"""A picture made ready for the search: its edges and its light, at working size."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np

from vision.camera.bending import Distortion, as_tried
from vision.camera.projection import upright
from vision.finding.keypoints import (
    Found,
    Response,
    candidates,
    normalised_tensor,
    responses,
    spot_responses,
)
from vision.finding.refine import Board
from vision.finding.window import LatticeView
from vision.types import BoardSpec, Floats, ImageBGR

WORKING_WIDTH = 1280  # pixels; larger pictures are reduced to it first
SMOOTH_PX = 2.0  # a deviation: a camera's noise, and what its sharpening makes of it, is finer
SMOOTHED_PX = float(np.hypot(SMOOTH_PX, 1))  # of light among which spots are looked for
# Of the logarithm: less of what is so fine hides no board. Where noise did there was four times as
# much and more, in clean drawings there is half of it.
QUIET = 0.005
LIFT = 8.0  # levels added before a logarithm is taken: in the dark it would be all noise


def working_copy(image_bgr: ImageBGR) -> tuple[ImageBGR, float]:
    """The picture reduced to at most the working width, and by which factor."""
    factor = WORKING_WIDTH / max(image_bgr.shape[:2])
    if factor >= 1:
        return image_bgr, 1.0
    small = cv2.resize(image_bgr, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return small.astype(np.uint8), factor


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture made ready for the search, at working size.

    Attributes:
        image_bgr: reduced picture.
        cues: H x W x 4 float32, its edges and its light, see `cues_of`.
        factor: working pixels a pixel of the whole picture.
        whole_size: width, height of the whole picture.
        distortions: that a projection may have; None for any (see `fit_projection`).
        turning: whether a lamp near the board lights each hollow from another side.
        smooth: whether noise is smoothed away, and grain with it.
        spots: whether spots are candidates in the place of rims and crossings; see `spotted`.
        covered: (H, W) bool, where a cloth's pattern is and no board; None for nowhere.
        uncovered: the same with nothing covered, if anything is.
        lattices: those that were looked for, by how; they are asked for more than once.
    """

    image_bgr: ImageBGR
    cues: np.ndarray
    factor: float
    whole_size: tuple[int, int]
    distortions: Floats | None
    turning: bool = False
    smooth: bool = False
    spots: bool = False
    covered: np.ndarray | None = None
    uncovered: Scene | None = None
    lattices: dict[tuple[int, bool, bool], list[LatticeView]] = field(
        init=False, default_factory=dict
    )

    @cached_property
    def candidates(self) -> list[Found]:
        """Points where hollows may be: they are asked for twice where no board is found at once."""
        return [candidates(each, covered=self.covered) for each in self._responses]

    @cached_property
    def _responses(self) -> list[Response]:
        # Cues may have been put in the place of those since.
        if self.uncovered is not None and self.uncovered.cues is self.cues:
            return self.uncovered._responses
        if self.spots:
            return list(spot_responses(self._smooth_log, SMOOTHED_PX))
        return list(responses(cv2.split(self.cues)[:3]))

    @property
    def _smooth_log(self) -> np.ndarray:
        grey = cv2.cvtColor(self.image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
        log: np.ndarray = np.log(cv2.GaussianBlur(grey, (0, 0), SMOOTHED_PX) + np.float32(LIFT))
        return log

    @cached_property
    def log(self) -> np.ndarray:
        """H x W float32, logarithm of its brightness."""
        return np.ascontiguousarray(self.cues[..., 3])

    @property
    def plain(self) -> bool:
        """Whether it is looked at as it is."""
        return not (self.turning or self.smooth)

    @staticmethod
    def of(image_bgr: ImageBGR, distortion: Distortion | None = None) -> Scene:
        """Make it ready.

        Args:
            image_bgr: the whole picture.
            distortion: of the lens, where it is known.
        """
        small, factor = working_copy(image_bgr)
        whole_size = (image_bgr.shape[1], image_bgr.shape[0])
        return Scene(small, cues_of(small), factor, whole_size, as_tried(distortion))

    @cached_property
    def noisy(self) -> bool:
        """Whether there may be something to be seen once its noise is smoothed away."""
        fine = self.log - cv2.GaussianBlur(self.log, (0, 0), SMOOTH_PX)
        return float(np.median(np.abs(fine))) > QUIET

    def smoothed(self) -> Scene:
        """The same with its noise smoothed away; how sharp it is the picture itself tells."""
        return replace(self, cues=cues_of(self.smoothed_bgr()), smooth=True)

    def spotted(self) -> Scene:
        """The same, looked for by light and dark spots: noise hides them less than it does rims."""
        return replace(self, spots=True)

    def beyond(self, covered: np.ndarray) -> Scene:
        """The same, looked at where (H, W) bool covers nothing."""
        return replace(self, covered=covered, uncovered=self)

    def smoothed_bgr(self) -> ImageBGR:
        """The picture with its noise smoothed away."""
        return cv2.GaussianBlur(self.image_bgr, (0, 0), SMOOTH_PX).astype(np.uint8, copy=False)

    def whole(self, board: Board, spec: BoardSpec) -> Board:
        """The board in the whole picture's pixels, upright."""
        view = upright(board.projection, spec).scaled(1 / self.factor, self.whole_size)
        return replace(board, projection=view)


def cues_of(image_bgr: ImageBGR) -> np.ndarray:
    """H x W x 4 float32 of a picture of working size: what hollows are told by.

    Its normalised structure tensor (xx, xy, yy), and the logarithm of its brightness. One after
    the other, since both are sampled at the same places, and four of them in half of the time
    of three.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    log = np.log(cv2.GaussianBlur(grey, (0, 0), 1) + np.float32(LIFT))
    return np.stack([*normalised_tensor(image_bgr), log], axis=2)
