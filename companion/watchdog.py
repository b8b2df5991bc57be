"""What a service manager wants to hear: that we have begun, and that we are still well.

systemd's protocol (sd_notify(3)): datagrams to the socket that NOTIFY_SOCKET names.
Without that variable, started by hand, all this does nothing.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Final

PATIENCE_S: Final = 5.0
"""How long we wait for a manager that does not listen; its being stuck must not hold us."""

TIMES: Final = 3
"""Signs of life in the time after which the manager would restart us."""


def notify(message: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Tell the service manager, if there is one; whether it was told.

    Args:
        message: ``READY=1``, ``WATCHDOG=1``, ``STOPPING=1``, ``STATUS=...``.
        environ: where NOTIFY_SOCKET stands.
    """
    path = environ.get("NOTIFY_SOCKET", "")
    if not path.startswith(("/", "@")):
        return False
    # A name that begins with @ is in Linux's abstract namespace.
    address = "\0" + path[1:] if path.startswith("@") else path
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            sender.settimeout(PATIENCE_S)
            sender.connect(address)
            sender.sendall(message.encode())
    except OSError:
        return False
    return True


def interval_s(environ: Mapping[str, str] = os.environ) -> float | None:
    """How often the service manager wants a sign of life; None if it doesn't."""
    limit = environ.get("WATCHDOG_USEC", "")
    for_us = environ.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
    if not (for_us and limit.isascii() and limit.isdigit() and int(limit) > 0):
        return None
    return int(limit) / 1e6 / TIMES


class Watchdog(threading.Thread):
    """Gives signs of life for as long as we are well; when they cease, we are restarted.

    Args:
        well: whether a restart would *not* help. A camera that is missing is no
            reason, a driver that never comes back is one.
        every_s: how often.
        tell: how the manager is told.
    """

    def __init__(
        self,
        well: Callable[[], bool],
        every_s: float,
        tell: Callable[[str], object] = notify,
    ) -> None:
        super().__init__(name="watchdog", daemon=True)
        self._well = well
        self._every_s = every_s
        self._tell = tell
        self._ending = threading.Event()

    def run(self) -> None:
        """Until we are told to end."""
        while not self._ending.wait(self._every_s):
            if self._well():
                self._tell("WATCHDOG=1")

    def end(self) -> None:
        """No more signs."""
        self._ending.set()
