"""Single scenes: what a good referee does when hands, lamps and players get in the way."""

import random

import pytest
from referee_hands import Scene
from referee_scenes import ROWS, Eyes
from referee_staged import EMPTY, THREE, at, change

from engine.events import Corrected, Ended, EventError, Moved, Started, Undone
from engine.game import GameState
from engine.hollows import AREA, BITS, HOLLOWS, hollow, hollows_in
from engine.position import Position
from engine.referee import Referee, Sighting, SightingError, Waiting

NAMES = tuple(map(str, HOLLOWS))
QUEENS = Position.parse("7/1B5/7/3ww2/7/2W4/bb5 w 18/18 7")
BARE_TRAYS = Position.parse("7/1B5/7/3ww2/7/2W4/bb5 w 0/0 7")


def around(name: str) -> list:
    return list(hollows_in(AREA[BITS[hollow(name)]]))


# Hands.


def test_a_move_is_ruled_while_a_hand_rests_elsewhere():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w"), [hollow("g1"), hollow("g2")], seconds=2)
    assert scene.moves == ("a7",)


def test_no_combination_is_called_while_a_hand_covers_part_of_it():
    scene = at(THREE)
    formed = change(THREE.board, c4="w")
    scene.show(formed, [hollow("f4"), hollow("g7")], seconds=4)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.UNSURE
    assert scene.referee.status.uncover == (hollow("f4"),)
    scene.show(formed)
    assert [event.kind for event in scene.events] == ["combination"]


def test_a_marble_right_beside_a_hand_is_not_ruled_on_at_once():
    scene = at(THREE)
    placed = change(THREE.board, a7="w")
    scene.show(placed, [hollow("b7")])
    assert scene.events == []
    scene.show(placed)
    assert scene.moves == ("a7",)


def test_a_relocation_from_under_a_hand_waits_for_the_hand_to_leave():
    scene = at(BARE_TRAYS)
    board = change(BARE_TRAYS.board, g7="w")
    scene.show(board, [hollow("d4"), hollow("e4")], seconds=3)
    assert scene.events == []
    assert set(scene.referee.status.uncover) >= {hollow("d4"), hollow("e4")}
    scene.show(change(board, d4="."))
    assert scene.moves == ("d4g7",)


def test_a_hand_over_everything_says_nothing():
    scene = at(THREE)
    scene.show(EMPTY, HOLLOWS, seconds=20)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.HAND


def test_a_wrong_marble_hidden_by_a_hand_is_not_forgotten():
    scene = at(THREE)
    two = change(THREE.board, a7="w", g7="w")
    scene.show(two)
    assert scene.faults == ["two-marbles"]
    scene.show(two, [hollow("g7"), hollow("f7"), hollow("g6")], seconds=5)
    assert scene.moves == ()
    scene.show(change(THREE.board, a7="w"))
    assert scene.moves == ("a7",)
    assert [event.kind for event in scene.events] == ["fault", "repaired", "move"]


# Marbles in the hand.


@pytest.mark.parametrize("position", [QUEENS, BARE_TRAYS], ids=["queen", "relocatable"])
def test_a_marble_that_may_be_moved_can_stay_in_the_hand_for_a_while(position):
    scene = at(position)
    name = "c2" if position is QUEENS else "e4"
    scene.show(change(position.board, **{name: "."}), seconds=4)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.LIFTED


def test_a_queen_lifted_and_set_down_next_to_her_castle_is_a_step():
    scene = at(QUEENS)
    scene.show(change(QUEENS.board, c2="."))
    scene.show(change(QUEENS.board, c2=".", c3="W"))
    assert scene.moves == ("Qc2c3",)
    assert scene.faults == []


def test_a_marble_lifted_and_put_back_is_touched():
    scene = at(QUEENS)
    scene.show(change(QUEENS.board, c2="."), around("f6"))
    scene.show(QUEENS.board)
    assert scene.faults == ["touched"]
    assert scene.referee.state.fault is None
    assert len(scene.referee.state.warnings) == 1


def test_a_returned_marble_put_back_is_touched_and_due_again():
    scene = at(THREE)
    formed = change(THREE.board, c4="w")
    for board in (formed, change(formed, c4="."), formed):
        scene.show(board)
    assert scene.faults == ["touched"]
    pending = scene.referee.state.pending
    assert pending is not None
    assert pending.returned == frozenset()


def test_a_marble_that_rolled_off_is_called_and_put_back():
    scene = at(THREE)
    scene.show(change(THREE.board, b1="."))
    assert scene.faults == ["disturbed"]
    assert "b1" in scene.events[0].to_json()["text"]
    scene.show(THREE.board)
    assert scene.referee.state.fault is None


def test_a_marble_missing_under_a_hand_may_be_in_it():
    scene = at(THREE)
    scene.show(change(THREE.board, b1="."), around("f6"), seconds=4)
    assert scene.events == []
    scene.show(change(THREE.board, b1="."), around("f6"), seconds=3)
    assert scene.faults == ["disturbed"]


# Faults and repairs.


def test_a_wrong_board_seen_for_a_moment_only_is_no_fault():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="b"), seconds=0.5)
    scene.show(THREE.board)
    assert scene.events == []


def test_a_fault_changed_into_another_is_called_again():
    scene = at(QUEENS)
    scene.show(change(QUEENS.board, c2=".", g7="W"))
    scene.show(change(QUEENS.board, c2=".", g6="W"))
    assert scene.faults == ["queen-step", "queen-step"]


def test_a_fault_half_put_right_is_not_called_again():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w", a6="w", a5="w"))
    scene.show(change(THREE.board, a7="w", a6="w"))
    assert scene.faults == ["two-marbles"]


def test_the_next_player_who_played_too_early_may_leave_his_marble():
    scene = at(THREE)
    formed = change(THREE.board, c4="w")
    early = change(formed, g7="b")
    scene.show(formed)
    scene.show(early)
    assert scene.faults == ["unresolved"]
    scene.show(change(early, c4=".", d4=".", a1="."))
    assert scene.moves == ("c4=R^c4d4xa1", "g7")


def test_the_fault_tells_what_to_put_where():
    scene = at(QUEENS)
    scene.show(change(QUEENS.board, c2=".", g7="W"))
    (fault,) = scene.events
    assert fault.repair == QUEENS.placement
    assert fault.articles == ("B3",)
    assert fault.to_json()["text"] == (
        "White's Queen went to a hollow that is not next to hers (c2, g7). "
        "Put White's Queen on c2. Take White's Queen off g7."
    ).replace("(c2, g7)", "(c2 and g7)")


def test_two_marbles_in_two_moments_are_a_move_and_a_marble_out_of_turn():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w"))
    scene.show(change(THREE.board, a7="w", g7="w"))
    assert (scene.moves, scene.faults) == (("a7",), ["out-of-turn"])


def test_a_move_and_the_other_player_s_mistake_in_one_gap():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w", g7="b", g6="b"))
    assert (scene.moves, scene.faults) == (("a7",), ["two-marbles"])


def test_marbles_taken_after_a_complete_combination_are_too_many():
    scene = at(THREE)
    formed = change(THREE.board, c4="w")
    done = change(formed, c4=".", d4=".", a1=".")
    for board in (formed, done, change(done, b1=".")):
        scene.show(board)
    assert scene.moves == ("c4=R^c4d4xa1",)
    assert scene.faults == ["wrong-captures"]


# Ends, and after.


def test_a_win_ends_the_game_and_clearing_the_board_is_no_fault():
    winning = Position.parse("7/7/7/3www1/6B/7/bbb4 w 17/17 7")
    scene = at(winning)
    scene.show(change(winning.board, g4="w"))
    assert [event.kind for event in scene.events] == ["combination", "move", "end"]
    for board in (change(winning.board, a1="."), EMPTY):
        scene.show(board)
    assert len(scene.events) == 3
    assert scene.referee.status.phase is Waiting.OVER


def test_a_board_being_cleared_is_no_fault():
    scene = at(THREE)
    scene.show(EMPTY)
    assert scene.events == []
    assert scene.referee.status.phase is Waiting.CLEARED


def test_a_queen_is_not_the_second_of_her_series():
    """A second large marble is an attack marble misread: there is one Queen a series (A2)."""
    scene = at(QUEENS)
    scene.show(change(QUEENS.board, g7="W"))
    assert scene.moves == ("g7",)


def test_a_queen_seen_elsewhere_while_a_hand_hides_her_castle_is_in_doubt():
    scene = at(QUEENS)
    scene.show(change(QUEENS.board, g7="W"), [hollow("c2")], seconds=4)
    assert scene.events == []
    assert set(scene.referee.status.uncover) == {hollow("c2"), hollow("g7")}


def test_a_board_that_moved_says_nothing():
    scene = at(THREE)
    rows = tuple(ROWS[x] for x in EMPTY)
    for k in range(12):
        sighting = Sighting(rows, frozenset(), True, True, 5, 20 + k / 6)
        assert scene.referee.see(sighting) == []
    assert scene.referee.status.phase is Waiting.BLIND
    scene.time_s = 23
    scene.show(THREE.board)
    assert scene.events == []


def test_the_same_picture_again_is_not_looked_at_again(monkeypatch):
    scene = at(THREE)
    scene.eyes.calm = 0
    monkeypatch.setattr(scene.referee, "_judge", lambda _: pytest.fail("looked again"))
    scene.show(THREE.board, seconds=5)


# What a person says.


def test_a_person_sets_the_position_and_play_goes_on_from_there():
    scene = at(THREE)
    wrong = change(THREE.board, a7="w", a6="w")
    scene.show(wrong)
    set_to = Position.parse("w6/w6/7/3www1/7/7/bbb4 b 15/17 8")
    events = scene.referee.tell(Corrected(position=str(set_to), fault="two-marbles"))
    assert events[0].kind == "correction"
    scene.show(set_to.board)
    scene.show(change(set_to.board, g7="b"))
    assert scene.moves == ("g7",)
    assert scene.faults == ["two-marbles"]


def test_what_is_to_be_laid_is_said_at_once_and_before_a_move_is_waited_for():
    scene = at(THREE)
    scene.referee.tell(Corrected(position=str(QUEENS)))
    status = scene.referee.status
    assert status.phase is Waiting.ARRANGING
    told = {name for name, a, b in zip(NAMES, THREE.board, QUEENS.board, strict=True) if a != b}
    assert {str(h) for h in status.uncover} == told
    scene.show(QUEENS.board)
    assert scene.referee.status.phase is Waiting.STEADY


def test_a_person_ends_the_game():
    scene = at(THREE)
    scene.referee.tell(Ended(result="0-1", termination="Resignation"))
    scene.show(EMPTY)
    assert scene.faults == []
    assert scene.referee.state.result == "0-1"


def test_a_person_takes_an_action_back():
    scene = at(THREE)
    scene.show(change(THREE.board, a7="w"))
    scene.referee.tell(Undone())
    scene.show(THREE.board)
    scene.show(change(THREE.board, a6="w"))
    assert scene.moves == ("a6",)


def test_rulings_are_not_for_a_person_to_tell():
    with pytest.raises(EventError):
        Referee().tell(Moved(move="d4", position="7/7/7/3w3/7/7/7 b 19/20 2"))


def test_a_game_is_taken_up_where_it_stood():
    first = at(THREE)
    formed = change(THREE.board, c4="w")
    first.show(formed)
    second = Scene(Referee.resume(first.referee.state), Eyes(), random.Random(2))
    second.show(formed)
    second.show(change(formed, c4=".", d4=".", a1="."))
    assert second.moves == ("c4=R^c4d4xa1",)


def test_a_new_game_starts_over():
    referee = Referee(state=GameState.new())
    referee.tell(Started(players={"w": "Anna", "b": "Bruno"}))
    assert referee.state.players == ("Anna", "Bruno")


BROKEN = {
    "too few rows": {"p": ()},
    "rows too short": {"p": ((1.0,),) * 49},
    "no time": {"time_s": float("nan")},
    "hollows off the board": {"covered": frozenset({49})},
}


@pytest.mark.parametrize("fields", BROKEN.values(), ids=BROKEN)
def test_a_sighting_that_can_t_be_is_refused(fields):
    good = {
        "p": tuple(ROWS[x] for x in EMPTY),
        "covered": frozenset(),
        "steady": True,
        "moved": False,
        "frame": 0,
        "time_s": 0.0,
    }
    with pytest.raises(SightingError):
        Sighting(**(good | fields))
