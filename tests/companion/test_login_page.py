"""The way in for referees, in a real browser: the PIN, a scanned code, the companion's screen."""

from pages import PIN
from readers import EVERYBODY, Reader
from scripted import GAME


@EVERYBODY
def test_a_wrong_pin_is_told_the_right_one_lets_in(visit, reader):
    watching = visit(reader)
    page = watching.page
    watching.log_in(pin="000000")
    page.wait_for_selector("#login .refusal:not(:empty)")
    assert page.inner_text("#login .refusal") == reader.words("referee.wrong-pin")
    assert watching.barriers() == []
    watching.shoot("login")
    page.fill("#pin", PIN)
    page.click("#login [type=submit]")
    page.wait_for_selector("body[data-referee]")
    assert page.inner_text("#referee") == reader.words("referee.in", name="Ida")
    page.reload()
    page.wait_for_selector("body[data-referee]")


def test_guessing_is_slowed_down_in_plain_words(visit):
    watching = visit()
    for _ in range(3):
        watching.page.evaluate(
            "fetch('/api/referee/login', {method: 'POST', body: '{\"pin\": \"000000\"}',"
            " headers: {'Content-Type': 'application/json'}})"
        )
    watching.log_in()
    watching.page.wait_for_selector("#login .refusal:not(:empty)")
    assert "Try again in" in watching.page.inner_text("#login .refusal")


def test_a_scanned_code_needs_only_a_name_and_leaves_no_pin_behind(visit):
    watching = visit(Reader("en", "phone"))
    page = watching.page
    page.goto("about:blank")
    watching.go(f"#pin={PIN}")
    page.wait_for_selector("#login[open]")
    assert PIN not in page.url
    page.fill("#name", "Ugo")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-referee]")


@EVERYBODY
def test_a_session_that_is_over_asks_for_the_pin_again(desk, table, reader):
    watching = desk(reader)
    watching.context.clear_cookies()
    watching.press("desk.pause")
    page = watching.page
    page.wait_for_selector("#login[open]")
    assert table.state("en")["paused"] is False
    assert not page.is_visible("#desk")
    # Whoever pressed would else take it for done.
    assert page.inner_text("#login .refusal") == reader.words("referee.login")
    watching.shoot("login-expired")
    watching.press("referee.cancel", within="#login")
    page.click("#referee")
    assert page.inner_text("#login .refusal") == ""


def test_those_who_only_watch_see_no_tools(visit, table):
    table.tell({"command": "pause", "by": "Ida"})
    page = visit().page
    page.wait_for_selector("#cards [data-event=pause]")
    assert not page.is_visible("#desk")
    assert not page.is_visible("[data-revert]")


@EVERYBODY
def test_the_companions_own_screen(visit, reader):
    watching = visit(reader, "screen", ready=".qr svg")
    page = watching.page
    assert not page.is_visible(".pin")
    page.click("summary")
    assert page.inner_text(".pin") == f"{PIN[:3]} {PIN[3:]}"
    assert reader.words("screen.follow") in page.inner_text("main")
    watching.shoot("screen")


def test_the_companions_own_screen_makes_room_for_the_board(visit, table):
    watching = visit()
    page = watching.page
    table.tell({"command": "new_game"})
    page.click("nav.rooms a[href='/screen']")
    page.wait_for_selector(".qr svg")
    watching.go("screen?wait", ready=".qr svg")
    table.tell({"command": "declare", "moves": GAME[:1]})
    page.wait_for_selector("body[data-seq] #moves li")
    assert page.url.endswith("/")
