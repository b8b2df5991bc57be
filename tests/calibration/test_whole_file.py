"""Files are the old one or the new one, whatever happens; and those that last, last."""

import os

import pytest

from calibration.files import whole_file


@pytest.fixture
def brought(monkeypatch):
    """Which places were brought to the disk, in order."""
    places, fsync = [], os.fsync

    def watched(descriptor):
        places.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    return places


def test_what_lasts_is_on_the_disk_with_its_name(tmp_path, brought):
    with whole_file(tmp_path / "a") as file:
        file.write(b"new")
    aside, folder = brought
    assert os.path.dirname(aside) == folder == str(tmp_path)
    assert (tmp_path / "a").read_bytes() == b"new"


def test_what_need_not_last_waits_for_no_disk(tmp_path, brought):
    with whole_file(tmp_path / "a", lasting=False) as file:
        file.write(b"new")
    assert brought == []


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_what_goes_wrong_leaves_the_old_one_and_nothing_else(tmp_path, monkeypatch, step):
    (tmp_path / "a").write_bytes(b"old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space"), whole_file(tmp_path / "a") as file:
        file.write(b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert (tmp_path / "a").read_bytes() == b"old"


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_pipe_or_a_device_is_not_replaced(tmp_path, kind):
    """As root a calibration written to /dev/null took its place, and all the system's output."""
    path = tmp_path / "a"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null")  # never the device itself: this may run as root
    before = path.lstat()
    with pytest.raises(OSError, match="a pipe or a device"), whole_file(path) as file:
        file.write(b"new")
    assert path.lstat() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_folder_that_can_t_be_listed_is_written_all_the_same(tmp_path, monkeypatch):
    opened = os.open

    def unlisted(path, flags, *more):
        if flags & os.O_DIRECTORY:
            raise PermissionError(13, "Permission denied")
        return opened(path, flags, *more)

    monkeypatch.setattr(os, "open", unlisted)
    with whole_file(tmp_path / "a") as file:
        file.write(b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
