"""Points where a hollow, or an engraved crossing, may be: candidates only, nothing is decided here.

A hollow is a small round dent. Light falls into it from anywhere, so it may be
brighter or darker than the wood, usually both; what stays is its rim, a circle
whose edge points towards or away from the centre on every side. So we don't look
at brightness but at the structure tensor (Förstner and Gülch 1987) of the log
image and ask, on a ring round each pixel, how much of the edge energy is radial.
Engraved lines, often stronger than the hollows, are tangential there and give
candidates of their own: their crossings form a lattice too, half a step away or
on the hollows themselves; `vision.finding.window` tells which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays.filtered import Filtered
from vision.types import Floats, ImageBGR

# A rim is 0.14-0.22 of the pitch and seven pitches and a bit fill 40-100 % of
# the image height: from 4 px (of 720) up. A step of 1.2 keeps every rim within
# 10 % of a ring that was tried.
RING_RADII_PX = (4.0, 5.0, 6.0, 7.2, 8.6, 10.4, 12.5, 15.0, 18.0, 21.5)
CROSSING_RADII_PX = (5.0, 8.0, 12.0)
# A spot within a rim is half as wide, and less.
SPOT_SIGMAS_PX, SURROUND = (2.4, 3.0, 4.0, 5.6, 8.0), 1.6
FULL_PX = 7.0  # larger rings are looked for at half size
# Where a cloth's pattern takes all the places, a board's share is what it has in squares of so
# many pixels: three or four hollows across where they are near each other.
TILE_PX, EACH = 160, 20
MOST = 400  # the strongest of a kind and size
AROUND_PX = 101  # side of what counts as around: a pitch and more
SECTORS = 4  # axes through the centre that must each show a rim


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Points of one kind and size, strongest first.

    Attributes:
        points_px: (n, 2) x, y in the image searched.
        strength: (n,) falling.
        radius_px: ring radius they were found with.
        kind: "rim", "crossing", "light" or "dark".
    """

    points_px: Floats
    strength: Floats
    radius_px: float
    kind: str


class Found(NamedTuple):
    """Points of one kind and size, chosen in two ways.

    Attributes:
        strongest: of all the picture.
        spread: the strongest of each part of it.
    """

    strongest: Candidates
    spread: Candidates


class Response(NamedTuple):
    """How much the places of a picture look like what is looked for.

    Attributes:
        kind: "rim", "crossing", "light" or "dark".
        radius_px: of the ring, pixels of the picture.
        scale: pixels of the picture a pixel of it.
        strength: (H, W) / scale, float32.
    """

    kind: str
    radius_px: float
    scale: int
    strength: np.ndarray


def responses(full: Sequence[np.ndarray]) -> Iterator[Response]:
    """One a kind and radius, of all places.

    Args:
        full: `normalised_tensor` of a picture about 1280 wide (see `scene.working_copy`).
    """
    half = [cv2.resize(t, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for t in full]
    # Large rings lose nothing at half size and cost a quarter.
    small = Filtered(full, _reach(FULL_PX))
    large = Filtered(half, _reach(max(*RING_RADII_PX, *CROSSING_RADII_PX) / 2))
    kinds = (("rim", RING_RADII_PX, _radial), ("crossing", CROSSING_RADII_PX, _tangential))
    for kind, radii, responding in kinds:
        for radius in radii:
            tensor, scale = (small, 1) if radius < FULL_PX else (large, 2)
            yield Response(kind, radius, scale, responding(tensor, radius / scale))


def spot_responses(log: np.ndarray, smoothed_px: float) -> Iterator[Response]:
    """Light and dark spots, one a sign and size: what is seen of hollows where noise is strong.

    Noise makes edges everywhere, and edge energy adds it up; the mean light of a hollow's lit or
    shaded side averages it out. Over what differs about as much all around (Lowe 2004,
    "Distinctive image features from scale-invariant keypoints", the differences of Gaussians).

    Args:
        log: (H, W) float32, of a picture about 1280 wide, smoothed.
        smoothed_px: deviation by which it is.
    """
    for sigma in SPOT_SIGMAS_PX:
        within, beyond = (
            cv2.GaussianBlur(log, (0, 0), float(np.sqrt(wide**2 - smoothed_px**2)))
            for wide in (sigma, SURROUND * sigma)
        )
        lighter = within - beyond
        # Beside strong edges the running sum leaves less than nothing where all is burnt out.
        around = np.maximum(cv2.blur(lighter**2, (AROUND_PX, AROUND_PX)), 0)
        lighter /= np.sqrt(around) + np.float32(1e-6)
        for kind, sign in (("light", 1), ("dark", -1)):
            yield Response(kind, 2 * sigma, 1, sign * lighter)


def candidates(response: Response, most: int = MOST, covered: np.ndarray | None = None) -> Found:
    """Candidate points of a kind and radius, chosen in both ways.

    Args:
        response: of all places.
        most: points kept in a set of the strongest.
        covered: (H, W) bool, of the picture, where none is wanted.
    """
    strength, scale = response.strength, response.scale
    if covered is not None:
        height, width = strength.shape
        strength = np.where(covered[::scale, ::scale][:height, :width], 0, strength)
    return _peaks(strength, response.radius_px, scale, response.kind, most)


def normalised_tensor(image_bgr: ImageBGR) -> list[np.ndarray]:
    """Structure tensor (xx, xy, yy) of the log image, compressed by the energy around it.

    Logarithms make a shadow an offset; the compression lets a faint rim on dark
    wood count as much as a sharp one beside the lamp's reflection.
    """
    tensor = structure_tensor(image_bgr)
    energy = tensor[0] + tensor[2]
    around = cv2.blur(energy, (AROUND_PX, AROUND_PX))
    floor = 0.5 * float(np.median(energy)) + 1e-7
    return [t / (energy + around + floor) for t in tensor]


def structure_tensor(image_bgr: ImageBGR) -> list[np.ndarray]:
    """(H, W) float32 xx, xy, yy of the log image, its colours' together."""
    tensor = [np.zeros(image_bgr.shape[:2], np.float32) for _ in range(3)]
    # One colour after the other: a third of the memory, which a small computer has not.
    for plane in cv2.split(image_bgr):
        log = np.log(cv2.GaussianBlur(plane.astype(np.float32), (0, 0), 1.0) + np.float32(8.0))
        gx = cv2.Scharr(log, cv2.CV_32F, 1, 0) / 32
        gy = cv2.Scharr(log, cv2.CV_32F, 0, 1) / 32
        tensor[0] += gx * gx
        tensor[1] += gx * gy
        tensor[2] += gy * gy
    return tensor


def _reach(radius: float) -> int:
    """Pixels from a ring's middle to where its weights end."""
    return int(np.ceil(1.5 * radius))


def _ring(radius: float) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Ring weights (sum 1), cosines and sines of the direction from the centre, its angle."""
    n = _reach(radius)
    y, x = np.mgrid[-n : n + 1, -n : n + 1].astype(np.float32)
    distance = np.hypot(x, y) + 1e-6
    weight = np.exp(-0.5 * ((distance - radius) / (0.22 * radius)) ** 2)
    return weight / weight.sum(), x / distance, y / distance, np.arctan2(y, x)


def _across(w: np.ndarray, c: np.ndarray, s: np.ndarray) -> tuple[np.ndarray, ...]:
    """Of xx, xy and yy of a tensor, what is energy across a ring with those weights."""
    return w * c * c, 2 * w * c * s, w * s * s


def ring_response(tensor: Sequence[np.ndarray], radius: float) -> np.ndarray:
    """Geometric mean over the axes of the radial energy: a rim has it on all of them.

    Args:
        tensor: xx, xy, yy of the normalised structure tensor, H x W float32 each.
        radius: of the ring, pixels.
    """
    return _radial(Filtered(tensor, _reach(radius)), radius)


def _radial(tensor: Filtered, radius: float) -> np.ndarray:
    """As `ring_response`."""
    weight, c, s, angle = _ring(radius)
    floor = 0.02  # of a compressed energy that lies in 0..1: noise, not evidence
    product = np.ones(1, np.float32)
    for k in range(SECTORS):
        sector = weight * np.clip(np.cos(2 * (angle - k * np.pi / SECTORS)), 0, None)
        energy = tensor.sum_of(_across(sector / sector.sum(), c, s))
        product = product * (np.maximum(energy, 0) + np.float32(floor))
    response: np.ndarray = product ** np.float32(1 / SECTORS) - np.float32(floor)
    return response


def _tangential(tensor: Filtered, radius: float) -> np.ndarray:
    """Energy along the ring less the energy across it: lines that run through the centre."""
    weight, c, s, _ = _ring(radius)
    all_of_it = weight, 0, weight
    across = _across(weight, c, s)
    return tensor.sum_of([every - 2 * part for every, part in zip(all_of_it, across, strict=True)])


def _peaks(response: np.ndarray, radius_px: float, scale: float, kind: str, most: int) -> Found:
    """Local maxima no nearer to each other than three quarters of a ring's diameter."""
    side = int(1.5 * radius_px / scale) | 1
    highest = cv2.dilate(response, np.ones((side, side), np.uint8))
    ys, xs = np.nonzero((response >= highest) & (response > 0))
    values = response[ys, xs]
    order = np.argsort(-values)
    tiles = np.stack([ys, xs])[:, order] // round(TILE_PX / scale)
    spread = order[_first_of_each(tiles[0] * response.shape[1] + tiles[1], EACH)]

    def chosen(which: np.ndarray) -> Candidates:
        points = np.column_stack([xs[which], ys[which]]) * scale + (scale - 1) / 2
        strength = values[which].astype(np.float64)
        return Candidates(points.astype(np.float64), strength, radius_px, kind)

    return Found(chosen(order[:most]), chosen(spread))


def _first_of_each(group: np.ndarray, count: int) -> np.ndarray:
    """(n,) bool: which are among the first so many of their groups (n,)."""
    together = np.argsort(group, kind="stable")
    _, starts, sizes = np.unique(group[together], return_index=True, return_counts=True)
    rank = np.empty(len(group), int)
    rank[together] = np.arange(len(group)) - np.repeat(starts, sizes)
    first: np.ndarray = rank < count
    return first
