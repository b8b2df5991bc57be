"""Where the marbles of both trays lay when they were full, as a calibration's file keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from calibration.fields import PartError, array, listed
from vision.trays.contents import Tray
from vision.types import BoardSpec, Floats

WIDTHS: Final = (0.1, 2.0)
"""Of the pitch: from one marble to the next."""

BEYOND: Final = 10.0
"""Pitches beyond the border hollows; trays are looked for within half of that."""

APART: Final = 1.0
"""Pitches between the middles of two trays, at least: each is wider than that."""


def trays_listed(trays: Iterable[Tray]) -> list[dict[str, Any]]:
    """Both trays for a file."""
    return [
        {"starts": listed(t.starts), "steps": listed(t.steps), "queen": listed(t.queen)}
        for t in trays
    ]


def trays_of(data: Any, spec: BoardSpec) -> tuple[Tray, Tray]:
    """Both trays of a file.

    Args:
        data: from ``trays_listed``.
        spec: the board beside which they lie.

    Raises:
        PartError: there can be no such trays there.
    """
    first, second = (_tray(each, spec) for each in data)
    middles = [tray.places.mean(axis=(0, 1)) for tray in (first, second)]
    if np.linalg.norm(middles[0] - middles[1]) < APART:
        raise PartError("series of trays are two trays in one place")
    return first, second


def _tray(data: Any, spec: BoardSpec) -> Tray:
    tray = Tray(
        array(data["starts"], (2, 2), "starts"),
        array(data["steps"], (2, 2), "steps"),
        array(data["queen"], (2,), "queen"),
    )
    widths = np.linalg.norm(tray.steps, axis=1)
    apart = (widths > WIDTHS[0]) & (widths < WIDTHS[1])
    if not (apart.all() and _near(tray.places, spec)):
        raise PartError("starts and steps are of no tray")
    if not (np.isnan(tray.queen).all() or _near(tray.queen, spec)):
        raise PartError("queen lies in no tray")
    return tray


def _near(places: Floats, spec: BoardSpec) -> bool:
    """Whether all of them lie about the board, within reach."""
    last = np.array([spec.columns - 1, spec.rows - 1])
    return bool(((places > -BEYOND) & (places < last + BEYOND)).all())
