"""The referee's desk in a real browser: PIN, tools, refusals; phone and desktop, both languages."""

import pytest
from desk_pages import DESKTOP, PIN, SMALL, Visit, served
from scripted import GAME, ScriptedSource, script

from companion.store import Store
from companion.table import Table


class Silent(ScriptedSource):
    """A camera that is open and shows nothing."""

    def __init__(self):
        super().__init__(0, live=True)

    def __iter__(self):
        self.go.wait(60)
        return iter(())


@pytest.fixture
def table(tmp_path):
    """A table with six moves played, the seventh due."""
    with Store(tmp_path / "data") as store:
        _, eyes = script([])
        source = Silent()
        table = Table("table", source, store, eyes=eyes)
        table.start()
        table.tell({"command": "new_game", "players": {"w": "Anna", "b": "Bruno"}})
        table.tell({"command": "declare", "moves": GAME[:6]})
        yield table
        source.go.set()
        table.stop()


@pytest.fixture
def visit(browser, table):
    visits = []
    with served(table._store, table) as address:

        def make(size=DESKTOP, lang="en", **options):
            visits.append(Visit(browser, address, size, lang, **options))
            return visits[-1].go()

        yield make
        for each in visits:
            each.context.close()
    assert [each.complaints for each in visits] == [[] for _ in visits]


WRONG = {"en": "not the PIN", "it": "Non è il PIN"}


@pytest.mark.parametrize(("size", "lang"), [(SMALL, "it"), (DESKTOP, "en")])
def test_a_wrong_pin_is_told_the_right_one_lets_in(visit, size, lang):
    watching = visit(size, lang)
    page = watching.page
    watching.log_in(pin="000000")
    page.wait_for_selector("#login .refusal:not(:empty)")
    assert WRONG[lang] in page.inner_text("#login .refusal")
    assert watching.narrow_enough()
    watching.shoot("login")
    page.fill("#pin", PIN)
    page.click("#login [type=submit]")
    page.wait_for_selector("body[data-referee]")
    assert "Ida" in page.inner_text("#referee")
    page.reload()
    page.wait_for_selector("body[data-referee]")


def test_guessing_is_slowed_down_in_plain_words(visit):
    watching = visit()
    for _ in range(3):
        watching.page.evaluate(
            "fetch('/api/referee/login', {method: 'POST', body: '{\"pin\": \"000000\"}',"
            " headers: {'Content-Type': 'application/json'}})"
        )
    watching.log_in()
    watching.page.wait_for_selector("#login .refusal:not(:empty)")
    assert "Try again in" in watching.page.inner_text("#login .refusal")


def test_a_scanned_code_needs_only_a_name_and_leaves_no_pin_behind(visit):
    watching = visit(SMALL)
    page = watching.page
    page.goto("about:blank")
    watching.go(f"#pin={PIN}")
    page.wait_for_selector("#login[open]")
    assert PIN not in page.url
    page.fill("#name", "Ugo")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-referee]")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_companions_own_screen(visit, lang):
    watching = visit(DESKTOP, lang).go("screen", ready=".qr svg")
    page = watching.page
    assert not page.is_visible(".pin")
    page.click("summary")
    assert page.inner_text(".pin") == f"{PIN[:3]} {PIN[3:]}"
    watching.shoot("screen")
