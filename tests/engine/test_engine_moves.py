"""The text form of actions and moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, ActionKind, Move, parse_action, parse_move
from engine.errors import MoveError
from engine.hollows import hollow

CANONICAL = [
    "d4",
    "Qe3",
    "Qe3d4",
    "c2f6",
    "d4=R^a4b4xc5",
    "d1=DR^c2d1d2xc3c4c5",
    "Qe3=RQ^c1d2xa7b6",
    "d4=R#",
    "Qe3=SRQ5#",
    "--",
    "c2c2",
    "Qc2c2",
    "d4=SR7^a4b4c4d4e4xa1a2a3b7",
    "d4=SRQ7^a4b4c4d4e4",
    "d4=DRQ#",
    "d4^a4b4xc5",
    "d4xc5",
    "d4#",
]

READ_AS = {
    "hollows in any order": ("d4=R^b4a4xc5", "d4=R^a4b4xc5"),
    "captures in any order": ("d4=DR^d4a4b4xc5b7a1", "d4=DR^a4b4d4xa1b7c5"),
    "files before ranks": ("d4=DR^b1a7", "d4=DR^a7b1"),
}

BAD = {
    "empty": "",
    "a space": "d4 ",
    "a line feed": "d4\n",
    "file h": "h4",
    "rank 8": "d8",
    "rank 0": "d0",
    "capital file": "D4",
    "small q": "qd4",
    "Queen alone": "Q",
    "three hollows": "a1b2c3",
    "one dash": "-",
    "three dashes": "---",
    "code alone": "d4=R",
    "code unknown": "d4=X^a4b4",
    "code SR4": "d4=SR4^a4b4",
    "code SR8": "d4=SR8^a4b4",
    "code empty": "d4=^a4b4",
    "returns empty": "d4=R^xc5",
    "captures empty": "d4=R^a4b4x",
    "captures before returns": "d4=Rxc5^a4b4",
    "two return lists": "d4=R^a4^b4",
    "two capture lists": "d4=R^a4b4xc5xc6",
    "hollow twice in returns": "d4=R^a4a4xc5",
    "hollow twice in captures": "d4=R^a4b4xc5c5",
    "Queen in a list": "d4=R^Qa4b4",
    "half a hollow": "d4=R^a4b",
    "win then returns": "d4=R#^a4b4",
    "returns then win": "d4=R^a4b4#",
    "captures then win": "d4xc5#",
    "two wins": "d4##",
    "win before code": "d4#=R",
    "pass wins": "--#",
    "pass forms": "--=R#",
    "pass returns": "--^a4",
    "pass captures": "--xa4",
    "digit of another script": "d\u0664",
    "full-width": "\uff444",
    "code of the other case": "d4=dr^a1b1c1",
}


@pytest.mark.parametrize("text", CANONICAL)
def test_a_move_reads_and_writes_the_same(text):
    move = parse_move(text)
    assert str(move) == text
    assert eval(repr(move)) == move
    assert len({move, parse_move(text)}) == 1


@pytest.mark.parametrize(("text", "canonical"), READ_AS.values(), ids=READ_AS.keys())
def test_reading_is_lenient_about_order(text, canonical):
    assert str(parse_move(text)) == canonical


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_no_move(text):
    with pytest.raises(MoveError) as caught:
        parse_move(text)
    assert "\n" not in str(caught.value)


def test_a_long_text_is_quoted_in_part():
    with pytest.raises(MoveError) as caught:
        parse_move("d4=R^" + "a4" * 10_000 + "x")
    assert len(str(caught.value)) < 300


KINDS = {
    "d4": ActionKind.PLACE,
    "Qe3": ActionKind.ENTER,
    "Qe3d4": ActionKind.STEP,
    "c2f6": ActionKind.RELOCATE,
    "--": ActionKind.PASS,
}


@pytest.mark.parametrize(("text", "kind"), KINDS.items(), ids=KINDS)
def test_an_action_reads_and_writes_the_same(text, kind):
    action = parse_action(text)
    assert action.kind is kind
    assert str(action) == text
    assert eval(repr(action)) == action
    assert parse_move(text).action == action
    assert parse_move(text).is_bare


@pytest.mark.parametrize("text", ["", "d4=R#", "d4#", "d4^a4", "Q", "d4 "])
def test_no_action(text):
    with pytest.raises(MoveError):
        parse_action(text)


@pytest.mark.parametrize(
    ("kind", "origin", "target"),
    [
        pytest.param(ActionKind.PLACE, 1, 2, id="place from the board"),
        pytest.param(ActionKind.ENTER, None, None, id="enter nowhere"),
        pytest.param(ActionKind.STEP, None, 2, id="step from nowhere"),
        pytest.param(ActionKind.RELOCATE, None, 2, id="relocate from nowhere"),
        pytest.param(ActionKind.RELOCATE, 2, None, id="relocate to nowhere"),
        pytest.param(ActionKind.PASS, None, 2, id="pass somewhere"),
    ],
)
def test_an_action_that_lacks_a_hollow_is_never_made(kind, origin, target):
    with pytest.raises(MoveError, match=kind.value):
        Action(kind, origin, target)


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"code": "R"}, id="code without what follows"),
        pytest.param({"code": "XX", "wins": True}, id="unknown code"),
        pytest.param({"wins": True, "returns": frozenset({hollow("a1")})}, id="win and returns"),
        pytest.param({"wins": True, "captures": frozenset({hollow("a1")})}, id="win and captures"),
    ],
)
def test_a_move_whose_parts_do_not_go_together_is_never_made(parts):
    with pytest.raises(MoveError):
        Move(parse_action("d4"), **parts)


@given(st.text(max_size=40) | st.text("abcdefg1234567Q=R#^x-SD", max_size=20))
def test_any_text_gives_a_move_or_the_documented_error(text):
    try:
        move = parse_move(text)
    except MoveError:
        return
    assert parse_move(str(move)) == move
    assert len(str(move)) == len(text)
