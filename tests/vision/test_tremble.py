"""A camera that trembles a little sees a board at rest; what is done there it sees as well."""

import cv2
import numpy as np
import pytest
from synthetic_setups import as_labelled, recorded

from vision.aimed import AimedReader
from vision.types import Frame
from vision.watching.tremble import MOST, RESTLESS, Tremble

PICTURES = 60
BEFORE, AFTER = 2, 3  # of the recorded pictures: two positions


def shaken(image, rng, deviation_px):
    """The picture shaken, as noisy as a camera makes it."""
    way = np.float32([[1, 0, rng.normal(0, deviation_px)], [0, 1, rng.normal(0, deviation_px)]])
    size = image.shape[1], image.shape[0]
    moved = cv2.warpAffine(image, way, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.clip(moved + rng.normal(0, 1.5, moved.shape), 0, 255).astype(np.uint8)


def read_on(reader, pictures, begun_s=0.0):
    for k, picture in enumerate(pictures):
        yield reader.read(Frame(picture, k, begun_s + k / 30))


def wrong(reading, labels):
    swapped = labels.translate(str.maketrans("wWbB", "bBwW"))
    seen = zip(reading.labels(), labels, swapped, strict=True)
    return min(np.sum([(one != a, one != b) for one, a, b in seen], axis=0))


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["s004", "s001", "s013", "s015"])
def test_moves_are_seen_by_a_camera_that_trembles(name):
    board, rng = recorded(name), np.random.default_rng(4)
    reader = AimedReader(as_labelled(board, board.images[0]))
    list(read_on(reader, [board.images[0]] * 4))
    for begun_s, index in ((1.0, BEFORE), (1.0 + PICTURES / 30, AFTER)):
        trembling = (shaken(board.images[index], rng, 0.2) for _ in range(PICTURES))
        readings = list(read_on(reader, trembling, begun_s))
        assert not any(reading.moved for reading in readings)
        # Often enough for a referee, who rules on what stands still.
        steady = [reading for reading in readings[PICTURES // 2 :] if reading.steady]
        assert len(steady) > PICTURES / 6
        assert wrong(steady[-1], board.labels[index]) == 0


@pytest.mark.parametrize("step_px", [1.5, 4.0])
def test_what_moves_is_no_tremble_however_long_it_moves(step_px):
    """A sleeve, as dark as wood, drawn slowly over a board."""
    board, rng = recorded("s004"), np.random.default_rng(4)
    reader, image = AimedReader(as_labelled(board, board.images[0])), board.images[BEFORE]
    list(read_on(reader, [image] * 4))
    height, width = image.shape[:2]
    sleeve = cv2.GaussianBlur(rng.normal(90, 20, (height, width, 3)), (0, 0), 3)

    def drawn(k):
        edge = round(board.hollows_px[:, 0].max() - k * step_px)
        picture = image.copy()
        picture[:, edge:] = np.clip(np.roll(sleeve, edge, axis=1)[:, edge:], 0, 255)
        return np.clip(picture + rng.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)

    readings = list(read_on(reader, (drawn(k) for k in range(PICTURES)), 1.0))
    steady = sum(reading.steady for reading in readings[4:])
    assert steady <= len(readings) / 10


def test_nothing_is_put_down_to_a_tremble_before_it_lasts():
    tremble = Tremble(np.array([[5, 5]]), (20, 20))
    for _ in range(RESTLESS):
        assert not tremble.perhaps
        tremble.seen(True)
    assert tremble.perhaps
    for _ in range(MOST):
        tremble.seen(True)
    for _ in range(MOST):
        tremble.seen(False)
    assert not tremble.perhaps


@pytest.mark.parametrize("changes", [24, 1000])
def test_however_long_it_lasted_a_scene_at_rest_is_soon_looked_at_closely(changes):
    tremble = Tremble(np.array([[5, 5]]), (20, 20))
    for _ in range(changes):
        tremble.seen(True)
    for _ in range(16):
        tremble.seen(False)
        assert tremble.perhaps
    tremble.seen(False)
    assert not tremble.perhaps


def test_what_a_shake_may_change_is_what_lies_beside():
    image = np.full((20, 20, 3), 100, np.uint8)
    image[:, 8:] = 160
    points = np.array([[2, 10], [7, 10], [8, 10], [12, 10], [0, 0], [19, 19]])
    tremble = Tremble(points, (20, 20))
    away = np.full((len(points), 3), 50, np.uint8)
    explained = tremble.explains(image, away)
    assert explained.all(axis=1).tolist() == [False, True, True, False, False, False]
