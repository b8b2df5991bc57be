"""The Pi's own network: what stands is kept until the new one does.

NetworkManager is a shell function here, which keeps a file a connection.
"""

from pathlib import Path

import pytest
from deploy_shell import run_as_if

SCRIPT = Path(__file__).parents[2] / "deploy" / "raspberrypi" / "access-point.sh"
AS_IF = """
id() { echo 0; }
nmcli() {
  case $2 in
    show) [ -f "$3" ] ;;
    add) echo "$8" >"$6" ;;
    up) [ -z "$DEAD" ] && echo "$3" >>opened ;;
    delete) rm "$3" ;;
    modify) mv "$3" "$5" ;;
  esac
}
export -f id nmcli
exec bash "$@"
"""
NAME, DRAFT = "realqueen-hotspot", "realqueen-hotspot-new"


@pytest.fixture
def pi(tmp_path):
    """Run the script; its status and what it complained of."""

    def run(*arguments, dead=""):
        told = run_as_if(AS_IF, SCRIPT, *arguments, folder=tmp_path, DEAD=dead)
        return told.returncode, told.stderr

    return run


def networks(folder):
    return {path.name: path.read_text("utf-8").strip() for path in folder.glob("realqueen*")}


def test_a_network_is_opened_changed_and_removed(pi, tmp_path):
    assert pi("Circolo di Trieste", "segreto 123~") == (0, "")
    assert networks(tmp_path) == {NAME: "Circolo di Trieste"}
    assert pi("Circolo", "segreto123") == (0, "")
    assert networks(tmp_path) == {NAME: "Circolo"}
    assert pi("--remove") == (0, "")
    assert networks(tmp_path) == {}
    assert pi("--remove")[0] == 2


@pytest.mark.parametrize(
    ("name", "password", "said"),
    [
        ("Circolo", "short", "8 to 63"),
        ("Circolo", "x" * 64, "8 to 63"),
        ("Circolo", "perché no!", "8 to 63"),
        ("Circolo", "tab\tulator", "8 to 63"),
        ("", "segreto123", "1 to 32"),
        ("x" * 33, "segreto123", "1 to 32"),
        ("è" * 17, "segreto123", "1 to 32"),
        ("--remov", "segreto123", "no option"),
    ],
)
def test_what_no_network_can_have_changes_nothing(pi, tmp_path, name, password, said):
    pi("Club", "secret123")
    status, complained = pi(name, password)
    assert (status, complained.count("\n")) == (2, 1)
    assert said in complained
    assert networks(tmp_path) == {NAME: "Club"}


def test_sixteen_letters_with_accents_are_a_name(pi, tmp_path):
    assert pi("è" * 16, "segreto123") == (0, "")


def test_where_the_new_one_cant_be_opened_the_old_one_stays(pi, tmp_path):
    pi("Club", "secret123")
    status, complained = pi("Circolo", "segreto123", dead="yes")
    assert (status, complained.count("\n")) == (2, 1)
    assert networks(tmp_path) == {NAME: "Club"}


@pytest.mark.parametrize(
    ("left", "kept"),
    [({NAME: "Club", DRAFT: "Circolo"}, "Club"), ({DRAFT: "Circolo"}, "Circolo")],
)
def test_after_a_power_cut_one_of_the_two_stays(pi, tmp_path, left, kept):
    for name, network in left.items():
        (tmp_path / name).write_text(network, "utf-8")
    pi("Elsewhere", "segreto123", dead="yes")
    assert networks(tmp_path) == {NAME: kept}
