"""Doubles, and what may not stay on the board after them (C3, D2, D3)."""

import pytest
from setups import setup

from engine.actions import parse_action
from engine.hollows import hollow, hollow_name
from engine.judging import judge, legal_moves, resolutions, return_choices_ok
from engine.perft import count_moves
from engine.rules import Rules

OFFICIAL, CLASSIC = Rules.OFFICIAL, Rules.CLASSIC
ENEMIES = "a7 b7 c7 d7 e7 f7"


def names(hollows):
    return [hollow_name(h) for h in hollows]


DOUBLES = {
    # own, Queen, action, code, alignments, must return (official)
    "the newsletter's": (
        "a4 b3 c2 d2 d3 d4",
        "",
        "d1",
        "DR",
        [["a4", "b3", "c2", "d1"], ["d1", "d2", "d3", "d4"]],
        ["d1"],
    ),
    "Queen enters as crossing": (
        "a1 b1 c1 d2 d3 d4",
        "",
        "Qd1",
        "DRQ",
        [["a1", "b1", "c1", "d1"], ["d1", "d2", "d3", "d4"]],
        [],
    ),
    "Queen steps to the crossing": (
        "a1 b1 c1 d2 d3 d4",
        "e1",
        "Qe1d1",
        "DRQ",
        [["a1", "b1", "c1", "d1"], ["d1", "d2", "d3", "d4"]],
        [],
    ),
    "Queen in an arm": (
        "a1 b1 c1 d2 d3",
        "d4",
        "d1",
        "DRQ",
        [["a1", "b1", "c1", "d1"], ["d1", "d2", "d3", "d4"]],
        ["d1"],
    ),
    "Queen beside it": (
        "a1 b1 c1 d2 d3 d4",
        "g7",
        "d1",
        "DR",
        [["a1", "b1", "c1", "d1"], ["d1", "d2", "d3", "d4"]],
        ["d1"],
    ),
    "Super Real crosses Real": (
        "a4 b4 c4 e4 d5 d6 d7",
        "",
        "d4",
        "DR",
        [["a4", "b4", "c4", "d4", "e4"], ["d4", "d5", "d6", "d7"]],
        ["d4"],
    ),
    "three lines": (
        "a4 b4 c4 d1 d2 d3 a1 b2 c3",
        "",
        "d4",
        "DR",
        [["a1", "b2", "c3", "d4"], ["a4", "b4", "c4", "d4"], ["d1", "d2", "d3", "d4"]],
        ["d4"],
    ),
    "four lines and the Queen": (
        "a4 b4 c4 d1 d2 d3 a1 b2 a7 b6 c5",
        "c3",
        "d4",
        "DRQ",
        [
            ["a1", "b2", "c3", "d4"],
            ["a4", "b4", "c4", "d4"],
            ["a7", "b6", "c5", "d4"],
            ["d1", "d2", "d3", "d4"],
        ],
        ["d4"],
    ),
    "a cross of two fives through its middle": (
        "b4 c4 e4 f4 d2 d3 d5 d6",
        "",
        "d4",
        "DR",
        [["b4", "c4", "d4", "e4", "f4"], ["d2", "d3", "d4", "d5", "d6"]],
        ["d4"],
    ),
}


@pytest.mark.parametrize("name", DOUBLES)
def test_doubles(name):
    own, queen, action, code, alignments, must = DOUBLES[name]
    position = setup(own, ENEMIES.replace("d7", "").replace("a7", ""), queen)
    ruling = judge(position, action, OFFICIAL)
    assert ruling.code == code
    assert [names(line) for line in ruling.alignments] == alignments
    assert names(ruling.must_return) == must
    assert "C3" in ruling.articles
    assert ("D2" in ruling.articles) is bool(must)
    classic = judge(position, action, CLASSIC)
    assert classic.code == code
    assert classic.must_return == ()
    few = setup(own, "g7", queen)
    for rules in Rules:
        assert count_moves(few, rules) == len(list(legal_moves(few, rules)))


# D3: own marbles, Queen, action, rules, returns, the fault or None
FOURS_THAT_STAY = {
    "crossing breaks both": ("a1 b1 c1 d2 d3 d4", "", "d1", OFFICIAL, "d1 a1 b1", None),
    "arm of five ends at the crossing": (
        "a1 b1 c1 d1 e2 e3 e4",
        "",
        "e1",
        OFFICIAL,
        "e1 e2 e3",
        "real-remains",
    ),
    "its arm of four is broken": ("a1 b1 c1 d1 e2 e3 e4", "", "e1", OFFICIAL, "e1 b1 e3", None),
    "arm of five runs through the crossing": (
        "a1 b1 c1 e1 d2 d3 d4",
        "",
        "d1",
        OFFICIAL,
        "d1 d2 d3",
        None,
    ),
    "Queen as crossing keeps both": (
        "a1 b1 c1 d2 d3 d4",
        "",
        "Qd1",
        OFFICIAL,
        "a1 b1 c1",
        "real-remains",
    ),
    "Queen as crossing, one of each": ("a1 b1 c1 d2 d3 d4", "", "Qd1", OFFICIAL, "a1 d2 d3", None),
    "classic: the crossing stays, both arms broken": (
        "a1 b1 c1 d2 d3 d4",
        "",
        "d1",
        CLASSIC,
        "a1 d2 d3",
        None,
    ),
    "classic: the crossing stays, one arm whole": (
        "a1 b1 c1 d2 d3 d4",
        "",
        "d1",
        CLASSIC,
        "a1 b1 c1",
        "real-remains",
    ),
    "official: the crossing must go": (
        "a1 b1 c1 d2 d3 d4",
        "",
        "d1",
        OFFICIAL,
        "a1 d2 d3",
        "crossing-kept",
    ),
    # Four arms of three and the Queen as crossing: three returns can't break all four.
    "none meets D3, so D3 asks nothing": (
        "a4 b4 c4 d1 d2 d3 a1 b2 c3 a7 b6 c5",
        "",
        "Qd4",
        OFFICIAL,
        "a4 b4 c4",
        None,
    ),
    # Three arms of five and more end at the crossing; two returns are left for them.
    "none meets D3, the crossing and any two": (
        "b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 b2 c3 d4 e5 f6",
        "",
        "a1",
        OFFICIAL,
        "a1 b1 c1",
        None,
    ),
    "none meets D3, D2 remains": (
        "b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 b2 c3 d4 e5 f6",
        "",
        "a1",
        OFFICIAL,
        "d1 a4 d4",
        "crossing-kept",
    ),
    "classic: three returns do break three arms": (
        "b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 b2 c3 d4 e5 f6",
        "",
        "a1",
        CLASSIC,
        "d1 a4 d4",
        None,
    ),
    "classic: so they must": (
        "b1 c1 d1 e1 f1 g1 a2 a3 a4 a5 a6 a7 b2 c3 d4 e5 f6",
        "",
        "a1",
        CLASSIC,
        "a1 a4 d4",
        "real-remains",
    ),
    "a four beside the combination is not looked at": (
        "a1 b1 c1 d2 d3 d4 e4 f4 g4",
        "",
        "d1",
        OFFICIAL,
        "d1 a1 b1",
        None,
    ),
}


@pytest.mark.parametrize("name", FOURS_THAT_STAY)
def test_no_four_stays_after_a_double(name):
    own, queen, action, rules, returns, fault = FOURS_THAT_STAY[name]
    position = setup(own, "g7", queen)
    returned = "".join(returns.split())
    ruling = judge(position, f"{action}^{returned}xg7", rules)
    assert (None if ruling.legal else ruling.code) == fault
    due = judge(position, action, rules)
    chosen = frozenset(hollow(name) for name in returns.split())
    assert return_choices_ok(due, chosen) is (fault is None)
    if fault == "real-remains":
        assert ruling.articles[0] == "D3"
        assert ruling.house is (rules is OFFICIAL)


def test_where_three_returns_cannot_break_every_arm_all_choices_stand():
    """Four arms of four or more that end at a crossing which stays: 3 returns break three."""
    position = setup("a4 b4 c4 d1 d2 d3 a1 b2 c3 a7 b6 c5", "g7")
    assert len(list(resolutions(position, parse_action("Qd4"), OFFICIAL))) == 220
    # With three arms each must lose one: 3 x 3 x 3.
    position = setup("a4 b4 c4 d1 d2 d3 a1 b2 c3", "g7")
    assert len(list(resolutions(position, parse_action("Qd4"), OFFICIAL))) == 27
    assert len(list(resolutions(position, parse_action("d4"), OFFICIAL))) == 36
    # Classic: the crossing goes with any two others, or one of each arm.
    assert len(list(resolutions(position, parse_action("d4"), CLASSIC))) == 36 + 27
