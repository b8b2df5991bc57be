"""A table: what happens on the board is stored, told and shown, and survives a crash."""

from dataclasses import replace
from pathlib import Path

import pytest
from scripted import GAME, ScriptedCalibration, ScriptedReader, ScriptedSource, script

from companion.archive import game_state, record_text
from companion.attendant import OUR_MISTAKE
from companion.errors import StoreError
from companion.showing import Camera
from companion.table import Table
from companion.words import LANGUAGES, catalogue
from engine.events import FaultCalled
from engine.record_reading import read_records
from vision.errors import SourceError
from vision.sources import CutShortError, Trouble


def moves_in(events):
    return [event.body["move"] for event in events if event.body["event"] == "move"]


def test_a_whole_game_is_followed_to_its_end(finished, store):
    table = finished(GAME)
    state = table.state("en")
    assert table.failure == ""
    assert state["moves"] == GAME
    assert moves_in(store.events()) == GAME
    assert (state["result"], state["termination"]) == ("1-0", "Winning Real")
    assert state["camera"]["status"] == "ended"
    assert state["castle"]["queen"] == "f2"
    assert state["colours"] == {"w": "#e8dcc0", "b": "#23263f"}


def test_its_record_reads_and_replays(finished, store):
    finished(GAME)
    (game,) = store.games()
    (record,) = read_records(record_text(store, game))
    assert [str(move) for move in record.moves] == GAME
    assert record.termination == "Winning Real"


# The pictures before the seventh move: bare board, start and six moves, each stands for two.
BEFORE_E6 = 2 * (1 + 1 + 6)


@pytest.mark.parametrize(("boards", "returned"), [(1, []), (2, ["e3"]), (3, ["e3", "e5"])])
def test_a_combination_under_way_is_shown_as_hands_settle_it(seat, boards, returned):
    table = seat(GAME[:7], hold=BEFORE_E6 + 2 * boards)
    table.start()
    assert table.source.held.wait(30)
    pending = table.state("en")["pending"]
    assert (pending["combination"], pending["returns"], pending["captures"]) == ("R", 2, 1)
    assert (pending["returned"], pending["captured"]) == (returned, [])


def test_state_counts_marbles_in_the_middle_of_a_combination(seat):
    table = seat(GAME[:7], hold=BEFORE_E6 + 4)
    table.start()
    assert table.source.held.wait(30)
    state = table.state("en")
    # w placed 4 and took one back so far; nothing is captured yet.
    assert state["players"]["w"] == {
        "name": "", "reserve": 17, "on_board": 3, "captured": 0, "queen": None,
        "warnings": 0,
    }  # fmt: skip
    assert state["players"]["b"]["reserve"] == 17
    assert state["captured"] == {"w": 0, "b": 0}
    assert state["position"].endswith(" w 17/17 7")


def test_what_cannot_be_stored_is_not_told_but_kept_and_told_later(seat, store, monkeypatch):
    table = seat(GAME[:3], hold=6)
    real = store.append
    calls = []

    def full(game, *bodies):
        calls.append(bodies)
        raise StoreError("the disk is full; make room")

    table.start()
    assert table.source.held.wait(30)
    told = table.newest
    monkeypatch.setattr(store, "append", full)
    table._attendant.ledger.write([_fault()])
    assert "disk is full" in str(table._attendant.ledger.save())
    assert calls
    assert table.newest == told
    assert table.hub.after(told) == []
    monkeypatch.setattr(store, "append", real)
    table.source.go.set()
    table.join()
    assert table.hub.after(told)[0].body["event"] == "fault"
    assert store.events()[-1].body == table.hub.after(0)[-1].body


def test_a_disk_that_stays_full_to_the_end_is_a_failure(seat, store, monkeypatch):
    def full(*_):
        raise StoreError("the disk is full; make room")

    monkeypatch.setattr(store, "append", full)
    table = seat(GAME[:2])
    table.start()
    table.join()
    assert table.failure == "the disk is full; make room"
    assert store.events() == []
    assert len(store.games()) == 1


def _fault():
    return FaultCalled(
        frame=1, fault="touched", articles=("D7",), side="w", hollows=("a1",),
        placement="7/7/7/7/7/7/7", repair="7/7/7/7/7/7/7", warning=True,
    )  # fmt: skip


def test_a_game_goes_on_where_a_crash_left_it(finished, seat, store):
    finished(GAME[:9])
    game = store.last_game("table")
    boards, eyes = script(GAME)
    # The next process sees the board as it stands, and what is played from then on.
    at = len(script(GAME[:9])[0])
    source = _From(len(boards), at)
    table = Table("table", source, store, eyes=eyes, resume=game, calibration=ScriptedCalibration())
    table.start()
    table.join()
    table.stop()
    assert table.failure == ""
    assert game_state(store, game).moves == tuple(GAME)
    assert len(store.games()) == 1


class _From(ScriptedSource):
    """A script from its middle on."""

    def __init__(self, count, first):
        super().__init__(count)
        self._first = first

    def __iter__(self):
        return (frame for frame in super().__iter__() if frame.index >= self._first - 1)


def test_a_cleared_board_begins_the_next_game(finished, store):
    boards, eyes = script(GAME)
    again = boards + ["." * 49] * 2 + boards[4:12]
    table = Table(
        "table",
        ScriptedSource(len(again)),
        store,
        eyes=replace(eyes, reader=lambda _: ScriptedReader(again)),
    )
    table.start()
    table.join()
    table.stop()
    assert len(store.games()) == 2
    assert [game_state(store, game).result for game in store.games()] == ["*", "1-0"]
    assert table.state("en")["moves"] == GAME[:4]


def test_in_the_next_game_the_other_colour_may_begin(store):
    """Pages would show each series in the other's colour for a whole game."""
    boards, eyes = script(GAME)
    first = [board.translate(str.maketrans("wWbB", "bBwW")) for board in boards]
    both = first + ["." * 49] * 2 + boards[4:12]
    eyes = replace(eyes, reader=lambda _: ScriptedReader(both))
    table = Table("table", ScriptedSource(len(both)), store, eyes=eyes)
    table.start()
    table.join()
    table.stop()
    second, won = (game_state(store, game) for game in store.games())
    assert (won.swapped, second.swapped, table.swapped) == (True, False, False)
    light, dark = ("#e8dcc0", "#23263f")
    assert table.state("en")["colours"] == {"w": light, "b": dark}


@pytest.mark.parametrize("own", [True, False])
def test_a_calibration_that_is_given_must_fit(store, own):
    boards, eyes = script(GAME[:2])
    eyes = replace(eyes, fits=lambda *_: own)
    given = ScriptedCalibration()
    table = Table("table", ScriptedSource(len(boards)), store, eyes=eyes, calibration=given)
    table.start()
    table.join()
    table.stop()
    assert ("does not fit" in table.failure) is not own
    assert ("La calibrazione" in table.state("it")["camera"]["text"]) is not own
    assert len(table.state("en")["moves"]) == (2 if own else 0)
    assert len(store.games()) == own


def test_a_recording_that_ends_before_the_board_was_seen_says_so(store):
    _, eyes = script([])
    table = Table("table", ScriptedSource(1), store, eyes=eyes)
    table.start()
    table.join()
    assert table.failure == "it ended before the game could begin. Show the camera the bare board."
    assert table.health()["ok"] is False
    assert store.games() == []
    table.stop()


@pytest.mark.parametrize(
    ("error", "told"),
    [(SourceError("031.jpg is broken"), "031.jpg is broken"), (ZeroDivisionError(), OUR_MISTAKE)],
    ids=["a broken picture", "a mistake of ours"],
)
def test_a_source_that_breaks_is_told_and_what_was_played_stays(finished, store, error, told):
    table = finished(GAME[:3], error=error)
    assert table.failure == told
    assert table.health() | {"source": ""} == {
        "ok": False, "status": "failed", "reason": told, "source": "", "frame": 9, "streams": 0,
    }  # fmt: skip
    assert moves_in(store.events()) == GAME[:3]


def test_a_damaged_recording_is_told_at_its_end_and_the_page_stays(finished, store):
    table = finished(GAME[:3], error=CutShortError(Path("film.mp4"), 9, 20))
    assert (table.failure, table.health()["ok"]) == ("", True)
    for lang in LANGUAGES:
        camera = table.state(lang)["camera"]
        said = catalogue(lang)["problem.cut-short"].format(read=9, promised=20)
        assert (camera["status"], camera["text"]) == ("ended", said)
    assert moves_in(store.events()) == GAME[:3]


def test_of_what_is_cut_short_before_the_game_begins_nothing_stays(seat):
    table = seat([], error=CutShortError(Path("folder"), 1, 20, "can't read folder/001.jpg"))
    table.source._count = 1
    table.start()
    table.join()
    assert "1 of 20 pictures of folder could be read: can't read folder/001.jpg" in table.failure
    assert "before the game could begin" in table.failure


def test_what_is_over_stays_over_though_it_is_set_up_anew(finished):
    """Nothing would be there to end it again, and who waits for the end would wait for ever."""
    table = finished(GAME[:2])
    table._feed._thread.join()
    table.calibrate_anew()
    assert table._attendant.over.is_set()


def test_a_silent_camera_is_stalled_until_it_shows_something(seat):
    now = [100.0]
    table = seat(GAME[:1], hold=2, now_s=lambda: now[0])
    assert table.camera_status is Camera.STARTING
    table.start()
    assert table.source.held.wait(30)
    assert table.health()["ok"] is True
    now[0] += 6
    assert table.camera_status is Camera.STALLED
    assert "5 seconds" in table.health()["reason"]
    assert table.state("en")["camera"]["status"] == "stalled"


def test_stopping_joins_the_thread_and_closes_the_source(seat):
    table = seat(GAME, hold=5)
    table.start()
    assert table.source.held.wait(30)
    table.source.go.set()
    table.stop()
    assert not table._thread.is_alive()
    assert table.source.closed
    assert table.hub.closed


def test_two_tables_share_a_store_and_nothing_else(store):
    tables = []
    for name, moves in (("left", GAME[:4]), ("right", GAME[:6])):
        boards, eyes = script(moves)
        tables.append(Table(name, ScriptedSource(len(boards)), store, eyes=eyes))
    for table in tables:
        table.start()
    for table in tables:
        table.join()
        table.stop()
    assert [len(table.state("en")["moves"]) for table in tables] == [4, 6]
    assert [moves_in(table.hub.after(0)) for table in tables] == [GAME[:4], GAME[:6]]


def test_the_picture_is_a_small_jpeg_with_the_hollows_drawn(finished):
    picture = finished(GAME[:1]).picture()
    assert picture.startswith(b"\xff\xd8")
    assert len(picture) < 40_000


class TroubledSource(ScriptedSource):
    """A camera that says of itself that it shows nothing."""

    said = None

    @property
    def trouble(self):
        return self.said


@pytest.mark.parametrize(
    ("lang", "text"),
    [("en", "Another program uses picamera2."), ("it", "Un altro programma usa picamera2.")],
)
def test_a_camera_in_trouble_is_told_in_the_visitors_language(store, lang, text):
    boards, eyes = script(GAME[:1])
    source = TroubledSource(len(boards), hold=2, live=True)
    # A live camera does not wait, so the start-up would not see its every picture.
    table = Table("table", source, store, eyes=eyes, calibration=ScriptedCalibration())
    table.start()
    assert source.held.wait(30)
    version = 0
    while table.camera_status is Camera.STARTING:
        assert table.hub.wait(version, 30)
        version = table.hub.version
    version = table.hub.version
    source.said = Trouble("busy", "the camera is in use", "picamera2")
    source.on_change()
    assert table.hub.version > version
    assert table.camera_status is Camera.STALLED
    assert table.state(lang)["camera"]["text"].startswith(text)
    assert (table.health()["ok"], table.health()["reason"]) == (False, "the camera is in use")
    source.said = None
    assert table.health()["ok"]
    source.go.set()
    table.join()
    # A recording that is over has no trouble any more.
    source.said = Trouble("busy", "the camera is in use", "picamera2")
    assert table.camera_status is Camera.ENDED
    table.stop()


def test_the_camera_is_held_once_the_board_is_found(seat):
    table = seat(GAME[:1], hold=1)
    table.start()
    assert table.source.held.wait(30)
    assert not table.source.locked
    table.source.go.set()
    table.join()
    assert table.source.locked


def test_with_a_calibration_the_camera_is_held_from_the_start(seat):
    table = seat(GAME[:1], calibration=ScriptedCalibration())
    assert table.source.locked
