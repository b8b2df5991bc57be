"""A replay that doesn't reach its end keeps what it has ruled."""

import json
import signal
import subprocess
import sys

from scripted import GAME
from test_commands import DEMO, PATIENCE_S, moves_in

# A shell that starts the tests in the background has Ctrl-C ignored by all that they start.
HEEDING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from companion.cli import main
sys.exit(main())
"""


def test_a_replay_broken_off_keeps_what_was_ruled(tmp_path):
    record = tmp_path / "out.rqg"
    command = [sys.executable, "-c", HEEDING, "replay", str(DEMO), "--record", str(record)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as replay:
        told = [json.loads(replay.stdout.readline()) for _ in range(4)]
        replay.send_signal(signal.SIGINT)
        told += [json.loads(line) for line in replay.stdout]
        assert replay.wait(PATIENCE_S) == 130
        assert replay.stderr.read() == ""
    moves = [event["move"] for event in told if event["event"] == "move"]
    assert 0 < len(moves) < len(GAME)
    assert moves_in(record) == (moves, "*")


def test_a_replay_whose_reader_goes_away_keeps_what_was_ruled(tmp_path):
    record = tmp_path / "out.rqg"
    command = [sys.executable, "-m", "companion.cli", "replay", str(DEMO), "--record", str(record)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as replay:
        for _ in range(4):
            replay.stdout.readline()
        replay.stdout.close()
        assert replay.wait(PATIENCE_S) == 0
    moves, result = moves_in(record)
    assert (moves, result) == (GAME[: len(moves)], "*")
    assert 0 < len(moves) < len(GAME)
