"""What must hold in every position: marbles conserved, symmetry, canonical forms, agreement."""

from itertools import islice
from random import Random

import naive
import positions
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.actions import Move, parse_action, parse_move
from engine.combinations import holds_four, return_choices
from engine.hollows import hollow
from engine.judging import apply, judge, legal_actions, legal_moves, resolutions, returns_fault
from engine.perft import count_moves
from engine.position import ATTACK_MARBLES, Position, Side
from engine.rules import Rules

RULES = st.sampled_from(Rules)


@st.composite
def boards(draw):
    """A position as text: 49 cells with many marbles of a kind side by side, then Queens."""
    cells = draw(st.lists(st.sampled_from("..wwwb"), min_size=49, max_size=49))
    board, reserve = {}, {}
    for side in "wb":
        mine = [h for h, cell in zip(naive.ALL, cells, strict=True) if cell == side]
        mine = mine[: draw(st.integers(0, 20))]
        board |= dict.fromkeys(mine, side)
        reserve[side] = draw(st.sampled_from([0, 0, 20 - len(mine)]))
    for side in "WB":
        at = draw(st.none() | st.sampled_from(naive.ALL))
        if at is not None and at not in board:
            board[at] = side
    turn = draw(st.sampled_from("wb"))
    ply = 2 * draw(st.integers(1, 999)) - (turn == "w")
    return naive.write(board, turn, reserve, ply)


@st.composite
def combinations_due(draw):
    """A ruling on a combination that does not win, mostly of long arms that cross."""
    seeds = st.integers(0, 2**32).map(lambda seed: positions.crossed(Random(seed)))
    text, crossing = draw(seeds)
    position, rules = Position.parse(text), draw(RULES)
    actions = [a for a in legal_actions(position, rules) if a.target == hollow(crossing)]
    assume(actions)
    due = judge(position, draw(st.sampled_from(actions)), rules)
    assume(not due.complete)
    return due


def marbles(position, side):
    return position.on_board(side) + position.reserve(side) + position.captured(side)


def some_moves(data, position, rules, limit=60):
    """A legal action drawn from all, and some of the complete moves it begins."""
    action = data.draw(st.sampled_from(legal_actions(position, rules)))
    return action, list(islice(resolutions(position, action, rules), limit))


@given(boards(), RULES, st.data())
def test_a_move_keeps_every_marble(text, rules, data):
    position = Position.parse(text)
    _, moves = some_moves(data, position, rules)
    for move in moves:
        ruling = judge(position, move, rules)
        after = ruling.position
        mover, other = position.turn, position.turn.other
        for side in Side:
            assert marbles(after, side) == ATTACK_MARBLES
        assert after.captured(mover) == position.captured(mover)
        assert after.captured(other) == position.captured(other) + len(move.captures)
        assert after.queen(other) == position.queen(other)
        assert position.queen(mover) is None or after.queen(mover) is not None
        assert (after.turn, after.ply) == (other, position.ply + 1)


@given(boards(), RULES, st.data())
def test_apply_agrees_with_judge(text, rules, data):
    position = Position.parse(text)
    action, moves = some_moves(data, position, rules)
    assert moves
    for move in moves:
        ruling = judge(position, move, rules)
        assert ruling.complete
        assert ruling.move == move
        assert move.action == action
        assert apply(position, move, rules) == ruling.position
        assert Position.parse(str(ruling.position)) == ruling.position


@given(combinations_due())
@settings(max_examples=300)
def test_no_alignment_survives_a_completed_move(due):
    choices = return_choices(due.formed, due.rules)
    left = [due.formed.attack & ~returns | due.formed.queen for returns in choices]
    if any(holds_four(marbles) for marbles in left):
        # Only a Double of so many long arms that no choice at all breaks them (D3).
        assert due.formed.is_double
        assert all(holds_four(marbles) for marbles in left)
        assert "D3" not in due.articles


@given(boards(), RULES, st.data())
def test_canonical_forms_round_trip(text, rules, data):
    position = Position.parse(text)
    assert str(position) == text
    action, moves = some_moves(data, position, rules)
    assert parse_action(str(action)) == action
    for move in moves:
        written = str(move)
        assert parse_move(written) == move
        assert str(judge(position, written, rules).move) == written
        shuffled = Move(move.action, None, move.returns, move.captures, move.wins)
        if not shuffled.is_bare:
            assert str(judge(position, str(shuffled), rules).move) == written


@given(boards(), RULES)
@settings(max_examples=60)
def test_the_count_of_moves_is_their_number_and_none_comes_twice(text, rules):
    position = Position.parse(text)
    count = count_moves(position, rules)
    assume(count < 3000)
    moves = list(legal_moves(position, rules))
    assert len(set(map(str, moves))) == len(moves) == count


@given(boards(), RULES, st.data())
@settings(max_examples=40)
def test_every_action_is_legal_or_a_fault(text, rules, data):
    position = Position.parse(text)
    legal = set(map(str, legal_actions(position, rules)))
    for action in every_action(position):
        ruling = judge(position, action, rules)
        assert ruling.legal is (action in legal)
        assert ruling.legal or ruling.text(data.draw(st.sampled_from(["en", "it"])))


def every_action(position):
    """Every text of the mover's own marbles, legal or not."""
    yield "--"
    queen = position.queen(position.turn)
    own = [h for h in naive.ALL if position.piece_at(hollow(h)) == position.turn][:3]
    for h in naive.ALL:
        yield h
        yield "Q" + h
        if queen is not None:
            yield f"Q{naive.FILES[queen % 7]}{queen // 7 + 1}{h}"
        yield from (origin + h for origin in own)


@given(combinations_due(), st.data())
def test_returns_are_right_exactly_if_a_legal_move_has_them(due, data):
    chosen = data.draw(
        st.sets(st.sampled_from(due.returnable), min_size=due.returns, max_size=due.returns)
    )
    listed = {move.returns for move in resolutions(due.before, due.action, due.rules)}
    assert (returns_fault(due, frozenset(chosen)) is None) is (frozenset(chosen) in listed)


# The eight ways to turn and mirror the board, on (file, rank).
SYMMETRIES = [
    lambda f, r: (f, r),
    lambda f, r: (6 - f, r),
    lambda f, r: (f, 6 - r),
    lambda f, r: (6 - f, 6 - r),
    lambda f, r: (r, f),
    lambda f, r: (6 - r, f),
    lambda f, r: (r, 6 - f),
    lambda f, r: (6 - r, 6 - f),
]


def moved(symmetry, name):
    file, rank = symmetry(naive.FILES.index(name[0]), naive.RANKS.index(name[1]))
    return naive.FILES[file] + naive.RANKS[rank]


def moved_position(symmetry, text):
    board, turn, reserve, ply = naive.read(text)
    return naive.write({moved(symmetry, h): p for h, p in board.items()}, turn, reserve, ply)


def moved_action(symmetry, text):
    if text == "--":
        return text
    queen, body = ("Q", text[1:]) if text.startswith("Q") else ("", text)
    return queen + "".join(moved(symmetry, body[i : i + 2]) for i in range(0, len(body), 2))


@given(boards(), RULES, st.sampled_from(SYMMETRIES), st.data())
def test_a_board_mirrored_or_turned_gives_mirrored_rulings(text, rules, symmetry, data):
    position = Position.parse(text)
    other = Position.parse(moved_position(symmetry, text))
    actions = [str(action) for action in legal_actions(position, rules)]
    assert sorted(str(action) for action in legal_actions(other, rules)) == sorted(
        moved_action(symmetry, action) for action in actions
    )
    assert count_moves(position, rules) == count_moves(other, rules)
    action = data.draw(st.sampled_from(actions))
    one = judge(position, action, rules).to_json()
    two = judge(other, moved_action(symmetry, action), rules).to_json()
    for same in ("complete", "combination", "name", "returns", "captures", "win", "house"):
        assert one[same] == two[same]
    for listed in ("must_return", "returnable", "capturable"):
        assert sorted(moved(symmetry, h) for h in one[listed]) == two[listed]
    turned = [sorted(moved(symmetry, h) for h in line) for line in one["alignments"]]
    assert sorted(turned) == two["alignments"]
    if one["position"] is not None:
        assert moved_position(symmetry, one["position"]) == two["position"]


@given(boards(), RULES, st.data())
def test_the_series_exchanged_give_the_same_rulings(text, rules, data):
    board, turn, reserve, ply = naive.read(text)
    exchanged = naive.write(
        {h: piece.translate(str.maketrans("wWbB", "bBwW")) for h, piece in board.items()},
        naive.other(turn),
        {"w": reserve["b"], "b": reserve["w"]},
        ply + 1,
    )
    one, two = Position.parse(text), Position.parse(exchanged)
    actions = legal_actions(one, rules)
    assert actions == legal_actions(two, rules)
    action = data.draw(st.sampled_from(actions))
    first, second = judge(one, action, rules).to_json(), judge(two, action, rules).to_json()
    for key in first.keys() - {"position", "text"}:
        assert first[key] == second[key]
