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
