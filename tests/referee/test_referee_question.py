"""A question that nobody answers: play goes on, the question grows, nothing is guessed."""

import random

import pytest
from referee_hands import board_after, middle_game, random_move, scene_at
from referee_staged import EMPTY, THREE, at, change

from engine.actions import parse_move
from engine.events import Ended
from engine.hollows import HOLLOWS, hollow
from engine.judging import apply
from engine.position import Position
from engine.referee import Waiting

DOUBLE = Position.parse("7/3w3/3w3/3w3/4www/b1b1b2/7 w 14/17 7")
PLAYED = "d3=DR^d3e3f3xa2c2e2"
OTHERS = ["a7", "g7", "b7", "f7", "c1", "b5"]


def under_a_hand():
    """A Double made and resolved while a hand hid all of it; the scene and the position."""
    scene = at(DOUBLE)
    hidden = [hollow(name) for name in ("d3", "e3", "f3", "g3", "a2", "c2", "e2", "d4")]
    scene.show(DOUBLE.board, hidden, seconds=3)
    return scene, played_on(scene, DOUBLE, [PLAYED])


def played_on(scene, position, moves):
    """The moves are made before the camera, each in full view; the position then."""
    for text in moves:
        position = apply(position, parse_move(text))
        scene.show(position.board)
    return position


def test_a_question_that_nobody_answers_grows_with_what_is_played():
    scene, position = under_a_hand()
    assert scene.referee.status.choices == ((PLAYED,),)
    for k, move in enumerate(OTHERS):
        position = played_on(scene, position, [move])
        assert scene.referee.status.phase is Waiting.UNSURE
        assert scene.referee.status.choices == ((PLAYED, *OTHERS[: k + 1]),)
    assert scene.events == []


def test_once_it_is_answered_the_game_goes_on():
    scene, position = under_a_hand()
    position = played_on(scene, position, OTHERS)
    scene.referee.declare(scene.referee.status.choices[0])
    scene.show(position.board)
    played_on(scene, position, ["g5", "c5"])
    assert scene.moves == (PLAYED, *OTHERS, "g5", "c5")
    assert scene.faults == []


def test_an_answer_that_is_a_few_moves_old_is_taken_and_the_rest_is_seen():
    scene, position = under_a_hand()
    position = played_on(scene, position, OTHERS[:2])
    assert scene.referee.status.offers((PLAYED,))
    assert not scene.referee.status.offers(("a7",))
    assert not scene.referee.status.offers(())
    scene.referee.declare([PLAYED])
    scene.show(position.board)
    assert scene.moves == (PLAYED, *OTHERS[:2])


def test_the_answers_stay_while_something_moves_or_a_hand_is_over_the_board():
    scene, position = under_a_hand()
    choices = scene.referee.status.choices
    scene.show(position.board, HOLLOWS[:7], seconds=0.4)
    assert scene.referee.status.phase in (Waiting.MOVING, Waiting.HAND)
    assert scene.referee.status.choices == choices


def test_a_mistake_made_meanwhile_is_no_fault_and_the_question_stays():
    scene, position = under_a_hand()
    position = played_on(scene, position, OTHERS[:3])
    scene.show(change(position.board, a5="w", b5="w", g5="w", g6="w"), seconds=10)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.UNSURE
    assert scene.referee.status.choices == ((PLAYED, *OTHERS[:3]),)


def test_a_marble_taken_up_again_is_taken_out_of_the_answers():
    scene, position = under_a_hand()
    position = played_on(scene, position, OTHERS[:3])
    scene.show(change(position.board, a5="w"))
    assert scene.referee.status.choices == ((PLAYED, *OTHERS[:3], "a5"),)
    scene.show(change(position.board, c5="w"))
    assert scene.referee.status.choices == ((PLAYED, *OTHERS[:3], "c5"),)


def test_a_board_laid_as_before_ends_the_question():
    scene, position = under_a_hand()
    played_on(scene, position, OTHERS[:1])
    scene.show(DOUBLE.board)
    assert scene.referee.status.choices == ()
    scene.show(change(DOUBLE.board, a7="w", g7="w"))
    assert scene.faults[-1] == "two-marbles"


def test_a_board_cleared_under_a_question_is_asked_about():
    scene, position = under_a_hand()
    played_on(scene, position, OTHERS)
    scene.show(EMPTY, seconds=3)
    assert scene.referee.status.phase is Waiting.CLEARED
    assert scene.events == []


def test_what_was_asked_beside_a_hand_may_turn_out_to_be_a_fault():
    scene = at(THREE)
    wrong = change(THREE.board, a7="w", g7="w")
    scene.show(wrong, [hollow("c6"), hollow("d6")], seconds=3)
    assert scene.referee.status.phase is Waiting.UNSURE
    assert scene.referee.status.choices
    scene.show(wrong)
    assert scene.faults == ["two-marbles"]


def test_which_series_began_is_not_asked_anew_while_a_question_is_open():
    scene = at(Position.start())
    scene.dark()
    first = ["a1", "g6", "b1", "g4", "c1", "e7"]
    position = Position.start()
    for move in first[:3]:
        position = apply(position, parse_move(move))
    scene.show(position.board)
    assert len(scene.referee.status.choices) == 2
    position = played_on(scene, position, first[3:])
    scene.show(board_after(position, parse_move("d1").action))
    played_on(scene, position, ["d1=R^a1b1xg6", "b5"])
    # Two marbles of White's and three of Black's lie there now.
    assert not scene.referee.state.swapped
    assert scene.events == []
    assert (*first, "d1=R^a1b1xg6", "b5") in scene.referee.status.choices


def test_when_the_game_ends_the_question_does():
    scene, position = under_a_hand()
    scene.referee.tell(Ended(result="1-0", termination="Resignation"))
    scene.show(position.board)
    assert scene.referee.status.phase is Waiting.OVER
    assert scene.referee.status.choices == ()


def asked_about(seed):
    """A random game that is asked about, since three moves came out of view; what was played."""
    chance = random.Random(seed)
    while True:
        position = middle_game(chance) if seed % 4 else Position.start()
        scene, truth = scene_at(position, chance), []
        scene.show(position.board)
        for _ in range(3):
            move = harmless(position, chance, keen=0.5)
            position = apply(position, move)
            truth.append(str(move))
        scene.dark()
        scene.show(position.board)
        if tuple(truth) in scene.referee.status.choices:
            return scene, position, truth


def harmless(position, chance, keen=0.3):
    """A random legal move that does not win."""
    while (move := random_move(position, chance, keen)).wins:
        pass
    return move


def one_more(scene, position, truth):
    """A move in full view; the position then."""
    move = harmless(position, scene.random)
    scene.show(board_after(position, move.action))
    truth.append(str(move))
    return played_on(scene, position, truth[-1:])


@pytest.mark.parametrize("seed", range(24))
def test_however_long_nobody_answers_nothing_is_recorded_and_no_fault_called(seed):
    scene, position, truth = asked_about(seed)
    for _ in range(8):
        position = one_more(scene, position, truth)
        assert scene.events == []
        assert scene.referee.status.phase is Waiting.UNSURE
        assert tuple(truth) in scene.referee.status.choices
    scene.referee.declare(truth)
    scene.show(position.board)
    one_more(scene, position, truth)
    assert list(scene.moves) == truth
    assert scene.faults == []
