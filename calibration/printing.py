"""Things to print at true size: an A4 page as a picture, saved as PNG or wrapped in a PDF."""

from __future__ import annotations

import zlib
from pathlib import Path

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.files import write_whole

DPI = 300
PAGE_MM = (210.0, 297.0)  # A4, upright
RULER_MM = 100
SAID = (
    "Print at 100 % (true size). The line below must be 100 mm long.",
    "Stampare al 100 % (misura reale). La linea qui sotto deve misurare 100 mm.",
)

Page = np.ndarray
"""H x W uint8, white 255; A4 at DPI."""


def blank_page() -> Page:
    """White paper."""
    width, height = (pixels(side) for side in PAGE_MM)
    return np.full((height, width), 255, np.uint8)


def pixels(length_mm: float) -> int:
    """Whole pixels of a length on paper."""
    return round(length_mm / 25.4 * DPI)


def write(page: Page, text: str, at_mm: tuple[float, float], height_mm: float = 3.0) -> None:
    """A line of text (ASCII) whose left lower corner lies there."""
    scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_SIMPLEX, pixels(height_mm), 2)
    at = pixels(at_mm[0]), pixels(at_mm[1])
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 0, 3, cv2.LINE_AA)


def add_ruler(page: Page, top_mm: float) -> None:
    """What tells whether it was printed at true size, from that height on, 20 mm high."""
    for line, text in enumerate(SAID):
        write(page, text, (20, top_mm + 4 + 5 * line), 2.6)
    left, right, y = pixels(20), pixels(20 + RULER_MM), pixels(top_mm + 16)
    cv2.line(page, (left, y), (right, y), 0, 3)
    for mark in range(0, RULER_MM + 1, 10):
        x, half = pixels(20 + mark), pixels(2.5 if mark % 50 == 0 else 1.5)
        cv2.line(page, (x, y - half), (x, y + half), 0, 3)


def save_page(page: Page, path: Path) -> None:
    """Write it as PNG or PDF, whichever the name ends with.

    Raises:
        CalibrationError: when the name ends otherwise, or the file can't be written.
    """
    kind = path.suffix.lower()
    if kind == ".png":
        write_whole(path, _png(page))
    elif kind == ".pdf":
        write_whole(path, _pdf(page))
    else:
        raise CalibrationError(f"{path}: a sheet is written as .pdf or .png")


def _png(page: Page) -> bytes:
    """With its resolution in it, so that programs print it at true size.

    The pHYs chunk (PNG specification, 11.3.4.3) goes right after the header chunk.
    """
    ok, packed = cv2.imencode(".png", page)
    if not ok:
        raise CalibrationError("the sheet can't be packed as PNG")
    data = packed.tobytes()
    per_metre = round(DPI / 0.0254)
    body = b"pHYs" + per_metre.to_bytes(4, "big") * 2 + b"\x01"
    chunk = (9).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    after_header = 8 + 25
    return data[:after_header] + chunk + data[after_header:]


def _pdf(page: Page) -> bytes:
    """One page with one picture on it, one bit a pixel (PDF 1.4, 4.8.4 and 3.4)."""
    height, width = page.shape
    bits = zlib.compress(np.packbits(page > 127, axis=1).tobytes(), 9)
    points = [side / 25.4 * 72 for side in PAGE_MM]
    draw = f"q {points[0]:.3f} 0 0 {points[1]:.3f} 0 0 cm /Sheet Do Q".encode()
    image = (
        f"<< /Type /XObject /Subtype /Image /Width {width} /Height {height} "
        f"/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode /Length {len(bits)} >>"
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {points[0]:.3f} {points[1]:.3f}] "
            "/Resources << /XObject << /Sheet 5 0 R >> >> /Contents 4 0 R >>"
        ).encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(draw), draw),
        image.encode() + b"\nstream\n" + bits + b"\nendstream",
    ]
    text, places = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    return text + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\n"
        b"startxref\n%d\n%%%%EOF\n" % (count, table, count, len(text))
    )
