"""Pages in a real browser, for all tests that open one: visits, flags, companions to visit."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path

from patience import seconds

AXE = Path(__file__).parents[1] / "fixtures" / "axe" / "axe.min.js"
SHOTS = Path(__file__).parents[2] / "shots"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MS = seconds(120) * 1000
# A service worker fetches everything a second time: more than the page itself costs.
# The tests of installing want it.
AT_ONCE = {"service_workers": "block"}
BLOCKED = "Service Worker registration blocked by Playwright"
SMALL, PHONE, TABLET, DESKTOP = (360, 740), (390, 844), (820, 1180), (1920, 1080)


def barriers(page):
    """What axe-core finds serious or critical on a page: which rule, where and why."""
    page.evaluate(AXE.read_text("utf-8"))  # not hindered by the page's own rules
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    return [
        f"{rule['id']} at {' '.join(map(str, node['target']))}: {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@contextlib.contextmanager
def companion_running(data, source="recording:demo", speed=1, port=0):
    """The page's address of a companion that watches a source."""
    command = [sys.executable, "-m", "companion.cli", "run", "--source", source]
    command += ["--port", str(port), "--speed", str(speed), "--no-browser", "--data", str(data)]
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
    """One page in a browser of its own, with everything that went wrong in it."""

    def __init__(self, browser, address, size, **options):
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, **(AT_ONCE | options)
        )
        self.page = self.context.new_page()
        self.complaints = []
        self.requests = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.address = address

    def go(self, path="", ready="body[data-seq]"):
        self.page.goto(self.address + path)
        self.page.wait_for_selector(ready, timeout=PATIENCE_MS)
        return self

    def _console(self, message):
        if message.type in ("error", "warning") and message.text != BLOCKED:
            self.complaints.append(message.text)

    def wait_for_the_end(self):
        self.page.wait_for_selector('#banner[data-kind="win"]', timeout=PATIENCE_MS)

    def shoot(self, name, full=False):
        SHOTS.mkdir(exist_ok=True)
        # What moves is let come to rest, so that pictures of two runs are alike.
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled", full_page=full)

    def barriers(self):
        """What axe-core finds serious or critical: which rule, where and why."""
        return barriers(self.page)

    def elsewhere(self):
        """Requests to any other host than the companion's."""
        return [
            url for url in self.requests if not url.startswith((self.address, "data:", "blob:"))
        ]
