"""The API's description against the API: every route is in it, every answer fits it."""

import json
import re
from functools import lru_cache

import fastjsonschema
import pytest
from painted import Ready
from scripted import GAME, finished_table

from companion.doorkeeper import Doorkeeper
from companion.house import House
from companion.reports import Reports
from companion.watch import Watch
from companion.web import create_app

PIN = "493027"


@pytest.fixture(scope="module")
def described():
    return json.loads(create_app(House(None, {})).test_client().get("/api/openapi.json").data)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """A companion that has seen a game to its end."""
    folder = tmp_path_factory.mktemp("data")
    with finished_table(folder) as (store, table, evidence):
        yield create_app(
            House(
                store,
                {"table": table},
                evidence=evidence,
                reports=Reports(folder / "wrong"),
                simulators={"table": Ready()},
                door=Doorkeeper(PIN),
            )
        )


@pytest.fixture
def client(app, monkeypatch):
    monkeypatch.setattr(Watch, "learned", None)  # the scripted calibration is no file's
    return app.test_client()


def routes(app):
    """(path as described, method) of every route that is part of the API."""
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/api/") or rule.rule == "/healthz":
            path = re.sub(r"<(?:[^:<>]+:)?(\w+)>", r"{\1}", rule.rule)
            for method in rule.methods - {"HEAD", "OPTIONS"}:
                yield path, method.lower()


def test_every_route_is_described_and_every_description_is_a_route(client, described):
    paths = {(path, method) for path, methods in described["paths"].items() for method in methods}
    assert paths == set(routes(client.application))


def test_every_reference_leads_somewhere(described):
    for target in set(re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(described))):
        place = described
        for name in target.split("/"):
            place = place[name]
        assert place


def test_every_described_operation_is_tried_here(described):
    tried = {(path, method) for path, method, *_ in [*ANSWERS, *REFUSALS]}
    tried |= {("/api/events", "get"), ("/api/openapi.json", "get")}
    every = {(path, method) for path, methods in described["paths"].items() for method in methods}
    assert every - tried == set()


def resolved(described, node):
    """The node itself, or what it refers to."""
    found = node
    if "$ref" in node:
        found = described
        for name in node["$ref"].removeprefix("#/").split("/"):
            found = found[name]
    return found


@lru_cache(maxsize=64)
def validator(schema, components):
    """Of a schema (as text) whose references lead into the description's components."""
    whole = {**json.loads(schema), "components": json.loads(components)}
    return fastjsonschema.compile(whole, use_default=False)


def check(described, path, method, answer):
    """The answer's status, content type and body are as described."""
    responses = described["paths"][path][method]["responses"]
    assert str(answer.status_code) in responses, answer.get_data(as_text=True)
    said = resolved(described, responses[str(answer.status_code)])["content"]
    assert answer.mimetype in said
    if answer.mimetype.endswith("json"):
        schema = json.dumps(said[answer.mimetype]["schema"])
        validator(schema, json.dumps(described["components"]))(answer.get_json(force=True))


FIRST = {"number": "1", "part": "desk", "hollow": "d4"}
RECORD = {"data": " ".join(GAME) + " 1-0", "content_type": "text/plain"}

ANSWERS = [
    ("/healthz", "get", {}),
    ("/api/state", "get", {}),
    ("/api/camera.jpg", "get", {}),
    ("/api/camera/{hollow}.jpg", "get", {}),
    ("/api/games", "get", {}),
    ("/api/games/{number}.rqg", "get", {}),
    ("/api/games/{number}.json", "get", {}),
    ("/api/games/{number}/events", "get", {}),
    ("/api/games/{number}/events/{seq}.jpg", "get", {}),
    ("/api/review", "post", RECORD),
    ("/api/simulator", "get", {}),
    ("/api/simulator", "post", {"json": {"do": "place", "series": "light", "hollow": "a1"}}),
    ("/api/lessons", "get", {}),
    ("/api/lessons", "post", {"json": {"lesson": "real"}}),
    ("/api/referee", "get", {}),
    ("/api/referee/login", "post", {"json": {"pin": PIN, "name": "Ida"}}),
    ("/api/referee/logout", "post", {"json": {}}),
    ("/api/table/commands", "post", {"json": {"command": "new_game"}}),
    ("/api/reports", "post", {"json": {"right": "e4"}}),
    ("/api/reports/{name}", "get", {}),
    ("/api/setup", "get", {}),
    ("/api/setup", "post", {"json": {"do": "again"}}),
    ("/api/setup/cameras", "get", {}),
    ("/api/words/{part}", "get", {}),
]

REFUSALS = [
    ("/healthz", "get", 404, {"query_string": "table=x"}),
    ("/api/state", "get", 404, {"query_string": "table=x"}),
    ("/api/camera.jpg", "get", 404, {"query_string": "table=x"}),
    ("/api/camera/{hollow}.jpg", "get", 404, {"hollow": "h8"}),
    ("/api/games/{number}.rqg", "get", 404, {"number": "9"}),
    ("/api/games/{number}.json", "get", 404, {"number": "9"}),
    ("/api/games/{number}/events", "get", 404, {"number": "9"}),
    ("/api/games/{number}/events", "get", 400, {"query_string": "after=x"}),
    ("/api/games/{number}/events/{seq}.jpg", "get", 404, {"seq": "1"}),
    ("/api/review", "post", 400, {"data": "no record", "content_type": "text/plain"}),
    ("/api/review", "post", 413, {"data": "d" * 140_000, "content_type": "text/plain"}),
    ("/api/simulator", "post", 409, {"json": {"do": "remove", "hollow": "a1"}}),
    ("/api/simulator", "post", 400, {"json": {"do": "dance"}}),
    ("/api/simulator", "post", 415, {"data": "{}"}),
    ("/api/lessons", "post", 400, {"json": {"lesson": "chess"}}),
    ("/api/lessons", "post", 415, {"data": "{}"}),
    ("/api/referee/login", "post", 401, {"json": {"pin": "000000"}}),
    ("/api/referee/login", "post", 400, {"json": {"pin": 7}}),
    ("/api/table/commands", "post", 401, {"json": {"command": "undo"}}),
    ("/api/reports", "post", 401, {"json": {"right": "e4"}}),
    ("/api/reports/{name}", "get", 401, {}),
    ("/api/setup", "post", 401, {"json": {"do": "again"}}),
    ("/api/words/{part}", "get", 404, {"part": "nothing"}),
]


def ask(client, path, method, options):
    options = dict(options)
    values = FIRST | {"seq": str(first_photo(client))}
    if "{name}" in path:
        told = client.post("/api/reports", json={"right": "e4"}).get_json()
        values["name"] = told.get("name", "none")
    values |= {name: options.pop(name) for name in values if name in options}
    return client.open(path.format(**values), method=method.upper(), **options)


def first_photo(client):
    events = client.get("/api/games/1/events").get_json()["events"]
    return next(event["seq"] for event in events if "photo" in event)


@pytest.mark.parametrize(("path", "method", "options"), ANSWERS)
def test_answers_are_as_described(client, described, path, method, options):
    if path.startswith(("/api/table", "/api/setup", "/api/reports")):
        client.post("/api/referee/login", json={"pin": PIN, "name": "Ida"})
    answer = ask(client, path, method, options)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    check(described, path, method, answer)


@pytest.mark.parametrize(("path", "method", "status", "options"), REFUSALS)
def test_refusals_are_as_described(client, described, path, method, status, options):
    answer = ask(client, path, method, options)
    assert answer.status_code == status
    check(described, path, method, answer)


@pytest.mark.parametrize("path", ["/api/table/commands", "/api/setup", "/api/reports"])
def test_a_table_that_is_not_there_is_told_as_described(client, described, path):
    client.post("/api/referee/login", json={"pin": PIN, "name": "Ida"})
    answer = client.post(f"{path}?table=x", json={"command": "pause", "do": "again"})
    assert answer.status_code == 404
    check(described, path, "post", answer)


def test_a_lesson_and_a_combination_under_way_fit_too(seat, store, described):
    table = seat(GAME[:7], hold=22)
    table.start()
    assert table.source.held.wait(30)
    client = create_app(House(store, {"table": table})).test_client()
    check(described, "/api/state", "get", client.get("/api/state"))
    check(described, "/api/simulator", "get", client.get("/api/simulator"))
    busy = client.post("/api/lessons", json={"lesson": "real"})
    assert busy.status_code == 409
    check(described, "/api/lessons", "post", busy)


def test_the_check_notices_what_is_missing_or_wrong(client, described):
    answer = client.get("/api/state")
    for change in ({"turn": "x"}, {"seq": "7"}, {"players": {}}):
        wrong = json.loads(answer.data) | change
        answer.data = json.dumps(wrong)
        with pytest.raises(fastjsonschema.JsonSchemaValueException):
            check(described, "/api/state", "get", answer)
