"""Asking ahead, and the advice that a game is stuck."""

from random import Random

import naive
import positions
import pytest
from setups import setup

from engine.deadlock import REPETITIONS, STUCK_ACTIONS, DeadlockReason, deadlock_advice
from engine.errors import MoveError
from engine.judging import judge
from engine.position import Position, Side
from engine.rules import Rules
from engine.teaching import combinations_ahead, missed, wins_ahead

# w: d1 is a Real, Qd1 a Real Queen; d5 is a Double. b: g4 wins beside no castle.
BOTH = setup("a1 b1 c1 d2 d3 d4", "g1 g2 g3 a7", "", "b7")


def actions(rulings):
    return sorted(str(ruling.action) for ruling in rulings)


def test_combinations_for_either_side():
    assert actions(combinations_ahead(BOTH)) == ["Qd1", "Qd5", "d1", "d5"]
    assert actions(combinations_ahead(BOTH, Side.W)) == ["Qd1", "Qd5", "d1", "d5"]
    assert actions(combinations_ahead(BOTH, Side.B)) == ["g4"]
    codes = {str(ruling.action): ruling.code for ruling in combinations_ahead(BOTH)}
    assert codes == {"Qd1": "DRQ", "d1": "DR", "Qd5": "RQ", "d5": "R"}
    assert all(not ruling.complete for ruling in combinations_ahead(BOTH))


def test_combinations_of_the_other_side_are_judged_as_if_it_moved():
    (ruling,) = combinations_ahead(BOTH, Side.B)
    assert ruling.mover is Side.B
    assert ruling.capturable == judge(BOTH.seen_by(Side.B), "g4").capturable


def test_wins_for_either_side():
    position = setup("a1 b1 c1", "a7 b7 c7", "d6", "e2")
    assert actions(wins_ahead(position)) == ["d1"]
    assert actions(wins_ahead(position, Side.B)) == ["d7"]
    assert wins_ahead(BOTH) == []
    assert [ruling.win for ruling in wins_ahead(position)] == ["Winning Real"]


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("seed", range(10))
def test_ahead_is_what_the_slow_way_finds(seed, rules):
    text = positions.crossed(Random(seed))[0]
    forming = {}
    for action in naive.actions(text, rules):
        ruling = naive.judge(text, action, rules)
        if ruling["combination"]:
            forming[action] = ruling["win"]
    position = Position.parse(text)
    found = {str(r.action): r.win for r in combinations_ahead(position, rules=rules)}
    assert found == forming
    wins = sorted(action for action, win in forming.items() if win)
    assert actions(wins_ahead(position, rules=rules)) == wins


MISSED = {
    "a plain action missed all, best first": ("e5", ["Qd1", "d1", "Qd5", "d5"]),
    "a Real missed what captures more": ("d5", ["Qd1", "d1", "Qd5"]),
    "a complete Real as well": ("d5^d2d3xa7", ["Qd1", "d1", "Qd5"]),
    "the best missed nothing": ("Qd1", []),
    "a fault missed all": ("a1", ["Qd1", "d1", "Qd5", "d5"]),
}


@pytest.mark.parametrize(("played", "expected"), MISSED.values(), ids=MISSED.keys())
def test_what_was_missed(played, expected):
    rulings = missed(BOTH, played)
    assert sorted(map(str, [r.action for r in rulings])) == sorted(expected)
    worth = [ruling.captures for ruling in rulings]
    assert worth == sorted(worth, reverse=True)


def test_a_win_is_missed_by_anything_else():
    position = setup("a1 b1 c1 a5 b5 c5 e5", "a7 b7 c7", "", "e2")
    assert actions(missed(position, "d5")) == ["Qd1", "Qd5", "d1"]
    assert [r.win is not None for r in missed(position, "d5")] == [True, True, False]
    assert missed(position, "d1") == []


def test_a_combination_that_captures_nothing_is_still_one():
    position = setup("a1 b1 c1")
    assert actions(missed(position, "g7")) == ["Qd1", "d1"]


def test_what_can_be_no_move_is_no_move_here_either():
    with pytest.raises(MoveError):
        missed(BOTH, "a2a3")


def test_classic_lets_the_queen_enter_but_only_combinations_count():
    assert actions(combinations_ahead(BOTH, rules=Rules.CLASSIC)) == ["Qd1", "Qd5", "d1", "d5"]


def stepping(actions, start="w5w/w5b/6b/6b/7/7/W5B w 0/0 1"):
    """Positions of a game in which nothing stands for the third time soon."""
    position, seen = Position.parse(start), []
    path = ["a1b1", "b1c1", "c1d1", "d1e1", "e1e2", "e2d2", "d2c2", "c2b2", "b2b3", "b3c3"]
    path += ["c3d3", "d3e3", "e3e4", "e4d4", "d4c4", "c4b4", "b4b5", "b5c5", "c5d5", "d5e5"]
    black = ["g1f1", "f1g1"]
    seen.append(position)
    for number in range(actions):
        if number % 2 == 0:
            move = "Q" + path[(number // 2) % len(path)]
        else:
            move = "Q" + black[(number // 2) % 2]
        position = judge(position, move).position
        seen.append(position)
    return seen


def test_no_advice_in_a_game_under_way():
    assert deadlock_advice([Position.start()]) is None
    assert deadlock_advice(stepping(STUCK_ACTIONS - 1)) is None


def test_all_played_and_forty_actions_without_a_combination():
    positions = stepping(STUCK_ACTIONS)
    advice = deadlock_advice(positions)
    assert advice.reason is DeadlockReason.STUCK
    assert (advice.articles, advice.house) == (("F4",), True)
    assert "40" in advice.text("en")
    assert "40" in advice.text("it")
    # The row is broken where a marble was still in reserve before.
    assert deadlock_advice([Position.start(), *positions[1:]]) is None
    # A correction is no action, and the Queens must be on the board all along.
    assert deadlock_advice([*positions[:20], positions[19], *positions[20:]]) is not None
    assert deadlock_advice(positions[:20] + positions[21:]) is None


def test_the_same_position_for_the_third_time():
    position = Position.parse("w6/7/7/wwwbbbb/7/7/W5B w 9/9 1")
    positions = [position]
    for _ in range(REPETITIONS - 1):
        assert deadlock_advice(positions) is None
        for move in ("Qa1b1", "Qg1f1", "Qb1a1", "Qf1g1"):
            positions.append(judge(positions[-1], move).position)
    advice = deadlock_advice(positions)
    assert advice.reason is DeadlockReason.REPEATED
    assert "third time" in advice.text()
    assert deadlock_advice(positions[:-1]) is None
    # Set again by a correction it stands for the same time still.
    assert deadlock_advice([position, position, position]) is None
    # Another player to move, or another reserve, is another position.
    other = Position.parse("w6/7/7/wwwbbbb/7/7/W5B w 8/9 9")
    assert deadlock_advice([*positions[:-1], other]) is None


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        pytest.param("W6/7/7/7/7/7/6B w 2/2 1", True, id="two marbles and the Queen each"),
        pytest.param("7/7/7/7/7/7/7 w 2/2 1", True, id="Queens in the trays"),
        pytest.param("ww5/7/7/7/7/7/bb5 w 0/0 1", True, id="on the board"),
        pytest.param("W6/7/7/7/7/7/6B w 3/2 1", False, id="three for w"),
        pytest.param("W6/7/7/7/7/7/6B w 2/3 1", False, id="three for b"),
        pytest.param("w6/7/7/7/7/7/6B w 2/2 1", False, id="board and reserve together"),
    ],
)
def test_neither_can_ever_align_four(text, bare):
    advice = deadlock_advice([Position.parse(text)])
    assert (advice is not None) is bare
    if bare:
        assert advice.reason is DeadlockReason.BARE
        assert advice.text("it")
