"""The referee's desk in a real browser: PIN, tools, refusals; phone and desktop, both languages."""

import pytest
from desk_pages import DESKTOP, PIN, SMALL, Visit, served
from scripted import (
    GAME,
    ScriptedReader,
    ScriptedSource,
    ScriptedStart,
    boards_of,
    silent_table,
)

from companion.bundle import Bundle
from companion.reports import Reports
from companion.store import Store
from companion.table import Table
from companion.watch import Eyes
from engine.referee.status import Status, Waiting


@pytest.fixture
def table(tmp_path):
    """A table with six moves played, the seventh due."""
    players = {"w": "Anna", "b": "Bruno"}
    with Store(tmp_path / "data") as store, silent_table(store, players=players) as table:
        table.tell({"command": "declare", "moves": GAME[:6]})
        yield table


@pytest.fixture
def visit(browser, table):
    visits = []
    reports = Reports(table._attendant._store.folder / "wrong")
    with served(table._attendant._store, table, reports=reports) as address:

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
    assert watching.barriers() == []
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


def test_the_companions_own_screen_makes_room_for_the_board(visit, table):
    watching = visit(DESKTOP)
    page = watching.page
    table.tell({"command": "new_game"})
    page.click("nav.rooms a[href='/screen']")
    page.wait_for_selector(".qr svg")
    watching.go("screen?wait", ready=".qr svg")
    table.tell({"command": "declare", "moves": GAME[:1]})
    page.wait_for_selector("body[data-seq] #moves li")
    assert page.url.endswith("/")


# The desk.


@pytest.fixture
def desk(visit):
    """A referee's page, logged in."""

    def make(size=DESKTOP, lang="en", name="Ida"):
        watching = visit(size, lang).log_in(name)
        watching.page.wait_for_selector("#desk h2")
        return watching

    return make


def press(page, words):
    page.click(f"#desk button:text-is('{words}')")


BOTH = pytest.mark.parametrize(("size", "lang"), [(SMALL, "it"), (DESKTOP, "en")])


@BOTH
def test_a_hollow_is_corrected_by_tapping_it(desk, table, size, lang):
    watching = desk(size, lang)
    page = watching.page
    watching.shoot("desk", full=size == SMALL)
    page.click("#desk [aria-pressed=false] >> nth=0")
    page.click("[data-at=a7]")
    watching.shoot("kinds")
    page.click(".kinds [value=B]")
    page.click("[data-at=e4]")
    page.click('.kinds [value="."]')
    watching.shoot("correcting")
    assert page.locator("#board [data-hollow=a7][data-kind=B]").count() == 1
    assert watching.narrow_enough()
    page.click(".correction-bar .primary")
    card = page.locator("#cards [data-event=correction]")
    card.wait_for()
    assert "Ida" in card.inner_text()
    state = table.state("en")
    assert state["players"]["b"]["queen"] == "a7"
    # A line of White's that reaches the hollows beside her wins: they are outlined.
    assert page.locator("#board [data-mark=area]").count() == 1
    assert page.locator("#board [data-mark=area][data-side=b]").count() == 1
    assert state["position"].startswith("B6/")
    watching.shoot("corrected")
    card.locator("[data-revert]").click()
    page.wait_for_selector("#cards [data-event=undo]")
    assert table.state("en")["moves"] == GAME[:6]


def test_the_keyboard_corrects_too(desk, table):
    page = desk().page
    press(page, "Correct the board")
    page.focus("[data-at=d4]")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.focus(".kinds [value=w]")
    page.keyboard.press("Enter")
    page.focus(".correction-bar .primary")
    page.keyboard.press("Enter")
    page.wait_for_selector("#cards [data-event=correction]")
    assert table.state("en")["board"][4 * 7 + 3] == "w"


def test_what_makes_no_position_is_said_before_it_is_sent(desk):
    page = desk().page
    press(page, "Correct the board")
    for hollow in ("a7", "b7"):
        page.click(f"[data-at={hollow}]")
        page.click(".kinds [value=W]")
    assert "only one Queen" in page.inner_text(".correction-bar .refusal")
    assert page.is_disabled(".correction-bar .primary")
    page.click(".correction-bar button >> nth=0")
    assert page.locator("#board [data-kind=W]").count() == 0


@BOTH
def test_reserves_and_captures_are_put_right(desk, table, size, lang):
    watching = desk(size, lang)
    page = watching.page
    page.click("#desk [aria-pressed=false] >> nth=0")
    stock = {name: page.locator(f"[data-stock={name}]") for name in ("reserve-w", "captured-b")}
    assert [stock[name].input_value() for name in stock] == ["17", "0"]
    # A marble that is tapped onto the board comes out of the reserve.
    page.click("[data-at=a7]")
    page.click(".kinds [value=w]")
    assert stock["reserve-w"].input_value() == "16"
    stock["reserve-w"].fill("14")
    assert page.input_value("[data-stock=captured-w]") == "2"
    stock["captured-b"].fill("18")
    assert page.is_disabled(".correction-bar .primary")
    assert {"en": "twenty in all", "it": "venti in tutto"}[lang] in page.inner_text(
        ".correction-bar .refusal"
    )
    stock["captured-b"].fill("1")
    assert page.input_value("[data-stock=reserve-b]") == "16"
    watching.shoot("stock")
    assert watching.narrow_enough()
    assert watching.barriers() == []
    page.click(".correction-bar .primary")
    page.wait_for_selector("#cards [data-event=correction]")
    state = table.state("en")
    assert state["captured"] == {"w": 2, "b": 1}
    assert [state["players"][side]["reserve"] for side in "wb"] == [14, 16]


def test_only_the_trays_can_be_put_right(desk, table):
    page = desk().page
    press(page, "Correct the board")
    assert page.is_disabled(".correction-bar .primary")
    page.fill("[data-stock=captured-w]", "3")
    page.click(".correction-bar .primary")
    page.wait_for_selector("#cards [data-event=correction]")
    assert table.state("en")["captured"] == {"w": 3, "b": 0}


def test_of_two_referees_the_later_one_looks_again_and_loses_nothing(desk, table):
    first, second = desk(name="Ida").page, desk(name="Ugo").page
    press(first, "Correct the board")
    first.click("[data-at=a7]")
    first.click(".kinds [value=w]")
    press(second, "Take back actions")
    second.wait_for_selector("#desk .done:not(:empty)")
    first.click(".correction-bar .primary")
    first.wait_for_selector(".correction-bar .refusal:not(:empty)")
    assert "Something has happened" in first.inner_text(".correction-bar .refusal")
    assert first.locator("#board [data-hollow=a7][data-kind=w]").count() == 1
    first.click(".correction-bar .primary")
    second.wait_for_selector("#cards [data-event=correction]:has-text('Ida')")
    assert second.locator("#cards [data-event=undo]:has-text('Ugo')").count() == 1


def test_a_session_that_is_over_asks_for_the_pin_again(desk, table):
    watching = desk()
    page = watching.page
    watching.context.clear_cookies()
    press(page, "Pause")
    page.wait_for_selector("#login[open]")
    assert table.state("en")["paused"] is False
    assert not page.is_visible("#desk")


def test_turn_pause_result_and_their_undoing(desk, table):
    page = desk().page
    press(page, "Black\\'s turn")
    page.wait_for_selector("#desk [aria-pressed=true]:has-text('Black')")
    assert table.state("en")["turn"] == "b"
    press(page, "Pause")
    page.click("#desk button:text-is('Go on')")
    page.wait_for_selector("#desk button:text-is('Pause')")
    press(page, "Declare the result")
    page.select_option("#form-end", "resign.b")
    page.click("dialog[open] .primary")
    page.wait_for_selector('#banner[data-kind="win"]')
    assert "White wins" in page.inner_text("#banner")
    press(page, "Take the result back")
    page.wait_for_selector('#banner:not([data-kind="win"])')
    assert (table.state("en")["result"], table.state("en")["paused"]) == ("*", False)


@BOTH
def test_a_new_game_with_names_strictness_and_clock(desk, table, size, lang):
    watching = desk(size, lang)
    page = watching.page
    page.click("#desk button:text-is('New game'), #desk button:text-is('Nuova partita')")
    page.fill("#form-white", "Chiara")
    page.fill("#form-black", "Dario")
    page.select_option("#form-strictness", "tournament")
    page.select_option("#form-clock", "10")
    watching.shoot("new-game")
    assert watching.narrow_enough()
    page.click("dialog[open] .primary")
    page.wait_for_selector("#tray-w:has-text('Chiara')")
    state = table.state("en")
    assert (state["strictness"], state["clock"]["w"], state["moves"]) == ("tournament", 600, [])
    watching.shoot("clock", full=size == SMALL)


def test_a_doubt_is_answered_by_pointing_at_a_board(desk, table):
    watching = desk()
    stories = ((GAME[6],), ("d5",))
    table._attendant.watch.referee._status = Status(Waiting.UNSURE, choices=stories)
    table._attendant._show_status()
    page = watching.page
    page.wait_for_selector(".choice")
    watching.shoot("which")
    page.click(".choice >> nth=1")
    page.wait_for_selector(".asked", state="hidden")
    assert table.state("en")["moves"] == [*GAME[:6], "d5"]


@BOTH
def test_a_wrong_ruling_is_saved_as_one_file(desk, table, size, lang):
    watching = desk(size, lang)
    page = watching.page
    page.click("#desk button:text-is('Wrong ruling'), #desk button:text-is('Decisione sbagliata')")
    page.fill("#form-right", "e2 was e1")
    watching.shoot("wrong-ruling")
    assert watching.narrow_enough()
    assert watching.barriers() == []
    page.click("dialog[open] .primary")
    page.wait_for_selector("#desk .done a")
    with page.expect_download() as download:
        page.click("#desk .done a")
    bundle = Bundle(download.value.path().rename(download.value.path().with_suffix(".zip")))
    assert (bundle.meta["right"], bundle.meta["by"]) == ("e2 was e1", "Ida")
    assert bundle.meta["position"] == table.state("en")["position"]


def test_those_who_only_watch_see_no_tools(visit, table):
    table.tell({"command": "pause", "by": "Ida"})
    page = visit().page
    page.wait_for_selector("#cards [data-event=pause]")
    assert not page.is_visible("#desk")
    assert not page.is_visible("[data-revert]")


@pytest.fixture
def faulty(tmp_path):
    """A table at which two marbles were put down at once."""
    boards = boards_of(GAME[:2])
    wrong = list(boards[-1])
    wrong[0] = wrong[1] = "w"
    boards = [board for board in ["." * 49, *boards, "".join(wrong)] for _ in range(3)]
    with Store(tmp_path / "data") as store:
        source = ScriptedSource(len(boards) + 1, live=False, hold=len(boards))
        eyes = Eyes(ScriptedStart, lambda _: ScriptedReader([*boards, boards[-1]]), lambda *_: True)
        table = Table("table", source, store, eyes=eyes)
        table.start()
        yield table
        source.go.set()
        table.stop()


@BOTH
def test_a_fault_is_let_stand(browser, faulty, size, lang):
    with served(faulty._attendant._store, faulty) as address:
        scheme = "dark" if size == SMALL else "light"
        watching = Visit(browser, address, size, lang, color_scheme=scheme).go().log_in()
        page = watching.page
        page.wait_for_selector('#banner[data-kind="fault"]')
        page.wait_for_selector(".stands .mini")
        watching.shoot("fault", full=size == SMALL)
        assert watching.narrow_enough()
        assert watching.barriers() == []
        page.click(".stands button")
        page.wait_for_selector("#cards [data-event=correction]")
        assert faulty.state("en")["fault"] is None
        assert faulty.state("en")["position"].endswith("b 17/19 4")
        watching.context.close()
        assert watching.complaints == []


# What everybody at the table sees and hears.


@BOTH
def test_clocks_run_beside_the_names_and_a_pause_is_told(visit, table, size, lang):
    watching = visit(size, lang)
    page = watching.page
    assert page.locator(".clock").count() == 0
    table.tell({"command": "new_game", "clock": {"seconds": 900}, "strictness": "tournament"})
    page.wait_for_selector("#tray-w .clock:text-is('15:00')")
    table.tell({"command": "declare", "moves": ["d4"]})
    table.tell({"command": "clock", "w": 65, "b": 754.4})
    page.wait_for_selector("#tray-b .clock:text-is('12:34')")
    assert {"en": "Tournament", "it": "Torneo"}[lang] in page.inner_text("#settings")
    watching.shoot("clocks", full=size == SMALL)
    assert watching.narrow_enough()


def test_the_end_says_what_to_do_with_the_queens(visit, table):
    table.tell({"command": "declare", "moves": GAME[6:]})
    page = visit().page
    page.wait_for_selector('#banner[data-kind="win"]')
    assert table.state("en")["ceremony"]["text"] in page.inner_text("#banner")


HEAR = """
window.said = []; window.notes = [];
speechSynthesis.speak = (words) => said.push([words.lang, words.text]);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  notes.push(this.frequency.value);
  start.call(this, at);
};
"""


@BOTH
def test_rulings_are_spoken_and_sounded_for_those_who_want_it(browser, table, size, lang):
    with served(table._attendant._store, table) as address:
        watching = Visit(browser, address, size, lang)
        watching.context.add_init_script(HEAR)
        page = watching.go().page
        table.tell({"command": "declare", "moves": GAME[6:7]})
        page.wait_for_selector("#cards [data-event=combination]")
        assert page.evaluate("[said.length, notes.length]") == [0, 0]
        page.click("#voice")
        page.check("[name=speech]")
        page.check("[name=sound]")
        watching.shoot("voice")
        assert watching.barriers() == []
        page.click("dialog[open] .primary")
        page.evaluate("said.length = notes.length = 0")
        table.tell({"command": "declare", "moves": GAME[7:10]})
        watching.until("said.some(([, text]) => text.includes('Real Queen'))")
        assert {lang_ for lang_, _ in page.evaluate("said")} == {
            {"en": "en-GB", "it": "it-IT"}[lang]
        }
        assert page.evaluate("notes.length") == 3
        # Each ruling and each move once, and no more.
        said = page.evaluate("said.map(([, text]) => text)")
        assert len(said) == len(set(said)) == 4
        # What lies behind us is not said again when the page opens anew.
        page.reload()
        page.wait_for_selector("#voice[data-inside=true]")
        page.wait_for_selector("#cards [data-event=combination]")
        assert page.evaluate("[said.length, notes.length]") == [0, 0]
        watching.context.close()
        assert watching.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_shuts_nobody_out(desk, table, scheme):
    """By axe-core: the desk, a hollow being corrected, a dialog, the log-in."""
    table.tell({"command": "pause"})
    watching = desk(SMALL if scheme == "dark" else DESKTOP, "it")
    page = watching.page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = {"desk": watching.barriers()}
    watching.shoot(f"desk-{scheme}", full=True)
    page.click("#desk [aria-pressed=false] >> nth=0")
    found["correcting"] = watching.barriers()
    page.click("[data-at=a7]")
    found["kinds"] = watching.barriers()
    page.click(".kinds [value=b]")
    watching.shoot(f"correcting-{scheme}")
    page.click(".correction-bar button >> nth=0")
    page.click("#desk button:text-is('Nuova partita')")
    found["new game"] = watching.barriers()
    assert {place: barriers for place, barriers in found.items() if barriers} == {}
