"""Hollows that have never been seen bare: a game was joined, and they were imagined so.

The imagined look is what others of the board show, and wood is worn, mended and drawn on.
What differs from it may be the hollow's own; a marble shows none of the dent's fine
detail, and ends where a marble ends.
"""

from __future__ import annotations

import numpy as np

from vision.reading.evidence import Evidence
from vision.types import Floats

# Log odds of being bare, by logistic regression over 1,808 hollows of 92 boards joined that showed
# something of a dent and its detail and were not plainly like what was imagined: by that detail,
# by how unlike they are, over what half of the board's cells are, by the outline and by the
# dent. Each set of boards left out in turn, 28 of 1,164 were told wrongly with 0.9 and more.
ODDS, DETAIL, UNLIKE, OUTLINE, DENTED = 0.85, 5.1, -1.36, -7.62, 2.92
DEEP = 1.2  # of the imagined dent: no more than that speaks for it
AT_MOST = 0.75  # probability that one is bare: it is asked about
# Log: so near to what was imagined, in light and in tint, hollows are rather bare, whatever light
# and dark they have of their own: of 132 bare ones that were painted over, on 35 boards, 36 were so
# near, of 559 marbles one, of clear glass; the next was 0.12 off.
AS_WOOD = 0.05


def painted_over(imagined: Floats) -> np.ndarray:
    """(n,) bool: whose bare look is not their own but what others of the board show.

    Args:
        imagined: (n,) as of `bare_after_all`.
    """
    painted: np.ndarray = (imagined > 0) & np.isfinite(imagined)
    return painted


def bare_after_all(e: Evidence, imagined: Floats) -> Floats:
    """(n,) probability that hollows imagined bare are so, though they look otherwise.

    Args:
        e: of all hollows.
        imagined: (n,) how unlike (log) they may be; 0 or inf for those not painted over, which
            are not told.
    """
    some = np.flatnonzero(painted_over(imagined))
    t, unlike = e.traces, np.maximum(e.unlike_bare[some], 1e-4) / imagined[some]
    odds = ODDS + DETAIL * t.grain[some] + UNLIKE * np.log(unlike)
    odds += OUTLINE * t.outline[some] + DENTED * np.minimum(e.dent[some], DEEP)
    p = np.zeros(len(imagined))
    # What a hand hides may show light and dark of the same shape by chance, but no detail.
    p[some] = AT_MOST / (1 + np.exp(-odds)) * (t.grain[some] > 0)
    return p


def as_wood(e: Evidence, imagined: Floats) -> np.ndarray:
    """(n,) bool, hollows imagined bare that have the light and the colour that was imagined.

    Args:
        e: of all hollows.
        imagined: (n,) as of `bare_after_all`.
    """
    level, tint = e.traces.beyond_light
    alike: np.ndarray = painted_over(imagined) & (np.maximum(np.abs(level), tint) < AS_WOOD)
    return alike


def doubted(p_bare: Floats, e: Evidence) -> Floats:
    """(n,) probability of being bare, less sure where their bare look may be another.

    It may be a marble's own; and what was imagined may be wrong by as much as the light in bare
    hollows differs, where a second lamp or something mirrored lights them: clear glass shows no
    more of itself than that, nor does wood.

    Args:
        p_bare: (n,) by what each shows.
        e: of all hollows; what is imagined is inf for the first kind, and None where all
            hollows have been seen bare.
    """
    if e.imagined is None:
        return p_bare
    perhaps = painted_over(e.imagined)
    perhaps &= e.traces.by_light_alone(np.where(perhaps, e.imagined, 0))
    least, most = np.where(perhaps, 1 - AT_MOST, 0), np.where(np.isinf(e.imagined), AT_MOST, 1)
    return np.clip(p_bare, least, most)
