"""One companion at a time in a data folder."""

import signal
import subprocess
import sys

import pytest

from companion.cli import main
from companion.errors import CompanionError
from companion.tenant import only_one_in

HOLD = """
import sys, time
from pathlib import Path
from companion.tenant import only_one_in
with only_one_in(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_second_one_is_refused_until_the_first_has_ended(tmp_path):
    folder = tmp_path / "not" / "yet"
    (tmp_path / "link").symlink_to(tmp_path / "not")
    with only_one_in(folder):
        for name in (folder, tmp_path / "link" / "yet", folder / ".." / "yet"):
            with pytest.raises(CompanionError, match="another companion"), only_one_in(name):
                pass
        with only_one_in(tmp_path):
            pass
    with only_one_in(folder):
        pass
    assert not folder.parent.exists()


def test_one_that_was_killed_holds_nothing(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(CompanionError), only_one_in(tmp_path):
            pass
        other.send_signal(signal.SIGKILL)
        other.wait()
        with only_one_in(tmp_path):
            pass


@pytest.mark.parametrize(
    "args",
    [
        ["run", "--source", "simulator", "--port", "0", "--no-browser"],
        ["restore", "games.zip", "--replace"],
    ],
    ids=["run", "restore"],
)
def test_a_folder_at_which_one_works_is_left_alone(tmp_path, capsys, args):
    data = tmp_path / "data"
    with only_one_in(data):
        assert main([*args, "--data", str(data)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "another companion is at work" in said
    assert "--data" in said
    assert not data.exists()
