"""Find a bumped board again: register the bare board with what is seen now."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.errors import BoardNotFoundError
from vision.projection import Projection, fit_projection
from vision.types import BoardSpec, Floats, ImageBGR

SCALES = (0.25, 0.5)  # of the picture: coarse for the shift and turn, finer for the rest
TURNS_DEG = np.arange(-10.0, 10.1, 1.0)
LOUD = 0.3  # of the logarithm: beyond grain, lines and dents
GOOD_ENOUGH = 0.55  # correlation of edges below which it is another scene
NEAREST = 0.04  # pitches: less is no bump, and harms no reading
CLEARLY = 0.04  # by which the edges must agree better elsewhere
FARTHEST = 1.5  # pitches that a bump may move a hollow; more is a board set up anew


Area = tuple[slice, slice]
"""Rows and columns of a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Relocated:
    """A board found again.

    Attributes:
        projection: of the board where it lies now.
        bare_bgr: the bare board as it would look there.
        likeness: correlation of the edges, 0..1.
        before: the same without any motion.
        farthest: how far the hollow that moved most has moved, in pitches.
    """

    projection: Projection
    bare_bgr: ImageBGR
    likeness: float
    before: float
    farthest: float

    @property
    def moved(self) -> bool:
        """Whether the board is clearly elsewhere, and not just noisy or full of marbles."""
        return self.farthest > NEAREST and self.likeness > self.before + CLEARLY


def relocate(
    bare_bgr: ImageBGR, projection: Projection, now_bgr: ImageBGR, spec: BoardSpec
) -> Relocated:
    """Where the board is now.

    Args:
        bare_bgr: the bare board as calibrated.
        projection: of the board in that picture.
        now_bgr: the same camera now; marbles and hands may be in view.
        spec: the board.

    Raises:
        BoardNotFoundError: when what is seen can't be registered with the bare board.
    """
    area = _board_area(projection, spec)
    warp, likeness, unmoved = np.eye(3), 0.0, 0.0
    for step, scale in enumerate(SCALES):
        old = _cropped(_edges(bare_bgr, scale), area, scale)
        new, wood = _edges(now_bgr, scale), _wood(now_bgr, bare_bgr, area, scale)
        unmoved = _correlation(old.image, _cropped(new, area, scale).image)
        if step == 0:
            warp = _start(old, new, scale)
        warp, likeness = _register(old, new, wood, warp, scale)
    if likeness < GOOD_ENOUGH:
        raise BoardNotFoundError("the board was moved too far; show the bare board again")
    nodes = np.array([(c, r) for r in range(spec.rows) for c in range(spec.columns)], float)
    before = projection(nodes)
    after = cv2.perspectiveTransform(before[None], warp.astype(float))[0]
    pitch = float(np.linalg.norm(before[1] - before[0]))
    farthest = float(np.linalg.norm(after - before, axis=1).max()) / pitch
    if farthest > FARTHEST:
        raise BoardNotFoundError("the board was moved too far; show the bare board again")
    fit = fit_projection(nodes, after, projection.image_size, np.array([projection.distortion]))
    if fit is None:
        raise BoardNotFoundError("the board can't be found again; show the bare board again")
    size = projection.image_size
    bare = cv2.warpPerspective(bare_bgr, warp.astype(float), size, borderMode=cv2.BORDER_REPLICATE)
    return Relocated(fit.projection, bare.astype(np.uint8), likeness, unmoved, farthest)


def _board_area(projection: Projection, spec: BoardSpec) -> Area:
    """Rows and columns of the picture that the grid and a little wood about it fill."""
    last = np.array([spec.columns - 1, spec.rows - 1]) + 0.6
    corners = np.array([[-0.6, -0.6], [last[0], -0.6], last, [-0.6, last[1]]], float)
    places = projection(corners)
    low = np.maximum(np.floor(places.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(places.max(axis=0)), projection.image_size).astype(int)
    return slice(low[1], high[1]), slice(low[0], high[0])


def _small(image: np.ndarray, scale: float) -> np.ndarray:
    small: np.ndarray = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small


def _edges(image_bgr: ImageBGR, scale: float) -> np.ndarray:
    """Edges of the log brightness, clipped so that marbles do not outweigh the wood."""
    grey = cv2.cvtColor(_small(image_bgr, scale), cv2.COLOR_BGR2GRAY).astype(np.float32)
    log = np.log(grey + 8.0)
    fine = np.clip(log - cv2.GaussianBlur(log, (0, 0), 4), -0.05, 0.05)
    soft: np.ndarray = cv2.GaussianBlur(fine, (0, 0), 1.0)
    return soft


def _resize(scale: float) -> Floats:
    """Pixels of the picture to pixels of its reduced copy; centres lie at whole numbers in both."""
    half = (scale - 1) / 2
    return np.array([[scale, 0, half], [0, scale, half], [0, 0, 1.0]])


@dataclass(frozen=True, slots=True, eq=False)
class _Crop:
    """A part of a reduced picture, and its top left corner (x, y) there."""

    image: np.ndarray
    corner: Floats


def _cropped(image: np.ndarray, area: Area, scale: float) -> _Crop:
    top, bottom = round(area[0].start * scale), round(area[0].stop * scale)
    left, right = round(area[1].start * scale), round(area[1].stop * scale)
    part = np.ascontiguousarray(image[top:bottom, left:right])
    return _Crop(part, np.array([left, top], float))


def _wood(now_bgr: ImageBGR, bare_bgr: ImageBGR, area: Area, scale: float) -> np.ndarray:
    """255 where nothing stands out as nothing of the bare board does.

    Marbles, hands and their shadows are no part of the board.
    """
    usual = _cropped(_standing_out(bare_bgr, scale), area, scale).image
    limit = max(LOUD, float(np.percentile(usual, 99.5)))
    loud = (_standing_out(now_bgr, scale) > limit).astype(np.uint8)
    around = cv2.dilate(loud, np.ones((3, 3), np.uint8), iterations=max(round(12 * scale), 1))
    wood: np.ndarray = (1 - around) * 255
    return wood


def _standing_out(image_bgr: ImageBGR, scale: float) -> np.ndarray:
    """How much each pixel of a reduced copy differs from its surroundings, log."""
    grey = cv2.cvtColor(_small(image_bgr, scale), cv2.COLOR_BGR2GRAY).astype(np.float32)
    log = np.log(grey + 8.0)
    away: np.ndarray = np.abs(log - cv2.GaussianBlur(log, (0, 0), 60 * scale))
    return away


def _correlation(one: np.ndarray, other: np.ndarray) -> float:
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-12))


def _start(old: _Crop, new: np.ndarray, scale: float) -> Floats:
    """Turn and shift, old to new pixels at full size, that match the board's edges best.

    Every turn is tried: a shift alone is blind to a board that was twisted.
    """
    template, corner = old.image, old.corner
    middle = np.array(template.shape[::-1]) / 2
    best: tuple[float, Floats] = (-1.0, np.eye(3))
    for turn_deg in TURNS_DEG:
        turn = np.vstack([cv2.getRotationMatrix2D(tuple(middle), turn_deg, 1.0), [0, 0, 1]])
        turned = cv2.warpAffine(template, turn[:2], template.shape[::-1])
        score = cv2.matchTemplate(new, turned, cv2.TM_CCOEFF_NORMED)
        _, value, _, at = cv2.minMaxLoc(score)
        if value > best[0]:
            move = np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1.0]])
            back = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1.0]])
            best = (float(value), move @ turn @ back)
    resize = _resize(scale)
    start: Floats = np.linalg.inv(resize) @ best[1] @ resize
    return start


def _register(
    old: _Crop, new: np.ndarray, wood: np.ndarray, warp: Floats, scale: float
) -> tuple[Floats, float]:
    """Old pixels to new pixels at full size, and the correlation reached (0 when it fails)."""
    motion = cv2.MOTION_EUCLIDEAN if scale == SCALES[0] else cv2.MOTION_HOMOGRAPHY
    template, corner = old.image, old.corner
    resize = _resize(scale)
    offset = np.array([[1, 0, corner[0]], [0, 1, corner[1]], [0, 0, 1.0]])
    start = resize @ warp @ np.linalg.inv(resize) @ offset
    start = start / start[2, 2]
    first = start[:2] if motion == cv2.MOTION_EUCLIDEAN else start
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-5)
    try:
        likeness, found = cv2.findTransformECC(
            template, new, first.astype(np.float32), motion, criteria, wood, 5
        )
    except cv2.error:
        return warp, 0.0
    whole = np.eye(3)
    whole[: found.shape[0]] = found
    back = np.linalg.inv(resize) @ whole @ np.linalg.inv(offset) @ resize
    return back / back[2, 2], float(likeness)
