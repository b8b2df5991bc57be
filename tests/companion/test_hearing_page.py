"""What everybody at the table sees and hears, in a real browser: clocks, voice, the end."""

from readers import EVERYBODY
from scripted import GAME

HEAR = """
window.said = []; window.notes = [];
speechSynthesis.speak = (words) => said.push([words.lang, words.text]);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  notes.push(this.frequency.value);
  start.call(this, at);
};
"""


@EVERYBODY
def test_clocks_run_beside_the_names_and_a_pause_is_told(visit, table, reader):
    watching = visit(reader)
    page = watching.page
    assert page.locator(".clock").count() == 0
    table.tell({"command": "new_game", "clock": {"seconds": 900}, "strictness": "tournament"})
    page.wait_for_selector("#tray-w .clock:text-is('15:00')")
    table.tell({"command": "declare", "moves": ["d4"]})
    table.tell({"command": "clock", "w": 65, "b": 754.4})
    page.wait_for_selector("#tray-b .clock:text-is('12:34')")
    assert reader.words("strictness.tournament").split(":")[0] in page.inner_text("#settings")
    watching.shoot("clocks", full=reader.screen == "phone")


@EVERYBODY
def test_the_end_says_what_to_do_with_the_queens(visit, table, reader):
    table.tell({"command": "declare", "moves": GAME[6:]})
    watching = visit(reader)
    watching.wait_for_the_end()
    told = watching.page.inner_text("#banner")
    assert reader.words("win.by.w") in told
    assert table.state(reader.lang)["ceremony"]["text"] in told
    watching.shoot("ceremony")


@EVERYBODY
def test_rulings_are_spoken_and_sounded_for_those_who_want_it(visit, table, reader):
    watching = visit(reader, script=HEAR)
    page = watching.page
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
    # A move is told after the Reals that it formed.
    side, to = reader.words("side.b"), "f1"
    last = reader.words("heard.queen", side=side, to=to)
    watching.until(f"said.some(([, text]) => text.startsWith({last!r}))")
    assert {tag for tag, _ in page.evaluate("said")} == {reader.locale}
    assert page.evaluate("notes.length") == 3
    # Each ruling and each move once, in the reader's language, and no more.
    said = page.evaluate("said.map(([, text]) => text)")
    assert sum("Real Queen" in text for text in said) == 1
    assert len(said) == len(set(said)) == 4
    assert reader.foreign("\n".join(said)) == []
    # What lies behind us is not said again when the page opens anew.
    page.reload()
    page.wait_for_selector("#voice[data-inside=true]")
    page.wait_for_selector("#cards [data-event=combination]")
    assert page.evaluate("[said.length, notes.length]") == [0, 0]
