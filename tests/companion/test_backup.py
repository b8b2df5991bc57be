"""Backup and restore: everything comes back, nothing half, nothing that isn't ours."""

import hashlib
import json
import os
import sqlite3
import tracemalloc
import zipfile

import numpy as np
import pytest

from calibration.board import from_corners
from calibration.model import save_calibration
from companion import backup
from companion.backup import back_up, restore
from companion.cli import main
from companion.errors import CompanionError
from companion.store import FILE_NAME, Store
from vision.types import REAL_QUEEN

EVENTS = [{"event": "started"}, {"event": "move", "move": "d4"}, {"event": "move", "move": "é"}]


@pytest.fixture(scope="module")
def calibration_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("cal") / "calibration-table.json"
    corners = np.array([(40, 10), (120, 10), (120, 80), (40, 80)], float)
    bare = np.full((90, 160, 3), 90, np.uint8)
    save_calibration(from_corners(bare, corners, REAL_QUEEN), path)
    return path


@pytest.fixture
def played(tmp_path, calibration_file):
    folder = tmp_path / "data"
    with Store(folder) as store:
        for _ in range(2):
            store.append(store.new_game("table"), *EVENTS)
    (folder / calibration_file.name).write_bytes(calibration_file.read_bytes())
    return folder


def told(folder):
    with Store(folder) as store:
        return [(e.seq, e.game, e.time, e.body) for e in store.events()]


def files(folder):
    return sorted(p.name for p in folder.iterdir())


def test_everything_comes_back(played, tmp_path):
    contents = back_up(played, tmp_path / "b.zip")
    assert (contents.games, contents.files) == (2, ("calibration-table.json",))
    restored = restore(tmp_path / "b.zip", tmp_path / "new")
    assert restored == contents
    assert told(tmp_path / "new") == told(played)
    name = "calibration-table.json"
    assert (tmp_path / "new" / name).read_bytes() == (played / name).read_bytes()


SPOILT = {
    "not JSON": b"{",
    "another program's": b"{}",
    "a newer version's": b'{"kind": "realqueen calibration", "version": 99}',
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_calibration_that_is_damaged_is_left_out_and_named(played, tmp_path, capsys, how):
    """The games are what a backup is for."""
    other = played / "calibration-other.json"
    other.write_bytes(SPOILT[how])
    assert main(["backup", str(tmp_path / "b.zip"), "--data", str(played)]) == 0
    said = capsys.readouterr()
    assert "games 2, calibrations 1" in said.out
    assert said.err.startswith("realqueen backup: left out: ")
    assert str(other) in said.err
    assert (said.err.count("\n"), ".realqueen-" in said.err) == (1, False)
    restore(tmp_path / "b.zip", tmp_path / "new")
    assert told(tmp_path / "new") == told(played)
    assert files(tmp_path / "new") == ["calibration-table.json", FILE_NAME]
    assert other.read_bytes() == SPOILT[how]


def test_restore_leaves_out_a_calibration_that_it_cant_read(played, tmp_path, capsys):
    """One of a newer version, say: a board is found again, games are not played again."""
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as packed:
        spoilt, games = SPOILT["a newer version's"], (played / FILE_NAME).read_bytes()
        entries = {FILE_NAME: games, "calibration-table.json": spoilt}
        told_of = {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in entries.items()
        }
        manifest = {"kind": backup.KIND, "version": 1, "made": "2026", "files": told_of}
        packed.writestr("manifest.json", json.dumps(manifest))
        for name, data in entries.items():
            packed.writestr(name, data)
    assert main(["restore", str(tmp_path / "b.zip"), "--data", str(tmp_path / "new")]) == 0
    said = capsys.readouterr()
    assert "games 2, calibrations 0" in said.out
    assert "b.zip: calibration-table.json is of version 99" in said.err
    assert ".realqueen-" not in said.err
    assert files(tmp_path / "new") == [FILE_NAME]


def test_what_is_being_written_is_in_it_too(played, tmp_path):
    with Store(played) as store:
        game = store.new_game("table")
        store.append(game, *EVENTS)
        # Still in the write-ahead log.
        back_up(played, tmp_path / "b.zip")
        store.append(game, *EVENTS)
        restore(tmp_path / "b.zip", tmp_path / "new")
    assert len(told(tmp_path / "new")) == 3 * len(EVENTS)


def test_games_that_are_there_are_kept_unless_they_may_go(played, tmp_path):
    back_up(played, tmp_path / "b.zip")
    with Store(played) as store:
        store.append(store.new_game("table"), *EVENTS)
    before = told(played)
    with pytest.raises(CompanionError, match="--replace"):
        restore(tmp_path / "b.zip", played)
    assert told(played) == before
    restore(tmp_path / "b.zip", played, replace=True)
    assert told(played) == before[: 2 * len(EVENTS)]


@pytest.mark.parametrize("damage", ["no database", "cut off", "scribbled on"])
def test_damaged_games_can_be_replaced_and_are_kept(played, tmp_path, damage):
    """A worn card is what backups are for."""
    back_up(played, tmp_path / "b.zip")
    before = told(played)
    place = played / FILE_NAME
    whole = place.read_bytes()
    place.write_bytes(
        {
            "no database": b"nothing of ours" * 99,
            "cut off": whole[: len(whole) // 2],
            "scribbled on": whole[:100] + b"\xff" * 4000 + whole[4100:],
        }[damage]
    )
    spoilt = place.read_bytes()
    with pytest.raises(CompanionError, match="--replace"):
        restore(tmp_path / "b.zip", played)
    assert place.read_bytes() == spoilt
    restore(tmp_path / "b.zip", played, replace=True)
    assert told(played) == before
    assert [path.read_bytes() for path in played.glob(f"{FILE_NAME}.damaged-*Z")] == [spoilt]


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to be read" * 20])
def test_games_that_are_none_are_named_not_the_backup(tmp_path, content):
    (tmp_path / FILE_NAME).write_bytes(content)
    with pytest.raises(CompanionError, match=f"{FILE_NAME} is no store of games"):
        back_up(tmp_path, tmp_path / "b.zip")
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_nothing_to_back_up(tmp_path):
    with pytest.raises(CompanionError, match="no games"):
        back_up(tmp_path / "none", tmp_path / "b.zip")
    assert files(tmp_path) == []


def contents(folder):
    return {p.name: (p.is_symlink(), p.read_bytes()) for p in folder.iterdir() if p.is_file()}


@pytest.mark.parametrize(
    "name",
    [
        FILE_NAME,
        f"{FILE_NAME}-wal",
        f"{FILE_NAME}-shm",
        "calibration-table.json",
        "calibration-next.json",
        "pin",
        "link",
        "../notes.txt",
        "../empty",
        "../folder",
    ],
)
def test_a_backup_replaces_nothing_but_a_backup(played, tmp_path, capsys, name):
    """Whoever mixes up the two files would lose the games to their own backup."""
    (played / "pin").write_text("123456")
    (played / "link").symlink_to(FILE_NAME)
    (tmp_path / "notes.txt").write_text("my holiday")
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    before = contents(played), contents(tmp_path)
    assert main(["backup", str(played / name), "--data", str(played)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "name another file" in said
    assert (contents(played), contents(tmp_path)) == before
    assert len(told(played)) == 2 * len(EVENTS)


def test_the_games_behind_a_link_are_not_replaced(played, tmp_path):
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / FILE_NAME).symlink_to(played / FILE_NAME)
    for end in ("", "-wal"):
        with pytest.raises(CompanionError, match="name another file"):
            back_up(tmp_path / "linked", played / f"{FILE_NAME}{end}")
    assert len(told(played)) == 2 * len(EVENTS)


def test_a_backup_may_be_made_anew_and_lie_beside_the_games(played):
    for _ in range(2):
        assert back_up(played, played / "b.zip").games == 2


@pytest.mark.parametrize("made", [(), ("0001-of-another-program",)])
def test_another_programs_games_are_not_backed_up(tmp_path, made):
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("CREATE TABLE games (id INTEGER)")
        if made:
            db.execute("CREATE TABLE migrations (name TEXT)")
            db.execute("INSERT INTO migrations VALUES (?)", made)
    with pytest.raises(CompanionError, match=f"{FILE_NAME} is no store of games"):
        back_up(tmp_path, tmp_path / "b.zip")
    assert not (tmp_path / "b.zip").exists()


def test_damage_is_told_in_one_line(played, tmp_path, capsys):
    """SQLite tells of pages and cells on lines of their own."""
    with sqlite3.connect(played / FILE_NAME) as db:
        ((page,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events_of_game'")
        ((size,),) = db.execute("PRAGMA page_size")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with (played / FILE_NAME).open("r+b") as file:
        file.seek((page - 1) * size + 5)
        file.write(b"\xff" * 3)
    assert main(["backup", str(tmp_path / "b.zip"), "--data", str(played)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "is damaged (" in said
    assert not (tmp_path / "b.zip").exists()


def rewrite(path, change):
    """Pack a backup anew with some of its entries changed."""
    with zipfile.ZipFile(path) as old:
        entries = {name: old.read(name) for name in old.namelist()}
    change(entries)
    with zipfile.ZipFile(path, "w") as new:
        for name, data in entries.items():
            new.writestr(name, data)


def manifest_with(**changes):
    def change(entries):
        entries["manifest.json"] = json.dumps(json.loads(entries["manifest.json"]) | changes)

    return change


def flip_a_byte(entries):
    data = bytearray(entries[FILE_NAME])
    data[len(data) // 2] ^= 0x10
    entries[FILE_NAME] = bytes(data)


def climb_out(entries):
    manifest = json.loads(entries["manifest.json"])
    manifest["files"]["calibration-/../../evil.json"] = {"bytes": 1, "sha256": ""}
    entries["manifest.json"] = json.dumps(manifest)
    entries["calibration-/../../evil.json"] = b"x"


BROKEN = {
    "another kind": manifest_with(kind="something else"),
    "no files": manifest_with(files={}),
    "no manifest": lambda entries: entries.pop("manifest.json"),
    "no games": lambda entries: entries.pop(FILE_NAME),
    "a byte flipped": flip_a_byte,
    "a path that climbs out": climb_out,
    "not JSON": lambda entries: entries.update({"manifest.json": b"{"}),
    "a manifest without end": lambda entries: entries.update(
        {"manifest.json": entries["manifest.json"] + b" " * backup.MOST_MANIFEST}
    ),
    "a list": lambda entries: entries.update({"manifest.json": b"[]"}),
    "longer than it says": lambda entries: entries.update({FILE_NAME: entries[FILE_NAME] + b"x"}),
}


@pytest.mark.parametrize("how", BROKEN)
def test_what_is_broken_touches_nothing(played, tmp_path, how):
    back_up(played, tmp_path / "b.zip")
    rewrite(tmp_path / "b.zip", BROKEN[how])
    before, listed = told(played), files(played)
    with pytest.raises(CompanionError, match="not a backup of this program, or broken"):
        restore(tmp_path / "b.zip", played, replace=True)
    assert (told(played), files(played)) == (before, listed)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"hello", None])
def test_what_is_no_backup_is_said_in_one_line(tmp_path, capsys, content):
    path = tmp_path / "b.zip"
    if content is not None:
        path.write_bytes(content)
    assert main(["restore", str(path), "--data", str(tmp_path / "new")]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(path) in said


def test_a_truncated_backup_is_broken(played, tmp_path):
    path = tmp_path / "b.zip"
    back_up(played, path)
    whole = path.read_bytes()
    for length in range(0, len(whole), len(whole) // 7 + 1):
        path.write_bytes(whole[:length])
        with pytest.raises(CompanionError, match=r"b\.zip"):
            restore(path, tmp_path / "new")


def test_a_manifest_is_not_read_whole_before_it_is_known_to_be_short(tmp_path):
    """A small zip may hold gigabytes of blanks."""
    path = tmp_path / "b.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", b" " * 100_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(CompanionError, match="not a backup of this program, or broken"):
            restore(path, tmp_path / "new")
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_backup_spoilt_on_its_stick_is_broken(played, tmp_path):
    path = tmp_path / "b.zip"
    back_up(played, path)
    with zipfile.ZipFile(path) as packed:
        start = packed.getinfo(FILE_NAME).header_offset
    spoilt = bytearray(path.read_bytes())
    spoilt[start + 60 : start + 400] = b"\xff" * 340
    path.write_bytes(spoilt)
    with pytest.raises(CompanionError, match="not a backup of this program, or broken"):
        restore(path, tmp_path / "new")


def test_one_of_a_newer_version_is_refused(played, tmp_path):
    back_up(played, tmp_path / "b.zip")
    rewrite(tmp_path / "b.zip", manifest_with(version=2))
    with pytest.raises(CompanionError, match="newer version"):
        restore(tmp_path / "b.zip", tmp_path / "new")


def test_games_that_a_newer_version_wrote_are_refused(played, tmp_path):
    with sqlite3.connect(played / FILE_NAME) as db:
        db.execute("INSERT INTO migrations VALUES ('9999-tomorrow', '')")
    back_up(played, tmp_path / "b.zip")
    with pytest.raises(CompanionError, match="newer version"):
        restore(tmp_path / "b.zip", tmp_path / "new")


def test_a_backup_that_fails_leaves_the_old_one(played, tmp_path, monkeypatch):
    path = tmp_path / "b.zip"
    back_up(played, path)
    old = path.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    for step in ("_pack", "copy_database"):
        with monkeypatch.context() as patch:
            patch.setattr(backup, step, full)
            with pytest.raises(CompanionError, match="No space left"):
                back_up(played, path)
        assert path.read_bytes() == old
        assert files(tmp_path) == ["b.zip", "data"]


def test_a_power_cut_while_restoring_leaves_the_old_games(played, tmp_path):
    """The process dies at the last moment before the games are in."""
    back_up(played, tmp_path / "b.zip")
    with Store(played) as store:
        store.append(store.new_game("table"), *EVENTS)
    before = told(played)
    child = os.fork()
    if child == 0:
        pages = []

        def die(*_):
            pages.append(1)
            os._exit(9)

        real = sqlite3.connect

        class Dying(sqlite3.Connection):
            def backup(self, target, **_):
                super().backup(target, pages=1, progress=die)

        backup.sqlite3.connect = lambda *a, **k: real(*a, **k, factory=Dying)
        try:
            restore(tmp_path / "b.zip", played, replace=True)
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert told(played) == before
    # And the same command again brings them.
    restore(tmp_path / "b.zip", played, replace=True)
    assert len(told(played)) == 2 * len(EVENTS)


def test_the_commands(played, tmp_path, capsys):
    path = tmp_path / "b.zip"
    assert main(["backup", str(path), "--data", str(played)]) == 0
    assert "games 2, calibrations 1;" in capsys.readouterr().out
    assert main(["restore", str(path), "--data", str(tmp_path / "new"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 2
    assert main(["restore", str(path), "--data", str(tmp_path / "new")]) == 2
    assert main(["backup", str(tmp_path / "no" / "b"), "--data", str(played), "--lang", "it"]) == 2
