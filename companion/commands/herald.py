"""What ``realqueen run`` says once its page answers: to the service manager, then to people."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from shlex import quote
from urllib.parse import urlsplit

from companion.house import HEARTBEAT_S
from companion.output import at_terminal, say
from companion.pin import PinShelf
from companion.qr import as_text
from companion.table import Table
from companion.watchdog import Watchdog, interval_s, notify
from companion.web.screen import referee_address
from companion.web.server import address, address_for_others
from vision.sources import Source


class Herald(threading.Thread):
    """Says where the page is once it answers; ends the server if a recording breaks."""

    def __init__(
        self, table: Table, source: Source, listener: socket.socket, *, browser: bool
    ) -> None:
        super().__init__(name="herald", daemon=True)
        self._table = table
        self._source = source
        self._page = address(listener)
        self._for_others = address_for_others(listener)
        self._browser = browser
        self._pin: str | None = None
        self._shelf: PinShelf | None = None
        self._on_screen = True
        self._keeping = threading.Lock()
        self._kept = False

    def tells_pin(self, pin: str | None, shelf: PinShelf, *, on_screen: bool = True) -> None:
        """Let it keep the PIN and say it, once the page answers.

        Args:
            pin: None for none.
            shelf: where it is kept.
            on_screen: whether the page's own screen shows it.
        """
        self._pin, self._shelf, self._on_screen = pin, shelf, on_screen

    def run(self) -> None:
        """Say it, then see to what is left until the table has come to its end."""
        if _answers(self._page):
            # A manager that is not told ends us, so it comes before what may go wrong.
            self._tell_manager()
            self._tell_people()
            if self._browser:
                webbrowser.open(self._page)
        self._wait_for_begin()
        self.keep_pin()
        self._table.join()
        if self._table.failure and self._source.live:
            # A camera may be mended while the page tells of it; the log should tell too.
            say(f"realqueen run: {self._source.name}: {self._table.failure}", sys.stderr)
        elif self._table.failure:
            os.kill(os.getpid(), signal.SIGTERM)

    def _tell_people(self) -> None:
        say(f"Real Queen companion: {self._page}  (Ctrl-C ends it)")
        if self._for_others is not None:
            say(f"On phones at the table: {self._for_others}")
        if self._pin is not None and self._shelf is not None:
            self._tell_pin(self._pin, self._shelf.path)

    def _tell_pin(self, pin: str, kept: Path) -> None:
        also = f"  (also on {self._page}screen)" if self._on_screen else ""
        if at_terminal():
            say(f"Referee's PIN: {pin}{also}")
            say(as_text(referee_address(self._for_others or self._page, pin)))
        else:
            # What is printed into a journal is read by others, and for long.
            say(f"To see the referee's PIN: cat {quote(str(kept))}{also}")

    def _wait_for_begin(self) -> None:
        """Sleep until the game begins, or can't any more."""
        hub = self._table.hub
        version = hub.version
        while not (self._begun() or hub.closed or self._table.failure):
            hub.wait(version, HEARTBEAT_S)
            version = hub.version

    def _begun(self) -> bool:
        """Whether there is a game: a recording that turns out wrong is to leave nothing."""
        kept_before = self._shelf is not None and self._shelf.path.parent.exists()
        return self._source.live or kept_before or self._table.game is not None

    def keep_pin(self) -> None:
        """Keep what was told, once there is something that it was told for."""
        if self._pin is None or self._shelf is None:
            return
        # By the herald and, at the end, by the main thread, which so waits for a begun one.
        with self._keeping:
            if not self._kept and self._begun():
                self._shelf.keep(self._pin)
                self._kept = True

    def _tell_manager(self) -> None:
        """To a service manager we have begun, and are well while the page answers."""
        notify("READY=1")
        every_s = interval_s()
        if every_s is not None:
            Watchdog(lambda: not self._table.stuck and _answers(self._page), every_s).start()


def _answers(page: str) -> bool:
    """Whether a first visit to the page succeeds; waits for it."""
    # Not urllib, which would ask a proxy where the surroundings name one.
    visit = http.client.HTTPConnection(urlsplit(page).netloc, timeout=30)
    try:
        visit.request("GET", "/")
        return visit.getresponse().status == http.HTTPStatus.OK
    except OSError:
        return False
    finally:
        visit.close()
