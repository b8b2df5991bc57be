"""Whether a JPEG that could be unpacked was cut short and closed all the same.

What saves a film's pictures, or what is left on a worn card, puts an end mark where the file
broke off. libjpeg then makes the rest of the picture grey and says so on standard error alone.
Two things tell:

- A picture in several scans lacks the later ones.
- In one scan the last block has no numbers, which is grey of exactly 128; and bytes put before
  the end mark are read as more of the picture. Before a whole picture's they are passed over,
  so that none is refused, however grey.

What is cut within the last of several scans lacks no more than its finest shades, and of one
scan the very last blocks may lack unnoticed.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.sources.jpeg_marks import END, FRAMES, SCAN, marks
from vision.sources.torn import FILL, JPEG
from vision.types import ImageBGR

HUFFMAN: Final = frozenset({0xC0, 0xC1, 0xC2})
"""Kinds of JPEG that are asked; of an arithmetic one even a whole file's last bytes may lack."""

PROGRESSIVE: Final = 0xC2

EMPTY: Final = 128
"""Level of a block without numbers, in every channel."""

UNSEEN: Final = 99
"""Beyond any number of bits that a scan may leave to later ones."""

_NOISE: Final = bytes(np.random.default_rng(0).integers(0, FILL, 500, np.uint8))
MORE: Final = _NOISE + b"".join(bytes([FILL, 0xD0 + k]) + _NOISE for k in range(8))
"""More of a picture, whatever its tables are and with whichever restart it would go on."""


def cut_short(data: bytes, image_bgr: ImageBGR) -> bool:
    """Whether part of the picture is not in the file; False for files that are no JPEGs.

    Args:
        data: all of the file.
        image_bgr: (height, width, 3) what was unpacked from it, turned or not.
    """
    if not data.startswith(JPEG):
        return False
    found = list(marks(data))
    if not any(mark in HUFFMAN for mark, _ in found):
        return False
    return _lacks_scans(data, found) or (_ends_grey(image_bgr) and _goes_on(data, found, image_bgr))


def _lacks_scans(data: bytes, found: list[tuple[int, int]]) -> bool:
    """Whether some channel's number never came, or not with all of its bits."""
    left, frame = dict[int, np.ndarray](), 0
    for mark, at in found:
        head = data[at : at + 2000].ljust(2000, b"\0")  # longer than any, and never too short
        if mark in FRAMES:
            left = {head[8 + 3 * k]: np.full(64, UNSEEN) for k in range(head[7])}
            frame = mark
        elif mark == SCAN:
            behind = 3 + 2 * head[2]
            first, last, bits = head[behind : behind + 3] if frame == PROGRESSIVE else (0, 63, 0)
            for channel in left.keys() & set(head[3:behind:2]):
                left[channel][first : last + 1] = bits & 15
    return any(bits.any() for bits in left.values())


def _ends_grey(image_bgr: ImageBGR) -> bool:
    """Whether one of its corners is; however it was turned, one of them was unpacked last."""
    corners = image_bgr[[0, 0, -1, -1], [0, -1, 0, -1]]
    return bool((corners == EMPTY).all(axis=1).any())


def _goes_on(data: bytes, found: list[tuple[int, int]], image_bgr: ImageBGR) -> bool:
    """Whether there is room for more before the end mark."""
    mark, at = found[-1]
    if mark != END:
        return False
    before = data[: at - 1].rstrip(bytes([FILL]))
    longer = np.frombuffer(before + MORE + data[len(before) :], np.uint8)
    image = cv2.imdecode(longer, cv2.IMREAD_COLOR)
    return image is not None and not np.array_equal(image, image_bgr)
