"""Screens and letters of all sizes, and long names, in a real browser: nothing covers anything."""

import itertools

import pytest
from pages import Visit
from readers import Reader
from scripted import GAME, ScriptedReader, ScriptedSource, ScriptedStart, boards_of, held_table

from companion.watch import Eyes

LAPTOPS = [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)]
DOUBLE = ["a4", "g7", "b4", "g6", "c4", "f5", "d1", "f3", "d2", "g2", "d3", "g1"]
LONGEST = {"w": "W" * 40, "b": "b" * 40}
SEVERAL_LINES = {"w": "Massimiliano Alessandro", "b": "Bartolomeo Ferdinando"}
CLOCK = {"command": "clock", "mode": "camera", "w": 900, "b": 1205}
ROOMS = {
    "": "body[data-seq]", "games": "body[data-ready]", "games/1": "body[data-ready]",
    "learn": ".lessons button", "setup": "#wizard *", "screen": ".qr",
}  # fmt: skip

BOXES = """() => {
  const boxes = {};
  const parts = "#tray-b .who, #tray-w .who, #board, .top, main > section:not(.table)";
  for (const part of document.querySelectorAll(parts)) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const name = part.id || part.parentElement.id || part.className.split(" ")[0];
    if (part.checkVisibility()) boxes[name] = [left, top, right, bottom];
  }
  return boxes;
}"""

SPILT = """() => [...document.querySelectorAll("main > section :is(button, h2, h3, p, li, .tick)")]
  .filter((part) => {
    const within = part.parentElement.closest(".cards, #moves, .desk, main > section");
    if (!part.checkVisibility() || part.closest(".unseen")) return false;
    const [inner, outer] = [part, within].map((each) => each.getBoundingClientRect());
    const scrolls = /auto/.test(getComputedStyle(within).overflowY);
    return inner.right > outer.right + 2 || (!scrolls && inner.bottom > outer.bottom + 2);
  }).map((part) => part.textContent)"""

# Where marbles lie and who is to move, and what was ruled.
FIRST_SEEN = ["#tray-b", "#board", "#tray-w", "#banner", "#cards > li:first-child h3"]

ROWS_OF_TICKS = """() => [...document.querySelectorAll(".ticks")].map((ticks) =>
  new Set([...ticks.children].map((tick) => tick.offsetTop)).size)"""


@pytest.fixture
def table(store, request, monkeypatch):
    """A table whose camera sees a Double Real Queen being settled, or what a test names."""
    # However long somebody looks at the pages.
    monkeypatch.setattr("companion.feed.STALLED_AFTER_S", 3600)
    source_name, boards = getattr(request, "param", ("recording", boards_of(GAME[:10])))
    seen = [board for board in ["." * 49, *boards] for _ in range(3)]
    source = ScriptedSource(len(seen) + 1, hold=len(seen))
    source.name = source_name
    eyes = Eyes(ScriptedStart, lambda _: ScriptedReader([*seen, seen[-1]]), lambda *_: True)
    with held_table(store, source, eyes) as table:
        yield table


def formed(marble):
    """The boards of a Double Real, its last marble placed on d4."""
    *boards, last = boards_of(DOUBLE)
    return [*boards, last, last[:24] + marble + last[25:]]


def twice_placed():
    """The boards of a beginning, then one with two marbles more, which is a fault."""
    *boards, last = boards_of(GAME[:5])
    at = last.index("..")
    return [*boards, last, last[:at] + "ww" + last[at + 2 :]]


def beside_a_simulator(browser, address):
    """Somebody's visit, whom a simulator answers if his page asks for one."""
    visiting = Visit(browser, address, Reader("it"))
    board = {"board": "." * 49, "hand": False}
    visiting.page.route("**/api/simulator*", lambda route: route.fulfill(json=board))
    return visiting


def on_screen(visiting, width, height):
    """Let a page be looked at on a screen of that size, and come to rest."""
    page = visiting.page
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function("width => innerWidth == width", arg=width)
    # However busy the machine is: what a picture later lies where it lay has come to rest.
    boxes = None
    while boxes != (boxes := page.evaluate(BOXES)):
        page.wait_for_timeout(100)
    return page


def covered(page):
    """Pairs of a page's parts of which one lies over the other."""
    boxes = page.evaluate(BOXES)
    return [
        (one, other)
        for (one, a), (other, b) in itertools.combinations(boxes.items(), 2)
        if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1
    ]


def height(page, selector):
    return page.locator(selector).bounding_box()["height"]


def wide(page):
    """How far a page goes beyond its screen's width."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


TABLES = {
    "simulator": ("simulator", formed("W")),
    "recording": ("recording", formed("w")),
    "one line": ("recording", [*boards_of(GAME[:7])[:-3]]),
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES, indirect=True)
@pytest.mark.parametrize("referee", [False, True], ids=["watching", "referee"])
def test_explanation_and_moves_are_read_during_a_combination(browser, address, referee):
    visiting = beside_a_simulator(browser, address)
    visiting.go().page.wait_for_selector('#banner[data-kind="combination"]')
    if referee:
        visiting.log_in().page.wait_for_selector("#desk h2")
    for size in LAPTOPS:
        page = on_screen(visiting, *size)
        assert height(page, "#cards") > 110, size
        assert height(page, "#moves") > 60, size
        assert set(page.evaluate(ROWS_OF_TICKS)) == {1}, size
        assert covered(page) == [], size
        assert page.evaluate(SPILT) == [], size
        assert wide(page) <= 0, size
        found = [text for text in visiting.amiss() if text.startswith("cut off")]
        assert found == [], size
    visiting.context.close()
    assert visiting.complaints == []


SETTLED = {
    **TABLES,
    "a move": ("recording", boards_of(GAME[:10])),
    "two marbles at once": ("recording", twice_placed()),
}


@pytest.mark.parametrize("table", SETTLED.values(), ids=SETTLED, indirect=True)
def test_board_turn_and_ruling_are_seen_without_scrolling(browser, address):
    visiting = beside_a_simulator(browser, address).go()
    visiting.page.wait_for_selector("#cards > li")
    # What a browser's own bars leave of the two smallest is told too.
    for size in [*LAPTOPS, (1280, 585), (1366, 625)]:
        page = on_screen(visiting, *size)
        seen = {part: page.locator(part).bounding_box() for part in FIRST_SEEN}
        for part, box in seen.items():
            assert box["x"] >= 0, (part, size)
            assert box["y"] >= 0, (part, size)
            assert box["x"] + box["width"] <= size[0], (part, size)
            assert box["y"] + box["height"] <= size[1], (part, size)
        assert page.evaluate("scrollY") == 0
    visiting.context.close()
    assert visiting.complaints == []


@pytest.mark.parametrize("table", [TABLES["recording"]], ids=["double"], indirect=True)
@pytest.mark.parametrize("percent", [125, 150, 200])
def test_whoever_has_larger_letters_reads_all_of_it(browser, address, percent):
    visiting = Visit(browser, address, Reader("it", "phone"))
    letters = visiting.context.new_cdp_session(visiting.page)
    letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})
    for path, ready in ROOMS.items():
        visiting.go(path, ready)
        for size in [(390, 844), (667, 375), (1440, 900)]:
            page = on_screen(visiting, *size)
            assert wide(page) <= 0, (path, size)
            assert [text for text in visiting.amiss() if text.startswith("cut off")] == []
    visiting.go()
    page = on_screen(visiting, 1440, 900)
    *_, bottom = page.evaluate(BOXES)["banner"]
    last = page.locator("#banner .due").last.bounding_box()
    assert last["y"] + last["height"] <= bottom
    first = page.locator("#banner h2").bounding_box()
    assert first["y"] >= page.locator("#banner").bounding_box()["y"]
    visiting.context.close()


@pytest.mark.parametrize("table", [TABLES["recording"]], ids=["double"], indirect=True)
def test_a_banner_stays_in_view_only_where_there_is_room_for_more(browser, address):
    visiting = Visit(browser, address).go()
    inside = "document.querySelector('#banner').getBoundingClientRect().bottom"
    for size, stays in {(667, 375): False, (390, 844): True}.items():
        page = on_screen(visiting, *size)
        page.evaluate("scrollTo(0, 800)")
        assert (page.evaluate(inside) > 0) == stays, size
    visiting.context.close()


@pytest.mark.parametrize("names", [{"w": "Anna", "b": "Bruno"}, SEVERAL_LINES], ids=["Anna", "two"])
def test_names_and_clocks_cover_nothing_and_are_seen_whole(browser, address, table, names):
    visiting = Visit(browser, address, Reader("it")).go()
    table.tell({"command": "setting", "players": names})
    table.tell(CLOCK)
    visiting.page.locator("#tray-w .clock").wait_for()
    for size in LAPTOPS:
        page = on_screen(visiting, *size)
        assert covered(page) == [], size
        boxes = page.evaluate(BOXES)
        assert boxes["tray-w"][3] <= size[1], size
        assert boxes["tray-b"][1] >= boxes["top"][3] - 1, size
    visiting.context.close()


def test_names_of_forty_letters_fit_on_a_phone(browser, address, table):
    table.tell({"command": "setting", "players": LONGEST})
    table.tell(CLOCK)
    visiting = Visit(browser, address, Reader("it", "phone"))
    for path in ("", "games", "games/1"):
        visiting.go(path, ROOMS[path])
        assert wide(on_screen(visiting, 390, 844)) <= 0, path
        assert visiting.page.evaluate(SPILT) == []
    visiting.context.close()
