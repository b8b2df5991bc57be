"""Whether a picture file is plainly no picture, or was cut short: a look at its two ends.

Decoding tells for certain but takes milliseconds a picture; this takes
microseconds, so a whole recording can be looked over before a game begins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

HEADS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF")
"""How JPEG, PNG, BMP and WebP files begin."""

TAILS: Final = {b"\xff\xd8\xff": b"\xff\xd9", b"\x89PNG\r\n\x1a\n": b"IEND"}
"""What stands near the end of a whole one: JPEG's end of image, PNG's last chunk."""

TAIL_BYTES: Final = 4096
"""Cameras and editors may put some padding or notes behind the end."""


def torn(path: Path) -> bool:
    """Whether the file can't be a whole picture; False where only decoding can tell.

    Raises:
        OSError: it can't be read.
    """
    with path.open("rb") as file:
        start = file.read(16)
        head = next((head for head in HEADS if start.startswith(head)), None)
        if head is None:
            return True
        size = file.seek(0, 2)
        file.seek(max(0, size - TAIL_BYTES))
        return TAILS.get(head, b"") not in file.read()
