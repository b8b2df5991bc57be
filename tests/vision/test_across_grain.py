"""Grain as strong as the hollows goes one way; what goes all ways is found in spite of it."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from synthetic_setups import PLAIN, bare, known, nodes_of

from vision.errors import BoardNotFoundError, NotFound
from vision.finding import find_board as finding
from vision.finding.across_grain import QUIET, whitened_tensor
from vision.finding.find_board import find_board
from vision.finding.keypoints import AROUND_PX, normalised_tensor, ring_response, structure_tensor
from vision.finding.refine import Board, most_alike_side
from vision.finding.scene import Scene
from vision.types import REAL_QUEEN

NODES = nodes_of(REAL_QUEEN)
TRACED = Path(__file__).parents[1] / "fixtures" / "traced"


def streaks():
    """Of knotty wood, and where its hollows are."""
    places = json.loads((TRACED / "hollows_px.json").read_text())["streaks"]
    return cv2.imread(str(TRACED / "streaks.jpg")), np.array(places)


def root(matrix):
    """Of a symmetric matrix, by its eigenvalues."""
    values, vectors = np.linalg.eigh(matrix)
    return (vectors * np.sqrt(values)) @ vectors.T


def test_edges_are_whitened_as_by_the_plain_formula():
    image = streaks()[0][200:440, 300:600]
    xx, xy, yy = structure_tensor(image)
    around = [cv2.blur(part, (AROUND_PX, AROUND_PX)) for part in (xx, xy, yy)]
    floor = QUIET * np.median(xx + yy)
    found = whitened_tensor(image)
    rng = np.random.default_rng(1)
    for y, x in rng.integers(0, (240, 300), (40, 2)):
        a, b, c = (float(part[y, x]) for part in around)
        w = np.linalg.inv(root(np.array([[a, b], [b, c]]) + floor * np.eye(2)))
        edges = np.array([[xx[y, x], xy[y, x]], [xy[y, x], yy[y, x]]], float)
        white = w @ edges @ w
        white /= np.trace(white) + 2
        seen = [part[y, x] for part in found]
        assert seen == pytest.approx([white[0, 0], white[0, 1], white[1, 1]], abs=1e-3)


def grained(degrees):
    """Faint discs on wood whose grain goes so, and where they are."""
    rng = np.random.default_rng(3)
    wood = rng.normal(0, 1, (500, 500)).astype(np.float32)
    wood = cv2.GaussianBlur(wood, (0, 0), sigmaX=60, sigmaY=2.5)
    turn = cv2.getRotationMatrix2D((250, 250), degrees, 1)
    wood = cv2.warpAffine(wood, turn, (500, 500), borderMode=cv2.BORDER_REFLECT)[90:410, 90:410]
    grey = 128 + 14 * wood / wood.std()
    middles = [(x, y) for y in range(60, 300, 50) for x in range(60, 300, 50)]
    for x, y in middles:
        around = np.mgrid[0:320, 0:320] - np.array([y, x])[:, None, None]
        grey -= 16 * np.exp(-((np.hypot(*around) / 11) ** 4))
    grey += rng.normal(0, 1.0, grey.shape)
    image = np.dstack([grey] * 3).clip(0, 255).astype(np.uint8)
    return image, np.array(middles)


@pytest.mark.parametrize("degrees", [0, 35, 90, 130])
def test_so_rims_show_more_than_grain_does(degrees):
    image, middles = grained(degrees)

    def plain(tensor):
        """By how many deviations the discs' middles show more than other places do."""
        response = ring_response(tensor, 11.0)[40:-40, 40:-40]
        x, y = (middles[(middles > 45).all(axis=1) & (middles < 275).all(axis=1)] - 40).T
        return (np.median(response[y, x]) - response.mean()) / response.std()

    assert plain(whitened_tensor(image)) > 1.2 * plain(normalised_tensor(image))


@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)], ids=str)
def test_a_board_a_row_aside_is_put_back(step):
    scene, view = Scene.of(bare(PLAIN).image_bgr), known(PLAIN).projection
    aside = view.after(np.eye(2), np.array(step, float))
    back = most_alike_side(scene.cues, aside, REAL_QUEEN)
    assert back(NODES) == pytest.approx(view(NODES), abs=1e-6)


def nowhere_else(monkeypatch):
    """No other look offers a board; those take a quarter of a minute."""
    monkeypatch.setattr(finding, "search", lambda *_: [])


def test_so_a_board_is_found_whose_grain_is_stronger_than_its_hollows(monkeypatch):
    nowhere_else(monkeypatch)
    image, hollows_px = streaks()
    off = find_board(image, REAL_QUEEN).projection.inverse(hollows_px) - NODES
    assert np.hypot(*off.T).max() < 0.1


@pytest.mark.parametrize(("score", "found"), [(0.5, True), (0.05, False)])
def test_what_its_lines_alone_would_tell_is_not_sworn_to(monkeypatch, score, found):
    nowhere_else(monkeypatch)
    alike = np.full(49, score / 0.6)
    board = Board(known(PLAIN).projection, alike, 0.0, 0.6, 0.18)
    monkeypatch.setattr(finding, "boards_across_grain", lambda *_: [board])
    monkeypatch.setattr(finding, "_hollows_of", lambda _, boards, __: _one_of(boards))
    if found:
        assert find_board(streaks()[0], REAL_QUEEN).alike is alike
        return
    with pytest.raises(BoardNotFoundError) as refused:
        find_board(streaks()[0], REAL_QUEEN)
    assert refused.value.reason is NotFound.NOTHING


def _one_of(boards):
    if not boards:
        raise BoardNotFoundError("none", NotFound.NOTHING)
    return boards[0]
