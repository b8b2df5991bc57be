"""A page brought back as it was, by the Back button, follows the table again."""

import shutil

import pytest
from desk_pages import served
from pages import FLAGS, Visit
from scripted import GAME, silent_table

RETURNED = "window.returned"
PASSES = "dispatchEvent(new PageTransitionEvent('{}', {{ persisted: true }}))"
NOTES = "addEventListener('pageshow', (event) => { window.returned = event.persisted; })"


@pytest.fixture
def keeping(browser):
    """A browser that keeps pages that are left, as people's do; Playwright's own does not."""
    opened = browser.browser_type.launch(
        executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
        args=FLAGS,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield opened
    opened.close()


def leave_and_come_back(visiting):
    page = visiting.page
    page.evaluate(NOTES)
    page.goto(f"{visiting.address}games")
    page.wait_for_selector("body[data-ready]")
    # A page that was kept is not loaded again.
    page.go_back(wait_until="commit")
    visiting.until(RETURNED)


@pytest.mark.parametrize("path", ["", "learn"])
def test_a_page_that_comes_back_follows_the_table_again(keeping, table, address, path):
    visiting = Visit(keeping, address).go(path)
    for moves in (GAME[6:7], GAME[7:8]):
        leave_and_come_back(visiting)
        table.tell({"command": "declare", "moves": moves})
        visiting.until(f"document.body.dataset.seq === '{table.newest}'")
    assert visiting.complaints == []
    visiting.context.close()


def test_the_own_screen_that_comes_back_still_makes_room_for_the_board(browser, store):
    with silent_table(store) as table, served(store, table) as address:
        visiting = Visit(browser, address).go("screen?wait", ".qr svg")
        # It may not be stored, so this browser does not keep it; others do.
        visiting.page.evaluate(PASSES.format("pagehide"))
        with visiting.page.expect_request("**/api/events*"):
            visiting.page.evaluate(PASSES.format("pageshow"))
        table.tell({"command": "declare", "moves": GAME[:1]})
        visiting.page.wait_for_url(address)
        visiting.context.close()
    assert visiting.complaints == []
