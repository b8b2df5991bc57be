"""Marbles' looks where the wood about them got lighter than the board: by what, nobody says.

A lamp lights wood and marbles alike. But a window in the varnish lightens the wood alone, and a
flare in the lens adds as much to either (Shafer 1985, "Using color to separate reflection
components"), which is little beside pale marbles and much beside dark ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reading.veil import light_of, logs_of
from vision.types import Floats

# Of the light, in any channel: ten times what noise of three grey levels makes of it (0.0014 on
# six boards). Dark glass is another colour by so little. In plain light one in five is asked.
SOME = 0.015
# Of what was added to the wood so much may have been added to a marble: the wood tells it roughly.
SHARES = np.array([0.5, 1.0, 1.5], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Reflected:
    """Looks of m marbles if light was added to what the lamp gives.

    Attributes:
        hollows: (m,) where they lie.
        looks: (k, m, LOOK) if it was added to the wood alone, and to marbles by those `SHARES`.
        lighter: (m,) by how much the wood there got lighter than most of the board, log.
    """

    hollows: np.ndarray
    looks: Floats
    lighter: Floats

    def others(self, which: np.ndarray) -> np.ndarray:
        """(n,) bool, those hollows of which (n,) bool that have no look but their own."""
        others = which.copy()
        others[self.hollows] = False
        return others


def reflected(look: Floats, lamp: Floats, light: Floats, overall: Floats) -> Reflected | None:
    """None where no marble's wood got lighter than the board.

    Args:
        look: (n, LOOK) relative to the light there, as of `Traces`; 0 where nothing lies.
        lamp: (3, n) of the bare board, log.
        light: (n, 3) change of the light there, log.
        overall: (3,) that on most of the board.
    """
    own = light - overall
    hollows = ((np.maximum.reduce(own, axis=1) > SOME) & look.any(axis=1)).nonzero()[0]
    if not len(hollows):
        return None
    own = own[hollows]
    foretold = lamp.take(hollows, 1).T + overall
    added = np.maximum(light_of(foretold + own) - light_of(foretold), 0)
    level, lighter = (np.add.reduce(logs, axis=1) / 3 for logs in (foretold, own))
    by_lamp = look[hollows].reshape(len(hollows), -1, 3)
    seen = (by_lamp + (level + lighter)[:, None, None]).astype(np.float32)
    alone = logs_of(light_of(seen) - SHARES[:, None, None, None] * added[:, None])
    tint = overall - np.add.reduce(overall) / 3
    looks = np.concatenate([seen[None], alone]) - level[:, None, None] - tint
    return Reflected(hollows, looks.reshape(*looks.shape[:2], -1), lighter)
