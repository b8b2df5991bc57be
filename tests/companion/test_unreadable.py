"""A game that this version can't read stands in nobody's way."""

from datetime import UTC, datetime

import pytest
from scripted import GAME, ScriptedSource, script

from companion.archive import game_state
from companion.errors import UnreadableGameError
from companion.house import House
from companion.resuming import unfinished
from companion.store import utc_now
from companion.table import Table
from companion.web import create_app
from engine.events import Moved, Started

NEWER = {"event": "of tomorrow", "x": 1}
UNFIT = Moved(move="d4", position="7/7/7/3w3/7/7/7 b 19/20 2").to_json()
START = Started().to_json()


@pytest.fixture(params=["newer", "unfit", "torn"])
def store_with(request, store):
    """A store with a game to its end and one, the last, that can't be read."""
    boards, eyes = script(GAME)
    table = Table("table", ScriptedSource(len(boards)), store, eyes=eyes)
    table.start()
    table.join()
    table.stop()
    number = store.new_game("table")
    events = {"newer": [START, UNFIT, NEWER], "unfit": [START, UNFIT, UNFIT], "torn": [START]}
    store.append(number, *events[request.param])
    if request.param == "torn":
        torn = "INSERT INTO events (game, time, body) VALUES (?, ?, '{')"
        store._db.execute(torn, (number, utc_now()))
    return store


@pytest.fixture
def client(store_with):
    return create_app(House(store_with, {})).test_client()


def test_it_is_said_to_be_unreadable(store_with):
    with pytest.raises(UnreadableGameError, match="game 2 can't be read: a newer version"):
        game_state(store_with, store_with.game(2))


def test_the_other_games_are_listed_and_read(client):
    second, first = client.get("/api/games").get_json()["games"]
    assert (first["id"], first["readable"], first["result"]) == (1, True, "1-0")
    assert (second["id"], second["readable"], second["running"]) == (2, False, False)
    assert client.get("/api/games/1.rqg").status_code == 200


@pytest.mark.parametrize("kind", ["rqg", "json"])
@pytest.mark.parametrize(("lang", "said"), [("en", "can't be read"), ("it", "non è leggibile")])
def test_whoever_asks_for_it_is_told(client, kind, lang, said):
    answer = client.get(f"/api/games/2.{kind}?lang={lang}")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert f"2 {said}" in answer.get_json(force=True)["detail"]


def test_a_companion_that_starts_begins_anew(store_with, caplog):
    assert unfinished(store_with, "table", datetime.now(UTC)) is None
    assert "game 2 can't be read" in caplog.text


def test_an_event_of_a_newer_version_is_told_as_it_stands(store):
    store.append(store.new_game("table"), START, NEWER)
    client = create_app(House(store, {})).test_client()
    started, newer = client.get("/api/games/1/events").get_json()["events"]
    assert started["event"] == "start"
    assert {"seq": 2, "game": 1, **NEWER}.items() <= newer.items()
