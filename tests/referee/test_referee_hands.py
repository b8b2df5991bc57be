"""Random games before poor eyes, fast players, and mistakes of every kind."""

import pytest
from referee_hands import combinations_in_a_gap, legal_game
from referee_mistakes import MISTAKES, code_of, make

from engine.event import CAMERA_FAULTS
from engine.game import fold
from engine.judging import judge
from engine.referee.stories import TooManyStoriesError, stories
from engine.rules import FAULT_ARTICLES
from engine.rulings import Ruling

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


def test_two_misreadings_in_a_row_right_after_a_marble_was_placed_bring_no_warning():
    """The crossing of a combination is misread twice before it was certain: nobody touched it."""
    scene, truth = legal_game(532, misread=0.01, fast=0.0)
    assert list(scene.moves) == truth
    assert scene.faults == []


@pytest.mark.parametrize("seed", range(25))
def test_a_third_of_a_camera_s_pictures_may_be_lost(seed):
    scene, truth = legal_game(seed, misread=0.01, fast=0.0, dropped=0.33, rate=20)
    assert list(scene.moves) == truth
    assert scene.faults == []


@pytest.mark.parametrize("seed", range(200, 212))
def test_marbles_taken_in_any_order_are_recorded_and_warned_of(seed):
    scene, truth = legal_game(seed, misread=0.01, fast=0.0, in_any_order=True)
    assert list(scene.moves) == truth
    assert set(scene.faults) <= {"capture-first"}


@pytest.mark.parametrize("seed", range(100, 125))
def test_several_moves_in_a_gap_are_recorded_rightly_or_asked(seed):
    scene, truth = legal_game(seed, misread=0.0, fast=0.3)
    assert list(scene.moves) == truth
    assert scene.faults == []


def test_every_fault_that_can_be_played_has_a_mistake():
    shown = set(map(code_of, MISTAKES))
    assert set(FAULT_ARTICLES) - shown == set(UNSEEN_BY_CAMERA)
    assert set(CAMERA_FAULTS) - shown == {"too-many"}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("code", MISTAKES)
def test_a_mistake_is_called_once_and_by_its_name(code, seed):
    scene, mistake = make(code, seed, misread=0.0)
    assert scene.faults == [code_of(code)]
    assert scene.moves == ()
    assert scene.referee.state.fault is None, "it was put right, and nobody touched the page"
    assert scene.referee.state.board == mistake.right
    (fault,) = [event for event in scene.events if event.kind == "fault"]
    assert fault.frame == scene.picture_of_mistake
    assert fault.to_json()["text"]


@pytest.mark.parametrize("code", MISTAKES)
def test_no_mistake_is_ever_taken_for_a_move_by_misreading_eyes(code):
    for seed in range(20, 24):
        scene, _ = make(code, seed, misread=0.01)
        assert scene.moves == ()
        assert set(scene.faults) <= {code_of(code)}


def test_the_state_is_the_fold_of_the_events():
    scene, _ = legal_game(3, misread=0.01, fast=0.0)
    from_start = fold(scene.events)
    assert from_start == scene.referee.state


@pytest.mark.parametrize("seed", range(24))
def test_three_combinations_in_a_gap_are_told_rightly_or_given_up_early(seed):
    standing, view = combinations_in_a_gap(seed)
    try:
        found = stories(standing, view)
    except TooManyStoriesError:
        return
    for story in found:
        assert story.end.pending is not None or not view.against(story.end.boards)
        position = standing.position
        for move in story.moves:
            ruling = judge(position, move)
            assert isinstance(ruling, Ruling)
            assert ruling.complete
            position = ruling.position
        assert position == story.end.position
