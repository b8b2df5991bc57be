"""Folders that a killed backup has left are swept by the next; a running one's never is."""

import os
import shutil
import signal

import pytest

from companion.backup import back_up
from companion.scratch import OLD_S, PREFIX, scratch
from companion.store import Store


def at_work(folder):
    """Another process that works in a folder of its own there until it is killed."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        with scratch(folder) as made:
            (made / "check").mkdir()
            (made / "check" / "games.sqlite3").write_bytes(b"half of it")
            os.write(told, os.fsencode(made.name))
            signal.pause()
        os._exit(0)
    name = os.fsdecode(os.read(ready, 99))
    os.close(ready)
    os.close(told)
    return child, folder / name


def killed(child):
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def aged(path, seconds=2 * OLD_S):
    for part in (*path.rglob("*"), path):
        before = part.lstat().st_mtime - seconds
        os.utime(part, (before, before))


@pytest.fixture
def left(tmp_path):
    """What a killed one has left."""
    child, path = at_work(tmp_path)
    killed(child)
    return path


def test_what_was_left_is_swept_by_the_next_backup(tmp_path, left):
    with Store(tmp_path / "data") as store:
        store.append(store.new_game("table"), {"event": "started"})
    aged(left)
    back_up(tmp_path / "data", tmp_path / "games.zip")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "games.zip"]


def test_where_somebody_works_nothing_is_swept_however_old_it_seems(tmp_path):
    """A Pi's clock may leap by months while a backup is made."""
    child, path = at_work(tmp_path)
    aged(path)
    with scratch(tmp_path):
        pass
    assert (path / "check" / "games.sqlite3").read_bytes() == b"half of it"
    killed(child)
    with scratch(tmp_path):
        assert not path.exists()


@pytest.mark.parametrize("young", ["", "check", "check/games.sqlite3"])
def test_what_was_written_lately_is_let_be(tmp_path, left, young):
    aged(left)
    os.utime(left / young)
    with scratch(tmp_path):
        assert left.exists()


def test_nothing_else_is_swept(tmp_path):
    elsewhere = tmp_path / "elsewhere"
    for name in ("elsewhere", ".realqueen-archived", f"{PREFIX}games", f"x{PREFIX}0a1b2c3d"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine").write_bytes(b"mine")
    (tmp_path / f"{PREFIX}0a1b2c3d").symlink_to(elsewhere)
    (tmp_path / f"{PREFIX}aaaaaaaa").write_bytes(b"a file")
    for path in tmp_path.iterdir():
        if not path.is_symlink():
            aged(path)
    before = sorted(tmp_path.rglob("*"))
    with scratch(tmp_path) as made:
        assert sorted(path for path in tmp_path.rglob("*") if path != made) == before
    assert sorted(tmp_path.rglob("*")) == before


def test_what_can_not_be_swept_hinders_nobody(tmp_path, left, monkeypatch):
    aged(left)

    def not_ours(path, sweep=shutil.rmtree, **how):
        if path == left:
            raise PermissionError(13, "Permission denied", str(path))
        sweep(path, **how)

    monkeypatch.setattr(shutil, "rmtree", not_ours)
    with scratch(tmp_path) as made:
        assert made.is_dir()
    assert left.exists()
