"""What each hollow shows, as a few numbers that mean the same on any board and in any light.

Everything is a difference of logarithms from the bare board at the same pixels: 0
where nothing changed, a constant where only the light did. A marble changes a disc
of its size and nothing beyond; a hand changes whatever it hides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.camera.columns import (
    Blocks,
    change_of,
    dots,
    mean_of,
    means_about,
    sharpest,
    steps_about,
)
from vision.camera.sampling import (
    ANGLES,
    BEYOND,
    CORE,
    LOG,
    Patches,
    Sampler,
    logs_of,
    mean_over,
    median,
    within,
)
from vision.reading.channels import Channels
from vision.reading.crossed import crossing
from vision.reading.grain import SOME, Grain
from vision.reading.looks import ZONES, look_of_zones, typical_rgb
from vision.reading.noise import Noise
from vision.reading.outline import ended
from vision.reading.reflected import Reflected, reflected
from vision.reading.traces import Traces
from vision.reading.veil import Veil
from vision.types import Floats, ImageBGR

PLAIN = 0.03  # of the logarithm: half of what makes a hollow anything but bare
LARGE = 0.4  # of largeness: between the one's share of the way and the other's
EITHER = 0.25  # so near to it both may be
ENDED = 0.8  # of the directions: there an outline is plainly a marble's own


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the hollows show, seen beside each other.

    Attributes:
        noise: typical unexplained change of wood in this frame, log units.
        unlike_bare: (n,) how far the hollow is from its bare look, a shadow allowed.
        dent: (n,) the least of the bare hollow's shading that is there, doubt subtracted
            in its favour: below a half something smooth hides it.
        structure: (n,) how unlike bare anything is, at the least, that hides the hollow
            and has no likeness to it: the bare hollow's own light and dark are then missing.
        look: (n, 15) as in the traces, the lamp's colour taken off as well.
        traces: of every hollow.
        imagined: (n,) as of `Calibrated`.
        behind: (n, 3) by what the bare hollows' colours differ from the wood's around, log.
        white: (n, 3) the look of what is as light as a picture can be; inf where none was taken.
    """

    noise: float
    unlike_bare: Floats
    dent: Floats
    structure: Floats
    look: Floats
    traces: Traces
    imagined: Floats | None = None
    behind: Floats | None = None
    white: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class _Rims:
    """What n hollows show near the outlines, to tell marbles by.

    Attributes:
        rows: (3, r, n, ANGLES) sums over the radii. About the small outline: just inside
            and outside it, the core, both zones of a look, steps; about the large one:
            steps, just inside and outside it, between both outlines, and beyond.
        outer: (3, c, n, ANGLES) samples between both outlines, and beyond.
    """

    rows: Floats
    outer: Floats

    def since(self, bare: _Rims, hollows: np.ndarray) -> _Rims:
        """The changes from the same of all hollows of the bare board."""
        rows, outer = bare.rows.take(hollows, 2), bare.outer.take(hollows, 2)
        np.subtract(self.rows, rows, out=rows)
        np.subtract(self.outer, outer, out=outer)
        return _Rims(rows, outer)

    @property
    def small(self) -> Floats:
        return self.rows[:, :5]

    @property
    def large(self) -> Floats:
        return self.rows[:, -4:]

    @property
    def steps(self) -> Floats:
        """(3, 2, s, n, ANGLES) near the small outline and near the large one."""
        return self.rows[:, 5:-4].reshape(3, 2, -1, *self.rows.shape[2:])


class Gauge:
    """Measures hollows against the bare board.

    Args:
        sampler: of this board.
        radii: of the small and the large marble, in pitches.
        bare_bgr: the view of the bare board.
        imagined: as of `Evidence`.
        noise: as heard so far in this light, if it was.
    """

    def __init__(
        self,
        sampler: Sampler,
        radii: tuple[float, float],
        bare_bgr: ImageBGR,
        imagined: Floats | None = None,
        noise: Noise | None = None,
    ) -> None:
        self._sampler, self._imagined = sampler, imagined
        small, large = sampler.small_radii, sampler.large_radii
        self._core, self._wood = Blocks(small[: sampler.core]), Blocks(large[sampler.wood :])
        between = within(radii[0] + 0.25 * (radii[1] - radii[0]), radii[1] - 0.02, large)
        beyond = within(*BEYOND, large)
        zones = [row[: len(small)] > 0 for row in ZONES]
        about_small = means_about(small, radii[0], [within(0, CORE, small), *zones])
        about_large = means_about(large, radii[1], [between, beyond])
        steps = steps_about(small, radii[0]), steps_about(large, radii[1])
        most = max(map(len, steps))
        small_steps, large_steps = (np.pad(s, ((0, most - len(s)), (0, 0))) for s in steps)
        self._small = np.concatenate([about_small, small_steps])
        self._large = np.concatenate([large_steps, about_large])
        outer = np.flatnonzero(between | beyond)
        self._outer = slice(int(outer[0]), int(outer[-1]) + 1)
        levels = np.stack([mean_over(between), mean_over(beyond)])[:, self._outer]
        self._levels = np.tile(levels / 3, (1, 3))
        self.noise = noise or Noise()
        self._remember(bare_bgr)

    def _remember(self, bare_bgr: ImageBGR) -> None:
        """The bare board's own looks."""
        every = np.arange(self._sampler.count)
        first = self._sampler.first(bare_bgr, every)
        logs, edge = logs_of(first), self._sampler.core
        self._lamp = median(self._wood(logs[:, edge:]))
        self._behind = (median(self._core(logs[:, :edge])) - self._lamp).T
        self._channels = Channels(self._lamp)
        self._bare_core, self._bare_wood = core, wood = self._blocks(first)
        rims = self._rims(self._sampler.rest(bare_bgr, every, first))
        self._bare = _Rims(rims.rows, np.ascontiguousarray(rims.outer))
        # The bare dents' own light and dark, as weights that sum its share up to 1.
        shading = core.mean(axis=0)
        shading = shading - shading.mean(axis=1, keepdims=True)
        energy = (shading**2).sum(axis=1, keepdims=True)
        self._shading = shading / np.maximum(energy, 1e-6) / 3
        # How sure that share is: it is as noisy as one block is, over all of them.
        self._dent_noise = 1 / np.sqrt(np.maximum(energy[:, 0], 1e-6))
        self._veil = Veil(self._core, self._wood, core, wood)
        self._grain, self._around = Grain(self._core, core), Grain(self._wood, wood)
        # Noise grows as light falls: how much more a hollow has than the wood around it.
        darker = (wood.mean(axis=2) - self._bare.small[:, 2].mean(axis=2)).mean(axis=0)
        self._dark_noise = np.exp(np.clip(darker, 0, 1.5))
        pattern = change_of(core, median(core)[..., None]) @ self._core.area
        self._structure = pattern / self._dark_noise

    def _blocks(self, first: np.ndarray) -> tuple[Floats, Floats]:
        """(3, n, m) of the core and (3, n, k) of the wood, of the first samples."""
        logs, core = logs_of(first), self._sampler.core
        return self._channels(self._core(logs[:, :core])), self._channels(
            self._wood(logs[:, core:])
        )

    def _rims(self, patches: Patches) -> _Rims:
        n, edge = patches.small.shape[2], len(self._small)
        rows: Floats = np.empty((3, edge + len(self._large), n * ANGLES), np.float32)
        np.matmul(self._small, patches.small.reshape(3, -1, n * ANGLES), out=rows[:, :edge])
        np.matmul(self._large, patches.large.reshape(3, -1, n * ANGLES), out=rows[:, edge:])
        rows, outer = rows.reshape(3, -1, n, ANGLES), patches.large[:, self._outer]
        if not self._channels.plain:
            # Looks are learned as they are seen, in every light.
            zones = rows[:, 3:5]
            rows, outer = self._channels(rows), self._channels(outer)
            rows[:, 3:5] = zones
        return _Rims(rows, outer)

    def traces(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Traces:
        """Measure those hollows, given by number and in order, in a view."""
        # Matrix products may raise flags for lanes that they compute and do not use.
        with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
            return self._traces(view_bgr, hollows)

    def _traces(self, view_bgr: ImageBGR, hollows: np.ndarray) -> Traces:
        first = self._sampler.first(view_bgr, hollows)
        core, around = self._blocks(first)
        core -= self._bare_core.take(hollows, 1)
        around -= self._bare_wood.take(hollows, 1)
        light, even = median(around), median(core)
        if 2 * len(hollows) > self._sampler.count:
            self._veil.lamp = median(light)
        spread = change_of(around, light[..., None])
        # What is left of the core's change once an even shift is taken off.
        away = change_of(core, even[..., None]) @ self._core.area
        shading = core[0] + core[1] + core[2]
        dent = 1 + dots(shading, self._shading.take(hollows, 0))
        change = median(change_of(core, light[..., None]))
        detail = self._grain(shading, hollows)
        traces = Traces.plain(light.T, spread, away, even.T, dent, change, detail)
        busy = np.flatnonzero(away + np.maximum.reduce(np.abs(even - light)) > PLAIN)
        if len(busy):
            shown = light, dent, detail.alike, hollows
            traces.veiled[busy] = self._veil(core, around, *shown, busy)
            traces.crossed[busy] = crossing(core.take(busy, 1), self._veil.lamp)
            if len(grained := busy[detail.alike[busy] > SOME]):
                wood = around[0, grained] + around[1, grained] + around[2, grained]
                traces.wood[grained] = self._around(wood, hollows[grained]).alike
            patches = self._sampler.rest(view_bgr, hollows[busy], first.take(busy, 2))
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
        traces.outline[busy] = _outlines(change, rims, largeness >= LARGE, light, level)
        lamp = self._lamp[:, hollows] + light
        traces.look[busy] = look_of_zones(rims.small[:, 3], rims.small[:, 4], lamp)
        middle = patches.small[:, 1:7:2, :, ::3].swapaxes(1, 2)
        traces.rgb[busy] = typical_rgb(middle.reshape(3, len(busy), -1))

    def look_again(self, traces: Traces, view_bgr: ImageBGR, hollows: np.ndarray) -> None:
        """Look for the other outline as well, keep one that is plain, and doubt the size then.

        Coloured hollows, and dark wood beside a dark rim, make Queens look like less.

        Args:
            traces: of all hollows; their outlines and largeness are replaced.
            view_bgr: the view.
            hollows: in which no marble's was found, by number and in order.
        """
        if not len(hollows):
            return
        first = self._sampler.first(view_bgr, hollows)
        rims = self._rims(self._sampler.rest(view_bgr, hollows, first))
        light, level = traces.light[hollows].T, traces.change[hollows]
        change, other = rims.since(self._bare, hollows), traces.largeness[hollows] < LARGE
        outline = _outlines(change, rims, other, light, level)
        plain = hollows[outline >= ENDED]
        traces.outline[plain] = outline[outline >= ENDED]
        traces.largeness[plain] = LARGE

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
        # How far the change goes on between the outlines, all about: the medians over the
        # directions leave a shadow on one side out.
        beyond = since.outer - light[:, None, :, None]
        np.abs(beyond, out=beyond)
        # One product for the means over the radii and over the channels.
        levels = self._levels @ beyond.reshape(self._levels.shape[1], -1)
        levels = levels.reshape(2, *beyond.shape[2:])
        medians = median(np.concatenate([sharpest(since.steps), levels, *_ways(since)]))
        edges = np.sqrt(medians[:2])
        goes_on, ends, direction, tint = medians[2:6]
        # A pearl's dark rim fools the strength, a shadow's border the edge.
        strength = (goes_on - ends) / np.maximum(change - ends, 1e-3)
        sharper = (edges[1] / np.maximum(edges[0] + edges[1], 1e-6) - 0.2) / 0.6
        tinted = (np.sqrt(medians[6]) - 0.1) / 0.2
        shares = np.array([strength, sharper, direction, tint, tinted])
        strength, sharper, direction, tint, weight = np.minimum(np.maximum(shares, 0), 1)
        both = (strength + sharper) / 2 + direction + weight * tint
        largeness: Floats = both / (2 + weight)
        return largeness

    def evidence(self, traces: Traces) -> Evidence:
        """Of all hollows together: noise and the lamp's own colour are common to them."""
        noise = self.noise(traces.spread)
        self._veil.lamp = overall = traces.lamp
        shift = traces.even.T - overall[:, None]
        colour = shift - mean_of(shift.copy())
        # A shift that no shadow makes, one of colour, is unlike the bare hollow too.
        unlike = (traces.away + mean_of(np.abs(colour, out=colour))) / self._dark_noise
        # A lamp of another colour tints all marbles alike.
        tint = overall - mean_of(overall.copy())
        lamp = mean_of(self._lamp + traces.light.T)
        look = (traces.look.reshape(len(lamp), -1, 3) - tint).reshape(traces.look.shape)
        white = LOG[-1] - lamp[:, None] - tint
        white[~traces.look.any(axis=1)] = np.inf
        dent = traces.dent + 3 * 2 * noise * self._dent_noise
        seen = noise, unlike, dent, self._structure, look, traces
        return Evidence(*seen, self._imagined, self._behind, white)

    def reflected(self, traces: Traces) -> Reflected | None:
        """The looks of marbles beside which light was added to the lamp's, see there."""
        return reflected(traces.look, self._lamp, traces.light, traces.lamp)


def _ways(since: _Rims) -> tuple[Floats, Floats]:
    """How much of the core's way from the wood the change goes between the outlines.

    Returns:
        (2, n, ANGLES) that share, of the colour and of its tint alone, which no light or
        shadow changes; (1, n, ANGLES) the squared length of the whole way by tint.
    """
    core, between, beyond = since.small[:, 2], since.large[:, 2], since.large[:, 3]
    # (3, 2, n, ANGLES): the way to between the outlines, and all the way to the core.
    ways = np.empty((3, 2, *beyond.shape[1:]), np.float32)
    np.subtract(between, beyond, out=ways[:, 0])
    middle = np.add.reduce(core, axis=2, keepdims=True) * np.float32(1 / ANGLES)
    np.subtract(middle, beyond, out=ways[:, 1])
    grey = np.add.reduce(ways)
    products = np.empty((2, *grey.shape), np.float32)
    np.add.reduce(ways * ways[:, 1:], out=products[0])
    # Less what of them is grey, the products of the ways are those of their tints.
    np.multiply(grey, grey[1] * np.float32(-1 / 3), out=products[1])
    products[1] += products[0]
    squared = np.maximum(products[:, 1], 1e-4)
    return products[:, 0] / squared, squared[1:]


def _outlines(
    change: _Rims, rims: _Rims, large: np.ndarray, light: Floats, level: Floats
) -> Floats:
    """(n,) share of directions in which a marble of that size ends where it should.

    Args:
        change: from the bare board.
        rims: as seen.
        large: (n,) bool, whether the large marble's outline is looked for.
        light: (3, n) change of the lamp.
        level: (n,) change of the core.
    """
    queen = large[:, None]
    sides, seen = change.small[:, :2].copy(), rims.small[:, :2].copy()
    line, of_queens = sharpest(rims.steps)
    for values, theirs in ((sides, change.large[:, :2]), (seen, rims.large[:, :2])):
        np.copyto(values, theirs, where=queen)
    np.copyto(line, of_queens, where=queen)
    return ended(sides, seen[:, 0] - seen[:, 1], np.sqrt(line), light, level)
