"""Memory goes back to the system where the system lets us ask for it."""

import ctypes
import platform

from companion import memory


def test_glibc_takes_the_setting():
    assert memory.give_back_large_arrays() == (platform.libc_ver()[0] == "glibc")


def test_another_system_is_left_alone(monkeypatch):
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    assert not memory.give_back_large_arrays()
