"""Setting up: what is wrong with a picture, another camera, corners by hand, bad requests."""

import math
import threading
import time
from dataclasses import replace

import cv2
import numpy as np
import pytest
from patience import seconds
from scripted import GAME, ScriptedSource, StillCamera, script

from calibration import start as start_module
from calibration.errors import CalibrationError
from calibration.start import StartUp
from companion.doorkeeper import Doorkeeper
from companion.errors import StoreError
from companion.house import House
from companion.setting_up import Step, Wrong, edge_spread_px, setup_json, wrong_with
from companion.showing import Camera
from companion.table import Table
from companion.watch import Eyes
from companion.web import create_app
from companion.web.setup import DOINGS
from companion.words import CATALOGUES
from vision.simulator.source import Simulator
from vision.types import Frame


def frames(*images):
    return tuple(Frame(image, i, float(i)) for i, image in enumerate(images))


@pytest.fixture(scope="module")
def bare(painted):
    """A painted bare board."""
    return painted[0]


def blurred(image, sigma):
    return cv2.GaussianBlur(image, (0, 0), sigma * image.shape[1] / 640)


def test_a_good_picture_has_nothing_wrong(bare):
    assert wrong_with(frames(bare)) == []
    assert wrong_with(frames(bare, bare)) == []


def test_dark_and_blurred_pictures_are_told(bare):
    assert wrong_with(frames((bare * 0.05).astype(np.uint8))) == [Wrong.DARK]
    assert wrong_with(frames(np.zeros_like(bare))) == [Wrong.DARK]
    assert wrong_with(frames(blurred(bare, 5.0))) == [Wrong.BLURRED]


def test_a_hand_that_moves_is_told(bare):
    with_hand = bare.copy()
    with_hand[100:300, 200:400] = (120, 150, 200)
    assert wrong_with(frames(bare, with_hand)) == [Wrong.MOVING]
    noise = np.random.default_rng(3).normal(0, 3, bare.shape)
    noisy = np.clip(bare + noise, 0, 255).astype(np.uint8)
    assert wrong_with(frames(bare, noisy)) == []


def test_plain_cloth_is_neither_sharp_nor_blurred():
    cloth = np.full((480, 640, 3), 120, np.uint8)
    assert wrong_with(frames(cloth)) == []


def test_the_spread_of_edges_is_what_blurred_them():
    """Against edges whose blur is known; what is finer than two pixels is sharp anyway."""
    edge = np.zeros((300, 400), np.uint8)
    edge[:, 200:] = 200
    for sigma in (2.0, 2.5, 3.0):
        spread = edge_spread_px(cv2.GaussianBlur(edge, (0, 0), sigma))
        assert spread == pytest.approx(sigma, rel=0.2)


def test_every_wrong_has_words():
    for words in CATALOGUES.values():
        assert {f"wizard.wrong.{code}" for code in Wrong} <= set(words)
        assert {f"wizard.{step}" for step in Step} <= set(words)


def test_before_the_first_frame_it_waits_for_the_camera():
    told = setup_json(None, False, "bare-board", ())
    assert (told["step"], told["hollows"], told["wrong"]) == ("camera", None, [])


# A table that is set up anew.


class Waits:
    """A start that finds nothing by itself."""

    waiting_for = "nothing"
    board = None

    def feed(self, _):
        return None


def until(condition):
    end = time.monotonic() + seconds(30)
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def eyes(painted):
    """Real eyes that find the painted board at once: looking takes a second each time."""
    board = painted[1]

    class Finds(StartUp):
        def feed(self, frame):
            if self._calibration is None:
                self._calibration = board
                return None
            return super().feed(frame)

    return Eyes(Finds)


@pytest.fixture
def table(store, bare, eyes):
    table = Table("table", StillCamera(bare), store, eyes=eyes)
    table.start()
    until(lambda: table.setup()["step"] == "trays")
    yield table
    table.stop()


@pytest.fixture
def opened():
    return []


@pytest.fixture
def client(table, store, bare, opened):
    def opener(name):
        opened.append(Simulator(realtime=False) if name == "simulator" else StillCamera(bare, name))
        return opened[-1]

    house = House(store, {"table": table}, door=Doorkeeper(None), open_source=opener)
    return create_app(house).test_client()


def post(client, **body):
    return client.post("/api/setup", json=body)


def test_the_board_is_told_before_the_trays_are_seen(client):
    told = client.get("/api/setup?lang=it").get_json()
    assert (told["step"], told["waiting_for"]) == ("trays", "trays")
    assert told["waiting_text"] == CATALOGUES["it"]["waiting.trays"]
    assert len(told["hollows"]) == 49
    assert told["corners"] == [told["hollows"][i] for i in (42, 48, 6, 0)]
    assert all(0 < v < 1 for place in told["hollows"] for v in place)


def test_corners_from_a_person_are_put_right_or_believed(client, table):
    found = np.array(client.get("/api/setup").get_json()["corners"])
    missed = post(client, do="corners", corners=(found + 0.004).tolist()).get_json()
    assert np.allclose(missed["corners"], found, atol=0.002)
    # Where no board can be seen, the person knows better.
    elsewhere = (found.mean(axis=0) + 0.4 * (found - found.mean(axis=0))).tolist()
    told = post(client, do="corners", corners=elsewhere).get_json()
    assert told["step"] == "trays"
    assert np.allclose(told["corners"], elsewhere, atol=0.002)
    assert (missed["sure"], told["sure"]) == (True, False)
    played = post(client, do="no-trays").get_json()
    assert played["step"] == "play"
    until(lambda: table.game is not None)


def test_corners_are_taken_while_the_board_is_looked_for(store, bare, painted, monkeypatch):
    slowly = threading.Event()
    monkeypatch.setattr(start_module, "from_bare_board", lambda *_: slowly.wait(5) and painted[1])
    table = Table("table", StillCamera(bare), store)
    table.start()
    until(lambda: table.setup()["waiting_for"] == "looking")
    corners = painted[1].hollows_px[[42, 48, 6, 0]] / [bare.shape[1], bare.shape[0]]
    table.take_corners(corners.tolist())
    assert not slowly.is_set()
    assert table.setup()["step"] == "trays"
    slowly.set()
    table.stop()


@pytest.mark.parametrize(
    ("corners", "status"),
    [
        (None, 400), ([], 400), ([[0.1, 0.1]] * 3, 400), ([[0.1, 0.1, 0.1]] * 4, 400),
        ([["a", 0.1]] * 4, 400), ([[True, 0.1]] * 4, 400), ([[1e999, 0.1]] * 4, 400),
        ([[10**400, 0.1]] * 4, 400), ([[-1e300, 0.1]] * 4, 400), ([[math.nan, 0.1]] * 4, 400),
        ([[0.5, 0.5]] * 4, 409), ([[0.2, 0.2], [0.8, 0.2], [0.8, 1.4], [0.2, 0.8]], 409),
        ([[0.2, 0.8], [0.8, 0.8], [0.8, 0.2], [0.2, 0.2]], 409),
    ],
)  # fmt: skip
def test_bad_corners_change_nothing(client, corners, status):
    before = client.get("/api/setup").get_json()["corners"]
    answer = post(client, do="corners", corners=corners)
    assert answer.status_code == status
    assert client.get("/api/setup").get_json()["corners"] == before


def test_refused_corners_leave_a_game_and_its_calibration_as_they_are(client, table):
    corners = client.get("/api/setup").get_json()["corners"]
    assert post(client, do="no-trays").status_code == 200
    until(lambda: table.game is not None)
    table.tell({"command": "declare", "moves": GAME[:3]})
    before = table.newest
    assert post(client, do="corners", corners=[[0.5, 0.5]] * 4).status_code == 409
    state = table.state("en")
    assert (state["paused"], state["camera"]["status"]) == (False, Camera.OK)
    assert (table.setup()["step"], table.newest) == ("play", before)
    # Good ones are taken, and only now does the game rest.
    assert post(client, do="corners", corners=corners).status_code == 200
    assert (table.setup()["step"], table.state("en")["paused"]) == ("trays", True)


def test_refusals_are_told_in_the_visitors_language(client):
    body = {"do": "corners", "corners": [[0.5, 0.5]] * 4}
    told = client.post("/api/setup?lang=it", json=body).get_json()["detail"]
    assert told == CATALOGUES["it"]["wizard.refused.corners"]
    for words in CATALOGUES.values():
        assert {f"wizard.refused.{doing}" for doing in DOINGS} <= set(words)


@pytest.mark.parametrize(
    "body",
    [
        {}, {"do": "x"}, {"do": 1}, {"do": "source"}, {"do": "source", "source": 5},
        {"do": "source", "source": "recording:/etc"}, {"do": "source", "source": "webcam:99"},
    ],
)  # fmt: skip
def test_bad_requests_are_refused(client, opened, body):
    assert post(client, **body).status_code == 400
    assert opened == []


def test_another_camera_is_watched_from_its_beginning(client, table, opened):
    old = table.source
    assert post(client, do="source", source="simulator").status_code == 200
    until(lambda: table.setup()["step"] == "play")
    assert old.closed
    assert client.get("/api/state").get_json()["camera"]["source"] == "simulator"
    assert client.get("/api/simulator").status_code == 200
    until(lambda: table.game is not None)
    # And again: a painted board begins with the bare one.
    assert post(client, do="again").status_code == 200
    assert len(opened) == 2
    assert table.source is opened[1]
    assert table.setup()["step"] != "play"


def test_a_camera_that_is_looked_at_again_stays_open(client, table, opened):
    post(client, do="no-trays")
    assert table.setup()["step"] == "play"
    assert post(client, do="again").status_code == 200
    assert opened == []
    until(lambda: table.setup()["step"] == "trays")


def test_without_a_board_there_is_no_going_on(store, bare):
    table = Table("table", StillCamera(bare), store, eyes=Eyes(Waits))
    table.start()
    try:
        until(lambda: table.picture() is not None)
        with pytest.raises(CalibrationError):
            table.without_trays()
    finally:
        table.stop()


def test_a_fixed_source_can_not_be_changed(table, store):
    house = House(store, {"table": table}, door=Doorkeeper(None))
    client = create_app(house).test_client()
    assert client.get("/api/setup/cameras").get_json()["fixed"] is True
    assert post(client, do="source", source="simulator").status_code == 409


def test_the_cameras_that_there_are(client):
    told = client.get("/api/setup/cameras?lang=it").get_json()
    assert told["now"] == "webcam:0"
    names = {camera["source"]: camera["name"] for camera in told["cameras"]}
    assert names["simulator"] == CATALOGUES["it"]["wizard.source.simulator"]


def test_a_game_under_way_rests_while_the_board_is_looked_for(seat):
    table = seat(GAME[:3], hold=7)
    table.start()
    assert table.source.held.wait(30)
    moves = table.state("en")["moves"]
    table.calibrate_anew()
    state = table.state("en")
    assert state["paused"] is True
    assert state["moves"] == moves
    assert table.camera_status is Camera.WAITING


def test_what_an_old_source_still_brings_is_not_looked_at(store):
    boards, eyes = script(GAME[:4])
    first, second = ScriptedSource(len(boards), hold=4), ScriptedSource(2, hold=1)
    first.name, second.name = "first", "second"
    table = Table("table", first, store, eyes=eyes)
    table.start()
    try:
        assert first.held.wait(30)
        table.watch(second)
        assert first.closed  # and so lets go of what it held back
        assert second.held.wait(30)
        assert table.source_name == "second"
        assert table.camera_status is not Camera.ENDED
        second.go.set()
        table.join()
    finally:
        table.stop()


def test_after_a_calibration_of_another_board_calibrating_again_helps(store, bare, painted, eyes):
    wrong = replace(eyes, fits=lambda *_: False)
    table = Table("table", StillCamera(bare), store, eyes=wrong, calibration=painted[1])
    table.start()
    try:
        until(lambda: "calibrate again" in table.failure)
        table.calibrate_anew()
        until(lambda: table.setup()["step"] == "trays")
        assert table.failure == ""
    finally:
        table.stop()


def test_a_source_is_not_changed_while_the_game_can_not_be_kept(seat, store, bare, monkeypatch):
    table = seat(GAME[:3], hold=6)
    table.start()
    until(lambda: table.in_game)
    other, before = StillCamera(bare, "webcam:1"), table.source

    def full(*_):
        raise StoreError("the disk is full")

    monkeypatch.setattr(store, "append", full)
    with pytest.raises(StoreError):
        table.watch(other)
    assert other.closed
    assert table.source is before
    assert not before.closed
    assert table.setup()["step"] == "play"
