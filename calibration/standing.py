"""Marbles that stand on a board taken for bare.

All hollows of a bare board look alike in their light. Where a marble stands, two things
differ from the other hollows at once: the middle, where it hides the dent, and a circle
as large as a marble at the place where the camera would show one, in most directions.
A glint in a dent does the first alone, the border of a shadow the second, and only so far.
Both are measured in units of what is usual on this board in this light, so that a dark,
noisy or shiny one is not called taken. Where the hollows are as wide as the marbles no such
circle lies on wood. But there, too, a marble hides the dent and has a tint of its own. And
what a marble changes is round: a bar of light or shadow changes the cell one way alone. Where
marbles of two series lie everywhere, nothing is usual; but no bare hollows have two colours.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.cells import SIDE, TINT, Cells, border, is_wood
from calibration.model import Calibration
from vision.camera.columns import dots
from vision.camera.geometry import discs
from vision.camera.sampling import ANGLES, RADII, polar_map, sample, within
from vision.dents.dent import one_way
from vision.joining.lying import BANDS, in_most_directions
from vision.measuring.sizes import LIKELY_RADII
from vision.types import Floats, ImageBGR

Band = tuple[float, float, float, float]
Circles = list[tuple[Floats, np.ndarray, np.ndarray, Band]]
"""What is seen about the circles of either size, see `_steps`."""

WOOD = 1.25  # rims from a hollow's middle: from here on a bare board shows wood
MARGIN = 0.5  # of the pitch: farther beyond the border hollows there may be no wood
FEWEST = 8  # directions in which it can show at all; else a hollow is not judged
MIDDLE = 0.17  # of the pitch: what any marble hides, wherever it shows
# What is usual is never less than what JPEG and noise make of perfectly even wood, nor
# more than the noise of a dim lamp: where half of a board is taken, that is no longer usual.
USUAL_BORDER, USUAL_MIDDLE = (0.012, 0.06), (0.02, 0.2)
# How many times the usual both must be, in the geometric mean: one hollow alone, or
# each of several, since what is no marble seldom happens twice.
ALONE, AMONG_OTHERS = 6.5, 5.0
BORDER = 0.06  # of the logarithm: a border that can be seen at all
# Of the change from within a marble's circle to without so much is seen across three steps of the
# radius at once. A soft shadow, which slopes all the way, has a third by its nature, on one board
# half; drawn ones had .46. Of 1,475 marbles six had less.
SECTORS, STEP, AT_ONCE = 6, 0.02, 0.52
ONE_WAY = 0.55  # of what a cell changes: more is a bar's, of marbles 0.36 is the median
# So near (log) to a hundredth of the board's wood are all bare hollows' middles but a few in
# glare, and one marble in twenty-five; so much darker or lighter is what a hard shadow does.
# Every seventh pixel tells the wood's colours.
WOODEN, SOME, EVERY, SHADOW = 0.15, 0.01, 7, 0.5
# So much (log) brighter is wood that mirrors a lamp; so like (log) the other hollows', in every
# colour, is the middle of a bare one there: on a glossy board they were to 0.07.
MIRRORED, SAME = 0.3, 0.1
# Less of what most show of a dent is hidden; so many times the usual is a tint of its own, if
# several hollows show both.
DENTED, TINTED, SEVERAL = 0.5, 3.0, 2
NEXT_TO = 1.5  # pitches, along or across: the eight hollows about one
# Middles so like (a correlation) the typical dent are bare, and what lies about them is in the
# wood: a knot. Of 2,401 marbles on 80 boards 37 were so like it, and nine of those are told by
# nothing else; 95 in a hundred had less than 0.6.
SEEN = 0.8
# But where a marble's circle would lie on wood half of what it alone would need must be seen: the
# sun's light hides dents, too (1.7 to 2.4 in two hollows of one board).
SOME_CIRCLE = AMONG_OTHERS / 2
# Hollows of so large a share whose tints are so far (log) from the others' are not bare: on 62 bare
# boards that of a quarter of the hollows was 0.21 away at most.
TWO_COLOURS, MANY = 0.5, 0.25


def standing(calibration: Calibration, image_bgr: ImageBGR) -> np.ndarray:
    """(n,) bool: hollows on which a marble certainly stands, told without a bare picture.

    That others are bare is not said: a faint marble among strong ones may be left out.

    Args:
        calibration: where the hollows are; its picture and colours are not looked at.
        image_bgr: a picture of the board there, no hand over it.
    """
    cells = Cells.of(calibration, image_bgr)
    circles = _about_circles(calibration, image_bgr)
    rings, middle = _strongest(circles, cells.light_squares()), _middle(cells)
    usual = np.clip(np.median(rings), *USUAL_BORDER) * np.clip(np.median(middle), *USUAL_MIDDLE)
    unusual = np.where(rings > BORDER, np.sqrt(rings * middle / usual), 0.0)
    changed = (cells.pictures - cells.typical).mean(axis=3)
    strange = np.array([one_way(each, SIDE / 2) < ONE_WAY for each in changed])
    strange &= ~_in_another_light(cells) & ~_in_a_mirror_image(cells)
    strong = strange & (unusual > AMONG_OTHERS)
    ringed = strong & _edged(circles) if strong.any() else strong
    ringed = ringed if ringed.sum() > 1 else ringed & (unusual > ALONE)
    hidden = strange & _hidden(cells)
    if WOOD * calibration.rim < BANDS[0][1]:
        hidden &= unusual > SOME_CIRCLE
    ringed = ringed | hidden if hidden.sum() >= SEVERAL else ringed
    taken: np.ndarray = (ringed & ~_dent_is_seen(cells)) | _of_another_colour(cells)
    return taken


def _hidden(cells: Cells) -> np.ndarray:
    """(n,) bool: what shows no dent but another tint, with wood about it.

    A tint that it has in common with the hollows beside it is that of the light: of what stands
    on the table and is mirrored in them.
    """
    tint = _tint(cells.middle - cells.light)
    least = max(TINTED * float(np.median(np.linalg.norm(tint, axis=1))), TINT)
    lost = cells.dented() < DENTED
    hidden: np.ndarray = lost & (np.linalg.norm(tint, axis=1) > least)
    tint -= _of_neighbours(tint, cells.nodes, ~hidden)
    hidden &= np.linalg.norm(tint, axis=1) > least
    hidden &= is_wood(cells.light, cells.nodes, ~hidden)[0]
    return hidden


def _dent_is_seen(cells: Cells) -> np.ndarray:
    """(n,) bool: the middle has the light and dark of the typical dent, however dark it is."""
    middle = _shown_middle()
    seen, dent = (each[:, middle].mean(axis=2) for each in (cells.pictures, cells.typical))
    seen, dent = (each - each.mean(axis=1, keepdims=True) for each in (seen, dent))
    alike = dots(seen, dent) > SEEN * np.sqrt(dots(seen, seen) * dots(dent, dent))
    return np.asarray(alike, bool)


def _of_another_colour(cells: Cells) -> np.ndarray:
    """(n,) bool: of another colour than most, if many are; of those squares may be painted."""
    seen = cells.middle, cells.middle - cells.light
    other: np.ndarray = np.all([_away_in_tint(each) > TWO_COLOURS for each in seen], axis=0)
    return other if other.mean() > MANY else np.zeros(len(other), bool)


def _away_in_tint(seen: Floats) -> Floats:
    """(n,) how far from the typical one the tint of colours (n, 3), log, is."""
    away: Floats = np.linalg.norm(_tint(seen), axis=1)
    return away


def _tint(seen: Floats) -> Floats:
    """(n, 3) the tints of colours (n, 3), log, without the typical one."""
    tint = seen - seen.mean(axis=1, keepdims=True)
    own: Floats = tint - np.median(tint, axis=0)
    return own


def _of_neighbours(tint: Floats, nodes: Floats, bare: np.ndarray) -> Floats:
    """(n, 3) the typical tint of the bare hollows next to each; 0 where there is none."""
    away = np.abs(nodes[:, None] - nodes).max(axis=2)
    next_to = (away > 0) & (away < NEXT_TO) & bare
    beside = [tint[each] if each.any() else np.zeros((1, 3)) for each in next_to]
    typical: Floats = np.array([np.median(each, axis=0) for each in beside])
    return typical


def _in_another_light(cells: Cells) -> np.ndarray:
    """(n,) bool: what lies in the cell's middle is wood as it looks elsewhere on this board.

    As bare hollows are where the shadows of a window's bars cross.
    """
    corners = cells.pictures[:, border()] + cells.light[:, None]
    wood = corners.reshape(-1, 3)[::EVERY]
    away = np.linalg.norm(cells.middle[:, None] - wood, axis=2)
    other = np.abs((cells.middle - np.median(cells.light, axis=0)).mean(axis=1)) > SHADOW
    bare: np.ndarray = other & (np.quantile(away, SOME, axis=1) < WOODEN)
    return bare


def _in_a_mirror_image(cells: Cells) -> np.ndarray:
    """(n,) bool: the wood about the hollow mirrors a lamp, and its middle is as most hollows' are.

    A hollow's sides are turned away from what the level wood about it mirrors.
    """
    brighter = (cells.light - np.median(cells.light, axis=0)).mean(axis=1) > MIRRORED
    away = np.abs(cells.middle - np.median(cells.middle, axis=0)).max(axis=1)
    bare: np.ndarray = brighter & (away < SAME)
    return bare


def borders(calibration: Calibration, image_bgr: ImageBGR) -> Floats:
    """(n,) how strongly a circle of a marble's size shows about each hollow, log units.

    Args:
        calibration: where the hollows are; its picture and colours are not looked at.
        image_bgr: a picture of the board there.
    """
    light_squares = Cells.of(calibration, image_bgr).light_squares()
    return _strongest(_about_circles(calibration, image_bgr), light_squares)


def _strongest(circles: Circles, light_squares: np.ndarray) -> Floats:
    """(n,) as `borders`, of the size whose circle is the stronger one."""
    stronger: Floats = np.max([_steps(*about, light_squares) for about in circles], axis=0)
    return stronger


def _edged(circles: Circles) -> np.ndarray:
    """(n,) bool: such a circle is an outline, where the light changes at once.

    In a soft shadow it changes all the way, which about the one size may seem steep.
    """
    shares = np.array([_at_once(seen, wood & beside, band) for seen, wood, beside, band in circles])
    sizes = np.maximum(np.count_nonzero(shares, axis=0), 1)
    edged: np.ndarray = shares.sum(axis=0) / sizes > AT_ONCE
    return edged


def _about_circles(calibration: Calibration, image_bgr: ImageBGR) -> Circles:
    """What is seen about the circles of either size, see `_steps`."""
    smooth = cv2.GaussianBlur(image_bgr, (0, 0), 0.8).astype(np.uint8, copy=False)
    about = []
    for radius, band in zip(LIKELY_RADII, BANDS, strict=True):
        outlines = discs(calibration.pose, calibration.spec, radius, calibration.rim)
        places = polar_map(outlines, radius)
        seen = np.moveaxis(sample(smooth, places), 0, -1)
        about.append((seen, *_on_wood(calibration, places), band))
    return about


def _on_wood(calibration: Calibration, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, ANGLES, RADII) bool each: sample places that show wood where the hollow is bare.

    And those that show the board at all, not what lies beyond its edge.
    """
    nodes = calibration.nodes
    board = calibration.projection.inverse(places.astype(float))
    board = board.reshape(len(nodes), ANGLES, len(RADII), 2)
    wood = np.linalg.norm(board - nodes[:, None, None], axis=3) > WOOD * calibration.rim
    within_edges = (board > nodes.min(axis=0) - MARGIN) & (board < nodes.max(axis=0) + MARGIN)
    return wood, within_edges.all(axis=3)


def _steps(
    seen: Floats, wood: np.ndarray, beside: np.ndarray, band: Band, light_squares: np.ndarray
) -> Floats:
    """(n,) step of the light from inside to outside a circle, beyond the step usual there.

    Args:
        seen: (n, ANGLES, RADII, 3) log samples.
        wood: which of them show wood on a bare board.
        beside: which of them show the board.
        band: inner radii from, to; outer radii from, to.
        light_squares: (n,) bool, see `Cells.light_squares`: what lies beside theirs is dark.
    """
    inner, outer = within(band[0], band[1]), within(band[2], band[3])
    step = _mean(seen[:, :, inner], wood[:, :, inner]) - _mean(
        seen[:, :, outer], beside[:, :, outer]
    )
    for square in (light_squares, ~light_squares):
        step[square] -= _usual(step[square])
    seen_in = (each[~np.isnan(each[:, 0])] for each in step)
    return np.array(
        [float(in_most_directions(each.T)) if len(each) >= FEWEST else 0.0 for each in seen_in]
    )


def _usual(step: Floats) -> Floats:
    """(ANGLES, 3) the steps (n, ANGLES, 3) that most show there; 0 where none is known."""
    usual = np.zeros(step.shape[1:])
    for k in range(ANGLES):
        known = ~np.isnan(step[:, k, 0])
        if known.any():
            usual[k] = np.median(step[known, k], axis=0)
    return usual


def _at_once(seen: Floats, wood: np.ndarray, band: Band) -> Floats:
    """(n,) share of the change across a circle's band that one narrow ring of it shows.

    That of most sectors, each where it has the most: about one that lies a little aside of where
    it is looked for the outline is nearer on one side. 0 where no wood is seen.

    Args:
        seen: (n, ANGLES, RADII, 3) log samples.
        wood: which of them show wood on a bare board.
        band: inner radii from, to; outer radii from, to.
    """
    sectors = len(seen), SECTORS, ANGLES // SECTORS
    light = _mean(seen.reshape(*sectors, *seen.shape[2:]), wood.reshape(*sectors, -1))
    known, inner, outer = ~np.isnan(light[..., 0]), within(*band[:2]), within(*band[2:])
    shown = np.where(known[..., None], light, 0.0)
    step = _mean(shown[:, :, outer], known[:, :, outer]) - _mean(
        shown[:, :, inner], known[:, :, inner]
    )
    size = np.maximum(np.linalg.norm(step, axis=2), 1e-9)[..., None]
    along = (light * step[:, :, None]).sum(axis=3) / size
    pairs = (along[..., 1:] + along[..., :-1]) / 2
    changes = (pairs[..., 3:] - pairs[..., :-3]) / size
    between = within(band[0] + STEP, band[3] - STEP, RADII[2:-2])
    most = np.where(np.isnan(changes), 0.0, changes)[..., between].max(axis=2)
    told = ((each[each > 0]) for each in most)
    return np.array([float(np.median(each)) if len(each) else 0.0 for each in told])


def _mean(seen: Floats, which: np.ndarray) -> Floats:
    """(n, k, ..., 3) mean along the third axis of some of the samples; nan where there are none."""
    weight = which.astype(float)[..., None]
    count = weight.sum(axis=2)
    mean: Floats = (seen * weight).sum(axis=2) / np.where(count > 0, count, np.nan)
    return mean


def _middle(cells: Cells) -> Floats:
    """(n,) how unlike the typical hollow each one's middle is, an even shadow allowed, log."""
    hollow = cells.pictures[:, _shown_middle()]
    away = hollow - np.median(hollow, axis=0)
    even = np.median(away, axis=1)
    tint = even - even.mean(axis=1, keepdims=True)
    unlike: Floats = np.abs(away - even[:, None]).mean(axis=(1, 2)) + np.abs(tint).mean(axis=1)
    return unlike


def _shown_middle() -> np.ndarray:
    """(SIDE, SIDE) bool: what any marble hides of a cell, wherever it shows."""
    x, y = (np.mgrid[0:SIDE, 0:SIDE][::-1] + 0.5) / SIDE - 0.5
    middle: np.ndarray = np.hypot(x, y) < MIDDLE
    return middle
