"""Every row of the tables, every direction, edges and corners, doubles, triples and wins."""

from math import comb

import pytest
from setups import setup

from engine.actions import parse_action
from engine.combinations import completing, holds_four
from engine.hollows import HOLLOWS, bits_of, hollow, hollow_name
from engine.judging import judge, legal_moves, resolutions
from engine.perft import count_moves
from engine.rules import Rules

OFFICIAL, CLASSIC = Rules.OFFICIAL, Rules.CLASSIC
ENEMIES = "a7 b7 c7 d7 e7 f7"


def names(hollows):
    return [hollow_name(h) for h in hollows]


# name: own attack marbles, Queen, action, code, captures and returns official, then classic
ROWS = {
    "Real": ("a1 b1 c1", "", "d1", "R", (1, 2), (1, 2)),
    "Real Queen": ("a1 b1", "c1", "d1", "RQ", (2, 2), (2, 2)),
    "Super Real": ("a1 b1 c1 e1", "", "d1", "SR5", (2, 3), (2, 3)),
    "Super Real Queen": ("a1 b1 e1", "c1", "d1", "SRQ5", (3, 3), (3, 3)),
    "Super Real 6": ("a1 b1 c1 e1 f1", "", "d1", "SR6", (3, 4), (3, 4)),
    "Super Real Queen 6": ("a1 b1 e1 f1", "c1", "d1", "SRQ6", (4, 4), (4, 4)),
    "Super Real 7": ("a1 b1 c1 e1 f1 g1", "", "d1", "SR7", (4, 5), (4, 5)),
    "Super Real Queen 7": ("a1 b1 e1 f1 g1", "c1", "d1", "SRQ7", (5, 5), (5, 5)),
    "Double Real": ("a1 b1 c1 d2 d3 d4", "", "d1", "DR", (3, 3), (2, 3)),
    "Double Real Queen": ("a1 b1 c1 d2 d4", "d3", "d1", "DRQ", (4, 3), (3, 3)),
}
HOUSE = {
    OFFICIAL: {"Super Real 7", "Super Real Queen 7"},
    CLASSIC: {"Super Real 6", "Super Real Queen 6", "Super Real 7", "Super Real Queen 7"},
}


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", ROWS)
def test_each_row_of_the_table(name, rules):
    own, queen, action, code, official, classic = ROWS[name]
    ruling = judge(setup(own, ENEMIES, queen), action, rules)
    assert (ruling.code, ruling.name) == (code, name)
    assert (ruling.captures, ruling.returns) == (official if rules is OFFICIAL else classic)
    assert not ruling.complete
    assert ruling.position is None
    assert ruling.house is (name in HOUSE[rules])
    assert names(ruling.returnable) == sorted([*own.split(), action])
    assert names(ruling.capturable) == ENEMIES.split()
    assert {"D1", "D4"} <= set(ruling.articles)


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", ROWS)
def test_each_row_is_settled_by_taking_what_is_due(name, rules):
    own, queen, action, *_ = ROWS[name]
    position = setup(own, ENEMIES, queen)
    due = judge(position, action, rules)
    move = next(resolutions(position, parse_action(action), rules))
    ruling = judge(position, move, rules)
    assert ruling.complete
    assert (ruling.returns, ruling.captures) == (due.returns, due.captures)
    assert ruling.house is due.house
    after = ruling.position
    assert after.on_board(position.turn) == len(own.split()) + 1 - due.returns
    assert after.reserve(position.turn) == position.reserve(position.turn) - 1 + due.returns
    assert after.captured(position.turn.other) == due.captures
    assert after.queen(position.turn) == position.queen(position.turn)


# Choices of returns by hand: of how many marbles how many, and with D2 or D3 what is left.
CHOICES = {
    "Real": (6, 6),
    "Real Queen": (3, 3),
    "Super Real": (10, 10),
    "Super Real Queen": (4, 4),
    "Super Real 6": (15, 15),
    "Super Real Queen 6": (5, 5),
    "Super Real 7": (21, 21),
    "Super Real Queen 7": (6, 6),
    # Seven marbles: the crossing and two of six; in classic 35, less those that leave
    # a line whole, which are the three others of one arm: 2.
    "Double Real": (15, 33),
    # Six and the Queen. The crossing and two of five; in classic 20, less the three
    # of the arm without the Queen.
    "Double Real Queen": (10, 19),
}


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", ROWS)
def test_counting_is_listing(name, rules):
    own, queen, action, _, official, classic = ROWS[name]
    position = setup(own, ENEMIES, queen)
    moves = list(resolutions(position, parse_action(action), rules))
    captures = (official if rules is OFFICIAL else classic)[0]
    assert len(moves) == CHOICES[name][rules is CLASSIC] * comb(6, captures)
    assert len({move.returns for move in moves}) == CHOICES[name][rules is CLASSIC]
    alone = setup(own, "a7 b7", queen)
    assert count_moves(alone, rules) == len(list(legal_moves(alone, rules)))


DIRECTIONS = {"rank": (1, 0), "file": (0, 1), "rising": (1, 1), "falling": (1, -1)}


def every_line_of_four():
    for name, (df, dr) in DIRECTIONS.items():
        for h in HOLLOWS:
            file, rank = h % 7, h // 7
            line = [(file + df * k, rank + dr * k) for k in range(4)]
            if all(0 <= f < 7 and 0 <= r < 7 for f, r in line):
                yield name, ["abcdefg"[f] + "1234567"[r] for f, r in line]


LINES = list(every_line_of_four())


def test_there_are_88_lines_of_four():
    assert [sum(name == way for name, _ in LINES) for way in DIRECTIONS] == [28, 28, 16, 16]


@pytest.mark.parametrize("line", [line for _, line in LINES], ids="-".join)
def test_a_real_in_each_direction_at_every_edge_and_corner(line):
    for last in line:
        others = [h for h in line if h != last]
        ruling = judge(setup(" ".join(others)), last)
        assert ruling.code == "R"
        assert [names(found) for found in ruling.alignments] == [sorted(line)]


@pytest.mark.parametrize(
    "marbles",
    [
        pytest.param("e1 f1 g1 a2", id="round the right edge along ranks"),
        pytest.param("f1 g1 a2 b2", id="round the edge in the middle"),
        pytest.param("f1 g2 a4 b5", id="rising over the edge"),
        pytest.param("b1 a2 g2 f3", id="falling over the edge"),
        pytest.param("a6 a7 b1 b2", id="file to next file"),
        pytest.param("a1 b1 c1", id="three"),
        pytest.param("a1 b1 d1 e1", id="a gap"),
        pytest.param("a1 b2 c3 d5", id="bent"),
    ],
)
def test_what_only_looks_like_a_line(marbles):
    *others, last = marbles.split()
    assert judge(setup(" ".join(others)), last).code is None


def test_a_line_not_through_the_hollow_just_filled_forms_nothing():
    position = setup("a1 b1 c1 d1", "a7")
    assert judge(position, "g7").code is None
    assert judge(position, "g7^a1b1xa7").code == "no-combination"


def test_a_standing_line_that_is_lengthened_counts_at_its_full_length():
    assert judge(setup("a1 b1 c1 d1"), "e1").code == "SR5"


def test_the_hollow_left_by_a_step_or_relocation_is_already_empty():
    position = setup("b1 c1 d1", "", "a1")
    assert judge(position, "Qa1a2").code is None
    position = setup("a1 b1 c1 d1", "", "g7", reserve=(0, 20))
    assert judge(position, "a1e1").code == "R"
    assert names(judge(position, "a1e1").alignments[0]) == ["b1", "c1", "d1", "e1"]
    assert judge(position, "b1e1").code is None


@pytest.mark.parametrize(
    ("enemies", "captures"),
    [
        pytest.param("", 0, id="none"),
        pytest.param("a7", 1, id="one"),
        pytest.param("a7 b7", 2, id="two"),
        pytest.param("a7 b7 c7", 3, id="three"),
        pytest.param("a7 b7 c7 d7 e7", 4, id="more than enough"),
    ],
)
def test_captures_are_limited_by_what_is_on_the_board(enemies, captures):
    own, queen, action, *_ = ROWS["Double Real Queen"]
    position = setup(own, enemies, queen)
    ruling = judge(position, action)
    assert ruling.captures == captures
    assert names(ruling.capturable) == enemies.split()
    taken = "x" + "".join(enemies.split()[:captures]) if captures else ""
    done = judge(position, f"d1^a1b1d1{taken}")
    assert done.complete
    assert str(done.move) == f"d1=DRQ^a1b1d1{taken}"


WINS = {
    # own, Queen, action, enemy Queen, kind
    "one end touches": ("a1 b1 c1", "", "d1", "e2", "Winning Real"),
    "beside the middle": ("a1 b1 c1", "", "d1", "b2", "Winning Real"),
    "one hollow too far": ("a1 b1 c1", "", "d1", "f1", None),
    "a row too far": ("a1 b1 c1", "", "d1", "b3", None),
    "castle in the corner": ("d7 e7 f6 f5", "", "f7", "g7", None),
    "castle in the corner reached": ("d7 e7 c7", "", "f7", "g7", "Winning Real"),
    "no Queen on the board": ("a1 b1 c1", "", "d1", "", None),
    "with the own Queen": ("a1 b1", "c1", "d1", "e2", "Winning Real Queen"),
    "with the own Queen entering": ("a1 b1 c1", "", "Qd1", "e2", "Winning Real Queen"),
    "with the own Queen stepping": ("a1 b1 c1", "d2", "Qd2d1", "e2", "Winning Real Queen"),
    "Super Real": ("a1 b1 c1 e1", "", "d1", "f2", "Winning Real"),
    "Super Real Queen": ("a1 b1 e1", "c1", "d1", "f2", "Winning Real Queen"),
    "Double Real": ("a1 b1 c1 d2 d3 d4", "", "d1", "a2", "Winning Real"),
    "Double with the Queen, the other arm reaches": (
        "a1 b1 c1 d2 d3",
        "d4",
        "d1",
        "a2",
        "Winning Real",
    ),
    "Double with the Queen, her arm reaches": (
        "a1 b1 c1 d2 d3",
        "d4",
        "d1",
        "e5",
        "Winning Real Queen",
    ),
    "Double with the Queen, the crossing reaches": (
        "a1 b1 c1 d2 d3",
        "d4",
        "d1",
        "e1",
        "Winning Real Queen",
    ),
    "Super Real 7": ("a1 b1 c1 e1 f1 g1", "", "d1", "g2", "Winning Real"),
}


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", WINS)
def test_each_kind_of_win(name, rules):
    own, queen, action, castle, win = WINS[name]
    position = setup(own, "a6", queen, castle)
    ruling = judge(position, action, rules)
    assert ruling.win == win
    if win is None:
        return
    assert ruling.complete
    assert str(ruling.move) == f"{action}={ruling.code}#"
    assert judge(position, f"{action}#", rules) == ruling
    assert judge(position, ruling.move, rules) == ruling
    assert ruling.alignments
    assert (ruling.returns, ruling.captures) == (0, 0)
    assert ruling.must_return == ruling.returnable == ruling.capturable == ()
    assert {"E2", "D1", "D4"} <= set(ruling.articles)
    assert not ruling.house
    after = ruling.position
    assert (after.turn, after.ply) == ("b", 2)
    assert after.captured(position.turn.other) == position.captured(position.turn.other)
    assert [str(move) for move in legal_moves(position, rules)].count(str(ruling.move)) == 1


def test_a_queen_that_steps_beside_a_standing_line_loses_nothing():
    position = setup("a1 b1 c1 d1", "", "", "f2", turn="b")
    ruling = judge(position, "Qf2e2")
    assert ruling.legal
    assert ruling.win is None


def test_a_line_formed_beside_the_own_castle_wins_nothing():
    assert judge(setup("a1 b1 c1", "", "c2"), "d1").win is None


def test_a_black_win_too():
    ruling = judge(setup("", "a1 b1 c1", "e2", "", turn="b"), "d1")
    assert ruling.win == "Winning Real"
    assert str(ruling.position) == "7/7/7/7/7/4W2/bbbb3 w 20/16 3"


def test_completing_and_holds_four_agree_with_looking():
    line = frozenset(map(hollow, ("a1", "b2", "c3", "d4")))
    assert holds_four(bits_of(line))
    for h in line:
        rest = bits_of(line - {h})
        assert not holds_four(rest)
        assert completing(rest) & bits_of((h,))
