"""Who is blamed: what is found while the turn has passed is mostly still the mover's doing."""

import random

import pytest
from referee_hands import Scene
from referee_scenes import Eyes
from referee_staged import at, change

from engine.decisions import let_stand
from engine.events import FaultCalled, SettingChanged
from engine.game import GameState
from engine.hollows import AREA, BITS, hollow, hollows_in
from engine.position import Position, Side
from engine.referee import Referee
from engine.rules import Rules

THREE = Position.parse("7/1B5/7/3www1/7/5W1/bbb4 w 17/17 7")
"""A Real at c4 or g4 is near; both Queens stand aside."""

FORMED = change(THREE.board, c4="w")
SETTLED = change(FORMED, c4=".", d4=".", a1=".")
SPENT = Position.parse("7/1B5/7/3www1/7/5W1/bbb4 w 1/0 7")


def settled(position: Position = THREE) -> Scene:
    """White's Real is settled: it is Black's turn, and Black has touched nothing."""
    scene = at(position)
    scene.show(FORMED)
    scene.show(SETTLED)
    assert scene.moves == ("c4=R^c4d4xa1",)
    return scene


def last_fault(scene: Scene) -> FaultCalled:
    fault = scene.events[-1]
    assert isinstance(fault, FaultCalled)
    return fault


TAKEN = {
    "a second capture": (
        "b1", "wrong-captures", "D4",
        "White captured too many marbles, or the wrong ones (b1). "
        "Put Black's attack marble on b1.",
        "Il Bianco ha",
    ),
    "a third return": (
        "e4", "wrong-returns", "D1",
        "White took back the wrong marbles, or too many: e4. Only marbles of the combination go "
        "back, and only as many as are due. Put White's attack marble on e4.",
        "Il Bianco ha ripreso",
    ),
    "his own Queen": (
        "f2", "queen-returned", "D1",
        "White's own Queen was taken off the board: a Queen is never returned. "
        "Put White's Queen on f2.",
        "Il Bianco ha tolto",
    ),
    "the enemy Queen": (
        "b6", "queen-captured", "D4",
        "White took Black's Queen off the board: she can't be captured this way. "
        "Put Black's Queen on b6.",
        "Il Bianco ha tolto",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "code", "article", "english", "italian"), TAKEN.values(), ids=TAKEN
)
def test_who_goes_on_taking_after_his_combination_is_named(name, code, article, english, italian):
    scene = settled()
    # A Queen may be on her way for eight seconds.
    scene.show(change(SETTLED, **{name: "."}), seconds=9)
    fault = last_fault(scene)
    assert (fault.fault, fault.side) == (code, "w")
    assert article in fault.articles
    assert fault.text() == english
    assert fault.text("it").startswith(italian)


def test_a_fault_says_by_which_rules_it_is_one():
    classic = GameState(Rules.CLASSIC, start=THREE, position=THREE, positions=(THREE,))
    scene = Scene(Referee.resume(classic, series_fixed=True), Eyes(), random.Random(1))
    scene.show(THREE.board)
    scene.show(change(THREE.board, a7="w", a6="w"))
    assert last_fault(scene).rules == "classic"
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w", a6="w"))
    assert last_fault(scene).rules == "official"


def test_marbles_taken_after_a_move_that_formed_nothing_are_the_movers_doing():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w"))
    scene.show(change(THREE.board, a7="w", b1=".", c1="."))
    assert (last_fault(scene).fault, last_fault(scene).side) == ("no-combination", "w")


def test_let_stand_it_stays_the_turn_of_the_player_who_took_nothing():
    scene = settled()
    scene.show(change(SETTLED, b1="."))
    scene.referee.tell(let_stand(scene.referee.state))
    position = scene.referee.state.position
    assert position.turn is Side.B
    assert position.captured(Side.B) == 2


DURING = {
    "two marbles": (change(THREE.board, a7="w", a6="w"), "two-marbles", "w"),
    "a marble out of turn": (change(THREE.board, a7="b"), "out-of-turn", "w"),
    "a move, then two of the other's": (
        change(THREE.board, a7="w", g7="b", g6="b"), "two-marbles", "b",
    ),
    "too much taken at once": (change(FORMED, d4=".", a1=".", b1="."), "wrong-captures", "w"),
}  # fmt: skip


@pytest.mark.parametrize(("board", "code", "side"), DURING.values(), ids=DURING)
def test_within_a_turn_it_is_the_player_whose_turn_it_is(board, code, side):
    scene = at(THREE)
    scene.show(board)
    assert (last_fault(scene).fault, last_fault(scene).side) == (code, side)


def lift(scene: Scene, board: str, name: str) -> FaultCalled:
    """A marble is lifted while a hand is over the board, and put back."""
    scene.referee.tell(SettingChanged(strictness="tournament"))
    around = hollows_in(AREA[BITS[hollow("g7")]])
    scene.show(change(board, **{name: "."}), around)
    scene.show(board)
    return last_fault(scene)


def test_a_marble_of_the_player_who_has_just_moved_was_touched_by_him():
    scene = settled()
    warning = lift(scene, SETTLED, "e4")
    assert (warning.fault, warning.side, warning.count) == ("touched", "w", 1)
    assert "Warning 1 for White." in warning.text()


def test_one_of_the_enemys_that_he_may_not_move_was_touched_by_who_was_capturing():
    assert lift(settled(), SETTLED, "b1").side == "w"


@pytest.mark.parametrize(
    ("position", "name"), [(THREE, "b6"), (SPENT, "b1")], ids=["queen", "relocatable"]
)
def test_one_that_the_player_to_move_may_move_was_touched_by_him(position, name):
    assert lift(settled(position), SETTLED, name).side == "b"


def test_a_marble_touched_in_ones_own_turn():
    assert lift(at(THREE), THREE.board, "e4").side == "w"


def test_warnings_are_counted_for_who_gave_the_cause():
    scene = settled()
    lift(scene, SETTLED, "e4")
    lift(scene, SETTLED, "b6")
    warning = lift(scene, SETTLED, "f2")
    assert [(note.side, note.count) for note in scene.referee.state.warnings] == [
        ("w", 1), ("b", 1), ("w", 2),
    ]  # fmt: skip
    assert "Warning 2 for White." in warning.text()
