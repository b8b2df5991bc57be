"""Whether a hollow is as light as bare ones and wood can be in the lamp's light, or in a shadow."""

from __future__ import annotations

import numpy as np

from vision.camera.sampling import percentile
from vision.reading.traces import AS_LIGHT, GREY, Traces
from vision.types import Floats

# Shadows take light: so much (log) lighter than its lamp made the bare hollows is none. Of
# 14,500 bare ones in all kinds of light the lightest was 0.09; clear glass gathers 0.36 and more,
# on pale wood 0.13. Where the lamp has not moved the lightest bare one tells.
LIGHTER, LIGHTER_BY, LIGHTEST = 0.2, 0.03, 0.1


def lighter_than_lamps(t: Traces, bare: np.ndarray) -> Floats:
    """(n,) by how much (log) each is lighter than a bare one in this lamp's light, or in a shadow.

    The wood tells how light the lamp is, and those that look bare what it does to hollows.
    Through clear glass a hollow shows its own shading and grain, but the glass gathers light.

    Args:
        t: of all hollows.
        bare: (n,) bool, those that look bare.
    """
    lighter = t.even @ GREY - np.maximum(t.wood_level, t.usual_wood_level)
    usual = percentile(lighter[bare] if bare.any() else lighter, 25)
    beyond: Floats = lighter - LIGHTER - max(usual, 0.0)
    return beyond


def lighter_wood(t: Traces) -> np.ndarray:
    """(n,) bool: what lies about the hollow is lighter than the end of a shadow makes it.

    No lamp is switched over a part of the board alone; a shadow may leave it. In the dusk a hand's
    back may be all that is seen there: as smooth as faint hollows in noise are, and of the wood's
    colour, but lighter.
    """
    lighter: np.ndarray = t.wood_level > t.usual_wood_level + AS_LIGHT
    return lighter
