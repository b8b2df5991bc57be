"""Events and the game that is their fold."""

import json
from pathlib import Path

import pytest
from referee_hands import legal_game
from referee_mistakes import MISTAKES, make
from referee_scenes import Eyes, slide_show, watch

import engine.referee
from engine.events import (
    ClockPressed,
    ClockRead,
    Corrected,
    Ended,
    EventError,
    FaultCalled,
    Moved,
    Paused,
    Repaired,
    Resumed,
    SeriesSet,
    SettingChanged,
    Started,
    StepSeen,
    Taught,
    Undone,
    Vouched,
    board_of,
    combination_event,
    event_from_json,
    placement_of,
    text,
)
from engine.game import GameState, fold
from engine.judging import judge
from engine.phases import PHASES, Phase, Seen
from engine.position import Position
from engine.referee import Referee
from engine.text import LANGUAGES

READY = Position.parse("7/7/7/3www1/7/7/bbb4 w 17/17 7")
FORMED = judge(READY, "g4")
WINNING = Position.parse("7/7/7/3www1/6B/7/bbb4 w 17/17 7")
WON = judge(WINNING, "g4")
NOTE = {"side": "w", "hollows": (), "placement": READY.placement, "repair": READY.placement}

EVENTS = {
    Seen.START: Started(position=str(READY), players={"w": "Anna", "b": "Bruno"}),
    Seen.SERIES: SeriesSet(frame=3, swapped=True),
    Seen.COMBINATION: combination_event(FORMED, 5),
    Seen.STEP: StepSeen(frame=6, returned=("d4",), captured=()),
    Seen.MOVE: Moved(frame=7, move="a7", position="w6/7/7/3www1/7/7/bbb4 b 16/17 8"),
    Seen.WIN: Moved(frame=7, move="g4=R#", position=str(WON.position)),
    Seen.FAULT: FaultCalled(fault="disturbed", articles=("B",), warning=False, **NOTE),
    Seen.WARNING: FaultCalled(fault="touched", articles=("D7",), warning=True, **NOTE),
    Seen.REPAIRED: Repaired(frame=9),
    Seen.END: Ended(result="1/2-1/2", termination="Agreement"),
    Seen.CORRECTION: Corrected(position=str(READY), fault="queen-entry", by="the referee"),
    Seen.UNDO: Undone(actions=0),
    Seen.SETTING: SettingChanged(strictness="teach", players={"w": "Eva", "b": ""}, by="Ida"),
    Seen.PAUSE: Paused(by="Ida"),
    Seen.RESUME: Resumed(by="Ida"),
    Seen.PRESS: ClockPressed(side="w"),
    Seen.CLOCK: ClockRead(w_s=12.5, b_s=900, side="w", running=True, mode="camera", reason="go"),
    Seen.VOUCH: Vouched(hollows=("g3",), labels="W", by="Ida"),
    Seen.LESSON: Taught(side="w", missed=(("d4", "Real"),), available=()),
}


def reached(phase):
    """A game in that phase."""
    playing = GameState.new().apply(EVENTS[Seen.START])
    resolving = playing.apply(EVENTS[Seen.COMBINATION])
    return {
        Phase.PLAYING: playing,
        Phase.RESOLVING: resolving,
        Phase.STOPPED: playing.apply(EVENTS[Seen.FAULT]),
        Phase.STOPPED_RESOLVING: resolving.apply(EVENTS[Seen.FAULT]),
        Phase.OVER: playing.apply(EVENTS[Seen.END]),
    }[phase]


def fitting(phase, seen):
    """A game in ``phase`` and an event seen as ``seen`` that fits it if anything does."""
    if (phase, seen) == (Phase.RESOLVING, Seen.MOVE):
        move = judge(READY, "g4=R^d4e4xa1")
        return reached(phase), Moved(move=str(move.move), position=str(move.position))
    if (phase, seen) == (Phase.RESOLVING, Seen.WIN):
        state = GameState.new().apply(Started(position=str(WINNING)))
        return state.apply(combination_event(WON, 7)), EVENTS[seen]
    if seen is Seen.RESUME and phase is not Phase.OVER:
        return reached(phase).apply(EVENTS[Seen.PAUSE]), EVENTS[seen]
    return reached(phase), EVENTS[seen]


@pytest.mark.parametrize("seen", Seen)
@pytest.mark.parametrize("phase", Phase)
def test_every_cell_of_the_table_of_phases(phase, seen):
    state, event = fitting(phase, seen)
    assert state.phase is phase
    assert event.seen is seen
    following = PHASES[phase].get(seen)
    if following is None:
        with pytest.raises(EventError, match="does not fit"):
            state.apply(event)
    else:
        assert state.apply(event).phase is following


def test_the_readme_shows_the_table_of_phases():
    readme = Path(engine.referee.__file__).with_name("README.md").read_text()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in readme.splitlines()
        if line.split(" ")[1:2] and line.split(" ")[1] in {*Phase, "phase"}
    ]
    head, *body = rows
    assert head[1:] == list(Seen)
    shown = {
        row[0]: {s: cell for s, cell in zip(Seen, row[1:], strict=True) if cell} for row in body
    }
    assert shown == PHASES


@pytest.mark.parametrize("event", EVENTS.values(), ids=EVENTS)
def test_an_event_comes_back_from_json(event):
    assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


def test_all_events_of_recorded_and_wrong_games_come_back_from_json():
    events = watch(Referee(), slide_show("faults", Eyes(swapped=True)))
    for code in MISTAKES:
        events += make(code, 1, misread=0.0)[0].events
    events += legal_game(5, misread=0.0)[0].events
    for event in events:
        assert event_from_json(json.loads(json.dumps(event.to_json()))) == event


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", MISTAKES)
def test_a_fault_is_told_in_every_language(code, lang):
    scene, _ = make(code, 2, misread=0.0)
    (fault,) = [event for event in scene.events if event.kind == "fault"]
    words = text(fault, lang)
    assert words[0].isupper()
    assert "{" not in words
    for name in fault.hollows:
        if not fault.warning:
            assert name in words, "if not in what happened, then in how to put it right"


BAD = {
    "not an event": {"event": "nothing"},
    "no kind": {},
    "no object": [],
    "a field missing": {"event": "move", "move": "d4"},
    "no move": {"event": "move", "move": "z9", "position": str(READY)},
    "no position": {"event": "move", "move": "d4", "position": "here"},
    "no code": {"event": "fault", "fault": "x", "articles": [], "warning": False}
    | NOTE
    | {"hollows": []},
    "no placement": {"event": "fault", "fault": "disturbed", "articles": [], "warning": False}
    | NOTE
    | {"hollows": [], "repair": "8/7"},
    "no result": {"event": "end", "result": "2-0", "termination": "Time"},
    "a number for a text": {"event": "combination", "move": 4},
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_broken_json_is_no_event(data):
    with pytest.raises(EventError):
        event_from_json(data)


WRONG = {
    "an illegal move": Moved(move="d4", position=str(READY)),
    "another position": Moved(move="a7", position=str(READY)),
    "an incomplete move": Moved(move="g4", position=str(READY)),
    "a combination that isn't": combination_event(judge(READY, "c4"), None),
    "more undone than done": Undone(actions=3),
}


@pytest.mark.parametrize("event", WRONG.values(), ids=WRONG)
def test_an_event_that_contradicts_the_game_is_refused(event):
    state = GameState.new().apply(Started())
    with pytest.raises(EventError):
        state.apply(event)
    assert state == GameState.new().apply(Started())


def test_undo_takes_back_moves_and_corrections_alike():
    first = fold([EVENTS[Seen.START], EVENTS[Seen.MOVE]])
    set_to = Corrected(position="w6/7/7/3www1/7/7/bb5 b 16/17 8", fault="disturbed")
    third = first.apply(set_to)
    assert third.moves == ("a7",)
    assert third.played == ("a7", None)
    assert third.apply(Undone()).position == first.position
    assert third.apply(Undone(actions=2)).position == READY
    assert third.apply(Undone(actions=2)).moves == ()


def test_an_end_can_be_undone():
    won = GameState.new().apply(Started(position=str(WINNING)))
    over = fold([combination_event(WON, 7), EVENTS[Seen.WIN]], won)
    over = over.apply(Ended(result="1-0", termination="Winning Real"))
    assert (over.result, over.phase) == ("1-0", Phase.OVER)
    again = over.apply(Undone())
    assert (again.result, again.phase, again.position) == ("*", Phase.PLAYING, WINNING)


def test_pending_says_what_is_left_to_take():
    state = reached(Phase.RESOLVING).apply(StepSeen(returned=("d4",), captured=("a1",)))
    assert state.pending is not None
    assert (state.pending.returns_left, state.pending.captures_left) == (1, 0)
    assert [len(state.pending.returnable), len(state.pending.capturable)] == [3, 0]
    assert state.placement == "7/7/7/4www/7/7/1bb4"


def test_placements_and_boards_are_each_other():
    for placement in ("7/7/7/7/7/7/7", "w5b/7/1WB1w2/7/7/7/7", READY.placement):
        assert placement_of(board_of(placement)) == placement
