"""Pages in a real browser, for all tests that open one: visits, flags, companions to visit."""

import contextlib
import re
import subprocess
import sys
import time
from pathlib import Path

from patience import seconds
from readers import READER
from sight import barriers, cut_off, shown

SHOTS = Path(__file__).parents[2] / "shots"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MS = seconds(120) * 1000
PIN = "493027"
# A service worker fetches everything a second time: more than the page itself costs.
# The tests of installing want it.
AT_ONCE = {"service_workers": "block"}
BLOCKED = "Service Worker registration blocked by Playwright"


@contextlib.contextmanager
def companion_running(data, source="recording:demo", speed=1, port=0):
    """The page's address of a companion that watches a source."""
    command = [sys.executable, "-m", "companion.cli", "run", "--source", source]
    command += [
        "--pin",
        PIN,
        "--port",
        str(port),
        "--speed",
        str(speed),
        "--no-browser",
        "--data",
        str(data),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as companion:
        try:
            line = companion.stdout.readline()
            yield re.search(r"http://\S+", line).group()
        finally:
            # Also after a failed test, which would otherwise wait for it for ever.
            companion.terminate()
            status = companion.wait(seconds(20))
        assert status == 0


class Visit:
    """One page in a reader's own browser, with everything that went wrong in it.

    ``script`` runs in the page before its own; other options are the browser's.
    """

    def __init__(self, browser, address, reader=READER, script="", **options):
        self.reader, self.address = reader, address
        width, height = reader.size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=reader.locale,
            **(AT_ONCE | options),
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.complaints = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)
        self.page.on("response", self._response)

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

    def press(self, key, within="body", **values):
        """Press the button that says a message."""
        named = {"name": self.reader.words(key, **values), "exact": True}
        self.page.locator(within).get_by_role("button", **named).click()

    def turn_to(self, reader):
        """Have somebody else look at the same page, on a screen of his own."""
        self.reader = reader
        width, height = reader.size
        self.page.set_viewport_size({"width": width, "height": height})

    def wait_for_the_end(self):
        self.page.wait_for_selector('#banner[data-kind="win"]')

    def until(self, expression):
        """Wait until that is so; the page's own rules forbid it to wait by itself."""
        end = time.monotonic() + PATIENCE_MS / 1000
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, f"never: {expression}"
            self.page.wait_for_timeout(50)

    def shoot(self, name, full=False):
        """A picture for people; what can be seen amiss without one is asserted at once."""
        SHOTS.mkdir(exist_ok=True)
        # What moves is let come to rest, so that pictures of two runs are alike.
        path = SHOTS / f"{name}-{self.reader}.png"
        self.page.screenshot(path=path, animations="disabled", full_page=full)
        amiss = self.amiss()
        assert not amiss, f"{path.name}: {amiss}"

    def amiss(self):
        """Words of another language, words cut off, a page too wide for its screen."""
        found = [f"not for {self.reader}: {name}" for name in self.reader.foreign(shown(self.page))]
        found += [f"cut off: {text}" for text in cut_off(self.page)]
        return found if self.narrow_enough() else [*found, "wider than the screen"]

    def barriers(self):
        """What axe-core finds serious or critical: which rule, where and why."""
        return barriers(self.page)

    def narrow_enough(self):
        """Whether nothing has to be scrolled to sideways."""
        return self.page.evaluate("document.documentElement.scrollWidth") <= self.reader.size[0]

    def _console(self, message):
        # Answers that are errors are judged where they come, below.
        answered = "the server responded with a status" in message.text
        if message.type in ("error", "warning") and not answered and message.text != BLOCKED:
            self.complaints.append(message.text)

    def _request(self, request):
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.complaints.append(f"asked elsewhere: {request.url}")

    def _response(self, response):
        # A refusal of what somebody wants done is often what is tested; what is only
        # asked for is there.
        if response.status >= 400 and response.request.method == "GET":
            self.complaints.append(f"{response.status}: {response.url}")
