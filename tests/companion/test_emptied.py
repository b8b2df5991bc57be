"""A recording whose files vanish while it is played: the page stays, and tells how far it came."""

import contextlib
import json
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

from patience import seconds

from vision.sources import demo_recording


def state(page):
    with urllib.request.urlopen(f"{page}api/state", timeout=seconds(20)) as answer:
        return json.load(answer)


def until(condition):
    ends = time.monotonic() + seconds(60)
    while not condition():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.05)


def test_a_folder_that_is_emptied_in_mid_game_ends_nothing(tmp_path):
    folder = tmp_path / "pictures"
    shutil.copytree(demo_recording(), folder)
    command = [sys.executable, "-m", "companion.cli", "run", "--source", f"recording:{folder}"]
    command += ["--port", "0", "--speed", "3", "--no-browser", "--data", str(tmp_path / "data")]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as companion,
        contextlib.ExitStack() as end,
    ):
        end.callback(companion.kill)
        page = re.search(r"http://\S+/", companion.stdout.readline()).group()
        until(lambda: state(page)["actions"] > 0)
        shutil.rmtree(folder)
        until(lambda: state(page)["camera"]["status"] == "ended")
        told = state(page)
        assert re.search(r"only \d+ of its \d+ pictures", told["camera"]["text"])
        assert told["moves"]
        companion.send_signal(signal.SIGTERM)
        assert companion.wait(seconds(20)) == 0
