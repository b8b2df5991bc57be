"""Bare boards in the sun, drawn with a path tracer (Blender's Cycles): found to a tenth.

window: a window's bars throw hard shadows over it, onto a striped cloth as well, so that
some cells are like no others. low: the sun is low and the hollows deep; in each the shade
is a crescent, which looks more like a dent than the hollow does.
"""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board import from_bare_board
from vision.types import REAL_QUEEN

SUNLIT = Path(__file__).parents[1] / "fixtures" / "sunlit"


@pytest.mark.parametrize("name", ["window", "low"])
@pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])
def test_it_is_found(name, turned):
    image = cv2.imread(str(SUNLIT / f"{name}.jpg"))
    hollows_px = np.array(json.loads((SUNLIT / "hollows_px.json").read_text())[name])
    if turned:
        image = np.ascontiguousarray(image[::-1, ::-1])
        hollows_px = (np.array([image.shape[1], image.shape[0]]) - 1 - hollows_px)[::-1]
    found = from_bare_board(image, REAL_QUEEN)
    pitch_px = np.linalg.norm(hollows_px[24] - hollows_px[25])
    assert np.linalg.norm(found.hollows_px - hollows_px, axis=1).max() < 0.1 * pitch_px
