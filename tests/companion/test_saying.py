"""Nobody reads what the companion says: it serves its page, and its manager knows."""

import contextlib
import os
import signal
import socket
import subprocess
import sys

import pytest
from patience import seconds

from companion.output import say

OUTPUTS = {
    "its reader is gone": ":",
    "it is on a full disk": "exec 1>/dev/full",
    "there is none": "exec 1>&-",
}


@pytest.fixture
def gone():
    """A pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@pytest.fixture
def manager(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(seconds(60))
        yield listening, str(tmp_path / "notify")


@pytest.mark.parametrize("how", OUTPUTS)
def test_the_service_is_ready_though_nothing_can_be_printed(manager, gone, tmp_path, how):
    listening, path = manager
    shell = f'{OUTPUTS[how]}; exec "$0" "$@"'
    command = ["sh", "-c", shell, sys.executable, "-m", "companion.cli", "run", "--port", "0"]
    command += ["--source", "simulator", "--host", "0.0.0.0", "--data", str(tmp_path)]
    environ = os.environ | {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "300000"}
    with (
        subprocess.Popen(
            command, stdout=gone, stderr=subprocess.PIPE, text=True, env=environ
        ) as companion,
        contextlib.ExitStack() as end,
    ):
        end.callback(companion.kill)
        assert listening.recv(100) == b"READY=1"
        assert listening.recv(100) == b"WATCHDOG=1"
        companion.send_signal(signal.SIGTERM)
        assert companion.wait(seconds(30)) == 0
        complained = companion.stderr.read()
    assert "Traceback" not in complained
    assert complained.count("can't be printed") <= 1
    # The PIN was kept, as the last that the herald does.
    assert (tmp_path / "pin").exists()


def test_what_the_output_has_no_letters_for_is_left_unsaid(monkeypatch, caplog):
    with open(os.devnull, "w", encoding="ascii") as plain:
        monkeypatch.setattr(sys, "stdout", plain)
        say("▀▄")
    assert "can't be printed" in caplog.text
