"""The engine against the second, deliberately naive implementation, in both profiles."""

from itertools import islice
from random import Random

import naive
import positions
import pytest

from engine.errors import MoveError
from engine.judging import apply, judge, legal_actions, legal_moves
from engine.perft import count_moves, perft
from engine.position import Position
from engine.rules import Rules

FEW = 150
"""Moves up to which the slow implementation lists them all."""


def ours(position, move, rules):
    try:
        reply = judge(position, move, rules).to_json()
    except MoveError:
        return "bad-move"
    del reply["text"], reply["articles"]
    return reply


def theirs(text, move, rules):
    try:
        return naive.judge(text, move, rules)
    except naive.BadMoveError:
        return "bad-move"


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("seed", range(40))
def test_random_positions(seed, rules):
    rng = Random(seed)
    for _ in range(3):
        text = positions.any_position(rng)
        compare(rng, text, rules)


def compare(rng, text, rules):
    position = Position.parse(text)
    actions = sorted(map(str, legal_actions(position, rules)))
    assert actions == naive.actions(text, rules), text
    forming = []
    for action in rng.sample(actions, min(30, len(actions))):
        expected = theirs(text, action, rules)
        assert ours(position, action, rules) == expected, (text, action)
        if not expected["complete"]:
            forming.append(expected)
    pool = list(map(str, islice(legal_moves(position, rules), 200)))
    moves = [positions.mangled(rng, text, rng.choice(pool)) for _ in range(15)]
    if forming:
        moves += [positions.resolved(rng, text, rng.choice(forming)) for _ in range(25)]
    for move in moves:
        assert ours(position, move, rules) == theirs(text, move, rules), (text, move)
    if count_moves(position, rules) <= FEW:
        compare_moves(position, text, rules)


def compare_moves(position, text, rules):
    expected = naive.moves(text, rules)
    found = {str(move): move for move in legal_moves(position, rules)}
    assert sorted(found) == sorted(expected), text
    assert count_moves(position, rules) == len(expected)
    for move, after in expected.items():
        if after is not None:
            assert str(apply(position, found[move], rules)) == after


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("seed", range(12))
def test_random_games(seed, rules):
    """Played to the end by chance, forming something where one can; every ruling compared."""
    rng = Random(seed)
    position = Position.start()
    for _ in range(120):
        text = str(position)
        actions = legal_actions(position, rules)
        assert sorted(map(str, actions)) == naive.actions(text, rules)
        rng.shuffle(actions)
        action = max(actions[:15], key=lambda a: judge(position, a, rules).code is not None)
        ruling = ours(position, action, rules)
        assert ruling == theirs(text, str(action), rules)
        if not ruling["complete"]:
            move = next(islice(completions(rng, position, action, rules), 1))
            ruling = ours(position, move, rules)
            assert ruling == theirs(text, move, rules)
        if ruling["wins"]:
            break
        position = Position.parse(ruling["position"])


def completions(rng, position, action, rules):
    """Random legal completions, as text in any order and with or without the code."""
    due = naive.judge(str(position), str(action), rules)
    while True:
        move = positions.resolved(rng, str(position), due)
        if judge(position, move, rules).legal:
            yield move


SMALL = {
    "start": ("7/7/7/7/7/7/7 w 20/20 1", 1),
    "combinations at once": ("7/7/7/7/7/bbb4/www4 w 17/17 7", 1),
    "one side must enter": ("ww5/7/7/3b3/7/7/7 b 0/0 2", 1),
    "both can win": ("7/1Bbbb2/7/7/7/1Wwww2/7 w 0/0 1", 1),
    "a win or a step, then a pass or a step": ("7/7/7/7/7/7/WB5 w 0/0 3", 3),
    "only a pass": ("7/7/7/7/7/bb5/Wb5 w 0/0 3", 2),
    "Doubles": ("7/7/7/2b4/3w3/3w3/www1w2 w 0/2 11", 1),
    "few marbles": ("W6/7/7/7/7/7/6B w 1/0 1", 2),
}


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", SMALL)
def test_perft(name, rules):
    text, depth = SMALL[name]
    for plies in range(depth + 1):
        assert perft(Position.parse(text), plies, rules) == naive.perft(text, plies, rules)


def test_perft_of_the_empty_board_by_hand():
    start = Position.start()
    assert [perft(start, depth) for depth in range(4)] == [1, 49, 49 * 48, 49 * 48 * 47]
    # Classic: the Queen may enter anywhere instead.
    assert [perft(start, depth, Rules.CLASSIC) for depth in range(3)] == [1, 98, 98 * 96]


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("seed", range(6))
def test_perft_is_the_sum_over_the_moves(seed, rules):
    rng = Random(seed)
    position = Position.parse(positions.any_position(rng))
    while count_moves(position, rules) > 400:
        position = Position.parse(positions.any_position(rng))
    after = [apply(position, m, rules) for m in legal_moves(position, rules) if not m.wins]
    assert perft(position, 2, rules) == sum(count_moves(p, rules) for p in after)


def walked(position, depth, rules):
    """Sequences counted by making every move."""
    if depth == 0:
        return 1
    moves = list(legal_moves(position, rules))
    if depth == 1:
        return len(moves)
    return sum(
        walked(apply(position, move, rules), depth - 1, rules) for move in moves if not move.wins
    )


DEEP = {
    # What a reserve holds shows plies later: it runs out, or is filled by returns.
    "the last marble of each": ("W6/7/7/7/7/7/6B w 1/1 1", 3),
    "one left, then the Queen must enter": ("7/7/7/7/7/7/w5b w 1/2 1", 3),
    "the second player begins": ("7/7/7/7/7/7/w5b b 1/2 2", 3),
    "the second player begins, all of the first are played": ("W6/7/7/7/7/7/ww4b b 0/2 2", 2),
    "two left": ("W6/7/7/7/7/7/6B w 2/0 1", 3),
    "returns fill the reserve": ("7/7/7/7/7/b6/www4 w 3/1 7", 3),
    "a Queen may enter to form": ("7/7/7/7/7/bbb4/www4 w 3/3 7", 2),
    "relocations on both sides": ("W6/7/7/7/7/w4wb/6B w 0/0 1", 3),
}


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("name", DEEP)
def test_perft_counts_what_walking_finds(name, rules):
    text, depth = DEEP[name]
    position = Position.parse(text)
    assert perft(position, depth, rules) == walked(position, depth, rules)


def test_a_marble_relocated_from_a1_leaves_its_neighbour_in_line():
    text = "6W/7/7/7/7/7/wwww3 w 0/20 1"
    found = {str(move) for move in legal_moves(Position.parse(text))}
    assert found == set(naive.moves(text, "official"))


def test_perft_of_a_negative_depth_is_refused():
    with pytest.raises(ValueError, match="depth -1"):
        perft(Position.start(), -1)
