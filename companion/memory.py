"""Memory: what finding a board took for seconds is given back to the system."""

from __future__ import annotations

import ctypes
from typing import Final

M_MMAP_THRESHOLD: Final = -3
"""The name of the setting in glibc's malloc.h."""

LARGE_BYTES: Final = 4 << 20
"""More than a frame of a camera, so that the work on each frame still reuses memory."""


def give_back_large_arrays() -> bool:
    """Let arrays of more than ``LARGE_BYTES`` return to the system as soon as they are freed.

    By itself glibc raises this limit with every large array that is freed, and a
    thread then keeps what the search for the board needed: 70 MB for the whole
    evening.

    Returns:
        Whether it is so now; elsewhere than on glibc nothing is done.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BYTES))
    except (OSError, AttributeError, TypeError):
        return False
