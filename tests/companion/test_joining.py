"""A game under way is joined: it is found, looked at, told, and goes on from there."""

import time
from dataclasses import replace

import numpy as np
import pytest
from patience import seconds
from scripted import StillCamera
from synthetic import Take
from synthetic_setups import PLAIN, POSITION, picture

from calibration import start as start_module
from companion.doorkeeper import Doorkeeper
from companion.errors import RefusedError
from companion.eyes import Eyes
from companion.house import House
from companion.resuming import CalibrationShelf
from companion.showing import Camera
from companion.table import Table
from companion.web import create_app
from companion.words import CATALOGUES
from vision.aimed import AimedReader
from vision.errors import BoardNotFoundError, NotFound

LIES = "b6/1w5/1bwb3/1wbw3/1w2b2/7/7"
"""On the recorded board; which of both series is White there the eyes can't know."""

PLAYED = POSITION.removesuffix("6B") + "5wB"

OTHER = str.maketrans("wb", "bw")
PIN = "493027"


class Flipped:
    """Eyes that call the series the other way round."""

    def __init__(self, reader):
        self._reader = reader

    def __getattr__(self, name):
        return getattr(self._reader, name)

    def read(self, frame):
        reading = self._reader.read(frame)
        return replace(reading, p=reading.p[:, [0, 3, 4, 1, 2]])


def until(condition):
    end = time.monotonic() + seconds(60)
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def pass_by(table, frames=20):
    """Let some frames be looked at."""
    last = (table.state("en")["camera"]["frame"] or 0) + frames
    until(lambda: table.state("en")["camera"]["frame"] >= last)


@pytest.fixture
def found_once(monkeypatch, under_way):
    """Looking takes seconds each time."""

    def bare(*_):
        raise BoardNotFoundError("marbles stand on the board", NotFound.MARBLES)

    monkeypatch.setattr(start_module, "from_bare_board", bare)
    monkeypatch.setattr(start_module, "from_occupied_board", lambda *_: under_way[1])


@pytest.fixture
def kept():
    """Calibrations that were to be kept."""
    return []


@pytest.fixture
def table(store, under_way, kept, found_once):
    table = Table("table", StillCamera(under_way[0], frame_s=0.02), store, keep=kept.append)
    table.start()
    yield table
    table.stop()


@pytest.fixture
def client(table, store):
    return create_app(House(store, {"table": table}, door=Doorkeeper(None))).test_client()


def post(client, do, lang="en"):
    return client.post(f"/api/setup?lang={lang}", json={"do": do})


def told(client, **more):
    return client.post("/api/table/commands", json={"command": "new_game", **more})


def shown(client):
    return client.get("/api/setup?lang=it").get_json()


@pytest.fixture
def joined(client, table):
    """The board was found, and a person has looked at it."""
    post(client, "under-way")
    until(lambda: shown(client)["step"] == "trays")
    assert post(client, "no-trays").status_code == 200
    until(lambda: shown(client)["lying"] is not None)
    return client


def test_a_board_with_marbles_is_refused_until_a_game_is_said_to_be_under_way(client, table):
    until(lambda: shown(client)["waiting_for"] == "marbles")
    assert shown(client)["under_way"] is False
    said = post(client, "under-way", "it").get_json()
    assert (said["step"], said["under_way"]) == ("board", True)
    assert said["waiting_text"] == CATALOGUES["it"]["waiting.under-way"]
    until(lambda: shown(client)["step"] == "trays")
    found = shown(client)
    assert (found["waiting_for"], found["sure"], len(found["hollows"])) == ("joined", True, 49)
    # Nothing follows from it before a person has looked.
    pass_by(table)
    assert shown(client)["step"] == "trays"
    # And he may say that it is bare after all.
    assert post(client, "bare").get_json()["under_way"] is False
    until(lambda: shown(client)["waiting_for"] == "marbles")


@pytest.mark.parametrize("reason", [NotFound.NOTHING, NotFound.UNLIKE, NotFound.ENDS])
def test_why_it_is_not_found_is_said_in_the_visitors_language(client, monkeypatch, reason):
    def refuse(*_):
        raise BoardNotFoundError("no", reason)

    monkeypatch.setattr(start_module, "from_occupied_board", refuse)
    post(client, "under-way")
    waits = ("under-way", "looking-under-way")
    until(lambda: shown(client)["waiting_for"] not in waits)
    said = {lang: client.get(f"/api/setup?lang={lang}").get_json() for lang in CATALOGUES}
    for lang, words in CATALOGUES.items():
        own = words.get(f"waiting.{reason}-under-way", words[f"waiting.{reason}"])
        assert said[lang]["waiting_text"] == own
    refused = post(client, "no-trays")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "setup")


def test_only_referees_say_that_a_game_is_under_way(table, store):
    house = House(store, {"table": table}, door=Doorkeeper(PIN))
    stranger = create_app(house).test_client()
    for do in ("under-way", "bare"):
        assert post(stranger, do).status_code == 401
    assert table.setup()["under_way"] is False
    assert stranger.post("/api/referee/login", json={"pin": PIN, "name": "Ida"}).status_code == 200
    assert post(stranger, "under-way").status_code == 200
    elsewhere = {"Origin": "http://elsewhere.example"}
    answer = stranger.post("/api/setup", json={"do": "bare"}, headers=elsewhere)
    assert answer.status_code == 403
    assert table.setup()["under_way"] is True


def test_nothing_begins_by_itself_where_nobody_knows_whose_turn_it_is(joined, table):
    pass_by(table)
    assert table.game is None
    state = joined.get("/api/state?lang=en").get_json()
    assert (state["camera"]["status"], state["camera"]["waiting_for"]) == ("waiting", "untold")
    assert state["camera"]["text"] == CATALOGUES["en"]["waiting.untold"]
    assert joined.get("/healthz").status_code == 200
    # The colours were learned from the marbles that lie there.
    setup = shown(joined)
    assert (setup["step"], setup["lying"]["doubtful"]) == ("play", [])
    assert setup["lying"]["placement"] in (LIES, LIES.translate(OTHER))
    assert set(setup["colours"]) == {"w", "b"}


@pytest.mark.parametrize("white", ["w", "b"], ids=["as the eyes", "the other"])
def test_the_game_goes_on_from_what_lies_there_and_what_is_told(joined, table, white):
    lying = shown(joined)["lying"]
    swapped = white == "b"
    answer = told(
        joined, from_board=True, turn="b", swapped=swapped, captured={"w": 2, "b": 0},
        players={"w": "Anna", "b": "Bruno"},
    )  # fmt: skip
    assert answer.status_code == 200
    placement = lying["placement"].translate(OTHER if swapped else {})
    lie = {side: placement.count(side) for side in "wb"}
    reserve = f"{20 - lie['w'] - 2}/{20 - lie['b']}"
    state = joined.get("/api/state?lang=en").get_json()
    assert state["position"] == f"{placement} b {reserve} 2"
    assert state["players"]["w"]["captured"] == 2
    # It is refereed from there: nothing is to be laid, nothing is a fault, Black moves.
    until(lambda: table.state("en")["status"]["phase"] == "steady")
    until(lambda: table.camera_status is Camera.OK)
    assert (table.state("en")["fault"], table.state("en")["moves"]) == (None, [])


def test_a_marble_that_is_played_next_is_the_move_that_it_is(store):
    """With eyes that look for themselves, from the refusal of the bare board on."""
    joined_bgr = picture(PLAIN, Take(POSITION, tray=(10, 9), seed=1)).image_bgr
    camera = StillCamera(joined_bgr, frame_s=0.02)
    table = Table("table", camera, store)
    client = create_app(House(store, {"table": table}, door=Doorkeeper(None))).test_client()
    table.start()
    until(lambda: shown(client)["waiting_for"] == "marbles")
    post(client, "under-way")
    until(lambda: shown(client)["step"] == "trays")
    post(client, "no-trays")
    until(lambda: shown(client)["lying"] is not None)
    lying = shown(client)["lying"]
    assert lying["doubtful"] == []
    swapped = lying["placement"] != POSITION
    answer = told(client, from_board=True, turn="w", swapped=swapped, captured={"w": 0, "b": 0})
    assert answer.status_code == 200
    assert table.state("en")["position"].startswith(f"{POSITION} w ")
    camera.image = picture(PLAIN, Take(PLAYED, tray=(9, 9), seed=1)).image_bgr
    until(lambda: table.state("en")["moves"])
    assert table.state("en")["moves"] == ["f1"]
    table.stop()


def test_more_marbles_than_there_are_can_not_be_captured(joined, table):
    refused = told(joined, from_board=True, turn="w", captured={"w": 16, "b": 0})
    assert refused.status_code == 409
    assert table.game is None
    assert told(joined, from_board=True, turn="w", captured={"x": 1}).status_code == 400
    assert told(joined, from_board=True, turn="w", captured={"w": -1}).status_code == 409
    assert told(joined, from_board=True, turn="w", captured={"w": "2"}).status_code == 400
    assert table.game is None


def test_what_the_camera_doubts_is_asked_and_not_guessed(joined, table):
    reading = table._attendant.watch.reading
    p = reading.p.copy()
    names = reading.spec.names()
    p[names.index("g1")] = (0.6, 0.4, 0, 0, 0)
    p[names.index("a7")] = (0.1, 0.3, 0, 0.6, 0)
    read = table._attendant.watch._reader.read
    table._attendant.watch._reader.read = lambda frame: replace(read(frame), p=p)
    until(lambda: shown(joined)["lying"]["doubtful"] == ["g1", "a7"])
    begin = {"from_board": True, "turn": "w"}
    refused = joined.post("/api/table/commands?lang=it", json={"command": "new_game", **begin})
    assert (refused.status_code, refused.get_json()["code"]) == (409, "doubtful")
    assert refused.get_json()["detail"] == CATALOGUES["it"]["referee.doubtful"]
    # Each of them must be told, by what may lie there.
    assert told(joined, **begin, hollows={"g1": "w"}).status_code == 409
    assert told(joined, **begin, hollows={"g1": "w", "a7": "x"}).status_code == 409
    assert told(joined, **begin, hollows={"g1": "w", "a7": 1}).status_code == 400
    assert table.game is None
    assert told(joined, **begin, hollows={"g1": "w", "a7": "b"}).status_code == 200
    board = joined.get("/api/state").get_json()["board"]
    assert (board[names.index("g1")], board[names.index("a7")]) == ("w", "b")
    # Nor is it asked a second time.
    table.source.frame_s = 1.0
    pass_by(table)
    status = table.state("en")["status"]
    assert (status["phase"], status["doubt"]) == ("steady", False)


def test_a_bare_board_is_not_doubted_hollow_by_hollow(table):
    """As ever: only where the bare look was imagined something is asked."""
    watch = table._attendant.watch
    until(lambda: watch.waiting_for == "marbles")
    assert watch.under_way is False
    with pytest.raises(RefusedError) as refused:
        watch.board_seen(False)
    assert refused.value.code == "unseen"


def test_looking_again_looks_for_the_game_that_is_under_way(joined, table):
    said = post(joined, "again").get_json()
    assert (said["step"], said["under_way"]) == ("board", True)
    until(lambda: shown(joined)["step"] == "trays")
    # Corners of a board that was joined are those of a game under way, too.
    assert post(joined, "no-trays").status_code == 200
    corners = shown(joined)["corners"]
    answer = joined.post("/api/setup", json={"do": "corners", "corners": corners}).get_json()
    assert (answer["waiting_for"], answer["under_way"]) == ("joined", True)
    assert table.game is None


def test_a_game_under_way_at_the_table_rests_while_its_board_is_looked_for(joined, table):
    assert told(joined, from_board=True, turn="w", captured={"w": 0, "b": 0}).status_code == 200
    move = "g1"
    assert (
        joined.post("/api/table/commands", json={"command": "declare", "moves": [move]}).status_code
        == 200
    )
    post(joined, "under-way")
    state = table.state("en")
    assert (state["paused"], state["moves"]) == (True, [move])


@pytest.mark.parametrize("flipped", [False, True])
def test_a_game_that_is_known_goes_on_whatever_the_eyes_call_the_series_now(joined, table, flipped):
    """They learn them anew; before, every marble would have been the other player's."""
    assert told(joined, from_board=True, turn="w", captured={"w": 0, "b": 0}).status_code == 200
    position = table.state("en")["position"]
    tell = joined.post("/api/table/commands", json={"command": "declare", "moves": ["g1"]})
    assert tell.status_code == 200
    assert joined.post("/api/table/commands", json={"command": "undo"}).status_code == 200
    assert table.state("en")["position"] == position
    post(joined, "under-way")
    until(lambda: shown(joined)["step"] == "trays")
    if flipped:
        watch = table._attendant.watch
        eyes = watch._eyes
        watch._eyes = replace(eyes, reader=lambda found: Flipped(eyes.reader(found)))
    post(joined, "no-trays")
    until(lambda: shown(joined)["lying"] is not None)
    until(lambda: table.state("en")["swapped"] is flipped)
    joined.post("/api/table/commands", json={"command": "resume"})
    until(lambda: table.state("en")["status"]["phase"] == "steady")
    pass_by(table)
    state = table.state("en")
    assert (state["position"], state["fault"]) == (position, None)
    assert state["seen"]["placement"] == position.split(" ")[0]


def test_what_was_imagined_is_kept_as_imagined(joined, table, store, kept, under_way):
    """After a power cut the game goes on, and the page still says what its board is."""
    (calibration,) = kept
    assert told(joined, from_board=True, turn="w", captured={"w": 0, "b": 0}).status_code == 200
    shelf = CalibrationShelf(store.folder, "table")
    shelf.keep(calibration)
    again = shelf.take()
    assert np.allclose(again.imagined, under_way[1].imagined, atol=1e-4)
    table.stop()
    # The eyes learn the series anew, and may call them otherwise.
    eyes = Eyes(reader=lambda found: Flipped(AimedReader(found)))
    game = store.last_game("table")
    resumed = Table(
        "table",
        StillCamera(under_way[0], frame_s=0.02),
        store,
        calibration=again,
        resume=game,
        eyes=eyes,
    )
    resumed.start()
    until(lambda: resumed.state("en")["swapped"])
    setup, state = resumed.setup(), resumed.state("en")
    assert (setup["step"], setup["under_way"]) == ("play", True)
    assert setup["lying"]["placement"] == state["position"].split(" ")[0]
    resumed.stop()


def test_a_calibration_made_at_the_shell_waits_to_be_told_as_well(store, under_way):
    """Before, a game of a bare board began, and said that it was not sure what was played."""
    table = Table("table", StillCamera(under_way[0], frame_s=0.02), store, calibration=under_way[1])
    table.start()
    until(lambda: table.setup()["lying"] is not None)
    pass_by(table)
    assert table.game is None
    assert table.state("en")["camera"]["waiting_for"] == "untold"
    table.stop()
