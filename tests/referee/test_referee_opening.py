"""How a game begins: the first marbles decide which series is White's (A2)."""

import random

import pytest
from referee_hands import Scene
from referee_scenes import Eyes
from test_referee_behaviour import EMPTY, change

from engine.events import SeriesSet
from engine.referee import Referee, Waiting


def test_the_first_marble_decides_which_series_is_w():
    scene = Scene(Referee(), Eyes(), random.Random(1))
    scene.show(EMPTY)
    scene.show(change(EMPTY, d4="b"))
    assert [event.kind for event in scene.events] == ["series", "move"]
    scene.show(change(EMPTY, d4="b", e4="w"))
    assert scene.moves == ("d4", "e4")
    assert scene.referee.state.placement == "7/7/7/3wb2/7/7/7"


def test_one_of_each_first_tells_nothing_until_a_third():
    scene = Scene(Referee(), Eyes(), random.Random(1))
    scene.show(EMPTY)
    scene.show(change(EMPTY, d4="b", e4="w"))
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.BEGINS


@pytest.mark.parametrize("white", "wb")
@pytest.mark.parametrize("pairs", [1, 2, 5])
def test_marbles_that_come_in_pairs_are_played_once_one_tells_who_began(white, pairs):
    """In every gap both players move, as in a folder with one picture a round."""
    scene = Scene(Referee(), Eyes(swapped=white == "b"), random.Random(1))
    played = ["d4", "e5", "a1", "c7", "g2", "b7", "f6", "a7", "g7", "d1"][: 2 * pairs]
    board = EMPTY
    scene.show(board)
    for first, second in zip(played[::2], played[1::2], strict=True):
        board = change(board, **{first: "w", second: "b"})
        scene.show(board)
        assert scene.moves == ()
        assert scene.referee.status.phase is Waiting.BEGINS
    board = change(board, f1="w")
    scene.show(board, seconds=3)
    assert scene.moves == (*played, "f1")
    assert scene.faults == []
    assert scene.referee.state.swapped is (white == "b")


def test_what_was_taken_up_again_was_not_played():
    scene = Scene(Referee(), Eyes(), random.Random(1))
    scene.show(EMPTY)
    scene.show(change(EMPTY, d4="b", e5="w"))
    scene.show(change(EMPTY, d4="b"), seconds=3)
    assert scene.moves == ("d4",)
    assert scene.faults == []


def test_two_of_each_at_once_may_have_come_in_any_order():
    scene = Scene(Referee(), Eyes(), random.Random(1))
    scene.show(EMPTY)
    four = change(EMPTY, d4="w", e5="b", a1="w", c7="b")
    scene.show(four)
    scene.show(change(four, f1="w"), seconds=3)
    assert scene.moves == ()


def test_a_person_may_say_who_began():
    scene = Scene(Referee(), Eyes(), random.Random(1))
    scene.show(EMPTY)
    scene.show(change(EMPTY, d4="w", e5="b"))
    scene.referee.tell(SeriesSet(swapped=False, by="Anna"))
    scene.show(change(EMPTY, d4="w", e5="b"))
    assert scene.moves == ("d4", "e5")


def test_a_series_decided_by_mistake_is_decided_anew_while_nothing_was_played():
    scene = Scene(Referee(), Eyes(), random.Random(1))
    scene.show(EMPTY)
    scene.show(change(EMPTY, d4="b", e4="b"))
    assert scene.faults == ["two-marbles"]
    scene.show(EMPTY)
    scene.show(change(EMPTY, d4="w"))
    assert scene.moves == ("d4",)
    assert scene.referee.state.swapped is False
