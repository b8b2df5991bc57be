"""Learn the two series from the full trays: what has come, outside the grid, since it was bare."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.tray_rows import tray_of
from vision.geometry import Discs, Pose, sphere_outlines
from vision.keypoints import normalised_tensor, ring_response
from vision.looks import lamp_of, look_of, rgb_of
from vision.sampling import View, log_image, polar_map, sample
from vision.series import SeriesModel
from vision.trays import Tray
from vision.types import BoardSpec, Floats, ImageBGR

REACH = 4.5  # pitches beyond the grid in which trays are looked for
NOISES = 4.0  # times the typical difference, which is noise: hardly any pixel by chance
CHANGE = 0.12  # of the logarithm: a marble against wood, beyond noise and soft shadows
ATTACK_RADII = (0.22, 0.31)  # pitches: smaller ones roll about, larger ones touch on the board
QUEEN_OVER_ATTACK = 1.4  # 18-25 mm beside 13-17 mm
MOST_QUEEN = 0.42  # pitches: neighbours must find room beside her
# Share of changed pixels about a marble: neighbours and wood between count less. Only
# where that finds no series: a pale one on pale wood changes at its edges alone.
FILLED = (0.7, 0.4)
FEWEST = 6  # marbles of a series from which a look can be learned


@dataclass(frozen=True, slots=True, eq=False)
class Trays:
    """What was learned.

    Attributes:
        series: both looks.
        radii: attack marble and Queen, in pitches, as measured (the likely ones kept
            where nothing could be measured).
        centres_px: (n, 2) marbles found.
        trays: where the marbles of both lay; None unless both could be made out.
    """

    series: SeriesModel
    radii: tuple[float, float]
    centres_px: Floats
    trays: tuple[Tray, Tray] | None


def learn_from_trays(
    bare_bgr: ImageBGR,
    start_bgr: ImageBGR,
    pose: Pose,
    spec: BoardSpec,
    radii: tuple[float, float],
) -> Trays | None:
    """Looks of both series, or None when there are no two trays full of marbles in view.

    Args:
        bare_bgr: the bare board, its trays empty.
        start_bgr: the same camera, the marbles in their trays.
        pose: of that camera.
        spec: the board.
        radii: likely radii of the marbles, in pitches.
    """
    changed = _changed(bare_bgr, start_bgr)
    where = _board_places(pose, spec, changed.shape)
    sides = _sides(where, changed, spec)
    if sides is None:
        return None
    looks, colours, all_centres, spacings, trays = [], [], [], [], []
    tensor = normalised_tensor(start_bgr)
    for side in sides:
        size_px = _size_px(side, pose, where, radii[0])
        centres = _marbles(side, ring_response(tensor, size_px), size_px)
        if len(centres) < FEWEST:
            return None
        outlines = _outlines(pose, where, centres, radii[0])
        look, rgb = _measure(bare_bgr, start_bgr, pose, outlines, radii[0])
        looks.append(look)
        colours.append(np.median(rgb, axis=0))
        spacings.append(_spacing(centres, pose, where, radii[0]))
        all_centres.append(centres)
        trays.append(tray_of(pose.projection.inverse(centres)))
    series = SeriesModel.learn(looks[0], looks[1], np.array(colours))
    first, second = trays
    both = None if first is None or second is None else (first, second)
    return Trays(series, _radii(spacings, radii), np.concatenate(all_centres), both)


def _changed(bare_bgr: ImageBGR, start_bgr: ImageBGR) -> np.ndarray:
    """Pixels that differ by more than light and noise do; a marble is many pixels wide."""
    difference = cv2.GaussianBlur(log_image(start_bgr) - log_image(bare_bgr), (0, 0), 1.5)
    difference = difference - np.median(difference.reshape(-1, 3), axis=0)
    away = np.abs(difference).max(axis=2)
    changed: np.ndarray = away > max(CHANGE, NOISES * float(np.median(away)))
    return changed


def _board_places(pose: Pose, spec: BoardSpec, shape: tuple[int, ...]) -> Floats:
    """Board coordinates (H, W, 2) of every pixel, nan outside the reach of the trays."""
    height, width = shape[:2]
    last = np.array([spec.columns - 1, spec.rows - 1])
    places: Floats = np.empty((height, width, 2))
    # Row by row: all pixels at once would take a hundred megabytes for a moment.
    row = np.column_stack([np.arange(width), np.zeros(width)]).astype(float)
    for y in range(height):
        row[:, 1] = y
        places[y] = pose.projection.inverse(row)
    far = ((places < -REACH) | (places > last + REACH)).any(axis=2)
    places[far] = np.nan
    return places


def _sides(where: Floats, changed: np.ndarray, spec: BoardSpec) -> list[np.ndarray] | None:
    """Masks of the changes on the two opposite sides of the grid on which most has changed."""
    u, v = where[..., 0], where[..., 1]
    along_v = (v > -1) & (v < spec.rows)
    along_u = (u > -1) & (u < spec.columns)
    pairs = [
        [changed & (u < -0.6) & along_v, changed & (u > spec.columns - 0.4) & along_v],
        [changed & (v < -0.6) & along_u, changed & (v > spec.rows - 0.4) & along_u],
    ]
    best = max(pairs, key=lambda pair: min(int(side.sum()) for side in pair))
    return best if min(int(side.sum()) for side in best) > FEWEST else None


def _marbles(mask: np.ndarray, rings: np.ndarray, size_px: float) -> Floats:
    """(n, 2) centres of round things of about that radius that have come.

    Args:
        mask: what has changed on this side.
        rings: how round the picture is about each pixel.
        size_px: radius of an attack marble there.
    """
    within = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.5 * size_px)
    apart = int(1.3 * size_px) | 1
    peak = rings >= cv2.dilate(rings, np.ones((apart, apart)))
    ys, xs = np.nonzero(peak & (within > FILLED[0]))
    if len(xs) < FEWEST:
        ys, xs = np.nonzero(peak & (within > FILLED[1]))
    strength = rings[ys, xs]
    if len(strength) == 0:
        return np.zeros((0, 2))
    strong = strength > 0.5 * np.percentile(strength, 75)
    centres: Floats = np.column_stack([xs, ys])[strong].astype(float)
    return centres


def _size_px(side: np.ndarray, pose: Pose, where: Floats, radius: float) -> float:
    """Radius in pixels of a marble in the middle of that side."""
    middle = np.nanmedian(where[side], axis=0)
    return float(sphere_outlines(pose, np.array([[*middle, radius]]), radius).radii_px[0])


def _spacing(centres_px: Floats, pose: Pose, where: Floats, radius: float) -> float:
    """Distance of neighbours in a tray, in pitches: marbles lined up touch each other."""
    places = where[centres_px[:, 1].astype(int), centres_px[:, 0].astype(int)]
    # They are seen at their own height, nearer to the camera than the wood.
    places = places * (1 - radius / pose.camera[2])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(np.nanmedian(np.nanmin(apart, axis=1)))


def _radii(spacings: list[float], likely: tuple[float, float]) -> tuple[float, float]:
    """Measured radii if both trays agree and the marbles can be such, else the likely ones."""
    attack = float(np.mean(spacings)) / 2
    agree = abs(spacings[0] - spacings[1]) < 0.06 * sum(spacings)
    if not agree or not ATTACK_RADII[0] < attack < ATTACK_RADII[1]:
        return likely
    return attack, min(QUEEN_OVER_ATTACK * attack, MOST_QUEEN)


def _outlines(pose: Pose, where: Floats, centres_px: Floats, radius: float) -> Discs:
    """Outlines at the found centres, sized as marbles are there."""
    places = where[centres_px[:, 1].astype(int), centres_px[:, 0].astype(int)]
    places = np.where(np.isnan(places), 0.0, places)
    sized = sphere_outlines(pose, np.column_stack([places, np.full(len(places), radius)]), radius)
    return Discs(centres_px, sized.radii_px)


def _measure(
    bare_bgr: ImageBGR, start_bgr: ImageBGR, pose: Pose, outlines: Discs, radius: float
) -> tuple[Floats, Floats]:
    """Looks (n, LOOK) and colours (n, 3) sRGB of marbles at known outlines."""
    view = View(pose, None)
    places = view.places(polar_map(outlines, radius))
    start = sample(view(start_bgr), places)
    # Neighbours fill the trays, so the lamp is taken from the bare picture alone.
    return look_of(start, lamp_of(sample(view(bare_bgr), places))), rgb_of(start)
