"""Learn the two series from the full trays: what has come, outside the grid, since it was bare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.tray_ends import RowEnds
from calibration.tray_hollows import lie_apart
from calibration.tray_looks import TrayLooks
from calibration.tray_queen import QUEEN_OVER_ATTACK, QueensPlaces
from calibration.tray_rows import MISSED, Fit, tray_of
from vision.camera.geometry import Discs, Pose, sphere_outlines
from vision.camera.sampling import log_image
from vision.colours.series import SeriesModel
from vision.finding.keypoints import normalised_tensor, ring_response
from vision.trays.contents import Tray
from vision.trays.groove import IN_A_ROW
from vision.types import BoardSpec, Floats, ImageBGR

REACH = 4.5  # pitches beyond the grid in which trays are looked for
NOISES = 4.0  # times the typical difference, which is noise: hardly any pixel by chance
# How many levels of brightness have a noise of their own; and how many times as much as a quarter
# of noisy pixels half of them differ by, in the one of three channels that differs most.
LEVELS, QUARTER = 8, 1.41
# Deviation over which noise is evened out: of the pitch, a fifteenth of a marble, and in pixels.
SMOOTH, SMOOTH_PX = 0.035, 1.5
CHANGE = 0.12  # of the logarithm: a marble against wood, beyond noise and soft shadows
# Pitches: smaller ones roll about, beside a Queen larger ones find no room.
ATTACK_RADII = (0.22, 1 / (1 + QUEEN_OVER_ATTACK))
SIZES = (0.225, 0.24, 0.255, 0.27, 0.285, 0.3)  # of these each is within a few per cent of one
LARGER = (0.32, 0.34, 0.36, 0.385, 0.41)  # likewise; asked only where those make out no row
NOISY = 0.94  # of a marble's width: nearer than that is no neighbour
AGREE = 0.12  # of a marble's width: the trays' measures may differ by so much
# Share of changed pixels about a marble: neighbours and wood between count less. Only where
# that finds no rows: clear glass, or a pale marble on pale wood, changes in places alone.
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
        clear: pitches beyond the border hollows in which nothing of what has come shows: at least
            0.6, inf where next to nothing has.
        wood: (2, 3) by how much lighter than the board's either tray's wood is, B, G, R, log.
    """

    series: SeriesModel
    radii: tuple[float, float]
    centres_px: Floats
    trays: tuple[Tray, Tray] | None
    clear: float
    wood: Floats


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
    changed = _changed(bare_bgr, start_bgr, pose)
    where = _board_places(pose, spec, changed.shape)
    sides = _sides(where, changed, spec)
    if sides is None:
        return None
    tensor = normalised_tensor(start_bgr)
    found = [_Found(side, tensor, pose, where) for side in sides]
    size = _size(found, radii[0])
    seen = [each(size) for each in found]
    if min(len(each.centres_px) for each in seen) < FEWEST:
        return None
    if not any(each.fit and lie_apart(bare_bgr, pose.projection, each.fit.tray) for each in seen):
        radii = _radii(seen, pose, where, radii)
    one, other = (
        TrayLooks.of(
            bare_bgr,
            start_bgr,
            pose,
            spec,
            _outlines(pose, where, each.centres_px, radii[0]),
            radii[0],
        )
        for each in seen
    )
    colours = np.array([np.median(each.rgb, axis=0) for each in (one, other)])
    series = SeriesModel.learn(one.looks, other.looks, colours)
    ends = RowEnds(start_bgr, pose.projection)
    queens = QueensPlaces(bare_bgr, start_bgr, tensor, pose.projection)
    width = 2 * size * _nearer(pose, size)
    first, second = (
        _in_view(each.fit and _whole_rows(each.fit, side, where, ends, queens, width), pose)
        for each, side in zip(seen, sides, strict=True)
    )
    both = None if first is None or second is None else (first, second)
    centres_px = np.concatenate([each.centres_px for each in seen])
    clear = min(_clear(side, pose, where, spec, radii[0]) for side in sides)
    return Trays(series, radii, centres_px, both, clear, np.stack([one.wood, other.wood]))


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What was seen on one side, looked for as marbles of one size.

    Attributes:
        centres_px: (n, 2) of what is round.
        fit: the rows that it lies in; None when they were not made out.
    """

    centres_px: Floats
    fit: Fit | None


class _Found:
    """What is seen on one side when marbles of any size are looked for.

    Glass and cat-eyes are full of round things of other sizes; only marbles touch in rows.

    Args:
        side: mask of what has come.
        tensor: of the picture, normalised.
        pose: of the camera.
        where: board coordinates of every pixel.
    """

    def __init__(
        self, side: np.ndarray, tensor: Sequence[np.ndarray], pose: Pose, where: Floats
    ) -> None:
        ys, xs = np.nonzero(side)
        self._pose, self._corner = pose, np.array([xs.min(), ys.min()])
        self._seen: dict[float, _Seen] = {}
        area = slice(ys.min(), ys.max() + 1), slice(xs.min(), xs.max() + 1)
        self._side, self._where = side[area], where[area]
        self._tensor = [channel[area] for channel in tensor]

    def _look(self, radius: float) -> _Seen:
        size_px = _size_px(self._side, self._pose, self._where, radius)
        rings = ring_response(self._tensor, size_px)
        tried = []
        for filled in FILLED:
            tried.append(self._rows(_marbles(self._side, rings, size_px, filled), radius))
            if tried[-1].fit:
                return tried[-1]
        return next((each for each in tried if len(each.centres_px) >= FEWEST), tried[-1])

    def _rows(self, centres: Floats, radius: float) -> _Seen:
        places = self._where[centres[:, 1].astype(int), centres[:, 0].astype(int)]
        places = places[~np.isnan(places).any(axis=1)]
        fit = tray_of(places, 2 * radius * _nearer(self._pose, radius))
        return _Seen(centres + self._corner, fit)

    def misfit(self, radius: float) -> float:
        """How badly marbles of that size account for what is seen."""
        fit = self(radius).fit
        return fit.misfit if fit else MISSED

    def __call__(self, radius: float) -> _Seen:
        """What is seen when marbles of that size are looked for."""
        if radius not in self._seen:
            self._seen[radius] = self._look(radius)
        return self._seen[radius]


def _size(found: list[_Found], likely: float) -> float:
    """Radius of the marbles that account best for what is seen; of many the likeliest."""

    def badly(size: float) -> tuple[float, float]:
        return sum(each.misfit(size) for each in found), abs(size - likely)

    size = min(SIZES, key=badly)
    # Most marbles are no larger, and looking takes time.
    return size if any(each(size).fit for each in found) else min((size, *LARGER), key=badly)


def _whole_rows(
    fit: Fit,
    side: np.ndarray,
    where: Floats,
    ends: RowEnds,
    queens: QueensPlaces,
    width: float,
) -> Fit:
    """The same tray, its rows slid to where marbles lie, with its Queen.

    Args:
        fit: the rows.
        side: mask of what has come.
        where: board coordinates of every pixel.
        ends: finds where rows begin.
        queens: finds her.
        width: of a marble, as seen on the board's plane.
    """
    tray = fit.tray
    starts = [ends(side, start, step) for start, step in zip(tray.starts, tray.steps, strict=True)]
    tray = replace(tray, starts=np.array(starts))
    return replace(fit, tray=replace(tray, queen=queens(side, where, tray, width)))


def _in_view(fit: Fit | None, pose: Pose) -> Tray | None:
    """The tray, if its rows are whole, or a marble more would be seen at either of their ends."""
    if fit is None:
        return None
    tray = fit.tray
    ends = np.concatenate([tray.starts - tray.steps, tray.starts + IN_A_ROW * tray.steps])
    places = pose.projection(ends)
    inside = (places >= 0) & (places <= np.array(pose.projection.image_size) - 1)
    return tray if fit.whole or inside.all() else None


def _nearer(pose: Pose, radius: float) -> float:
    """How much larger the plane of the marbles' middles is seen than the board's."""
    return 1 / (1 - radius / float(pose.camera[2]))


def _changed(bare_bgr: ImageBGR, start_bgr: ImageBGR, pose: Pose) -> np.ndarray:
    """Pixels that differ by more than light and noise do; a marble is many pixels wide."""
    pitch_px = float(np.linalg.norm(np.diff(pose.projection(np.eye(2)), axis=0))) / 2**0.5
    sigma = max(SMOOTH_PX, SMOOTH * pitch_px)
    bare = log_image(bare_bgr)
    difference = cv2.GaussianBlur(log_image(start_bgr) - bare, (0, 0), sigma)
    difference = difference - np.median(difference.reshape(-1, 3), axis=0)
    away = np.abs(difference).max(axis=2)
    least = max(CHANGE, NOISES * float(np.median(away)))
    changed: np.ndarray = away > np.maximum(least, NOISES * _noise(away, bare.mean(axis=2)))
    return changed


def _noise(away: np.ndarray, level: np.ndarray) -> np.ndarray:
    """(H, W) the typical difference of pixels as bright as each, of differences (H, W).

    A sensor's noise is many times as large a share of the dark, a black cloth's or a shadow's.
    Of the quarter that differ least: most of what is as dark as that may have come.
    """
    bounds = np.quantile(level[::4, ::4], np.linspace(0, 1, LEVELS + 1)[1:-1])
    which = np.searchsorted(bounds, level[::2, ::2]).ravel()
    some = away[::2, ::2].ravel()
    quarters = [some[which == k] for k in range(LEVELS)]
    typical = [QUARTER * float(np.quantile(q, 0.25)) if len(q) else 0.0 for q in quarters]
    noise: np.ndarray = np.array(typical, np.float32)[np.searchsorted(bounds, level)]
    return noise


def _board_places(pose: Pose, spec: BoardSpec, shape: tuple[int, ...]) -> Floats:
    """Board coordinates (H, W, 2) of every pixel, nan outside the reach of the trays."""
    height, width = shape[:2]
    last = np.array([spec.columns - 1, spec.rows - 1])
    places: Floats = np.empty((height, width, 2), np.float32)
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


def _clear(side: np.ndarray, pose: Pose, where: Floats, spec: BoardSpec, radius: float) -> float:
    """Pitches from the border hollows to where as much as half a marble has come on that side."""
    last = np.array([spec.columns - 1, spec.rows - 1])
    places = where[side]
    beyond = np.maximum(-places, places - last).max(axis=1)
    half = int(np.pi / 2 * _size_px(side, pose, where, radius) ** 2)
    return float(np.partition(beyond, half)[half]) if half < len(beyond) else np.inf


def _marbles(mask: np.ndarray, rings: np.ndarray, size_px: float, filled: float) -> Floats:
    """(n, 2) centres of round things of about that radius that have come.

    Args:
        mask: what has changed on this side.
        rings: how round the picture is about each pixel.
        size_px: radius of an attack marble there.
        filled: share of changed pixels about each.
    """
    within = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.5 * size_px)
    apart = int(1.3 * size_px) | 1
    peak = rings >= cv2.dilate(rings, np.ones((apart, apart)))
    ys, xs = np.nonzero(peak & (within > filled))
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
    places = places / _nearer(pose, radius)
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    return float(np.nanmedian(np.nanmin(apart, axis=1)))


def _radii(
    seen: list[_Seen], pose: Pose, where: Floats, likely: tuple[float, float]
) -> tuple[float, float]:
    """Measured radii where the marbles can be such and both trays agree, else the likely ones."""
    nearest = [_spacing(each.centres_px, pose, where, likely[0]) for each in seen]
    widths = [
        _between(float(np.linalg.norm(each.fit.tray.steps, axis=1).mean()), near, pose, likely[0])
        for each, near in zip(seen, nearest, strict=True)
        if each.fit
    ]
    if not widths:  # what is nearest to what is no marble's width where no row was made out
        return likely
    attack = float(np.mean(widths)) / 2
    agree = max(widths) - min(widths) < AGREE * float(np.mean(widths))
    if not agree or not ATTACK_RADII[0] < attack < ATTACK_RADII[1]:
        return likely
    return attack, QUEEN_OVER_ATTACK * attack


def _between(step: float, nearest: float, pose: Pose, radius: float) -> float:
    """How wide a marble is: a row's step or, as grooves leave room, a little less.

    The nearest of what was seen is as far or, for noise, a little less; not much less.
    """
    # They are seen at their own height, nearer to the camera than the wood.
    step = step / _nearer(pose, radius)
    return (step + nearest) / 2 if nearest > NOISY * step else step


def _outlines(pose: Pose, where: Floats, centres_px: Floats, radius: float) -> Discs:
    """Outlines at the found centres, sized as marbles are there."""
    places = where[centres_px[:, 1].astype(int), centres_px[:, 0].astype(int)]
    places = np.where(np.isnan(places), 0.0, places)
    sized = sphere_outlines(pose, np.column_stack([places, np.full(len(places), radius)]), radius)
    return Discs(centres_px, sized.radii_px)
