"""The page in a real browser: a newcomer watches the built-in game to its end."""

import re

import pytest
from pages import DESKTOP, PATIENCE_MS, PHONE, Visit, companion_running


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    """A companion for all tests of this file: the first sees the game, the others its end."""
    with companion_running(tmp_path_factory.mktemp("data"), speed=6) as page:
        yield page


def test_a_combination_is_called_while_it_is_settled(visit):
    watching = visit(DESKTOP)
    banner = watching.page.locator('#banner[data-kind="combination"]')
    banner.wait_for(timeout=PATIENCE_MS)
    words = banner.inner_text()
    watching.shoot("combination-1920")
    assert watching.barriers() == []
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
    # Every ruling says how sure it is, in words and per cent, and never all of it.
    sure = page.locator("#cards .sure").all_inner_texts()
    assert len(sure) == 7
    assert all(re.search(r"[Ss]ure: (over )?\d\d(\.\d)?%", words) for words in sure)
    assert page.locator("#moves .move").count() == 35
    assert page.locator('[data-mark="castle"]').count() == 1
    # The last move and the line that won stand out; the trays say what is left and taken.
    assert page.locator('#board [data-mark="last"][data-hollow="e6"]').count() == 1
    assert page.locator("#board .beam").count() == 1
    assert page.inner_text("#tray-w .counts") == "6 in reserve · 2 captured"
    assert page.inner_text("#tray-b .counts") == "13 in reserve · 6 captured"
    assert watching.barriers() == []
    assert page.locator('#board [data-kind="W"], #board [data-kind="B"]').count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.wait_for_selector("#picture:not([hidden])")
    watching.shoot(f"end-{size[0]}-{scheme}")


def test_in_italian_by_the_browser_and_by_the_switch(visit):
    watching = visit(PHONE, locale="it-IT")
    watching.wait_for_the_end()
    assert "Vince il Bianco" in watching.page.inner_text("#banner")
    assert "Area Castello" in watching.page.inner_text("#cards li:first-child")
    assert "icur" in watching.page.inner_text("#cards li:first-child .sure")
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
    page.focus("#cards li:first-child .articles summary")
    page.keyboard.press("Enter")
    assert page.locator("#cards li:first-child .articles details[open] p").inner_text()


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
    # Slower, so that the new game is seen before its first combination.
    with companion_running(tmp_path, speed=4, port=port):
        link.wait_for(state="hidden", timeout=PATIENCE_MS)
        # The companion began anew, so this is the next game, from its first event on.
        watching.page.wait_for_selector('#record[href="/api/games/2.rqg"]', timeout=PATIENCE_MS)
        assert watching.page.locator("#cards li").count() == 0
        watching.page.locator("#moves .move").first.wait_for(timeout=PATIENCE_MS)
    watching.context.close()
