"""What people tell a table: each command is events in the store, the state their fold."""

import threading
from dataclasses import replace

import pytest
from scripted import GAME, ScriptedReader, ScriptedSource, Silent, script, silent_table

from companion.archive import game_state, record_text
from companion.doorkeeper import Doorkeeper
from companion.errors import BusyError, CommandError, RefusedError, StoreError
from companion.house import House
from companion.table import Table
from companion.web import create_app
from companion.words import problem_text, refusal_text
from engine.error_words import error_text
from engine.errors import EngineError
from engine.position import Position
from engine.record_reading import read_records

NAMES = {"w": "Anna", "b": "Bruno"}


@pytest.fixture
def quiet(store):
    """A table without any frame, a game on it."""
    with silent_table(store, players=NAMES, by="Ida") as table:
        yield table


@pytest.fixture
def held(seat):
    """A table that has seen some moves and then no more."""

    def make(moves, then=(), **options):
        # The last board stands for two pictures: its first is seen, the second waited for.
        boards, _ = script(moves)
        table = seat([*moves, *then], hold=len(boards) - 1, **options)
        table.start()
        assert table.source.held.wait(30)
        return table

    return make


def kinds(events):
    return [event.body["event"] for event in events]


def declare(table, *moves):
    return table.tell({"command": "declare", "moves": list(moves)})


LAID = "7/7/7/3wb2/7/7/7 w 19/19 3"


def test_which_series_is_w_is_fixed_and_whether_that_is_news_is_said(quiet):
    """Named with a new game on marbles that lie already: exchanged only if they were otherwise."""
    told = []
    for command in (
        {"command": "new_game", "position": LAID},
        {"command": "new_game", "position": LAID, "swapped": True},
        {"command": "new_game", "position": LAID},
        {"command": "series", "swapped": True},
        {"command": "series", "swapped": False},
    ):
        event = quiet.tell(command)[-1].body
        assert event["event"] == "series"
        assert quiet.state("en")["series_fixed"]
        assert quiet.state("en")["swapped"] is event["swapped"]
        told.append((event["swapped"], event["exchanged"]))
    assert told == [(False, False), (True, True), (True, False), (True, False), (False, True)]


def test_a_game_can_be_played_without_any_picture(quiet, store):
    assert kinds(declare(quiet, *GAME)) == [event.body["event"] for event in store.events()][1:]
    state = quiet.state("en")
    assert (state["moves"], state["result"]) == (GAME, "1-0")
    assert [state["players"][side]["name"] for side in "wb"] == ["Anna", "Bruno"]
    assert state["ceremony"]["castle"] == "f2"


def test_every_command_keeps_its_author_and_its_time(quiet, store):
    (event,) = quiet.tell({"command": "undo", "actions": 0, "by": "Ida"})
    assert event == store.events()[-1]
    assert event.body["by"] == "Ida"
    assert event.time.endswith("Z")
    (event,) = quiet.tell({"command": "pause"})
    assert event.body["by"] == "the table"


def test_the_state_is_the_fold_of_what_is_stored(quiet, store):
    declare(quiet, *GAME[:9])
    for command in (
        {"command": "undo", "actions": 2},
        {"command": "correct", "hollows": {"a1": "w", "e4": "."}},
        {"command": "turn", "side": "w"},
        {"command": "setting", "strictness": "teach"},
        {"command": "clock", "w": 60, "b": 50},
        {"command": "series", "swapped": True},
        {"command": "vouch", "hollows": {"g3": "W", "a1": "."}},
        {"command": "resign", "side": "w"},
    ):
        quiet.tell(command)
    (game,) = store.games()
    assert (
        game_state(store, game)
        == quiet._attendant.ledger.view.state
        == quiet._attendant.watch.referee.state
    )
    (record,) = read_records(record_text(store, game))
    assert record.result == "0-1"


ENDS = {
    "resign": ({"side": "b"}, ("1-0", "Resignation")),
    "time": ({"side": "w"}, ("0-1", "Time")),
    "draw": ({}, ("1/2-1/2", "Agreement")),
    "deadlock": ({"winner": "b"}, ("0-1", "Deadlock")),
    "end": ({"result": "*", "termination": "Unterminated"}, ("*", "Unterminated")),
}


@pytest.mark.parametrize("command", ENDS)
def test_ends_and_their_undoing(quiet, store, command):
    declare(quiet, *GAME[:4])
    fields, (result, termination) = ENDS[command]
    quiet.tell({"command": command} | fields)
    state = quiet.state("en")
    assert (state["result"], state["termination"]) == (result, termination)
    (record,) = read_records(record_text(store, store.games()[0]))
    assert (record.result, record.termination) == (result, termination)
    if result != "*":
        quiet.tell({"command": "undo", "actions": 0})
        assert quiet.state("en")["moves"] == GAME[:4]
        assert quiet.state("en")["result"] == "*"


def test_a_wrongly_called_win_is_taken_back_with_its_move(quiet, store):
    declare(quiet, *GAME)
    for wrong in (
        {"command": "undo", "actions": 0},
        {"command": "end", "result": "1/2-1/2", "termination": "Agreement"},
    ):
        with pytest.raises(EngineError, match="take"):
            quiet.tell(wrong)
    quiet.tell({"command": "undo"})
    state = quiet.state("en")
    assert (state["result"], state["moves"]) == ("*", GAME[:-1])
    read_records(record_text(store, store.games()[0]))


def test_a_correction_after_a_win_is_not_undone_into_a_won_position(quiet, store):
    declare(quiet, *GAME)
    quiet.tell({"command": "correct", "hollows": {"e6": "."}, "turn": "w"})
    with pytest.raises(EngineError, match="won"):
        quiet.tell({"command": "undo"})
    quiet.tell({"command": "undo", "actions": 2})
    assert quiet.state("en")["moves"] == GAME[:-1]
    read_records(record_text(store, store.games()[0]))


def test_a_corrected_hollow_comes_out_of_the_reserve(quiet):
    declare(quiet, "d4", "e4")
    (event,) = quiet.tell({"command": "correct", "hollows": {"a1": "b", "d4": "."}})
    assert event.body["position"] == "7/7/7/4b2/7/7/b6 w 20/18 3"
    quiet.tell({"command": "correct", "reserve": {"w": 12}, "turn": "b"})
    assert quiet.state("en")["position"] == "7/7/7/4b2/7/7/b6 b 12/18 4"
    assert quiet.state("en")["captured"] == {"w": 8, "b": 0}


@pytest.mark.parametrize(("lang", "word"), [("en", "referee"), ("it", "arbitro")])
def test_a_game_that_is_stuck_is_said_to_be_and_the_referee_ends_it(quiet, lang, word):
    assert quiet.state(lang)["advice"] is None
    bare = "7/1W5/7/3w3/3b1B1/7/7 w 1/0 1"
    quiet.tell({"command": "new_game", "position": bare})
    advice = quiet.state(lang)["advice"]
    assert (advice["reason"], advice["articles"], advice["house"]) == ("bare", ["F4"], True)
    assert advice["more_captures"] == "w"
    assert word in advice["text"]
    quiet.tell({"command": "deadlock", "winner": advice["more_captures"]})
    assert quiet.state(lang)["result"] == "1-0"
    assert quiet.state(lang)["advice"] is None


def test_an_answer_is_one_of_the_choices(quiet):
    with pytest.raises(RefusedError, match="asked"):
        quiet.tell({"command": "answer", "moves": ["d4"]})


BAD = {
    "no command": {},
    "unknown": {"command": "dance"},
    "no text": {"command": 4},
    "actions no number": {"command": "undo", "actions": "two"},
    "actions a boolean": {"command": "undo", "actions": True},
    "no side": {"command": "resign"},
    "a third side": {"command": "resign", "side": "x"},
    "no moves": {"command": "declare", "moves": []},
    "moves no texts": {"command": "declare", "moves": [4]},
    "nothing to correct": {"command": "correct"},
    "hollows a list": {"command": "correct", "hollows": ["a1"]},
    "nothing to set": {"command": "setting"},
    "no such strictness": {"command": "setting", "strictness": "cruel"},
    "no such rules": {"command": "new_game", "rules": "chess"},
    "a clock without times": {"command": "clock"},
    "a clock of words": {"command": "new_game", "clock": {"seconds": "long"}},
    "a clock beyond numbers": {"command": "new_game", "clock": {"seconds": 10**400}},
    "a clock without time": {"command": "new_game", "clock": {"seconds": 0}},
    "a clock without a moment": {"command": "new_game", "clock": {"seconds": -0.0}},
    "a name of two lines": {"command": "setting", "players": {"w": "a\nb"}},
    "half a letter for a name": {"command": "setting", "players": {"w": "\ud800"}},
    "a name that turns the page's text": {"command": "new_game", "players": {"b": "a\u202eb"}},
    "an author of two lines": {"command": "pause", "by": "a\nb"},
}
UNFIT = {
    "too many actions": {"command": "undo", "actions": 9},
    "negative actions": {"command": "undo", "actions": -1},
    "nothing to allow": {"command": "allow"},
    "illegal": {"command": "declare", "moves": ["d4", "d4"]},
    "vouched for no hollow": {"command": "vouch", "hollows": {"z9": "w"}},
    "vouched for no marble": {"command": "vouch", "hollows": {"a1": "ww"}},
    "no hollow": {"command": "correct", "hollows": {"z9": "w"}},
    "no marble": {"command": "correct", "hollows": {"a1": "q"}},
    "two Queens": {"command": "correct", "hollows": {"a1": "W", "a2": "W"}},
    "his turn already": {"command": "turn", "side": "w"},
    "a win nobody made": {"command": "end", "result": "1-0", "termination": "Winning Real"},
    "no position": {"command": "new_game", "position": "here"},
    "not paused": {"command": "resume"},
    "a name without end": {"command": "setting", "players": {"w": "a" * 81}},
    "a reserve too large": {"command": "correct", "reserve": {"w": 21}},
    "an endless clock": {"command": "clock", "w": 1e9, "b": 1},
    "no time at all": {"command": "clock", "w": float("nan"), "b": 1},
}


@pytest.mark.parametrize("case", [*BAD, *UNFIT])
def test_what_makes_no_sense_is_refused_and_changes_nothing(quiet, store, case):
    before, state = store.events(), quiet._attendant.watch.referee.state
    with pytest.raises(CommandError if case in BAD else EngineError) as error:
        quiet.tell((BAD | UNFIT)[case])
    assert "\n" not in str(error.value)
    if case in UNFIT:
        # People may meet it at the desk: it is told in their language.
        english, italian = (error_text(error.value, lang) for lang in ("en", "it"))
        assert english != italian
        assert str(error.value) not in (english, italian)
    assert store.events() == before
    assert quiet._attendant.watch.referee.state == state
    assert len(store.games()) == 1


def test_a_name_that_cannot_be_shown_is_refused_in_the_readers_language(quiet):
    with pytest.raises(CommandError) as error:
        quiet.tell({"command": "setting", "players": {"w": "a\u202eb"}})
    assert problem_text(error.value, "it") == "Un nome è una riga di al massimo 80 lettere."


def test_a_board_that_nobody_sees_is_no_beginning(quiet, store):
    before = store.events()
    with pytest.raises(RefusedError) as error:
        quiet.tell({"command": "new_game", "from_board": True})
    assert "telecamera" in refusal_text(error.value, "it")
    assert store.events() == before


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"command": "undo", "actions": 99}, "Non ci sono così tante azioni"),
        ({"command": "turn", "side": "w"}, "È già il turno del Bianco."),
        ({"command": "answer", "moves": ["d4"]}, "Non è più ciò che si chiede"),
        ({"command": "pause", "seq": 0}, "Nel frattempo è successo qualcosa"),
    ],
    ids=["engine", "side", "choices", "stale"],
)
def test_the_page_is_told_in_its_language(quiet, store, command, words):
    client = create_app(House(store, {"table": quiet}, door=Doorkeeper(None))).test_client()
    answer = client.post("/api/table/commands?lang=it", json=command)
    assert answer.status_code == 409
    assert answer.mimetype == "application/problem+json"
    assert words in answer.get_json()["detail"]


def test_what_can_t_be_kept_is_not_done(quiet, store, monkeypatch):
    def full(*_):
        raise StoreError("the disk is full")

    declare(quiet, *GAME[:3])
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        for command in ({"command": "undo"}, {"command": "new_game"}):
            with pytest.raises(StoreError):
                quiet.tell(command)
    assert quiet.state("en")["moves"] == GAME[:3]
    declare(quiet, GAME[3])
    assert quiet.state("en")["moves"] == GAME[:4]
    assert quiet.state("en")["game"] == 1


def test_before_the_first_game_there_is_nothing_to_undo(store):
    table = Table("table", Silent(), store, eyes=script([])[1])
    with pytest.raises(BusyError):
        table.tell({"command": "undo"})
    table.start()
    with pytest.raises(CommandError, match="new_game"):
        table.tell({"command": "undo"})
    table.stop()
    with pytest.raises(BusyError):
        table.tell({"command": "undo"})


def test_many_tell_at_once_and_all_is_done(quiet, store):
    names = [
        threading.Thread(
            target=quiet.tell, args=({"command": "setting", "players": {"w": f"n{k}"}},)
        )
        for k in range(20)
    ]
    for thread in names:
        thread.start()
    for thread in names:
        thread.join()
    (game,) = store.games()
    assert game_state(store, game) == quiet._attendant.watch.referee.state
    assert kinds(store.events()).count("setting") == 20


# With a camera.


def test_a_move_taken_back_is_not_seen_again_until_the_board_was_laid(held):
    table = held(GAME[:3])
    table.tell({"command": "undo"})
    assert table.state("en")["moves"] == GAME[:2]
    table.source.go.set()
    table.join()
    assert table.state("en")["moves"] == GAME[:2]


def test_moves_go_on_after_an_undo_and_a_laid_board(store):
    boards, eyes = script(GAME[:3])
    back = boards[-3:-2] * 2  # the third marble is taken off again
    again, _ = script([*GAME[:2], "g7"])
    boards = boards + back + again[-2:]
    hold = len(boards) - 4
    source = ScriptedSource(len(boards), hold=hold)
    table = Table(
        "table", source, store, eyes=replace(eyes, reader=lambda _: ScriptedReader(boards))
    )
    table.start()
    assert source.held.wait(30)
    table.tell({"command": "undo"})
    assert table.state("en")["status"]["phase"] in ("arranging", "steady")
    source.go.set()
    table.join()
    table.stop()
    assert table.state("en")["moves"] == [*GAME[:2], "g7"]


def test_what_lies_there_is_a_game_under_way(held):
    table = held(GAME[:5])
    table.tell({"command": "new_game", "from_board": True, "turn": "b", "reserve": {"w": 10}})
    state = table.state("en")
    assert state["position"].endswith(" b 10/18 2")
    assert state["board"] == Position.parse(state["position"]).board
    assert state["seen"]["placement"] == state["position"].split(" ")[0]


def test_a_paused_game_sees_nothing_until_it_goes_on(held):
    table = held(GAME[:3], then=GAME[3:5])
    table.tell({"command": "pause"})
    table.source.go.set()
    table.join()
    assert table.state("en")["moves"] == GAME[:3]
    assert table.state("en")["status"]["phase"] == "paused"


@pytest.fixture
def client(quiet, store):
    return create_app(House(store, {"table": quiet}, door=Doorkeeper(None))).test_client()


def post(client, command, **options):
    return client.post("/api/table/commands", json=command, **options)


def test_commands_over_http(client):
    answer = post(client, {"command": "declare", "moves": GAME[:7], "by": "Ida"})
    assert answer.status_code == 200
    body = answer.get_json()
    assert [event["event"] for event in body["events"]][-2:] == ["combination", "move"]
    assert body["events"][-1]["seq"] == body["seq"]
    italian = client.post("/api/table/commands?lang=it", json={"command": "draw"}).get_json()[
        "events"
    ]
    assert "patta" in italian[0]["text"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"command": "dance"}, 400),
        ({"command": "undo", "actions": 9}, 409),
        ([], 400),
        (4, 400),
        ({"command": "declare", "moves": ["x" * 20000]}, 413),
    ],
)
def test_commands_refused_over_http_are_problem_documents(client, body, status):
    answer = post(client, body)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    assert answer.get_json(force=True)["status"] == status


def test_a_body_that_is_no_json_is_refused(client):
    answer = client.post("/api/table/commands", data="undo", content_type="application/json")
    assert answer.status_code == 400
    assert client.get("/api/table/commands").status_code == 405
