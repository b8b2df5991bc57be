"""What comes out of a printer: the board and all that was ruled and played, and no tools."""

import pytest
from desk_pages import served
from pages import Visit
from readers import Reader
from scripted import finished_table

PAPER = {"portrait": (718, 1000), "landscape": (1047, 700), "A3": (1500, 1047)}
TOOLS = (
    ".top, button:not(.plies button), .button, input, a:not(.game-link), .card .photo, "
    ".simulator, .desk, .camera, .upload, .record"
)
WHOLE = "(part) => part.scrollHeight <= part.clientHeight + 1 && part.clientHeight > 0"
GROUNDS = """[document.documentElement, document.body].map((part) => getComputedStyle(part))
  .map((style) => `${style.backgroundImage} ${style.backgroundColor}`)"""


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with (
        finished_table(tmp_path_factory.mktemp("data")) as (store, table, evidence),
        served(store, table, evidence=evidence) as page,
    ):
        yield page


@pytest.fixture(params=["light", "dark"])
def printing(browser, address, request):
    """Open a page and see it as it is printed."""
    visiting = Visit(browser, address, Reader("it"), color_scheme=request.param)

    def printed(path, ready):
        visiting.go(path, ready).page.emulate_media(media="print")
        return visiting

    yield printed
    visiting.context.close()
    assert visiting.complaints == []


def on_paper(visiting):
    """The page on each kind of paper; on none is there a tool, nor anything beyond its edge."""
    page = visiting.page
    for name, (width, height) in PAPER.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.locator(TOOLS).filter(visible=True).all_inner_texts() == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        # A dark page would empty the cartridge.
        assert page.evaluate(GROUNDS) == ["none rgba(0, 0, 0, 0)"] * 2
        assert page.evaluate("getComputedStyle(document.body).color") == "rgb(42, 28, 16)"
        yield page, name


def test_the_table_with_all_its_rulings_and_moves(printing):
    visiting = printing("", "body[data-seq] #cards li")
    for page, paper in on_paper(visiting):
        for part in ("#cards", "#moves"):
            assert page.locator(part).evaluate(WHOLE), (part, paper)
        assert page.locator("#cards > li").filter(visible=True).count() == 7
        assert page.locator("#moves .move").filter(visible=True).count() == 35
        assert page.is_visible("#banner h2")
        # Board and trays on the first sheet, beneath the banner.
        board = page.locator(".table").bounding_box()
        assert board["y"] + board["height"] < PAPER["portrait"][1], paper
    visiting.shoot("printed-table", full=True)


def test_the_list_of_games(printing):
    for page, _ in on_paper(printing("games", "body[data-ready]")):
        assert page.is_visible(".game-link")


def test_a_game_gone_through_again(printing):
    visiting = printing("games/1", "body[data-ready]")
    visiting.page.evaluate("document.querySelector('#last').click()")
    for page, paper in on_paper(visiting):
        assert page.locator("#plies").evaluate(WHOLE), paper
        assert page.locator("#plies li").filter(visible=True).count() == 35
        assert page.is_visible("#board svg")
        assert page.is_visible("#ruling")
    visiting.shoot("printed-review", full=True)
