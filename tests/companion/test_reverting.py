"""What a person decided can be taken back; what was decided on an old state is refused."""

import threading

import pytest
from scripted import GAME, silent_table

from companion.doorkeeper import Doorkeeper
from companion.errors import CommandError, RefusedError
from companion.house import House
from companion.reverting import reverted
from companion.telling import boards_after
from companion.web import create_app
from engine.errors import EngineError
from engine.placements import placement_of


@pytest.fixture
def table(store):
    with silent_table(store, clock={"seconds": 900}) as table:
        table.tell({"command": "declare", "moves": GAME[:6], "by": "Ida"})
        yield table


def told(table, **command):
    return table.tell({"by": "Ida"} | command)


def revert(table, store, number):
    command = reverted(store.events(game=table.game), number)
    return table.tell(command | {"by": "Ugo"})


def standing(table):
    """What a decision may change, for comparing before and after."""
    state = table._attendant.ledger.view.state
    return (
        state.position, state.positions, state.played, state.result, state.termination,
        state.paused, state.strictness, state.players, state.swapped,
        None if state.clock is None else (round(state.clock.w_s), round(state.clock.b_s)),
    )  # fmt: skip


DECISIONS = {
    "correct": {"command": "correct", "hollows": {"a7": "b", "e4": "."}},
    "turn": {"command": "turn", "side": "b"},
    "undo": {"command": "undo", "actions": 2},
    "declare": {"command": "declare", "moves": [GAME[6]]},
    "resign": {"command": "resign", "side": "b"},
    "draw": {"command": "draw"},
    "time": {"command": "time", "side": "w"},
    "deadlock": {"command": "deadlock", "winner": "b"},
    "pause": {"command": "pause"},
    "setting": {
        "command": "setting", "strictness": "tournament", "players": {"w": "Anna", "b": "Ugo"},
    },
    "series": {"command": "series", "swapped": True},
    "clock": {"command": "clock", "w": 60, "b": 61},
}  # fmt: skip


def decided(table, decision):
    """The event of the decision itself; others may come with it."""
    events = told(table, **DECISIONS[decision])
    return next(event for event in events if event.body["event"] != "combination")


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_can_be_taken_back(table, store, decision):
    before = standing(table)
    event = decided(table, decision)
    assert standing(table) != before
    assert revert(table, store, event.seq)[0].body["by"] == "Ugo"
    assert standing(table) == before


def test_what_a_person_vouched_for_is_left_to_the_camera_again(table, store):
    said = told(table, command="vouch", hollows={"a7": "b", "e4": "."})[0]
    (again,) = revert(table, store, said.seq)
    assert again.body["hollows"] == ["a7", "e4"]
    assert again.body["labels"] == "??"
    assert "a7: what the camera sees" in again.body["text"]
    told(table, command="declare", moves=[GAME[6]])
    with pytest.raises(RefusedError) as refused:
        reverted(store.events(game=table.game), said.seq)
    assert refused.value.code == "since"


@pytest.mark.parametrize("decision", ["correct", "turn", "resign", "pause", "series"])
def test_and_the_taking_back_too(table, store, decision):
    event = decided(table, decision)
    after = standing(table)
    (back, *_) = revert(table, store, event.seq)
    revert(table, store, back.seq)
    assert standing(table) == after


@pytest.mark.parametrize("decision", ["correct", "undo", "resign", "pause"])
def test_nothing_is_taken_back_twice(table, store, decision):
    event = decided(table, decision)
    revert(table, store, event.seq)
    with pytest.raises(RefusedError) as refused:
        revert(table, store, event.seq)
    assert refused.value.code in ("already", "since")


@pytest.mark.parametrize("decision", ["correct", "undo"])
def test_what_later_moves_rest_on_is_not_taken_back(table, store, decision):
    event = decided(table, decision)
    told(table, command="declare", moves=["g7"])
    before = standing(table)
    with pytest.raises(RefusedError) as refused:
        revert(table, store, event.seq)
    assert refused.value.code == "since"
    assert standing(table) == before


def test_moves_that_were_taken_back_are_moves_again(table, store):
    (undone,) = told(table, command="undo", actions=4)
    revert(table, store, undone.seq)
    assert table.state("en")["moves"] == GAME[:6]


@pytest.mark.parametrize("number", [0, 1, -3, 10**6])
def test_what_is_no_decision_can_not_be_taken_back(table, store, number):
    with pytest.raises(CommandError):
        reverted(store.events(game=table.game), number)


# Two referees, stale tabs.


def test_what_was_decided_on_an_old_state_is_refused(table):
    seq = table.newest
    told(table, command="declare", moves=[GAME[6]], seq=seq)
    before, count = standing(table), table.newest
    with pytest.raises(RefusedError) as refused:
        told(table, command="undo", seq=seq)
    assert refused.value.code == "stale"
    assert (standing(table), table.newest) == (before, count)
    told(table, command="undo", seq=table.newest)


def test_a_state_of_the_future_is_another_stores(table):
    with pytest.raises(RefusedError):
        told(table, command="undo", seq=table.newest + 1)


@pytest.mark.parametrize("seq", ["5", 1.5, True, []])
def test_a_seq_is_a_number(table, seq):
    with pytest.raises(CommandError):
        told(table, command="undo", seq=seq)


def test_of_two_referees_at_once_one_is_asked_to_look_again(table, store):
    """However the two fall, the game is as the store has it and one decision counts."""
    app = create_app(House(store, {"table": table}, door=Doorkeeper(None)))
    seq, count, answers = table.newest, table.newest, []
    start = threading.Barrier(2)

    def decide(body):
        client = app.test_client()
        start.wait()
        answers.append(client.post("/api/table/commands", json=body | {"seq": seq}))

    bodies = [{"command": "undo"}, {"command": "correct", "hollows": {"a7": "w"}}]
    referees = [threading.Thread(target=decide, args=(body,)) for body in bodies]
    for each in referees:
        each.start()
    for each in referees:
        each.join()
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert refused.get_json()["code"] == "stale"
    assert table.newest == count + 1


def test_taking_back_over_http(table, store):
    client = create_app(House(store, {"table": table}, door=Doorkeeper(None))).test_client()

    def post(**body):
        return client.post("/api/table/commands", json=body)

    seq = post(command="pause").get_json()["seq"]
    assert post(command="revert", event=seq, seq=seq, by="Ida").status_code == 200
    assert table.state("en")["paused"] is False
    again = post(command="revert", event=seq)
    assert (again.status_code, again.get_json()["code"]) == (409, "already")
    assert post(command="revert", event="x").status_code == 400
    assert post(command="revert").status_code == 400
    assert post(command="revert", event=1).status_code == 400


def test_the_board_after_each_of_two_stories(table):
    stories = (("a7",), ("a7", "b7"), ("e6",), ("e6", "a1"))
    first, second, due, same = boards_after(table._attendant.ledger.view.state, stories)
    assert first.startswith("w6/")
    assert second.startswith("wb5/")
    # A combination of which nothing is taken yet, and nothing can follow it.
    assert due == same
    assert placement_of(table._attendant.ledger.view.state.board) not in (first, second, due)
    assert boards_after(table._attendant.ledger.view.state, (("a9",),)) == [
        placement_of(table._attendant.ledger.view.state.board)
    ]


def test_an_illegal_correction_is_refused_and_nothing_lost(table):
    before = standing(table)
    for hollows in ({"a7": "W", "b7": "W"}, {"h9": "w"}, {"a7": "x"}):
        with pytest.raises(EngineError):
            told(table, command="correct", hollows=hollows)
    with pytest.raises(EngineError):
        told(table, command="undo", actions=99)
    assert standing(table) == before
