"""The list of games, a game gone through again, a record brought, and the app itself."""

import contextlib
import re

import pytest
from desk_pages import served
from pages import Visit
from readers import EVERYBODY, LANGUAGES, SCREENS, Reader
from scripted import GAME, finished_table


@contextlib.contextmanager
def finished_game(folder, port=0):
    """A companion whose board has played the scripted game to its end."""
    with (
        finished_table(folder) as (store, table, evidence),
        served(store, table, port=port, evidence=evidence) as page,
    ):
        yield page


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with finished_game(tmp_path_factory.mktemp("data")) as page:
        yield page


@EVERYBODY
def test_from_the_table_to_a_game_and_through_it(visit, reader):
    visiting = visit(reader)
    page = visiting.page
    page.click('.rooms a[href="/games"]')
    page.wait_for_selector('body[data-ready="1"]')
    won = reader.words("games.won", side=reader.words("side.w"))
    assert f"{won}: {reader.words('termination.Winning Real')}" in page.inner_text(".game-link")
    visiting.shoot("games")
    page.click(".game-link")
    page.wait_for_selector('body[data-ready="36"]')
    # The day as people write it, not as the record does.
    assert re.search(r"\d{4}$", page.inner_text("#outcome"))
    assert not re.search(r"\d{4}\.\d\d", page.inner_text("#outcome"))
    for _ in range(7):
        page.click("#next")
    assert reader.words("code.R") in page.inner_text("#ruling-title")
    assert page.inner_text("#tray-w .counts").endswith(f"1 {reader.words('captured', n=1)}")
    # What was done is told; what was to be done then is past.
    assert reader.ruling("due.return", returns=2).split()[0] not in page.inner_text("#ruling")
    assert page.locator('[data-mark="return"]').count() == 2
    assert page.locator('[data-mark="capture"]').count() == 1
    assert f"Qe6: {reader.words('code.RQ')}" in page.inner_text("#missed")
    page.locator("#ruling img").scroll_into_view_if_needed()
    visiting.shoot("review", full=True)
    page.click("#last")
    assert reader.words("termination.Winning Real") in page.inner_text("#ruling-title")
    assert page.locator('[data-mark="castle"]').count() == 1
    assert page.is_disabled("#next")
    visiting.shoot("review-end")


def test_the_keyboard_and_the_chart_lead_through_a_game(visit):
    page = visit(Reader("it"), "games/1", "body[data-ready]", color_scheme="dark").page
    page.keyboard.press("End")
    assert page.get_attribute("body", "data-step") == "35"
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute("body", "data-step") == "34"
    assert "Bianco" in page.get_attribute("#chart svg", "aria-label")
    page.click("#chart svg", position={"x": 60, "y": 40})
    assert int(page.get_attribute("body", "data-step")) < 8
    page.click('#plies [data-step="15"]')
    assert page.get_attribute('#plies [data-step="15"]', "aria-current") == "step"


def test_a_position_is_saved_as_a_picture_and_a_game_as_a_record(visit, tmp_path):
    page = visit(Reader("en", "phone"), "games/1", "body[data-ready]").page
    page.click("#last")
    saved = {}
    for kind in ("svg", "png", "rqg", "json"):
        with page.expect_download() as download:
            page.click(f"#save-{kind}")
        download.value.save_as(tmp_path / kind)
        saved[download.value.suggested_filename] = (tmp_path / kind).read_bytes()
    assert sorted(saved) == [
        "real-queen-1-35.png", "real-queen-1-35.svg", "real-queen-1.json", "real-queen-1.rqg",
    ]  # fmt: skip
    assert saved["real-queen-1-35.png"].startswith(b"\x89PNG")
    assert len(saved["real-queen-1-35.png"]) > 50_000
    assert b"marble-w" in saved["real-queen-1-35.svg"]
    assert b"1-0" in saved["real-queen-1.rqg"]


CORRECTED = (
    "1. d4 e5 2. {[%fault queen-entry] [%set 7/7/4b2/3w3/7/7/W6 b 19/19 4]} "
    "e6 {[%set 7/4b2/4b2/3w3/7/7/W6 w 19/18 5]} *"
)


@EVERYBODY
def test_of_a_correction_nothing_is_said_to_have_been_missed(visit, tmp_path, reader):
    visiting = visit(reader, "games", "body[data-ready]")
    page = visiting.page
    (tmp_path / "corrected.rqg").write_text(CORRECTED)
    page.set_input_files("#file", tmp_path / "corrected.rqg")
    page.wait_for_url("**/games/open")
    page.wait_for_selector('body[data-ready="6"]')
    assert page.inner_text("#missed") == reader.words("review.missed.start")
    for step in (3, 5):
        page.click(f'#plies [data-step="{step}"]')
        assert page.inner_text("#ruling-title") == reader.words("review.correction")
        assert not page.is_visible("#missed")
        assert reader.words("review.missed") not in page.inner_text("#main")
    visiting.shoot("review-correction")
    page.click('#plies [data-step="4"]')
    assert page.is_visible("#missed")


@EVERYBODY
def test_a_record_from_a_file(visit, tmp_path, reader):
    visiting = visit(reader, "games", "body[data-ready]")
    page = visiting.page
    (tmp_path / "evening.rqg").write_text(" ".join(GAME) + " 1-0")
    page.set_input_files("#file", tmp_path / "evening.rqg")
    page.wait_for_url("**/games/open")
    page.wait_for_selector('body[data-ready="36"]')
    page.reload()
    page.wait_for_selector('body[data-ready="36"]')
    assert page.locator(".game").count() == 0
    visiting.shoot("opened")


@EVERYBODY
def test_what_is_no_record_is_told_on_the_page(visit, tmp_path, reader):
    visiting = visit(reader, "games", "body[data-ready]")
    page = visiting.page
    (tmp_path / "bad.rqg").write_text("1. d4 d4 *")
    page.set_input_files("#file", tmp_path / "bad.rqg")
    page.wait_for_selector("#upload-error:not([hidden])")
    told = page.inner_text("#upload-error")
    assert told.startswith(reader.words("upload.refused", name="bad.rqg", reason=""))
    assert PLY[reader.lang] in told
    visiting.shoot("no-record")
    (tmp_path / "large.rqg").write_bytes(b"d" * 200_000)
    page.set_input_files("#file", tmp_path / "large.rqg")
    too_large = reader.words("upload.large", kb=128)
    page.locator("#upload-error", has_text=too_large).wait_for()


PLY = {"en": "game 1, ply 2, d4: d4 is not", "it": "partita 1, azione 2, d4: L'incavo d4 non"}

ROOMS = {
    "": "body[data-seq]",
    "games": "body[data-ready]",
    "games/1": "body[data-ready]",
    "learn": ".lessons button",
}


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "it")])
@pytest.mark.parametrize("path", ROOMS)
def test_no_page_has_barriers(visit, path, scheme, lang):
    """By axe-core: at every size, the page once loaded."""
    options = {"color_scheme": scheme, "reduced_motion": "reduce"}
    visiting = visit(Reader(lang), path, ROOMS[path], **options)
    found = {}
    for screen in SCREENS:
        visiting.turn_to(Reader(lang, screen))
        visiting.shoot(f"{path.replace('/', '-') or 'table'}-{scheme}", full=True)
        found[screen] = visiting.barriers()
    assert {screen: barriers for screen, barriers in found.items() if barriers} == {}


def test_the_first_view_is_small(browser, address):
    """Everything that a browser asks for until the table is shown, uncompressed."""
    sizes = {}
    visiting = Visit(browser, address, Reader("en", "phone"))

    def weigh(response):
        path = response.url.removeprefix(address)
        if not path.startswith("api/"):
            sizes[path] = len(response.body())

    visiting.page.on("requestfinished", lambda request: weigh(request.response()))
    visiting.go()
    visiting.page.wait_for_load_state("load")
    visiting.page.wait_for_selector("#picture:not([hidden])")
    # And as the browser itself counts what came over the wire, heads and camera picture included.
    wire = visiting.page.evaluate(
        "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((entry) => [entry.name, entry.transferSize])"
    )
    visiting.context.close()
    assert {"", "static/page.css", "static/main.js"} <= set(sizes)
    assert sum(sizes.values()) < 150_000
    weights = {url.removeprefix(address): size for url, size in wire}
    assert min(weights[path] for path in ("", "static/page.css", "static/main.js")) > 0
    assert sum(weights.values()) < 150_000


def test_it_can_be_installed_and_opens_without_the_companion(browser, tmp_path):
    with finished_game(tmp_path) as address:
        italian = Reader("it", "phone")
        visiting = Visit(browser, address, italian, service_workers="allow").go()
        page = visiting.page
        assert page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        manifest = page.evaluate("fetch('/manifest.webmanifest').then((a) => a.json())")
        assert (manifest["lang"], manifest["display"]) == ("it", "standalone")
        for icon in manifest["icons"]:
            width = page.evaluate(
                """async (src) => {
                    const image = new Image();
                    image.src = src;
                    await image.decode();
                    return image.naturalWidth;
                }""",
                icon["src"],
            )
            assert f"{width}x{width}" == icon["sizes"]
        kept = page.evaluate(
            """async () => {
                const names = await caches.keys();
                const cache = await caches.open(names[0]);
                return (await cache.keys()).map((request) => request.url);
            }"""
        )
        assert address in kept
        assert [url for url in kept if re.search(r"/api/|healthz", url)] == []
    # The companion is gone; the page still opens and says so.
    page.goto(address)
    page.wait_for_selector("#link:not([hidden])")
    assert page.inner_text("#link") == italian.words("link.lost")
    visiting.context.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_can_not_be_had_offline_says_so_and_opens_once_it_can(browser, tmp_path, lang):
    with finished_game(tmp_path / "first") as address:
        reader = Reader(lang, "phone")
        visiting = Visit(browser, address, reader, service_workers="allow").go()
        page = visiting.page
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        # Pages that were visited before can show nothing either, and the PIN is never kept.
        visiting.go("games/1", "body[data-ready]").go("screen", "summary").go("", "body[data-seq]")
        kept = page.evaluate(
            """async () => {
                const cache = await caches.open((await caches.keys())[0]);
                return (await cache.keys()).map((request) => new URL(request.url).pathname);
            }"""
        )
        assert [path for path in kept if re.match("/(games|screen|learn|setup)", path)] == []
    for path in ("games/1", "games", "learn", "nosuch"):
        page.goto(address + path)
        assert page.inner_text("main h2") == reader.words("offline")
        assert page.locator("#board").count() == 0
    assert visiting.barriers() == []
    visiting.shoot("offline")
    # The other language is one press away here too, and stays chosen.
    (other,) = set(LANGUAGES) - {lang}
    page.click(f'.languages a[lang="{other}"]')
    visiting.turn_to(Reader(other, "phone"))
    assert page.inner_text("main h2") == visiting.reader.words("offline")
    page.goto(f"{address}games/1")
    port = address.rstrip("/").rpartition(":")[2]
    with finished_game(tmp_path / "second", int(port)):
        page.wait_for_selector('body[data-ready="36"]')
        assert page.url == f"{address}games/1"
        visiting.context.close()


def test_the_language_that_was_chosen_last_is_spoken_offline(browser, tmp_path):
    with finished_game(tmp_path) as address:
        visiting = Visit(browser, address, Reader("it"), service_workers="allow").go()
        page = visiting.page
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        visiting.go("games?lang=en", "body[data-ready]")
    english = Reader("en")
    page.goto(f"{address}games")
    assert page.inner_text("main h2") == english.words("offline")
    visiting.context.close()
