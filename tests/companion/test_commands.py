"""`realqueen run` and `realqueen replay` from the outside: one clear line for each bad input."""

import concurrent.futures
import contextlib
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import cv2
import numpy as np
import pytest
from patience import seconds
from scripted import GAME

from companion.archive import game_state
from companion.files import write_whole
from companion.store import Store
from engine.record_reading import read_records
from vision.sources import demo_recording

DEMO = demo_recording()
FIXTURES = Path(__file__).parents[1] / "fixtures"
OTHER_BOARD = FIXTURES / "boards" / "s004" / "000.jpg"
PLACEMENTS = [
    json.loads(line)["placement"]
    for line in (FIXTURES / "demo-game" / "labels.jsonl").read_text("utf-8").splitlines()
]
PATIENCE_S = seconds(240)


def realqueen(*args, **options):
    command = [sys.executable, "-m", "companion.cli", *map(str, args)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, **options
    )


def pictures(folder, count):
    """The first pictures of the built-in recording in a folder of their own."""
    folder.mkdir()
    for picture in sorted(DEMO.glob("*.jpg"))[:count]:
        shutil.copy(picture, folder)
    return folder


@pytest.fixture
def taken_port():
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield listener.getsockname()[1]


def test_it_says_its_version():
    done = realqueen("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"realqueen \d+\.\d+\.\d+\n", done.stdout)


def bad_recordings(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "words.mp4").write_text("not a film")
    (tmp_path / "words.json").write_text('{"not": "a calibration"}')
    broken = pictures(tmp_path / "broken", 4)
    (broken / "002.jpg").write_bytes(b"\xff\xd8 not a picture")


BAD = {
    "missing": (["nowhere"], r"nowhere"),
    "empty folder": (["empty"], r"empty"),
    "no video": (["words.mp4"], r"words\.mp4"),
    "broken picture": (["broken"], r"002\.jpg"),
    "missing calibration": (["broken", "--calibration", "no.json"], r"no\.json"),
    "broken calibration": (["broken", "--calibration", "words.json"], r"words\.json"),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("command", ["replay", "run"])
def test_bad_input_gets_one_line_and_leaves_nothing(tmp_path, command, case):
    bad_recordings(tmp_path)
    (source, *options), named = BAD[case]
    if command == "run":
        args = ["run", "--source", f"recording:{source}", "--port", "0", "--no-browser"]
        args += ["--data", "data", "--speed", "50", *options]
    else:
        args = ["replay", source, "--record", "out.rqg", *options]
    done = realqueen(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert re.search(named, done.stderr)
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("*.rqg*")) + list(tmp_path.glob(".*"))
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--host", "no.such.host.invalid"], "--host"),
        (["--host", "192.0.2.7"], "--host"),
        (["--host", "a..b"], "--host"),
        (["--port", "70000"], "--port: a whole number up to 65535"),
        (["--port", "-1"], "--port: a whole number up to 65535"),
        (["--port", "http"], "--port: a whole number up to 65535"),
        (["--speed", "0"], "--speed"),
        (["--speed", "fast"], "--speed: a number above 0, not 'fast'"),
        (["--rate", "fast"], "--rate: a number from 1 to 120, not 'fast'"),
        (["--source", ""], "no source ''"),
        (["--source", "nonsense"], "no source 'nonsense'"),
        (["--source", "recording:"], "recording:PATH"),
        (["--source", "picamera2"], "picamera2"),
        (["--data", "/proc/nowhere"], "--data"),
        (["--data", "x" * 300], "--data"),
        (["--pin", "12345"], "--pin.*6 digits"),
        (["--pin", "12345x"], "--pin.*6 digits"),
        (["--no-pin", "--host", "0.0.0.0"], "--no-pin.*--host"),
        (["--no-pin", "--pin", "123456"], "--no-pin"),
    ],
)
def test_run_refuses_what_cannot_be(args, named):
    done = realqueen("run", "--source", "recording:demo", "--no-browser", "--port", "0", *args)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert re.search(named, done.stderr)


@pytest.mark.parametrize("args", [["judge", "start", "d4"], ["perft", "start", "1"]], ids=" ".join)
def test_what_finds_no_room_behind_a_redirection_is_said(args):
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "companion.cli", *args]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "No space left on device" in done.stderr


def test_a_name_that_no_disk_takes_is_said_in_one_line():
    done = realqueen("replay", "x" * 300)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr


INTERRUPTED = """
import sys
from companion.cli import main

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt  # as Ctrl-C does while that is being loaded

sys.meta_path.insert(0, Interrupted())
sys.exit(main(["--version"]))
"""


@pytest.mark.parametrize("loading", ["argparse", "numpy", "companion.commands.run"])
def test_ctrl_c_while_it_is_being_loaded_is_no_traceback(loading):
    command = [sys.executable, "-c", INTERRUPTED, loading]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_port_in_use_is_named_and_nothing_is_written(tmp_path, taken_port):
    done = realqueen(
        "run", "--source", "recording:demo", "--port", taken_port, "--data", tmp_path / "data"
    )
    assert done.returncode == 2
    assert done.stderr == (
        f"realqueen run: port {taken_port} is in use: choose another with --port\n"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_run_ends_cleanly_when_told_to(tmp_path, number):
    command = [sys.executable, "-m", "companion.cli", "run", "--source", "recording:demo"]
    command += ["--port", "0", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as companion:
        page = re.search(r"http://\S+/", companion.stdout.readline()).group()
        # A page that follows live must not hold it up.
        with urllib.request.urlopen(f"{page}api/events?state=1", timeout=seconds(20)) as stream:
            stream.readline()
            companion.send_signal(number)
            assert companion.wait(seconds(20)) == 0
        assert companion.stderr.read() == ""


def shown(terminal):
    """All that comes until nobody writes to a terminal any more, which it tells by an error."""
    said = b""
    with contextlib.suppress(OSError):
        while part := terminal.read(1000):
            said += part
    return said


@contextlib.contextmanager
def pin_line(*options, at_terminal):
    """A companion once its game has begun: its second line."""
    command = [sys.executable, "-m", "companion.cli", "run", "--source", "recording:demo"]
    command += ["--port", "0", "--speed", "50", "--no-browser", *map(str, options)]
    ours, theirs = pty.openpty() if at_terminal else os.pipe()
    with (
        open(ours, "rb", buffering=0) as terminal,
        subprocess.Popen(command, stdout=theirs) as companion,
        concurrent.futures.ThreadPoolExecutor() as reading,
    ):
        os.close(theirs)
        page = re.search(r"http://\S+/", terminal.readline().decode()).group()
        told = terminal.readline().decode()
        # The code that follows is longer than what waits to be read.
        rest = reading.submit(shown, terminal)
        with urllib.request.urlopen(f"{page}api/events", timeout=PATIENCE_S) as stream:
            next(line for line in stream if line.startswith(b"id: "))
        yield told
        companion.send_signal(signal.SIGTERM)
        assert companion.wait(seconds(20)) == 0
        rest.result()


def pin_told(*options):
    with pin_line(*options, at_terminal=True) as told:
        return re.search(r"PIN: (\d{6})\b", told).group(1)


def test_the_pin_stays_the_same_over_restarts(tmp_path):
    assert pin_told("--data", tmp_path / "new", "--pin", "012345") == "012345"
    assert pin_told("--data", tmp_path / "new") == "012345"
    assert (tmp_path / "new" / "pin").read_text() == "012345\n"


def test_to_a_journal_the_pin_is_not_told_but_the_command_that_shows_it(tmp_path):
    data = tmp_path / "our club"
    with pin_line("--data", data, "--pin", "012345", at_terminal=False) as told:
        assert "012345" not in told
        command = re.search(r"cat .*(?=  \()", told).group()
        patience = time.monotonic() + PATIENCE_S
        while not (data / "pin").exists() and time.monotonic() < patience:
            time.sleep(0.05)
        shown = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert shown.stdout == "012345\n"


OVERTAKEN = """
import os, signal, sys, time
from companion.cli import main
from companion.commands import run

class Overtaken(run.Herald):
    def run(self):
        while self._table.game is None:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGTERM)

run.Herald = Overtaken
sys.exit(main(sys.argv[1:]))
"""


def test_a_pin_is_kept_though_the_end_overtakes_the_herald(tmp_path):
    command = [sys.executable, "-c", OVERTAKEN, "run", "--source", "recording:demo", "--port", "0"]
    command += ["--no-browser", "--data", str(tmp_path / "new"), "--pin", "012345"]
    assert subprocess.run(command, timeout=PATIENCE_S, check=False).returncode == 0
    assert (tmp_path / "new" / "pin").read_text() == "012345\n"


def test_what_was_told_survives_the_plug_being_pulled(tmp_path):
    command = [sys.executable, "-m", "companion.cli", "run", "--source", "recording:demo"]
    command += ["--port", "0", "--speed", "20", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as companion:
        page = re.search(r"http://\S+/", companion.stdout.readline()).group()
        with urllib.request.urlopen(f"{page}api/events", timeout=PATIENCE_S) as stream:
            lines = (line for line in stream if line.startswith(b"id: "))
            told = [int(next(lines)[4:]) for _ in range(9)]
        companion.kill()
    with Store(tmp_path) as store:
        assert [event.seq for event in store.events()][:9] == told
        (game,) = store.games()
        state = game_state(store, game)
    assert state.moves == tuple(GAME[: len(state.moves)])


def test_replay_of_the_demo_is_exact_and_writes_its_record(tmp_path):
    record = tmp_path / "out.rqg"
    done = realqueen("replay", DEMO, "--record", record)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["move"] for event in events if event["event"] == "move"] == GAME
    assert [event for event in events if event["event"] == "fault"] == []
    end = events[-1]
    assert (end["event"], end["result"], end["termination"]) == ("end", "1-0", "Winning Real")
    frames = [event["frame"] for event in events]
    assert frames == sorted(frames)
    (read,) = read_records(record.read_text("utf-8"))
    assert [str(move) for move in read.moves] == GAME


def test_replay_without_a_board_says_so(tmp_path):
    folder = tmp_path / "wall"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((480, 640, 3), 120, np.uint8))
    done = realqueen("replay", folder, "--record", tmp_path / "out.rqg")
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == [folder]


def test_replay_of_what_begins_in_a_game_is_refused_at_once(tmp_path):
    folder = tmp_path / "late"
    folder.mkdir()
    for number in range(5, 9):
        shutil.copy(DEMO / f"{number:03}.jpg", folder)
    done = realqueen("replay", folder, "--record", tmp_path / "out.rqg")
    assert done.returncode == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "begins with marbles on the board" in line
    assert "--calibration" in line
    assert list(tmp_path.iterdir()) == [folder]


@pytest.fixture(scope="module")
def another_boards_calibration(tmp_path_factory):
    """A calibration with pictures of the demo's size, of another board."""
    path = tmp_path_factory.mktemp("other") / "other.json"
    done = realqueen("calibrate", "--empty", OTHER_BOARD, "--out", path)
    assert done.returncode == 0, done.stderr
    return path


@pytest.mark.parametrize("command", ["replay", "run"])
def test_a_calibration_of_another_board_is_refused_and_leaves_nothing(
    tmp_path, another_boards_calibration, command
):
    options = {
        "replay": f"replay {DEMO} --record out.rqg",
        "run": "run --source recording:demo --port 0 --no-browser --data data --speed 50",
    }[command].split()
    done = realqueen(*options, "--calibration", another_boards_calibration, cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "does not fit" in done.stderr
    assert list(tmp_path.iterdir()) == []


FPS = 10
FILMED, FILMED_MOVES = 24, 9
"""Pictures of the demo in the film, and the moves complete in them; hands in between."""
LIST_BYTES = 10_000
"""At the film's end, which say where its pictures lie."""


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """The demo's beginning as a video in which each picture stands for a second."""
    path = tmp_path_factory.mktemp("film") / "game.mp4"
    pictures = [cv2.imread(str(picture)) for picture in sorted(DEMO.glob("*.jpg"))[:FILMED]]
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (width, height))
    for picture in pictures:
        for _ in range(FPS):
            writer.write(picture)
    writer.release()
    return path


def test_a_film_of_a_game_is_followed_at_its_own_rate(film):
    done = realqueen("replay", film)
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    moves = [event["move"] for event in events if event["event"] == "move"]
    told = {event["event"] for event in events}
    assert moves == GAME[:FILMED_MOVES]
    assert "fault" not in told
    # Each was settled while the picture that shows it stood, not by a later one.
    for event in (event for event in events if event["event"] == "move"):
        assert PLACEMENTS[event["frame"] // FPS] == event["position"].split()[0]


def moves_in(record):
    """The moves of a record's one game, and how it stands."""
    (game,) = read_records(record.read_text("utf-8"))
    return [str(move) for move in game.moves], game.result


def test_a_film_cut_short_is_ruled_on_and_then_told(film, tmp_path):
    # A film whose second half of pictures is lost says still how many there were.
    data = bytearray(film.read_bytes())
    half = len(data) // 2
    data[half:-LIST_BYTES] = bytes(len(data) - half - LIST_BYTES)
    (tmp_path / "cut.mp4").write_bytes(data)
    done = realqueen("replay", "cut.mp4", "--record", "out.rqg", cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    whole = FILMED * FPS
    assert re.fullmatch(
        rf"realqueen replay: only \d+ of {whole} pictures of \S*cut\.mp4 could be read", line
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    moves = [event["move"] for event in told if event["event"] == "move"]
    assert 0 < len(moves) < FILMED_MOVES
    assert moves_in(tmp_path / "out.rqg") == (moves, "*")


@pytest.mark.parametrize("out", ["nowhere/out.rqg", "."])
def test_replay_refuses_a_place_it_cannot_write_before_it_begins(tmp_path, out):
    done = realqueen("replay", DEMO, "--record", out, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "realqueen replay:" in done.stderr


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "out.rqg"
    write_whole(path, "old")

    def pulled(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", pulled)
    with pytest.raises(Exception, match="No space left"):
        write_whole(path, "new and longer")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
