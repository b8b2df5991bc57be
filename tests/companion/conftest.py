"""A store, and tables that play from a script."""

import os
import shutil
import sys
from pathlib import Path

import cv2
import pytest
from desk_pages import served
from pages import FLAGS, Visit
from readers import READER
from scripted import GAME, ScriptedSource, script, silent_table

from calibration.board import from_bare_board
from calibration.occupied import from_occupied_board
from companion.reports import Reports
from companion.store import Store
from companion.table import Table
from vision.simulator import Scene
from vision.simulator.picture import Painter
from vision.types import REAL_QUEEN

sys.path.insert(0, str(Path(__file__).parents[1] / "synthetic"))

UNDER_WAY = Path(__file__).parents[1] / "fixtures" / "boards" / "s001" / "002.jpg"

SOURCE_OPTIONS = ("hold", "live", "error")


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "data") as opened:
        yield opened


@pytest.fixture
def seat(store):
    """Make tables that play some moves; they are stopped at the end."""
    made = []

    def make(moves, **options):
        boards, eyes = script(moves)
        given = {name: options.pop(name) for name in SOURCE_OPTIONS if name in options}
        source = ScriptedSource(len(boards), **given)
        table = Table("table", source, store, eyes=eyes, **options)
        made.append((source, table))
        return table

    yield make
    for source, table in made:
        source.go.set()
        table.stop()


@pytest.fixture
def finished(seat):
    """A table whose recording is over."""

    def make(moves, **options):
        table = seat(moves, **options)
        table.start()
        table.join()
        return table

    return make


@pytest.fixture(scope="session")
def browser():
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        missing = "no chromium here; install it: sudo apt install chromium"
        # On the build machine the test must run, not be passed over.
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def visit(browser, address):
    """Open pages of the companion at ``address``; at the end nothing may have gone wrong."""
    visits = []

    def make(reader=READER, path="", ready="body[data-seq]", **options):
        visits.append(Visit(browser, address, reader, **options))
        return visits[-1].go(path, ready)

    yield make
    for each in visits:
        each.context.close()
    assert [each.complaints for each in visits] == [[] for _ in visits]


@pytest.fixture
def table(store):
    """A table with six moves played, the seventh due."""
    with silent_table(store, players={"w": "Anna", "b": "Bruno"}) as table:
        table.tell({"command": "declare", "moves": GAME[:6]})
        yield table


@pytest.fixture
def address(store, table):
    """Where that table is served."""
    with served(store, table, reports=Reports(store.folder / "wrong")) as page:
        yield page


@pytest.fixture
def desk(visit):
    """A referee's page, logged in."""

    def make(reader=READER, name="Ida"):
        watching = visit(reader).log_in(name)
        watching.page.wait_for_selector("#desk h2")
        return watching

    return make


@pytest.fixture(scope="session")
def under_way():
    """A recorded board with ten marbles, and the calibration found under them: it takes seconds."""
    image = cv2.imread(str(UNDER_WAY))
    return image, from_occupied_board(image, REAL_QUEEN)


@pytest.fixture(scope="session")
def painted():
    """The simulator's bare board, and the calibration found in it: looking takes a second."""
    image = Painter().paint(Scene(marbles=False))
    return image, from_bare_board(image, REAL_QUEEN)


@pytest.fixture
def wizard(visit):
    """The wizard's page of a referee; dark for one language."""

    def make(reader):
        scheme = "dark" if reader.lang == "it" else "light"
        return visit(reader, "setup", ready="#wizard .primary", color_scheme=scheme).log_in()

    return make
