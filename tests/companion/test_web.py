"""The API's contract: status codes and JSON shapes, errors as problem documents, headers."""

import json
import re
from pathlib import Path

import pytest
from scripted import GAME

from companion.house import House
from companion.web import create_app
from companion.web.app import SHELL
from engine.record_reading import read_records


@pytest.fixture
def client_of(store):
    def make(table):
        return create_app(House(store, {"table": table})).test_client()

    return make


@pytest.fixture
def client(client_of, finished):
    return client_of(finished(GAME))


def test_state_has_everything_a_page_needs(client):
    state = client.get("/api/state").get_json()
    assert state["position"] == (
        "7/4w2/2bww2/2bbw2/2w1w2/1bw1bB1/w6 b 6/13 36"
    )  # the winning marble in place, nothing removed
    assert set(state) >= {
        "position", "status", "players", "captured", "pending", "last", "camera", "clock", "seq",
    }  # fmt: skip
    assert state["pending"] is None
    assert state["last"]["win"] == "Winning Real"
    assert state["captured"] == {"w": 6, "b": 2}
    assert state["seq"] > len(GAME)
    assert state["camera"]["status"] == "ended"


def test_state_speaks_the_language_asked_for(client):
    italian = client.get("/api/state?lang=it").get_json()["last"]["text"]
    assert "Area Castello" in italian
    by_browser = client.get("/api/state", headers={"Accept-Language": "it-IT,en;q=0.5"})
    assert by_browser.get_json()["last"]["text"] == italian
    assert "castle area" in client.get("/api/state?lang=xx").get_json()["last"]["text"]


def test_healthz_follows_the_frames(client_of, seat):
    table = seat(GAME[:2], hold=3)
    client = client_of(table)
    before = client.get("/healthz")
    assert before.status_code == 503
    assert before.get_json()["reason"] == "no frame has come yet"
    table.start()
    assert table.source.held.wait(30)
    assert client.get("/healthz").status_code == 200
    table.source.go.set()
    table.join()
    after = client.get("/healthz")
    assert (after.status_code, after.get_json()["status"]) == (200, "ended")


def test_games_and_their_records(client):
    (game,) = client.get("/api/games").get_json()["games"]
    assert (game["result"], game["termination"], game["moves"]) == ("1-0", "Winning Real", 35)
    record = client.get(game["record"])
    assert record.mimetype == "text/plain"
    (read,) = read_records(record.get_data(as_text=True))
    assert [str(move) for move in read.moves] == GAME


def test_a_games_events_can_be_asked_for_without_a_stream(client):
    everything = client.get("/api/games/1/events").get_json()["events"]
    assert [event["move"] for event in everything if event["event"] == "move"] == GAME
    rest = client.get("/api/games/1/events?after=10&lang=it").get_json()["events"]
    assert [event["seq"] for event in rest] == [event["seq"] for event in everything[10:]]
    called = next(event for event in rest if event["event"] == "combination")
    assert "Biglie" in called["text"]
    assert (called["side"], called["board"][:1]) == ("b", "7")


def test_a_running_game_has_a_record_too(client_of, seat):
    table = seat(GAME, hold=20)
    table.start()
    assert table.source.held.wait(30)
    client = client_of(table)
    (game,) = client.get("/api/games").get_json()["games"]
    assert game["running"] is True
    (read,) = read_records(client.get(game["record"]).get_data(as_text=True))
    assert [str(move) for move in read.moves] == GAME[: len(read.moves)]
    assert read.result == "*"


def test_a_game_that_was_left_off_is_not_being_played(client_of, seat):
    left = seat(GAME, hold=20)
    left.start()
    assert left.source.held.wait(30)
    left.source.go.set()
    left.stop()
    table = seat(GAME, hold=20)
    table.start()
    assert table.source.held.wait(30)
    new, old = client_of(table).get("/api/games").get_json()["games"]
    assert (new["id"], new["running"]) == (table.game, True)
    assert (old["result"], old["running"], old["termination"]) == ("*", False, "Unterminated")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/api/games/77.rqg", 404),
        ("GET", "/api/games/..%2f..%2fsecret.rqg", 404),
        ("GET", "/api/games/99999999999999999999999.rqg", 404),
        ("GET", "/api/state?table=nowhere", 404),
        ("GET", "/static/nowhere.js", 404),
        ("GET", "/static/../store.py", 404),
        ("GET", "/api/games/77/events", 404),
        ("GET", "/api/games/1/events?after=x", 400),
        ("POST", "/api/state", 405),
        ("DELETE", "/api/games/1.rqg", 405),
    ],
)
def test_errors_are_problem_documents(client, method, path, status):
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    problem = json.loads(answer.get_data())
    assert problem["status"] == status
    assert set(problem) == {"type", "title", "status", "detail"}
    assert ("Allow" in answer.headers) is (status == 405)


def test_a_mistake_of_ours_shows_no_traceback(client_of, finished, monkeypatch, caplog):
    table = finished(GAME[:1])
    monkeypatch.setattr(table, "state", lambda _: 1 / 0)
    answer = client_of(table).get("/api/state")
    assert answer.status_code == 500
    assert "division" not in answer.get_data(as_text=True)
    assert "division" in caplog.text


def test_the_camera_picture(client, client_of, seat):
    answer = client.get("/api/camera.jpg")
    assert (answer.status_code, answer.mimetype) == (200, "image/jpeg")
    assert client_of(seat(GAME[:1])).get("/api/camera.jpg").status_code == 404


@pytest.mark.parametrize("path", ["/", "/api/state", "/static/main.js", "/nowhere", "/healthz"])
def test_headers_keep_the_page_to_itself(client, path):
    with client.get(path) as answer:
        headers = answer.headers
    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("headers", "query", "lang"),
    [
        ({}, "", "en"),
        ({"Accept-Language": "it"}, "", "it"),
        ({"Accept-Language": "fr,it;q=0.8,en;q=0.7"}, "", "it"),
        ({"Accept-Language": "fr"}, "", "en"),
        ({"Accept-Language": "en", "cookie": "it"}, "", "it"),
        ({"cookie": "it"}, "?lang=en", "en"),
        ({"cookie": "../../x"}, "", "en"),
    ],
)
def test_the_page_chooses_its_language(client, headers, query, lang):
    headers = dict(headers)
    if "cookie" in headers:
        client.set_cookie("lang", headers.pop("cookie"))
    answer = client.get(f"/{query}", headers=headers)
    assert f'<html lang="{lang}">' in answer.get_data(as_text=True)
    assert answer.headers["Content-Language"] == lang


def test_the_switch_remembers_in_the_browser(client):
    client.get("/?lang=it")
    assert '<html lang="it">' in client.get("/").get_data(as_text=True)


def test_what_opens_without_the_companion_has_all_its_scripts():
    static = Path(create_app.__code__.co_filename).parents[1] / "static"
    for script in (name for name in SHELL if name.endswith(".js")):
        wanted = re.findall(r'^import .*"\./([a-z]+\.js)";$', (static / script).read_text(), re.M)
        assert set(wanted) <= set(SHELL), script
