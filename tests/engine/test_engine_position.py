"""The text form of a position: strict, canonical, and clear about what is wrong."""

from random import Random

import positions
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError, PositionError
from engine.hollows import HOLLOWS, hollow, hollow_name
from engine.position import LAST_PLY, Position, Side

START = "7/7/7/7/7/7/7 w 20/20 1"
EXAMPLE = "7/2b4/2bw3/3w3/2WwB2/7/7 b 15/17 12"

GOOD = {
    "start": START,
    "example of the notation": EXAMPLE,
    "a line already stands": "wwww3/7/7/7/7/7/7 b 16/20 2",
    "both reserves empty": "7/7/7/7/7/7/7 w 0/0 1",
    "corner marbles": "w5b/7/7/7/7/7/B5W b 19/19 2",
    "full ranks": "wwwwwww/bbbbbbb/wwwwwww/bbbbbbb/wwwwwwW/bbbbbbB/7 w 0/0 3",
    "last odd ply": "7/7/7/7/7/7/7 w 20/20 999999",
    "last even ply": "7/7/7/7/7/7/7 b 20/20 999998",
}

BAD = {
    "empty": ("", "four fields"),
    "a space too many": ("7/7/7/7/7/7/7  w 20/20 1", "four fields"),
    "a space in front": (" " + START, "four fields"),
    "a space behind": (START + " ", "four fields"),
    "a line feed behind": (START + "\n", "ply"),
    "a tab between": ("7/7/7/7/7/7/7\tw 20/20 1", "four fields"),
    "a field missing": ("7/7/7/7/7/7/7 w 20/20", "four fields"),
    "a field too many": (START + " 1", "four fields"),
    "six ranks": ("7/7/7/7/7/7 w 20/20 1", "6 ranks"),
    "eight ranks": ("7/7/7/7/7/7/7/7 w 20/20 1", "8 ranks"),
    "rank too short": ("7/7/7/6/7/7/7 w 20/20 1", "rank 4"),
    "rank too long": ("7/7/7/7w/7/7/7 w 19/20 1", "rank 4"),
    "rank empty": ("7//7/7/7/7/7 w 20/20 1", "rank 6"),
    "run not maximal": ("7/7/33w/7/7/7/7 w 19/20 1", "rank 5"),
    "run of nothing": ("7/7/7/7/7/7/0w6 w 19/20 1", "rank 1"),
    "run of eight": ("7/7/7/7/7/7/8 w 20/20 1", "rank 1"),
    "unknown marble": ("7/7/7/7/7/7/6k w 20/20 1", "'k'"),
    "digit of another script": ("7/7/7/7/7/7/\u0667 w 20/20 1", "rank 1"),
    "superscript digit": ("7/7/7/7/7/7/\u2077 w 20/20 1", "rank 1"),
    "two Queens w": ("W5W/7/7/7/7/7/7 w 20/20 1", "two Queens"),
    "two Queens b": ("B5B/7/7/7/7/7/7 w 20/20 1", "two Queens"),
    "turn unknown": ("7/7/7/7/7/7/7 x 20/20 1", "turn"),
    "turn a capital": ("7/7/7/7/7/7/7 W 20/20 1", "turn"),
    "reserve too large": ("7/7/7/7/7/7/7 w 21/20 1", "reserve"),
    "reserve huge": ("7/7/7/7/7/7/7 w 20/99999999999999999999 1", "reserves"),
    "reserve negative": ("7/7/7/7/7/7/7 w -1/20 1", "reserves"),
    "reserve signed": ("7/7/7/7/7/7/7 w +1/20 1", "reserves"),
    "reserve with leading zero": ("7/7/7/7/7/7/7 w 01/20 1", "reserves"),
    "one reserve": ("7/7/7/7/7/7/7 w 20 1", "reserves"),
    "three reserves": ("7/7/7/7/7/7/7 w 20/20/20 1", "reserves"),
    "reserve fraction": ("7/7/7/7/7/7/7 w 2.0/20 1", "reserves"),
    "captured negative": ("w6/7/7/7/7/7/7 w 20/20 1", "more than 20"),
    "captured negative b": ("b6/7/7/7/7/7/7 w 20/20 1", "more than 20"),
    "21 on the board": ("wwwwwww/wwwwwww/wwwwwww/7/7/7/7 w 0/20 1", "more than 20"),
    "ply zero": ("7/7/7/7/7/7/7 b 20/20 0", "ply"),
    "ply with leading zero": ("7/7/7/7/7/7/7 w 20/20 01", "ply"),
    "ply of seven digits": ("7/7/7/7/7/7/7 w 20/20 1000001", "ply"),
    "ply signed": ("7/7/7/7/7/7/7 w 20/20 +1", "ply"),
    "ply a word": ("7/7/7/7/7/7/7 w 20/20 one", "ply"),
    "ply even with w": ("7/7/7/7/7/7/7 w 20/20 2", "odd plies"),
    "ply odd with b": ("7/7/7/7/7/7/7 b 20/20 1", "odd plies"),
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD.keys())
def test_reading_then_writing_gives_the_same_text(text):
    assert str(Position.parse(text)) == text


@pytest.mark.parametrize(("text", "reason"), BAD.values(), ids=BAD.keys())
def test_what_does_not_fit_is_refused_with_the_reason(text, reason):
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_long_broken_text_is_quoted_in_part():
    with pytest.raises(PositionError) as caught:
        Position.parse("7/" * 10_000)
    assert len(str(caught.value)) < 300


def test_a_position_knows_what_lies_where():
    position = Position.parse(EXAMPLE)
    assert position.turn is Side.B
    assert position.ply == 12
    assert [position.reserve(side) for side in Side] == [15, 17]
    assert [position.on_board(side) for side in Side] == [3, 2]
    assert [position.captured(side) for side in Side] == [2, 1]
    assert [hollow_name(position.queen(side)) for side in Side] == ["c3", "e3"]
    assert [position.piece_at(hollow(name)) for name in ("d5", "c3", "c6", "e3", "a1")] == list(
        "wWbB."
    )
    assert position.board == "".join(position.piece_at(h) for h in HOLLOWS)
    assert position.placement == EXAMPLE.partition(" ")[0]
    assert position.attack(Side.B) == 1 << hollow("c5") | 1 << hollow("c6")
    assert eval(repr(position)) == position
    assert len({position, Position.parse(EXAMPLE), Position.start()}) == 2


def test_the_start_has_all_in_the_trays():
    start = Position.start()
    assert str(start) == START
    assert [start.queen(side) for side in Side] == [None, None]
    assert [start.captured(side) for side in Side] == [0, 0]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        pytest.param((1, 1, 0, 0, Side.W, 1, 1, 1), "one hollow", id="shared hollow"),
        pytest.param((1 << 49, 0, 0, 0, Side.W, 1, 1, 1), "off the board", id="off the board"),
        pytest.param((-1, 0, 0, 0, Side.W, 1, 1, 1), "off the board", id="negative board"),
        pytest.param((0, 0, 3, 0, Side.W, 1, 1, 1), "two Queens", id="two Queens"),
        pytest.param((0, 0, 0, 0, Side.W, -1, 1, 1), "reserve", id="negative reserve"),
        pytest.param((0, 0, 0, 0, Side.W, 1, 21, 1), "reserve", id="reserve of 21"),
        pytest.param((0, 0, 0, 0, Side.W, 1, 1, LAST_PLY + 2), "ply", id="ply too large"),
        pytest.param((0, 0, 0, 0, Side.W, 1, 1, -1), "ply", id="ply negative"),
    ],
)
def test_a_position_that_can_not_be_is_never_made(fields, reason):
    with pytest.raises(PositionError, match=reason):
        Position(*fields)


@pytest.mark.parametrize(
    ("text", "side", "ply"),
    [
        pytest.param(START, Side.W, 1, id="same side"),
        pytest.param(START, Side.B, 2, id="other side"),
        pytest.param(EXAMPLE, Side.W, 13, id="b to w"),
        pytest.param("7/7/7/7/7/7/7 w 20/20 999999", Side.B, 999_998, id="no ply left"),
    ],
)
def test_a_position_seen_by_a_side_is_a_position(text, side, ply):
    seen = Position.parse(text).seen_by(side)
    assert (seen.turn, seen.ply) == (side, ply)
    assert Position.parse(str(seen)) == seen


def test_hollows_have_names():
    assert [hollow_name(h) for h in HOLLOWS[:8]] == ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2"]
    assert [hollow(hollow_name(h)) for h in HOLLOWS] == list(HOLLOWS)


@pytest.mark.parametrize("name", ["", "a", "a0", "a8", "h1", "A1", "a1 ", "d44"])
def test_no_hollow_is_called_otherwise(name):
    with pytest.raises(EngineError, match="a1 to g7"):
        hollow(name)


@given(st.integers(0, 2**32))
def test_random_positions_round_trip(seed):
    text = positions.any_position(Random(seed))
    position = Position.parse(text)
    assert str(position) == text
    assert Position.parse(str(position)) == position
    assert hash(Position.parse(text)) == hash(position)


@given(st.text(max_size=60) | st.text("wWbB1234567/ 0", max_size=60))
def test_any_text_gives_a_position_or_the_documented_error(text):
    try:
        position = Position.parse(text)
    except PositionError:
        return
    assert str(position) == text


@given(st.binary(max_size=60), st.integers(0, 2**32))
def test_a_position_with_bytes_thrown_in_never_raises_anything_else(noise, seed):
    rng = Random(seed)
    text = positions.any_position(rng)
    at = rng.randrange(len(text))
    broken = text[:at] + noise.decode("latin-1") + text[at + rng.randrange(3) :]
    try:
        position = Position.parse(broken)
    except PositionError:
        return
    assert str(position) == broken
