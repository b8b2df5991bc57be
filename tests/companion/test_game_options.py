"""What ``realqueen run`` settles about the games that begin."""

import json
import re
import signal
import subprocess
import sys
import urllib.request

import pytest
from patience import seconds

from companion.cli import main
from companion.commands.game_options import game_wanted
from companion.dispatch import parser
from engine.events import Started

PATIENCE_S = seconds(60)


def wanted(*options):
    return game_wanted(parser().parse_args(["run", *options]))


SETTLED = {
    "nothing": ((), Started()),
    "classic": (("--rules", "classic"), Started(rules="classic")),
    "classic, called a profile": (("--profile", "classic"), Started(rules="classic")),
    "tournament": (
        ("--strictness", "tournament", "--clock", "15"),
        Started(strictness="tournament", clock_s=900),
    ),
    "half a minute by hand": (
        ("--clock", "0.5", "--clock-mode", "button"),
        Started(clock_s=30, clock_mode="button"),
    ),
    "no clock": (("--clock", "none"), Started()),
    "who plays": (
        ("--white", "Anna", "--black", "Bruno"),
        Started(players={"w": "Anna", "b": "Bruno"}),
    ),
}


@pytest.mark.parametrize(("options", "started"), SETTLED.values(), ids=SETTLED)
def test_options_settle_how_games_begin(options, started):
    assert wanted(*options) == started


REFUSED = {
    "no such strictness": (("--strictness", "stern"), "--strictness.*friendly"),
    "no such rules": (("--rules", "chess"), "--rules.*official"),
    "no time": (("--clock", "0"), "--clock.*minutes above 0"),
    "time that runs backwards": (("--clock", "-5"), "--clock"),
    "more than a day": (("--clock", "1441"), "--clock.*1440"),
    "no number": (("--clock", "a while"), "--clock.*none"),
    "not a number": (("--clock", "nan"), "--clock"),
    "a name of two lines": (("--white", "An\nna"), "--white"),
    "a name that turns the text": (("--black", "B\u202eb"), "--black"),
    "too long a name": (("--black", "B" * 500), "--black"),
}


@pytest.mark.parametrize(("options", "named"), REFUSED.values(), ids=REFUSED)
def test_what_can_t_be_is_refused_in_one_line(options, named, capsys, tmp_path):
    try:
        status = main(["run", "--source", "simulator", "--data", str(tmp_path / "new"), *options])
    except SystemExit as error:
        status = error.code
    told = capsys.readouterr().err
    assert status == 2
    assert len(told.splitlines()) == 1, told
    assert re.search(named, told)
    assert not (tmp_path / "new").exists()


def test_the_game_that_begins_is_as_settled(tmp_path):
    command = [sys.executable, "-m", "companion.cli", "run", "--source", "recording:demo"]
    command += ["--port", "0", "--speed", "50", "--no-browser", "--data", str(tmp_path)]
    command += ["--strictness", "teach", "--clock", "20", "--white", "Anna"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as companion:
        page = re.search(r"http://\S+/", companion.stdout.readline()).group()
        with urllib.request.urlopen(f"{page}api/events", timeout=PATIENCE_S) as stream:
            next(line for line in stream if line.startswith(b"id: "))
        with urllib.request.urlopen(f"{page}api/state", timeout=PATIENCE_S) as answer:
            state = json.load(answer)
        companion.send_signal(signal.SIGTERM)
        assert companion.wait(seconds(20)) == 0
    assert state["strictness"] == "teach"
    assert state["players"]["w"]["name"] == "Anna"
    assert (state["clock"]["enabled"], state["clock"]["budget"]) == (True, 1200)
