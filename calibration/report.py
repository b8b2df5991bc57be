"""The report picture: what a calibration has found, for a person to judge at a glance.

The board's picture with everything drawn where the eyes believe it to be, and a panel
beside it that says what the drawings mean, what was learned and what to mend. OpenCV's
letters are plain ASCII, so the words given must be (test_report holds ours to that).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.files import write_whole
from calibration.judging import SURE, warnings_of
from calibration.model import Calibration
from calibration.panel import Panel, put_text
from calibration.tray_queen import QUEEN_OVER_ATTACK
from vision.camera.geometry import Discs, discs
from vision.measuring.sizes import LIKELY_RADII
from vision.types import Floats, ImageBGR

RIM_BGR: Final = (255, 220, 60)
ATTACK_BGR: Final = (255, 255, 255)
QUEEN_BGR: Final = (220, 110, 255)
TRAY_BGR: Final = (80, 230, 140)
GOOD_BGR: Final = (110, 205, 95)
DOUBT_BGR: Final = (40, 170, 255)

LEAST_PITCH: Final = 64.0
"""Pixels from hollow to hollow: smaller boards are enlarged, or circles would run together."""

MOST_WIDTH: Final = 1920
"""Pixels of the picture: more is not seen at a glance, and takes half a minute to pack."""

LINE_HEIGHT: Final = 720
"""Height of a picture whose lines are one pixel wide; larger ones are seen from farther off."""

OUTSIDE, ABOVE = 0.72, 0.3
"""Pitches from the outer hollows to the letters and digits, and over the wood: beyond every
disc, which the camera sees shifted as what stands on the wood is."""

SHIFT: Final = 4
"""Binary digits of a pixel in which OpenCV takes centres and radii (cv2.circle)."""


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A picture being drawn on.

    Attributes:
        image_bgr: H x W x 3 uint8, written to.
        scale: its pixels a pixel of the camera.
        unit: how wide a line is, in its pixels.
    """

    image_bgr: ImageBGR
    scale: float
    unit: float

    @staticmethod
    def of(picture_bgr: ImageBGR, pitch_px: float) -> Canvas:
        """A copy of the picture, large enough to draw on and no larger than is looked at.

        Args:
            picture_bgr: H x W x 3.
            pitch_px: from hollow to hollow in it.
        """
        height, width = picture_bgr.shape[:2]
        scale = min(max(1.0, LEAST_PITCH / pitch_px), MOST_WIDTH / width)
        size = (round(width * scale), round(height * scale))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        image = cv2.resize(picture_bgr, size, interpolation=how).astype(np.uint8)
        return Canvas(image, scale, max(1.0, size[1] / LINE_HEIGHT))

    def at(self, places_px: Floats) -> Floats:
        """Places (..., 2) in the camera's picture as they stand in this one."""
        places: Floats = (np.asarray(places_px) + 0.5) * self.scale - 0.5
        return places

    def circles(self, outlines: Discs, bgr: tuple[int, int, int]) -> None:
        """Circles, each with a dark seam so that it shows on any wood."""
        line = max(1, round(self.unit))
        for seam, colour in ((line + 2, (0, 0, 0)), (line, bgr)):
            layer = self.image_bgr.copy()
            for centre, radius in zip(self.at(outlines.centres_px), outlines.radii_px, strict=True):
                x, y = (round(float(v) * 2**SHIFT) for v in centre)
                size = max(1, round(float(radius) * self.scale * 2**SHIFT))
                cv2.circle(layer, (x, y), size, colour, seam, cv2.LINE_AA, SHIFT)
            share = 0.35 if seam > line else 1.0
            cv2.addWeighted(layer, share, self.image_bgr, 1 - share, 0, dst=self.image_bgr)


def report(
    calibration: Calibration,
    picture_bgr: ImageBGR,
    words: Mapping[str, str],
    trays_asked: bool = False,
) -> ImageBGR:
    """The report on one calibration.

    Args:
        calibration: what was found.
        picture_bgr: the picture to draw on, of the calibration's size.
        words: the panel's words by code, ASCII.
        trays_asked: whether a picture of full trays was given.

    Raises:
        CalibrationError: when the picture is not of the calibration's size.
    """
    if picture_bgr.shape != calibration.bare_bgr.shape:
        raise CalibrationError("the picture to report on has another size than the calibration's")
    canvas = Canvas.of(picture_bgr, pitch_px(calibration))
    _draw_hollows(canvas, calibration)
    _draw_names(canvas, calibration)
    _draw_trays(canvas, calibration)
    warnings = warnings_of(calibration, trays_asked)
    beside = _panel(calibration, words, warnings, canvas)
    return _side_by_side(canvas.image_bgr, beside.finished(canvas.image_bgr.shape[0]))


def save_report(image_bgr: ImageBGR, path: Path) -> None:
    """Write it as PNG, whole or not at all.

    Raises:
        CalibrationError: when the file can't be written.
    """
    ok, png = cv2.imencode(".png", image_bgr, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    if not ok:
        raise CalibrationError("the report picture can't be packed")
    write_whole(path, png.tobytes())


def pitch_px(c: Calibration) -> float:
    """Mean distance of neighbouring hollows, in pixels."""
    grid = c.hollows_px.reshape(c.spec.rows, c.spec.columns, 2)
    steps = [np.linalg.norm(np.diff(grid, axis=axis), axis=2).mean() for axis in (0, 1)]
    return float(np.mean(steps))


def _draw_hollows(canvas: Canvas, c: Calibration) -> None:
    """Rims as found, and the discs of both sizes of marble as predicted."""
    attack, queen = (discs(c.pose, c.spec, radius, c.rim) for radius in c.radii)
    canvas.circles(queen, QUEEN_BGR)
    canvas.circles(attack, ATTACK_BGR)
    canvas.circles(Discs(c.hollows_px, c.rim_px), RIM_BGR)


def _draw_names(canvas: Canvas, c: Calibration) -> None:
    """Files below and above, ranks on both sides, the corner hollows by their full names."""
    right, top = c.spec.columns - 1, c.spec.rows - 1
    names = c.spec.names()
    for column in range(1, right):
        for beyond in (-OUTSIDE, top + OUTSIDE):
            _name(canvas, c, names[column][0], (column, beyond), 0.6)
    for rank in range(1, top):
        for beyond in (-OUTSIDE, right + OUTSIDE):
            _name(canvas, c, str(rank + 1), (beyond, rank), 0.6)
    for column, row in ((0, 0), (right, 0), (0, top), (right, top)):
        away = OUTSIDE * np.sign([column - right / 2, row - top / 2])
        place = (column + away[0], row + away[1])
        _name(canvas, c, names[row * c.spec.columns + column], place, 0.75)


def _draw_trays(canvas: Canvas, c: Calibration) -> None:
    """Where marbles and Queens lay in the full trays, each tray in its series' colour."""
    for tray, rgb in zip(c.trays.trays if c.trays else (), c.series.rgb, strict=False):
        bgr = tuple(int(v) for v in np.clip(np.round(np.nan_to_num(rgb[::-1])), 0, 255))
        # The Queen's place is about where she lies, like a row of one; nan where she wasn't seen.
        places = [*tray.places, tray.queen[None][~np.isnan(tray.queen[:1])]]
        steps = [*tray.steps, QUEEN_OVER_ATTACK * tray.steps[0]]
        for row, step in zip(places, steps, strict=True):
            sides = c.projection(row + step / 2) - c.projection(row - step / 2)
            radii = np.linalg.norm(sides, axis=1) / 2
            canvas.circles(Discs(c.projection(row), radii), TRAY_BGR)
            canvas.circles(Discs(c.projection(row), 0.5 * radii), (bgr[0], bgr[1], bgr[2]))


def _name(
    canvas: Canvas, c: Calibration, text: str, board: tuple[float, float], size: float
) -> None:
    """Letters with a dark seam about a place of the board, kept within the picture."""
    centre = canvas.at(c.pose.pixels(np.array([*board, ABOVE])))
    put_text(canvas.image_bgr, text, centre, size * canvas.unit, RIM_BGR, seam=True)


def _panel(c: Calibration, words: Mapping[str, str], warnings: list[str], canvas: Canvas) -> Panel:
    panel = Panel(canvas.unit)
    panel.title(words["title"])
    sure = c.confidence >= SURE
    panel.bar(words["sure" if sure else "unsure"], c.confidence, GOOD_BGR if sure else DOUBT_BGR)
    panel.note(words["confidence"].format(percent=f"{np.floor(1000 * c.confidence) / 10:.1f}"))
    panel.heading(words["drawn"])
    panel.ring(words["rim"], RIM_BGR, (5,))
    panel.ring(words["attack"], ATTACK_BGR, (8,))
    panel.ring(words["queen"], QUEEN_BGR, (11,))
    if c.trays is not None:
        panel.ring(words["tray"], TRAY_BGR, (8, 5))
    _say_geometry(panel, c, words)
    _say_joined(panel, c, words)
    _say_colours(panel, c, words)
    _say_trays(panel, c, words)
    panel.heading(words["advice"])
    for code in warnings:
        panel.mark(words[f"warning.{code}"], DOUBT_BGR)
    if not warnings:
        panel.mark(words["nothing"], GOOD_BGR)
    return panel


def _say_geometry(panel: Panel, c: Calibration, words: Mapping[str, str]) -> None:
    panel.heading(words["board"])
    panel.note(words["hollows"].format(columns=c.spec.columns, rows=c.spec.rows))
    panel.note(words["pitch"].format(px=f"{pitch_px(c):.0f}"))
    panel.note(words["tilt"].format(deg=f"{c.pose.tilt_deg:.0f}"))
    attack, queen = (f"{2 * radius:.2f}" for radius in c.radii)
    # Where no tray has shown them these are what boards have.
    sizes = "likely" if c.radii == LIKELY_RADII else "sizes"
    panel.note(words[sizes].format(attack=attack, queen=queen))


def _say_joined(panel: Panel, c: Calibration, words: Mapping[str, str]) -> None:
    """Which hollows were taken, where a game under way was joined."""
    if c.imagined is None:
        return
    names = np.array(c.spec.names())
    doubtful = np.isinf(c.imagined)
    parts = ("taken", names[(c.imagined > 0) & ~doubtful]), ("doubtful", names[doubtful])
    panel.heading(words["joined"])
    for code, told in parts:
        if len(told):
            panel.note(words[code].format(hollows=" ".join(told)))


def _say_colours(panel: Panel, c: Calibration, words: Mapping[str, str]) -> None:
    panel.heading(words["colours"])
    for k in (0, 1):
        name = words[f"series.{k}"]
        if not c.series.known[k]:
            panel.swatch(words["unseen"].format(series=name), None)
            continue
        r, g, b = (int(v) for v in np.clip(np.round(c.series.rgb[k]), 0, 255))
        panel.swatch(words["seen"].format(series=name, rgb=f"{r}, {g}, {b}"), (b, g, r))


def _say_trays(panel: Panel, c: Calibration, words: Mapping[str, str]) -> None:
    """What is counted in the very picture that they were learned from."""
    reader = c.tray_reader()
    if reader is None or c.trays is None:
        return
    panel.heading(words["trays"])
    for k, count in enumerate(reader.read(c.trays.full_bgr)):
        attack = "?" if count.attack is None else count.attack
        queen = {True: "yes", False: "no", None: "?"}[count.queen]
        values = {"series": words[f"series.{k}"], "attack": attack, "queen": words[queen]}
        panel.note(words["count"].format(**values))


def _side_by_side(picture_bgr: ImageBGR, panel_bgr: ImageBGR) -> ImageBGR:
    """The picture on the left, on black where the panel is taller."""
    below = panel_bgr.shape[0] - picture_bgr.shape[0]
    picture = cv2.copyMakeBorder(picture_bgr, 0, below, 0, 0, cv2.BORDER_CONSTANT)
    both: ImageBGR = np.hstack([picture, panel_bgr]).astype(np.uint8)
    return both
