"""A panel of text and signs, drawn line under line with OpenCV's letters."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.types import Floats, ImageBGR

FONT: Final = cv2.FONT_HERSHEY_DUPLEX
PAPER_BGR: Final = (38, 32, 30)
INK_BGR: Final = (238, 234, 230)
QUIET_BGR: Final = (196, 188, 182)

WIDTH: Final = 460
MARGIN: Final = 24
SIGN: Final = 40
"""Units, as are all lengths here: from the margin to the words beside a sign."""

PLAIN, LARGE, HEAD = 0.52, 0.82, 0.6
LEADING: Final = 42.0
"""Units from line to line, for letters of size 1."""

HEIGHT: Final = 4000
"""Units: more than anything that is written; what is left over is cut off."""

Colour = tuple[int, int, int]


def put_text(
    image_bgr: ImageBGR, text: str, centre: Floats, size: float, bgr: Colour, seam: bool = False
) -> None:
    """Letters about a place (x, y), moved as far as they must to lie within the picture."""
    (width, height), _ = cv2.getTextSize(text, FONT, size, 1)
    room = np.array([image_bgr.shape[1] - width - 2, image_bgr.shape[0] - 3])
    x, y = np.clip(centre + np.array([-width, height]) / 2, (2, height + 2), room)
    line = max(1, round(1.4 * size))
    for thickness, colour in ((line + 3, (0, 0, 0)), (line, bgr)):
        if seam or colour == bgr:
            start = (round(float(x)), round(float(y)))
            cv2.putText(image_bgr, text, start, FONT, size, colour, thickness, cv2.LINE_AA)


class Panel:
    """Write on it from top to bottom, then take it.

    Args:
        unit: pixels.
    """

    def __init__(self, unit: float) -> None:
        self._unit, self._y = unit, float(MARGIN)
        shape = (round(HEIGHT * unit), round(WIDTH * unit), 3)
        self._image: ImageBGR = np.full(shape, PAPER_BGR, np.uint8)

    def title(self, text: str) -> None:
        """The largest line."""
        self._lines(text, LARGE, INK_BGR, 0)

    def heading(self, text: str) -> None:
        """Opens a part."""
        self._y += 12
        self._lines(text, HEAD, INK_BGR, 0)
        y = round((self._y - 2) * self._unit)
        ends = (round(MARGIN * self._unit), y), (round((WIDTH - MARGIN) * self._unit), y)
        cv2.line(self._image, *ends, (92, 84, 80), max(1, round(self._unit)))
        self._y += 6

    def note(self, text: str) -> None:
        """A plain line, or several."""
        self._lines(text, PLAIN, QUIET_BGR, 0)

    def bar(self, text: str, share: float, bgr: Colour) -> None:
        """A verdict over a bar that is filled up to a share, 0..1."""
        self._y += 6
        self._lines(text, HEAD, bgr, 0)
        full = WIDTH - 2 * MARGIN
        self._box(MARGIN, self._y, full, 12, (84, 76, 72))
        self._box(MARGIN, self._y, full * min(max(share, 0.0), 1.0), 12, bgr)
        self._y += 20

    def ring(self, text: str, bgr: Colour, radii: tuple[float, ...] = (9,)) -> None:
        """What circles of a colour mean, as large beside each other as they are drawn.

        On grey paper, and to many eyes, their sizes alone tell them apart.
        """
        for radius in sorted(radii, reverse=True):
            self._disc(radius, bgr)
            self._disc(radius - 2, PAPER_BGR)
        self._lines(text, PLAIN, QUIET_BGR, SIGN)
        self._y += 3

    def mark(self, text: str, bgr: Colour) -> None:
        """A piece of advice behind a dot."""
        self._disc(6, bgr)
        self._lines(text, PLAIN, INK_BGR, SIGN - 14)
        self._y += 4

    def swatch(self, text: str, bgr: Colour | None) -> None:
        """A colour and what it is of; None for one that isn't known."""
        self._box(MARGIN, self._y, 30, 30, INK_BGR)
        self._box(MARGIN + 1, self._y + 1, 28, 28, PAPER_BGR if bgr is None else bgr)
        self._y += 5
        self._lines(text, PLAIN, QUIET_BGR, SIGN + 4)
        self._y += 9

    def finished(self, least_height_px: int) -> ImageBGR:
        """What was written, and at least as high as that."""
        height = max(least_height_px, round((self._y + MARGIN) * self._unit))
        return self._image[:height]

    def _lines(self, text: str, size: float, bgr: Colour, indent: float) -> None:
        for line in self._broken(text, size, WIDTH - 2 * MARGIN - indent):
            self._y += LEADING * size
            start = (MARGIN + indent) * self._unit, (self._y - 0.32 * LEADING * size) * self._unit
            x, y = (round(v) for v in start)
            thickness = max(1, round(1.3 * self._unit * size))
            scale = size * self._unit
            cv2.putText(self._image, line, (x, y), FONT, scale, bgr, thickness, cv2.LINE_AA)

    def _broken(self, text: str, size: float, room: float) -> list[str]:
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            (width, _), _ = cv2.getTextSize(longer, FONT, size * self._unit, 1)
            if lines[-1] and width > room * self._unit:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _disc(self, radius: float, bgr: Colour) -> None:
        """Beside the next plain line."""
        middle = self._y + 0.52 * LEADING * PLAIN
        centre = (round((MARGIN + 10) * self._unit), round(middle * self._unit))
        cv2.circle(self._image, centre, round(radius * self._unit), bgr, -1, cv2.LINE_AA)

    def _box(self, x: float, y: float, width: float, height: float, bgr: Colour) -> None:
        left, top, right, bottom = (round(v * self._unit) for v in (x, y, x + width, y + height))
        self._image[top:bottom, left:right] = bgr
