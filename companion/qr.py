"""QR codes of the page's address."""

from __future__ import annotations

import io

import segno


def as_svg(text: str) -> str:
    """An inline SVG, dark on white with its quiet zone, as large as its holder."""
    code = segno.make_qr(text, error="m")
    return str(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))


def as_text(text: str) -> str:
    """Lines of half blocks for a terminal; each is two rows of modules."""
    out = io.StringIO()
    segno.make_qr(text, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
