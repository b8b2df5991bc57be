"""A page that loses the companion finds it again: nothing missed, nothing told twice."""

import pytest
from desk_pages import served
from pages import Visit
from readers import READERS, Reader
from scripted import GAME, silent_table
from test_hearing_page import HEAR

CARDS = "cards => cards.map((card) => Number(card.dataset.seq))"


def listening(browser, address, reader):
    """A page that speaks rulings aloud from now on."""
    watching = Visit(browser, address, reader, script=HEAR).go()
    watching.page.click("#voice")
    watching.page.check("[name=speech]")
    watching.page.click("dialog[open] .primary")
    watching.page.evaluate("said.length = 0")
    return watching


def told_it_is_lost(watching):
    link = watching.page.locator("#link")
    link.wait_for()
    assert link.inner_text() == watching.reader.words("link.lost")
    watching.shoot("lost")


def has_caught_up(watching, newest):
    page = watching.page
    page.locator("#link").wait_for(state="hidden")
    page.locator("#moves .move").nth(9).wait_for()
    told = page.locator("#cards article").evaluate_all(CARDS)
    assert told == sorted(set(told), reverse=True)
    assert page.locator("#cards [data-event=combination]").count() == 2
    said = page.evaluate("said.map(([, text]) => text)")
    assert len(said) == len(set(said)) == 6
    assert sum(watching.reader.words("code.RQ") in text for text in said) == 1
    assert page.evaluate("document.body.dataset.seq") == str(newest)


def test_what_happened_while_the_companion_was_away_is_caught_up(browser, store):
    with silent_table(store) as table:
        table.tell({"command": "declare", "moves": GAME[:6]})
        with served(store, table, returns=True) as address:
            everybody = [listening(browser, address, reader) for reader in READERS]
            table.tell({"command": "declare", "moves": GAME[6:7]})
            for watching in everybody:
                watching.page.wait_for_selector("#cards [data-event=combination]")
        for watching in everybody:
            told_it_is_lost(watching)
        table.tell({"command": "declare", "moves": GAME[7:10]})
        with served(store, table, port=int(address.rstrip("/").rpartition(":")[2])):
            for watching in everybody:
                has_caught_up(watching, table.newest)
            for watching in everybody:
                watching.context.close()
    for watching in everybody:
        # That the companion could not be reached is what the browser may say, and no more.
        assert [line for line in watching.complaints if "net::ERR_" not in line] == []


@pytest.mark.parametrize("reader", READERS, ids=str)
def test_a_connection_that_has_silently_gone_dead_is_told_and_left(browser, store, table, reader):
    with served(store, table, heartbeat_s=1000) as silent:
        watching = Visit(browser, silent, reader)
        page, asked = watching.page, []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.install()
        watching.go()
        streams = len([url for url in asked if "/api/events" in url])
        page.evaluate(
            "() => { window.links = []; new MutationObserver(() => links.push("
            "document.querySelector('#link').textContent)).observe("
            "document.querySelector('#link'), { childList: true, attributes: true }); }"
        )
        page.clock.run_for(17000)
        watching.until("links.length > 1")
        assert page.evaluate("links")[0] == reader.words("link.lost")
        page.wait_for_selector("#link", state="hidden")
        assert len([url for url in asked if "/api/events" in url]) == streams + 1
        watching.context.close()


def test_signs_of_life_keep_a_quiet_connection(browser, store, table):
    with served(store, table) as quiet:
        watching = Visit(browser, quiet, Reader("en"))
        page, asked = watching.page, []
        page.on("request", lambda request: asked.append(request.url))
        page.clock.install()
        watching.go()
        for _ in range(4):
            page.clock.run_for(10000)
            page.wait_for_timeout(700)
        assert len([url for url in asked if "/api/events" in url]) == 1
        watching.context.close()
