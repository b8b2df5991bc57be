"""How sure a ruling is: said with it, less where the eyes see less, nothing where nobody saw."""

import json
from math import exp, prod

import pytest
from referee_scenes import row, watch

from engine.events import (
    CombinationFormed,
    EventError,
    FaultCalled,
    Moved,
    Started,
    event_from_json,
)
from engine.hollows import HOLLOWS, hollow
from engine.judging import judge
from engine.position import Position
from engine.referee import Referee, Sighting
from engine.referee.confidence import MOST, confidence

LEAD = [4.0 + 0.1 * h for h in HOLLOWS]
GAME = ("d4", "a1", "e4", "b1", "f4", "c1", "g4=R^d4e4xa1")


def naive(*names):
    """Each hollow's likeliest label against the next, multiplied."""
    return prod(exp(LEAD[hollow(n)]) / (1 + exp(LEAD[hollow(n)])) for n in names)


def boards():
    """What is seen of GAME: after each action, then with what was taken gone."""
    position = Position.start()
    yield position.board
    for move in GAME:
        board = list(position.board)
        board[hollow(move[:2])] = position.turn.value
        yield "".join(board)
        position = judge(position, move).position
    yield position.board


def seen(p):
    """The events of GAME by eyes that give every hollow's label ``p``."""
    rows = {label: row(label, p) for label in ".wWbB"}
    sightings = [
        Sighting(tuple(rows[x] for x in board), frozenset(), k > 1, False, i, i + k / 6)
        for i, board in enumerate(boards())
        for k in range(6)
    ]
    return watch(Referee(), sightings)


@pytest.mark.parametrize(
    ("event", "hollows"),
    [
        (Moved(move="e4", position="7/7/7/4w2/7/7/7 b 19/20 2"), ["e4"]),
        (Moved(move="Qe3d4", position="7/7/7/3W3/7/7/7 b 20/20 2"), ["d4", "e3"]),
        (
            Moved(move="g4=R^d4e4xa1", position="7/7/7/5ww/7/7/7 b 18/19 8"),
            ["g4", "d4", "e4", "a1"],
        ),
        (
            FaultCalled(
                fault="two-marbles", articles=("B",), side="w", hollows=("a1", "b2"),
                placement="7/7/7/7/7/1w5/w6", repair="7/7/7/7/7/7/7", warning=False,
            ),
            ["a1", "b2"],
        ),
    ],
    ids=["move", "step", "combination", "fault"],
)  # fmt: skip
def test_it_rests_on_every_hollow_that_the_event_names(event, hollows):
    assert confidence(event, LEAD) == pytest.approx(naive(*hollows), abs=6e-5)


@pytest.mark.parametrize("event", [Started(), Moved(move="--", position="7/7/7/7/7/7/7 b 0/0 2")])
def test_where_it_rests_on_no_hollow_nothing_is_said(event):
    assert confidence(event, LEAD) is None


def test_a_win_rests_on_the_castle_too():
    position = Position.parse("7/5B1/7/3www1/7/7/7 w 17/20 7")
    ruling = judge(position, "g4")
    assert ruling.win is None
    near = Position.parse("7/7/5B1/3www1/7/7/7 w 17/20 7")
    events = [event for event in _ruled(near, "g4") if isinstance(event, CombinationFormed)]
    assert events[0].win
    assert confidence(events[0], LEAD) == pytest.approx(
        naive("d4", "e4", "f4", "g4", "f5"), abs=6e-5
    )


def _ruled(position, move):
    referee = Referee()
    referee.begin(Started(position=str(position)))
    return referee.declare([str(judge(position, move).move)])


def test_what_a_camera_saw_says_how_sure_and_less_where_it_is_seen_worse():
    plain, dim = seen(0.992), seen(0.8)
    told = [event for event in plain if event.kind in ("combination", "step", "move")]
    assert [event.kind for event in told].count("combination") == 1
    assert all(0.99 < event.sure <= MOST for event in told)
    assert [event.move for event in dim if event.kind == "move"] == list(GAME)
    clear, worse = (
        next(event for event in events if event.kind == "combination") for events in (plain, dim)
    )
    assert worse.sure < clear.sure
    assert clear == worse  # the same ruling, however sure


def test_what_a_person_says_was_not_seen():
    assert {event.sure for event in _ruled(Position.start(), "d4")} == {None}


def test_it_is_kept_and_games_from_before_still_read():
    event = next(event for event in seen(0.992) if event.kind == "combination")
    data = json.loads(json.dumps(event.to_json()))
    assert event_from_json(data).sure == event.sure
    del data["sure"]
    assert event_from_json(data).sure is None
    assert "sure" not in event_from_json(data).to_json()


@pytest.mark.parametrize("sure", ["much", -0.1, 1.5, True, [0.9]])
def test_what_is_no_probability_is_refused(sure):
    data = Moved(move="d4", position="7/7/7/3w3/7/7/7 b 19/20 2").to_json()
    with pytest.raises(EventError, match="probability"):
        event_from_json(data | {"sure": sure})
