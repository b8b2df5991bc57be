"""Nothing that the companion knows is kept from those who look at the page."""

import pytest
from readers import EVERYBODY, Reader
from scripted import GAME

from companion.showing import Camera
from engine.events import FaultCalled
from engine.position import Position


@pytest.fixture
def watched(table):
    """The table, its camera seeing the board."""
    table._attendant.ledger.show_camera(Camera.OK, "")
    return table


def declare(table, *moves):
    table.tell({"command": "declare", "moves": list(moves)})


def caught_up(page, table):
    page.wait_for_selector(f"body[data-seq='{table.newest}']")


@EVERYBODY
def test_whoever_learns_is_shown_what_was_possible(visit, watched, reader):
    watched.tell({"command": "new_game", "strictness": "teach"})
    declare(watched, *GAME[:7])
    taught = watched.state(reader.lang)["lesson"]["text"]
    watching = visit(reader)
    page = watching.page
    assert taught in page.inner_text("#banner")
    assert taught in page.inner_text("#cards [data-event=lesson] >> nth=0")
    assert watching.barriers() == []
    watching.shoot("taught", full=reader.screen == "phone")
    # It is of the last move.
    declare(watched, "g7")
    caught_up(page, watched)
    assert taught not in page.inner_text("#banner")


@EVERYBODY
def test_until_the_board_is_laid_the_banner_asks_for_that_alone(desk, visit, watched, reader):
    watching, anybody = desk(reader), visit(Reader(reader.lang))
    watching.press("desk.undo")
    for each in (watching, anybody):
        page = each.page
        page.wait_for_selector("#banner[data-kind=arrange]")
        told = page.inner_text("#banner")
        assert reader.words("arranging") in told
        assert "e2" in told
        assert reader.words("turn.w") not in told
        assert page.locator("#banner svg").count() == 1
        assert "e2" in page.inner_text("#announce")
    watching.shoot("arranging")
    anybody.shoot("arranging-anybody")
    assert anybody.barriers() == []


def warn(table, side, count=1):
    """As when captures were taken before the returns."""
    board = Position.parse(table.state("en")["position"]).placement
    warning = FaultCalled(
        fault="capture-first", articles=("D5",), side=side, hollows=("d3",), placement=board,
        repair=board, warning=True, count=count,
    )  # fmt: skip
    ledger = table._attendant.ledger

    def write():
        ledger.write([warning])
        ledger.save()

    table._ask(write)
    return warning.text


@EVERYBODY
def test_a_warning_stands_in_the_banner_and_is_counted_beside_the_name(visit, watched, reader):
    watching = visit(reader)
    page = watching.page
    declare(watched, GAME[6])
    text = warn(watched, "w")(reader.lang)
    caught_up(page, watched)
    assert text in page.inner_text("#banner")
    assert "1" in page.inner_text("#tray-w .warnings")
    assert page.locator("#tray-b .warnings").count() == 0
    assert watching.barriers() == []
    watching.shoot("warned")
    page.reload()
    caught_up(page, watched)
    assert text in page.inner_text("#banner")
    # It stands until the other player has moved.
    declare(watched, GAME[7])
    caught_up(page, watched)
    assert text not in page.inner_text("#banner")
    assert page.locator("#tray-w .warnings").count() == 1
