"""A page that loses the companion finds it again: nothing missed, nothing told twice."""

import pytest
from desk_pages import DESKTOP, SMALL, Visit, served
from scripted import GAME, silent_table
from test_desk_page import HEAR

TOLD = {
    "en": ("Connection lost", "Real Queen"),
    "it": ("Connessione persa", "Real Queen"),
}


@pytest.mark.parametrize(("size", "lang"), [(SMALL, "it"), (DESKTOP, "en")])
def test_what_happened_while_the_companion_was_away_is_caught_up(browser, store, size, lang):
    with silent_table(store) as table:
        table.tell({"command": "declare", "moves": GAME[:6]})
        with served(store, table, returns=True) as address:
            watching = Visit(browser, address, size, lang)
            watching.context.add_init_script(HEAR)
            page = watching.go().page
            page.click("#voice")
            page.check("[name=speech]")
            page.click("dialog[open] .primary")
            page.evaluate("said.length = 0")
            table.tell({"command": "declare", "moves": GAME[6:7]})
            page.wait_for_selector("#cards [data-event=combination]")
        link = page.locator("#link")
        link.wait_for()
        assert TOLD[lang][0] in link.inner_text()
        watching.shoot("lost")
        table.tell({"command": "declare", "moves": GAME[7:10]})
        with served(store, table, port=int(address.rstrip("/").rpartition(":")[2])):
            link.wait_for(state="hidden")
            page.locator("#moves .move").nth(9).wait_for()
            told = page.locator("#cards article").evaluate_all(
                "cards => cards.map((card) => Number(card.dataset.seq))"
            )
            assert told == sorted(set(told), reverse=True)
            assert page.locator("#cards [data-event=combination]").count() == 2
            said = page.evaluate("said.map(([, text]) => text)")
            assert len(said) == len(set(said)) == 6
            assert sum(TOLD[lang][1] in text for text in said) == 1
            assert page.evaluate("document.body.dataset.seq") == str(table.newest)
            watching.context.close()
    assert [line for line in watching.complaints if "ERR_CONNECTION" not in line] == []
