"""The page in a real browser: a newcomer watches the built-in game to its end."""

import contextlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SHOTS = Path(__file__).parents[2] / "shots"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MS = 120_000
PHONE, DESKTOP = (390, 844), (1920, 1080)


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        missing = "no chromium here; install it: sudo apt install chromium"
        # On the build machine the test must run, not be passed over.
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@contextlib.contextmanager
def companion_running(data, speed, port=0):
    """The page's address of a companion that shows the built-in recording."""
    command = [sys.executable, "-m", "companion.cli", "run", "--source", "recording:demo"]
    command += ["--port", str(port), "--speed", str(speed), "--no-browser", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as companion:
        line = companion.stdout.readline()
        yield re.search(r"http://\S+", line).group()
        companion.terminate()
        assert companion.wait(20) == 0


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    """A companion for all tests of this file: the first sees the game, the others its end."""
    with companion_running(tmp_path_factory.mktemp("data"), speed=6) as page:
        yield page


class Visit:
    """One page in a browser of its own, with everything that went wrong in it."""

    def __init__(self, browser, address, size, **options):
        width, height = size
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.page = self.context.new_page()
        self.complaints = []
        self.requests = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.address = address

    def go(self):
        self.page.goto(self.address)
        self.page.wait_for_selector("body[data-seq]", timeout=PATIENCE_MS)
        return self

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def wait_for_the_end(self):
        self.page.wait_for_selector('#banner[data-kind="win"]', timeout=PATIENCE_MS)

    def shoot(self, name):
        SHOTS.mkdir(exist_ok=True)
        # What moves is let come to rest, so that pictures of two runs are alike.
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")


@pytest.fixture
def visit(browser, address):
    visits = []

    def make(size, **options):
        visits.append(Visit(browser, address, size, **options))
        return visits[-1].go()

    yield make
    for each in visits:
        each.context.close()
        assert each.complaints == []
        assert [url for url in each.requests if not url.startswith((address, "data:"))] == []


def test_a_combination_is_called_while_it_is_settled(visit):
    watching = visit(DESKTOP)
    banner = watching.page.locator('#banner[data-kind="combination"]')
    banner.wait_for(timeout=PATIENCE_MS)
    words = banner.inner_text()
    watching.shoot("combination-1920")
    assert "Return 2" in words
    assert re.search(r"Capture [12]", words)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_final_ruling_is_seen(visit, size, scheme):
    watching = visit(size, color_scheme=scheme)
    watching.wait_for_the_end()
    page = watching.page
    assert "Winning Real" in page.inner_text("#banner")
    assert "White wins" in page.inner_text("#banner")
    assert "Winning Real" in page.inner_text("#cards li:first-child")
    assert page.locator("#cards li").count() == 7
    assert page.locator("#moves .move").count() == 35
    assert page.locator('[data-mark="castle"]').count() == 1
    assert page.locator('#board [data-kind="W"], #board [data-kind="B"]').count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.wait_for_selector("#picture:not([hidden])")
    watching.shoot(f"end-{size[0]}-{scheme}")


def test_in_italian_by_the_browser_and_by_the_switch(visit):
    watching = visit(PHONE, locale="it-IT")
    watching.wait_for_the_end()
    assert "Vince il Bianco" in watching.page.inner_text("#banner")
    assert "Area Castello" in watching.page.inner_text("#cards li:first-child")
    watching.shoot("end-390-it")
    watching.page.click('.languages a[lang="en"]')
    watching.wait_for_the_end()
    assert "White wins" in watching.page.inner_text("#banner")


def test_a_small_phone_needs_no_sideways_scrolling(visit):
    watching = visit((360, 640))
    watching.wait_for_the_end()
    assert watching.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_keyboard_reaches_the_articles(visit):
    watching = visit(DESKTOP)
    watching.wait_for_the_end()
    page = watching.page
    page.focus("#cards li:first-child summary")
    page.keyboard.press("Enter")
    assert page.locator("#cards li:first-child details[open] p").inner_text()


def test_a_screen_reader_is_told_what_stands_on_the_board(visit):
    watching = visit(DESKTOP)
    watching.wait_for_the_end()
    label = watching.page.get_attribute("#board svg", "aria-label")
    assert "Queen f2" in label
    assert watching.page.get_attribute("#announce", "aria-live") == "polite"


def test_a_page_that_finds_no_place_on_the_stream_asks_now_and_then(browser, address):
    turned_away = Visit(browser, address, DESKTOP)
    problem = {"status": 503, "content_type": "application/problem+json", "body": "{}"}
    turned_away.page.route("**/api/events*", lambda route: route.fulfill(**problem))
    turned_away.go().wait_for_the_end()
    assert "Many pages are open" in turned_away.page.inner_text("#link")
    assert turned_away.page.locator("#cards li").count() == 7
    turned_away.context.close()


def test_a_lost_connection_is_told_and_caught_up(browser, tmp_path):
    with companion_running(tmp_path, speed=40) as address:
        watching = Visit(browser, address, DESKTOP).go()
        watching.page.locator("#cards li").first.wait_for(timeout=PATIENCE_MS)
    link = watching.page.locator("#link")
    link.wait_for(state="visible", timeout=PATIENCE_MS)
    assert "Connection lost" in link.inner_text()
    port = address.rstrip("/").rpartition(":")[2]
    with companion_running(tmp_path, speed=40, port=port):
        link.wait_for(state="hidden", timeout=PATIENCE_MS)
        # The companion began anew, so this is the next game, from its first event on.
        watching.page.wait_for_selector('#record[href="/api/games/2.rqg"]', timeout=PATIENCE_MS)
        assert watching.page.locator("#cards li").count() == 0
        watching.page.locator("#moves .move").first.wait_for(timeout=PATIENCE_MS)
    watching.context.close()
