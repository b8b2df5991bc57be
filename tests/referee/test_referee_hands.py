"""Random games before poor eyes, fast players, and mistakes of every kind."""

import pytest
from referee_hands import MISTAKES, legal_game, make

from engine.game import fold
from engine.rules import FAULT_ARTICLES

UNSEEN_BY_CAMERA = {
    "occupied": "a hollow holds one marble: the second can't lie in it",
    "pass": "nothing happens on the board",
}
"""Faults of a move given as text that no picture can show."""


@pytest.mark.parametrize("seed", range(25))
def test_a_legal_game_is_followed_exactly_at_one_percent_misreads(seed):
    scene, truth = legal_game(seed, misread=0.01, fast=0.0)
    assert list(scene.moves) == truth
    assert scene.faults == []
    assert scene.asked == 0


@pytest.mark.parametrize("seed", range(25))
def test_a_third_of_a_camera_s_pictures_may_be_lost(seed):
    scene, truth = legal_game(seed, misread=0.01, fast=0.0, dropped=0.33, rate=20)
    assert list(scene.moves) == truth
    assert scene.faults == []


@pytest.mark.parametrize("seed", range(100, 125))
def test_several_moves_in_a_gap_are_recorded_rightly_or_asked(seed):
    scene, truth = legal_game(seed, misread=0.0, fast=0.3)
    assert list(scene.moves) == truth
    assert scene.faults == []


def test_every_fault_that_can_be_played_has_a_mistake():
    assert set(FAULT_ARTICLES) - set(MISTAKES) == set(UNSEEN_BY_CAMERA)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("code", MISTAKES)
def test_a_mistake_is_called_once_and_by_its_name(code, seed):
    scene, mistake = make(code, seed, misread=0.0)
    assert scene.faults == [code]
    assert scene.moves == ()
    assert scene.referee.state.fault is None, "it was put right"
    assert scene.referee.state.board == mistake.right
    (fault,) = [event for event in scene.events if event.kind == "fault"]
    assert fault.frame == scene.picture_of_mistake
    assert fault.to_json()["text"]


@pytest.mark.parametrize("code", MISTAKES)
def test_no_mistake_is_ever_taken_for_a_move_by_misreading_eyes(code):
    for seed in range(20, 24):
        scene, _ = make(code, seed, misread=0.01)
        assert scene.moves == ()
        assert set(scene.faults) <= {code}


def test_the_state_is_the_fold_of_the_events():
    scene, _ = legal_game(3, misread=0.01, fast=0.0)
    from_start = fold(scene.events)
    assert from_start == scene.referee.state
