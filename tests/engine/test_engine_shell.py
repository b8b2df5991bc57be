"""The engine's commands for people at a shell."""

import argparse
import json

import pytest

from companion.commands import check, engine, judge, moves, perft
from companion.errors import CompanionError
from engine.errors import EngineError

START = "7/7/7/7/7/7/7 w 20/20 1"
REAL = "b6/7/7/7/7/7/www4 w 17/19 7"
MANY = "W6/1wwwwww/1bbbbbb/1wwwwww/1bbbbbb/1wwwwww/1bbbbb1 w 0/3 1"
WALLED = "7/7/7/7/7/bb5/Wb5 w 0/17 5"
EMPTY_BOARD = "\n".join(f"  {rank} . . . . . . ." for rank in "7654321") + "\n    a b c d e f g\n"


@pytest.fixture
def shell(capsys):
    """Runs a command line; gives its exit status and what it printed."""
    top = argparse.ArgumentParser()
    subparsers = top.add_subparsers()
    for command in (check, engine, judge, moves, perft):
        command.register(subparsers)

    def run(*words):
        args = top.parse_args(words)
        status = args.run(args)
        return status, capsys.readouterr().out

    return run


def test_judge_prints_the_board_and_the_ruling(shell):
    status, out = shell("judge", START, "d4")
    assert status == 0
    assert "  4 . . . w . . ." in out
    assert "White placed an attack marble on d4." in out
    assert out.endswith("7/7/7/3w3/7/7/7 b 19/20 2\n")


def test_judge_of_a_combination_shows_the_board_before(shell):
    status, out = shell("judge", REAL, "d1")
    assert status == 0
    assert "  1 w w w . . . ." in out
    assert "a Real. Take two of them back" in out


def test_judge_of_a_fault_exits_with_1(shell):
    status, out = shell("judge", START, "Qd4", "--lang", "it")
    assert status == 1
    assert out.startswith(EMPTY_BOARD)
    assert "queen-entry (B2)" in out
    assert "La Biglia Queen del Bianco" in out
    assert shell("judge", START, "Qd4", "--rules", "classic")[0] == 0


@pytest.mark.parametrize("words", [("pass",), ("--", "--")], ids=["word", "dashes"])
def test_judge_a_pass(shell, words):
    status, out = shell("judge", "--json", WALLED, *words)
    assert status == 0
    assert json.loads(out)["move"] == "--"


def test_judge_as_json(shell):
    status, out = shell("judge", REAL, "d1^a1b1xa7", "--json")
    assert status == 0
    assert json.loads(out)["move"] == "d1=R^a1b1xa7"
    status, out = shell("judge", REAL, "a1", "--json")
    assert status == 1
    assert json.loads(out)["fault"] == "occupied"


def test_moves(shell):
    status, out = shell("moves", "start")
    assert status == 0
    assert out.startswith(EMPTY_BOARD)
    assert out.splitlines()[-49:] == sorted(f + r for f in "abcdefg" for r in "1234567")
    assert "d1=R^a1b1xa7" in shell("moves", REAL)[1]
    assert json.loads(shell("moves", WALLED, "--json")[1]) == {"moves": ["--"]}


def test_actions_only(shell):
    assert json.loads(shell("moves", REAL, "--actions", "--json")[1])["actions"][0] == "Qd1"
    assert "d1=R" not in shell("moves", REAL, "--actions")[1]


def test_too_many_moves(shell):
    with pytest.raises(CompanionError, match="more than 200000"):
        shell("moves", MANY)
    assert shell("moves", MANY, "--actions")[0] == 0


def test_perft(shell):
    status, out = shell("perft", "start", "2")
    assert status == 0
    assert out.startswith(EMPTY_BOARD)
    assert out.endswith("\n2352\n")
    assert json.loads(shell("perft", START, "1", "--rules", "classic", "--json")[1]) == {
        "nodes": 98
    }


@pytest.mark.parametrize("depth", ["100", "1000000"])
def test_a_perft_without_end_is_refused(shell, depth):
    with pytest.raises(CompanionError, match="never end"):
        shell("perft", "start", depth)


def test_a_negative_perft_is_refused(shell):
    with pytest.raises(EngineError):
        shell("perft", "start", "--", "-1")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("judge", "nonsense", "d4"), id="position"),
        pytest.param(("judge", START, "nonsense"), id="move"),
        pytest.param(("moves", "nonsense"), id="position of moves"),
        pytest.param(("perft", "nonsense", "1"), id="position of perft"),
    ],
)
def test_what_does_not_read_is_one_line(shell, words):
    with pytest.raises(EngineError) as caught:
        shell(*words)
    assert "\n" not in str(caught.value)


def test_check_a_record(shell, tmp_path):
    file = tmp_path / "game.rqg"
    file.write_text('[White "Anna"]\n[Black "Bruno"]\n1. d4 e5 1-0\n\n1. e4 *\n')
    status, out = shell("check", str(file))
    assert status == 0
    assert "  5 . . . . b . ." in out
    assert "Game 1: Anna - Bruno, moves: 2, 1-0 (Unterminated)" in out
    assert "Game 2: ? - ?, moves: 1, * (Unterminated)" in out
    answer = json.loads(shell("check", str(file), "--json")[1])
    assert answer["ok"]
    assert [game["moves"] for game in answer["games"]] == [2, 1]
    assert answer["games"][0]["position"] == "7/7/4b2/3w3/7/7/7 w 19/19 3"


def test_check_reports_the_first_illegal_move_with_the_board(shell, tmp_path):
    file = tmp_path / "game.rqg"
    file.write_text("1. d4 e5 2. d4 e5 *")
    status, out = shell("check", str(file))
    assert status == 1
    assert "  5 . . . . b . ." in out
    assert "game 1, ply 3, d4: occupied" in out
    answer = json.loads(shell("check", str(file), "--json")[1])
    assert not answer["ok"]
    assert answer["position"] == "7/7/4b2/3w3/7/7/7 w 19/19 3"


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        pytest.param("d4 d4 *", "partita 1, azione 2, d4: L'incavo d4 non è", id="illegal"),
        pytest.param(
            "d4 e5 c4 e4 b4 e3 a4 *", "a4: È incompleta. a4, b4, c4 e d4", id="incomplete"
        ),
        pytest.param("d4 zz *", "partita 1, azione 2, zz: zz non è una mossa", id="no move"),
        pytest.param("d4", "partita 1, azione 1, d4: Manca il risultato", id="no result"),
        pytest.param("d4 *", "Partita 1: ? - ?, mosse: 1, * (Unterminated)", id="all right"),
    ],
)
def test_check_in_italian(shell, tmp_path, moves, said):
    file = tmp_path / "game.rqg"
    file.write_text(moves)
    assert said in shell("check", str(file), "--lang", "it")[1]


@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        pytest.param(b"1. d4 {", "not closed", id="no record"),
        pytest.param(b"", "no game", id="empty"),
        pytest.param(b"1. d4 \xff *", "not UTF-8 at byte 6", id="not UTF-8"),
        pytest.param(None, "No such file", id="not there"),
    ],
)
def test_check_of_what_is_no_record(shell, tmp_path, contents, reason):
    file = tmp_path / "game.rqg"
    if contents is not None:
        file.write_bytes(contents)
    with pytest.raises(CompanionError, match=reason):
        shell("check", str(file))


def test_check_of_a_folder(shell, tmp_path):
    with pytest.raises(CompanionError):
        shell("check", str(tmp_path))
