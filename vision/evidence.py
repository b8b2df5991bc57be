"""What each hollow shows, as a few numbers that mean the same on any board and in any light.

Everything is a difference of logarithms from the bare board at the same pixels: 0
where nothing changed, a constant where only the light did. A marble changes a disc
of its size and nothing beyond; a hand changes whatever it hides.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from vision.columns import Blocks, Columns, change_of, sharpest
from vision.looks import ZONES, look_of_zones, typical_rgb
from vision.sampling import BEYOND, CORE, Patches, Sampler, logs_of, mean_over, median, within
from vision.types import Floats, ImageBGR

PLAIN = 0.03  # of the logarithm: half of what makes a hollow anything but bare
NOISELESS = 0.0005  # of the logarithm: an eighth of a grey level
LARGE = 0.4  # of largeness: between the one's share of the way and the other's
BORDER = 0.12  # of the logarithm: more than skin's or cloth's own unevenness within a tenth pitch


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


@dataclass(frozen=True, slots=True, eq=False)
class _Rims:
    """What n hollows show near the outlines, to tell marbles by.

    Attributes:
        small: (5, 3, n, ANGLES) just inside and outside the small outline, the core,
            and both zones of a look, as `Columns.means`.
        large: (4, 3, n, ANGLES) just inside and outside the large outline, between
            both outlines, and beyond.
        small_steps: (s, 3, n, ANGLES) near the small outline, as `Columns.steps`.
        large_steps: (t, 3, n, ANGLES) near the large one.
        outer: (3, c, n, ANGLES) samples between both outlines, and beyond.
    """

    small: Floats
    large: Floats
    small_steps: Floats
    large_steps: Floats
    outer: Floats

    def since(self, bare: _Rims, hollows: np.ndarray) -> _Rims:
        """The changes from the same of all hollows of the bare board."""
        return _Rims(
            self.small[:3] - bare.small[:3, :, hollows],
            self.large - bare.large[:, :, hollows],
            self.small_steps - bare.small_steps[:, :, hollows],
            self.large_steps - bare.large_steps[:, :, hollows],
            self.outer - bare.outer[:, :, hollows],
        )


class Gauge:
    """Measures hollows against the bare board.

    Args:
        sampler: of this board.
        radii: of the small and the large marble, in pitches.
        bare_bgr: the view of the bare board.
    """

    def __init__(self, sampler: Sampler, radii: tuple[float, float], bare_bgr: ImageBGR) -> None:
        self._sampler = sampler
        small, large = sampler.small_radii, sampler.large_radii
        self._core, self._wood = Blocks(small[: sampler.core]), Blocks(large[sampler.wood :])
        between = within(radii[0] + 0.25 * (radii[1] - radii[0]), radii[1] - 0.02, large)
        beyond = within(*BEYOND, large)
        zones = [row[: len(small)] > 0 for row in ZONES]
        self._small = Columns(small, radii[0], [within(0, CORE, small), *zones])
        self._large = Columns(large, radii[1], [between, beyond])
        outer = np.flatnonzero(between | beyond)
        self._outer = slice(int(outer[0]), int(outer[-1]) + 1)
        self._levels = np.stack([mean_over(between), mean_over(beyond)])[:, self._outer]
        self._remember(bare_bgr)

    def _remember(self, bare_bgr: ImageBGR) -> None:
        """The bare board's own looks."""
        every = np.arange(self._sampler.count)
        first = self._sampler.first(bare_bgr, every)
        self._bare_core, self._bare_wood = core, wood = self._blocks(first)
        self._bare = self._rims(self._sampler.rest(bare_bgr, every, first))
        self._lamp = median(wood)
        # The bare dents' own light and dark, as weights that sum its share up to 1.
        shading = core.mean(axis=0)
        shading = shading - shading.mean(axis=1, keepdims=True)
        energy = (shading**2).sum(axis=1, keepdims=True)
        self._shading = shading / np.maximum(energy, 1e-6) / 3
        # How sure that share is: it is as noisy as one block is, over all of them.
        self._dent_noise = 1 / np.sqrt(np.maximum(energy[:, 0], 1e-6))
        # Noise grows as light falls: how much more a hollow has than the wood around it.
        darker = (wood.mean(axis=2) - self._bare.small[2].mean(axis=2)).mean(axis=0)
        self._dark_noise = np.exp(np.clip(darker, 0, 1.5))

    def _blocks(self, first: np.ndarray) -> tuple[Floats, Floats]:
        """(3, n, m) of the core and (3, n, k) of the wood, of the first samples."""
        logs, core = logs_of(first), self._sampler.core
        return self._core(logs[:, :core]), self._wood(logs[:, core:])

    def _rims(self, patches: Patches) -> _Rims:
        small, large = patches.small, patches.large
        return _Rims(
            self._small.means(small),
            self._large.means(large),
            self._small.steps(small),
            self._large.steps(large),
            large[:, self._outer],
        )

    def traces(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Traces:
        """Measure those hollows, given by number and in order, in a view."""
        # Matrix products may raise flags for lanes that they compute and do not use.
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            return self._traces(view_bgr, hollows)

    def _traces(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Traces:
        first = self._sampler.first(view_bgr, hollows)
        core, around = self._blocks(first)
        core -= self._bare_core[:, hollows]
        around -= self._bare_wood[:, hollows]
        light, even = median(around), median(core)
        spread = change_of(around, light[..., None])
        # What is left of the core's change once an even shift is taken off.
        away = change_of(core, even[..., None]) @ self._core.area
        shading = core[0] + core[1] + core[2]
        dent = 1 + (shading * self._shading[hollows]).sum(axis=1)
        change = median(change_of(core, light[..., None]))
        traces = Traces.plain(light.T, spread, away, even.T, dent, change)
        busy = np.flatnonzero(away + np.abs(even - light).max(axis=0) > PLAIN)
        if len(busy):
            patches = self._sampler.rest(view_bgr, hollows[busy], first[:, :, busy])
            self._marbles(traces, busy, hollows[busy], patches)
        return traces

    def _marbles(
        self, traces: Traces, busy: np.ndarray, hollows: np.ndarray, patches: Patches
    ) -> None:
        """Measure what may be marbles: most of the work, and nothing of it means anything on wood.

        Args:
            traces: to be filled in.
            busy: which of them.
            hollows: which hollows those are.
            patches: of those.
        """
        light, level = traces.light[busy].T, traces.change[busy]
        rims = self._rims(patches)
        change = rims.since(self._bare, hollows)
        largeness = self._largeness(change, light, level)
        traces.largeness[busy] = largeness
        # Only the likelier outline is looked for.
        queen = (largeness >= LARGE)[:, None]
        sides = np.where(queen, change.large[:2], change.small[:2])
        inside, outside = np.where(queen, rims.large[:2], rims.small[:2])
        line = np.where(queen, sharpest(rims.large_steps), sharpest(rims.small_steps))
        traces.outline[busy] = _outline(sides, inside - outside, np.sqrt(line), light, level)
        lamp = self._lamp[:, hollows] + light
        traces.look[busy] = look_of_zones(rims.small[3], rims.small[4], lamp)
        middle = patches.small[:, 1:7:2, :, ::3].swapaxes(1, 2)
        traces.rgb[busy] = typical_rgb(middle.reshape(3, len(busy), -1))

    def _largeness(self, since: _Rims, light: Floats, change: Floats) -> Floats:
        """(n,) mean of three witnesses that each fail on marbles of another kind.

        How far the change goes on and where its border is sharper; how far it goes on in
        the marble's own direction; and by tint alone, which no shadow has, if the
        marble's differs from the wood's at all.

        Args:
            since: changes from the bare board.
            light: (3, n) the lamp's.
            change: (n,) of the core, beyond the lamp's.
        """
        edges = [
            np.sqrt(median(sharpest(steps))) for steps in (since.small_steps, since.large_steps)
        ]
        # A pearl's dark rim fools the strength, a shadow's border the edge.
        sharper = (edges[1] / np.maximum(edges[0] + edges[1], 1e-6) - 0.2) / 0.6
        strength = self._strength(since.outer, light, change)
        core, between, beyond = since.small[2], since.large[2], since.large[3]
        to = core.mean(axis=2, keepdims=True) - beyond
        on = between - beyond
        direction, _ = _share_of_way(on, to)
        tint, tinted = _share_of_way(_tint(on), _tint(to))
        weight = np.clip((tinted - 0.1) / 0.2, 0, 1)
        same = (np.clip(strength, 0, 1) + np.clip(sharper, 0, 1)) / 2
        both = same + np.clip(direction, 0, 1) + weight * np.clip(tint, 0, 1)
        largeness: Floats = both / (2 + weight)
        return largeness

    def _strength(self, outer: Floats, light: Floats, change: Floats) -> Floats:
        """How much of the core's change goes on between the two outlines.

        The median over the directions leaves a shadow on one side out.
        """
        beyond = change_of(outer, light[:, None, :, None])
        levels = (self._levels @ beyond.reshape(len(beyond), -1)).reshape(2, *beyond.shape[1:])
        goes_on, ends = median(levels)
        strength: Floats = (goes_on - ends) / np.maximum(change - ends, 1e-3)
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


def _tint(colours: Floats) -> Floats:
    """Of colours (3, ...): what no light or shadow changes."""
    tint: Floats = colours - (colours[0] + colours[1] + colours[2]) * np.float32(1 / 3)
    return tint


def _amount(colours: Floats) -> Floats:
    """Mean of the absolute values over three channels: `np.mean` takes twice as long."""
    total = np.abs(colours)
    total[0] += total[1]
    total[0] += total[2]
    mean: Floats = total[0]
    mean *= np.float32(1 / 3)
    return mean


def _outline(sides: Floats, border: Floats, line: Floats, light: Floats, change: Floats) -> Floats:
    """Share of directions in which a marble ends there and wood, or its shadow, begins.

    Args:
        sides: (2, 3, n, ANGLES) change just inside and outside the outline.
        border: (3, n, ANGLES) difference between both sides as seen.
        line: (n, ANGLES) strength of the sharpest step there, as seen.
        light: (3, n) change of the lamp.
        change: (n,) of the core.
    """
    within_it, beyond_it = sides - light[..., None]
    inside, outside = _amount(within_it), _amount(beyond_it)
    half = 0.5 * np.minimum(change, median(inside))[:, None]
    wood = outside < np.maximum(0.75 * inside, half)
    # A shadow darkens all channels alike; the marble beside it still differs from it.
    luma = (beyond_it[0] + beyond_it[1] + beyond_it[2]) * np.float32(1 / 3)
    tint = np.abs(beyond_it - luma).max(axis=0)
    apart = _amount(within_it - beyond_it)
    shadow = (luma < 0) & (tint < 0.05 + 0.12 * np.abs(luma)) & (apart > half)
    # Smooth skin differs from the bare board where that has borders: a border must be seen,
    # between the sides or, where they happen to be alike, as a line.
    seen = np.maximum(_amount(border), line) > np.minimum(0.5 * apart, BORDER)
    share: Floats = ((inside > half) & (wood | shadow) & seen).mean(axis=1)
    return share


def _share_of_way(part: Floats, whole: Floats) -> tuple[Floats, Floats]:
    """Of colours (3, n, ANGLES): (n,) how much of the whole's way a part goes, and its length.

    Medians over the directions.
    """
    length = (whole * whole).sum(axis=0)
    share = (part * whole).sum(axis=0) / np.maximum(length, 1e-4)
    return median(share), np.sqrt(median(length))
