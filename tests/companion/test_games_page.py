"""The list of games, a game gone through again, a record brought, and the app itself."""

import contextlib
import re

import pytest
from desk_pages import served
from pages import DESKTOP, PATIENCE_MS, PHONE, SMALL, TABLET, Visit
from scripted import GAME, ScriptedSource, script

from companion.evidence import Evidence
from companion.store import Store
from companion.table import Table

BOTH = pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["phone", "desktop"])


@contextlib.contextmanager
def finished_game(folder):
    """A companion whose board has played the scripted game to its end."""
    evidence = Evidence(folder / "evidence")
    boards, eyes = script(GAME)
    with Store(folder) as store:
        table = Table(
            "table", ScriptedSource(len(boards)), store, eyes=eyes, witness=evidence.witness
        )
        table.start()
        table.join()
        with served(store, table, evidence=evidence) as page:
            yield page
        table.stop()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with finished_game(tmp_path_factory.mktemp("data")) as page:
        yield page


def fits(page, size):
    return page.evaluate("document.documentElement.scrollWidth") <= size[0]


@BOTH
def test_from_the_table_to_a_game_and_through_it(visit, size):
    visiting = visit(size)
    page = visiting.page
    page.click('.rooms a[href="/games"]')
    page.wait_for_selector('body[data-ready="1"]')
    assert "White wins: Winning Real" in page.inner_text(".game-link")
    assert fits(page, size)
    visiting.shoot(f"games-{size[0]}")
    page.click(".game-link")
    page.wait_for_selector('body[data-ready="36"]')
    for _ in range(7):
        page.click("#next")
    assert "Real" in page.inner_text("#ruling-title")
    assert "Take" not in page.inner_text("#ruling")
    assert page.locator('[data-mark="return"]').count() == 2
    assert page.locator('[data-mark="capture"]').count() == 1
    assert "Qe6: Real Queen" in page.inner_text("#missed")
    page.locator("#ruling img").scroll_into_view_if_needed()
    visiting.shoot(f"review-{size[0]}", full=True)
    page.click("#last")
    assert "Winning Real" in page.inner_text("#ruling-title")
    assert page.locator('[data-mark="castle"]').count() == 1
    assert page.is_disabled("#next")
    assert fits(page, size)


def test_the_keyboard_and_the_chart_lead_through_a_game(visit):
    page = visit(DESKTOP, "games/1", "body[data-ready]", color_scheme="dark", locale="it-IT").page
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
    page = visit(PHONE, "games/1", "body[data-ready]").page
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


def test_a_record_from_a_file(visit, tmp_path):
    page = visit(PHONE, "games", "body[data-ready]").page
    (tmp_path / "evening.rqg").write_text(" ".join(GAME) + " 1-0")
    page.set_input_files("#file", tmp_path / "evening.rqg")
    page.wait_for_url("**/games/open")
    page.wait_for_selector('body[data-ready="36"]')
    page.reload()
    page.wait_for_selector('body[data-ready="36"]')
    assert page.locator(".game").count() == 0


def test_what_is_no_record_is_told_on_the_page(browser, address, tmp_path):
    visiting = Visit(browser, address, SMALL).go("games", "body[data-ready]")
    page = visiting.page
    (tmp_path / "bad.rqg").write_text("1. d4 d4 *")
    page.set_input_files("#file", tmp_path / "bad.rqg")
    page.wait_for_selector("#upload-error:not([hidden])")
    assert "bad.rqg can't be shown: game 1, ply 2, d4" in page.inner_text("#upload-error")
    (tmp_path / "large.rqg").write_bytes(b"d" * 200_000)
    page.set_input_files("#file", tmp_path / "large.rqg")
    page.wait_for_selector("#upload-error:has-text('too large')")
    # A browser notes each answer that is an error; nothing else went wrong.
    assert all("400" in line for line in visiting.complaints)
    visiting.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "games", "games/1", "learn"])
def test_no_page_has_barriers(visit, path, scheme):
    """By axe-core: at every size, the page once loaded."""
    ready = {"": "body[data-seq]", "learn": ".lessons button"}.get(path, "body[data-ready]")
    visiting = visit(DESKTOP, path, ready, color_scheme=scheme, reduced_motion="reduce")
    found = {}
    for size in (SMALL, TABLET, DESKTOP):
        visiting.page.set_viewport_size({"width": size[0], "height": size[1]})
        visiting.shoot(f"{path.replace('/', '-') or 'table'}-{size[0]}-{scheme}", full=True)
        found[size] = visiting.barriers()
        assert fits(visiting.page, size)
    assert {size: barriers for size, barriers in found.items() if barriers} == {}


def test_the_first_view_is_small(browser, address):
    """Everything that a browser asks for until the table is shown, uncompressed."""
    sizes = {}
    visiting = Visit(browser, address, PHONE)

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
        visiting = Visit(browser, address, PHONE, locale="it-IT", service_workers="allow").go()
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
    page.wait_for_selector("#link:not([hidden])", timeout=PATIENCE_MS)
    assert "Connessione persa" in page.inner_text("#link")
    visiting.context.close()
