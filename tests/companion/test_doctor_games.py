"""The doctor on games that are kept: fine, none, damaged, another's, a newer version's."""

import json
import os
import sqlite3

import pytest

from companion.cli import main
from companion.doctor import games
from companion.doctor.finding import Level
from companion.doctor.words import CATALOGUES
from companion.errors import StoreError
from companion.store import FILE_NAME, Store

FOREIGN = "CREATE TABLE games (id INTEGER)"
NEWER = "INSERT INTO migrations VALUES ('9999-tomorrow', '')"


@pytest.fixture
def played(tmp_path):
    with Store(tmp_path) as store:
        for _ in range(2):
            store.append(store.new_game("table"), {"event": "start"})
    return tmp_path


def found(folder):
    (finding,) = games.kept(folder)
    said = {finding.text(lang) for lang in CATALOGUES}
    assert len(said) == len(CATALOGUES)
    assert all("\n" not in text for text in said)
    if finding.key in ("damaged", "foreign", "newer"):
        assert all("realqueen restore FILE --replace" in text for text in said)
    return finding.level, finding.key


def spoil(folder, how):
    place = folder / FILE_NAME
    whole = place.read_bytes()
    if how in (FOREIGN, NEWER):
        if how is FOREIGN:
            place.unlink()
        with sqlite3.connect(place) as db:
            db.execute(how)
        return
    place.write_bytes(
        {
            "no database": b"my holiday notes, not a database" * 50,
            "scribbled on": whole[:100] + b"\xff" * 4000 + whole[4100:],
        }[how]
    )


def test_games_that_can_be_gone_on_with(played):
    before = {path: path.read_bytes() for path in played.iterdir()}
    assert found(played) == (Level.OK, "fine")
    assert {path: path.read_bytes() for path in played.iterdir()} == before


def test_games_that_are_being_played(played):
    with Store(played) as store:
        store.new_game("table")
        (finding,) = games.kept(played)
    assert (finding.key, finding.values["games"]) == ("fine", 3)


@pytest.mark.parametrize("name", [".", "not/yet", "file/below"])
def test_nothing_was_played_yet(tmp_path, name):
    (tmp_path / "file").touch()
    assert found(tmp_path / name) == (Level.OK, "none")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_that_the_first_game_will_fill(tmp_path):
    (tmp_path / FILE_NAME).touch()
    assert found(tmp_path) == (Level.OK, "none")


SPOILT = {
    "no database": "foreign",
    "scribbled on": "damaged",
    FOREIGN: "foreign",
    NEWER: "newer",
}


@pytest.mark.parametrize("how", SPOILT)
def test_games_that_run_refuses(played, how):
    spoil(played, how)
    with pytest.raises(StoreError):
        Store(played)
    assert found(played) == (Level.BAD, SPOILT[how])


def test_another_programs_steps_are_not_a_newer_version(tmp_path):
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute("CREATE TABLE migrations (name TEXT)")
        db.execute("INSERT INTO migrations VALUES ('0001_initial')")
    assert found(tmp_path) == (Level.BAD, "foreign")


def test_a_calibration_that_can_not_be_read_is_named(played, capsys):
    """It stands in the way of an interrupted game, and backups leave it out."""
    (played / "calibration-table.json").write_text("{")
    (finding,) = games.calibrations(played)
    assert (finding.level, finding.key) == (Level.WARNING, "unreadable")
    assert all("calibration-table.json" in finding.text(lang) for lang in CATALOGUES)
    assert main(["doctor", "--source", "none", "--data", str(played), "--port", "0"]) == 0
    assert "calibration-table.json aside" in capsys.readouterr().out


def test_games_that_can_not_be_read(tmp_path, monkeypatch):
    (tmp_path / FILE_NAME).mkdir()
    assert found(tmp_path) == (Level.BAD, "closed")

    def refuses(*_, **__):
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(games.Path, "stat", refuses)
    assert found(tmp_path) == (Level.BAD, "closed")


def test_a_visit_tells_it(played, capsys):
    spoil(played, NEWER)
    assert main(["doctor", "--source", "none", "--data", str(played), "--port", "0", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)["findings"]
    assert [f["finding"] for f in told if f["check"] == "games"] == ["newer"]
