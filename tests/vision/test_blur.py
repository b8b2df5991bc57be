"""A board in a blurred picture is refused for that, not found a third of a pitch aside."""

import cv2
import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import BOXES, SESSIONS, as_labelled, known, picture, recorded

from calibration.board import from_corners
from vision.calibrated import BELIEVED
from vision.camera.projection import Projection
from vision.camera.sharpness import board_in, is_blurred
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.find_board import find_board
from vision.finding.refine import Board
from vision.joining import crowded
from vision.joining.crowded import find_crowded_board
from vision.types import REAL_QUEEN

POSITION = "7/1w5/2bb3/3wb2/2w1b2/4w2/5W1"


def blurred(image_bgr, sigma_px):
    return cv2.GaussianBlur(image_bgr, (0, 0), sigma_px)


def pitch_px(calibration):
    return float(np.median(np.linalg.norm(np.diff(calibration.hollows_px[:7], axis=0), axis=1)))


@pytest.mark.parametrize("session", SESSIONS)
@pytest.mark.parametrize("factor", [1.0, 0.75])
def test_recorded_boards_are_sharp_at_any_size_and_no_more_when_blurred(session, factor):
    image = recorded(session).images[0]
    labelled = as_labelled(recorded(session), image)
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    view = labelled.projection.scaled(factor, (small.shape[1], small.shape[0]))
    assert not is_blurred(small, view, REAL_QUEEN)
    assert is_blurred(blurred(small, 0.1 * pitch_px(labelled) * factor), view, REAL_QUEEN)


def checks(shape, side_px):
    """(H, W) uint8: a chequered cloth."""
    rows, columns = np.indices(shape[:2]) // side_px
    return np.where((rows + columns) % 2, 40, 220).astype(np.uint8)


@pytest.mark.parametrize("checks_px", [6, 9, 14])
@pytest.mark.parametrize("session", SESSIONS)
def test_a_sharp_board_is_not_blurred_by_what_lies_beside_it(session, checks_px):
    """The edges of fine checks, black and white, are the strongest, and may be soft."""
    image = recorded(session).images[0]
    labelled = as_labelled(recorded(session), image)
    cloth = checks(image.shape, checks_px)
    beside = ~cv2.dilate(mask_of(labelled, image.shape), np.ones((3, 3))).astype(bool)
    for soft_px in (0.5, 0.1 * pitch_px(labelled)):
        on_cloth = image.copy()
        on_cloth[beside] = blurred(cloth, soft_px)[beside][:, None]
        assert not is_blurred(on_cloth, labelled.projection, REAL_QUEEN)


@pytest.mark.parametrize("session", SESSIONS)
def test_a_board_without_sharp_edges_is_not_blurred_in_a_sharp_picture(session):
    """Shallow hollows in even wood have no others; what lies beside the board tells."""
    image = recorded(session).images[0]
    labelled = as_labelled(recorded(session), image)
    soft = blurred(image, 0.1 * pitch_px(labelled))
    assert is_blurred(soft, labelled.projection, REAL_QUEEN)
    beside = ~mask_of(labelled, image.shape).astype(bool)
    soft[beside] = checks(image.shape, 40)[beside][:, None]
    assert not is_blurred(soft, labelled.projection, REAL_QUEEN)


@pytest.mark.parametrize("contrast", [1, 0.15])
@pytest.mark.parametrize("session", SESSIONS)
def test_a_pale_blurred_board_is_not_sharp_for_the_rounding_of_its_levels(session, contrast):
    image = recorded(session).images[0]
    labelled = as_labelled(recorded(session), image)
    board = mask_of(labelled, image.shape).astype(bool)
    pale = np.where(board[..., None], image, checks(image.shape, 60)[..., None]).astype(float)
    pale[board] = 128 + contrast * (pale[board] - pale[board].mean())
    soft = np.clip(np.rint(blurred(pale, 0.15 * pitch_px(labelled))), 0, 255).astype(np.uint8)
    assert is_blurred(soft, labelled.projection, REAL_QUEEN)


@pytest.mark.parametrize("share", [0.6, 0.75])
@pytest.mark.parametrize("session", SESSIONS)
def test_soft_shadows_with_the_strongest_edges_do_not_make_a_picture_blurred(session, share):
    """Leaves before the sun: its disc draws their edges wide, the lens has no part in it."""
    image = recorded(session).images[0]
    labelled = as_labelled(recorded(session), image)
    leaves = np.random.default_rng(7).normal(size=image.shape[:2])
    leaves = cv2.GaussianBlur(leaves, (0, 0), 25)
    shade = (leaves < np.quantile(leaves, 0.5)).astype(float)
    light = 1 - share * cv2.GaussianBlur(shade, (0, 0), 4)[..., None]
    shaded = np.rint(image * light).astype(np.uint8)
    assert not is_blurred(shaded, labelled.projection, REAL_QUEEN)
    assert is_blurred(blurred(shaded, 0.1 * pitch_px(labelled)), labelled.projection, REAL_QUEEN)


def mask_of(calibration, shape):
    """(H, W) uint8: the board and 0.7 of a pitch of its wood, as it lies in the picture."""
    low, high = -0.7, 6.7
    corners = np.array([[low, low], [high, low], [high, high], [low, high]])
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(calibration.projection(corners)).astype(np.int32), 1)
    return mask


@pytest.mark.parametrize("step", [0.0, 1e-3, 1e6, np.nan])
def test_what_can_be_no_board_is_not_scaled(step):
    view = Projection(np.diag([step, step, 1.0]), 0.0, (1280, 720))
    assert not is_blurred(np.zeros((720, 1280, 3), np.uint8), view, REAL_QUEEN)


@pytest.mark.parametrize("tilt", [0.15384, 0.1538462, 0.15384615])
def test_a_corner_towards_the_horizon_is_no_trouble(tilt):
    """Half a pitch beyond the last hollow the board comes next to the horizon."""
    view = Projection(np.array([[60.0, 0, 100], [0, 60, 100], [-tilt, 0, 1]]), 0.0, (1280, 720))
    board = board_in(np.zeros((720, 1280, 3), np.uint8), view, REAL_QUEEN)
    assert board.shape == (720, 1280)
    assert 0 < board.mean() <= 1


def test_it_is_said_of_a_bare_board():
    shown = picture(BOXES, Take()).image_bgr
    with pytest.raises(BoardNotFoundError) as refused:
        find_board(blurred(shown, 0.08 * pitch_px(known(BOXES))), REAL_QUEEN)
    assert refused.value.reason is NotFound.BLURRED


def test_and_of_one_in_mid_game(monkeypatch):
    shown, board = picture(BOXES, Take(POSITION)).image_bgr, known(BOXES)
    found = Board(board.projection, np.full(49, 0.9), 0.1, 0.9, board.rim)
    monkeypatch.setattr(crowded, "search", lambda *_: [found])
    find_crowded_board(shown, REAL_QUEEN)
    with pytest.raises(BoardNotFoundError) as refused:
        find_crowded_board(blurred(shown, 0.08 * pitch_px(board)), REAL_QUEEN)
    assert refused.value.reason is NotFound.BLURRED


@pytest.mark.parametrize("session", SESSIONS)
def test_corners_told_in_a_blurred_picture_are_left_where_they_are(session):
    """What is left of the hollows would draw them away, by up to a quarter of the pitch."""
    image = recorded(session).images[0]
    labelled = as_labelled(recorded(session), image)
    soft = blurred(image, 0.1 * pitch_px(labelled))
    told = from_corners(soft, labelled.hollows_px[[42, 48, 6, 0]], REAL_QUEEN)
    miss = np.linalg.norm(told.hollows_px - labelled.hollows_px, axis=1)
    assert miss.max() < 0.06 * pitch_px(labelled)
    assert told.confidence == BELIEVED
