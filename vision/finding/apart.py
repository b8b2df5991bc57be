"""How two boards that were found in one picture lie to each other."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.dents.rim import RIMS, RINGS, SOFT
from vision.finding.refine import Board
from vision.types import BoardSpec, Floats

SAME_STEPS: Final = 0.08
"""Of a step: so far those of two boards of the same lattice differ."""

SAME_LATTICE: Final = 0.75
"""Pitches: steps and places of boards of one lattice differ by no more."""

FAR: Final = 0.085
"""Pitches: a place so far off is another one: if it were the right one, a hollow would lie farther
from where it is told than the promised tenth, since hollows lie 0.015 from their places anyhow. Of
92 boards two had another as good as that between both, 0.09 and 0.14 off, and were told aside."""

AS_DENTED: Final = 0.9
"""Of what a dent explains at a part of a hollow, one explains at the whole, at the least."""


def same_steps(best: Board, board: Board, spec: BoardSpec) -> bool:
    """Whether a board is of the same lattice, wherever in its cells the nodes are."""
    last = max(spec.columns, spec.rows) - 1
    ends = last * np.array([[0, 0], [1, 0], [0, 1]], float)
    origin, right, up = best.projection.inverse(board.projection(ends))
    steps = np.abs(np.array([right - origin, up - origin])) / last
    off = np.abs(steps - np.rint(steps)).max()
    return bool(off < SAME_STEPS and abs(np.linalg.det(np.rint(steps))) == 1)


def away(best: Board, board: Board, spec: BoardSpec) -> float:
    """Pitches from a board's nodes to those of another, at the most, whichever is counted first."""
    last = np.array([spec.columns - 1, spec.rows - 1], float)
    # Turned or as in a mirror, corners are corners and the middle is the middle.
    nodes = last * np.array([[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]])
    places = best.projection.inverse(board.projection(nodes))
    return float(np.abs(places[:, None] - nodes).max(axis=2).min(axis=1).max())


def aside(best: Board, board: Board, spec: BoardSpec) -> float:
    """Pitches by which a board's nodes lie aside of another's in their cells, whichever cells."""
    return float(np.abs(place_in_cell(best, board, spec)).max())


def place_in_cell(best: Board, board: Board, spec: BoardSpec) -> Floats:
    """x, y over the pitch of a board's nodes in another's cells, from those cells' middles."""
    middle = np.array([[(spec.columns - 1) / 2, (spec.rows - 1) / 2]])
    place = (best.projection.inverse(board.projection(middle)) - middle)[0]
    within_cell: Floats = place - np.rint(place)
    return within_cell


def within(best: Board, board: Board, spec: BoardSpec) -> bool:
    """Whether another board's hollows are but a part of a board's own: their shade, or what is lit.

    As wide as any rim may be are also the circles between lines, see `widest`, whatever lies in
    them; and in narrower ones a hollow would explain more than they do.
    """
    return best.dent > AS_DENTED * board.dent and encloses(best, board, spec)


def widest(board: Board) -> bool:
    """Whether its rims are as wide as any may be."""
    return board.rim >= float(RINGS[RIMS[-1]])


def encloses(whole: Board, part: Board, spec: BoardSpec) -> bool:
    """Whether the rims of a board's hollows lie around those of another's."""
    return away(whole, part, spec) + part.rim < whole.rim + SOFT


def encloses_in_cells(whole: Board, part: Board, spec: BoardSpec) -> bool:
    """Likewise of boards of the same lattice, though the one ends some cells farther on."""
    aside = float(np.hypot(*place_in_cell(whole, part, spec)))
    return same_steps(whole, part, spec) and aside + part.rim < whole.rim + SOFT
