"""Leaves' shadows on the board: what they hide in the picture is seen in even light."""

import cv2
import numpy as np
import pytest
from synthetic_setups import PLAIN, SESSIONS, as_labelled, bare, nodes_of, recorded

from vision.camera.projection import Projection
from vision.errors import BoardNotFoundError, NotFound
from vision.finding import find_board as finding
from vision.finding.evened import WINDOWS_PX, even_light, windows_px
from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.joining.crowded import find_crowded_board
from vision.types import REAL_QUEEN

DARKEST = 0.85  # of the light that leaves keep off


def light(shape, size_px, soft_px):
    """(H, W, 1): what is left of the sun's light beneath leaves of that size."""
    leaves = cv2.GaussianBlur(np.random.default_rng(0).normal(size=shape[:2]), (0, 0), size_px)
    shade = (leaves < np.median(leaves)).astype(float)
    return 1 - DARKEST * cv2.GaussianBlur(shade, (0, 0), soft_px)[..., None]


def beneath(image_bgr, there):
    linear = (image_bgr / 255.0) ** 2.2 * there
    return np.rint(255 * linear ** (1 / 2.2)).astype(np.uint8)


def pitch_px(board):
    return float(np.median(np.linalg.norm(np.diff(board.hollows_px[:7], axis=0), axis=1)))


def engraved():
    image = recorded("s004").images[0]
    return image, as_labelled(recorded("s004"), image)


def test_a_board_beneath_leaves_is_found():
    image, board = engraved()
    pitch = pitch_px(board)
    shaded = beneath(image, light(image.shape, 0.4 * pitch, 0.06 * pitch))
    found = finding.find_board(shaded, REAL_QUEEN)
    away = found.projection(nodes_of(REAL_QUEEN)) - board.hollows_px
    assert np.linalg.norm(away, axis=1).max() < 0.1 * pitch


def test_a_game_under_way_beneath_leaves_is_joined():
    image, board = recorded("s004").images[2], engraved()[1]
    pitch = pitch_px(board)
    shaded = beneath(image, light(image.shape, 0.4 * pitch, 0.06 * pitch))
    found = find_crowded_board(shaded, REAL_QUEEN)
    away = found.projection(nodes_of(REAL_QUEEN)) - board.hollows_px
    assert np.linalg.norm(away, axis=1).max() < 0.1 * pitch


@pytest.mark.parametrize(
    ("pitch", "first"), [(20, 17), (40, 17), (48, 17), (50, 35), (64, 35), (200, 35), (0, 35)]
)
def test_the_first_window_is_about_half_a_pitch(pitch, first):
    """And another one is tried where shadows are all over the picture."""
    view = Projection(np.diag([pitch, pitch, 1.0]), 0.0, (1280, 720))
    board = Board(view, np.full(49, 0.9), 0.1, 0.9, 0.2)
    image = bare(PLAIN).image_bgr
    assert windows_px(Scene.of(image), [board], REAL_QUEEN) == [first]
    shaded = Scene.of(beneath(image, light(image.shape, 25, 4)))
    assert windows_px(shaded, [board], REAL_QUEEN) == [first, *(set(WINDOWS_PX) - {first})]
    assert windows_px(shaded, [], REAL_QUEEN) == list(WINDOWS_PX)


@pytest.mark.parametrize("window_px", WINDOWS_PX)
@pytest.mark.parametrize("session", SESSIONS)
def test_in_even_light_it_does_not_matter_what_threw_a_shadow_on_it(session, window_px):
    image = recorded(session).images[0]
    shaded = beneath(image, light(image.shape, 60, 4))

    def apart(one, other):
        """Median over the picture of how many times as bright they are, either way, log."""
        grey = (cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) + 8.0 for each in (one, other))
        ratio = np.subtract(*map(np.log, grey))
        return float(np.median(np.abs(ratio - np.median(ratio))))

    evened = apart(even_light(shaded, window_px), even_light(image, window_px))
    assert evened < 0.2 * apart(shaded, image)


@pytest.mark.parametrize("level", [0, 90, 255])
def test_an_even_picture_stays_even(level):
    blank = np.full((240, 320, 3), level, np.uint8)
    for window_px in WINDOWS_PX:
        assert np.abs(even_light(blank, window_px).astype(int) - level).max() <= 2


@pytest.mark.parametrize(
    ("reason", "looked"),
    [
        (NotFound.NOTHING, True),
        (NotFound.UNLIKE, True),
        (NotFound.ENDS, True),
        (NotFound.ASIDE, False),
        (NotFound.BLURRED, False),
    ],
)
def test_only_what_shows_no_board_is_looked_at_in_even_light(monkeypatch, reason, looked):
    """Where it shows two places for one, or melts it into the wood, no other light helps."""
    asked = []

    def refuse(*_):
        raise BoardNotFoundError("as it is", reason)

    def even(scene, window_px):
        asked.append(window_px)
        return scene

    monkeypatch.setattr(finding, "look_about", refuse)
    monkeypatch.setattr(finding, "evened", even)
    monkeypatch.setattr(finding, "search", lambda *_: [])
    image = bare(PLAIN).image_bgr
    with pytest.raises(BoardNotFoundError) as refused:
        finding.find_board(image, REAL_QUEEN)
    assert refused.value.reason is reason
    assert asked == ([WINDOWS_PX[0]] if looked else [])


def test_where_another_light_shows_two_places_no_other_tells(monkeypatch):
    """Nor is what bowls mirror taken for them there."""
    asked = []

    def refuse(reason):
        def refused(*_):
            asked.append(reason)
            raise BoardNotFoundError("not here", reason)

        return refused

    monkeypatch.setattr(finding, "look_about", refuse(NotFound.UNLIKE))
    monkeypatch.setattr(finding, "search", lambda *_: [])
    monkeypatch.setattr(finding, "sure_one", lambda *_: None)
    monkeypatch.setattr(finding, "by_paint", lambda *_: None)
    monkeypatch.setattr(finding, "_not_the_mirrored", refuse(NotFound.ASIDE))
    with pytest.raises(BoardNotFoundError) as refused:
        finding.find_board(bare(PLAIN).image_bgr, REAL_QUEEN)
    assert refused.value.reason is NotFound.ASIDE
    assert asked == [NotFound.UNLIKE, NotFound.ASIDE]
