"""Signs of life to a service manager, on a socket of our own."""

import os
import socket
import threading

import pytest

from companion.watchdog import TIMES, Watchdog, interval_s, notify


@pytest.fixture
def manager(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(10)
        yield listening, {"NOTIFY_SOCKET": str(tmp_path / "notify")}


def test_what_is_told_arrives(manager):
    listening, environ = manager
    assert notify("READY=1", environ)
    assert listening.recv(100) == b"READY=1"


def test_a_name_in_the_abstract_namespace():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(f"\0realqueen-{os.getpid()}")
        listening.settimeout(10)
        assert notify("WATCHDOG=1", {"NOTIFY_SOCKET": f"@realqueen-{os.getpid()}"})
        assert listening.recv(100) == b"WATCHDOG=1"


def test_a_manager_that_does_not_listen_holds_us_for_a_moment_only(manager, monkeypatch):
    monkeypatch.setattr("companion.watchdog.PATIENCE_S", 0.05)
    told = iter(lambda: notify("WATCHDOG=1", manager[1]), False)
    assert sum(1 for _ in told) > 0
    assert not notify("STOPPING=1", manager[1])


@pytest.mark.parametrize("path", ["", "relative", "/nowhere/at/all"])
def test_without_a_manager_nothing_happens(path):
    assert not notify("READY=1", {"NOTIFY_SOCKET": path})
    assert not notify("READY=1", {})


@pytest.mark.parametrize(
    ("environ", "wanted"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30 / TIMES),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30 / TIMES),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_how_often(environ, wanted):
    assert interval_s(environ) == wanted


def test_signs_come_while_we_are_well_and_no_longer():
    well, told = threading.Event(), []
    asked = threading.Semaphore(0)

    def ask():
        asked.release()
        return well.is_set()

    dog = Watchdog(ask, 0.001, told.append)
    dog.start()
    for _ in range(5):
        assert asked.acquire(timeout=10)
    assert told == []
    well.set()
    for _ in range(5):
        assert asked.acquire(timeout=10)
    dog.end()
    dog.join(10)
    assert not dog.is_alive()
    assert set(told) == {"WATCHDOG=1"}
