"""Companions in this process and browsers that visit them, for the tests of the referee's desk."""

import contextlib
import threading
import time
from pathlib import Path

from pages import AT_ONCE, BLOCKED, barriers
from patience import seconds

from companion.doorkeeper import Doorkeeper
from companion.house import House
from companion.web.server import address, listen, make_server

SHOTS = Path(__file__).parents[2] / "shots"
PIN = "493027"
PATIENCE_MS = seconds(60) * 1000
SMALL, DESKTOP = (360, 740), (1920, 1080)
LOCALES = {"en": "en-GB", "it": "it-IT"}


@contextlib.contextmanager
def served(store, table, pin=PIN, port=0, returns=False, **house):
    """The address of a page of that table, served as it is served to people.

    ``returns``: the table will be served again, so its hub stays open.
    """
    listener = listen("127.0.0.1", port)
    home = House(store, {"table": table}, heartbeat_s=0.2, door=Doorkeeper(pin), **house)
    server = make_server(home, listener)
    server.adj.asyncore_loop_timeout = 0.02
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield address(listener)
    finally:
        if not returns:
            table.hub.close()
        server.task_dispatcher.shutdown()
        server.asyncore.close_all(map=server._map)
        thread.join(10)


class Visit:
    """One page in a browser of its own, with everything that went wrong in it."""

    def __init__(self, browser, address, size=DESKTOP, lang="en", **options):
        width, height = size
        self.size, self.lang, self.address = size, lang, address
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=LOCALES[lang],
            **(AT_ONCE | options),
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)

    def go(self, path="", ready="body[data-seq]"):
        self.page.goto(self.address + path)
        self.page.wait_for_selector(ready)
        return self

    def log_in(self, name="Ida", pin=PIN):
        self.page.click("#referee")
        self.page.fill("#pin", pin)
        self.page.fill("#name", name)
        self.page.click("#login [type=submit]")
        return self

    def shoot(self, name, full=False):
        SHOTS.mkdir(exist_ok=True)
        path = SHOTS / f"{name}-{self.size[0]}-{self.lang}.png"
        self.page.screenshot(path=path, animations="disabled", full_page=full)

    def until(self, expression):
        """Wait until that is so; the page's own rules forbid it to wait by itself."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, f"never: {expression}"
            self.page.wait_for_timeout(50)

    def barriers(self):
        """What axe-core finds serious or critical: which rule, where and why."""
        return barriers(self.page)

    def narrow_enough(self):
        """Whether nothing has to be scrolled to sideways."""
        return self.page.evaluate("document.documentElement.scrollWidth") <= self.size[0]

    def _console(self, message):
        # That a refusal was refused is what is tested; the browser says it here too.
        refused = "Failed to load resource" in message.text or message.text == BLOCKED
        if message.type in ("error", "warning") and not refused:
            self.complaints.append(message.text)

    def _request(self, request):
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"asked elsewhere: {request.url}")
