"""Draws the pictures of HARDWARE.md from the numbers of ``realqueen doctor --geometry``.

python3 draw.py FOLDER
"""

import math
import sys
from pathlib import Path

from companion.doctor.stand import FIELDS_OF_VIEW, stand_for

BOARD, AROUND, TILT, PITCH = 40, 8, 15, 40 / 9
INK, WOOD, LAMP, VIEW = "#26303a", "#b98a53", "#e0a100", "#4a90c2"
STYLE = (
    "text{font:16px 'DejaVu Sans',sans-serif;fill:#26303a}"
    ".b{font-weight:bold}.s{font-size:13px}.m{text-anchor:middle}"
)


def svg(width, height, title, *parts):
    """A whole picture on a pale ground, readable on dark pages too."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><style>{STYLE}</style>"
        f'<rect width="{width}" height="{height}" rx="12" fill="#f7f4ee"/>{"".join(parts)}</svg>\n'
    )


def line(x1, y1, x2, y2, colour=INK, width=2, dash=""):
    """A stroke."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round"{dashes}/>'
    )


def rect(x, y, w, h, fill, more=""):
    """A box."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill="{fill}" {more}/>'


def text(x, y, words, kind=""):
    """A line of words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{words}</text>'


def shape(points, fill, more=""):
    """A filled polygon."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" fill="{fill}" {more}/>'


def arrow(x1, y1, x2, y2):
    """A measure with two points."""
    angle = math.atan2(y2 - y1, x2 - x1)
    heads = []
    for x, y, turn in ((x1, y1, 0), (x2, y2, math.pi)):
        for side in (-0.4, 0.4):
            way = angle + turn + side
            heads.append(line(x, y, x + 10 * math.cos(way), y + 10 * math.sin(way)))
    return line(x1, y1, x2, y2) + "".join(heads)


def stand_picture():
    """From the side: stand, camera, what it sees, board and lamp, to scale."""
    name, fov = FIELDS_OF_VIEW["v3"]
    stand = stand_for(fov, BOARD, AROUND, TILT, PITCH)
    scale, floor, middle = 4.6, 500, 330

    def at(x, z):
        return middle + x * scale, floor - z * scale

    lens = at(-stand.aside, stand.height)
    down = math.atan2(stand.height, stand.aside)
    half = math.atan(math.tan(math.radians(fov) / 2) * 9 / 16)
    reach = []
    for turn in (down - half, down + half):
        x = -stand.aside + stand.height / math.tan(turn)
        reach.append(at(x, 0))
    left, right = at(-BOARD / 2, 0)[0], at(BOARD / 2, 0)[0]
    foot, top = at(-stand.aside - 24, 0), at(-stand.aside - 24, stand.height + 6)
    lamp = at(62, 62)
    parts = [
        shape([lens, *reach], VIEW, 'opacity="0.22"'),
        shape([lamp, (left, floor - 10), (right, floor - 10)], LAMP, 'opacity="0.16"'),
        line(30, floor, 810, floor, INK, 3),
        rect(left, floor - 10, right - left, 10, WOOD),
        rect(left - 36, floor - 12, 30, 12, "#8a6237"),
        rect(right + 6, floor - 12, 30, 12, "#8a6237"),
        rect(foot[0] - 40, floor - 8, 80, 8, "#5b6670"),
        line(*foot, *top, "#5b6670", 8),
        line(*top, lens[0], top[1], "#5b6670", 8),
        f'<g transform="translate({lens[0]:.1f},{lens[1]:.1f}) rotate({-TILT})">'
        f"{rect(-17, -26, 34, 20, '#2f7d4f')}{rect(-8, -8, 16, 9, INK)}</g>",
        line(*lamp, lamp[0] + 40, floor, "#5b6670", 5),
        shape(
            [
                (lamp[0] - 26, lamp[1] + 16),
                (lamp[0] + 18, lamp[1] - 26),
                (lamp[0] + 24, lamp[1] + 14),
            ],
            LAMP,
        ),
        line(lens[0], lens[1], lens[0], floor, INK, 1, "4 5"),
        arrow(46, lens[1], 46, floor - 2),
        line(46, lens[1], lens[0], lens[1], INK, 1, "4 5"),
        text(56, (lens[1] + floor) / 2, f"{stand.height:.0f} cm", "b"),
        arrow(lens[0], floor + 28, middle, floor + 28),
        text(middle + 14, floor + 34, f"{stand.aside:.0f} cm from over the middle", ""),
        text(lens[0] + 30, lens[1] - 14, f"{name}, tilted by {TILT}°", "b"),
        text(lamp[0] - 20, lamp[1] - 38, "lamp: aside, shaded", "b"),
        text(middle, floor - 22, f"board {BOARD} cm", "m s"),
    ]
    return svg(840, 560, "The stand from the side", *parts)


def heights_picture():
    """How high each camera must hang."""
    rows = [
        (name, stand_for(fov, BOARD, AROUND, TILT, PITCH).height)
        for name, fov in FIELDS_OF_VIEW.values()
    ]
    scale, floor = 3.4, 430
    parts = [line(30, floor, 810, floor, INK, 3)]
    for number, (name, height) in enumerate(rows):
        x = 110 + number * 155
        y = floor - height * scale
        reach = 42
        parts += [
            shape([(x, y), (x - reach, floor - 8), (x + reach, floor - 8)], VIEW, 'opacity="0.25"'),
            rect(x - reach, floor - 8, 2 * reach, 8, WOOD),
            rect(x - 14, y - 18, 28, 18, "#2f7d4f"),
            text(x, y - 26, f"{height:.0f} cm", "m b"),
        ]
        words = name.split(", ")
        first = words[0].replace("Camera Module", "Module").replace("USB webcam", "USB webcam")
        parts.append(text(x, floor + 26, first, "m s"))
        if len(words) > 1:
            parts.append(text(x, floor + 44, words[1], "m s"))
    return svg(840, 490, "How high each camera must hang over the board", *parts)


def view_picture():
    """What the camera should see: board and trays whole, and what spoils it."""
    parts = []
    for x, words, spoilt in (
        (20, "good", ""),
        (290, "glare: move the lamp aside", "glare"),
        (560, "cut off: raise the camera", "cut"),
    ):
        parts.append(f'<svg x="{x}" y="20" width="256" height="144" viewBox="0 0 256 144">')
        parts.append(rect(0, 0, 256, 144, "#6d7b70"))
        dx, dy, k = (34, 30, 1.25) if spoilt == "cut" else (0, 0, 1)
        parts.append(f'<g transform="translate({dx},{dy}) scale({k})">')
        parts.append(rect(73, 20, 110, 104, WOOD))
        for row in range(7):
            for column in range(7):
                cx, cy = 85 + column * 14.3, 30 + row * 14
                parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="3.6" fill="#8a6237"/>')
        for tray_x, marble in ((34, "#e8dcc0"), (198, "#23263f")):
            parts.append(rect(tray_x, 26, 26, 92, "#8a6237"))
            for row in range(8):
                cy = 33 + row * 11.2
                parts.append(f'<circle cx="{tray_x + 13}" cy="{cy:.1f}" r="4.6" fill="{marble}"/>')
        parts.append("</g>")
        if spoilt == "glare":
            parts.append('<ellipse cx="128" cy="60" rx="52" ry="40" fill="#fff" opacity="0.8"/>')
        parts.append("</svg>")
        parts.append(rect(x, 20, 256, 144, "none", f'stroke="{INK}" stroke-width="3"'))
        parts.append(text(x + 128, 192, words, "m"))
    return svg(840, 210, "What the camera should see", *parts)


def main(folder):
    """Write all of them."""
    for name, picture in (
        ("stand", stand_picture()),
        ("heights", heights_picture()),
        ("view", view_picture()),
    ):
        (Path(folder) / f"{name}.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
