"""Boards of other games that lie where ours might: as regular, and not ours.

The squares of a chess board meet where hollows might be, seven by seven of them; but from one
to the next light and dark are exchanged, and hollows are all lit the same way. The peg boards
of solitaire have hollows as ours has, but none in the corners: there is bare wood, as light as
elsewhere, and nothing lies on it. And neither has a chess board's corners, seen as a lozenge whose
squares of one colour are taken for hollows: they lie beside it. No shadow hides all four corners
and leaves the rest; marbles may, but marbles are seen.
"""

from __future__ import annotations

import numpy as np

from vision.arrays.ranked import median_along
from vision.dents.dent import ROUND
from vision.types import BoardSpec, Floats

EXCHANGED = -0.5  # correlation of every second cell with the others: hollows' is above 0
# Of what the hollows show: wood without one has less of it, of its strength and in all.
NONE, NOTHING = 0.25, 0.2
THERE = 0.5  # of what they show: a hollow that does
AS_LIGHT = 0.2  # of the logarithm: so near to the light of its place no shadow hides a hollow
MOST_CORNERS = 3  # of four: in 287 pictures of games under way two at most showed but grain
MISSING = 1 / 7  # of the hollows: as many as a whole row


def another_game(
    cells: np.ndarray,
    spec: BoardSpec,
    bare: np.ndarray | None = None,
    outlined: np.ndarray | None = None,
) -> bool:
    """Whether the cells are another game's.

    Args:
        cells: (n, 2 * side, 2 * side) log brightness about all nodes, two pitches wide, in
            reading order, see `refine.cells_about`.
        spec: the board.
        bare: (n,) bool, those that look alike, where marbles may lie in the others.
        outlined: (n,) bool, where something round lies, if only its colour tells it from wood.
    """
    if chequered(cells, spec) < EXCHANGED:
        return True
    seen, light = _within(cells)
    taken = bare is not None
    bare = np.ones(spec.count, bool) if bare is None else bare
    if _cornerless(seen, spec, bare, taken):
        return True
    missing = _missing(seen, light, spec, bare)
    if outlined is not None:
        missing &= ~outlined
    return bool(missing.mean() >= MISSING)


def _cornerless(seen: Floats, spec: BoardSpec, bare: np.ndarray, taken: bool) -> bool:
    """Whether no corner shows a hollow; nor, where some may be taken, anything in most of them."""
    corners = np.arange(spec.count).reshape(spec.rows, spec.columns)[[0, 0, -1, -1], [0, -1, 0, -1]]
    empty = (_shown(seen, bare) <= NONE)[corners].all()
    strength, grain = _strength(seen, bare)
    nothing = strength[corners] < NOTHING + grain
    return bool(empty and (not taken or nothing.sum() >= MOST_CORNERS))


def chequered(cells: np.ndarray, spec: BoardSpec) -> float:
    """Correlation -1..1 of every second cell with those between them; args of `another_game`."""
    seen = _within(cells)[0]
    second = np.add.outer(np.arange(spec.rows), np.arange(spec.columns)).ravel() % 2 > 0
    one, other = (median_along(seen[which]) for which in (second, ~second))
    energy = float((one**2).sum() * (other**2).sum())
    return float((one * other).sum()) / max(float(np.sqrt(energy)), 1e-9)


def _missing(seen: Floats, light: Floats, spec: BoardSpec, bare: np.ndarray) -> np.ndarray:
    """(n,) bool, where there is no hollow and nothing else but wood; args as of `_within`."""
    shown, nothing = _shown(seen, bare), _strength(seen, bare)[0] < NOTHING
    # Lamps light a board unevenly: how, those tell that are hollows and lie in their light.
    nodes = np.column_stack([np.ones(spec.count), spec.nodes()])
    told = shown > THERE
    slope = np.linalg.lstsq(nodes[told], light[told], rcond=None)[0]
    as_light = np.abs(light - nodes @ slope) < AS_LIGHT
    gone: np.ndarray = (shown < NONE) & nothing & as_light
    return gone


def _shown(seen: Floats, bare: np.ndarray) -> Floats:
    """(n,) how much of the typical hollow each shows: 1 all of it, 0 none."""
    typical = median_along(seen[bare])
    shown: Floats = seen @ typical / max(float((typical**2).sum()), 1e-9)
    return shown


def _strength(seen: Floats, bare: np.ndarray) -> tuple[Floats, float]:
    """(n,) how strong what each shows is, 1 as the typical hollow; and the bare ones' grain."""
    typical, shown = median_along(seen[bare]), _shown(seen, bare)
    energy = max(float((typical**2).sum()), 1e-9)
    strength: Floats = (seen**2).sum(axis=1) / energy
    grain = ((seen - shown[:, None] * typical) ** 2).sum(axis=1)[bare] / energy
    return strength, float(np.percentile(grain, 75))


def _within(cells: np.ndarray) -> tuple[Floats, Floats]:
    """(n, k) what the cells show about their nodes, even slopes of light taken off; (n,) light."""
    height, width = cells.shape[1:]
    y, x = (np.mgrid[:height, :width] + 0.5) / np.array([height, width])[:, None, None] - 0.5
    disc = np.hypot(x, y) <= ROUND / 2
    # Beyond a lens's horizon there is nothing to be seen.
    seen = np.nan_to_num(cells[:, disc].astype(float))
    light = np.median(seen, axis=1)
    even = np.linalg.qr(np.column_stack([np.ones(int(disc.sum())), x[disc], y[disc]]))[0]
    return seen - (seen @ even) @ even.T, light
