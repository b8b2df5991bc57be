"""Problem documents in the language of whoever asks: what the companion can't answer."""

import html

import pytest
from readers import COUNTRIES, Reader
from scripted import silent_table

from companion.doorkeeper import Doorkeeper
from companion.errors import BusyError, CommandError, StoreError
from companion.house import House
from companion.reports import Reports
from companion.store import Store
from companion.web import create_app
from companion.web.referee import LONGEST_NAME
from companion.words import problem_text

COMMANDS = "/api/table/commands"

ASKED = {
    # what is asked: status, message, its values
    "a page that isn't": ("get", "/nowhere", None, 404, "nothing-here", {}),
    "a game's page": ("get", "/games/99", None, 404, "game", {"number": 99}),
    "a game": ("get", "/api/games/99.json", None, 404, "game", {"number": 99}),
    "no decision": ("post", COMMANDS, {"command": "revert", "event": 99}, 400, "no-decision", {}),
    "no camera": ("post", "/api/setup", {"do": "source", "source": "x"}, 409, "camera-fixed", {}),
    "a report": ("get", "/api/reports/x.zip", None, 404, "no-report", {}),
    "a name": (
        *("post", "/api/referee/login", {"pin": "", "name": "x" * (LONGEST_NAME + 1)}),
        *(400, "name", {"letters": LONGEST_NAME}),
    ),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    with Store(folder) as store, silent_table(store) as table:
        reports = Reports(folder / "wrong")
        house = House(store, {"table": table}, reports=reports, door=Doorkeeper(None))
        yield create_app(house).test_client()


@pytest.mark.parametrize("lang", COUNTRIES)
@pytest.mark.parametrize("asked", ASKED)
def test_what_can_not_be_answered_is_said_in_the_readers_language(client, asked, lang):
    method, path, body, status, key, values = ASKED[asked]
    given = {} if body is None else {"json": body}
    answer = getattr(client, method)(path, headers={"Accept-Language": COUNTRIES[lang]}, **given)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.get_json(force=True)["detail"] == Reader(lang).words(f"problem.{key}", **values)


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
OPENED = {"/nosuch": ("nothing-here", {}), "/games/9999": ("game", {"number": 9999})}


@pytest.mark.parametrize("lang", COUNTRIES)
@pytest.mark.parametrize("path", OPENED)
def test_a_person_at_a_wrong_address_gets_a_page(client, path, lang):
    key, values = OPENED[path]
    headers = {"Accept": BROWSER, "Accept-Language": COUNTRIES[lang]}
    answer = client.get(path, headers=headers)
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    said = Reader(lang).words(f"problem.{key}", **values)
    text = html.unescape(answer.text)
    assert f"<h2>{said[0].upper()}{said[1:]}</h2>" in text
    assert f'href="/">{Reader(lang).words("screen.board")}</a></p>' in text
    assert f'<html lang="{lang}">' in text
    assert answer.headers["Cache-Control"] == "no-store"


PLAINLY = {"en": "There is nothing at this address.", "it": "A questo indirizzo non c'è nulla."}


@pytest.mark.parametrize("lang", COUNTRIES)
def test_nobody_has_to_know_what_a_path_is(client, lang):
    headers = {"Accept": BROWSER, "Accept-Language": COUNTRIES[lang]}
    text = html.unescape(client.get("/nosuch", headers=headers).text)
    assert f"<h2>{PLAINLY[lang]}</h2>" in text
    # Where the table is, the button below says and knows.
    assert f'href="/">{Reader(lang).words("screen.board")}</a></p>' in text


@pytest.mark.parametrize(
    ("path", "accept"),
    [("/api/games/99.json", BROWSER), ("/nosuch", "*/*"), ("/nosuch", "application/json")],
)
def test_a_program_gets_a_document(client, path, accept):
    answer = client.get(path, headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_what_somebody_asks_for_is_not_written_into_the_page(client):
    answer = client.get("/?table=<b>x", headers={"Accept": BROWSER})
    assert "<b>x" not in answer.text
    answer = client.get("/<b>x", headers={"Accept": BROWSER})
    assert answer.status_code == 404
    assert "<b>x" not in answer.text


@pytest.mark.parametrize("lang", COUNTRIES)
@pytest.mark.parametrize(
    ("error", "status"),
    [
        (StoreError("the disk is full", "store-full"), 503),
        (BusyError("the table is closing", "closing"), 503),
        (CommandError("there is no game yet", "no-game"), 400),
    ],
    ids=["store", "busy", "no game"],
)
def test_errors_have_words_in_each_language(client, monkeypatch, error, status, lang):
    answer = failing(client, monkeypatch, error, lang)
    assert answer.status_code == status
    detail = answer.get_json(force=True)["detail"]
    assert detail == problem_text(error, lang)
    assert Reader(lang).foreign(detail) == []


@pytest.mark.parametrize("lang", COUNTRIES)
def test_a_command_that_no_form_sends_is_told_as_it_is(client, monkeypatch, lang):
    answer = failing(client, monkeypatch, CommandError("actions is a whole number"), lang)
    told = Reader(lang).words("problem.command", detail="actions is a whole number")
    assert (answer.status_code, answer.get_json(force=True)["detail"]) == (400, told)


@pytest.mark.parametrize("lang", COUNTRIES)
def test_our_own_mistake_is_told_without_its_inside(client, monkeypatch, lang):
    answer = failing(client, monkeypatch, RuntimeError("what no visitor should read"), lang)
    told = Reader(lang).words("problem.mistake")
    assert (answer.status_code, answer.get_json(force=True)["detail"]) == (500, told)


def failing(client, monkeypatch, error, lang):
    """What a command is answered whose carrying out raises ``error``."""

    def fail(*_):
        raise error

    monkeypatch.setattr("companion.table.Table.tell", fail)
    return client.post(f"{COMMANDS}?lang={lang}", json={"command": "pause"})
