"""Too little light to see anything by."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.types import ImageBGR

DARK: Final = 18
"""Of 255: brightness below which no hollow can be told from a camera's noise."""

EVERY: Final = 8
"""Pixels looked at: one in this many, both ways."""


def too_dark(image_bgr: ImageBGR) -> bool:
    """Whether even the brightest tenth is dark: a dark cloth round a lit board is not."""
    some = image_bgr[::EVERY, ::EVERY]
    return bool(10 * np.count_nonzero(some >= DARK) < some.size)
