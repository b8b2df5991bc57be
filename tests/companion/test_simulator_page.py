"""A whole game on the painted board, through the page: clicks in, rulings out."""

import pytest
from pages import companion_running
from patience import seconds
from readers import EVERYBODY, Reader

from companion.words import LANGUAGES


@pytest.fixture(scope="module")
def address(browser, tmp_path_factory):
    with companion_running(tmp_path_factory.mktemp("data"), source="simulator") as page:
        yield page


RULED_MS = seconds(60) * 1000
"""From a press to what the page says of it, on a busy machine."""


class Player:
    """Presses hollows and waits for what the companion makes of it."""

    def __init__(self, visit):
        self.visit = visit
        self.page = visit.page
        self.says = visit.reader.words
        self.page.locator('#banner[data-kind="turn"]').wait_for()
        self.page.locator(".hollow-grid").wait_for()

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

    def told(self, place="#banner"):
        return self.page.inner_text(place)

    def choose(self, tool):
        self.page.check(f'input[value="{tool}"]', force=True)

    def clear(self):
        self.visit.press("simulator.clear")
        self.sees("#moves-none:not([hidden])")


@EVERYBODY
def test_a_game_with_a_real_a_real_queen_and_a_winning_real(visit, reader):
    player = Player(visit(reader))
    page, says = player.page, player.says
    player.play("a1", "g7", "b1", "f7", "c1", "e7")
    player.press("d1")
    player.sees('#banner[data-kind="combination"]')
    assert f"{says('return')} 2" in player.told()
    assert f"{says('capture')} 1" in player.told()
    player.press("a2")
    assert player.told(".sim-note") == says("simulator.due")
    player.take("d1", "c1")
    player.visit.shoot("simulator")
    player.take("g7")
    player.play("d7", "c1")
    player.choose("B")
    player.press("c7")
    player.sees(f'#banner:has-text("{says("code.RQ")}")')
    player.take("e7", "f7", "a1", "b1")
    player.play("b3", "g1", "b4", "g2", "b5", "f1")
    player.press("b6")
    player.sees('#banner[data-kind="win"]')
    assert says("termination.Winning Real") in player.told()
    assert page.locator("#moves .move").count() == 17
    assert page.locator("#cards li").count() == 3
    player.visit.shoot("simulator-won", full=reader.screen == "phone")
    player.press("a7")
    assert player.told(".sim-note") == says("simulator.over")
    player.clear()
    assert page.locator("#cards li").count() == 0


@EVERYBODY
def test_a_fault_is_called_and_put_right_by_pressing_it(visit, reader):
    player = Player(visit(reader))
    player.play("d4")
    player.choose("w")
    player.press("d5")
    player.sees('#banner[data-kind="fault"]')
    assert player.says("fault.out-of-turn") in player.told()
    player.visit.shoot("simulator-fault")
    player.choose("auto")
    player.press("d5")
    player.sees('#banner[data-kind="turn"]')
    assert player.page.locator('#board [data-kind]:not([data-kind="."])').count() == 1
    player.clear()


def test_what_was_taken_back_is_laid_by_pressing_it(visit):
    player = Player(visit())
    player.play("d4", "e5")
    player.visit.log_in()
    player.visit.press("desk.undo")
    player.sees('#banner[data-kind="arrange"]')
    assert "e5" in player.told()
    player.press("e5")
    player.sees('#banner[data-kind="turn"]')
    assert player.page.locator('#board [data-kind]:not([data-kind="."])').count() == 1
    player.clear()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_keyboard_alone_can_play(visit, lang):
    player = Player(visit(Reader(lang)))
    page = player.page
    page.focus('[data-at="d4"]')
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    player.sees('#board [data-kind="w"][data-hollow="e5"]')
    lying = player.says("simulator.hollow.w", hollow="e5")
    player.sees(f'[data-at="e5"][aria-label="{lying}"]')
    page.keyboard.press("Enter")
    assert page.locator('[data-at="e5"][data-held]').count() == 1
    page.keyboard.press("Escape")
    assert page.locator("[data-held]").count() == 0
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    player.sees('#board [data-kind="b"][data-hollow="d5"]')
    player.clear()


LATE_ANSWERS = """
const asked = window.fetch;
window.fetch = async (...what) => {
  const answer = await asked(...what);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return answer;
};
"""


@pytest.mark.parametrize("script", ["", LATE_ANSWERS], ids=["prompt", "late answers"])
def test_what_is_pressed_right_after_clearing_is_for_the_game_that_begins(visit, script):
    player = Player(visit(script=script))
    player.play("d4", "d5", "a1")
    # Both at once: no hand is as quick, but the camera of a busy machine is as slow.
    player.page.evaluate(
        """() => {
            const clear = [...document.querySelectorAll(".sim-buttons button")].at(-1);
            clear.click();
            document.querySelector('[data-at="a1"]').click();
        }"""
    )
    player.sees("#moves-none:not([hidden])")
    player.sees("#moves .move:not(:text('…'))")
    assert player.page.locator("#moves .move").count() == 1
    assert player.page.locator('#board [data-kind="w"][data-hollow="a1"]').count() == 1
    player.play("b1")
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


def test_a_finger_finds_the_painted_board_only_once_it_is_no_finger_that_scrolls(visit):
    visiting, late = visit(has_touch=True), []
    page = visiting.page
    page.locator(".hollow-grid").wait_for()
    took_ms = page.evaluate("performance.now()")

    def hold(route):
        late.append(route)

    page.route("**/simulator.css", hold)
    # A stylesheet that is waited for may hold the load event back.
    with page.expect_request_finished(lambda request: request.url.endswith("/simulator.js")):
        page.reload(wait_until="commit")
    page.locator('#banner[data-kind="turn"]').wait_for()
    # As much time again as the grid took on the page before, and more.
    page.wait_for_timeout(2 * took_ms)
    assert page.locator(".hollow-grid").count() == 0
    (waiting,) = late
    waiting.continue_()
    player = Player(visiting)
    with_a_finger(page, "w tray", "a1")
    player.sees('#board [data-kind="w"][data-hollow="a1"]')
    player.clear()


@EVERYBODY
def test_marbles_are_dragged_out_of_trays_over_the_board_and_back(visit, reader):
    phone = reader.screen == "phone"
    drag = with_a_finger if phone else with_the_mouse
    player = Player(visit(reader, has_touch=phone))
    page = player.page

    def scroll(to):
        # On a phone the banner stays in view, over the upper tray if need be.
        page.evaluate(f"scrollTo(0, 0); {to}")

    upper, lower = "", "document.querySelector('.table').scrollIntoView({ block: 'end' })"

    def moves(start, end, number):
        scroll(lower if start.startswith("w") else upper)
        drag(page, start, end)
        page.locator("#moves .move:not(:text('…'))").nth(number - 1).wait_for(timeout=RULED_MS)

    for number, end in enumerate(["a1", "g7", "b1", "f7", "c1", "e7"], 1):
        moves("w tray" if number % 2 else "b tray", end, number)
    scroll(lower)
    drag(page, "w queen", "d1")
    player.sees(f'#banner[data-kind="combination"]:has-text("{player.says("code.RQ")}")')
    drag(page, "a1", "w tray")
    player.sees('#banner .ticked:text("a1")')
    # Onto another marble, and beside the board: it stays.
    drag(page, "b1", "e7")
    player.sees(f'.sim-note:has-text("{player.says("simulator.full", hollow="e7")}")')
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
    player = Player(visit())
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


@EVERYBODY
def test_a_hand_over_the_board_holds_the_ruling_back(visit, reader):
    player = Player(visit(reader))
    player.visit.press("simulator.hand")
    player.sees('[aria-pressed="true"]')
    player.visit.shoot("simulator-hand")
    player.visit.press("simulator.hand")
    player.sees('.sim-buttons [aria-pressed="false"]')
    player.press("a7")
    player.sees('#board [data-kind="w"][data-hollow="a7"]')
    player.visit.shoot("simulator-open", full=True)
    player.clear()


def test_a_second_page_sees_the_same_board(visit):
    one, two = Player(visit()), Player(visit(Reader("it", "phone")))
    one.play("c3")
    two.sees('[data-at="c3"][data-filled]')
    two.choose("b")
    two.press("c3")
    two.sees('[data-at="c3"][data-held]')
    one.clear()
    two.sees("#moves-none:not([hidden])")


class LessonPupil(Player):
    """Learns on the painted board."""

    def __init__(self, visit):
        # The board is found by now, or is waited for.
        super().__init__(visit)
        visit.go("learn", ".lessons button")

    def reaches(self, stage):
        self.page.locator(f'body[data-stage="{stage}"]').wait_for(timeout=RULED_MS)

    def take(self, *hollows):
        for hollow in hollows:
            self.press(hollow)
            self.sees(f'#banner .ticked:text("{hollow}"), #banner[data-kind="done"]')


@EVERYBODY
def test_a_lesson_from_the_list_to_well_done(visit, reader):
    pupil = LessonPupil(visit(reader))
    page = pupil.page
    page.locator(".lessons button").nth(11).wait_for()
    pupil.visit.shoot("lessons")
    games = page.evaluate("fetch('/api/games').then((answer) => answer.json())")
    page.click('[data-lesson="double-real"]')
    pupil.reaches("play")
    page.click("#hint")
    assert "d2" in pupil.told()
    pupil.press("g7")
    pupil.reaches("again")
    assert pupil.says("learn.instead.note") in pupil.told()
    pupil.visit.shoot("lesson-again", full=True)
    found = {"again": pupil.visit.barriers()}
    pupil.choose("take")
    pupil.press("g7")
    pupil.reaches("play")
    pupil.choose("auto")
    pupil.press("d2")
    pupil.reaches("take")
    pupil.take("d2", "a2")
    pupil.visit.shoot("lesson-take", full=True)
    found["take"] = pupil.visit.barriers()
    pupil.take("d3", "d6", "a5", "g4")
    pupil.reaches("done")
    assert pupil.says("learn.done") in pupil.told()
    pupil.visit.shoot("lesson-done", full=True)
    found["done"] = pupil.visit.barriers()
    assert {stage: barriers for stage, barriers in found.items() if barriers} == {}
    page.click("#next")
    pupil.sees("#hint:not([disabled])")
    page.click("#leave")
    pupil.reaches("")
    assert page.locator('[data-lesson="double-real"] .learned').count() == 1
    assert page.evaluate("fetch('/api/games').then((answer) => answer.json())") == games


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_playing_and_learning_have_no_barriers(visit, scheme):
    visiting = visit(Reader("it", "phone"), color_scheme=scheme)
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
