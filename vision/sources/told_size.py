"""How large a picture file says that it is, before anybody finds room for so many pixels.

A few bytes may say 32,000 x 32,000, for which OpenCV takes six gigabytes and half a minute.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vision.sources.jpeg_marks import FRAMES, SCAN, marks
from vision.sources.torn import JPEG, PNG

MOST_PIXELS: Final = 50_000_000
"""Beyond any camera here; a picture that large is a mistake."""

OLDEST: Final = 12
BMP_HEADS: Final = (OLDEST, 40, 52, 56, 64, 108, 124)
"""Bytes of a BMP's head, of every kind there has been; the oldest has its numbers in two bytes."""

BITS: Final = 0x3FFF
"""Of a WebP's width and height."""


def told_size(data: bytes) -> tuple[int, int] | None:
    """Width and height; None where the file doesn't say, or is of a kind not known here.

    Args:
        data: all of the file.
    """
    for head, size in READ.items():
        if data.startswith(head):
            return size(data)
    return None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    for mark, at in marks(data):
        if mark in FRAMES:
            return _big(data, at + 5, 2), _big(data, at + 3, 2)
        if mark == SCAN:
            return None
    return None


def _png(data: bytes) -> tuple[int, int] | None:
    return _big(data, 16, 4), _big(data, 20, 4)


def _bmp(data: bytes) -> tuple[int, int] | None:
    head = _little(data, 14, 4)
    if head not in BMP_HEADS:
        return None  # two letters alone make no picture
    long = 2 if head == OLDEST else 4
    # A height below 0 says that the picture begins with its first row.
    height = int.from_bytes(data[18 + long : 18 + 2 * long], "little", signed=long == 4)
    return _little(data, 18, long), abs(height)


def _webp(data: bytes) -> tuple[int, int] | None:
    kind = data[8:16]
    if kind == b"WEBPVP8X":
        return 1 + _little(data, 24, 3), 1 + _little(data, 27, 3)
    if kind == b"WEBPVP8L":
        both = _little(data, 21, 4)
        return 1 + (both & BITS), 1 + (both >> 14 & BITS)
    if kind == b"WEBPVP8 ":
        return _little(data, 26, 2) & BITS, _little(data, 28, 2) & BITS
    return None


def _big(data: bytes, at: int, count: int) -> int:
    return int.from_bytes(data[at : at + count], "big")


def _little(data: bytes, at: int, count: int) -> int:
    return int.from_bytes(data[at : at + count], "little")


READ: Final[dict[bytes, Callable[[bytes], tuple[int, int] | None]]] = {
    JPEG: _jpeg,
    PNG: _png,
    b"BM": _bmp,
    b"RIFF": _webp,
}
