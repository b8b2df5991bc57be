"""What needs no second judgement, or none at all, has none, and comes to the same."""

from dataclasses import replace

import numpy as np
import pytest
from synthetic import Take
from synthetic_setups import PLAIN, known, picture

from vision.finding.refine import Board
from vision.finding.scene import Scene
from vision.joining import settled
from vision.joining.settled import Settled, settle
from vision.types import REAL_QUEEN

SIXTEEN = "b6/1w1b3/1bwb3/1wbwB2/1w2b2/w5b/3W2b"


def board_at(offset):
    view = known(PLAIN).projection.after(np.eye(2), np.array(offset, float))
    return Board(view, np.full(49, 0.5), 0.1, 0.5, 0.18)


@pytest.fixture
def judged(monkeypatch):
    """How often a board was judged by all that it shows."""
    calls, judge = [], settled._judged
    monkeypatch.setattr(settled, "_judged", lambda *given: calls.append(1) or judge(*given))
    return calls


def test_what_several_starts_lead_to_is_judged_once(monkeypatch, judged):
    scene = Scene.of(picture(PLAIN, Take(SIXTEEN)).image_bgr)
    once = settle(scene, board_at((0.1, -0.1)), REAL_QUEEN)
    few = len(judged)
    monkeypatch.setattr(settled, "LED_TO", -1.0)
    again = settle(scene, board_at((0.1, -0.1)), REAL_QUEEN)
    assert few < len(judged) - few
    assert once.sure
    assert again.sure
    assert once.board.projection(REAL_QUEEN.nodes()) == pytest.approx(
        again.board.projection(REAL_QUEEN.nodes()), abs=0.02 * PLAIN.camera.pitch_px
    )
    assert (once.lying, once.rival) == pytest.approx((again.lying, again.rival), rel=0.2)


def test_other_places_are_judged_all():
    """Of two that differ by less than a hollow's rim each tells where marbles are clearer."""
    boards = [(board_at((aside, 0.0)), np.ones(49, bool)) for aside in (0.0, 0.01, 0.05, 0.5)]
    kept = settled._at_other_places(boards, REAL_QUEEN)
    assert [board for board, _ in kept] == [boards[0][0], boards[2][0], boards[3][0]]


def test_where_nothing_is_like_hollows_no_marbles_are_looked_for(judged):
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    found = settle(Scene.of(noise), board_at((0.0, 0.0)), REAL_QUEEN)
    assert not judged
    assert not found.sure


def test_nor_on_another_games_board(monkeypatch, judged):
    scene = Scene.of(picture(PLAIN, Take(SIXTEEN)).image_bgr)
    assert settle(scene, board_at((0.0, 0.0)), REAL_QUEEN).sure
    asked = len(judged)
    monkeypatch.setattr(settled, "another_game", lambda *_: True)
    assert not settle(scene, board_at((0.0, 0.0)), REAL_QUEEN).sure
    assert asked
    assert len(judged) == asked


def test_what_no_marbles_are_looked_for_on_is_none_whatever_they_would_show():
    rng, ring, sure = np.random.default_rng(1), np.pad(np.ones((7, 7)), 1), 0
    for _ in range(2000):
        alike, outside, dent, striped, ours = rng.random(5)
        board = replace(board_at((0.0, 0.0)), alike=np.full(49, alike), outside=outside, dent=dent)
        shown = settled._Shown(board, np.ones(49, bool), striped, ours > 0.2)
        lying, between = rng.choice([0.5, 1.0, 2.0]), rng.random()
        found = Settled(board, 4, striped, ring, lying, between, shown.ours)
        sure += found.sure
        assert shown.possible or not found.sure
    assert sure > 100


def moved_by_a_view(nodes):
    """Nodes as a board a little aside, turned and nearer would have them."""
    change = np.array([[1.01, -0.01, 0.04], [0.012, 1.0, -0.03], [0.001, 0.002, 1.0]])
    seen = np.column_stack([nodes, np.ones(len(nodes))]) @ change.T
    return seen[:, :2] / seen[:, 2:]


def test_hollows_that_edges_beside_the_border_draw_aside_do_not_tell_where_the_board_is():
    nodes, rng = REAL_QUEEN.nodes(), np.random.default_rng(1)
    shift = moved_by_a_view(nodes) - nodes + rng.normal(0, 0.004, nodes.shape)
    drawn = (nodes == 0) | (nodes == 6)
    aside = np.where(drawn, 0.1 * np.sign(3 - nodes), 0)
    good = rng.random(49) < 0.8
    found = settled._agreeing(nodes, shift + aside, good)
    assert (found == good & ~drawn.any(axis=1)).all()


@pytest.mark.parametrize("noise", [0.005, 0.02, 0.04])
def test_all_tell_where_none_is_drawn_aside_however_they_are_off(noise):
    nodes, rng = REAL_QUEEN.nodes(), np.random.default_rng(2)
    shift = moved_by_a_view(nodes) - nodes + rng.normal(0, noise, nodes.shape)
    good = rng.random(49) < 0.8
    assert (settled._agreeing(nodes, shift, good) == good).all()


@pytest.mark.parametrize("reach", [0.12, 0.4])
@pytest.mark.parametrize("share", [0.3, 0.8])
def test_where_nothing_agrees_all_are_kept(reach, share):
    """A view can be laid through any four."""
    nodes, rng = REAL_QUEEN.nodes(), np.random.default_rng(3)
    good = rng.random(49) < share
    shift = rng.uniform(-reach, reach, nodes.shape)
    assert (settled._agreeing(nodes, shift, good) == good).all()
    assert settled._agreeing(nodes, shift, np.arange(49) < 3).sum() == 3
