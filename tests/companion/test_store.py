"""The store: append-only, migrated in small steps, safe when the plug is pulled."""

import errno
import os
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from companion.errors import StoreError
from companion.store import FILE_NAME, MIGRATIONS, Store, default_folder


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "data") as opened:
        yield opened


def test_events_come_back_in_order_with_growing_numbers(store):
    first, second = store.new_game("table"), store.new_game("other")
    sent = [
        event
        for n, game in enumerate((first, second, first))
        for event in store.append(game, {"event": "move", "n": n})
    ]
    assert [event.seq for event in sent] == [1, 2, 3]
    assert store.events() == sent
    assert store.events(game=first) == [sent[0], sent[2]]
    assert store.events(board="other") == [sent[1]]
    assert store.events(after=1) == sent[1:]
    assert store.newest() == 3


def test_what_was_told_outlives_a_power_cut(tmp_path):
    """No test can pull the plug: SQLite is to wait for the disk at every commit (2 is FULL)."""
    for _ in ("made", "opened again"):
        with Store(tmp_path) as store:
            store.append(store.new_game("table"), {"event": "move"})
            settings = ("synchronous", "journal_mode", "foreign_keys")
            told = [store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in settings]
            assert told == [2, "wal", 1]


def test_an_empty_store_has_nothing(store):
    assert (store.events(), store.games(), store.newest()) == ([], [], 0)
    assert store.game(1) is None
    assert store.last_game("table") is None


def test_games_are_listed_newest_first(store):
    numbers = [store.new_game("table") for _ in range(3)]
    assert [game.id for game in store.games()] == numbers[::-1]
    assert store.last_game("table") is None  # nothing has happened in any
    assert store.game(numbers[0]).board == "table"
    (event,) = store.append(numbers[1], {"event": "start"})
    assert [game.last_seq for game in store.games()] == [0, event.seq, 0]
    assert store.game(numbers[1]).last_time == event.time
    assert store.last_game("table").id == numbers[1]
    assert store.last_game("nowhere") is None


def test_words_of_every_language_survive(store):
    game = store.new_game("table")
    store.append(game, {"event": "move", "text": "È un Réal — ♛ 勝"})
    assert store.events()[0].body["text"] == "È un Réal — ♛ 勝"


def test_opening_again_changes_nothing(tmp_path):
    with Store(tmp_path) as store:
        (sent,) = store.append(store.new_game("table"), {"event": "start"})
    with Store(tmp_path) as again:
        assert again.events() == [sent]


@pytest.mark.parametrize("sql", ["DELETE FROM events", "UPDATE events SET body = '{}'"])
def test_what_was_ruled_cannot_be_changed(store, sql):
    store.append(store.new_game("table"), {"event": "start"})
    store.close()
    db = sqlite3.connect(store.folder / FILE_NAME)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(sql)
    db.close()


def test_a_migration_that_breaks_midway_leaves_nothing_behind(tmp_path):
    with Store(tmp_path) as store:
        (sent,) = store.append(store.new_game("table"), {"event": "start"})
    broken = ("0003-notes", ("CREATE TABLE notes (text TEXT)", "INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(StoreError, match="nowhere"):
        Store(tmp_path, migrations=(*MIGRATIONS, broken))
    db = sqlite3.connect(tmp_path / FILE_NAME)
    assert db.execute("SELECT name FROM sqlite_master WHERE name = 'notes'").fetchall() == []
    names = [name for (name,) in db.execute("SELECT name FROM migrations ORDER BY name")]
    db.close()
    assert names == [name for name, _ in MIGRATIONS]
    mended = ("0003-notes", ("CREATE TABLE notes (text TEXT)",))
    with Store(tmp_path, migrations=(*MIGRATIONS, mended)) as store:
        assert store.events() == [sent]


def test_a_store_of_a_newer_version_is_refused(tmp_path):
    later = ("9999-from-the-future", ("CREATE TABLE later (x)",))
    with Store(tmp_path, migrations=(*MIGRATIONS, later)) as store:
        store.new_game("table")
    with pytest.raises(StoreError, match=r"newer version.*9999"):
        Store(tmp_path)


def test_a_failed_append_leaves_the_store_usable(store):
    with pytest.raises(StoreError):
        store.append(77, {"event": "start"})  # no such game
    game = store.new_game("table")
    assert store.append(game, {"event": "start"})[0].game == game


def test_what_was_appended_survives_a_process_that_is_killed(tmp_path):
    # The plug is pulled between the append and the telling: SIGKILL, no clean-up.
    script = """
        import os, pathlib, signal, sys
        from companion.store import Store
        store = Store(pathlib.Path(sys.argv[1]))
        store.append(store.new_game("table"), {"event": "start"})
        os.kill(os.getpid(), signal.SIGKILL)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)], check=False
    )
    assert done.returncode == -9
    with Store(tmp_path) as store:
        assert [event.body for event in store.events()] == [{"event": "start"}]


def test_a_process_killed_inside_a_transaction_leaves_no_half_event(tmp_path):
    script = """
        import os, pathlib, signal, sys
        from companion.store import Store
        store = Store(pathlib.Path(sys.argv[1]))
        game = store.new_game("table")
        with store._transaction() as db:
            db.execute("INSERT INTO events (game, time, body) VALUES (?, 'now', '{}')", (game,))
            os.kill(os.getpid(), signal.SIGKILL)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), str(tmp_path)], check=False
    )
    assert done.returncode == -9
    with Store(tmp_path) as store:
        assert store.events() == []
        assert len(store.games()) == 1


def test_events_that_belong_together_are_kept_together_or_not_at_all(store):
    game = store.new_game("table")
    with pytest.raises(TypeError):
        store.append(game, {"event": "move"}, {"event": object()})
    assert store.events() == []
    assert [event.seq for event in store.append(game, {"event": "move"}, {"event": "end"})] == [
        1,
        2,
    ]


def test_a_full_disk_says_so(store):
    game = store.new_game("table")
    pages = store._rows("PRAGMA page_count", ())[0][0]
    store._rows(f"PRAGMA max_page_count = {pages}", ())
    with pytest.raises(StoreError, match="disk is full; make room"):
        store.append(game, {"event": "move", "text": "x" * 100_000})
    assert store.events() == []


def test_a_disk_that_is_full_from_the_start_says_so(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.store._try_to_write", full)
    with pytest.raises(StoreError, match="disk is full; make room"):
        Store(tmp_path)


def test_a_file_that_is_no_store_is_refused(tmp_path):
    (tmp_path / FILE_NAME).write_bytes(b"these are my holiday notes, not a database" * 50)
    with pytest.raises(StoreError, match="not a game store"):
        Store(tmp_path)


@pytest.mark.parametrize(
    "name", ["file", "/proc/nowhere"], ids=["a file in the way", "read-only place"]
)
def test_a_folder_that_cannot_be_written_is_named(tmp_path, name):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"can't be kept in .*--data"):
        Store(tmp_path / name / "data")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOTDIR, "Not a directory"), "a file is in the way; lay it aside, or"),
        (OSError(errno.EACCES, "Permission denied"), "let this user write there, or"),
        (OSError(errno.EROFS, "Read-only file system"), "let this user write there, or"),
        (sqlite3.OperationalError("table games already exists"), "not a game store; lay it"),
        (sqlite3.OperationalError("disk I/O error"), 'the system says "disk I/O error"; mend that'),
        (sqlite3.DatabaseError("one\nand two"), 'the system says "one"; mend that, or choose'),
        (sqlite3.Error(), 'the system says "Error"; mend that, or choose'),
    ],
    ids=repr,
)
def test_what_is_wrong_is_a_sentence(store, error, told):
    with pytest.raises(StoreError) as raised, store._explained():
        raise error
    said = str(raised.value)
    assert told in said
    assert said.endswith(", or choose another folder with --data")
    assert "\n" not in said


def test_the_default_folder_is_the_users_own(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "realqueen"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert default_folder() == tmp_path / "home" / ".local" / "share" / "realqueen"
    assert os.path.isabs(default_folder())


def test_nothing_is_made_before_there_is_something_to_keep(tmp_path):
    folder = tmp_path / "data"
    with Store(folder) as store:
        assert store.games() == []
        assert store.newest() == 0
        assert store.events() == []
    assert not folder.exists()


def test_the_first_game_makes_the_store(tmp_path):
    with Store(tmp_path / "data") as store:
        game = store.new_game("table")
        store.append(game, {"event": "start"})
        assert [event.body for event in store.events()] == [{"event": "start"}]
    with Store(tmp_path / "data") as again:
        assert again.newest() == 1


def test_a_store_that_came_meanwhile_is_taken_up(tmp_path):
    with Store(tmp_path) as late, Store(tmp_path) as early:
        first = early.new_game("one")
        second = late.new_game("two")
        assert second > first
        assert [game.board for game in late.games()] == ["two", "one"]


def test_a_file_that_came_meanwhile_and_is_no_store_is_refused_at_every_try(tmp_path):
    with Store(tmp_path) as store:
        (tmp_path / "games.sqlite3").write_text("not a database at all " * 100)
        for _ in range(2):
            with pytest.raises(StoreError, match="not a game store"):
                store.new_game("table")
        assert store.games() == []
