"""The bare board in another lamp's light: what it does to one hollow it does to all of them.

A lamp that is switched on, goes out or is carried round the table gives every hollow another
light and dark, some the opposite of what they had. Wood has what it had: its light is common to
all of a place. So the change within hollows that were bare is looked at, side by side: what most
of them share is the lamp's, and is painted into the picture of the bare board. A lamp close by
shines on one side of the board from another way than on the other side, so what they share may
change evenly across the board. Marbles and hands share nothing with the hollows beside them.
"""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np

from vision.camera.geometry import Pose
from vision.camera.sampling import BEYOND, FLOOR, LOG, median, remapped
from vision.reading.evidence import Evidence
from vision.reading.odds import changed, in_another_light
from vision.types import BoardSpec, Floats, Frame, ImageBGR
from vision.watching.relocate import Place, is_relit

EVERY_S = 0.5  # a look takes as long as a few frames
CELL = 64  # samples of a hollow's cell along each axis
REACH = BEYOND[1]  # pitches from its middle to the cell's edge
FEWEST = 6  # hollows that tell what they share, with a plane through them
MOST = 0.85  # of the bare hollows must have changed: no hand reaches so many
SHARED = 0.5  # of them must be like what they share; marbles' hard shadows may cross the others
# Hollows that nobody has seen bare may all be marbles: of one series there are not so many.
MORE_THAN_A_SERIES = 0.5
PLAIN = 0.02  # of the logarithm, a mean over the hollow: less has not changed
LEFT = 0.5  # of the change, that may be left where the shared one is taken off
MOST_LEFT = 0.2  # of the logarithm: what differs more is not read as bare in any light
BETTER = 0.8  # of what is left by what has been painted already
# The least changed tenth has so much of the median's change: another lamp's have 0.9; what a smooth
# hand over three quarters of the hollows left in view had 0.1.
TENTH, EVERYWHERE = 0.1, 0.3
SOFT = 0.1  # pitches beyond the rim over which what is painted fades: rims are rounded
NET = 4  # samples along each axis of a cell that are projected; a cubic through them gives the rest


class Relighting:
    """Looks for it on one board.

    Args:
        pose: of the camera.
        spec: the board.
        rim: of its hollows, in pitches.
        bare_bgr: the whole picture of the bare board.
    """

    def __init__(self, pose: Pose, spec: BoardSpec, rim: float, bare_bgr: ImageBGR) -> None:
        self._pose, self._spec, self._bare_bgr = pose, spec, bare_bgr
        self._nodes = spec.nodes()
        offsets = (np.arange(CELL) + 0.5) * (2 * REACH / CELL) - REACH
        away = np.hypot(offsets[:, None], offsets)
        self._offsets = offsets
        self._wood, self._hollow = away > BEYOND[0], away < rim
        self._fade = np.clip((rim + SOFT - away) / SOFT, 0, 1).astype(np.float32)[..., None]
        self._next_s = -np.inf
        self._painted: Floats | None = None

    def relit(
        self, frame: Frame, e: Evidence, bare: np.ndarray, looked: np.ndarray
    ) -> ImageBGR | None:
        """The bare board's picture in the light that there is now; None where no lamp changed it.

        Args:
            frame: the frame.
            e: what its hollows show beside the bare board as it was.
            bare: (n,) bool, hollows that were bare when they were last seen.
            looked: (n,) bool, hollows that were looked at in this frame.
        """
        least, known = float(FEWEST), np.count_nonzero(bare)
        if known >= FEWEST and np.count_nonzero(bare & looked) < max(least, known / 2):
            return None  # whatever they show
        lit = in_another_light(e)
        if known < FEWEST:
            bare, least = lit, MORE_THAN_A_SERIES * self._spec.count
        asked = bare & looked
        # What has another colour now may be a marble, unless all of it is so.
        if 2 * np.count_nonzero(asked & lit) >= np.count_nonzero(asked):
            asked &= lit
        enough = max(least, np.count_nonzero(bare) / 2)
        if np.count_nonzero(asked) < enough or frame.time_s < self._next_s:
            return None
        if changed(e)[asked].mean() < MOST:
            return None
        self._next_s = frame.time_s + EVERY_S
        return self._as_shared(frame.image_bgr, np.flatnonzero(asked), least)

    def _as_shared(self, image_bgr: ImageBGR, hollows: np.ndarray, least: float) -> ImageBGR | None:
        """The bare board with what so many of those hollows share; None where they don't."""
        change = self._cells(image_bgr, hollows) - self._bare[hollows]
        wood = change[:, self._wood].swapaxes(1, 2)
        change -= median(wood)[:, None, None]
        size = self._mean(change)
        if np.quantile(size, TENTH) < EVERYWHERE * np.median(size):
            return None  # some look as they did, so it is something that hides the others
        painted = 0 if self._painted is None else self._painted[hollows]
        shared = self._shared(change, hollows)
        left, unlike = (self._mean(change - light) for light in (shared[hollows], painted))
        # It may be the light of old that is back: then what was painted is what is unlike.
        much = np.maximum(size, unlike)
        like = left < np.maximum(LEFT * much, PLAIN)
        most = min(LEFT * np.median(much), BETTER * np.median(unlike), MOST_LEFT)
        plain = np.median(unlike) > PLAIN and np.median(left) < most
        if not plain or like.sum() < max(least, SHARED * len(like)):
            return None
        relit = self._paint(shared)
        if not is_relit(Place(self._bare_bgr, self._pose), relit, image_bgr, self._spec):
            return None
        self._painted = shared
        return relit

    @cached_property
    def _places(self) -> np.ndarray:
        """(n, CELL, CELL, 2) float32: the cells' samples in the picture."""
        net = REACH * np.cos(np.pi * (np.arange(NET) + 0.5) / NET)  # Chebyshev's, the least aside
        about = np.stack(np.meshgrid(net, net), axis=-1)
        there = self._pose.projection(self._nodes[:, None, None] + about)
        cubic = np.vander(self._offsets, NET) @ np.linalg.inv(np.vander(net, NET))
        cubic, there = cubic.astype(np.float32), there.astype(np.float32)
        rows = np.tensordot(there, cubic, axes=(1, 1))  # n, along the columns, x or y, rows
        return np.ascontiguousarray(np.tensordot(rows, cubic, axes=(1, 1)).transpose(0, 2, 3, 1))

    @cached_property
    def _bare(self) -> Floats:
        return self._cells(self._bare_bgr, np.arange(self._spec.count))

    def _cells(self, image_bgr: ImageBGR, hollows: np.ndarray) -> Floats:
        """(k, CELL, CELL, 3) logs of those hollows' cells."""
        places = self._places[hollows].reshape(-1, CELL, 2)
        seen = remapped(image_bgr, places[..., 0], places[..., 1], cv2.BORDER_CONSTANT)
        logs: Floats = LOG.take(seen).reshape(-1, CELL, CELL, 3)
        return logs

    def _mean(self, change: Floats) -> Floats:
        """(k,) mean size of a change (k, CELL, CELL, 3) within the hollows."""
        sizes: Floats = np.abs(change[:, self._hollow]).mean(axis=(1, 2))
        return sizes

    def _shared(self, change: Floats, hollows: np.ndarray) -> Floats:
        """(n, CELL, CELL, 3) what those hollows share, for all there are.

        Args:
            change: (k, CELL, CELL, 3) theirs.
            hollows: (k,) their numbers.
        """
        off = self._mean(change - median(np.moveaxis(change, 0, -1)))
        # What has come to lie in a hollow that was bare, or hides it, is unlike the others.
        alike = off <= 2 * np.median(off)
        planes = np.column_stack(
            [np.ones(len(self._nodes)), self._nodes - self._nodes.mean(axis=0)]
        )
        told = planes[hollows[alike]]
        # A slope is believed as far as it is told: hollows side by side don't tell it.
        ridge = np.diag([0, 1.0, 1.0]) * len(told) / 4
        weights = np.linalg.solve(told.T @ told + ridge, told.T)
        plane = np.tensordot(weights, change[alike], axes=1)
        shared: Floats = np.tensordot(planes, plane, axes=1).astype(np.float32)
        return shared

    def _paint(self, shared: Floats) -> ImageBGR:
        """The bare picture with that change (n, CELL, CELL, 3) in its hollows."""
        painted = self._bare_bgr.copy()
        for node, places, change in zip(
            self._nodes, self._places, shared * self._fade, strict=True
        ):
            low = np.maximum(np.floor(places.min(axis=(0, 1))).astype(int), 0)
            high = np.maximum(np.ceil(places.max(axis=(0, 1))).astype(int) + 1, low)
            part = painted[low[1] : high[1], low[0] : high[0]]
            if not part.size:
                continue  # moved out of the picture
            y, x = np.mgrid[low[1] : low[1] + part.shape[0], low[0] : low[0] + part.shape[1]]
            board = self._pose.projection.inverse(np.stack([x, y], axis=-1) + 0.0) - node
            cell = ((board + REACH) / (2 * REACH) * CELL - 0.5).astype(np.float32)
            at = cell[..., 0], cell[..., 1]
            here = cv2.remap(change, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            lit = (part + np.float32(FLOOR)) * np.exp(here) - np.float32(FLOOR)
            part[:] = np.clip(np.rint(lit), 0, 255)
        return painted
