"""A game with a fault of almost every kind, drawn and put through ``realqueen replay``."""

import json
import subprocess
import sys

import pytest
from film import late_faults, many_faults
from patience import seconds

from engine.event import CAMERA_FAULTS
from engine.record_reading import read_records
from engine.rules import FAULT_ARTICLES

WHAT = {"move": "move", "fault": "fault", "combination": "combination"}


@pytest.fixture(scope="module", params=[many_faults, late_faults], ids=lambda make: make.__name__)
def replayed(request, tmp_path_factory):
    """The film, what was printed, and the record."""
    film, folder = request.param(), tmp_path_factory.mktemp("film")
    film.write(folder / "pictures")
    command = [sys.executable, "-m", "companion.cli", "replay", str(folder / "pictures")]
    done = subprocess.run(
        [*command, "--record", str(folder / "out.rqg")],
        capture_output=True, text=True, timeout=seconds(400), check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    return film, events, (folder / "out.rqg").read_text("utf-8")


def told(events):
    return [(e["frame"], e["event"], e.get(WHAT.get(e["event"], ""), "")) for e in events]


def test_everything_is_said_of_the_picture_that_shows_it(replayed):
    film, events, _ = replayed
    kinds = {kind for _, kind, _ in film.said}
    assert [line for line in told(events) if line[1] in kinds] == film.said


def test_the_record_holds_the_moves_that_count(replayed):
    film, _, text = replayed
    (record,) = read_records(text)
    moves = [what for _, kind, what in film.said if kind == "move"]
    assert [str(move) for move in record.moves] == moves
    assert record.positions[-1] == film.position


def test_the_films_have_a_fault_of_almost_every_kind():
    films = (many_faults(), late_faults())
    shown = {what for film in films for _, kind, what in film.said if kind == "fault"}
    elsewhere = {
        "occupied", "pass",  # no picture can show them
        "too-many",  # another article always comes first
    }  # fmt: skip
    assert set(FAULT_ARTICLES) | set(CAMERA_FAULTS) == shown | elsewhere
