"""Faults that a person lets stand, positions he sets: the record keeps it and still replays."""

import json

import pytest
from referee_mistakes import MISTAKES, code_of, make

from companion.archive import record_of
from engine.decisions import let_stand
from engine.events import CAMERA_FAULTS, Corrected, Started
from engine.game import fold
from engine.protocol import reply
from engine.record_reading import read_records
from engine.rules import FAULT_ARTICLES
from engine.text import LANGUAGES, say

WARNINGS = ("capture-first", "touched")
STOPPED = [code for code in MISTAKES if code_of(code) not in WARNINGS]


def let(code, seed):
    """A mistake seen and let stand: the scene, the position that was set."""
    scene, mistake = make(code, seed, misread=0.0, repair=False)
    fault = scene.referee.state.fault
    assert fault is not None
    assert fault.fault == code_of(code)
    scene.events += scene.referee.tell(let_stand(scene.referee.state, by="Ida {1} [%x]"))
    return scene, mistake


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("code", STOPPED)
def test_play_goes_on_from_the_board_as_it_lies(code, seed):
    scene, mistake = let(code, seed)
    state = scene.referee.state
    assert state.fault is None
    assert state.board == mistake.boards[-1]
    scene.show(mistake.boards[-1])
    assert scene.faults == [code_of(code)]
    events = [Started(position=str(mistake.position)), *scene.events]
    record = record_of(events)
    text = str(record)
    assert f"[%fault {code_of(code)}] [%set {state.position}] allowed by Ida 1 x" in text
    (read,) = read_records(text)
    assert str(read) == text
    assert read.positions[-1] == state.position == fold(events).position
    answer = json.loads(reply(json.dumps({"cmd": "replay", "record": text}).encode()))
    assert answer["games"][0]["positions"][-1] == str(state.position)


WHOSE = {
    "out-of-turn": False,
    "queen-entry": True,
    "queen-step": True,
    "early-relocation": True,
    "no-reserve": True,
    "two-marbles": True,
    "wrong-returns": True,
    "wrong-captures": True,
    "unresolved": False,
    "disturbed": False,
}


@pytest.mark.parametrize("code", WHOSE)
def test_the_turn_passes_unless_it_was_not_his_action(code):
    scene, mistake = let(code, 1)
    passed = scene.referee.state.position.turn is not mistake.position.turn
    assert passed is WHOSE[code]


def test_what_was_taken_counts_as_returned_or_captured():
    scene, mistake = let("wrong-captures", 2)
    before, after = mistake.position, scene.referee.state.position
    own, other = before.turn, before.turn.other
    assert after.reserve(own) == 20 - before.captured(own) - after.on_board(own)
    assert after.captured(own) == before.captured(own)
    assert after.reserve(other) == before.reserve(other)
    assert after.captured(other) == before.captured(other) + before.on_board(
        other
    ) - after.on_board(other)


def test_two_marbles_let_stand_come_out_of_the_reserve():
    scene, mistake = let("two-marbles", 0)
    before, after = mistake.position, scene.referee.state.position
    assert after.reserve(before.turn) == before.reserve(before.turn) - 2
    assert after.ply == before.ply + 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", [*FAULT_ARTICLES, *CAMERA_FAULTS])
def test_which_fault_was_let_stand_is_said_in_words(code, lang):
    words = Corrected(position="7/7/7/7/7/7/w6 b 19/20 2", fault=code, by="Ida").text(lang)
    named = say(f"referee.named.{code}", lang)
    assert f"({named})" in words
    assert named != code
    assert "-" not in words
