"""Which game goes on after a crash."""

from argparse import Namespace
from datetime import datetime, timedelta

import numpy as np
import pytest
from scripted import GAME, ScriptedSource

from calibration.board import from_corners
from companion.archive import Archive
from companion.commands import run
from companion.evidence import Evidence
from companion.resuming import CalibrationShelf, unfinished
from engine.events import Started
from vision.types import REAL_QUEEN

JOINED = "7/3w3/3w3/3w3/4www/b1b1b2/7 w 14/17 7"
SOON, LATE = timedelta(minutes=5), timedelta(hours=7)


@pytest.mark.parametrize(
    ("moves", "after", "goes_on"),
    [
        pytest.param([], SOON, False, id="nothing played yet"),
        pytest.param(GAME[:9], SOON, True, id="interrupted"),
        pytest.param(GAME[:9], LATE, False, id="left"),
        pytest.param(GAME, SOON, False, id="won"),
    ],
)
def test_a_game_goes_on_if_it_was_interrupted_not_long_ago(finished, store, moves, after, goes_on):
    finished(moves)
    game = store.last_game("table")
    now = datetime.fromisoformat(game.last_time) + after
    assert unfinished(store, "table", now) == (game if goes_on else None)


ON_A_BARE_BOARD = {
    "begun by a person who settled nothing": ([{"command": "new_game", "by": "Ida"}], False),
    "with a position": ([{"command": "new_game", "position": JOINED}], True),
    "with names": ([{"command": "new_game", "players": {"w": "Anna"}}], True),
    "with a clock": ([{"command": "new_game", "clock": {"seconds": 900}}], True),
    "named afterwards": ([{"command": "setting", "players": {"w": "Anna"}}], True),
    "clock set afterwards": ([{"command": "clock", "w": 900, "b": 900}], True),
    "series said": ([{"command": "series", "swapped": True}], True),
    "corrected": ([{"command": "correct", "position": JOINED}], True),
    "taken back": (
        [{"command": "declare", "moves": ["d4"]}, {"command": "undo", "by": "Ida"}],
        True,
    ),
    "resting": ([{"command": "pause"}], True),
}


@pytest.mark.parametrize("said", ON_A_BARE_BOARD)
def test_before_the_first_move_a_game_goes_on_if_something_was_said_of_it(seat, store, said):
    commands, goes_on = ON_A_BARE_BOARD[said]
    table = seat([], rules=Started(clock_s=600) if said == "resting" else Started())
    table.start()
    table.join()
    for command in commands:
        table.tell(command)
    game = store.last_game("table")
    now = datetime.fromisoformat(game.last_time) + SOON
    assert unfinished(store, "table", now) == (game if goes_on else None)


def test_a_game_that_began_by_itself_gives_way_whatever_the_service_settles(finished, store):
    """Nothing was said of it; what is settled now counts for the next."""
    finished([], rules=Started(players={"w": "Anna", "b": "Bruno"}, clock_s=600))
    game = store.last_game("table")
    assert unfinished(store, "table", datetime.fromisoformat(game.last_time) + SOON) is None


def test_a_joined_game_goes_on_where_it_stood(seat, store, tmp_path):
    """Seen by the calibration that was kept, its board as it was."""
    table = seat([])
    table.start()
    table.join()
    table.tell({"command": "new_game", "position": JOINED, "players": {"w": "Anna", "b": "Bruno"}})
    table.stop()
    args = Namespace(speed=1, new_game=False, game=Started())
    corners = np.array([(40, 10), (120, 10), (120, 80), (40, 80)], float)
    made = from_corners(np.full((90, 160, 3), 90, np.uint8), corners, REAL_QUEEN)
    CalibrationShelf(store.folder, "table").keep(made)
    again = run._table(args, ScriptedSource(1, live=True), store, None, Evidence(tmp_path))
    state = again.state("en")
    assert (state["game"], state["position"]) == (2, JOINED)
    assert state["players"]["w"]["name"] == "Anna"
    assert again._attendant.watch.calibration is not None


@pytest.mark.parametrize("time", ["garbage", "", "2026-11-30T08:59:00"])
def test_where_the_last_time_is_damaged_a_new_game_begins(finished, store, caplog, time):
    finished(GAME[:9])
    last = "(SELECT MAX(seq) FROM events)"
    store._db.execute("DROP TRIGGER events_are_not_changed")
    store._db.execute(f"UPDATE events SET time = ? WHERE seq = {last}", (time,))
    now = datetime.fromisoformat("2026-11-30T09:00:00Z")
    assert unfinished(store, "table", now) is None
    assert "game 1 can't be read" in caplog.text


def test_without_any_game_none_goes_on(store):
    now = datetime.fromisoformat("2026-11-21T12:00:00Z")
    assert unfinished(store, "table", now) is None


def test_a_table_hands_over_the_calibration_it_made(finished):
    kept = []
    finished(GAME[:1], keep=kept.append)
    assert len(kept) == 1


def test_a_calibration_is_kept_before_there_is_any_game(tmp_path):
    corners = np.array([(40, 10), (120, 10), (120, 80), (40, 80)], float)
    made = from_corners(np.full((90, 160, 3), 90, np.uint8), corners, REAL_QUEEN)
    shelf = CalibrationShelf(tmp_path / "not" / "yet", "table")
    assert shelf.take() is None
    shelf.keep(made)
    assert shelf.take().hollows_px == pytest.approx(made.hollows_px)


def test_only_a_cameras_calibration_is_kept_whatever_was_watched_first(store, tmp_path):
    """On the page a camera may be left for the simulator, or a recording for a camera."""
    args = Namespace(speed=1, new_game=False, game=Started())
    camera, film = ScriptedSource(1, live=True), ScriptedSource(1)
    kept = tmp_path / "data" / "calibration-table.json"
    corners = np.array([(40, 10), (120, 10), (120, 80), (40, 80)], float)
    made = from_corners(np.full((90, 160, 3), 90, np.uint8), corners, REAL_QUEEN)
    for first, then, keeps in ((camera, film, False), (film, camera, True)):
        table = run._table(args, first, store, None, Evidence(tmp_path))
        table._feed.source = then
        table._attendant._calibrated(made)
        assert kept.exists() is keeps


def test_a_game_that_could_not_even_begin_hides_no_other(finished, store):
    """Its number was given; then the disk was full, or the power gone."""
    finished(GAME[:9])
    game = store.last_game("table")
    store.new_game("table")
    now = datetime.fromisoformat(game.last_time) + SOON
    assert unfinished(store, "table", now) == game
    assert [told["id"] for told in Archive(store).summaries()] == [game.id]
