"""Light that does not come from the wood: a window in its varnish, a flare in the lens.

Lamps and shadows multiply what the wood shows, mirrors and flares add to it (Shafer 1985,
"Using color to separate reflection components"). In a veil what is dark lightens more than
what is light, so a bare hollow loses its shading and changes its colour, as if something hid
it. But the wood about it tells what was added, and so how the hollow must look: nothing that
hides it looks so.
"""

from __future__ import annotations

import numpy as np

from vision.camera.columns import Blocks, mean_of
from vision.camera.sampling import ANGLES, FLOOR
from vision.types import Floats

GAMMA = np.float32(2.2)  # of pictures, about: light adds up, grey levels do not
DARKEST, LIGHTEST = np.float32(1), np.float32(255)  # grey levels
UNLIKE = 99.0  # nothing in common
# Of the logarithm: shading that is lost in noise, or beyond white; and how much lighter or darker
# than foretold no bare hollow is, but clear glass is.
FAINT, LEVEL = 0.02, 0.1
# Of the light: then the hollow has another one than most of the board. And of a bare hollow's
# shading and detail: a veil leaves some of both.
OWN_LIGHT, SOME_SHADING, SOME_DETAIL = 0.03, 0.1, 0.25


class Veil:
    """Foretells how bare hollows look where light was added to them, or taken.

    Args:
        core: blocks of the hollows' cores.
        wood: blocks of the wood about them.
        bare_core: (3, n, m) those of the bare board, log.
        bare_wood: (3, n, k) likewise.

    Attributes:
        lamp: (3,) change of the light on most of the board, log; to be kept up to date.
    """

    def __init__(self, core: Blocks, wood: Blocks, bare_core: Floats, bare_wood: Floats) -> None:
        self._area = core.area
        # What is added varies smoothly: a plane through what the wood about a hollow shows.
        self._within = (np.linalg.pinv(_planes(wood)).T @ _planes(core).T).astype(np.float32)
        self._bare_core, self._bare_wood = bare_core, bare_wood
        self._core, self._wood = light_of(bare_core), light_of(bare_wood)
        self.lamp: Floats = np.zeros(3, np.float32)

    def __call__(
        self,
        core: Floats,
        wood: Floats,
        light: Floats,
        shading: Floats,
        detail: Floats,
        hollows: np.ndarray,
        which: np.ndarray,
    ) -> Floats:
        """(m,) how unlike each is to a bare hollow in a veil, in shares of its shading there.

        What hides a hollow and is even, or as even as the wood about it foretells, is unlike by
        about 1, and by more if it has light and dark of its own.

        Args:
            core: (3, n, m) change of the hollows' cores, log.
            wood: (3, n, k) change of the wood about them.
            light: (3, n) change of the light there.
            shading: (n,) share of the bare hollows' shading that is there.
            detail: (n,) correlation of their detail with the bare ones'.
            hollows: (n,) their numbers.
            which: (m,) places in these arrays of those that are asked about.
        """
        own = np.maximum.reduce(np.abs(light - self.lamp[:, None])) > OWN_LIGHT
        may_be = (own & (shading > SOME_SHADING) & (detail > SOME_DETAIL)).take(which)
        unlike = np.full(len(which), UNLIKE)
        if len(asked := which[may_be]):
            parts = core.take(asked, 1), wood.take(asked, 1)
            unlike[may_be] = self._unlike(*parts, hollows[asked])
        return unlike

    def _unlike(self, core: Floats, wood: Floats, hollows: np.ndarray) -> Floats:
        lit = np.exp(GAMMA * self.lamp.astype(np.float32))[:, None, None]
        seen = light_of(wood + self._bare_wood.take(hollows, 1))
        added = (seen - lit * self._wood.take(hollows, 1)) @ self._within
        dent = lit * self._core.take(hollows, 1)
        both = np.empty((2, *dent.shape), np.float32)
        np.add(dent, added, out=both[0])
        # What the dent itself makes of it, not what was added: cloth may be as uneven as that.
        np.add((dent @ self._area)[..., None], added, out=both[1])
        foretold, even = logs_of(both)
        own = foretold - even
        own -= (own @ self._area)[..., None]
        shading = mean_of(np.abs(own, out=own)) @ self._area
        away = core + self._bare_core.take(hollows, 1) - foretold
        level = np.abs(mean_of(away @ self._area))
        unlike: Floats = mean_of(np.abs(away, out=away)) @ self._area / np.maximum(shading, FAINT)
        unlike[(shading < FAINT) | (level > LEVEL)] = UNLIKE
        return unlike


_WHITE = LIGHTEST**GAMMA


def _planes(blocks: Blocks) -> Floats:
    """(m, 3) what varies evenly over the blocks: 1, x, y."""
    angle = (2 * np.arange(ANGLES // 2) + 0.5) * 2 * np.pi / ANGLES
    x, y = (np.outer(blocks.radii, way(angle)).ravel() for way in (np.cos, np.sin))
    return np.column_stack([np.ones_like(x), x, y])


def light_of(logs: Floats) -> Floats:
    """Light, in whatever unit, of log samples (...)."""
    light: Floats = np.exp(logs)
    light -= np.float32(FLOOR)
    np.maximum(light, DARKEST, out=light)
    np.log(light, out=light)
    light *= GAMMA
    return np.exp(light, out=light)


def logs_of(light: Floats) -> Floats:
    """Log samples of light (...), as a camera shows it: from black to white."""
    logs: Floats = np.maximum(light, DARKEST)
    np.minimum(logs, _WHITE, out=logs)
    np.log(logs, out=logs)
    logs /= GAMMA
    np.exp(logs, out=logs)
    logs += np.float32(FLOOR)
    return np.log(logs, out=logs)
