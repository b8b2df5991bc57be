"""The page in a real browser: a newcomer watches the built-in game to its end."""

import re

import pytest
from pages import Visit, companion_running
from readers import EVERYBODY, Reader

from companion.words import LANGUAGES


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    """A companion for all tests of this file: the first sees the game, the others its end."""
    with companion_running(tmp_path_factory.mktemp("data"), speed=6) as page:
        yield page


def test_a_combination_is_called_while_it_is_settled(visit):
    watching = visit()
    banner = watching.page.locator('#banner[data-kind="combination"]')
    banner.wait_for()
    words = banner.inner_text()
    watching.shoot("combination-played")
    assert watching.barriers() == []
    assert "Return 2" in words
    assert re.search(r"Capture [12]", words)


@EVERYBODY
def test_the_final_ruling_is_seen(visit, reader):
    scheme = "dark" if reader in (Reader("it", "phone"), Reader("en", "desktop")) else "light"
    watching = visit(reader, color_scheme=scheme)
    watching.wait_for_the_end()
    page = watching.page
    for place in ("#banner", "#cards li:first-child"):
        assert reader.words("termination.Winning Real") in page.inner_text(place)
    assert reader.words("win.by.w") in page.inner_text("#banner")
    assert page.locator("#cards li").count() == 7
    # Every ruling says how sure it is, in words and per cent, and never all of it.
    sure = page.locator("#cards .sure").all_inner_texts()
    degrees = "|".join(reader.words(f"sure.{how}", percent="") for how in ("very", "sure"))
    over = reader.words("sure.over", percent="")
    assert len(sure) == 7
    assert all(re.fullmatch(rf"({degrees})({over})?\d\d([.,]\d)?%", words) for words in sure)
    assert page.locator("#moves .move").count() == 35
    assert page.locator('[data-mark="castle"]').count() == 1
    # The last move and the line that won stand out; the trays say what is left and taken.
    assert page.locator('#board [data-mark="last"][data-hollow="e6"]').count() == 1
    assert page.locator("#board .beam").count() == 1
    reserve, captured = reader.words("reserve"), reader.words("captured")
    assert page.inner_text("#tray-w .counts") == f"6 {reserve} · 2 {captured}"
    assert page.inner_text("#tray-b .counts") == f"13 {reserve} · 6 {captured}"
    assert watching.barriers() == []
    assert page.locator('#board [data-kind="W"], #board [data-kind="B"]').count() == 1
    page.wait_for_selector("#picture:not([hidden])")
    watching.shoot(f"end-{scheme}")


@EVERYBODY
def test_the_language_is_switched(visit, reader):
    watching = visit(reader)
    watching.wait_for_the_end()
    (other,) = set(LANGUAGES) - {reader.lang}
    watching.page.click(f'.languages a[lang="{other}"]')
    watching.turn_to(Reader(other, reader.screen))
    watching.wait_for_the_end()
    assert watching.reader.words("win.by.w") in watching.page.inner_text("#banner")
    watching.shoot("switched", full=True)


def test_the_keyboard_reaches_the_articles(visit):
    watching = visit()
    watching.wait_for_the_end()
    page = watching.page
    page.focus("#cards li:first-child .articles summary")
    page.keyboard.press("Enter")
    assert page.locator("#cards li:first-child .articles details[open] p").inner_text()


def test_a_screen_reader_is_told_what_stands_on_the_board(visit):
    watching = visit()
    watching.wait_for_the_end()
    label = watching.page.get_attribute("#board svg", "aria-label")
    assert "Queen f2" in label
    assert watching.page.get_attribute("#announce", "aria-live") == "polite"


@EVERYBODY
def test_a_page_that_finds_no_place_on_the_stream_asks_now_and_then(browser, address, reader):
    turned_away = Visit(browser, address, reader)
    problem = {"status": 503, "content_type": "application/problem+json", "body": "{}"}
    turned_away.page.route("**/api/events*", lambda route: route.fulfill(**problem))
    turned_away.go().wait_for_the_end()
    assert turned_away.page.inner_text("#link") == reader.words("link.polling")
    turned_away.shoot("polling")
    assert turned_away.page.locator("#cards li").count() == 7
    turned_away.context.close()


def test_a_lost_connection_is_told_and_caught_up(browser, tmp_path):
    with companion_running(tmp_path, speed=40) as address:
        watching = Visit(browser, address).go()
        watching.page.locator("#cards li").first.wait_for()
    link = watching.page.locator("#link")
    link.wait_for(state="visible")
    assert "Connection lost" in link.inner_text()
    port = address.rstrip("/").rpartition(":")[2]
    # Slower, so that the new game is seen before its first combination.
    with companion_running(tmp_path, speed=4, port=port):
        link.wait_for(state="hidden")
        # The companion began anew, so this is the next game, from its first event on.
        watching.page.wait_for_selector('#record[href="/api/games/2.rqg"]')
        assert watching.page.locator("#cards li").count() == 0
        watching.page.locator("#moves .move").first.wait_for()
    watching.context.close()
