"""The recorded game with faults, repairs and a bumped board, through ``realqueen replay``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from patience import seconds

from engine.record_reading import read_records

GAME = Path(__file__).parents[1] / "fixtures" / "faults"
MOVES = (GAME / "moves.txt").read_text("utf-8").split()
FAULTS = json.loads((GAME / "expected.json").read_text("utf-8"))["faults"]


@pytest.fixture(scope="module")
def replayed(tmp_path_factory):
    """What was printed, and the record."""
    record = tmp_path_factory.mktemp("faults") / "out.rqg"
    command = [sys.executable, "-m", "companion.cli", "replay", str(GAME / "pictures")]
    done = subprocess.run(
        [*command, "--record", str(record)],
        capture_output=True, text=True, timeout=seconds(240), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()], record.read_text("utf-8")


def test_the_moves_that_count_are_played_and_no_other(replayed):
    events, text = replayed
    assert [event["move"] for event in events if event["event"] == "move"] == MOVES
    (record,) = read_records(text)
    assert [str(move) for move in record.moves] == MOVES


def test_each_fault_is_called_at_its_picture(replayed):
    events, _ = replayed
    called = [event for event in events if event["event"] == "fault"]
    assert [{"frame": e["frame"], "fault": e["fault"]} for e in called] == FAULTS
    # A warning stops nothing; each of the others is put right and play goes on.
    repaired = [event for event in events if event["event"] == "repaired"]
    assert len(repaired) == sum(not event["warning"] for event in called) == 3
