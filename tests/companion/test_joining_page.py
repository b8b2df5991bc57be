"""The wizard where a game is under way, in a real browser: said, found, looked at, told."""

import threading

import pytest
from desk_pages import served
from readers import EVERYBODY, Reader
from scripted import StillCamera

from calibration import start as start_module
from companion.table import Table
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.unwanted import check_wanted


class Finds:
    """Finds the board under its marbles once it may, or refuses it."""

    def __init__(self, board):
        self.board, self.may, self.refused = board, threading.Event(), None

    def __call__(self, *_):
        while not self.may.wait(0.02):
            check_wanted()
        if self.refused is not None:
            raise BoardNotFoundError("no", self.refused)
        return self.board


@pytest.fixture
def finds(monkeypatch, under_way):
    def bare(*_):
        raise BoardNotFoundError("marbles stand on the board", NotFound.MARBLES)

    found = Finds(under_way[1])
    monkeypatch.setattr(start_module, "from_bare_board", bare)
    monkeypatch.setattr(start_module, "from_occupied_board", found)
    yield found
    found.may.set()


@pytest.fixture
def table(store, under_way, finds):
    table = Table("table", StillCamera(under_way[0]), store)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def address(store, table):
    with served(store, table) as page:
        yield page


def says(watching, key, step="board"):
    """Wait until a step says it."""
    words = watching.reader.words(key)
    watching.page.locator(f"[data-step={step}]", has_text=words).wait_for()


@EVERYBODY
def test_from_marbles_on_the_board_to_the_game_that_goes_on(wizard, finds, table, reader):
    watching = wizard(reader)
    page = watching.page
    full = reader.screen == "phone"
    says(watching, "waiting.marbles")
    watching.shoot("joining-marbles", full=full)
    found = {"marbles": watching.barriers()}
    watching.press("wizard.under-way")
    says(watching, "waiting.looking-under-way")
    watching.shoot("joining-looking", full=full)
    finds.may.set()
    page.wait_for_selector('body[data-setup="trays"] .found')
    assert page.locator(".found").count() == 49
    says(watching, "wizard.bare.note")
    watching.shoot("joining-found", full=full)
    found["found"] = watching.barriers()
    watching.press("wizard.joined.on")
    page.wait_for_selector('body[data-setup="play"] #form-white')
    page.wait_for_selector(".seen .mini")
    watching.shoot("joining-play", full=full)
    found["play"] = watching.barriers()
    assert {step: barriers for step, barriers in found.items() if barriers} == {}
    # Nothing that the camera can't see is guessed.
    watching.press("wizard.play.begin")
    page.wait_for_timeout(300)
    assert table.game is None
    assert page.locator(":checked:is([name=series], [name=turn])").count() == 0
    page.check("[name=series][value=b]")
    page.check("[name=turn][value=b]")
    page.fill("#captured-w", "0")
    page.fill("#captured-b", "1")
    page.fill("#form-white", "Chiara")
    lying = table.setup()["lying"]["placement"].translate(str.maketrans("wWbB", "bBwW"))
    watching.press("wizard.play.begin")
    page.wait_for_selector("#tray-w:has-text('Chiara')")
    reserve = f"{20 - lying.count('w')}/{20 - lying.count('b') - 1}"
    assert table.state("en")["position"] == f"{lying} b {reserve} 2"
    page.wait_for_selector(f"#banner:has-text('{reader.words('turn.b')}')")


@EVERYBODY
def test_a_refusal_says_what_to_mend_and_the_way_back_is_there(wizard, finds, reader):
    finds.refused = NotFound.UNLIKE
    finds.may.set()
    watching = wizard(reader)
    says(watching, "waiting.marbles")
    watching.press("wizard.under-way")
    says(watching, "waiting.unlike-under-way")
    watching.shoot("joining-refused", full=reader.screen == "phone")
    assert watching.barriers() == []
    watching.press("wizard.bare")
    says(watching, "waiting.marbles")
    assert (
        watching.page.locator("[data-step=board]")
        .inner_text()
        .count(watching.reader.words("wizard.under-way"))
    )


@EVERYBODY
def test_what_the_camera_doubts_is_shown_and_asked(wizard, finds, table, reader, monkeypatch):
    finds.may.set()
    watching = wizard(reader)
    page = watching.page
    says(watching, "waiting.marbles")
    # One hollow alone is in doubt.
    monkeypatch.setattr("companion.showing.doubtful", lambda _: ["d5"])
    monkeypatch.setattr("companion.watch.doubtful", lambda _: ["d5"])
    watching.press("wizard.under-way")
    page.wait_for_selector('body[data-setup="trays"]')
    watching.press("wizard.joined.on")
    page.wait_for_selector(".seen .mini")
    # Which marble is White's is to be known first.
    assert page.locator("[data-doubt]").count() == 0
    page.check("[name=series][value=b]")
    page.wait_for_selector("[data-doubt=d5] img")
    watching.until("document.querySelector('[data-doubt] img').naturalWidth > 50")
    watching.shoot("joining-doubt", full=reader.screen == "phone")
    assert watching.barriers() == []
    page.check("[name=turn][value=w]")
    page.fill("#captured-w", "0")
    page.fill("#captured-b", "0")
    watching.press("wizard.play.begin")
    page.wait_for_selector("#wizard .refusal:not(:empty)")
    assert page.inner_text("#wizard .refusal") == reader.words("referee.doubtful")
    page.click("[data-doubt=d5] [value=b]")
    assert page.locator("[data-doubt=d5] [aria-pressed=true]").count() == 1
    watching.press("wizard.play.begin")
    page.wait_for_selector("#banner")
    assert table.state("en")["board"][31] == "b"


def test_everybody_at_the_table_is_told_why_nothing_begins(wizard, visit, finds):
    finds.may.set()
    reader = Reader("it", "phone")
    watching = wizard(reader)
    says(watching, "waiting.marbles")
    watching.press("wizard.under-way")
    watching.page.wait_for_selector('body[data-setup="trays"]')
    everybody = visit(reader)
    everybody.page.locator("#banner", has_text=reader.words("waiting.joined")).wait_for()
    watching.press("wizard.joined.on")
    everybody.page.locator("#banner", has_text=reader.words("waiting.untold")).wait_for()
    everybody.shoot("joining-untold", full=True)


def test_a_game_that_the_companion_saw_begin_is_taken_up_instead(wizard, finds, table, store):
    """After a power cut, say: its moves, its turn and what was captured are known."""
    finds.may.set()
    reader = Reader("en", "phone")
    watching = wizard(reader)
    page = watching.page
    table.tell({"command": "new_game", "players": {"w": "Anna", "b": "Bruno"}})
    table.tell({"command": "declare", "moves": ["d4"]})
    number = table.game
    table.tell({"command": "new_game"})
    says(watching, "waiting.marbles")
    watching.press("wizard.under-way")
    page.wait_for_selector('body[data-setup="trays"]')
    watching.press("wizard.joined.on")
    page.wait_for_selector(f"form:has-text('{reader.words('wizard.joined.known')}')")
    watching.shoot("joining-known", full=True)
    watching.press("desk.left")
    watching.press("desk.left.submit", within="dialog")
    page.wait_for_selector("#tray-w:has-text('Anna')")
    assert table.game == number
