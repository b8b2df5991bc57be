"""Whether a picture file is plainly no picture, or was cut short: a look at how it is built.

Decoding tells for certain but takes milliseconds a picture; this takes
microseconds, so a whole recording can be looked over before a game begins.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import BinaryIO, Final

JPEG: Final = b"\xff\xd8\xff"
PNG: Final = b"\x89PNG\r\n\x1a\n"
HEADS: Final = (JPEG, PNG, b"BM", b"RIFF")
"""How JPEG, PNG, BMP and WebP files begin."""

FILL: Final = 0xFF
SCAN: Final = 0xDA
END: Final = b"\xff\xd9"
"""A JPEG's marker of its first scan, and of its end; before any there may be filling."""

TAIL_BYTES: Final = 4096
"""Cameras and editors may put some padding or notes behind the end."""


def torn(path: Path) -> bool:
    """Whether the file can't be a whole picture; False where only decoding can tell.

    What stands behind a whole picture does not count, were it a film, as telephones put there.

    Raises:
        OSError: it can't be read.
    """
    if endless(path):
        return True
    with path.open("rb") as file:
        start = file.read(16)
        if not start.startswith(HEADS):
            return True
        if start.startswith(JPEG):
            return not _jpeg_ends(file)
        return start.startswith(PNG) and not _png_ends(file)


def endless(path: Path) -> bool:
    """Whether it is a pipe or a device: whoever reads one may wait for ever.

    Raises:
        OSError: it can't be looked at, or there is none.
    """
    mode = path.stat().st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _jpeg_ends(file: BinaryIO) -> bool:
    """Whether its end comes: behind its first scan, for the notes before may hold a picture too."""
    at = 2
    while len(head := _read(file, at, 4)) == 4:
        if head[0] != FILL or head[1] == SCAN:
            return _ends_behind(file, at)
        at += 1 if head[1] == FILL else 2 + int.from_bytes(head[2:], "big")
    return False


def _ends_behind(file: BinaryIO, at: int) -> bool:
    """Whether a JPEG's end comes behind that place; within a scan nothing looks like it."""
    size = file.seek(0, 2)
    return any(END in _read(file, max(at, begin), -1) for begin in (size - TAIL_BYTES, 0))


def _png_ends(file: BinaryIO) -> bool:
    """Whether its last chunk comes."""
    at = len(PNG)
    while len(head := _read(file, at, 8)) == 8:
        if head[4:] == b"IEND":
            return True
        at += 12 + int.from_bytes(head[:4], "big")
    return False


def _read(file: BinaryIO, at: int, count: int) -> bytes:
    file.seek(at)
    return file.read(count)
