"""The wizard in a real browser: from the camera to the first move, by finger and by keyboard."""

import time

import numpy as np
import pytest
from desk_pages import served
from readers import EVERYBODY, Reader

from calibration.start import StartUp
from companion.table import Table
from companion.watch import Eyes
from vision.simulator import Simulator
from vision.sources import BaseSource
from vision.types import Frame


@pytest.fixture(scope="module")
def bare(painted):
    """A painted bare board."""
    return painted[0]


@pytest.fixture(scope="module")
def eyes(painted):
    """Real eyes that find the painted board at once, if it can be seen at all."""
    board = painted[1]

    class Finds(StartUp):
        waiting_for = property(lambda self: "dark" if self._night else super().waiting_for)
        _night = True

        def feed(self, frame):
            self._night = frame.image_bgr.max() < 30
            if self._night:
                return None
            if self._calibration is None:
                self._calibration = board
                return None
            return super().feed(frame)

    return Eyes(Finds)


class Lamp(BaseSource):
    """A camera over a board in a room that is dark until somebody switches the lamp on."""

    name, live = "webcam:0", True

    def __init__(self, image):
        self.image, self.lit, self.closed, self.silent = image, False, False, False

    def close(self):
        self.closed = True

    def __iter__(self):
        index = 0
        while not self.closed:
            while self.silent and not self.closed:
                time.sleep(0.05)
            yield Frame(self.image if self.lit else self.image // 20, index, time.monotonic())
            index += 1
            time.sleep(0.05)


@pytest.fixture
def lamp(bare):
    """A camera in a dark room."""
    return Lamp(bare)


@pytest.fixture
def table(store, lamp, eyes):
    """A table under that camera."""
    table = Table("table", lamp, store, eyes=eyes)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def address(store, table):
    with served(store, table, open_source=lambda _: Simulator()) as page:
        yield page


@EVERYBODY
def test_from_a_dark_room_to_the_first_move(wizard, lamp, table, reader):
    watching = wizard(reader)
    page = watching.page
    phone = reader.screen == "phone"
    page.wait_for_selector('body[data-setup="board"] .wrong')
    assert page.inner_text(".wrong").endswith(reader.words("wizard.wrong.dark"))
    watching.shoot("setup-dark", full=phone)
    found = {"dark": watching.barriers()}
    lamp.lit = True
    page.wait_for_selector('body[data-setup="trays"] .found')
    assert page.locator(".found").count() == 49
    watching.until("document.querySelector('.live img').naturalWidth > 900")
    watching.shoot("setup-trays", full=phone)
    found["trays"] = watching.barriers()
    watching.press("wizard.trays.skip")
    page.wait_for_selector('body[data-setup="play"] #form-white')
    page.fill("#form-white", "Chiara")
    page.fill("#form-black", "Dario")
    watching.shoot("setup-play", full=phone)
    found["play"] = watching.barriers()
    assert {step: barriers for step, barriers in found.items() if barriers} == {}
    watching.press("wizard.play.begin")
    page.wait_for_selector("#tray-w:has-text('Chiara')")
    assert table.state("en")["players"]["b"]["name"] == "Dario"


@EVERYBODY
def test_corners_are_dragged_by_mouse_and_by_keyboard(wizard, lamp, table, reader):
    lamp.lit = True
    watching = wizard(reader)
    page = watching.page
    page.wait_for_selector('body[data-setup="trays"]')
    before = table.setup()["corners"]
    watching.press("wizard.board.corners")
    box = page.locator("[data-corner='0']").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    little = page.locator(".live").bounding_box()["width"] / 50
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - little, middle[1] - little / 2, steps=4)
    page.mouse.up()
    page.focus("[data-corner='2']")
    page.keyboard.press("Shift+ArrowRight")
    watching.shoot("setup-corners")
    assert watching.barriers() == []
    with page.expect_request(lambda request: request.method == "POST") as sent:
        watching.press("wizard.board.set")
    page.wait_for_selector(".handle", state="detached")
    moved = np.array(sent.value.post_data_json["corners"]) - before
    assert moved[0, 0] < -0.005
    assert moved[2, 0] > 0.01
    assert np.abs(moved[1]).max() < 0.002
    # What a hand missed by a little is put right.
    assert np.abs(np.array(table.setup()["corners"]) - before).max() < 0.005
    assert watching.reader.words("wizard.board.found") in page.inner_text("[data-step=board]")


@EVERYBODY
def test_corners_beside_the_hollows_are_not_called_found(wizard, lamp, reader):
    lamp.lit = True
    watching = wizard(reader)
    page = watching.page
    page.wait_for_selector('body[data-setup="trays"]')
    watching.press("wizard.board.corners")
    page.focus("[data-corner='1']")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    watching.press("wizard.board.set")
    page.wait_for_selector("[data-step=board] .wrong")
    said = page.inner_text("[data-step=board]")
    assert watching.reader.words("wizard.board.unsure") in said
    assert watching.reader.words("wizard.board.found") not in said
    watching.shoot("setup-unsure", full=reader.screen == "phone")
    assert watching.barriers() == []


@EVERYBODY
def test_a_camera_is_chosen(wizard, table, reader):
    watching = wizard(reader)
    page = watching.page
    page.wait_for_selector(".step[data-step=camera] select")
    page.select_option(".step[data-step=camera] select", "simulator")
    watching.shoot("setup-camera", full=reader.screen == "phone")
    watching.press("wizard.camera.use")
    page.wait_for_selector('body[data-setup="trays"], body[data-setup="play"]')
    assert table.source_name == "simulator"


@EVERYBODY
def test_a_camera_that_falls_silent_is_said_until_it_is_back(wizard, lamp, reader):
    lamp.lit = True
    watching = wizard(reader)
    page = watching.page
    page.wait_for_selector('body[data-setup="trays"]')
    lamp.silent = True
    page.wait_for_selector("[data-step=camera][data-state=now] .wrong")
    assert reader.words("camera.stalled") in page.inner_text("[data-step=camera]")
    watching.shoot("setup-silent", full=reader.screen == "phone")
    assert watching.barriers() == []
    lamp.silent = False
    page.wait_for_selector("[data-step=camera][data-state=done]")
    assert page.locator("[data-step=camera] .wrong").count() == 0


def test_who_is_no_referee_is_asked_for_the_pin(wizard, lamp):
    watching = wizard(Reader("it", "phone"))
    page = watching.page
    page.wait_for_selector("[data-step]")
    # His button leads to the desk, where it also lets him leave.
    page.click("#referee")
    page.wait_for_selector("#desk h2")
    watching.press("referee.leave")
    watching.go("setup", "#wizard .primary")
    assert "PIN" in page.inner_text("#wizard")
    assert lamp.closed is False


def test_in_the_middle_of_a_game_the_way_back_to_it_comes_first(wizard, lamp, table):
    lamp.lit = True
    watching = wizard(Reader("en", "phone"))
    page = watching.page
    page.wait_for_selector('body[data-setup="trays"]')
    table.tell({"command": "new_game", "players": {"w": "Anna", "b": "Bruno"}})
    table.tell({"command": "declare", "moves": ["d4"]})
    watching.press("wizard.trays.skip")
    page.wait_for_selector('body[data-setup="play"]')
    back = page.locator("#wizard a.primary")
    back.wait_for()
    assert watching.reader.words("wizard.play.back.note") in page.inner_text("#wizard")
    watching.shoot("setup-back")
    back.click()
    page.wait_for_selector("#tray-w:has-text('Anna')")


@pytest.mark.parametrize("what", ["camera.jpg", "setup"])
def test_a_slow_network_is_asked_for_one_thing_at_a_time(wizard, lamp, what):
    lamp.lit = True
    page = wizard(Reader("en", "phone")).page
    page.wait_for_selector('body[data-setup="trays"]')
    asked = []

    def hold(route):
        asked.append(route)

    page.route(f"**/api/{what}?*", hold)
    for number in (1, 2):
        while len(asked) < number:
            page.wait_for_timeout(50)
        # Time for several more.
        page.wait_for_timeout(2500)
        assert len(asked) == number, [route.request.url for route in asked]
        asked[-1].continue_()
    page.unroute_all()


def test_a_network_that_comes_back_is_complained_of_no_longer(wizard, lamp):
    lamp.lit = True
    watching = wizard(Reader("it", "phone"))
    page = watching.page
    page.wait_for_selector('body[data-setup="trays"]')
    page.route("**/api/setup?*", lambda route: route.abort())
    page.wait_for_selector("#wizard .refusal:not(:empty)")
    page.unroute_all()
    page.wait_for_selector("#wizard .refusal:empty", state="attached")
    # The browser's own words about what was cut off.
    watching.complaints.clear()
