"""Recorded boards with labels: found to a tenth of the pitch, and read."""

import numpy as np
import pytest
from synthetic_setups import SESSIONS, frames, recorded, wrong_in_stream

from calibration.board import from_bare_board, with_trays
from vision.reader import Reader
from vision.types import REAL_QUEEN


@pytest.fixture(scope="module", params=SESSIONS)
def session(request):
    return recorded(request.param)


@pytest.fixture(scope="module")
def found(session):
    return from_bare_board(session.images[0], REAL_QUEEN)


@pytest.fixture(scope="module")
def readings(session, found):
    reader = Reader(with_trays(found, session.images[1]))
    return [reader.read(frame) for frame in frames(*session.images)]


def test_all_hollows_are_found(session, found):
    pitch_px = np.linalg.norm(session.hollows_px[24] - session.hollows_px[25])
    miss = np.linalg.norm(found.hollows_px - session.hollows_px, axis=1)
    assert miss.max() / pitch_px < 0.1
    assert found.confidence > 0.5


def test_every_hollow_in_view_is_read(session, readings):
    misread = wrong_in_stream(readings, session.labels, session.covered)
    assert misread == [[]] * len(readings)


def test_nothing_in_view_is_called_covered_on_a_still_board(session, readings):
    for reading, covered in zip(readings, session.covered, strict=True):
        if not covered.any():
            assert not reading.covered.any()
        assert not reading.moved


def test_without_trays_sizes_and_colours_are_learned_on_the_way(session, found):
    reader = Reader(found)
    seen = [reader.read(frame) for frame in frames(*session.images)]
    assert wrong_in_stream(seen, session.labels, session.covered) == [[]] * len(seen)
