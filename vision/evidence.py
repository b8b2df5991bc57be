"""What each hollow shows, as a few numbers that mean the same on any board and in any light.

Everything is a difference of logarithms from the bare board at the same pixels: 0
where nothing changed, a constant where only the light did. A marble changes a disc
of its size and nothing beyond; a hand changes whatever it hides.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from vision.sampling import ANGLES, FLOOR, Patches, Sampler, median, within
from vision.types import Floats, ImageBGR

CORE = 0.22  # pitches: inside the smallest marble (0.24) whatever its size
PLAIN = 0.03  # of the logarithm: half of what makes a hollow anything but bare
NOISELESS = 0.0005  # of the logarithm: an eighth of a grey level
LARGE = 0.4  # of largeness: between the one's share of the way and the other's
BORDER = 0.12  # of the logarithm: more than skin's or cloth's own unevenness within a tenth pitch
BEYOND = (0.43, 0.58)  # outside the largest (0.41), before the neighbour's begins


@dataclass(frozen=True, slots=True, eq=False)
class Traces:
    """What was measured at n hollows, each by itself.

    Attributes:
        light: (n, 3) change of the wood about the hollow, log; the local lamp.
        spread: (n, k) unexplained change of that wood.
        away: (n,) change of the core's pattern, an even shift taken off.
        even: (n, 3) that even shift.
        dent: (n,) how much of the bare hollow's own shading is there: 1 all of it, 0 none.
        change: (n,) median change in the core.
        largeness: (n,) 0 when the marble ends at a small outline, 1 when at a large one.
        outline: (n,) share of directions in which change ends where an outline should
            (of the likelier size).
        look: (n, 15) colour of five zones of the disc, log, relative to the lamp.
        rgb: (n, 3) sRGB 0..255 of the disc's middle.
    """

    light: Floats
    spread: Floats
    away: Floats
    even: Floats
    dent: Floats
    change: Floats
    largeness: Floats
    outline: Floats
    look: Floats
    rgb: Floats

    @staticmethod
    def plain(
        light: Floats,
        spread: Floats,
        away: Floats,
        even: Floats,
        dent: Floats,
        change: Floats,
    ) -> Traces:
        """Of hollows on which nothing lies: no outline, no look."""
        n = len(light)
        look, rgb = np.zeros((n, 15)), np.zeros((n, 3))
        return Traces(light, spread, away, even, dent, change, np.zeros(n), np.zeros(n), look, rgb)

    @property
    def noiseless(self) -> bool:
        """Whether this is the very picture of the bare board, which tells nothing of noise."""
        return float(median(self.spread.ravel())) < NOISELESS

    def updated(self, hollows: np.ndarray, fresh: Traces) -> Traces:
        """With those hollows measured anew."""
        merged = []
        for name in (field.name for field in fields(self)):
            values = getattr(self, name).copy()
            values[hollows] = getattr(fresh, name)
            merged.append(values)
        return Traces(*merged)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the hollows show, seen beside each other.

    Attributes:
        noise: typical unexplained change of wood in this frame, log units.
        unlike_bare: (n,) how far the hollow is from its bare look, a shadow allowed.
        dent: (n,) the least of the bare hollow's shading that is there, doubt subtracted
            in its favour: below a half something smooth hides it.
        tint: (n,) how far the change of the wood about it is from any light or shadow.
        look: (n, 15) as in the traces, the lamp's colour taken off as well.
        traces: of every hollow.
    """

    noise: float
    unlike_bare: Floats
    dent: Floats
    tint: Floats
    look: Floats
    traces: Traces


class Gauge:
    """Measures hollows against the bare board.

    Args:
        sampler: of this board.
        radii: of the small and the large marble, in pitches.
        bare_bgr: the view of the bare board.
    """

    def __init__(self, sampler: Sampler, radii: tuple[float, float], bare_bgr: ImageBGR) -> None:
        self._sampler, self._bare = sampler, sampler.all(bare_bgr)
        self._small = _Columns(sampler.small_radii, radii[0])
        self._large = _Columns(sampler.large_radii, radii[1])
        for columns, bare in ((self._small, self._bare.small), (self._large, self._bare.large)):
            sides = bare @ columns.sides
            columns.bare_step = sides[..., 0] - sides[..., 1]
        between = within(
            radii[0] + 0.25 * (radii[1] - radii[0]), radii[1] - 0.02, sampler.large_radii
        )
        beyond = within(*BEYOND, sampler.large_radii)
        self._levels = np.column_stack([_mean(between), _mean(beyond)])
        around = _around(self._bare.large, self._large)
        self._lamp = median(around)
        core = self._bare.small @ self._small.core
        # The bare dents' own light and dark, as weights that sum its share up to 1.
        blocks = _blocks(self._bare.small, self._small.core_pairs).mean(axis=0)
        shading = blocks.reshape(len(blocks), -1)
        shading = shading - shading.mean(axis=1, keepdims=True)
        energy = (shading**2).sum(axis=1, keepdims=True)
        self._shading = shading / np.maximum(energy, 1e-6)
        # How sure that share is: it is as noisy as one block is, over all of them.
        self._dent_noise = 1 / np.sqrt(np.maximum(energy[:, 0], 1e-6))
        # Noise grows as light falls: how much more a hollow has than the wood around it.
        darker = (around.mean(axis=2) - core.mean(axis=2)).mean(axis=0)
        self._dark_noise = np.exp(np.clip(darker, 0, 1.5))

    def traces(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Traces:
        """Measure those hollows, given by number, in a view."""
        # Matrix products may raise flags for lanes that they compute and do not use.
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            return self._traces(view_bgr, hollows)

    def _traces(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Traces:
        seen = self._sampler(view_bgr, hollows)
        small = seen.small - self._bare.small[:, hollows]
        large = seen.large - self._bare.large[:, hollows]
        around = _around(large, self._large)
        light = median(around)
        spread = np.abs(around - light[..., None]).mean(axis=0)
        core = _blocks(small, self._small.core_pairs)
        away, even = _pattern(core, self._small)
        shading = core.mean(axis=0).reshape(len(hollows), -1) * self._shading[hollows]
        dent = 1 + shading.sum(axis=1)
        change = median(_change(core, light).reshape(len(hollows), -1))
        traces = Traces.plain(light.T, spread, away, even.T, dent, change)
        busy = np.flatnonzero(away + np.abs(even - light).max(axis=0) > PLAIN)
        if len(busy):
            self._marbles(traces, busy, hollows[busy], Patches(small, large), seen)
        return traces

    def _marbles(
        self, traces: Traces, busy: np.ndarray, hollows: np.ndarray, change: Patches, seen: Patches
    ) -> None:
        """Measure what may be marbles: most of the work, and nothing of it means anything on wood.

        Args:
            traces: to be filled in.
            busy: which of them.
            hollows: which hollows those are.
            change: of all traces, from the bare board.
            seen: of all traces, as they are.
        """
        small, large = change.small[:, busy], change.large[:, busy]
        picture = Patches(seen.small[:, busy], seen.large[:, busy])
        light, level = traces.light[busy].T, traces.change[busy]
        largeness = self._largeness(small, large, light, level)
        traces.largeness[busy] = largeness
        traces.outline[busy] = np.where(
            largeness < LARGE,
            _outline(picture.small, small, light, level, self._small, hollows),
            _outline(picture.large, large, light, level, self._large, hollows),
        )
        traces.look[busy] = look_of(picture.small, self._lamp[:, hollows] + light)
        traces.rgb[busy] = rgb_of(picture.small)

    def _largeness(self, small: Floats, large: Floats, light: Floats, change: Floats) -> Floats:
        """(n,) mean of three witnesses that each fail on marbles of another kind.

        How far the change goes on and where its border is sharper; how far it goes on in
        the marble's own direction; and by tint alone, which no shadow has, if the
        marble's differs from the wood's at all.
        """
        edges = _edge(small, self._small), _edge(large, self._large)
        # A pearl's dark rim fools the strength, a shadow's border the edge.
        sharper = (edges[1] / np.maximum(edges[0] + edges[1], 1e-6) - 0.2) / 0.6
        strength = self._strength(large, light, change)
        levels = large @ self._levels
        core = (small @ self._small.core).mean(axis=2)
        to = core[..., None] - levels[..., 1]
        on = levels[..., 0] - levels[..., 1]
        direction, _ = _share_of_way(on, to)
        tint, tinted = _share_of_way(on - on.mean(axis=0), to - to.mean(axis=0))
        weight = np.clip((tinted - 0.1) / 0.2, 0, 1)
        same = (np.clip(strength, 0, 1) + np.clip(sharper, 0, 1)) / 2
        both = same + np.clip(direction, 0, 1) + weight * np.clip(tint, 0, 1)
        largeness: Floats = both / (2 + weight)
        return largeness

    def _strength(self, large: Floats, light: Floats, change: Floats) -> Floats:
        """How much of the core's change goes on between the two outlines.

        The median over the directions leaves a shadow on one side out.
        """
        levels = median((_change(large, light) @ self._levels).transpose(0, 2, 1))
        strength: Floats = (levels[:, 0] - levels[:, 1]) / np.maximum(change - levels[:, 1], 1e-3)
        return strength

    def evidence(self, traces: Traces) -> Evidence:
        """Of all hollows together: noise and the lamp's own colour are common to them."""
        noise = max(float(median(traces.spread.ravel())), 0.004)
        # A shift that no shadow makes, one of colour, is unlike the bare hollow too.
        tint = traces.even - np.median(traces.light, axis=0)
        tint = tint - tint.mean(axis=1, keepdims=True)
        unlike = (traces.away + np.abs(tint).mean(axis=1)) / self._dark_noise
        overall = np.median(traces.light, axis=0)
        light = traces.light - overall
        level = light.mean(axis=1)
        away = np.abs(light - level[:, None]).max(axis=1) - 0.1 * np.abs(level)
        # A lamp of another colour tints all marbles alike.
        look = traces.look - np.tile(overall - overall.mean(), traces.look.shape[1] // 3)
        dent = traces.dent + 3 * 2 * noise * self._dent_noise
        return Evidence(noise, unlike, dent, away, look, traces)


class _Columns:
    """Weights (k,) or (k, m) over the radii of one patch: means are then products.

    Args:
        radii: of the patch's columns.
        radius: of the marble that the patch is about.
    """

    def __init__(self, radii: Floats, radius: float) -> None:
        self.pairs = _pairs(within(*BEYOND, radii))
        self.core_pairs = _pairs(within(0, CORE, radii))
        self.core = _mean(within(0, CORE, radii))
        # By area: the same few pixels in the very middle are sampled at every angle.
        area = radii @ self.core_pairs
        self.area = (area / max(area.sum(), 1e-9)).astype(np.float32)
        inside = _mean(within(radius - 0.12, radius - 0.02, radii))
        outside = _mean(within(radius + 0.02, radius + 0.1, radii))
        self.sides = np.column_stack([inside, outside])
        # (3, n, ANGLES) how the bare board differs across that outline, once it is known.
        self.bare_step = np.zeros(0, np.float32)
        middle = radii[1:-1]
        near = np.flatnonzero((middle > radius - 0.045) & (middle < radius + 0.035))
        self.border = slice(int(near[0]), int(near[-1]) + 1)


def _mean(columns: np.ndarray) -> np.ndarray:
    weights: np.ndarray = columns.astype(np.float32) / max(int(columns.sum()), 1)
    return weights


def _pairs(columns: np.ndarray) -> np.ndarray:
    """(k, m) weights: means of neighbouring radii, both of them among the columns."""
    pairs = np.flatnonzero(np.logical_and(columns[0::2], columns[1::2]))
    weights = np.zeros((len(columns), len(pairs)), np.float32)
    for m, pair in enumerate(pairs):
        weights[2 * pair : 2 * pair + 2, m] = 0.5
    return weights


def _blocks(values: Floats, pairs: Floats) -> Floats:
    """(..., ANGLES / 2, m) means of two angles by two radii: noise is smaller than that."""
    columns = values @ pairs
    blocks: Floats = 0.5 * (columns[..., 0::2, :] + columns[..., 1::2, :])
    return blocks


def _around(large: Floats, columns: _Columns) -> Floats:
    """(3, n, k) the wood about the hollow, in blocks."""
    blocks = _blocks(large, columns.pairs)
    return blocks.reshape(*blocks.shape[:2], -1)


def _change(difference: Floats, light: Floats) -> Floats:
    """Mean over the channels of the change beyond the local light's, (n, ...)."""
    beyond = difference - light[(...,) + (None,) * (difference.ndim - 2)]
    np.abs(beyond, out=beyond)
    change: Floats = beyond[0] + beyond[1]
    change += beyond[2]
    change *= np.float32(1 / 3)
    return change


def _pattern(blocks: Floats, columns: _Columns) -> tuple[Floats, Floats]:
    """(n,) mean absolute change in the core once an even shift is taken off; (3, n) the shift."""
    even = median(blocks.reshape(*blocks.shape[:2], -1))
    away = _change(blocks, even).mean(axis=1) @ columns.area
    return away, even


def _edge(difference: Floats, columns: _Columns) -> Floats:
    """Strength of the change's border near that outline, the median over the directions."""
    strength: Floats = median(_sharpest(difference, columns))
    return strength


def _sharpest(values: Floats, columns: _Columns) -> Floats:
    """(n, ANGLES) the sharpest step along each direction near that outline."""
    near = columns.border
    step = values[..., near.start + 2 : near.stop + 2] - values[..., near]
    step *= step
    strongest: Floats = np.sqrt((step[0] + step[1] + step[2]).max(axis=2) * np.float32(1 / 3))
    return strongest


def _outline(
    picture: Floats,
    difference: Floats,
    light: Floats,
    change: Floats,
    columns: _Columns,
    hollows: np.ndarray,
) -> Floats:
    """Share of directions in which a marble ends there and wood, or its shadow, begins."""
    sides = difference @ columns.sides - light[..., None, None]
    within_it, beyond_it = sides[..., 0], sides[..., 1]
    inside, outside = np.abs(within_it).mean(axis=0), np.abs(beyond_it).mean(axis=0)
    half = 0.5 * np.minimum(change, median(inside))[:, None]
    wood = outside < np.maximum(0.75 * inside, half)
    # A shadow darkens all channels alike; the marble beside it still differs from it.
    luma = beyond_it.mean(axis=0)
    tint = np.abs(beyond_it - luma).max(axis=0)
    step = within_it - beyond_it
    apart = np.abs(step).mean(axis=0)
    shadow = (luma < 0) & (tint < 0.05 + 0.12 * np.abs(luma)) & (apart > half)
    # Smooth skin differs from the bare board where that has borders: a border must be seen,
    # between the sides or, where they happen to be alike, as a line.
    border = np.abs(step + columns.bare_step[:, hollows]).mean(axis=0)
    seen = np.maximum(border, _sharpest(picture, columns)) > np.minimum(0.5 * apart, BORDER)
    share: Floats = ((inside > half) & (wood | shadow) & seen).mean(axis=1)
    return share


def _share_of_way(part: Floats, whole: Floats) -> tuple[Floats, Floats]:
    """Of colours (3, n, ANGLES): (n,) how much of the whole's way a part goes, and its length.

    Medians over the directions.
    """
    length = (whole * whole).sum(axis=0)
    share = (part * whole).sum(axis=0) / np.maximum(length, 1e-4)
    return median(share), np.sqrt(median(length))


def lamp_of(bare: Floats) -> Floats:
    """(3, n) log brightness of the bare wood about each hollow, of samples at all radii."""
    wood = bare[..., within(*BEYOND)]
    lamp: Floats = median(wood.reshape(*wood.shape[:2], -1))
    return lamp


_ZONES = np.column_stack(
    [_mean(within(0, 0.09)), _mean(within(0.09, 0.21))]
)  # the middle, and a ring about it


def look_of(small: Floats, lamp: Floats) -> Floats:
    """(n, 15): mean log colour of the disc's middle and its four sides, the lamp's level taken off.

    The lamp at a hollow is the bare wood's brightness there, changed as the wood
    around has changed; only its level is used, so that the wood's own colour does
    not enter.

    Args:
        small: (3, n, ANGLES, k) samples from the middle outwards (`RADII`).
        lamp: (3, n) the lamp there, log.
    """
    zones = small @ _ZONES[: small.shape[3]]
    middle = zones[..., 0].mean(axis=2)
    quarter = ANGLES // 4
    ring = np.roll(zones[..., 1], quarter // 2, axis=2)
    sides = ring.reshape(*ring.shape[:2], 4, quarter).mean(axis=3)
    look = np.concatenate([middle[..., None], sides], axis=2) - lamp.mean(axis=0)[:, None]
    looks: Floats = look.transpose(1, 2, 0).reshape(look.shape[1], -1)
    return looks


def rgb_of(small: Floats) -> Floats:
    """(n, 3) sRGB 0..255 of the discs' middles, of samples as `look_of` takes."""
    middle = small[:, :, ::3, 1:7:2]
    typical = median(middle.reshape(*middle.shape[:2], -1))
    rgb: Floats = (np.exp(typical) - FLOOR)[::-1].T
    return rgb
