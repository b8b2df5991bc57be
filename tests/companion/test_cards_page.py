"""Cards of rulings and decisions, in a real browser."""

import pytest
from readers import EVERYBODY

ENTRY = ["d4", "a7", "e4", "b7", "f4", "c6", "Qg4=RQ^d4e4xa7b7"]
"""White's Queen completes a line: article B2 has a say."""


@EVERYBODY
@pytest.mark.parametrize("rules", ["official", "classic"])
def test_articles_are_told_as_the_rules_of_the_game_have_them(visit, table, reader, rules):
    table.tell({"command": "new_game", "rules": rules})
    table.tell({"command": "declare", "moves": ENTRY})
    page = visit(reader).page
    chip = page.locator("#cards .combination details", has_text="B2")
    article = {"official": "article.B2", "classic": "article.B2.classic"}[rules]
    assert chip.locator("p").text_content() == reader.words(article)
    other = chip.page.locator("#cards .combination details", has_text="D4")
    assert other.locator("p").text_content() == reader.words("article.D4")


LAID = "7/7/7/3wb2/7/7/7 w 19/19 3"


def test_a_game_that_begins_as_the_board_lies_exchanges_no_series(visit, table):
    table.tell({"command": "new_game", "position": LAID})
    page = visit().page
    assert page.locator("#cards [data-event=series]").count() == 0
    table.tell({"command": "series", "swapped": True})
    page.locator("#cards [data-event=series]").wait_for()
    table.tell({"command": "new_game", "position": LAID, "swapped": False})
    page.locator("#cards [data-event=series]").wait_for()
    assert page.locator("#cards li").count() == 1
