"""The door of the page: who may change anything, and from where."""

import json

import pytest
from scripted import silent_table

from companion.doorkeeper import SESSION_S, Doorkeeper
from companion.house import House
from companion.web import create_app

PIN = "493027"
UNDO = {"command": "undo", "actions": 0, "by": "somebody else"}
COMMANDS = "/api/table/commands"
PROBLEM = "application/problem+json"
NO_JSON = {"/api/review", "/api/referee/logout", "/api/simulator"}
"""What takes a record's text, what takes nothing, and what this table has not."""


@pytest.fixture
def table(store):
    with silent_table(store) as table:
        yield table


@pytest.fixture
def app(table, store):
    house = House(store, {"table": table}, door=Doorkeeper(PIN), names=frozenset({"club.example"}))
    return create_app(house)


@pytest.fixture
def stranger(app):
    return app.test_client()


@pytest.fixture
def referee(app):
    client = app.test_client()
    assert client.post("/api/referee/login", json={"pin": PIN, "name": "Ida"}).status_code == 200
    return client


def test_everybody_reads_only(stranger, table):
    before = table.newest
    assert stranger.get("/api/state").status_code == 200
    refused = stranger.post(COMMANDS, json=UNDO)
    assert refused.status_code == 401
    assert refused.get_json()["code"] == "login"
    assert table.newest == before


def test_a_referee_decides_under_the_name_he_logged_in_with(referee, store):
    assert referee.post(COMMANDS, json=UNDO).status_code == 200
    assert store.events()[-1].body["by"] == "Ida"


def test_every_route_that_changes_anything_is_closed_or_marked(app, stranger):
    """A new route can't be left open by forgetting it."""
    open_ = set()
    for rule in app.url_map.iter_rules():
        for method in rule.methods - {"GET", "HEAD", "OPTIONS"}:
            view = app.view_functions[rule.endpoint]
            if getattr(view, "open_to_all", False):
                open_.add(rule.rule)
                continue
            path = rule.rule.replace("<int(max=9223372036854775807):number>", "1")
            assert stranger.open(path, method=method, json={}).status_code == 401, rule
    # Lessons, reviews and the painted board touch no game that anybody plays.
    harmless = {"/api/lessons", "/api/review", "/api/simulator"}
    assert open_ <= harmless | {"/api/referee/login", "/api/referee/logout"}


def test_nothing_is_changed_by_get(referee, app, table):
    before = table.newest
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and "<" not in rule.rule and rule.rule != "/api/events":
            referee.get(rule.rule)
    assert table.newest == before


def test_the_cookie_is_for_this_page_alone(app):
    answer = app.test_client().post("/api/referee/login", json={"pin": PIN, "name": "Ida"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert f"Max-Age={int(SESSION_S)}" in cookie
    assert PIN not in cookie
    assert PIN not in answer.get_data(as_text=True)


def test_wrong_pins_are_told_and_slowed_down(stranger):
    for _ in range(3):
        refused = stranger.post("/api/referee/login", json={"pin": "000000", "name": ""})
        assert (refused.status_code, refused.get_json()["code"]) == (401, "wrong-pin")
    early = stranger.post("/api/referee/login", json={"pin": PIN, "name": ""})
    assert (early.status_code, early.get_json()["code"]) == (429, "too-soon")
    assert int(early.headers["Retry-After"]) == early.get_json()["wait_s"] >= 1
    assert "Set-Cookie" not in early.headers


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ([], 400), ({"pin": 493027}, 400), ({"pin": PIN, "name": ["Ida"]}, 400),
        ({"pin": PIN, "name": "I\nda"}, 400), ({"pin": PIN, "name": "I" * 41}, 400),
        ({}, 401), ({"name": "Ida"}, 401),
    ],
)  # fmt: skip
def test_bad_logins_are_problem_documents(stranger, body, status):
    answer = stranger.post("/api/referee/login", json=body)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")


@pytest.mark.parametrize(
    "body",
    [b"", b"null", b"[1]", b'"x"', b"{", b"\xff", b"[" * 16_000, b'{"a":' * 3_000,
     b'{"command": "\\ud800"}', b'{"\\udfff": 1}', b'{"a": ' + b"9" * 5_000 + b"}"],
    ids=["empty", "null", "list", "text", "torn", "no-utf8", "deep-list", "deep-object",
         "half-character", "half-character-key", "long-number"],
)  # fmt: skip
def test_what_is_no_json_object_of_texts_is_refused_everywhere(app, referee, body):
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods and rule.rule not in NO_JSON:
            answer = referee.post(rule.rule, data=body, content_type="application/json")
            assert (answer.status_code, answer.mimetype) == (400, PROBLEM), rule


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_of_another_site_can_send_is_refused(referee, stranger, kind):
    body = json.dumps(UNDO)
    assert referee.post(COMMANDS, data=body, content_type=kind).status_code == 415
    login = json.dumps({"pin": PIN, "name": ""})
    assert stranger.post("/api/referee/login", data=login, content_type=kind).status_code == 415


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": ""},
        {"Origin": "http://["}, {"Origin": "http://[::1"},
    ],
)  # fmt: skip
def test_other_sites_can_not_act_through_a_referees_browser(referee, table, headers):
    before = table.newest
    refused = referee.post(COMMANDS, json=UNDO, headers=headers)
    assert (refused.status_code, refused.get_json()["code"]) == (403, "origin")
    assert table.newest == before


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://localhost"}, {"Origin": "https://LOCALHOST"}]
)
def test_our_own_page_can(referee, headers):
    assert referee.post(COMMANDS, json=UNDO, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8000", 200), ("192.168.1.9", 200), ("[::1]:8000", 200), ("LocalHost:8000", 200),
        ("club.example", 200), ("club.example.", 200), ("evil.example", 421),
        ("localhost.evil.example", 421), ("127.0.0.1.evil.example", 421), ("a b", 421), ("[", 421),
    ],
)  # fmt: skip
def test_a_name_that_is_not_ours_is_refused(stranger, host, status):
    answer = stranger.get("/api/state", headers={"Host": host})
    assert answer.status_code == status


def test_who_is_asked(stranger, referee):
    assert stranger.get("/api/referee").get_json() == {"referee": False, "name": "", "pin": True}
    assert referee.get("/api/referee").get_json() == {"referee": True, "name": "Ida", "pin": True}


def test_logging_out_ends_the_session_itself(referee, app):
    token = referee.get_cookie("referee").value
    assert referee.post("/api/referee/logout", json={}).status_code == 200
    again = app.test_client()
    again.set_cookie("referee", token)
    assert again.post(COMMANDS, json=UNDO).status_code == 401


def test_without_a_pin_everybody_is_a_referee(table, store):
    client = create_app(House(store, {"table": table}, door=Doorkeeper(None))).test_client()
    assert client.get("/api/referee").get_json() == {"referee": True, "name": "", "pin": False}
    assert client.post(COMMANDS, json=UNDO).status_code == 200
    assert store.events()[-1].body["by"] == "somebody else"


def test_unless_told_nobody_knows_the_pin(table, store):
    client = create_app(House(store, {"table": table})).test_client()
    assert client.post(COMMANDS, json=UNDO).status_code == 401
    assert client.post("/api/referee/login", json={"pin": "", "name": ""}).status_code == 401


@pytest.mark.parametrize(
    ("address", "host", "status"),
    [
        ("127.0.0.1", "127.0.0.1:8000", 200), ("::1", "[::1]:8000", 200),
        ("127.0.0.1", "localhost", 200), ("192.168.1.5", "127.0.0.1:8000", 403),
        ("127.0.0.1", "192.168.1.9:8000", 403), ("127.0.0.1", "club.example", 403),
    ],
)  # fmt: skip
def test_the_pin_is_shown_on_the_companions_own_screen_only(stranger, address, host, status):
    answer = stranger.get(
        "/screen", base_url=f"http://{host}", environ_base={"REMOTE_ADDR": address}
    )
    assert answer.status_code == status
    shown = answer.get_data(as_text=True)
    assert (f"{PIN[:3]} {PIN[3:]}" in shown) == (status == 200)
    table = stranger.get("/", base_url=f"http://{host}", environ_base={"REMOTE_ADDR": address})
    assert ("/screen" in table.get_data(as_text=True)) == (status == 200)


@pytest.mark.parametrize(
    "header",
    ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Server", "X-Real-IP"],
)
def test_behind_a_proxy_that_lends_our_host_nobody_is_shown_the_pin(stranger, header):
    """It comes from this machine and names it, whoever opened the page."""
    for path, status in (("/screen", 403), ("/", 200)):
        answer = stranger.get(path, base_url="http://127.0.0.1:8000", headers={header: "1.1 club"})
        assert answer.status_code == status
        shown = answer.get_data(as_text=True)
        assert f"{PIN[:3]} {PIN[3:]}" not in shown
        assert "/screen" not in shown


def test_no_browser_speaks_as_old_proxies_do(stranger):
    old = {"SERVER_PROTOCOL": "HTTP/1.0"}
    assert stranger.get("/screen", environ_overrides=old).status_code == 403


def test_where_a_name_was_given_for_the_page_no_proxy_need_tell_of_itself(table, store):
    house = House(store, {"table": table}, door=Doorkeeper(PIN), proxied=True)
    assert create_app(house).test_client().get("/screen").status_code == 403


def test_words_of_a_part_come_when_asked_for(stranger):
    assert stranger.get("/api/words/desk?lang=it").status_code == 200
    assert stranger.get("/api/words/other").status_code == 404
