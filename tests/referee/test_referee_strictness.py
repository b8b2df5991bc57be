"""Friendly, tournament and teach: what is said, and when. What is legal is the same."""

import random

import pytest
from referee_hands import legal_game, put, scene_at

from engine.events import ClockPressed, SettingChanged, Taught
from engine.hollows import hollow
from engine.position import Position
from engine.text import LANGUAGES

THREE = Position.parse("7/7/7/3www1/7/7/bbb4 w 17/17 7")
WINNING = Position.parse("7/7/7/3www1/6B/7/bbb4 w 17/17 7")


def at(position, strictness):
    scene = scene_at(position, random.Random(1))
    scene.referee.tell(SettingChanged(strictness=strictness))
    scene.show(position.board)
    return scene


def change(board, **hollows):
    return put(board, {hollow(name): label for name, label in hollows.items()})


def kinds(scene):
    return [event.kind for event in scene.events]


FORMED = change(THREE.board, c4="w")


def test_friendly_calls_a_combination_at_once_and_explains():
    scene = at(THREE, "friendly")
    scene.show(FORMED)
    (called,) = scene.events
    assert called.kind == "combination"
    assert "Take two of them back" in called.text()


def test_a_tournament_referee_keeps_silent_until_the_player_announces():
    scene = at(THREE, "tournament")
    scene.show(FORMED, seconds=5)
    assert scene.events == []
    assert scene.referee.status.text == "White to play."
    pressed, called = scene.referee.tell(ClockPressed(side="w"))
    assert (pressed.kind, called.kind) == ("press", "combination")
    assert called.text() == "White: Real on c4. Returns: 2; captures: 1."
    assert called.text("it") == ("Il Bianco: Real in c4. Biglie di Rientro: 2; conquiste: 1.")


def test_a_press_before_the_camera_is_sure_announces_too():
    scene = at(THREE, "tournament")
    scene.referee.tell(ClockPressed(side="w"))
    scene.show(FORMED)
    assert kinds(scene) == ["combination"]


def test_the_other_player_s_press_announces_nothing():
    scene = at(THREE, "tournament")
    scene.show(FORMED)
    scene.referee.tell(ClockPressed(side="b"))
    scene.show(FORMED)
    assert scene.events == []


def test_beginning_to_take_marbles_announces():
    scene = at(THREE, "tournament")
    scene.show(FORMED)
    scene.show(change(FORMED, c4="."))
    assert kinds(scene) == ["combination", "step"]
    scene.show(change(FORMED, c4=".", d4=".", a1="."))
    assert scene.moves == ("c4=R^c4d4xa1",)


def test_the_next_player_who_plays_on_is_told_that_a_combination_stands():
    scene = at(THREE, "tournament")
    scene.show(FORMED)
    scene.show(change(FORMED, g7="b"))
    assert kinds(scene) == ["combination", "fault"]
    assert scene.faults == ["unresolved"]


def test_a_win_is_called_at_once_in_a_tournament_too():
    scene = at(WINNING, "tournament")
    scene.show(change(WINNING.board, g4="w"))
    assert kinds(scene) == ["combination", "move", "end"]
    assert scene.events[0].text() == "White: Winning Real on g4."


def test_a_game_made_friendly_again_calls_what_was_held_back():
    scene = at(THREE, "tournament")
    scene.show(FORMED)
    events = scene.referee.tell(SettingChanged(strictness="friendly"))
    assert [event.kind for event in events] == ["setting", "combination"]


def test_a_tournament_s_faults_are_terse_and_warnings_counted():
    scene = at(THREE, "tournament")
    scene.show(change(THREE.board, a7="w", g7="w"))
    assert scene.events[-1].text() == "More than one marble: a7 and g7 (B)."
    scene.show(THREE.board)
    for k in (1, 2):
        scene.show(FORMED)
        scene.show(change(FORMED, a1="."))
        scene.show(FORMED)
        warnings = scene.referee.state.warnings
        assert [note.count for note in warnings] == list(range(1, len(warnings) + 1))
        assert len(warnings) >= k
    assert f"Warning {len(warnings)} for White." in warnings[-1].text()
    assert "(D7)." in warnings[-1].text()


@pytest.mark.parametrize("seed", range(8))
def test_a_tournament_game_is_followed_to_the_same_record(seed):
    scene, truth = legal_game(seed, fast=0.0, plies=25, strictness="tournament")
    assert list(scene.moves) == truth
    assert scene.faults == []


def test_teach_shows_what_was_missed_and_what_there_is():
    scene = at(THREE, "teach")
    scene.show(change(THREE.board, a7="w"))
    _, taught = scene.events
    assert isinstance(taught, Taught)
    assert taught.missed == (
        ("Qc4", "Real Queen"), ("Qg4", "Real Queen"), ("c4", "Real"), ("g4", "Real"),
    )  # fmt: skip
    assert taught.available == (("Qd1", "Real Queen"), ("d1", "Real"))
    assert taught.text() == (
        "White could have formed a Real Queen with the Queen on c4, a Real Queen with the Queen "
        "on g4, a Real on c4 and 1 more. "
        "Black can now form a Real Queen with the Queen on d1 and a Real on d1."
    )
    assert scene.referee.state.lesson == taught
    for lang in LANGUAGES:
        assert "{" not in taught.text(lang)


def test_teach_has_nothing_to_say_after_the_best_move_of_a_poor_position():
    scene = at(Position.start(), "teach")
    scene.show(change("." * 49, d4="w"))
    assert kinds(scene) == ["move"]
