"""The installer's scripts and units, as far as they can be judged without installing.

deploy/raspberrypi/check.sh runs them in Debian system trees.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.dispatch import parser

HERE = Path(__file__).parents[2] / "deploy" / "raspberrypi"
SCRIPTS = sorted([*HERE.glob("*.sh"), *HERE.glob("lib/*.sh")])
PARTS = ("common.sh", "realqueen.sh", "boot_check.sh")
UNITS = sorted(HERE.glob("*.service"))
SERVICE = (HERE / "realqueen.service").read_text("utf-8")


def tool(name):
    """A tool that CI installs; elsewhere its checks are left out, and say so."""
    if shutil.which(name) is None:
        assert not os.environ.get("CI"), f"{name} is missing; .ci/run installs it"
        pytest.skip(f"{name} is not installed")
    return name


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_there_are_scripts_and_units():
    assert {p.name for p in SCRIPTS} >= {"install.sh", "uninstall.sh", "rollback.sh", "check.sh"}
    assert {p.name for p in UNITS} >= {"realqueen.service", "realqueen-kiosk.service"}


def test_shellcheck_finds_nothing():
    told = run(tool("shellcheck"), "-x", "-s", "bash", "-P", str(HERE), *map(str, SCRIPTS))
    assert (told.returncode, told.stdout) == (0, "")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_scripts_can_be_run_and_stop_at_the_first_error(path):
    text = path.read_text("utf-8")
    if path.parent.name == "lib":
        return
    assert os.access(path, os.X_OK)
    assert re.search(r"^set -eu", text, re.MULTILINE)
    assert "\r" not in text


@pytest.mark.parametrize(
    "path",
    [p for p in SCRIPTS if p.name not in PARTS],
    ids=lambda p: p.name,
)
def test_help_needs_no_rights_and_changes_nothing(path):
    told = run("bash", str(path), "--help")
    assert told.returncode == 0
    assert "sudo" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--prot", "8000"], "no option --prot"),
        (["--port", "eight"], "--port wants a number"),
        (["--port", "80"], "--port wants a number from 1024"),
        (["--port", "65536"], "to 65535"),
        (["--port"], "--port wants a value"),
        (["--source", "a b"], "--source wants"),
        (["--source", "picamera"], "--source wants"),
        (["--source", "webcam:1234"], "--source wants"),
        (["--name", "my.pi"], "--name wants"),
        (["--name", "club-"], "--name wants"),
    ],
)
def test_a_wrong_option_is_said_in_one_line(arguments, said):
    told = run("bash", str(HERE / "install.sh"), *arguments)
    assert told.returncode == 2
    assert said in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("bits", ["armhf", "i386"])
def test_a_32_bit_system_is_refused_with_the_reason(tmp_path, bits):
    told = run(
        "bash", "-c",
        f"apt-get() {{ :; }}; dpkg() {{ echo {bits}; }}; id() {{ echo 0; }};"
        f"export -f apt-get dpkg id; . {HERE}/install.sh",
    )  # fmt: skip
    assert told.returncode == 2
    assert f"32 bits ({bits})" in told.stderr
    assert "64-bit Raspberry Pi OS" in told.stderr


def as_service(unit, *settings):
    """The command that the service is started with, and those settings."""
    told = run(
        sys.executable, "-c",
        "import sys; sys.path.insert(0, sys.argv[1]); import as_service as a;"
        "unit = a.unit_of(sys.argv[2]);"
        "said = a.own_variables(unit) | dict(v.split('=', 1) for v in sys.argv[3:]);"
        "print(*a.command_of(unit, said)[1:], sep='\\n')",
        str(HERE / "lib"), str(HERE / unit), *settings,
    )  # fmt: skip
    return parser().parse_args(told.stdout.splitlines())


SETTINGS = ("SOURCE=auto", "HOST=0.0.0.0", "PORT=8000", "RATE=10", "GAME=")


@pytest.mark.parametrize(("said", "mains"), [((), 50), (("MAINS=60",), 60)])
def test_settings_that_do_not_name_the_mains_have_those_of_europe(said, mains):
    settings = [f"REALQUEEN_{one}" for one in (*SETTINGS, *said)]
    assert as_service("realqueen.service", *settings).mains == mains


@pytest.mark.parametrize("game", ["", "--strictness tournament --clock 15"])
def test_the_service_asks_for_options_that_there_are(game):
    settings = [f"REALQUEEN_{one}" for one in SETTINGS]
    args = as_service("realqueen.service", *settings, f"REALQUEEN_GAME={game}")
    assert (args.command, args.wait_for_camera, args.rate) == ("run", True, 10)
    assert str(args.data) == "/var/lib/realqueen"
    assert (args.strictness, args.clock) == (("tournament", 900) if game else ("friendly", None))


def test_the_service_may_use_what_a_camera_needs_and_no_more():
    assert re.findall(r"^DeviceAllow=char-(\S+) rw$", SERVICE, re.MULTILINE) == [
        "video4linux",
        "media",
        "dma_heap",
    ]
    assert "CapabilityBoundingSet=\n" in SERVICE
    assert "SupplementaryGroups=video\n" in SERVICE


@pytest.mark.parametrize("path", UNITS, ids=lambda p: p.name)
def test_systemd_understands_every_line(path):
    told = run(tool("systemd-analyze"), "verify", str(path))
    lines = [
        line
        for line in told.stderr.splitlines()
        # Its command is installed on the Pi, not here.
        if "is not executable: No such file or directory" not in line
    ]
    assert lines == []


def test_the_announcement_is_what_avahi_reads():
    names = [node.tag for node in ElementTree.parse(HERE / "avahi.xml").iter()]
    assert names == ["service-group", "name", "service", "type", "port"]


def test_the_sandbox_is_tight():
    told = run(
        tool("systemd-analyze"),
        "security",
        "--offline=true",
        "--threshold=20",
        str(HERE / "realqueen.service"),
    )
    assert told.returncode == 0, told.stdout[-300:]


@pytest.mark.parametrize(
    "name", ["requirements.lock", "deploy/raspberrypi/requirements-bookworm.lock"]
)
def test_locks_name_what_the_project_needs_with_hashes(name):
    text = (HERE.parents[1] / name).read_text("utf-8")
    pinned = re.findall(r"^([a-z0-9-]+)==([\d.]+)", text, re.MULTILINE)
    assert {"numpy", "opencv-python-headless", "flask", "waitress", "setuptools"} <= {
        n for n, _ in pinned
    }
    assert text.count("--hash=sha256:") > len(pinned)
    usual = (HERE.parents[1] / "requirements.lock").read_text("utf-8")
    named = set(re.findall(r"^([a-z0-9-]+)==", usual, re.MULTILINE))
    assert {n for n, _ in pinned} == named, "make lock writes all of them"
    if "bookworm" in name:
        # What apt's picamera2 was built against there.
        assert dict(pinned)["numpy"].startswith("1.")


def test_the_guides_pictures_are_what_the_calculator_says(tmp_path):
    told = run(sys.executable, str(HERE / "lib" / "draw.py"), str(tmp_path), cwd=HERE.parents[1])
    assert told.returncode == 0, told.stderr
    drawn = {p.name: p.read_text("utf-8") for p in tmp_path.iterdir()}
    assert drawn == {p.name: p.read_text("utf-8") for p in (HERE / "pictures").iterdir()}
    guide = (HERE / "HARDWARE.md").read_text("utf-8")
    assert all(f"pictures/{name}" in guide for name in drawn)
