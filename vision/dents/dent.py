"""Where in its cell the hollow is: fit a lit dent to the median of all cells.

A shallow round dent under any lamp is brighter on one side and darker on the other:
inside its rim the light changes about linearly, with a little curvature, and outside
it the wood is flat. The median over all hollows removes grain, reflections and
marbles. So for every centre and rim radius we ask which share of what is seen there
such a dent explains. Crossings of engraved lines, however dark, are explained badly; and
where lines are plainly seen what lies beside them is asked alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dents.explained import RIM_RADII, best_shares
from vision.dents.median import VISIBLE, common, median_of, visible
from vision.dents.rim import Rims
from vision.dents.ruled import beside_lines
from vision.types import Floats

# Where lines are taken off, so small a difference may be theirs, however fine the grain.
LEFT = VISIBLE / 8
# A matt dent with sides of 45 degrees is at most 1.5 times as bright as the wood round
# it unless the light is lower than 40 degrees; what is brighter is a mirror image.
GLOSS = 0.4
FEW = 3  # places in one cell
CLEAR = 0.5  # of the clearest rim's clearness: places worth looking at once more
SAME = 0.05  # of the pitch: two guesses that led to the same rim
BESIDE = 0.25  # of a rim's radius: how far beside its middle its dent may seem to lie
# What a dent explains where there is no doubt of one: on 104 boards what lay beside a clearer ring
# explained 0.48 at most, but for one between broad lines, 0.78. And what of it is next to nothing.
PLAINLY, HARDLY = 0.6, 0.5
ROUND = 0.4  # of the pitch: a hollow and the wood around it, without its box
# Share of a cell that changes one way alone: less than a half on all boards that were tried,
# next to all on a striped cloth, whose stripes repeat in every cell as hollows do.
STRIPED, TURNS = 0.75, 24
# Of the pitch: where a hollow's middle may lie beside the one that was found.
MIDDLES = 0.02 * np.array([(x, y) for y in range(-2, 3) for x in range(-2, 3)])
_AROUND = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Dent:
    """A place in the cell that looks like a dent.

    Attributes:
        offset: x, y over the pitch from the middle of the cell.
        rim: radius over the pitch.
        explained: share of the structure around it that a dent explains, 0..1.
        clear: how clear the rim is, 0 and up; to be compared in one picture.
    """

    offset: Floats
    rim: float
    explained: float
    clear: float


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What all cells show, without the lines on the board.

    Attributes:
        light: (2 * side, 2 * side) log brightness.
        noise: of that, log.
        telling: likewise, how much each place tells beside lines, 0..1; None where there are none.
    """

    light: Floats
    noise: float
    telling: Floats | None

    @property
    def visible(self) -> float:
        """What tells from the wood, log."""
        return visible(self.noise)

    def rims(self, side: int) -> Rims:
        return Rims(self.light, side, self.visible, self.telling)


def find_dents(cells: np.ndarray, side: int, reach: float = 0.5, most: int = 4) -> list[Dent]:
    """Places in the cell that look like a dent, best first.

    Args:
        cells: (n, 2 * side, 2 * side) log brightness of n cells, each two pitches
            wide about its middle.
        side: pixels a pitch.
        reach: how far from the middle to look, over the pitch.
        most: places returned at most.
    """
    seen = _seen(cells, side)
    matt = replace(seen, light=_without_reflections(seen.light))
    found = _dents(matt, side, reach)
    if (seen.light >= GLOSS).any():
        # It may be no mirror image, but a low sun's lit side or a ring of paint. If it is one,
        # its edge is clearer than any rim, so rims are compared without it.
        rims = matt.rims(side)
        for dent in _dents(seen, side, reach, CLEAR):
            clear = float(rims.clarity(dent.offset[None])[0])
            found.append(replace(dent, clear=clear))
    return _apart(found)[:most]


def _dents(seen: _Seen, side: int, reach: float, clearness: float = 0.0) -> list[Dent]:
    """As `find_dents`, a few in the median cell.

    Args:
        seen: of all cells.
        side: pixels a pitch.
        reach: how far from the middle to look, over the pitch.
        clearness: share of the clearest rim's, which all that are looked at have.
    """
    # As it is, and with every visible difference counting about the same: a faint dent
    # between dark engraved lines shows in the second, a strong soft one in the first.
    plain, soft, telling = seen.light, seen.visible, seen.telling
    noise = seen.noise if telling is None else max(seen.noise, LEFT)
    pictures = ((plain, noise), (plain / (np.abs(plain) + soft), noise / soft))
    rims = seen.rims(side)
    steps = np.arange(-round(reach * side), round(reach * side) + 1, 2)
    centres = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    clear = rims.clarity(_places(centres, side))
    asked = clear >= clearness * clear.max()
    centres, clear = centres[asked], clear[asked]
    shares = best_shares(pictures, centres, side, telling)
    # Lines that cross can make a clear ring without a dent in it, so that counts for less.
    rank = shares * np.sqrt(clear / (clear.max() + 1e-9))
    dents: list[Dent] = []
    places = _separate(centres, rank, side)
    best = int(shares.argmax())
    if shares[best] > PLAINLY and _apart_from(centres[best], places, side):
        # The rings that lines make all about may be clearer than that of a plain dent.
        places.append(centres[best])
    for centre in places:
        close = centre + _AROUND
        about = best_shares(pictures, close, side, telling)
        # What a dent explains tells that there is one; its rim tells where.
        share, place = float(about.max()), _places(close, side)[about.argmax()]
        offset, rim = rims.find(place)
        if np.hypot(*(offset - place)) > BESIDE * rim:
            # A clear ring beside the dent, of lines or of shadows, is not its rim.
            aside = _away(_places(centres, side), offset)
            there = float(shares[aside <= max(BESIDE * rim, aside.min())].max())
            if share > PLAINLY and there < HARDLY * share:
                # And what of lines is a little clearer hides the dent's own.
                own, its = rims.find(place, BESIDE * RIM_RADII[0])
                dents.append(Dent(own, its, share, float(rims.clarity(own[None])[0])))
            share = min(share, there)
        dents.append(Dent(offset, rim, share, float(rims.clarity(offset[None])[0])))
    return dents


def _apart(dents: list[Dent]) -> list[Dent]:
    """The best first, and none at a better one's place."""
    kept: list[Dent] = []
    for dent in sorted(dents, key=lambda dent: -dent.explained):
        if all(np.hypot(*(dent.offset - other.offset)) > SAME for other in kept):
            kept.append(dent)
    return kept


def _seen(cells: np.ndarray, side: int) -> _Seen:
    median, spread, noise = common(cells)
    light, telling = beside_lines(median, spread, visible(noise), side)
    return _Seen(light, noise, telling)


def _places(centres: np.ndarray, side: int) -> Floats:
    """Pixels (n, 2) from pixel `side` of the cells, as x, y over the pitch from their middle."""
    # The middle of an even patch lies half a pixel before pixel `side`.
    places: Floats = (centres + 0.5) / side
    return places


def _away(places: Floats, place: Floats) -> Floats:
    """(n,) how far places of the cell are from another, over the pitch; the cells repeat."""
    away = places - place
    distance: Floats = np.hypot(*(away - np.rint(away)).T)
    return distance


def striped(cells: np.ndarray, side: int) -> float:
    """Share 0..1 of the median cell's light and dark that only changes one way, whichever that is.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
    """
    return one_way(median_of(cells)[0], ROUND * side)


def ringed(cells: np.ndarray, side: int) -> float:
    """Share 0..1 of the median cell's light and dark that is the same all the way round its middle.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
    """
    seen, _ = median_of(cells)
    matt, reach = _without_reflections(seen).astype(np.float32), ROUND * side
    shares = []
    for x, y in side - 0.5 + side * MIDDLES:
        round_about = cv2.warpPolar(matt, (round(reach), TURNS), (x, y), reach, cv2.INTER_LINEAR)
        # The wider a ring the more of it there is.
        weight = (np.arange(round_about.shape[1]) + 0.5) / round_about.size
        light = round_about - (round_about @ weight).sum() / (TURNS * weight.sum())
        alike = TURNS * (light.mean(axis=0) ** 2 * weight).sum()
        shares.append(float(alike) / max(float((light**2 @ weight).sum()), 1e-9))
    return max(shares)


def circled(cells: np.ndarray, side: int) -> float:
    """How much of the clearest circle about the median cell's middle nearly all directions show.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
    """
    seen, noise = median_of(cells)
    return Rims(_without_reflections(seen), side, visible(noise)).all_round(MIDDLES)


def shown_round(cells: np.ndarray, side: int, rim: float) -> float:
    """How much of the rim in the median cell nearly all directions show, see `Rims.shown_round`.

    Args:
        cells: (n, 2 * side, 2 * side) as of `find_dents`.
        side: pixels a pitch.
        rim: radius over the pitch.
    """
    seen, noise = median_of(cells)
    return Rims(_without_reflections(seen), side, visible(noise)).shown_round(rim)


def one_way(picture: Floats, reach: float) -> float:
    """Share 0..1 of the light and dark in a picture's middle that only changes one way.

    Args:
        picture: (height, width), both even.
        reach: in pixels, how far from its middle to look.
    """
    height, width = picture.shape
    y, x = np.mgrid[:height, :width] + 0.5 - np.array([height, width])[:, None, None] / 2
    disc = np.hypot(x, y) <= reach
    seen = picture[disc] - picture[disc].mean()
    along = []
    for angle in np.arange(TURNS) * np.pi / TURNS:
        across = np.floor((x * np.cos(angle) + y * np.sin(angle))[disc]).astype(int)
        across += height + width
        stripe = np.bincount(across, seen) / np.maximum(np.bincount(across), 1)
        along.append(float((stripe[across] ** 2).sum()))
    return max(along) / max(float((seen**2).sum()), 1e-9)


def _without_reflections(median: Floats) -> Floats:
    """The lamp's mirror image, more than GLOSS brighter than the wood, filled from around."""
    bright = _but_rings((median >= GLOSS).astype(np.uint8))
    gloss = cv2.dilate(bright, np.ones((3, 3), np.uint8))
    matt = 1 - gloss.astype(np.float32)
    weight = cv2.GaussianBlur(matt, (0, 0), 3) + 1e-6
    around = cv2.GaussianBlur((median * matt).astype(np.float32), (0, 0), 3) / weight
    filled: Floats = np.where(matt > 0, median, around)
    return filled


def _but_rings(bright: np.ndarray) -> np.ndarray:
    """(H, W) uint8, what is bright but for lines drawn round something, which no lamp is.

    They enclose more than they cover.
    """
    count, parts = cv2.connectedComponents(bright, connectivity=8)
    kept = bright.copy()
    for part in range(1, count):
        shape = (parts == part).astype(np.uint8)
        outlines, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        filled = cv2.drawContours(np.zeros_like(shape), outlines, -1, 1, cv2.FILLED)
        if filled.sum() > 2 * shape.sum():
            kept[shape > 0] = 0
    return kept


def _apart_from(centre: np.ndarray, others: list[np.ndarray], side: int) -> bool:
    """Whether it is no nearer to any of them than a quarter of the pitch."""
    return all(np.hypot(*(centre - other)) > 0.25 * side for other in others)


def _separate(centres: np.ndarray, rank: Floats, side: int) -> list[np.ndarray]:
    """The best centres, none nearer than a quarter of the pitch to a better one."""
    kept: list[np.ndarray] = []
    for i in np.argsort(-rank):
        if _apart_from(centres[i], kept, side):
            kept.append(centres[i])
        if len(kept) == FEW:
            break
    return kept
