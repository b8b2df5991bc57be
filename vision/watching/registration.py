"""Two pictures of the board without the lens's distortion, and how one is laid upon the other.

Where nothing bends straight lines a plane that moved, or a camera that turned, is exactly a
homography away. Edges are evened: faint grain counts as much as strong lines, and no more is
left of a marble or a shadow's border than of either. What has come between, marbles and
hands, is like nothing that was there: it is left out, place by place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera.geometry import Pose
from vision.camera.projection import Projection
from vision.types import BoardSpec, Floats, ImageBGR

BESIDE = 0.6  # pitches of wood about the grid that belong to the board
FINE, COARSE = 0.12, 0.4  # pitches: edges are finer than that; over so much they are evened
LOUDEST = 0.06  # of the logarithm: an edge is no more than that, however bright
FAINTEST = 0.006  # as faint as noise, which is not made loud
ALIKE = 0.15  # pitches over which likeness is told
LIKE = 0.3  # what is less alike has something in between
FEWEST = 0.15  # of the board's area that must be alike
HIDDEN = 0.45  # of the board's area may be
EVERY = 0.5  # pitches between the places through which a rigid motion is laid
NOTHING = 0.01  # as squares of evened edges: what is so even is like nothing
SPARSE = 8  # pixels between those whose places are worked out
POINTS = 8  # of those, the fewest


@dataclass(frozen=True, slots=True, eq=False)
class Flattening:
    """Where the flat picture's pixels are in the camera's.

    Attributes:
        pose: of the camera over the board, as it was.
        spec: the board.
        to_flat: 3 x 3, pixels of a lens without distortion to flat ones.
        size: width, height of the flat picture.
        board: rows and columns that the board fills, as it was.
        pitch_px: flat pixels a pitch.
    """

    pose: Pose
    spec: BoardSpec
    to_flat: Floats
    size: tuple[int, int]
    board: tuple[slice, slice]
    pitch_px: float

    @staticmethod
    def of(pose: Pose, spec: BoardSpec, pitch_px: float, far: float) -> Flattening:
        """The board as it was, and what lies about it.

        Args:
            pose: of the camera over the board.
            spec: the board.
            pitch_px: flat pixels that a pitch shall have.
            far: pitches about the board that are shown.
        """
        low, high = -BESIDE, np.array([spec.columns, spec.rows]) - 1 + BESIDE
        corners = np.array([[low, low], [high[0], low], high, [low, high[1]]])
        straight = pose.projection.homography
        flat = _moved(straight, corners)
        along = _moved(straight, np.array([[0, 0], [spec.columns - 1, 0]], float))
        scale = pitch_px / (np.linalg.norm(along[1] - along[0]) / (spec.columns - 1))
        margin = round(far * pitch_px)
        corner: Floats = np.floor(flat.min(axis=0) * scale) - margin
        end = (np.ceil(flat.max(axis=0) * scale) - corner).astype(int)
        to_flat: Floats = np.array([[scale, 0, -corner[0]], [0, scale, -corner[1]], [0, 0, 1.0]])
        board = slice(margin, int(end[1])), slice(margin, int(end[0]))
        size = (int(end[0]) + margin, int(end[1]) + margin)
        return Flattening(pose, spec, to_flat, size, board, pitch_px)

    @property
    def corner(self) -> Floats:
        """3 x 3, pixels of the board's part to flat ones."""
        rows, columns = self.board
        return np.array([[1, 0, columns.start], [0, 1, rows.start], [0, 0, 1.0]])

    def edges(self, image_bgr: ImageBGR) -> np.ndarray:
        """(H, W) float32 evened edges, 0 beyond the picture."""
        scale = min(float(self.to_flat[0, 0]), 1.0)
        small = cv2.resize(image_bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        at = np.float32(scale) * _map(self._camera_pixels, self.size) + np.float32(scale / 2 - 0.5)
        log = np.log(grey + np.float32(8))
        flat = cv2.remap(
            log, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        limit = np.array([grey.shape[1], grey.shape[0]]) - 1
        shown = np.array(((at >= 0) & (at <= limit)).all(axis=2), np.uint8)
        inside = cv2.erode(shown, np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        fine = flat - cv2.GaussianBlur(flat, (0, 0), FINE * self.pitch_px)
        edges = np.clip(fine, -LOUDEST, LOUDEST) * inside
        usual = cv2.GaussianBlur(edges**2, (0, 0), COARSE * self.pitch_px)
        evened: np.ndarray = edges / np.sqrt(usual + np.float32(FAINTEST**2))
        return evened

    def _camera_pixels(self, flat_px: Floats) -> Floats:
        back = np.linalg.inv(self.to_flat).astype(float, copy=False)
        return self.pose.projection.bent(_moved(back, flat_px))

    def rescaled(self, warp: Floats, other: Flattening) -> Floats:
        """A warp between this view's flat pixels, as one between another's."""
        change = other.to_flat @ np.linalg.inv(self.to_flat)
        return _normal(change @ warp @ np.linalg.inv(change))

    def stepped(self, warp: Floats, step: Floats) -> Floats:
        """The warp to a board that lies (2,) pitches, along files and ranks, farther."""
        flat = self.to_flat @ self.pose.projection.homography
        along = np.array([[1, 0, step[0]], [0, 1, step[1]], [0, 0, 1.0]])
        return _normal(warp @ flat @ along @ np.linalg.inv(flat))

    def apart(self, one: Floats, other: Floats) -> float:
        """How far the hollow that differs most lies from its place after another warp, pitches."""
        last = np.array([self.spec.columns - 1, self.spec.rows - 1], float)
        ends = last * np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
        flat = self.to_flat @ self.pose.projection.homography
        away = _moved(one @ flat, ends) - _moved(other @ flat, ends)
        return float(np.linalg.norm(away, axis=1).max()) / self.pitch_px

    def moved(self, warp: Floats) -> Projection:
        """The board's projection after a warp of flat pixels."""
        view = self.pose.projection
        whole = np.linalg.inv(self.to_flat) @ warp @ self.to_flat @ view.homography
        return replace(view, homography=_normal(whole))

    def rigid(self, warp: Floats, alike: np.ndarray) -> Floats:
        """The motion of a rigid board or camera that is the warp where they are alike.

        A free homography through the half of a board that a hand leaves in view bends the
        other half; a motion has six numbers, not eight. What the lens is not quite is in both
        views, before and after, and so in neither.

        Args:
            warp: 3 x 3, flat pixels before to those after.
            alike: (rows, columns) bool of the board's part.
        """
        steps = (
            np.arange(0, n - 1 + EVERY / 2, EVERY) for n in (self.spec.columns, self.spec.rows)
        )
        board = np.stack(np.meshgrid(*steps), axis=2).reshape(-1, 2)
        view = self.pose.projection.homography
        x, y = (
            np.rint(_moved(np.linalg.inv(self.corner) @ self.to_flat @ view, board)).astype(int).T
        )
        used = board[alike[y, x]]
        if len(used) < POINTS:
            return warp
        after = _normal(np.linalg.inv(self.to_flat) @ warp @ self.to_flat @ view)
        motion = self._model(used, after) @ np.linalg.inv(self._model(used, view))
        return _normal(self.to_flat @ motion @ np.linalg.inv(self.to_flat))

    def _model(self, board: Floats, view: Floats) -> Floats:
        """3 x 3, board to straight pixels, of the camera that sees (n, 2) places about as so."""
        matrix, turn = self.pose.lens.matrix, cv2.Rodrigues(self.pose.rotation)[0]
        flat, shift = np.column_stack([board, np.zeros(len(board))]), self.pose.translation
        known = turn, shift.reshape(3, 1).copy(), True
        _, after, there = cv2.solvePnP(flat, _moved(view, board), matrix, np.zeros(4), *known)
        model: Floats = matrix @ np.column_stack([cv2.Rodrigues(after)[0][:, :2], there])
        return model


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """The board as it was and what is seen now, both flat. Warps are 3 x 3, from one to the other.

    Attributes:
        flattening: of both.
        old: (H, W) evened edges of the bare board.
        new: the same, of what is seen now.
    """

    flattening: Flattening
    old: np.ndarray
    new: np.ndarray

    @staticmethod
    def of(flattening: Flattening, bare_bgr: ImageBGR, now_bgr: ImageBGR) -> Pair:
        """Of the camera's pictures."""
        return Pair(flattening, flattening.edges(bare_bgr), flattening.edges(now_bgr))

    @property
    def board(self) -> np.ndarray:
        """The board's part of what was."""
        return np.ascontiguousarray(self.old[self.flattening.board])

    def alike(self, warp: Floats) -> np.ndarray:
        """How like each place of the board is to where it is now, -1..1."""
        a, inverse = self.board, cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = a.shape[::-1]
        b = cv2.warpPerspective(self.new, warp @ self.flattening.corner, size, flags=inverse)
        sigma = ALIKE * self.flattening.pitch_px
        product, aa, bb = (cv2.GaussianBlur(each, (0, 0), sigma) for each in (a * b, a * a, b * b))
        alike: np.ndarray = product / np.sqrt(aa * bb + np.float32(NOTHING))
        return alike

    def agreement(self, warp: Floats) -> float:
        """Share of the board that agrees, 0..1: most where it lies, whatever has come between."""
        return float(np.maximum(self.alike(warp), 0).mean())

    def likeness(self, warp: Floats) -> float:
        """How like the part of the board is that may be expected in view."""
        alike = np.sort(self.alike(warp), axis=None)
        return float(alike[round(HIDDEN * alike.size) :].mean())

    def turned(self, warp: Floats) -> Floats:
        """The warp made better by a turn, a shift and, where it changes sizes, by those."""
        same = abs(np.linalg.det(warp[:2, :2]) - 1) < 0.02
        return self._registered(warp, cv2.MOTION_EUCLIDEAN if same else cv2.MOTION_AFFINE)

    def exact(self, warp: Floats) -> Floats:
        """The warp made exact, a rigid motion's."""
        warp = self._registered(warp, cv2.MOTION_HOMOGRAPHY)
        return self.flattening.rigid(warp, self.alike(warp) > LIKE)

    def _registered(self, warp: Floats, motion: int) -> Floats:
        """The warp that fits what is alike best; as it was where that is too little.

        Evangelidis and Psarakis, "Parametric image alignment using enhanced correlation
        coefficient maximization" (PAMI 2008).
        """
        corner = self.flattening.corner
        alike = (self.alike(warp) > LIKE).astype(np.uint8)
        if alike.mean() < FEWEST:
            return warp
        there = _normal(warp @ corner)
        mask = cv2.warpPerspective(alike, there, self.flattening.size, flags=cv2.INTER_NEAREST)
        first = there if motion == cv2.MOTION_HOMOGRAPHY else there[:2]
        criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)
        try:
            found = cv2.findTransformECC(
                self.board, self.new, first.astype(np.float32), motion, criteria, mask, 3
            )[1]
        except cv2.error:
            return warp  # it did not converge
        whole = np.vstack([found, [0, 0, 1]]) if len(found) == 2 else found
        return _normal(whole @ np.linalg.inv(corner))


def _moved(homography: Floats, points: Floats) -> Floats:
    q = np.column_stack([points, np.ones(len(points))]) @ homography.T
    moved: Floats = q[:, :2] / q[:, 2:]
    return moved


def _normal(homography: Floats) -> Floats:
    normal: Floats = homography / homography[2, 2]
    return normal


def redrawn(image_bgr: ImageBGR, before: Projection, now: Projection) -> ImageBGR:
    """A picture of the board as it would look where it lies now, through the same lens.

    Args:
        image_bgr: the picture.
        before: of the board in it.
        now: of the board where it lies now.
    """
    at = _map(lambda now_px: before(now.inverse(now_px)), before.image_size)
    seen = cv2.remap(
        image_bgr, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return seen.astype(np.uint8, copy=False)


def _map(places: Callable[[Floats], Floats], size: tuple[int, int]) -> np.ndarray:
    """(height, width, 2) float32 places of all pixels, worked out at some and filled in between."""
    width, height = size
    some = np.stack(
        np.meshgrid(np.arange(0, width + SPARSE, SPARSE), np.arange(0, height + SPARSE, SPARSE)),
        axis=2,
    )
    known = places(some.reshape(-1, 2).astype(float)).reshape(some.shape).astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / SPARSE
    return cv2.remap(known, x, y, cv2.INTER_LINEAR)
