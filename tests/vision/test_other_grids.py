"""Boards of other sizes are data: found without corners, joined, and read like the 7 x 7."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Camera, Setup, Take
from synthetic_setups import PLAIN, bare, frames, picture, spec_of, wrong

from calibration.board import from_bare_board
from calibration.occupied import from_occupied_board
from vision.reader import Reader


def board(columns: int, rows: int, tilt_deg: float, **changes: object) -> Setup:
    """One that fills most of the picture's height."""
    camera = Camera(
        tilt_deg=tilt_deg,
        roll_deg=6,
        pitch_px=580 / (rows + 0.8),
        target=((columns - 1) / 2, (rows - 1) / 2),
    )
    kept = {"camera": camera, "columns": columns, "rows": rows, "trays": "none", **changes}
    return replace(PLAIN, seed=columns * 10 + rows, **kept)


GRIDS = [
    pytest.param(board(4, 4, 25, lines="boxes"), "w2b/1B2/4/2W1", id="4x4 boxes"),
    pytest.param(board(5, 9, 12), "w2b1/1B3/2ww1/3b1/b1W2/4w/5/2b2/w4", id="5x9, higher than wide"),
    pytest.param(
        board(9, 7, 15, trays="attached"), "w2b5/1B7/2ww4b/3b5/b1W6/5w3/8w", id="9x7 with trays"
    ),
]


def miss(found_px: np.ndarray, setup: Setup) -> float:
    """The farthest hollow from its place, in pitches."""
    away = np.linalg.norm(found_px - bare(setup).hollows_px, axis=1)
    return float(away.max()) / setup.camera.pitch_px


@pytest.mark.parametrize(("setup", "placement"), GRIDS)
def test_it_is_found_bare_and_read(setup, placement):
    calibration = from_bare_board(bare(setup).image_bgr.copy(), spec_of(setup))
    assert miss(calibration.hollows_px, setup) < 0.05
    reader = Reader(calibration)
    shown = picture(setup, Take(placement, seed=4))
    for frame in frames(bare(setup).image_bgr, shown.image_bgr, each=3):
        reading = reader.read(frame)
    assert reading.steady
    assert not reading.covered.any()
    assert wrong(reading, shown.labels, shown.covered) == []


@pytest.mark.parametrize(("setup", "placement"), GRIDS[1:2])
def test_a_game_on_it_is_joined(setup, placement):
    shown = picture(setup, Take(placement, seed=4))
    calibration = from_occupied_board(shown.image_bgr.copy(), spec_of(setup))
    assert miss(calibration.hollows_px, setup) < 0.1
