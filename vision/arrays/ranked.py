"""Medians and percentiles along one axis of many short rows, several times as fast as NumPy's.

Processors sort many numbers at once; NumPy parts them one by one, and where a row's numbers lie
apart in memory it fetches them one by one as well.
"""

from __future__ import annotations

import numpy as np

from vision.types import Floats


def percentile_along(values: np.ndarray, share: float, axis: int = -1) -> Floats:
    """As `np.percentile` along an axis, but where there is a NaN.

    Args:
        values: (..., n, ...) of floats; where there is a NaN the result may be one, too.
        share: 0..1.
        axis: of the n.
    """
    ordered = np.array(np.moveaxis(values, axis, -1), order="C")
    ordered.sort(axis=-1)
    rank = share * (ordered.shape[-1] - 1)
    low = int(rank)
    below, above = ordered[..., low], ordered[..., min(low + 1, ordered.shape[-1] - 1)]
    between: Floats = below + values.dtype.type(rank - low) * (above - below)
    return between


def median_along(values: np.ndarray, axis: int = 0) -> Floats:
    """As `np.median` along an axis, see `percentile_along`."""
    return percentile_along(values, 0.5, axis)
