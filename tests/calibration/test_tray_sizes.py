"""How large the marbles are, as full trays show it."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic import Take, full_trays
from synthetic_setups import (
    PLAIN,
    POSITION,
    RECORDED,
    as_labelled,
    frames,
    known,
    picture,
    recorded,
    taught,
    wrong,
)

from calibration.board import with_trays
from vision.measuring.sizes import LIKELY_RADII
from vision.reader import Reader
from vision.types import Frame

WITH_TRAYS = ["s001", "s004", "s013", "s015"]


def true_radius(name):
    session = json.loads((RECORDED / name / "session.json").read_text())
    return session["marble_mm"]["attack"] / 2 / session["pitch_mm"]


@pytest.mark.parametrize("name", WITH_TRAYS)
def test_they_are_measured_to_a_few_per_cent(name):
    board = recorded(name)
    full = with_trays(as_labelled(board, board.images[0]), board.images[1])
    assert full.radii[0] == pytest.approx(true_radius(name), rel=0.04)


# What is seen in glass: rings smaller than the marble, anywhere in it.
@pytest.mark.few(2)
@pytest.mark.parametrize("name", WITH_TRAYS)
def test_rings_within_the_marbles_are_no_marbles(name):
    board, rng = recorded(name), np.random.default_rng(1)
    bare = as_labelled(board, board.images[0])
    full = with_trays(bare, board.images[1])
    shown = board.images[1].copy()
    for tray in full.trays.trays:
        for row, step in zip(tray.places, tray.steps, strict=True):
            width = np.linalg.norm(
                full.projection(row + step / 2) - full.projection(row - step / 2), axis=1
            )
            for centre, px in zip(full.projection(row), width, strict=True):
                off = rng.uniform(-0.25, 0.25, 2) * px
                place = tuple(int(v) for v in np.rint(centre + off))
                cv2.circle(shown, place, int(0.28 * px), (235, 235, 235), 1, cv2.LINE_AA)
    assert with_trays(bare, shown).radii[0] == pytest.approx(true_radius(name), rel=0.05)


# Where a row goes on beyond the picture nobody knows which of its places are seen.
@pytest.mark.few(2)
@pytest.mark.parametrize("name", WITH_TRAYS)
def test_a_tray_that_the_picture_cuts_counts_nothing(name):
    board = recorded(name)
    full = with_trays(as_labelled(board, board.images[0]), board.images[1])
    row = full.projection(full.trays.trays[0].places[0])
    height, width = board.images[0].shape[:2]
    axis = int(np.ptp(row, axis=0).argmax())
    # The first two marbles of its row go out of the picture, and what is beyond comes in grey.
    beyond = 0 if row[0, axis] < row[-1, axis] else (width, height)[axis]
    shift = np.zeros(2)
    shift[axis] = beyond - row[1:3, axis].mean()
    move = np.column_stack([np.eye(2), shift])
    cut = [
        cv2.warpAffine(image, move, (width, height), borderValue=(90, 90, 90))
        for image in board.images[:2]
    ]
    moved = replace(board, hollows_px=board.hollows_px + shift)
    seen = with_trays(as_labelled(moved, cut[0]), cut[1])
    assert seen.trays is None
    assert seen.radii[0] == pytest.approx(true_radius(name), rel=0.05)


@pytest.mark.parametrize("radius", [0.32, 0.35, 0.38])
def test_marbles_are_measured_that_barely_leave_room_for_a_queen_beside_them(radius):
    """Before, no tray was found whose marbles are larger than 0.31 of the pitch."""
    full = taught(replace(PLAIN, radii=(radius, 0.98 - radius)))
    assert full.trays is not None
    assert full.radii[0] == pytest.approx(radius, rel=0.02)
    assert sum(full.radii) < 1


# Their distance says how wide they are where they touch, and only there.
SMALL = replace(PLAIN, radii=(0.26, 0.33))
APART = replace(SMALL, tray_hollows=True)


def test_marbles_that_lie_in_hollows_of_their_own_are_not_measured_by_their_distance():
    assert taught(SMALL).radii[0] == pytest.approx(SMALL.radii[0], rel=0.04)
    assert taught(APART).series.known.all()
    assert taught(APART).trays is not None
    assert taught(APART).radii == LIKELY_RADII


@pytest.mark.parametrize("setup", [SMALL, APART], ids=["groove", "hollows"])
def test_small_queens_are_queens_whatever_the_tray(setup):
    shown = picture(setup, Take(POSITION, seed=1))
    reading = Reader(taught(setup)).read(Frame(shown.image_bgr, 0, 0.0))
    assert wrong(reading, shown.labels, reading.covered) == []


@pytest.mark.parametrize("away", [1.05, 1.4, 1.9])
def test_how_far_from_the_board_the_trays_are_is_told(away):
    told = taught(replace(PLAIN, tray_away=away)).clear_of_trays
    # Marbles stand above the wood, and by the camera's place seem nearer or farther.
    assert told == pytest.approx(away - PLAIN.radii[0], abs=0.2)


def test_without_trays_nothing_is_near():
    assert taught(replace(PLAIN, trays="none")).clear_of_trays == np.inf


def test_beside_full_trays_close_by_marbles_are_read_and_no_hand_is_seen():
    near = replace(PLAIN, tray_away=1.0)
    take = replace(full_trays(placement="7/w5b/b5w/7/7/w5b/b5w"), seed=3)
    shown = picture(near, take)
    (frame,) = frames(shown.image_bgr)
    reading = Reader(taught(near)).read(frame)
    assert not reading.covered.any()
    assert reading.labels() == shown.labels


@pytest.mark.parametrize("seed", range(4))
def test_a_sensors_noise_on_a_black_cloth_is_no_tray_full_of_marbles(seed):
    """Of the dark it is a large share: two series were learned from it, no tray being in view."""
    without = replace(PLAIN, trays="none", seed=seed)
    board, clean = known(without), picture(without, Take()).image_bgr
    pixels = np.stack(np.meshgrid(*map(np.arange, clean.shape[1::-1])), axis=-1).astype(float)
    u, v = np.moveaxis(board.projection.inverse(pixels), -1, 0)
    beside = (np.abs(u - 3) > 3.9) & (np.abs(u - 3) < 5.9) & (np.abs(v - 3) < 3.5)
    rng = np.random.default_rng(seed)

    def seen():
        cloth = np.where(beside[..., None], 6.0, clean)
        coarse = cv2.resize(rng.normal(0, 8, (240, 426, 3)), clean.shape[1::-1])
        return np.clip(cloth + coarse, 0, 255).astype(np.uint8)

    full = with_trays(replace(board, bare_bgr=seen()), seen())
    assert not full.series.known.any()
