"""How soon a page is told what hands did, and what the running companion takes.

    python benchmarks/companion.py [--hold 20] [--pictures 93]

The recorded demo game, every picture held for --hold frames, comes as from a camera,
30 frames a second, into a table whose events a client follows over HTTP as a browser
does. Delay: from the moment in which the first frame of a picture is there to the
arrival of the move that the picture completes (which picture that is, the offline
replay says), in frames of 1/30 s; the budget of design.md is 8. Then the companion as a
program of its own with the same film: seconds to its first page, processor time of one
core while it plays, memory.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from statistics import median

import cv2

# This file is named as a room, and its folder comes first.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from calibration.board import from_bare_board, with_trays
from companion.house import House
from companion.store import Store
from companion.table import Table
from companion.web.server import listen, make_server
from vision.sources import BaseSource, demo_recording, read_picture
from vision.types import REAL_QUEEN, Frame

RATE = 30.0
BUDGET_FRAMES = 8


class Camera(BaseSource):
    """Pictures as a camera would bring them; ``began`` is when each was there first."""

    name, live = "webcam:film", True

    def __init__(self, pictures, hold):
        self.pictures, self.hold = pictures, hold
        self.began = {}

    def lock(self):
        """There is nothing to hold."""

    def close(self):
        """There is nothing to give back."""

    def __iter__(self):
        start = time.monotonic()
        for index, picture in enumerate(self.pictures):
            for k in range(self.hold):
                due = start + (index * self.hold + k) / RATE
                time.sleep(max(0.0, due - time.monotonic()))
                now = time.monotonic()
                self.began.setdefault(index, now)
                yield Frame(picture.copy(), index * self.hold + k, now)


def completed_by(folder):
    """Of each move, in order, the picture that completes it, as the offline replay says."""
    command = [sys.executable, "-m", "companion.cli", "replay", str(folder)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    events = [json.loads(line) for line in told.splitlines()]
    return [event["frame"] for event in events if event.get("event") == "move"]


def follow(address, arrivals):
    """Note when every move arrives."""
    with urllib.request.urlopen(f"{address}api/events", timeout=120) as stream:
        for line in stream:
            if line.startswith(b"data: ") and json.loads(line[6:]).get("event") == "move":
                arrivals.append(time.monotonic())


def delays(pictures, hold, wanted):
    """Frames from a picture to the arrival of its move."""
    calibration = with_trays(from_bare_board(pictures[0], REAL_QUEEN), pictures[1])
    camera, arrivals = Camera(pictures[2:], hold), []
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder)) as store:
        table = Table("film", camera, store, calibration=calibration)
        listener = listen("127.0.0.1", 0)
        server = make_server(House(store, {"film": table}), listener)
        threading.Thread(target=server.run, daemon=True).start()
        page = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        threading.Thread(target=follow, args=(page, arrivals), daemon=True).start()
        time.sleep(1)
        table.start()
        table.join()
        time.sleep(1)
        table.stop()
        server.close()
    return [
        (arrived - camera.began[picture - 2]) * RATE
        for arrived, picture in zip(arrivals, wanted, strict=False)
    ]


def write_film(path, pictures, hold):
    height, width = pictures[0].shape[:2]
    film = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), RATE, (width, height))
    for index, picture in enumerate(pictures):
        # The board is searched for meanwhile.
        for _ in range(hold * (5 if index < 2 else 1)):
            film.write(picture)
    film.release()


def status_kb(pid, name):
    text = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(re.search(rf"{name}:\s+(\d+)", text)[1])


def cpu_s(pid):
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def run_alone(film, seconds):
    """Seconds to the first page; share of a core, and memory in MB, while the film plays."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion.cli", "run", "--source", f"recording:{film}"]
        command += ["--port", "0", "--no-browser", "--data", folder]
        begun = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as companion:
            page = re.search(r"http://\S+", companion.stdout.readline()).group()
            urllib.request.urlopen(page).read()
            first_s = time.monotonic() - begun
            moves = 0
            while not moves:
                time.sleep(0.5)
                with urllib.request.urlopen(f"{page}api/state") as answer:
                    moves = len(json.load(answer)["moves"])
            used, since = cpu_s(companion.pid), time.monotonic()
            time.sleep(seconds)
            share = (cpu_s(companion.pid) - used) / (time.monotonic() - since)
            now, peak = (status_kb(companion.pid, name) / 1024 for name in ("VmRSS", "VmHWM"))
            companion.terminate()
    return first_s, share, now, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hold", type=int, default=20, help="frames a picture stays")
    parser.add_argument("--pictures", type=int, default=93)
    options = parser.parse_args()
    files = sorted(demo_recording().glob("*.jpg"))[: options.pictures]
    pictures = [read_picture(path) for path in files]
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            (Path(folder) / path.name).write_bytes(path.read_bytes())
        wanted = completed_by(folder)
        frames = delays(pictures, options.hold, wanted)
        print(f"moves told       {len(frames)} of {len(wanted)}")
        print(
            f"delay            median {median(frames):.1f}, worst {max(frames):.1f} frames"
            f" (at most {BUDGET_FRAMES})"
        )
        film = Path(folder) / "film.avi"
        write_film(film, pictures, options.hold)
        first_s, share, now, peak = run_alone(
            film, min(30, len(pictures) * options.hold / RATE / 3)
        )
    print(f"first page       after {first_s:.2f} s")
    print(f"film at 30 fps   {share:.0%} of one core, {now:.0f} MB, {peak:.0f} MB at most")
    print(f"(this benchmark {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB)")


if __name__ == "__main__":
    main()
