"""What a killed process has left of our files is swept; nothing else is."""

import os

import pytest
from pages import companion_running

from calibration.files import whole_file
from companion.files import OLD_S, sweep

OURS = (
    "pin",
    "calibration-table.json",
    "evidence/000000003-1-20261121100000123.jpg",
    "wrong-rulings/wrong-ruling-20261121-100000-123456.zip",
)


def killed_while_writing(path):
    """A process dies at the last moment before the file takes its place."""
    child = os.fork()
    if child == 0:
        with whole_file(path) as file:
            file.write(b"half of it")
            file.flush()
            os._exit(9)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    (left,) = path.parent.glob(f".{path.name}.*")
    return left


def aged(path, seconds=2 * OLD_S):
    before = path.stat().st_mtime - seconds
    os.utime(path, (before, before))
    return path


@pytest.fixture
def data(tmp_path):
    for folder in ("evidence", "wrong-rulings"):
        (tmp_path / folder).mkdir()
    return tmp_path


def test_what_was_left_is_swept_when_the_companion_starts(data):
    left = [aged(killed_while_writing(data / name)) for name in OURS]
    with companion_running(data):
        assert [path for path in left if path.exists()] == []


def test_nothing_else_is_swept(data):
    kept = [data / name for name in (*OURS, ".notes.0a1b2c3d", ".pin.old", "x.pin.0a1b2c3d")]
    for path in kept:
        path.write_bytes(b"mine")
        aged(path)
    (data / ".pin.0a1b2c3d").mkdir()
    young = killed_while_writing(data / "calibration-table.json")
    sweep(data, data / "evidence", data / "wrong-rulings", data / "not there")
    assert all(path.exists() for path in (*kept, young, data / ".pin.0a1b2c3d"))
