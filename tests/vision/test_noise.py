"""Noise on boards: in the dusk their hollows are still plain, and a hand is no noise."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from synthetic_games import chess, photographed
from synthetic_setups import nodes_of, recorded

from vision.errors import BoardNotFoundError
from vision.finding.find_board import find_board
from vision.finding.scene import Scene
from vision.reading.noise import LEAST, LOUDER, Noise
from vision.types import REAL_QUEEN

TRACED = Path(__file__).parents[1] / "fixtures" / "traced"


def in_the_dusk(image_bgr, light, photons):
    """So much of the light is left, a grey level being so many photons to the sensor."""
    rng = np.random.default_rng(1)
    seen = rng.poisson(image_bgr * light * photons) / photons + rng.normal(0, 1.5, image_bgr.shape)
    jpeg = cv2.imencode(".jpg", np.clip(seen, 0, 255), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)


def test_it_is_found_behind_its_noise():
    board = recorded("s013")
    found = find_board(in_the_dusk(board.images[0], 0.15, 0.25), REAL_QUEEN)
    away = found.projection(nodes_of(REAL_QUEEN)) - board.hollows_px
    pitch = np.linalg.norm(board.hollows_px[1] - board.hollows_px[0])
    assert np.linalg.norm(away, axis=1).max() < 0.1 * pitch


def test_small_hollows_are_found_by_their_light_where_noise_hides_their_rims():
    image = cv2.imread(str(TRACED / "noisy.jpg"))
    places = np.array(json.loads((TRACED / "hollows_px.json").read_text())["noisy"])
    found = find_board(image, REAL_QUEEN)
    away = np.linalg.norm(found.projection(nodes_of(REAL_QUEEN)) - places, axis=1)
    assert away.max() < 0.1 * np.linalg.norm(places[25] - places[24])


@pytest.mark.parametrize("sign", [1, -1], ids=["light", "dark"])
def test_spots_stand_out_of_noise_that_drowns_rims(sign):
    """Faint round spots, each of them less than half as strong as the noise of a pixel."""
    y, x = np.mgrid[:400, :600].astype(np.float32)
    nodes = np.array([(150 + 45 * i, 60 + 45 * j) for i in range(7) for j in range(7)])
    log = sum(np.hypot(x - a, y - b) < 6 for a, b in nodes) * 0.14 * sign
    log = log + np.random.default_rng(3).normal(0, 0.3, log.shape)
    levels = np.clip(np.exp(4.6 + log), 0, 255).astype(np.uint8)
    scene = Scene.of(cv2.cvtColor(levels, cv2.COLOR_GRAY2BGR))

    def met(seen, kinds):
        chosen = [each.strongest for each in seen.candidates if each.strongest.kind in kinds]
        near = [each.points_px[:100, None] - nodes for each in chosen]
        return max((np.linalg.norm(each, axis=2).min(axis=0) < 5).sum() for each in near)

    spots, rims = met(scene.spotted(), ["light" if sign > 0 else "dark"]), met(scene, ["rim"])
    assert spots > max(35, 2 * rims)


def test_only_where_there_is_noise_it_is_smoothed_away():
    clean = photographed(chess((250, 250, 250), (10, 10, 10)), 15, 10, far=2.9)
    assert not Scene.of(clean).noisy
    board = recorded("s013").images[0]
    assert Scene.of(in_the_dusk(board, 0.3, 0.6)).noisy
    assert Scene.of(board).noisy


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


def heard(noise, hidden, seed, by=0.4):
    """Spreads (49, 54) of wood in noise of that deviation, of which so many hollows are hidden."""
    rng = np.random.default_rng(seed)
    spread = np.abs(rng.normal(0, noise, (49, 54)))
    # Sums of three channels' sizes are never as small as one of them.
    spread += np.abs(rng.normal(0, noise, (49, 54))) + np.abs(rng.normal(0, noise, (49, 54)))
    spread[:hidden] += rng.exponential(by, (hidden, 54))
    return spread / 3


@pytest.mark.parametrize("level", [0.01, 0.03])
def test_of_a_hand_over_a_third_of_it_nothing_is_heard(level):
    assert Noise()(heard(level, 16, 1)) == pytest.approx(Noise()(heard(level, 0, 1)), rel=0.4)


@pytest.mark.parametrize("level", [0.006, 0.01])
def test_where_hand_and_shadow_hide_nearly_all_it_is_as_loud_as_it_was(level):
    noise, arm = Noise(), heard(level, 46, 2)
    before = noise(heard(level, 0, 1))
    assert Noise()(arm) > 3 * before
    for _ in range(30):
        assert noise(arm) == LOUDER * before
    assert noise(heard(level, 0, 3)) == pytest.approx(before, rel=0.1)


@pytest.mark.parametrize("level", [0.006, 0.01])
def test_it_hardly_swells_with_an_arm_that_comes_in(level):
    noise = Noise()
    for hidden in range(47):
        seen = heard(level, hidden, hidden)
        there = noise(seen)
    assert there < 0.6 * Noise()(seen)


def test_what_is_louder_on_all_of_the_board_is_no_hand():
    noise, louder = Noise(), heard(0.05, 0, 2)
    before = noise(heard(0.01, 0, 1))
    assert noise(louder) == Noise()(louder) > 3 * before


def test_an_even_picture_has_some_all_the_same():
    assert Noise()(np.zeros((49, 54))) == LEAST
