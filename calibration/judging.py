"""What a person should know, or mend, before a calibration is used."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from calibration.model import Calibration
from vision.calibrated import BELIEVED
from vision.camera.likely_lens import is_usual
from vision.camera.sharpness import BLURRED_PX, are_wide, board_in
from vision.finding.scene import working_copy
from vision.types import ImageBGR

SURE: Final = 0.8
"""Confidence from which nobody need look twice: a board just accepted has 0.76, one whose
lines alone tell it 0.5."""

DARK: Final = 45.0
"""Mean grey level of 255 below which noise hides dark marbles."""

CLOSE: Final = 6.0
"""Deviations between two series: halfway, 3 from either, one marble in 700 is taken for the
other by its look alone."""


def warnings_of(calibration: Calibration, trays_asked: bool) -> list[str]:
    """Codes of what to mind, the gravest first; the companion has a sentence for each.

    Args:
        calibration: to be judged.
        trays_asked: whether a picture of full trays was given.
    """
    known = calibration.series.known
    found = {
        "believed": calibration.confidence <= BELIEVED,
        "unsure": BELIEVED < calibration.confidence < SURE,
        "altered": not is_usual(calibration.pose.lens, calibration.projection.image_size),
        "dark": brightness(calibration) < DARK,
        "blurred": _is_blurred(calibration),
        "no-trays": trays_asked and not known.all(),
        "no-colours": not trays_asked and not known.all(),
        "close": bool(known.all()) and separation(calibration) < CLOSE,
        "other-wood": calibration.tray_wood is not None,
    }
    return [code for code, so in found.items() if so]


def _is_blurred(calibration: Calibration) -> bool:
    """At working size, where edges of many megapixels take a few pixels, too, and little memory."""
    image, factor = working_copy(calibration.bare_bgr)
    view = calibration.projection.scaled(factor, (image.shape[1], image.shape[0]))
    return are_wide(BLURRED_PX, image, board_in(image, view, calibration.spec))


def brightness(calibration: Calibration) -> float:
    """Mean grey level, 0..255, of the board or of the whole picture, whichever is higher.

    A black board in good light is no dark picture, nor is a lit one on a dark cloth.
    """
    board = board_in(calibration.bare_bgr, calibration.projection, calibration.spec)
    grey: ImageBGR = cv2.cvtColor(calibration.bare_bgr, cv2.COLOR_BGR2GRAY).astype(np.uint8)
    return float(max(cv2.mean(grey, board)[0], cv2.mean(grey)[0]))


def separation(calibration: Calibration) -> float:
    """How many deviations the looks of the two series lie apart; nan where one is unknown."""
    return calibration.series.separation
