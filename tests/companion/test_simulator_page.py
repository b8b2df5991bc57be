"""A whole game on the painted board, through the page: clicks in, rulings out."""

import pytest
from pages import DESKTOP, PATIENCE_MS, PHONE, SMALL, companion_running
from patience import seconds


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    with companion_running(tmp_path_factory.mktemp("data"), source="simulator") as page:
        yield page


RULED_MS = seconds(30) * 1000
"""From a press to what the page says of it, on a busy machine."""


class Player:
    """Presses hollows and waits for what the companion makes of it."""

    def __init__(self, visit):
        self.visit = visit
        self.page = visit.page
        self.page.locator('#banner[data-kind="turn"]').wait_for(timeout=PATIENCE_MS)
        self.page.locator(".hollow-grid").wait_for(timeout=PATIENCE_MS)

    def press(self, hollow):
        self.page.click(f'[data-at="{hollow}"]')

    def sees(self, selector):
        self.page.locator(selector).first.wait_for(timeout=RULED_MS)

    def play(self, *hollows):
        for hollow in hollows:
            before = self.page.locator("#moves .move:not(:text('…'))").count()
            self.press(hollow)
            self.page.locator("#moves .move:not(:text('…'))").nth(before).wait_for(timeout=RULED_MS)

    def take(self, *hollows):
        for hollow in hollows:
            self.press(hollow)
            self.sees(f'#banner .ticked:text("{hollow}"), #banner[data-kind="turn"]')

    def choose(self, tool):
        self.page.check(f'input[value="{tool}"]', force=True)

    def clear(self):
        self.page.click('button:text("Clear the board")')
        self.sees("#moves-none:not([hidden])")


def test_a_game_with_a_real_a_real_queen_and_a_winning_real(visit):
    player = Player(visit(DESKTOP))
    page = player.page
    player.play("a1", "g7", "b1", "f7", "c1", "e7")
    player.press("d1")
    player.sees('#banner[data-kind="combination"]')
    assert "Return 2" in page.inner_text("#banner")
    assert "Capture 1" in page.inner_text("#banner")
    player.press("a2")
    assert "ringed" in page.inner_text(".sim-note")
    player.take("d1", "c1")
    player.visit.shoot("simulator-1920")
    player.take("g7")
    player.play("d7", "c1")
    player.choose("B")
    player.press("c7")
    player.sees('#banner:has-text("Real Queen")')
    player.take("e7", "f7", "a1", "b1")
    player.play("b3", "g1", "b4", "g2", "b5", "f1")
    player.press("b6")
    player.sees('#banner[data-kind="win"]')
    assert "Winning Real" in page.inner_text("#banner")
    assert page.locator("#moves .move").count() == 17
    assert page.locator("#cards li").count() == 3
    player.press("a7")
    assert "Clear the board" in page.inner_text(".sim-note")
    player.clear()
    assert page.locator("#cards li").count() == 0


def test_a_fault_is_called_and_put_right_by_pressing_it(visit):
    player = Player(visit(PHONE))
    player.play("d4")
    player.choose("w")
    player.press("d5")
    player.sees('#banner[data-kind="fault"]')
    player.visit.shoot("simulator-fault-390")
    player.choose("auto")
    player.press("d5")
    player.sees('#banner[data-kind="turn"]')
    assert player.page.locator('#board [data-kind]:not([data-kind="."])').count() == 1
    player.clear()


def test_the_keyboard_alone_can_play(visit):
    player = Player(visit(DESKTOP))
    page = player.page
    page.focus('[data-at="d4"]')
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    player.sees('#board [data-kind="w"][data-hollow="e5"]')
    assert page.get_attribute('[data-at="e5"]', "aria-label") == "e5, White attack marble"
    page.keyboard.press("Enter")
    assert page.locator('[data-at="e5"][data-held]').count() == 1
    page.keyboard.press("Escape")
    assert page.locator("[data-held]").count() == 0
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    player.sees('#board [data-kind="b"][data-hollow="d5"]')
    player.clear()


def spot(page, at):
    """The middle of a hollow, of a tray's reserve or of its Queen's hollow, in pixels."""
    if len(at) == 2:
        box = page.locator(f'.hollow-grid [data-at="{at}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    side, what = at.split()
    box = page.locator(f"#tray-{side} > svg").bounding_box()
    x, y = (0.5, 0.5) if what == "queen" else (0.45, 0.3)
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def with_the_mouse(page, start, end):
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=4)
    assert page.locator(".dragged").count() == 1
    page.mouse.up()


def with_a_finger(page, start, end):
    """As a screen reports a finger: the browser decides itself whether the page scrolls."""
    (x, y), (to_x, to_y) = spot(page, start), spot(page, end)
    fingers = page.context.new_cdp_session(page)
    scrolled = page.evaluate("scrollY")
    told = [("touchStart", x, y)]
    told += [("touchMove", x + (to_x - x) * k / 4, y + (to_y - y) * k / 4) for k in (1, 2, 3, 4)]
    for kind, at_x, at_y in told:
        points = [{"x": at_x, "y": at_y}]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert page.locator(".dragged").count() == 1
    assert page.evaluate("scrollY") == scrolled
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    fingers.detach()


@pytest.mark.parametrize(
    ("drag", "size", "options"),
    [(with_the_mouse, DESKTOP, {}), (with_a_finger, SMALL, {"has_touch": True})],
    ids=["mouse", "finger"],
)
def test_marbles_are_dragged_out_of_trays_over_the_board_and_back(visit, drag, size, options):
    player = Player(visit(size, **options))
    page = player.page
    page.locator("#board").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('.table').scrollIntoView({ block: 'center' })")

    def moves(start, end, number):
        drag(page, start, end)
        page.locator("#moves .move:not(:text('…'))").nth(number - 1).wait_for(timeout=RULED_MS)

    for number, end in enumerate(["a1", "g7", "b1", "f7", "c1", "e7"], 1):
        moves("w tray" if number % 2 else "b tray", end, number)
    drag(page, "w queen", "d1")
    player.sees('#banner[data-kind="combination"]:has-text("Real Queen")')
    drag(page, "a1", "w tray")
    player.sees('#banner .ticked:text("a1")')
    # Onto another marble, and beside the board: it stays.
    drag(page, "b1", "e7")
    player.sees('.sim-note:has-text("e7 holds a marble")')
    assert page.locator('#board .marble[data-hollow="b1"]').count() == 1
    drag(page, "b1", "w tray")
    player.sees('#banner .ticked:text("b1")')
    drag(page, "g7", "w tray")
    player.sees('#banner .ticked:text("g7")')
    drag(page, "f7", "w tray")
    player.sees('#banner[data-kind="turn"]')
    trays = page.evaluate("fetch('/api/simulator').then((a) => a.json()).then((a) => a.trays)")
    assert [trays[name]["taken"] for name in ("light", "dark")] == [0, 2]
    assert page.locator("[data-held], .dragged, [data-aim]").count() == 0
    player.clear()


def test_a_drag_that_is_given_up_changes_nothing(visit):
    player = Player(visit(DESKTOP))
    page = player.page
    player.play("d4")
    page.mouse.move(*spot(page, "d4"))
    page.mouse.down()
    page.mouse.move(*spot(page, "d6"), steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert page.locator(".dragged").count() == 0
    assert page.locator('#board .marble[data-hollow="d4"]').count() == 1
    player.clear()


def test_a_hand_over_the_board_holds_the_ruling_back(visit):
    player = Player(visit(SMALL, locale="it-IT"))
    page = player.page
    page.click('button:text("Mano sul tavoliere")')
    player.sees('[aria-pressed="true"]')
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click('button:text("Mano sul tavoliere")')
    player.sees('.sim-buttons [aria-pressed="false"]')
    page.click('[data-at="a7"]')
    player.sees('#board [data-kind="w"][data-hollow="a7"]')
    player.visit.shoot("simulator-360-it", full=True)
    page.click('button:text("Svuota il tavoliere")')
    player.sees("#moves-none:not([hidden])")


def test_a_second_page_sees_the_same_board(visit):
    one, two = Player(visit(DESKTOP)), Player(visit(PHONE))
    one.play("c3")
    two.sees('#board [data-hollow="c3"]')
    two.choose("b")
    two.press("c3")
    two.sees('[data-at="c3"][data-held]')
    one.clear()
    two.sees("#moves-none:not([hidden])")


class LessonPupil(Player):
    """Learns on the painted board."""

    def __init__(self, visit):
        self.visit = visit
        self.page = visit.page

    def reaches(self, stage):
        self.page.locator(f'body[data-stage="{stage}"]').wait_for(timeout=RULED_MS)

    def take(self, *hollows):
        for hollow in hollows:
            self.press(hollow)
            self.sees(f'#banner .ticked:text("{hollow}"), #banner[data-kind="done"]')


@pytest.mark.parametrize(("size", "lang"), [(SMALL, "it-IT"), (DESKTOP, "en-GB")])
def test_a_lesson_from_the_list_to_well_done(visit, size, lang):
    # The board is found by now, or is waited for.
    Player(visit(DESKTOP))
    pupil = LessonPupil(visit(size, "learn", locale=lang))
    page = pupil.page
    page.locator(".lessons button").nth(11).wait_for()
    pupil.visit.shoot(f"learn-{size[0]}")
    games = page.evaluate("fetch('/api/games').then((answer) => answer.json())")
    page.click('[data-lesson="double-real"]')
    pupil.reaches("play")
    page.click("#hint")
    assert "d2" in page.inner_text("#banner")
    pupil.press("g7")
    pupil.reaches("again")
    pupil.visit.shoot(f"lesson-again-{size[0]}", full=True)
    found = {"again": pupil.visit.barriers()}
    page.check('input[value="take"]', force=True)
    pupil.press("g7")
    pupil.reaches("play")
    page.check('input[value="auto"]', force=True)
    pupil.press("d2")
    pupil.reaches("take")
    pupil.take("d2", "a2")
    pupil.visit.shoot(f"lesson-take-{size[0]}", full=True)
    found["take"] = pupil.visit.barriers()
    pupil.take("d3", "d6", "a5", "g4")
    pupil.reaches("done")
    pupil.visit.shoot(f"lesson-done-{size[0]}", full=True)
    found["done"] = pupil.visit.barriers()
    assert {stage: barriers for stage, barriers in found.items() if barriers} == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.click("#next")
    pupil.sees("#hint:not([disabled])")
    page.click("#leave")
    pupil.reaches("")
    assert page.locator('[data-lesson="double-real"] .learned').count() == 1
    assert page.evaluate("fetch('/api/games').then((answer) => answer.json())") == games


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_playing_and_learning_have_no_barriers(visit, scheme):
    visiting = visit(SMALL, color_scheme=scheme, bypass_csp=True)
    player = Player(visiting)
    found = visiting.barriers()
    visiting.go("learn", ".lessons button")
    visiting.page.click('[data-lesson="castle"]')
    player.sees('body[data-stage="play"]')
    found += visiting.barriers()
    player.sees("#simulator:not([hidden])")
    visiting.page.click("#leave")
    player.sees('body[data-stage=""]')
    assert found == []
