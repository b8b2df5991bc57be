"""A game that this version can't read stands in nobody's way."""

from datetime import UTC, datetime

import pytest
from scripted import GAME, ScriptedSource, script

from companion.archive import game_state
from companion.errors import UnreadableGameError
from companion.house import House
from companion.hub import Hub
from companion.resuming import unfinished
from companion.store import utc_now
from companion.table import Table
from companion.web import create_app
from engine.events import Moved, Started, combination_event
from engine.judging import judge
from engine.position import Position

NEWER = {"event": "of tomorrow", "x": 1}
UNFIT = Moved(move="d4", position="7/7/7/3w3/7/7/7 b 19/20 2").to_json()
START = Started().to_json()


TORN = {
    "torn": "'{'",
    "a list": "'[]'",
    "a number": "'5'",
    "too deep": f"'{'[' * 100_000}'",
    "no text": "CAST(X'7BFF' AS TEXT)",
}
"""Bodies that are no event, as SQL."""


@pytest.fixture(params=["newer", "unfit", *TORN])
def store_with(request, store):
    """A store with a game to its end and one, the last, that can't be read."""
    boards, eyes = script(GAME)
    table = Table("table", ScriptedSource(len(boards)), store, eyes=eyes)
    table.start()
    table.join()
    table.stop()
    number = store.new_game("table")
    events = {"newer": [START, UNFIT, NEWER], "unfit": [START, UNFIT, UNFIT]}
    store.append(number, *events.get(request.param, [START]))
    if request.param in TORN:
        spoil(store, number, TORN[request.param])
    return store


def spoil(store, number, body):
    """Append to that game what SQL makes of a body."""
    torn = f"INSERT INTO events (game, time, body) VALUES (?, ?, {body})"
    store._db.execute(torn, (number, utc_now()))


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


@pytest.mark.parametrize("body", TORN)
@pytest.mark.parametrize(("lang", "said"), [("en", "can't be read"), ("it", "non è leggibile")])
def test_whoever_asks_for_damaged_events_is_told(store, body, lang, said):
    number = store.new_game("table")
    store.append(number, START)
    spoil(store, number, TORN[body])
    client = create_app(House(store, {})).test_client()
    answer = client.get(f"/api/games/1/events?lang={lang}")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
    assert f"1 {said}" in answer.get_json(force=True)["detail"]


def test_a_page_that_missed_damaged_events_follows_on(store):
    """Its stream was cut off before they came; other games of this board come behind them."""
    number = store.new_game("table")
    store.append(number, START)
    for body in TORN.values():
        spoil(store, number, body)
    store.append(store.new_game("table"), START)
    assert [event.game for event in Hub(store, "table").after(0)] == [1, 2]


@pytest.mark.parametrize("damage", [{"before": "?"}, {"move": "?"}, {"move": "e4"}])
def test_a_combination_that_was_none_is_told_as_it_stands(store, damage):
    position = Position.start()
    for move in GAME[:6]:
        position = judge(position, move).position
    formed = combination_event(judge(position, "e6"), 1).to_json() | damage
    store.append(store.new_game("table"), START, formed)
    client = create_app(House(store, {})).test_client()
    told = client.get("/api/games/1/events").get_json()["events"][1]
    assert told["before"] == formed["before"]
    assert "board" not in told
