"""Find the grooves' rows among the marbles of a full tray."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from vision.trays.contents import Tray
from vision.trays.groove import IN_A_ROW
from vision.types import Floats

FEWEST: Final = IN_A_ROW - 2
"""Marbles of a row that must have been seen: some are lost to reflections."""

NEAR: Final = 0.4
"""Of a step: how far one may be seen from its place; a reflection may be taken for the rim.
Less than half of it, so that none is at two places."""

BY_CHANCE: Final = 0.15
"""Of a marble's width: misfit of rows laid through anything; places strewn evenly have 0.2."""

ABOUT: Final = 0.08
"""Of the width asked for: how far that of the marbles may be from it."""

SPAN: Final = 6
"""Steps at least between the two marbles from which a row is guessed."""

MOST: Final = 60
"""Guesses kept, the best ones: each row is found in many ways."""

SAME: Final = 0.08
"""Of a marble's width: by how much the steps of a tray's two rows may differ."""

AT_ONCE: Final = 100_000
"""Distances that are looked at together: so many that a small computer has room for them."""

MISSED: Final = NEAR
"""Of a marble's width: as far from its place counts one that wasn't seen at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A tray and how well the marbles seen are it.

    Attributes:
        tray: both rows, the Queen not looked for.
        misfit: of a marble's width, mean over both rows: how far one lies from its place.
        whole: whether every marble of both rows was seen.
    """

    tray: Tray
    misfit: float
    whole: bool


def tray_of(places: Floats, width: float) -> Fit | None:
    """The tray of marbles at places (n, 2) on the board's plane; None when they are no full one.

    Marbles touch in their groove, so a row is ten places in equal steps; the planes of their
    middles and of the board are parallel, so that steps equal on one are equal on the other.

    Args:
        places: where something round was seen, marbles and whatever shines on or in them.
        width: about how wide a marble is, as seen on the board's plane.
    """
    if len(places) < 2 * FEWEST:
        return None
    rows = sorted(_rows(places, width), key=lambda row: row[3])[:MOST]
    pairs = [
        (a, b)
        for a, b in combinations(rows, 2)
        if not (a[2] & b[2]).any() and np.linalg.norm(a[1] - b[1]) < SAME * width
    ]
    if not pairs:
        return None
    first, second = min(pairs, key=lambda pair: pair[0][3] + pair[1][3])
    starts, steps = (np.array([first[k], second[k]]) for k in (0, 1))
    tray = Tray(starts, steps, np.full(2, np.nan))
    whole = int((first[2] | second[2]).sum()) == 2 * IN_A_ROW
    fit = Fit(tray, (first[3] + second[3]) / (2 * IN_A_ROW * width), whole)
    return fit if fit.misfit < BY_CHANCE else None


Row = tuple[Floats, Floats, np.ndarray, float]
"""Its first place, its step, which marbles are in it, and how far they lie from it."""


def _rows(places: Floats, width: float) -> list[Row]:
    """Every row of ten equal steps of about a marble's width, each way found once."""
    starts, steps = _possible_rows(places, width)
    block = max(AT_ONCE // (IN_A_ROW * len(places)), 1)
    rows: list[Row] = []
    for at in range(0, len(starts), block):
        some = slice(at, at + block)
        nearest, seen = _marbles_in(places, starts[some], steps[some])
        enough = seen.sum(axis=1) >= FEWEST
        widths = np.linalg.norm(steps[some][enough], axis=1)
        rows += _fitted(places, nearest[enough], seen[enough], widths)
    return rows


def _possible_rows(places: Floats, width: float) -> tuple[Floats, Floats]:
    """(n, 2) first places and steps of every row through two places that lie steps apart."""
    order = np.lexsort(places.T)
    one, other = (order[k] for k in np.triu_indices(len(order), 1))
    away, counts = places[other] - places[one], np.arange(SPAN, IN_A_ROW)
    steps = np.linalg.norm(away, axis=1)[:, None] / (counts * width)
    pair, count = np.nonzero((steps > 1 - ABOUT) & (steps < 1 + ABOUT))
    # The first of the two may be the row's first, or a later one.
    rows = IN_A_ROW - counts[count]
    first = np.arange(rows.sum()) - np.repeat(np.cumsum(rows) - rows, rows)
    step = np.repeat(away[pair] / counts[count][:, None], rows, axis=0)
    return np.repeat(places[one[pair]], rows, axis=0) - first[:, None] * step, step


def _marbles_in(places: Floats, starts: Floats, steps: Floats) -> tuple[np.ndarray, np.ndarray]:
    """(n, ten) the nearest marble to every place of n rows; bool, whether it is near enough."""
    x, y = (starts[:, None] + np.arange(IN_A_ROW)[:, None] * steps[:, None]).transpose(2, 0, 1)
    across, up = places.T[:, :, None]
    away = (across - x[:, None]) ** 2 + (up - y[:, None]) ** 2
    near = (NEAR**2 * (steps**2).sum(axis=1))[:, None]
    return away.argmin(axis=1), away.min(axis=1) < near


def _fitted(places: Floats, nearest: np.ndarray, seen: np.ndarray, widths: Floats) -> Iterator[Row]:
    """Rows put right by all of their marbles: lines by least squares.

    Args:
        places: (n, 2) of marbles.
        nearest: (rows, ten) of those, to each place of a row.
        seen: (rows, ten) bool, whether that one lies there.
        widths: (rows,) of a marble.
    """
    marbles, count = places[nearest], seen.sum(axis=1)[:, None]
    middle = (seen * np.arange(IN_A_ROW)).sum(axis=1)[:, None] / count
    along = seen * (np.arange(IN_A_ROW) - middle)
    centre = (seen[..., None] * marbles).sum(axis=1) / count
    steps = (along[..., None] * marbles).sum(axis=1) / (along**2).sum(axis=1)[:, None]
    starts = centre - middle * steps
    told = starts[:, None] + np.arange(IN_A_ROW)[:, None] * steps[:, None]
    miss = (seen * np.linalg.norm(told - marbles, axis=2)).sum(axis=1)
    miss += MISSED * widths * (IN_A_ROW - count[:, 0])
    for row in range(len(nearest)):
        mine = np.zeros(len(places), bool)
        mine[nearest[row, seen[row]]] = True
        yield starts[row], steps[row], mine, float(miss[row])
