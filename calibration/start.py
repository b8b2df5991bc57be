"""Calibrate from a stream's beginning: first the bare board, then both series in their trays.

Where somebody says that a game is under way, its board is looked for under the marbles, and
he looks at what was found before anything follows from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from calibration.board import from_bare_board, from_corners, with_trays
from calibration.model import Calibration
from calibration.occupied import from_occupied_board, imagined
from calibration.searching import Search
from vision.camera.projection import Projection
from vision.errors import BoardNotFoundError, NotFound
from vision.reader import Reader
from vision.types import OTHER_SIZE, REAL_QUEEN, BoardSpec, Floats, Frame, ImageBGR
from vision.watching.registration import redrawn

# What it waits for, as a code; where a search failed, the reason (vision.errors.NotFound)
# takes the place of the first. The companion has a sentence for each.
BARE_BOARD, LOOKING, TRAYS = "bare-board", "looking", "trays"
# Where a game is under way: its board, and that a person looks at what was found.
UNDER_WAY, JOINED = "under-way", "joined"
# Something else is to be mended then, so that these have a sentence of their own.
OTHERWISE = frozenset({LOOKING, NotFound.NOTHING, NotFound.UNLIKE})
STILL_FRAMES = 3  # the same scene this often before it is taken for settled
CHANGED, MARBLE = 10, 0.0003  # grey levels; share of the picture
STILL = 2.0  # grey levels, mean absolute difference of a small copy


class StartUp:
    """Feed it frames until it gives a calibration.

    Attributes:
        live: whether frames go on while the board is looked for; else each waits for that.
        under_way: whether the board is looked for under the marbles of a game.

    Args:
        spec: the board.
    """

    def __init__(self, spec: BoardSpec = REAL_QUEEN) -> None:
        self.live = self.under_way = False
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
            return JOINED if self.under_way else TRAYS
        if self._search is None and not self._trouble:
            return UNDER_WAY if self.under_way else BARE_BOARD
        code = LOOKING if self._search is not None else self._trouble
        return f"{code}-{UNDER_WAY}" if self.under_way and code in OTHERWISE else code

    @property
    def board(self) -> Calibration | None:
        """The board once it is found, still without colours."""
        return self._calibration

    def look_for(self, under_way: bool) -> None:
        """Look for the board anew, bare or under the marbles; what was found is forgotten.

        Args:
            under_way: whether a game is.
        """
        self.leave_search()
        self.under_way, self._trouble = under_way, ""
        self._calibration = self._looked = None

    def take_corners(self, frame: Frame, corners_px: Floats) -> None:
        """Take the corners of the board from a person; a board found before is forgotten.

        Not how it looked bare: where it still stands so, the trays may be full by now.

        Args:
            frame: the board, bare unless a game is under way.
            corners_px: (4, 2) as ``from_corners`` wants them.

        Raises:
            CalibrationError: they are none.
        """
        told = from_corners(frame.image_bgr.copy(), corners_px, self._spec)
        if self.under_way:
            told = imagined(told)
        elif self._calibration is not None and _stands_still(self._calibration, frame):
            told = replace(told, bare_bgr=self._calibration.bare_bgr)
        self._calibration, self._looked = told, None
        self.leave_search()

    def leave_search(self) -> None:
        """What is looked for beside the frames is not wanted any more."""
        if self._search is not None:
            self._search.leave()
        self._search = None

    def feed(self, frame: Frame) -> Calibration | None:
        """The calibration once the trays, or the first marble, have been seen; else None.

        Never where a game is under way: then ``board`` is what was found, for a person to take.
        """
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
        image, look = frame.image_bgr.copy(), self._looks
        if self.live:
            self._search = Search(lambda: look(image, self._spec))
        else:
            self._take(lambda: look(image, self._spec))

    @property
    def _looks(self) -> Callable[[ImageBGR, BoardSpec], Calibration]:
        return from_occupied_board if self.under_way else from_bare_board

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
        if self.under_way:
            return None  # a person has not yet said that it is the board
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
