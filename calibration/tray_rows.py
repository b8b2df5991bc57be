"""Find the grooves' rows among the marbles of a full tray."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from vision.groove import IN_A_ROW
from vision.trays import Tray
from vision.types import Floats

FEWEST: Final = IN_A_ROW - 2
"""Marbles of a row that must have been seen: some are lost to reflections."""

NEAR: Final = 0.4
"""Of a step: how far one may be seen from its place; a reflection may be taken for the rim."""

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
    rows = []
    for i, j in combinations(np.lexsort(places.T).tolist(), 2):
        away = places[j] - places[i]
        for steps in range(SPAN, IN_A_ROW):
            if not 1 - ABOUT < np.linalg.norm(away) / (steps * width) < 1 + ABOUT:
                continue
            for first in range(IN_A_ROW - steps):
                step = away / steps
                row = _fitted(places, places[i] - first * step, step)
                if row is not None:
                    rows.append(row)
    return rows


def _fitted(places: Floats, start: Floats, step: Floats) -> Row | None:
    """That row, put right by all of its marbles; None when too few are there."""
    k = np.arange(IN_A_ROW)
    away = np.linalg.norm(places[:, None] - (start + k[:, None] * step)[None], axis=2)
    nearest = away.argmin(axis=0)
    width = float(np.linalg.norm(step))
    seen = away[nearest, k] < NEAR * width
    if seen.sum() < FEWEST or len(set(nearest[seen])) < seen.sum():
        return None
    design = np.column_stack([np.ones(seen.sum()), k[seen]])
    fit = np.linalg.lstsq(design, places[nearest[seen]], rcond=None)[0]
    mine = np.zeros(len(places), bool)
    mine[nearest[seen]] = True
    miss = np.linalg.norm(design @ fit - places[nearest[seen]], axis=1).sum()
    return fit[0], fit[1], mine, float(miss + MISSED * width * (IN_A_ROW - seen.sum()))
