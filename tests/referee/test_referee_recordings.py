"""Recorded games by their labels: what the referee makes of perfect and of poor eyes."""

import json

import pytest
from referee_scenes import FIXTURES, Eyes, called, moves, played, slide_show, watch

from engine.game import fold
from engine.referee import Referee

EXPECTED_FAULTS = {
    "demo-game": [],
    "faults": [
        (fault["frame"], fault["fault"])
        for fault in json.loads((FIXTURES / "faults" / "expected.json").read_text())["faults"]
    ],
}
EYES = {
    "perfect": {},
    "slow to settle": {"calm": 3},
    "never unsteady": {"calm": 0},
    "series named the other way": {"swapped": True},
    "misreading": {"misread": 0.01},
}


@pytest.mark.parametrize("eyes", EYES.values(), ids=EYES)
@pytest.mark.parametrize("name", EXPECTED_FAULTS)
def test_moves_and_faults_of_a_recording_are_exact(name, eyes):
    referee = Referee()
    events = watch(referee, slide_show(name, Eyes(**eyes)))
    assert played(events) == moves(name)
    assert called(events) == EXPECTED_FAULTS[name]
    assert referee.state == fold(events)


def test_the_demo_game_ends_with_a_winning_real_in_its_last_picture():
    events = watch(Referee(), slide_show("demo-game", Eyes()))
    assert events[-1].to_json() == {
        "event": "end",
        "frame": 92,
        "result": "1-0",
        "termination": "Winning Real",
        "text": "White wins: Winning Real.",
    }


def test_every_event_of_the_demo_game_is_settled_by_the_picture_that_shows_it():
    shown = []
    previous = None
    for frame, label in enumerate(json.loads(line) for line in _lines("demo-game")):
        if label["placement"] != previous and frame > 0 and previous is not None:
            shown.append(frame)
        previous = label["placement"]
    events = watch(Referee(), slide_show("demo-game", Eyes()))
    assert sorted({event.frame for event in events}) == shown


def test_a_person_who_set_the_series_is_not_overruled_by_the_first_marble():
    events = watch(Referee(series_fixed=True), slide_show("demo-game", Eyes(swapped=True)))
    assert called(events)[0] == (3, "out-of-turn")
    assert not any(event.kind == "series" for event in events)


def _lines(name):
    return (FIXTURES / name / "labels.jsonl").read_text().splitlines()
