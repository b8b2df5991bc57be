"""Look at the image only where a marble could show: polar patches about every predicted disc.

Angles in rows and radii in columns make a marble's outline, a circle in the image, a
straight column; a hand's edge is none. Radii are in pitches, so that a patch looks
the same on every board and lens. Samples are kept channel first: sums over the
channels are then sums of whole arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera.geometry import Discs, Pose
from vision.types import BoardSpec, Floats, ImageBGR

ANGLES = 36
RADII = np.arange(0.01, 0.61, 0.02)
# Added before the logarithm: sensor noise and black level; keeps a black marble finite.
FLOOR = 6.0
CORE = 0.22  # pitches: inside the smallest marble (0.24) whatever its size
BEYOND = (0.43, 0.58)  # pitches: outside the largest marble (0.41), before the neighbour's begins
BESIDE = 1.1  # pitches beyond the grid that belong to the view
# Pixels a pitch: a finer picture is halved once more; and where marbles are measured, of which a
# blurred circle seems smaller than it is, and of few at a time.
FINE, FINEST = 64, 128
SHORT = 256  # numbers that are sorted sooner than parted


def polar_map(discs: Discs, radius: float, radii: Floats = RADII) -> np.ndarray:
    """Sample places (n, ANGLES, len(radii), 2) float32 x, y.

    Args:
        discs: predicted outlines of marbles of that radius.
        radius: of those marbles, in pitches.
        radii: where to look about the middle, in pitches.
    """
    scale = discs.radii_px / radius
    angle = np.arange(ANGLES) * 2 * np.pi / ANGLES
    ray = np.stack([np.cos(angle)[:, None] * radii, np.sin(angle)[:, None] * radii], axis=-1)
    places: np.ndarray = (
        discs.centres_px[:, None, None] + scale[:, None, None, None] * ray
    ).astype(np.float32)
    return places


def log_image(image_bgr: ImageBGR) -> np.ndarray:
    """H x W x 3 float32: the logarithm, so that a change of light is an offset."""
    log: np.ndarray = np.log(cv2.GaussianBlur(image_bgr, (0, 0), 0.8).astype(np.float32) + FLOOR)
    return log


MOST_IN_A_ROW = 32_000  # of OpenCV's 32,766
LOG = np.log(np.arange(256, dtype=np.float32) + FLOOR)  # by grey level


class View:
    """The board's part of the picture, halved: as fine as marbles need, and without noise.

    Halving twice by two is the fastest smoothing there is.

    Args:
        pose: of the camera.
        spec: the board; None for the whole picture.
        finest: to measure in, not halved but where it is finer than that needs.
    """

    def __init__(self, pose: Pose, spec: BoardSpec | None, finest: bool = False) -> None:
        width, height = pose.projection.image_size
        self._low, high = np.zeros(2, int), np.array([width, height])
        pitch_px = float(np.linalg.norm(np.diff(pose.projection(np.eye(2)), axis=0))) / 2**0.5
        if spec is not None:
            last = np.array([spec.columns - 1, spec.rows - 1])
            t = np.linspace(0, 1, 9)
            edge = np.concatenate(
                [
                    np.column_stack(pair)
                    for pair in ((t, 0 * t), (t, 0 * t + 1), (0 * t, t), (0 * t + 1, t))
                ]
            )
            places = pose.projection(edge * (last + 2 * BESIDE) - BESIDE)
            self._low = np.clip(np.floor(places.min(axis=0)).astype(int), 0, high - 8)
            high = np.clip(np.ceil(places.max(axis=0)).astype(int), self._low + 8, high)
        fine, least = (FINEST, 0) if finest else (FINE, 1)
        self._halvings = max(least, int(np.ceil(np.log2(max(pitch_px, 1) / fine))))
        step = 2**self._halvings
        self._step = step
        high = self._low + np.maximum((high - self._low) // step, 1) * step
        self._area = slice(self._low[1], high[1]), slice(self._low[0], high[0])

    def __call__(self, image_bgr: ImageBGR) -> ImageBGR:
        """The view of a picture, in pixels of its own."""
        view: np.ndarray = image_bgr[self._area]
        for _ in range(self._halvings):
            size = (view.shape[1] // 2, view.shape[0] // 2)
            view = cv2.resize(view, size, interpolation=cv2.INTER_AREA)
        return view

    def part(self, image_bgr: ImageBGR) -> ImageBGR:
        """The same part of the picture, every so many pixels one, as they are."""
        return image_bgr[self._area][:: self._step, :: self._step]

    def pitch_px(self, pose: Pose, spec: BoardSpec) -> float:
        """The pitch at the board's middle, in the view's own pixels."""
        middle = np.array([spec.columns, spec.rows]) // 2 - np.array([[1, 0], [0, 0]])
        ends = self.places(pose.projection(middle.astype(float)))
        return float(np.linalg.norm(ends[1] - ends[0]))

    def pixels(self, places: Floats) -> Floats:
        """The way back from `places`."""
        pixels: Floats = (places + 0.5) * self._step - 0.5 + self._low
        return pixels

    def places(self, places_px: Floats) -> Floats:
        """Pixels (..., 2) of the picture to pixels of the view, both counted from centres."""
        seen: Floats = (places_px - self._low + 0.5) / self._step - 0.5
        return seen


def sample(view_bgr: ImageBGR, places: np.ndarray) -> Floats:
    """Log values at places (n, ANGLES, k, 2) of a view: (3, n, ANGLES, k)."""
    flat = places.reshape(-1, *places.shape[2:]).astype(np.float32)
    return logs_of(planes_of(remapped(view_bgr, *fixed_map(flat)))).reshape(3, *places.shape[:3])


def within(low: float, high: float, radii: Floats = RADII) -> np.ndarray:
    """Which radii lie strictly between the two."""
    return (low < radii) & (high > radii)


def remapped(
    view_bgr: ImageBGR, one: np.ndarray, other: np.ndarray, border: int = cv2.BORDER_REPLICATE
) -> np.ndarray:
    """(rows, columns, 3) uint8 at places as `cv2.remap` takes them, as many as there are.

    Args:
        view_bgr: a picture.
        one: (rows, columns[, 2]) its first map: both whole numbers (`cv2.convertMaps`), or x.
        other: (rows, columns) its second: the fractions, or y.
        border: what is seen beyond the picture, one of OpenCV's border types.
    """
    # OpenCV takes no more in a row, nor more rows: boards of many hollows have them.
    if (longest := max(other.shape)) > MOST_IN_A_ROW:
        axis = other.shape.index(longest)
        parts = -(-longest // MOST_IN_A_ROW)
        maps = (np.array_split(each, parts, axis) for each in (one, other))
        seen = [remapped(view_bgr, a, b, border) for a, b in zip(*maps, strict=True)]
        return np.concatenate(seen, axis)
    return cv2.remap(view_bgr, one, other, cv2.INTER_LINEAR, borderMode=border)


def mean_over(columns: np.ndarray) -> np.ndarray:
    """(k,) float32 weights that make a mean of those columns (k,) bool."""
    weights: np.ndarray = columns.astype(np.float32) / max(int(columns.sum()), 1)
    return weights


def fixed_map(places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Places (rows, columns, 2) float32 as `cv2.remap` takes them fastest: fixed-point."""
    x, y = (np.ascontiguousarray(places[..., axis]) for axis in (0, 1))
    whole, fraction = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return whole, fraction


def median(values: np.ndarray) -> np.ndarray:
    """The (upper) median along the last axis; several times as fast as NumPy's own."""
    middle = values.shape[-1] // 2
    ordered = values.copy()
    # Processors sort many numbers at once, and part them one by one.
    if values.shape[-1] < SHORT:
        ordered.sort(axis=-1)
    else:
        ordered.partition(middle, axis=-1)
    found: np.ndarray = ordered[..., middle]
    return found


def percentile(values: np.ndarray, share: float) -> float:
    """As `np.percentile` of a few values (n,) in line, and ten times as fast."""
    rank = share / 100 * (len(values) - 1)
    low = int(rank)
    ordered = values.copy()
    ordered.sort()
    below, above = ordered[low], ordered[min(low + 1, len(ordered) - 1)]
    return float(below + (rank - low) * (above - below))


def share_of(which: np.ndarray) -> float:
    """Share that is True of (n,) bool; ten times as fast as their mean."""
    return float(np.count_nonzero(which) / len(which))


def planes_of(image_bgr: np.ndarray) -> np.ndarray:
    """(3, H, W) uint8, channel first, of a picture (H, W, 3)."""
    planes = np.empty((3, *image_bgr.shape[:2]), np.uint8)
    cv2.split(image_bgr, list(planes))
    return planes


def logs_of(planes: np.ndarray) -> Floats:
    """Float32 logarithms of grey levels (a, b, ...) uint8, one after the other in memory."""
    logs: Floats = np.empty(planes.shape, np.float32)
    rows = planes.shape[0] * planes.shape[1]
    cv2.LUT(planes.reshape(rows, -1), LOG, logs.reshape(rows, -1))
    return logs


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """Log samples of some hollows, channel first, then radius by radius.

    Attributes:
        small: (3, k, n, ANGLES) about the small outlines, at `Sampler.small_radii`.
        large: (3, m, n, ANGLES) about the large ones, at `Sampler.large_radii`.
    """

    small: Floats
    large: Floats


class Sampler:
    """Samples the hollows of one board, all of them or those asked for.

    What tells a bare hollow comes first: the disc that any marble hides, and the wood
    beyond all of them. The rest is looked at where something lies.

    Args:
        view: of the board.
        small: predicted outlines of attack marbles.
        large: of Queens.
        radii: of both, in pitches.
    """

    def __init__(self, view: View, small: Discs, large: Discs, radii: tuple[float, float]) -> None:
        # Only what evidence is taken from: the disc and its border of the small
        # marbles, border and wood beyond of the large ones; whole pairs of radii.
        last = 2 * int(np.ceil((radii[0] + 0.1) / 0.04))
        first = 2 * int((min(radii[0], radii[1] - 0.12)) / 0.04)
        core, beyond = (np.flatnonzero(within(*ends)) for ends in ((0, CORE), BEYOND))
        self.core, self.wood = 2 * (len(core) // 2), 2 * ((int(beyond[0]) + 1) // 2)
        self.small_radii, self.large_radii = RADII[:last], RADII[first : int(beyond[-1]) + 1]
        self.wood -= first
        around_small = view.places(polar_map(small, radii[0], self.small_radii))
        around_large = view.places(polar_map(large, radii[1], self.large_radii))
        parts = [around_small[:, :, : self.core], around_large[:, :, self.wood :]]
        self.count = len(small.radii_px)
        self._first = Places(np.concatenate(parts, axis=2))
        parts = [around_small[:, :, self.core :], around_large[:, :, : self.wood]]
        self._rest = Places(np.concatenate(parts, axis=2))

    def first(self, view_bgr: ImageBGR, hollows: np.ndarray) -> np.ndarray:
        """(3, k, n, ANGLES) uint8: of those hollows, by number and in order, in a view.

        The first `core` rows are the first of `small_radii`, the others `large_radii`
        from `wood` on.
        """
        return self._first.levels(view_bgr, hollows)

    def rest(self, view_bgr: ImageBGR, hollows: np.ndarray, first: np.ndarray) -> Patches:
        """All samples of those hollows, of which the first are known."""
        rest = self._rest.levels(view_bgr, hollows)
        parts = [first[:, : self.core], rest, first[:, self.core :]]
        logs = logs_of(np.concatenate(parts, axis=1))
        edge = len(self.small_radii)
        return Patches(logs[:, :edge], logs[:, edge:])


class Places:
    """Places of a view to sample at, hollow by hollow.

    Args:
        places: (n, ANGLES, k, 2) x, y.
    """

    def __init__(self, places: np.ndarray) -> None:
        n, angles, k = places.shape[:3]
        rows = places.transpose(2, 0, 1, 3).astype(np.float32)
        whole, fraction = fixed_map(rows.reshape(k, -1, 2))
        self._whole = whole.reshape(k, n, angles, 2)
        self._fraction = fraction.reshape(k, n, angles)

    def levels(self, view_bgr: ImageBGR, hollows: np.ndarray) -> np.ndarray:
        """(3, k, n, ANGLES) uint8 of those hollows of a view."""
        whole, fraction = self._whole, self._fraction
        if len(hollows) < whole.shape[1]:
            whole, fraction = whole.take(hollows, 1), fraction.take(hollows, 1)
        k, n = len(whole), len(hollows)
        seen = remapped(view_bgr, whole.reshape(k, -1, 2), fraction.reshape(k, -1))
        return planes_of(seen).reshape(3, k, n, ANGLES)
