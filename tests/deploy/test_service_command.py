"""The command that the installer puts in place, on a data folder of its own.

Rights and the service are shell functions here; the companion behind it is the real one.
The folder "private" is root's own: it is out of sight of what runs as the service's user.
"""

import sys
from pathlib import Path

import pytest
from deploy_shell import run_as_if

from companion.store import Store

SCRIPT = Path(__file__).parents[2] / "deploy" / "raspberrypi" / "realqueen.sh"
COMPANION = f"""#!/bin/sh
exec {sys.executable} -c 'import sys; from companion.cli import main; sys.exit(main())' "$@"
"""
AS_IF = """
id() { echo "$WHO"; }
setpriv() {
  local status=0
  while [ "$1" != -- ]; do shift; done
  shift
  [ ! -d private ] || mv private .private
  "$@" || status=$?
  [ ! -d .private ] || mv .private private
  return $status
}
export -f id setpriv
exec bash "$@"
"""


@pytest.fixture
def pi(tmp_path):
    """Run the command as somebody; its status, what it printed, what it complained of."""
    companion = tmp_path / "home" / "current" / "venv" / "bin" / "realqueen"
    companion.parent.mkdir(parents=True)
    companion.write_text(COMPANION, "utf-8")
    companion.chmod(0o755)
    text = SCRIPT.read_text("utf-8").replace("@HOME@", str(tmp_path / "home"))
    command = tmp_path / "realqueen"
    command.write_text(text.replace("/var/lib/realqueen", str(tmp_path / "data")), "utf-8")
    with Store(tmp_path / "data") as store:
        store.append(store.new_game("table"), {"type": "move", "ply": 1, "san": "d4"})

    def run(*arguments, who="0"):
        told = run_as_if(
            AS_IF,
            command,
            *arguments,
            folder=tmp_path,
            WHO=who,
            PYTHONPATH=":".join(sys.path),
        )
        return told.returncode, told.stdout, told.stderr

    return run


@pytest.mark.parametrize(
    "name", ["data/games.sqlite3", "data/../data/new.zip", "notes.txt", "private/notes.txt"]
)
def test_a_backup_replaces_no_games_and_nothing_that_is_none(pi, tmp_path, name):
    (tmp_path / "private").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "private" / "notes.txt").write_text("mine too")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    status, printed, complained = pi("backup", name)
    assert (status, printed) == (2, "")
    assert complained.count("\n") == 1
    kept = {path: path.read_bytes() for path in before}
    assert kept == before
    assert not (tmp_path / "data" / "new.zip").exists()
    assert pi("backup", "circolo.zip")[0] == pi("backup", "circolo.zip")[0] == 0


def test_a_backup_that_only_root_may_read_is_replaced_by_the_next(pi, tmp_path):
    file = tmp_path / "private" / "games.zip"
    file.parent.mkdir()
    assert pi("backup", "private/games.zip")[0] == 0
    first = file.read_bytes()
    with Store(tmp_path / "data") as store:
        store.append(store.new_game("table"), {"type": "move", "ply": 1, "san": "d4"})
    status, printed, complained = pi("backup", "private/games.zip")
    assert (status, complained) == (0, "")
    assert printed.startswith("games.zip: games 2")
    assert file.read_bytes() != first
    assert [path.name for path in file.parent.iterdir()] == ["games.zip"]


def test_a_backup_is_made_and_put_back(pi, tmp_path):
    status, printed, complained = pi("backup", "--lang", "it", "circolo.zip")
    assert (status, complained) == (0, "")
    assert printed.startswith("circolo.zip: partite 1")
    assert [path.name for path in tmp_path.glob("circolo*")] == ["circolo.zip"]
    (tmp_path / "data" / "games.sqlite3").unlink()
    status, printed, complained = pi("restore", "circolo.zip")
    assert (status, complained) == (0, "")
    assert (tmp_path / "data" / "games.sqlite3").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup"], "name the file"),
        (["backup", "--lang", "it"], "indica il file"),
        (["backup", "data"], "is a folder: name a file in it, data/games.zip"),
        (["backup", "stick/games.zip"], "no folder stick"),
        (["backup", "stick/games.zip", "--lang", "it"], "la cartella stick non esiste"),
        (["backup", "a.zip", "b.zip"], "a.zip or b.zip"),
        (["restore", "lost.zip"], "no file lost.zip"),
        (["restore", "realqueen"], "there are games"),
        (["restore", "realqueen", "--replace"], "realqueen is not a backup"),
    ],
)
def test_a_mistake_is_said_in_one_line_and_changes_nothing(pi, tmp_path, arguments, said):
    before = sorted(tmp_path.iterdir())
    status, printed, complained = pi(*arguments)
    assert (status, printed) == (2, "")
    assert complained.startswith("realqueen")
    assert said in complained
    assert complained.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["backup", "restore", "doctor"])
def test_who_may_not_is_told_to_use_sudo(pi, name):
    status, printed, complained = pi(name, "games.zip", who="1000")
    assert (status, printed, complained) == (
        2, "", "realqueen: put sudo before this command\n",
    )  # fmt: skip


def test_what_only_computes_wants_no_rights(pi):
    status, printed, complained = pi("doctor", "--geometry", who="1000")
    assert (status, complained) == (0, "")
    assert "Camera Module 3" in printed
