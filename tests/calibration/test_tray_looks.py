"""Marbles in trays of another wood than the board's: its light, not the tray's wood, tells."""

import cv2
import numpy as np
import pytest
from synthetic_setups import PLAIN, known

from calibration.tray_looks import OTHER_WOOD, TrayLooks, wood_of
from vision.camera.geometry import Discs

BOARD = np.array([90.0, 130.0, 190.0])  # B, G, R
SHADE, DARK = np.array([0.5, 0.48, 0.46]), np.array([0.55, 0.45, 0.3])
MARBLE = np.array([60.0, 70.0, 80.0])
RADIUS = 0.27


def pictures(tray, marble):
    """The bare board and full trays on its left, of such a wood and light; and the marbles."""
    pose = known(PLAIN).pose
    width, height = pose.projection.image_size
    nodes = np.array([(-1.6, row) for row in range(7)], float)
    middles, edge = pose.projection(nodes), pose.projection(np.array([[-0.7, 3.0]]))[0, 0]
    bare = np.tile(BOARD, (height, width, 1))
    bare[:, : int(edge)] = BOARD * tray
    start = bare.copy()
    pitch_px = float(np.linalg.norm(np.diff(middles, axis=0), axis=1).mean())
    radii = np.full(7, RADIUS * pitch_px)
    for x, y in np.rint(middles).astype(int):
        cv2.circle(start, (int(x), int(y)), int(radii[0]), marble.tolist(), -1)
    return bare.astype(np.uint8), start.astype(np.uint8), Discs(middles, radii)


def looks(tray, marble):
    bare, start, outlines = pictures(tray, marble)
    pose = known(PLAIN).pose
    return TrayLooks.of(bare, start, pose, known(PLAIN).spec, outlines, RADIUS)


def test_in_a_tray_of_darker_wood_a_marble_is_as_dark_as_it_is():
    seen = looks(DARK, MARBLE)
    assert seen.wood == pytest.approx(np.log(DARK), abs=0.1)
    before_the_board = looks(np.ones(3), MARBLE)
    assert not before_the_board.wood.any()
    assert seen.looks == pytest.approx(before_the_board.looks, abs=0.1)


def test_in_the_shade_it_is_as_light_as_it_is():
    seen = looks(SHADE, MARBLE * SHADE)
    assert not seen.wood.any()
    assert seen.looks == pytest.approx(looks(np.ones(3), MARBLE).looks, abs=0.1)


@pytest.mark.parametrize(("by", "other"), [(0.95, False), (1.05, True)])
def test_light_changes_the_tint_of_wood_by_little(by, other):
    tint = by * OTHER_WOOD * np.array([1, 0, -1]) / np.sqrt(2)
    wood = wood_of(np.tile(tint[:, None] - 0.7, (1, 5)), np.zeros((3, 9)))
    assert wood == pytest.approx(tint - 0.7 if other else np.zeros(3))
