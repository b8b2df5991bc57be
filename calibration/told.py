"""What a calibration's file tells people must be what the eyes go by.

The file says each hollow's place and rim, and the series' colours, for whoever reads it; the
eyes take all of that from other parts. A person who edits what is only told would mend nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from calibration.fields import PartError, array, part
from vision.types import Floats

MISPLACED: Final = 0.1
"""Pixels by which a hollow or its rim as it is written may differ from the homography's."""

TINGED: Final = 1.0
"""Levels by which a colour may differ from the looks': it is written rounded."""


def check_told(data: Mapping[str, Any], summary: Mapping[str, Any]) -> None:
    """Compare what a file tells with what follows from its other parts.

    Args:
        data: the file's; of what it does not tell nothing is checked.
        summary: what the calibration read from it tells.

    Raises:
        PartError: they differ.
    """
    names = list(summary["hollows_px"])
    if data.get("hollows_px") is not None:
        _check(data, summary, names, "hollows_px", (2,), "x and y of every hollow")
    if data.get("rim_px") is not None:
        _check(data, summary, names, "rim_px", (), "a number for every hollow")
    if "colours" in data:
        _check_colours(data, summary["colours"])


def _check(
    data: Mapping[str, Any],
    summary: Mapping[str, Any],
    names: list[str],
    what: str,
    shape: tuple[int, ...],
    wanted: str,
) -> None:
    shape = (len(names), *shape)
    told = part(data, what, lambda each: array([each[name] for name in names], shape, what), wanted)
    if not _close(told, [summary[what][name] for name in names], MISPLACED):
        raise PartError(
            f"{what} lie elsewhere than homography says; where hollows are is not edited, "
            "but told by --corners"
        )


def _check_colours(data: Mapping[str, Any], seen: list[list[int]] | None) -> None:
    told = part(data, "colours", _colours, "the red, green and blue of both series, or null")
    same = told is None or seen is None or _close(told, seen, TINGED)
    if not same or (told is None) != (seen is None):
        raise PartError(
            "colours are not those of series; they are not edited, but learned from the trays "
            "by --start"
        )


def _colours(data: Any) -> Floats | None:
    return None if data is None else array(data, (2, 3), "colours")


def _close(told: Floats, seen: Any, most: float) -> bool:
    return bool((np.abs(told - np.array(seen, float)) <= most).all())
