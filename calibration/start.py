"""Calibrate from a stream's beginning: first the bare board, then both series in their trays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from calibration.board import from_bare_board, from_corners, with_trays
from calibration.model import Calibration
from calibration.searching import Search
from vision.camera.projection import Projection
from vision.errors import BoardNotFoundError
from vision.reader import Reader
from vision.types import OTHER_SIZE, REAL_QUEEN, BoardSpec, Floats, Frame, ImageBGR
from vision.watching.registration import redrawn

# What it waits for, as a code; where a search failed, the reason (vision.errors.NotFound)
# takes the place of the first. The companion has a sentence for each.
BARE_BOARD, LOOKING, TRAYS = "bare-board", "looking", "trays"
STILL_FRAMES = 3  # the same scene this often before it is taken for settled
CHANGED, MARBLE = 10, 0.0003  # grey levels; share of the picture
STILL = 2.0  # grey levels, mean absolute difference of a small copy


class StartUp:
    """Feed it frames until it gives a calibration.

    Attributes:
        live: whether frames go on while the board is looked for; else each waits for that.

    Args:
        spec: the board.
    """

    def __init__(self, spec: BoardSpec = REAL_QUEEN) -> None:
        self.live = False
        self._spec = spec
        self._calibration: Calibration | None = None
        self._search: Search | None = None
        self._settled = _Settled()
        self._looked: np.ndarray | None = None
        self._trouble = ""

    @property
    def waiting_for(self) -> str:
        """What it wants to see next, or why it can't use what it sees: a code."""
        if self._calibration is not None:
            return TRAYS
        return LOOKING if self._search is not None else self._trouble or BARE_BOARD

    @property
    def board(self) -> Calibration | None:
        """The board once it is found, still without colours."""
        return self._calibration

    def take_corners(self, frame: Frame, corners_px: Floats) -> None:
        """Take the corners of the bare board from a person; a board found before is forgotten.

        Not how it looked then: where it still stands so, the trays may be full by now.

        Args:
            frame: the bare board.
            corners_px: (4, 2) as ``from_corners`` wants them.

        Raises:
            CalibrationError: they are none.
        """
        told = from_corners(frame.image_bgr.copy(), corners_px, self._spec)
        if self._calibration is not None and _stands_still(self._calibration, frame):
            told = replace(told, bare_bgr=self._calibration.bare_bgr)
        self._calibration, self._looked = told, None
        self.leave_search()

    def leave_search(self) -> None:
        """What is looked for beside the frames is not wanted any more."""
        if self._search is not None:
            self._search.leave()
        self._search = None

    def feed(self, frame: Frame) -> Calibration | None:
        """The calibration once the trays, or the first marble, have been seen; else None."""
        settled = self._settled(frame.image_bgr)
        if self._search is not None:
            self._look_up(self._search)
        elif settled and self._calibration is None:
            self._find(frame)
        elif settled:
            return self._finish(frame)
        return None

    def _find(self, frame: Frame) -> None:
        if not self._differs(frame.image_bgr):
            return
        image = frame.image_bgr.copy()
        if self.live:
            self._search = Search(lambda: from_bare_board(image, self._spec))
        else:
            self._take(lambda: from_bare_board(image, self._spec))

    def _look_up(self, search: Search) -> None:
        """Whether it has found something; what has changed since then the next frames tell."""
        if search.done:
            self._search = None
            self._take(search.board)

    def _take(self, found: Callable[[], Calibration]) -> None:
        """The board, or why it isn't there."""
        try:
            self._calibration = found()
        except BoardNotFoundError as error:
            self._trouble = str(error.reason)

    def _finish(self, frame: Frame) -> Calibration | None:
        """As soon as the trays are full; without trays, as soon as a marble lies on the board."""
        assert self._calibration is not None
        if not self._differs(frame.image_bgr):
            return None
        reader = Reader(self._calibration)
        reading = reader.read(frame)
        if reading.moved or reading.trouble == OTHER_SIZE:
            self._follow(reader.pose.projection)
        if reading.moved or reading.trouble or reading.covered.any():
            return None  # a hand, or nothing to be seen: wait
        full = with_trays(self._calibration, frame.image_bgr)
        if full.series.known.all():
            return full
        # The bare board still: wait. A marble on it: the game begins without trays in view,
        # and colours are learned from the first marbles.
        return None if (reading.p[:, 0] > 0.5).all() else self._calibration

    def _follow(self, there: Projection) -> None:
        """The board, or the camera, was moved: look once more there, or find the board anew.

        Whoever fills trays pushes a board. It is bare there as it was, its trays too.
        """
        was, self._calibration, self._looked = self._calibration, None, None
        if was is not None and there is not was.projection:
            bare = redrawn(was.bare_bgr, was.projection, there)
            self._calibration = replace(was, projection=there, bare_bgr=bare)

    def _differs(self, image_bgr: ImageBGR) -> bool:
        """Whether the scene differs from the one looked at last: looking takes a second."""
        small = cv2.resize(image_bgr, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        now, last = small.astype(np.int16), self._looked
        if last is None or last.shape != now.shape:
            self._looked = now
            return True
        # A marble is more than a thousandth of any picture that shows its hollow well.
        if float((np.abs(now - last).max(axis=2) > CHANGED).mean()) < MARBLE:
            return False
        self._looked = now
        return True


def _stands_still(calibration: Calibration, frame: Frame) -> bool:
    """Whether the board lies bare in full view, and neither it nor the camera was moved since."""
    reading = Reader(calibration).read(frame)
    seen = not (reading.moved or reading.trouble or reading.covered.any())
    return seen and bool((reading.p[:, 0] > 0.5).all())


class _Settled:
    """Whether the scene has been still for a few frames."""

    def __init__(self) -> None:
        self._last: np.ndarray | None = None
        self._count = 0

    def __call__(self, image_bgr: ImageBGR) -> bool:
        small = image_bgr[4::16, 4::16].astype(np.int16)
        same = (
            self._last is not None
            and self._last.shape == small.shape
            and float(np.abs(small - self._last).mean()) < STILL
        )
        self._count = self._count + 1 if same else 1
        self._last = small
        return self._count >= STILL_FRAMES
