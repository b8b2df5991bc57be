"""What the referee does not know he waits for, or asks; he never guesses."""

import random

import pytest
from referee_hands import combination_at, complete, scene_at
from referee_scenes import ROWS
from referee_staged import EMPTY, THREE, at, change

from engine.actions import ActionKind
from engine.events import EventError
from engine.hollows import HOLLOWS, hollow
from engine.judging import apply
from engine.placements import board_of
from engine.position import Position
from engine.referee import Sighting, Waiting
from engine.referee.status import Status


def doubtful(board: str, name: str, time_s: float) -> Sighting:
    """A sighting in which one hollow may be empty or not."""
    rows = [ROWS[x] for x in board]
    rows[hollow(name)] = (0.46, 0.52, 0.005, 0.01, 0.005)
    return Sighting(tuple(rows), frozenset(), True, False, 9, time_s)


def test_a_hollow_in_doubt_that_could_turn_the_ruling_stops_it():
    scene = at(THREE)
    placed = change(THREE.board, a7="w")
    for k in range(12):
        assert scene.referee.see(doubtful(placed, "g7", 10 + k / 6)) == []
    assert scene.referee.status.phase is Waiting.SETTLING
    assert scene.referee.status.uncover == (hollow("g7"),)
    scene.time_s = 13
    scene.show(placed)
    assert scene.moves == ("a7",)


def test_what_was_played_during_a_long_doubt_is_asked_and_no_fault():
    scene = at(THREE)
    board = change(THREE.board, a7="w")
    played = {"f7": "b", "g2": "w", "e6": "b", "a6": "w", "c7": "b"}
    for k, (name, label) in enumerate(played.items()):
        board = change(board, **{name: label})
        for n in range(12):
            assert scene.referee.see(doubtful(board, "g7", 10 + 2 * k + n / 6)) == []
    scene.time_s = 20
    scene.show(board, seconds=3)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.UNSURE
    moves = ["a7", *played]
    assert [event.kind for event in scene.referee.declare(moves)] == ["move"] * 6


def test_a_fault_seen_after_a_long_doubt_is_still_called():
    scene = at(THREE)
    wrong = change(THREE.board, a7="w", f6="w")
    for n in range(40):
        assert scene.referee.see(doubtful(wrong, "g7", 1.1 + n / 6)) == []
    scene.time_s = 7.7
    scene.show(wrong, seconds=2)
    assert scene.faults == ["two-marbles"]


def test_equal_stories_are_asked_and_a_person_answers():
    scene = at(Position.start())
    scene.dark()
    scene.show(change(EMPTY, a1="w", c4="b", g7="w"))
    assert scene.events == []
    status = scene.referee.status
    assert status.phase is Waiting.UNSURE
    assert set(status.choices) == {("a1", "c4", "g7"), ("g7", "c4", "a1")}
    scene.referee.declare(("g7", "c4", "a1"))
    assert scene.moves == ("g7", "c4", "a1")


def test_an_answer_that_is_no_legal_game_changes_nothing():
    scene = at(Position.start())
    with pytest.raises(EventError):
        scene.referee.declare(("a1", "a1"))
    assert scene.moves == ()


def test_two_moves_in_one_picture_are_both_recorded():
    scene = at(Position.start())
    scene.show(change(EMPTY, a1="w", c4="b"))
    assert scene.moves == ("a1", "c4")


DOUBLE = Position.parse("7/3w3/3w3/3w3/4www/b1b1b2/7 w 14/17 7")
RESOLVED = "7/3w3/3w3/3w3/6w/7/7"
PLAYED = ("d3=DR^d3e3f3xa2c2e2",)


def test_what_was_played_during_a_power_cut_is_asked_although_the_first_picture_is_steady():
    scene = scene_at(DOUBLE, random.Random(1))
    scene.eyes.calm = 0
    scene.show(board_of(RESOLVED), seconds=3)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.UNSURE
    assert scene.referee.status.choices == (PLAYED,)


def test_so_is_what_was_played_under_a_long_hand():
    scene = at(DOUBLE)
    scene.eyes.calm = 0
    scene.show(DOUBLE.board, HOLLOWS, seconds=5)
    scene.show(board_of(RESOLVED), seconds=3)
    assert scene.events == []
    assert scene.referee.status.choices == (PLAYED,)


def test_a_misreading_in_the_first_picture_does_not_make_all_that_follows_be_unseen():
    scene = scene_at(THREE, random.Random(1))
    scene.referee.see(doubtful(THREE.board, "g7", 0.1))
    scene.time_s = 0.1
    scene.show(THREE.board, seconds=0.5)
    scene.show(change(THREE.board, a7="w", g2="w"))
    assert scene.faults == ["two-marbles"]


@pytest.mark.parametrize("seed", range(20))
def test_a_combination_made_during_a_power_cut_is_no_fault(seed):
    """Its own marble went back, so that the hollow is as before."""
    chance = random.Random(seed)
    while True:
        position, action = combination_at(chance, lambda ruling: ruling.win is None)
        move = complete(position, action, chance)
        if action.kind is ActionKind.PLACE and action.target in move.returns:
            break
    scene = scene_at(position, chance)
    scene.eyes.calm = 0
    scene.show(apply(position, move).board, seconds=2)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.UNSURE
    assert (str(move),) in scene.referee.status.choices


@pytest.mark.parametrize("lang", ["en", "it"])
def test_where_only_a_person_can_tell_he_is_asked_and_not_for_a_better_view(lang):
    asked = Status(Waiting.UNSURE, choices=(("a1",), ("b1",))).say(lang)
    hidden = Status(Waiting.UNSURE, uncover=(hollow("a1"),)).say(lang)
    assert "..." not in asked
    assert "a1" in hidden
    assert asked != hidden
