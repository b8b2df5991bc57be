"""The rim of the hollows: the circle across which the light changes all the way round.

A dent's rim is an edge whatever the lamp does: darker inside on the lamp's side,
lighter on the other, with two places between where nothing shows. So the change of
brightness along a circle's radii is summed round it without its sign, and the wood
beyond must be even. Reflections and shading inside a dent have edges too, but the rim
lies beyond those; engraved lines that meet in a hollow run along the radii and count
for nothing. The idea is that of the radial symmetry transform (Loy and Zelinsky, "Fast
radial symmetry for detecting points of interest", PAMI 2003), on the median of cells.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.types import Floats

ANGLES: Final = 64
NEAR: Final = 0.12  # of the pitch: how far from the first guess the rim's middle may lie
COARSE: Final = 0.02  # of the pitch: less than half of a rim's soft edge
FINE: Final = 0.005
RINGS: Final = np.arange(0.06, 0.505, 0.01)
"""Radii over the pitch at which edges are measured; a neighbour's rim begins at 0.66."""

RIMS: Final = np.nonzero((RINGS >= 0.08) & (RINGS < 0.345))[0]
"""Which of them may be a rim: those of the smallest to the largest hollows."""

AROUND: Final = np.nonzero((RINGS > 0.345) & (RINGS < 0.445))[0]
"""Which of them no rim is, but a line that is drawn round one."""

WIDE: Final = np.nonzero((RINGS > 0.215) & (RINGS < 0.445))[0]
"""Which of them lie beyond most parts of a cell that lines make, and about wide hollows."""

NEARLY: Final = 0.9
"""A ring around the clearest, and so nearly as clear, is the rim: what lies within it is the edge
of the shade that a low sun leaves in the hollow, or of a reflection. Around true rims there were
rings of up to 0.87, around shade the rim had 0.93."""

DARKS: Final = 0.86
"""Of the whole's clearness, by the light and by what is unlike the wood, the edge of a dark side
has less: 0.5 to 0.82 on four boards. What had more was the rim, and a ring painted about it."""

FEW: Final = ANGLES // 4
"""Directions in which it need not be seen: hollows are joined by lines."""

SOFT: Final = 0.045  # of the pitch: half the width of a rounded, blurred edge
BLOCK: Final = 40  # places that are looked about at once

BLUR: Final = 0.02  # of the pitch: about a pixel of the pictures

_BEYOND = (RINGS[RIMS] + SOFT < RINGS[:, None]) & (RINGS[:, None] < 0.415)
BEYOND: Final = _BEYOND / _BEYOND.sum(axis=0)
"""(rings, rims) weights that make means over what lies beyond each rim."""

_BEYOND_LINES = RINGS[AROUND] + SOFT < RINGS[:, None]
BEYOND_LINES: Final = _BEYOND_LINES / _BEYOND_LINES.sum(axis=0)
"""(rings, around) likewise beyond each line."""

_ANGLE = 2 * np.pi * np.arange(ANGLES) / ANGLES
# (2, rings * ANGLES): which way is out, all the way round every ring; and the rings themselves.
_OUT = np.tile(np.stack([np.cos(_ANGLE), np.sin(_ANGLE)]), len(RINGS))
_CIRCLES = (np.repeat(RINGS, ANGLES) * _OUT).astype(np.float32)
_OUT = _OUT.astype(np.float32)


class Rims:
    """How much circles about places in a cell look like a hollow's rim.

    Args:
        median: (2 * side, 2 * side) log brightness of the median cell, two pitches
            wide about its middle, reflections taken out.
        side: pixels a pitch.
        visible: of the brightness, log: what differs from the wood by much more is unlike it.
        telling: (2 * side, 2 * side) how much each place tells beside lines, 0..1; None where
            there are none.
    """

    def __init__(
        self, median: Floats, side: int, visible: float, telling: Floats | None = None
    ) -> None:
        self._side = side
        # A deep hollow is dark on one side and lit on the other, and where both meet there is
        # the strongest edge. Both are unlike the wood, and end at the rim.
        unlike = np.abs(median) / (np.abs(median) + visible)
        self._slopes = [*_slopes_of(median, side, telling), *_slopes_of(unlike, side, telling)]
        # Four at once are sampled in little more time than one, and sooner than two.
        self._together = np.dstack(self._slopes)

    def clarity(self, middles: Floats) -> Floats:
        """(n,) how clear the clearest rim is about each of (n, 2) places, x, y over the pitch."""
        clear = []
        for some in _blocks(middles):
            changes = self._changes(some)
            clear.append(np.maximum(_score(changes).max(axis=1), _around(changes).max(axis=1)))
        return np.concatenate(clear)

    def find(self, place: Floats, near: float = NEAR) -> tuple[Floats, float]:
        """Middle and radius over the pitch of the clearest rim near a place of the cell.

        The middle is that of a line drawn round the hollow where there is a clearer one.
        """
        about = _about(place, near, COARSE)
        light, unlike, lines = self._light_unlike_lines(about)
        middle, radius = self._find(about, light, self._by_light)
        whole, wider = self._find(about, np.sqrt(light * unlike), self._both)
        # Where it was the dark's own edge that was found, that lies within the whole, as far as
        # edges are sharp, and is less clear by both.
        within = np.hypot(*(whole - middle)) < wider - radius + SOFT
        dark, hollow = self._both(np.stack([middle, whole])).max(axis=1)
        found = (whole, wider) if within and dark < DARKS * hollow else (middle, radius)
        return self._within_line(about, lines.max(axis=1), *found)

    def _within_line(
        self, about: Floats, lines: Floats, middle: Floats, radius: float
    ) -> tuple[Floats, float]:
        """The rim found, or where the line drawn round it is, if there is a clearer one.

        Args:
            about: (n, 2) places near it.
            lines: (n,) how clear the clearest line about each is.
            middle: of the rim found.
            radius: of the rim found.
        """
        if lines.max() <= self._by_light(middle[None]).max():
            return middle, radius
        about = _about(about[int(lines.argmax())], COARSE, FINE)
        changes = self._changes(about)
        closest = int(_around(changes).max(axis=1).argmax())
        best, steps = about[closest], changes[closest].mean(axis=1) * RINGS
        if steps[RIMS[-1]] > NEARLY * steps[AROUND].max():
            return best, float(RINGS[RIMS[-1]])  # no line, but a rim as wide as any
        # Between both there is even wood.
        rims = RIMS[RINGS[RIMS] < RINGS[AROUND[0]] - SOFT]
        wood = np.minimum.accumulate(steps[AROUND[0] :: -1])[::-1]
        return best, float(RINGS[rims[int((steps[rims] - wood[rims]).argmax())]])

    def all_round(self, middles: Floats) -> float:
        """Of the clearest wide circle about those places, how much nearly all directions show.

        About 1 where a line is drawn round the hollows, though others cross it.
        """
        changes = self._changes(middles)
        mean = (changes.mean(axis=2) * RINGS).max(axis=1)
        nearly = _nearly_all(changes[:, WIDE]) * RINGS[WIDE]
        best = int(nearly.max(axis=1).argmax())
        return float(nearly[best].max() / max(mean[best], 1e-9))

    def shown_round(self, radius: float) -> float:
        """How much of a rim about the cell's middle nearly all directions show, over the mean.

        By the light and by what is unlike the wood. That of a dent lit from one side has .6 by the
        one and 1 by the other; the circle within a box, which that touches on its four sides, has
        next to nothing by both.
        """
        edge = np.abs(RINGS - radius) < SOFT / 2
        shares = []
        for changes in self._changes_of_both(np.zeros((1, 2))):
            # As much as a quarter of all places show is grain.
            change = np.maximum(changes[0, edge] - np.percentile(changes, 25), 0)
            shares.append(_nearly_all(change[None])[0] / np.maximum(change.mean(axis=1), 1e-9))
        # It is one circle: what has corners lies on several.
        return float(np.sqrt(np.prod(shares, axis=0)).max())

    def _find(
        self, middles: Floats, score: Floats, score_of: Callable[[Floats], Floats]
    ) -> tuple[Floats, float]:
        """Of the best score (n, rims) of those middles (n, 2), or of one beside it."""
        best, ring = _outermost(middles, score)
        middles, few = _about(middles[best], COARSE, FINE), slice(max(ring - 2, 0), ring + 3)
        score = score_of(middles)[:, few]
        best, nearest = divmod(int(score.argmax()), score.shape[1])
        return middles[best], float(RINGS[RIMS[few][nearest]])

    def _by_light(self, middles: Floats) -> Floats:
        """(n, rims) of every rim about every place, by the light alone."""
        return np.concatenate([_score(self._changes(some)) for some in _blocks(middles)])

    def _both(self, middles: Floats) -> Floats:
        """(n, rims) of every rim about every place, by the light and by what is unlike the wood."""
        seen = (self._changes_of_both(some) for some in _blocks(middles))
        scores = [np.sqrt(_score(light) * _score(unlike)) for light, unlike in seen]
        return np.concatenate(scores)

    def _light_unlike_lines(self, middles: Floats) -> tuple[Floats, Floats, Floats]:
        """(n, rims) of every rim by the light, by what is unlike the wood; (n, around) of lines."""
        seen = (self._changes_of_both(some) for some in _blocks(middles))
        scores = [(_score(light), _score(unlike), _around(light)) for light, unlike in seen]
        light, unlike, lines = (np.concatenate(each) for each in zip(*scores, strict=True))
        return light, unlike, lines

    def _changes(self, middles: Floats) -> Floats:
        """(n, rings, ANGLES) change of brightness across the circles about each of (n, 2)."""
        x, y = self._circles_about(middles)
        return _across(*(cv2.remap(slope, x, y, cv2.INTER_LINEAR) for slope in self._slopes[:2]))

    def _changes_of_both(self, middles: Floats) -> tuple[Floats, Floats]:
        """As `_changes`, of the light and of what is unlike the wood."""
        x, y = self._circles_about(middles)
        slopes = cv2.split(cv2.remap(self._together, x, y, cv2.INTER_LINEAR))
        return _across(*slopes[:2]), _across(*slopes[2:])

    def _circles_about(self, middles: Floats) -> np.ndarray:
        """(2, n, rings * ANGLES) x and y of all circles about each of (n, 2)."""
        # The middle of an even patch lies half a pixel before pixel `side`.
        at = (middles.T * self._side + self._side - 0.5).astype(np.float32)
        about: np.ndarray = at[:, :, None] + _CIRCLES[:, None] * np.float32(self._side)
        return about


def _blocks(middles: Floats) -> list[Floats]:
    """So few at a time that what is sampled about them stays near the processor."""
    return np.array_split(middles, -(-len(middles) // BLOCK))


def _across(right: np.ndarray, down: np.ndarray) -> Floats:
    """(n, rings, ANGLES) change across circles, of slopes (n, rings * ANGLES) there."""
    right *= _OUT[0]
    down *= _OUT[1]
    right += down
    change: Floats = np.abs(right, out=right).reshape(len(right), len(RINGS), ANGLES)
    return change


def _score(changes: Floats) -> Floats:
    """(n, rims) of every rim, of changes (n, rings, ANGLES) across all circles."""
    change = changes.mean(axis=2)
    beyond = change @ BEYOND
    # Times the radius: the whole way round counts, not how sharp a small piece is.
    score: Floats = np.maximum(change[:, RIMS] - beyond, 0) * RINGS[RIMS]
    return score


def _around(changes: Floats) -> Floats:
    """(n, around) as `_score`, of lines round hollows: nearly all the way, as no box's are."""
    line = _nearly_all(changes[:, AROUND]) - changes.mean(axis=2) @ BEYOND_LINES
    score: Floats = np.maximum(line, 0) * RINGS[AROUND]
    return score


def _outermost(middles: Floats, score: Floats) -> tuple[int, int]:
    """Middle and ring (n, rims) of the best score, or of one about it that is nearly as good."""
    best, ring = divmod(int(score.argmax()), score.shape[1])
    wider = RINGS[RIMS] - RINGS[RIMS[ring]]
    aside = np.linalg.norm(middles - middles[best], axis=1)
    around = (wider > SOFT) & (aside[:, None] < wider + COARSE)
    outer = np.where(around & (score > NEARLY * score[best, ring]), score, 0)
    if outer.any():
        best, ring = divmod(int(outer.argmax()), outer.shape[1])
    return best, ring


def _about(place: Floats, reach: float, step: float) -> Floats:
    """(n, 2) places on a square grid about one."""
    steps = step * np.arange(-round(reach / step), round(reach / step) + 1)
    grid: Floats = np.asarray(place) + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return grid


def _slopes_of(picture: Floats, side: int, telling: Floats | None) -> tuple[np.ndarray, np.ndarray]:
    """Across and down it, smoothed; on lines there are none."""
    soft = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), BLUR * side)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    if telling is None:
        return across, down
    kept = telling.astype(np.float32)
    return across * kept, down * kept


def _nearly_all(changes: Floats) -> Floats:
    """(n, k) of changes (n, k, ANGLES): as much as all directions but `FEW` show."""
    least: Floats = np.partition(changes, FEW, axis=2)[:, :, FEW]
    return least
