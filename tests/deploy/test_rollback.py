"""Going back to the release before, in a tree of its own: what is refused leaves the service on.

And, before an upgrade, the games' backup.

systemd and the accounts are shell functions here, the releases a script that does as it is told.
"""

import os
import shutil
from pathlib import Path

import pytest
from deploy_shell import run_as_if

HERE = Path(__file__).parents[2] / "deploy" / "raspberrypi"
AS_IF = """
id() { echo 0; }
systemctl() { echo "$*" >>systemctl; }
setpriv() { while [ "$1" != -- ]; do shift; done; shift; "$@"; }
install() { mkdir -p "${@: -1}"; }
export -f id systemctl setpriv install
"""
ROLL_BACK = 'exec bash rollback.sh "$@"'
BACK_UP = ". ./install.sh; back_up_games old"
RELEASE = """#!/bin/sh
echo "$1 $(realpath "$0" --relative-to=home/releases | cut -d/ -f1)" >>done
[ ! -e "$(dirname "$0")/$1-fails" ] || { echo "$1: no" >&2; exit 2; }
"""


@pytest.fixture
def pi(tmp_path):
    """Two releases, "new" the one that runs; a command to go back."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "systemd").mkdir()
    (tmp_path / "data" / "backups").mkdir(parents=True)
    (tmp_path / "data" / "games.sqlite3").touch()
    (tmp_path / "data" / "backups" / "before-1.zip").touch()
    shutil.copy(HERE / "rollback.sh", tmp_path)
    install = (HERE / "install.sh").read_text("utf-8")
    (tmp_path / "install.sh").write_text(install.replace('\nmain "$@"\n', "\n"), "utf-8")
    common = (HERE / "lib" / "common.sh").read_text("utf-8")
    for place, here in (
        ("/opt/realqueen", "home"),
        ("/var/lib/realqueen", "data"),
        ("/run/systemd/system", "systemd"),
    ):
        common = common.replace(place, str(tmp_path / here))
    # No page is served here.
    common += "answers_within() { :; }\n"
    (tmp_path / "lib" / "common.sh").write_text(common, "utf-8")
    for name, link in (("old", "previous"), ("new", "current")):
        folder = tmp_path / "home" / "releases" / name
        command = folder / "venv" / "bin" / "realqueen"
        command.parent.mkdir(parents=True)
        command.write_text(RELEASE, "utf-8")
        command.chmod(0o755)
        (folder / ".complete").touch()
        (tmp_path / "home" / link).symlink_to(f"releases/{name}")

    def run(*arguments, what=ROLL_BACK):
        told = run_as_if(AS_IF + what, *arguments, folder=tmp_path)
        return told.returncode, told.stderr

    return run


def done_by_systemd(folder):
    return (folder / "systemctl").read_text("utf-8").splitlines()


def current(folder):
    return os.readlink(folder / "home" / "current")


@pytest.mark.parametrize("arguments", [(), ("--with-games", "data/backups/before-1.zip")])
def test_it_goes_back(pi, tmp_path, arguments):
    assert pi(*arguments) == (0, "")
    assert current(tmp_path) == "releases/old"
    assert done_by_systemd(tmp_path)[0] == "stop realqueen.service"
    assert "restart realqueen.service" in done_by_systemd(tmp_path)


@pytest.mark.parametrize("arguments", [(), ("--with-games", "data/backups/before-1.zip")])
def test_where_games_cant_be_read_the_service_goes_on_as_it_was(pi, tmp_path, arguments):
    (tmp_path / "home" / "releases" / "old" / "venv" / "bin" / "restore-fails").touch()
    status, complained = pi(*arguments)
    assert status == 2
    assert complained.startswith("restore: no\nrealqueen: ")
    assert complained.count("\n") == 2
    assert current(tmp_path) == "releases/new"
    assert done_by_systemd(tmp_path) == ["stop realqueen.service", "start realqueen.service"]


@pytest.mark.parametrize(
    ("failing", "status", "by"),
    [((), 0, ["new"]), (("new",), 0, ["new", "old"]), (("new", "old"), 2, ["new", "old"])],
)
def test_before_an_upgrade_the_games_are_saved_by_whichever_release_can(
    pi, tmp_path, failing, status, by
):
    """The one that runs may have the very fault that the upgrade mends. Here it is "new"."""
    for name in failing:
        (tmp_path / "home" / "releases" / name / "venv" / "bin" / "backup-fails").touch()
    told, complained = pi(what=BACK_UP)
    assert (told, complained.count("\n")) == (status, len(failing) + (status > 0))
    assert (tmp_path / "done").read_text("utf-8").split("\n")[:-1] == [f"backup {n}" for n in by]
