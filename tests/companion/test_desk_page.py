"""The referee's desk in a real browser: corrections, the turn, results, a new game."""

import pytest
from readers import EVERYBODY, Reader
from scripted import GAME

from companion.bundle import Bundle
from companion.words import LANGUAGES
from engine.referee.status import Status, Waiting


@EVERYBODY
def test_a_hollow_is_corrected_by_tapping_it(desk, table, reader):
    watching = desk(reader)
    page = watching.page
    watching.shoot("desk", full=reader.screen == "phone")
    watching.press("desk.correct")
    page.click("[data-at=a7]")
    watching.shoot("kinds")
    page.click(".kinds [value=B]")
    page.click("[data-at=e4]")
    page.click('.kinds [value="."]')
    watching.shoot("correcting")
    assert page.locator("#board [data-hollow=a7][data-kind=B]").count() == 1
    watching.press("desk.correct.set")
    card = page.locator("#cards [data-event=correction]")
    card.wait_for()
    assert "Ida" in card.inner_text()
    assert reader.words("decision.correction") in card.inner_text()
    state = table.state("en")
    assert state["players"]["b"]["queen"] == "a7"
    # A line of White's that reaches the hollows beside her wins: they are outlined.
    assert page.locator("#board [data-mark=area]").count() == 1
    assert page.locator("#board [data-mark=area][data-side=b]").count() == 1
    assert state["position"].startswith("B6/")
    watching.shoot("corrected")
    card.get_by_role("button", name=reader.words("decision.revert")).click()
    page.wait_for_selector("#cards [data-event=undo]")
    assert table.state("en")["moves"] == GAME[:6]


def test_the_keyboard_corrects_too(desk, table):
    watching = desk()
    page = watching.page
    watching.press("desk.correct")
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
    watching = desk()
    page = watching.page
    watching.press("desk.correct")
    for hollow in ("a7", "b7"):
        page.click(f"[data-at={hollow}]")
        page.click(".kinds [value=W]")
    assert "only one Queen" in page.inner_text(".correction-bar .refusal")
    assert page.is_disabled(".correction-bar .primary")
    watching.press("desk.correct.leave")
    assert page.locator("#board [data-kind=W]").count() == 0


@EVERYBODY
def test_reserves_and_captures_are_put_right(desk, table, reader):
    watching = desk(reader)
    page = watching.page
    watching.press("desk.correct")
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
    assert page.inner_text(".correction-bar .refusal") == reader.words("desk.stock.wrong")
    stock["captured-b"].fill("1")
    assert page.input_value("[data-stock=reserve-b]") == "16"
    watching.shoot("stock")
    assert watching.barriers() == []
    watching.press("desk.correct.set")
    page.wait_for_selector("#cards [data-event=correction]")
    state = table.state("en")
    assert state["captured"] == {"w": 2, "b": 1}
    assert [state["players"][side]["reserve"] for side in "wb"] == [14, 16]


def test_only_the_trays_can_be_put_right(desk, table):
    watching = desk()
    page = watching.page
    watching.press("desk.correct")
    assert page.is_disabled(".correction-bar .primary")
    page.fill("[data-stock=captured-w]", "3")
    watching.press("desk.correct.set")
    page.wait_for_selector("#cards [data-event=correction]")
    assert table.state("en")["captured"] == {"w": 3, "b": 0}


@EVERYBODY
def test_of_two_referees_the_later_one_looks_again_and_loses_nothing(desk, table, reader):
    early, late = desk(reader, "Ida"), desk(Reader(reader.lang), "Ugo")
    page = early.page
    early.press("desk.correct")
    page.click("[data-at=a7]")
    page.click(".kinds [value=w]")
    late.press("desk.undo")
    late.page.wait_for_selector("#desk .done:not(:empty)")
    early.press("desk.correct.set")
    page.wait_for_selector(".correction-bar .refusal:not(:empty)")
    assert page.inner_text(".correction-bar .refusal") == reader.words("referee.stale")
    assert page.locator("#board [data-hollow=a7][data-kind=w]").count() == 1
    page.wait_for_selector("#cards [data-event=undo]")
    page.wait_for_selector(f"body[data-seq='{table.newest}']")
    early.shoot("stale")
    early.press("desk.correct.set")
    late.page.wait_for_selector("#cards [data-event=correction]:has-text('Ida')")
    assert late.page.locator("#cards [data-event=undo]:has-text('Ugo')").count() == 1


@EVERYBODY
def test_turn_pause_result_and_their_undoing(desk, table, reader):
    watching = desk(reader)
    page = watching.page
    watching.press("desk.turn.b")
    page.locator("#desk [aria-pressed=true]", has_text=reader.words("desk.turn.b")).wait_for()
    assert table.state("en")["turn"] == "b"
    watching.press("desk.pause")
    page.wait_for_selector("#cards [data-event=pause]")
    watching.shoot("paused")
    watching.press("desk.resume")
    page.wait_for_selector("#cards [data-event=resume]")
    watching.press("desk.end")
    page.select_option("#form-end", "resign.b")
    watching.shoot("result")
    page.click("dialog[open] .primary")
    page.wait_for_selector('#banner[data-kind="win"]')
    assert reader.words("win.by.w") in page.inner_text("#banner")
    watching.press("desk.reopen")
    page.wait_for_selector('#banner:not([data-kind="win"])')
    assert (table.state("en")["result"], table.state("en")["paused"]) == ("*", False)


@EVERYBODY
def test_a_new_game_with_names_strictness_and_clock(desk, table, reader):
    watching = desk(reader)
    page = watching.page
    watching.press("desk.new")
    page.fill("#form-white", "Chiara")
    page.fill("#form-black", "Dario")
    page.select_option("#form-strictness", "tournament")
    page.select_option("#form-clock", "10")
    watching.shoot("new-game")
    page.click("dialog[open] .primary")
    page.wait_for_selector("#tray-w:has-text('Chiara')")
    state = table.state("en")
    assert (state["strictness"], state["clock"]["w"], state["moves"]) == ("tournament", 600, [])
    watching.shoot("clock", full=reader.screen == "phone")


@EVERYBODY
def test_a_doubt_is_answered_by_pointing_at_a_board(desk, table, reader):
    watching = desk(reader)
    stories = ((GAME[6],), ("d5",))
    table._attendant.watch.referee._status = Status(Waiting.UNSURE, choices=stories)
    table._attendant._show_status()
    page = watching.page
    page.wait_for_selector(".choice")
    assert reader.words("desk.which") in page.inner_text("#desk")
    watching.shoot("which")
    page.click(".choice >> nth=1")
    page.wait_for_selector(".asked", state="hidden")
    assert table.state("en")["moves"] == [*GAME[:6], "d5"]


WHOLE_ROWS = """() => {
  const list = document.querySelector("#moves").getBoundingClientRect();
  const rows = [...document.querySelectorAll("#moves li")];
  const boxes = rows.map((row) => row.getBoundingClientRect());
  return boxes.filter((box) => box.top >= list.top - 1 && box.bottom <= list.bottom + 1).length;
}"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_desk_leaves_the_move_list_its_room(desk, table, lang):
    table.tell({"command": "declare", "moves": GAME[6:34]})
    watching = desk(Reader(lang))
    page = watching.page
    page.locator("#moves .move.last").wait_for()
    watching.shoot("desk-long-game")
    assert page.evaluate(WHOLE_ROWS) >= 4
    # With more to decide too.
    stories = (("d1",), ("d5",))
    table._attendant.watch.referee._status = Status(Waiting.UNSURE, choices=stories)
    table._attendant._show_status()
    page.wait_for_selector(".choice")
    assert page.evaluate(WHOLE_ROWS) >= 4


@EVERYBODY
def test_a_wrong_ruling_is_saved_as_one_file(desk, table, reader):
    watching = desk(reader)
    page = watching.page
    watching.press("desk.wrong")
    page.fill("#form-right", "e2 was e1")
    watching.shoot("wrong-ruling")
    assert watching.barriers() == []
    page.click("dialog[open] .primary")
    page.wait_for_selector("#desk .done a")
    assert reader.words("desk.wrong.saved") in page.inner_text("#desk .done")
    with page.expect_download() as download:
        page.click("#desk .done a")
    bundle = Bundle(download.value.path().rename(download.value.path().with_suffix(".zip")))
    assert (bundle.meta["right"], bundle.meta["by"]) == ("e2 was e1", "Ida")
    assert bundle.meta["position"] == table.state("en")["position"]


@EVERYBODY
def test_the_desk_shuts_nobody_out(desk, table, reader):
    """By axe-core: the desk, a hollow being corrected, a dialog; dark for one language."""
    table.tell({"command": "pause"})
    watching = desk(reader)
    page = watching.page
    scheme = "dark" if reader.lang == "it" else "light"
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = {"desk": watching.barriers()}
    watching.shoot(f"desk-{scheme}", full=True)
    watching.press("desk.correct")
    found["correcting"] = watching.barriers()
    page.click("[data-at=a7]")
    found["kinds"] = watching.barriers()
    page.click(".kinds [value=b]")
    watching.shoot(f"correcting-{scheme}")
    watching.press("desk.correct.leave")
    watching.press("desk.new")
    found["new game"] = watching.barriers()
    assert {place: barriers for place, barriers in found.items() if barriers} == {}


LATE_STATE = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, run, ...more) {
  const late = (event) => setTimeout(() => run(event), 700);
  return listen.call(this, kind, kind === "state" ? late : run, ...more);
};
"""


def test_a_correction_stays_on_the_board_until_the_table_shows_it(visit, table):
    watching = visit(script=LATE_STATE).log_in()
    page = watching.page
    watching.press("desk.correct")
    page.click("[data-at=a7]")
    page.click(".kinds [value=B]")
    page.evaluate("""() => {
      window.without = 0;
      const put = '#board [data-hollow=a7][data-kind=B]';
      new MutationObserver(() => { if (!document.querySelector(put)) window.without += 1; })
        .observe(document.getElementById("board"), { childList: true, subtree: true });
    }""")
    watching.press("desk.correct.set")
    page.locator(".correction-bar").wait_for(state="detached")
    assert page.locator("#board [data-mark=area][data-side=b]").count() == 1
    assert page.evaluate("window.without") == 0
    assert table.state("en")["players"]["b"]["queen"] == "a7"


COUNT_ANSWERS = """
window.answered = 0;
const read = Response.prototype.json;
Response.prototype.json = async function () {
  const data = await read.call(this);
  if (this.url.includes("/api/table/commands")) setTimeout(() => { window.answered += 1; });
  return data;
};
"""


def press_and_be_answered(watching, *buttons):
    """Press one after the other, each once the page has read the answer to the last."""
    for number, pressed in enumerate(buttons, 1):
        watching.press(pressed)
        watching.until(f"window.answered === {number}")


def test_a_referee_who_goes_on_at_once_is_not_told_that_he_is_late(visit, table):
    watching = visit(script=LATE_STATE + COUNT_ANSWERS).log_in()
    page = watching.page
    page.wait_for_selector("#desk h2")
    press_and_be_answered(watching, "desk.turn.b", "desk.undo")
    page.wait_for_selector("#cards [data-event=undo]")
    page.wait_for_selector("#desk .done:not(:empty)")
    assert page.inner_text("#desk .refusal") == ""
    assert (table.state("en")["turn"], table.state("en")["moves"]) == ("w", GAME[:6])


def test_what_others_did_meanwhile_is_not_taken_for_known(visit, table):
    watching = visit(script=LATE_STATE + COUNT_ANSWERS).log_in()
    page = watching.page
    page.wait_for_selector("#desk h2")
    table.tell({"command": "undo"})
    # A pause asks nothing; that the page heard of it does not mean that it showed the rest.
    press_and_be_answered(watching, "desk.pause", "desk.turn.b")
    page.wait_for_selector("#desk .refusal:not(:empty)")
    assert page.inner_text("#desk .refusal") == watching.reader.words("referee.stale")
    assert table.state("en")["turn"] == "b"
