"""A board in the dusk: noise and JPEG on all of it, and its hollows are still plain to an eye."""

import cv2
import numpy as np
import pytest
from synthetic_setups import nodes_of, recorded

from vision.errors import BoardNotFoundError
from vision.find_board import find_board
from vision.scene import Scene
from vision.types import REAL_QUEEN


def in_the_dusk(image_bgr, light, photons):
    """So much of the light is left, a grey level being so many photons to the sensor."""
    rng = np.random.default_rng(1)
    seen = rng.poisson(image_bgr * light * photons) / photons + rng.normal(0, 1.5, image_bgr.shape)
    jpeg = cv2.imencode(".jpg", np.clip(seen, 0, 255), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)


@pytest.mark.parametrize(("light", "photons"), [(0.3, 0.6), (0.15, 0.25)])
def test_it_is_found_behind_its_noise(light, photons):
    board = recorded("s013")
    found = find_board(in_the_dusk(board.images[0], light, photons), REAL_QUEEN)
    away = found.projection(nodes_of(REAL_QUEEN)) - board.hollows_px
    pitch = np.linalg.norm(board.hollows_px[1] - board.hollows_px[0])
    assert np.linalg.norm(away, axis=1).max() < 0.1 * pitch


def test_a_part_of_it_is_not():
    board = recorded("s013")
    places = board.hollows_px.reshape(7, 7, 2)
    cut = int((places[:, 5, 0].max() + places[:, 6, 0].min()) / 2)
    part = np.ascontiguousarray(board.images[0][:, :cut])
    with pytest.raises(BoardNotFoundError):
        find_board(in_the_dusk(part, 0.3, 0.6), REAL_QUEEN)


def test_smoothing_takes_most_of_the_noise_and_leaves_the_picture_as_it_was():
    rng = np.random.default_rng(2)
    noise = rng.normal(90, 12, (200, 300, 3)).clip(0, 255).astype(np.uint8)
    plain = Scene.of(noise)
    smooth = plain.smoothed()
    assert smooth.log.std() < 0.5 * plain.log.std()
    assert smooth.image_bgr is plain.image_bgr
    assert plain.plain
    assert not smooth.plain
