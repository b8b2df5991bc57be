"""The marks in a JPEG: where its head, its scans and its end lie, as libjpeg looks for them.

Within a scan nothing looks like a mark, so none of the picture has to be unpacked
(ITU-T T.81, B.1.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Marks that say the picture's size; the three between are tables and one that is reserved."""

SCAN: Final = 0xDA
END: Final = 0xD9
ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""Nothing stands in them: one that is for a moment, and restarts."""

_NEXT: Final = re.compile(rb"\xff+([^\x00\xff])", re.DOTALL)
_BEHIND: Final = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])", re.DOTALL)
"""A mark, however much filling stands before it; behind a scan's head restarts belong to it."""


def marks(data: bytes) -> Iterator[tuple[int, int]]:
    """Each mark behind the file's first, and the place behind it; up to the end, if that is there.

    Args:
        data: all of a file that begins as a JPEG does.
    """
    at, sought = 2, _NEXT
    while found := sought.search(data, at):
        mark, at = found[1][0], found.end()
        yield mark, at
        if mark == END:
            return
        if mark not in ALONE:
            at += int.from_bytes(data[at : at + 2], "big")
        sought = _BEHIND if mark == SCAN else _NEXT
