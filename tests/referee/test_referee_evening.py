"""An evening at the table: what goes wrong, how it is put right, and that play goes on by itself.

Each case is a strip of boards, each held for a while; a referee's ruling at the end of
each is what a person beside the board would say.
"""

import random
from dataclasses import dataclass

import pytest
from referee_hands import put, scene_at
from referee_scenes import ROWS

from engine.hollows import HOLLOWS, hollow
from engine.position import Position
from engine.referee import Sighting, Waiting

PLAIN = "7/7/7/3www1/7/7/bbb4 w 17/17 7"
QUEENS = "7/1B5/7/3ww2/7/2W4/bb5 w 18/18 7"
LATE = "7/1B5/7/3ww2/7/2W4/bb5 w 0/0 7"
DOUBLE = "7/3w3/3w3/3w3/www4/4w2/bb5 w 13/18 7"


@dataclass(frozen=True)
class Show:
    """One board of a strip.

    Attributes:
        changes: beside the board before: hollow to label.
        hand: hollows under a hand; "all" for all of them.
        seconds: how long it is held.
        turned: whether the board lies the other way round.
        moved: whether the camera says that the board moves.
    """

    changes: str = ""
    hand: str = ""
    seconds: float = 1.0
    turned: bool = False
    moved: bool = False


def show(changes="", hand="", seconds=1.0, **how):
    return Show(changes, hand, seconds, **how)


def placed(board, changes):
    return put(board, {hollow(c[:2]): c[3] for c in changes.split()})


def play(position, strip):
    """The scene after all of it, and what it waited for at the end of each board."""
    start = Position.parse(position)
    scene = scene_at(start, random.Random(1))
    scene.show(start.board)
    board, waited = start.board, []
    for part in strip:
        board = placed(board, part.changes)
        seen = board[::-1] if part.turned else board
        names = part.hand.split()
        hidden = list(HOLLOWS) if names == ["all"] else [hollow(name) for name in names]
        if part.moved:
            for _ in range(round(part.seconds * 6)):
                scene.time_s += 1 / 6
                rows = tuple(ROWS[x] for x in seen)
                moving = Sighting(rows, frozenset(), True, True, scene.frame, scene.time_s)
                scene.events += scene.referee.see(moving)
        else:
            scene.show(seen, hidden, part.seconds)
        waited.append(scene.referee.status.phase)
    return scene, waited


G_FILE = "g1 g2 g3 g4 g5 g6 g7"
CORNER = "f1 g1 f2 g2"
FORMED = show("c4:w")

# Position, what is shown, the faults called, the moves that count.
CASES = {
    "a sleeve takes a marble to another hollow": (
        PLAIN, [show("b1:. b3:b"), show("b3:. b1:b"), show("a7:w")], ["disturbed"], ["a7"],
    ),
    "a sleeve takes one to the next hollow, a hand puts it back": (
        PLAIN,
        [show("b1:. b2:b"), show(hand="a1 b1 a2 b2", seconds=4), show("b2:. b1:b"), show("a7:w")],
        ["disturbed"], ["a7"],
    ),
    "a marble rolls off and lies on the floor for a minute": (
        PLAIN, [show("b1:.", seconds=60), show("b1:b"), show("a7:w")], ["disturbed"], ["a7"],
    ),
    "a sleeve sweeps three off": (
        PLAIN, [show("a1:. b1:. c1:."), show("a1:b"), show("b1:b c1:b"), show("a7:w")],
        ["disturbed"], ["a7"],
    ),
    "everything falls off and is laid again": (
        PLAIN,
        [show("a1:. b1:. c1:. d4:. e4:. f4:."), show("a1:b b1:b"), show("c1:b d4:w e4:w f4:w"),
         show("a7:w")],
        [], ["a7"],
    ),
    "the enemy Queen is knocked to the next hollow": (
        QUEENS, [show("b6:. b5:B"), show("b5:. b6:B"), show("a7:w")], ["out-of-turn"], ["a7"],
    ),
    "two marbles change places": (
        PLAIN, [show("a1:w d4:b"), show("a1:b d4:w"), show("a7:w")], ["disturbed"], ["a7"],
    ),
    "a hand rests on the board for a minute": (
        PLAIN, [show(hand=G_FILE, seconds=60), show("a7:w")], [], ["a7"],
    ),
    "the move is made while a hand rests elsewhere for a minute": (
        PLAIN, [show("a7:w", hand=G_FILE, seconds=60)], [], ["a7"],
    ),
    "a move under a hand that rests for a minute": (
        PLAIN, [show("g7:w", hand=G_FILE, seconds=60), show()], [], ["g7"],
    ),
    "a combination is formed, shown, and taken under a hand": (
        PLAIN, [FORMED, show("c4:. d4:. a1:.", hand="all", seconds=60), show()],
        [], ["c4=R^c4d4xa1"],
    ),
    "both players put a marble down at once": (PLAIN, [show("a7:w g7:b")], [], ["a7", "g7"]),
    "the other player plays at once with a combination": (
        PLAIN, [show("c4:w g7:b"), show("g7:."), show("c4:. d4:."), show("a1:."), show("g7:b")],
        ["unresolved"], ["c4=R^c4d4xa1", "g7"],
    ),
    "a move during the other's combination, taken back": (
        PLAIN, [FORMED, show("c4:."), show("g7:b"), show("g7:."), show("d4:. a1:."), show("g7:b")],
        ["unresolved"], ["c4=R^c4d4xa1", "g7"],
    ),
    "a move during the other's combination, left lying": (
        PLAIN, [FORMED, show("g7:b"), show("c4:. d4:."), show("a1:.")],
        ["unresolved"], ["c4=R^c4d4xa1", "g7"],
    ),
    "a marble outside the combination goes back, then the right one": (
        "6w/7/7/3www1/7/7/bbb4 w 16/17 7",
        [FORMED, show("c4:. g7:."), show("g7:w"), show("d4:."), show("a1:.")],
        ["wrong-returns"], ["c4=R^c4d4xa1"],
    ),
    "too many returned, one put back": (
        PLAIN, [FORMED, show("c4:. d4:. e4:."), show("e4:w"), show("a1:.")],
        ["wrong-returns"], ["c4=R^c4d4xa1"],
    ),
    "two captured where one is due, one put back": (
        PLAIN, [FORMED, show("c4:. d4:."), show("a1:. b1:."), show("b1:b")],
        ["wrong-captures"], ["c4=R^c4d4xa1"],
    ),
    "captured before returned": (
        PLAIN, [FORMED, show("a1:."), show("c4:. d4:.")], ["capture-first"], ["c4=R^c4d4xa1"],
    ),
    "the crossing is kept, then returned": (
        DOUBLE, [show("d3:w"), show("a3:. b3:. c3:."), show("c3:w d3:."), show("a1:. b1:.")],
        ["crossing-kept"], ["d3=DR^a3b3d3xa1b1"],
    ),
    "the Queen is lifted and put back": (
        QUEENS, [show("c2:."), show("c2:W"), show("a7:w")], ["touched"], ["a7"],
    ),
    "the Queen is lifted, thought about, and stepped": (
        QUEENS, [show("c2:.", seconds=5), show("c3:W")], [], ["Qc2c3"],
    ),
    "the Queen goes too far, then where she may": (
        QUEENS, [show("c2:. g7:W"), show("g7:. c3:W")], ["queen-step"], ["Qc2c3"],
    ),
    "the Queen enters too early, an attack marble takes her place": (
        PLAIN, [show("a7:W"), show("a7:w")], ["queen-entry"], ["a7"],
    ),
    "two marbles, one taken back": (
        PLAIN, [show("a7:w b7:w"), show("b7:.")], ["two-marbles"], ["a7"],
    ),
    "two marbles, both taken back, then one elsewhere": (
        PLAIN, [show("a7:w b7:w"), show("a7:. b7:."), show("g7:w")], ["two-marbles"], ["g7"],
    ),
    "the other's marble is put down, and exchanged": (
        PLAIN, [show("a7:b"), show("a7:w")], ["out-of-turn"], ["a7"],
    ),
    "a move is changed after it was complete, and changed back": (
        PLAIN, [show("a7:w"), show("a7:. a6:w"), show("a6:. a7:w"), show("g7:b")],
        ["disturbed"], ["a7", "g7"],
    ),
    "a complete move is taken off the board, and laid again": (
        PLAIN, [show("a7:w"), show("a7:."), show("a7:w"), show("g7:b")],
        ["disturbed"], ["a7", "g7"],
    ),
    "a marble is captured though nothing was formed, and put back": (
        PLAIN, [show("a7:w a1:."), show("a1:b"), show("g7:b")], ["no-combination"], ["a7", "g7"],
    ),
    "a fault is put right under a hand": (
        PLAIN, [show("a7:w b7:w"), show("b7:.", hand="a7 b7 c7 a6 b6 c6", seconds=3), show()],
        ["two-marbles"], ["a7"],
    ),
    "a fault on top of a fault, both put right": (
        PLAIN, [show("a7:w b7:w"), show("b1:. f2:b"), show("f2:. b1:b"), show("b7:.")],
        ["two-marbles", "two-marbles"], ["a7"],
    ),
    "the other player plays on while a fault stands": (
        PLAIN, [show("a7:w b7:w"), show("g7:b"), show("b7:.")],
        ["two-marbles"], ["a7", "g7"],
    ),
    "the Queen is put away as if she were a marble": (
        QUEENS, [show("c2:. a7:w"), show("c2:W")], ["no-combination"], ["a7"],
    ),
    "a relocation too early, put back": (
        PLAIN, [show("d4:. a7:w"), show("a7:. d4:w"), show("a7:w")], ["early-relocation"], ["a7"],
    ),
    "a marble is held for long, then relocated": (
        LATE, [show("e4:.", seconds=20), show("e4:. g7:w")], ["disturbed"], ["e4g7"],
    ),
    "the board is bumped in the middle of a combination": (
        PLAIN, [FORMED, show("c4:."), show(moved=True, seconds=5), show(), show("d4:. a1:.")],
        [], ["c4=R^c4d4xa1"],
    ),
    "the board is bumped while a combination is taken": (
        PLAIN, [FORMED, show("c4:. d4:. a1:.", moved=True, seconds=5), show()],
        [], ["c4=R^c4d4xa1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_it_is_ruled_rightly_and_goes_on_by_itself(name):
    position, strip, faults, moves = CASES[name]
    scene, _ = play(position, strip)
    assert scene.faults == faults
    assert list(scene.moves) == moves
    assert scene.referee.state.fault is None


def test_a_board_laid_down_the_other_way_round_is_asked_about():
    strip = [show(moved=True, seconds=5), show(turned=True, seconds=5), show(moved=True, seconds=5)]
    scene, waited = play(PLAIN, [*strip, show(seconds=2), show("a7:w")])
    assert waited[1] is Waiting.UNSURE
    assert scene.faults == []
    assert scene.moves == ("a7",)


@pytest.mark.parametrize("then", ["d4:w", "d4:w e5:b"])
def test_a_game_begun_on_a_cleared_board_without_a_word_is_asked_about(then):
    everything = "a1:. b1:. c1:. d4:. e4:. f4:. a7:. b7:. g7:."
    position = "ww4w/7/7/3www1/7/7/bbb4 w 14/17 7"
    scene, waited = play(position, [show(everything, seconds=3), show(then, seconds=5)])
    assert waited == [Waiting.CLEARED, Waiting.CLEARED]
    assert scene.events == []


def test_the_repair_of_a_combination_and_an_early_move_tells_both():
    scene, _ = play(PLAIN, [show("c4:w g7:b")])
    assert [event.kind for event in scene.events] == ["combination", "fault"]
    assert scene.events[1].hollows == ("g7",)
    assert scene.referee.state.pending is not None
