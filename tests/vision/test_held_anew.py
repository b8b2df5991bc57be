"""A camera that was turned a little, or came nearer, sees the board elsewhere in no one way."""

import cv2
import numpy as np
import pytest
from synthetic_setups import as_labelled, recorded

from vision.reader import Reader
from vision.types import REAL_QUEEN, Frame

NODES = REAL_QUEEN.nodes()
REST_S = 14.0  # two rounds, and what they bring about
PICTURES = 40


def about_the_middle(image, turn_deg, zoom):
    """The picture turned and grown about its middle; (2, 3) how its points went."""
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, zoom)
    shown = cv2.warpAffine(
        image, way, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return shown, way


def after_rest(name, turn_deg, zoom):
    """(reading, farthest hollow from where it is looked for in pitches, labels) after the rest."""
    board = recorded(name)
    reader, rng = Reader(as_labelled(board, board.images[0])), np.random.default_rng(2)
    seen, way = about_the_middle(board.images[2], turn_deg, zoom)

    def look(image, time_s):
        noisy = np.clip(image + rng.normal(0, 1.0, image.shape), 0, 255).astype(np.uint8)
        return reader.read(Frame(noisy, round(time_s * 30), time_s))

    for k in range(6):
        look(board.images[2], k / 30)
    for k in range(PICTURES):
        reading = look(seen, 1 + REST_S * k / PICTURES)
    right = np.column_stack([board.hollows_px, np.ones(len(NODES))]) @ way.T
    pitch_px = np.linalg.norm(board.hollows_px[24] - board.hollows_px[25])
    away = np.linalg.norm(reader.pose.projection(NODES) - right, axis=1).max() / pitch_px
    return reading, away, board.labels[2]


def wrong(reading, labels, least=0.0):
    """How many with more than that p, colours up to swapping: no trays have told which is which."""
    sure = reading.p.max(axis=1) > least
    swapped = labels.translate(str.maketrans("wWbB", "bBwW"))
    seen = reading.labels()
    return min(
        sum(p and one != other for one, other, p in zip(names, seen, sure, strict=True))
        for names in (labels, swapped)
    )


@pytest.mark.few(4)
@pytest.mark.parametrize("name", ["s004", "s001", "s012", "s013", "s015"])
@pytest.mark.parametrize(("turn_deg", "zoom"), [(0.8, 1.0), (-0.9, 1.0), (0, 1.015), (0, 0.985)])
def test_a_board_that_is_nowhere_far_aside_is_read_where_it_is(name, turn_deg, zoom):
    reading, away, labels = after_rest(name, turn_deg, zoom)
    assert not reading.moved
    assert away < 0.08
    # So little aside it may stay unnoticed for as long as nothing is misread for it.
    assert not reading.covered.any()
    assert wrong(reading, labels) == 0


@pytest.mark.parametrize(("turn_deg", "zoom"), [(0, 1.045), (1, 1.06), (2, 0.94), (0, 0.96)])
def test_a_board_nearer_or_farther_is_not_found_a_step_aside(turn_deg, zoom):
    """Evenly grained it looks like itself there, but for a row."""
    reading, away, labels = after_rest("s004", turn_deg, zoom)
    assert reading.moved or away < 0.06
    assert wrong(reading, labels, least=0.9) == 0
