"""Patterns of cloths and floors are looked away from, boards are not."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from synthetic_setups import PLAIN, bare, nodes_of, recorded

from vision.finding import search
from vision.finding.find_board import find_board
from vision.finding.lattice import Lattice
from vision.finding.scene import Scene
from vision.finding.search import without_patterns
from vision.finding.window import LatticeView
from vision.types import REAL_QUEEN

SMALL = 0.45  # of the drawn picture's size
AT = np.array([330, 170])  # where its corner lies


def on_checks(squares_px, turn=0.0):
    """A small board on a chequered cloth; the picture, where the hollows are and what is cloth."""
    drawn = bare(PLAIN)
    small = cv2.resize(drawn.image_bgr, None, fx=SMALL, fy=SMALL, interpolation=cv2.INTER_AREA)
    hollows_px = (drawn.hollows_px + 0.5) * SMALL - 0.5
    pitch_px = PLAIN.camera.pitch_px * SMALL
    low, high = hollows_px.min(axis=0) - pitch_px, hollows_px.max(axis=0) + pitch_px
    y, x = np.mgrid[0:720, 0:1280]
    cos, sin = np.cos(turn), np.sin(turn)
    checks = ((x * cos + y * sin) // squares_px + (y * cos - x * sin) // squares_px) % 2
    image = np.where(checks[..., None] > 0, (190, 200, 205), (60, 75, 70)).astype(np.float64)
    image += np.random.default_rng(1).normal(0, 3, image.shape)
    image = cv2.GaussianBlur(image, (0, 0), 0.7).clip(0, 255).astype(np.uint8)
    (left, top), (right, bottom) = low.astype(int), high.astype(int)
    part = small[top:bottom, left:right]
    cloth = np.ones(image.shape[:2], bool)
    at = AT + np.array([left, top])
    board = slice(at[1], at[1] + len(part)), slice(at[0], at[0] + part.shape[1])
    image[board], cloth[board] = part, False
    return image, hollows_px + AT, cloth


@pytest.mark.parametrize(("squares_px", "turn"), [(18, 0.5), (34, 0.1)])
def test_a_cloths_checks_are_covered_and_the_board_is_not(squares_px, turn):
    image, hollows_px, cloth = on_checks(squares_px, turn)
    beyond = without_patterns(Scene.of(image), REAL_QUEEN)
    x, y = hollows_px.round().astype(int).T
    assert beyond.covered[y, x].mean() < 0.05
    assert beyond.covered[cloth].mean() > 0.6
    for found in beyond.candidates:
        points = np.concatenate([found.strongest.points_px, found.spread.points_px])
        x, y = points.round().astype(int).T
        assert beyond.covered[y, x].mean() < 0.05  # but for what half a picture's pixels share


def test_what_is_not_covered_is_looked_for_once_unless_its_cues_are_others():
    scene = Scene.of(bare(PLAIN).image_bgr)
    covered = np.zeros(scene.log.shape, bool)
    covered[:, :640] = True
    beyond = scene.beyond(covered)
    anew = replace(beyond, uncovered=None)
    for one, other in zip(beyond.candidates, anew.candidates, strict=True):
        assert (one.strongest.points_px == other.strongest.points_px).all()
        assert (one.spread.points_px[:, 0] > 620).all()
    other_cues = replace(beyond, cues=np.zeros_like(scene.cues))
    assert max(found.strongest.strength.max(initial=0) for found in other_cues.candidates) < 0.05


@pytest.mark.parametrize("setup", ["plain", "s004", "s012", "s015"])
def test_no_board_is_a_pattern_itself(setup):
    """Not where lines, their crossings and trays' hollows make a lattice much finer than it."""
    image = bare(PLAIN).image_bgr if setup == "plain" else recorded(setup).images[0]
    assert without_patterns(Scene.of(image), REAL_QUEEN) is None


@pytest.mark.few(1)
@pytest.mark.parametrize(("squares_px", "turn"), [(25, 0.4), (28, 0.2)])
def test_a_board_on_a_chequered_cloth_is_found(squares_px, turn):
    """The checks are as large as the board's cells, and took all the places of the search."""
    image, hollows_px, _ = on_checks(squares_px, turn)
    found = find_board(image, REAL_QUEEN)
    pitch_px = np.linalg.norm(hollows_px[24] - hollows_px[25])
    places = found.projection(nodes_of(REAL_QUEEN))
    apart = np.linalg.norm(places[:, None] - hollows_px, axis=2).min(axis=1)
    assert apart.max() < 0.1 * pitch_px


@pytest.mark.parametrize("beyond", [np.nan, np.inf, 1e12])
def test_a_pattern_that_runs_to_the_horizon_is_covered_as_far_as_it_is_seen(monkeypatch, beyond):
    """The next point lies nowhere, or far away: no circle is so large."""
    cells = np.array([(c, r) for r in range(20) for c in range(20)])
    points_px = 20.0 * cells + 100
    seen = LatticeView(Lattice(cells, points_px), lambda to: np.full(to.shape, beyond), 1.0)
    monkeypatch.setattr(search, "_lattices", lambda *_: [seen])
    covered = without_patterns(Scene.of(bare(PLAIN).image_bgr), REAL_QUEEN).covered
    assert covered[100:481:20, 100:481:20].all()
    assert not covered[:, 700:].any()
