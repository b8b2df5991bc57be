"""What may be answered at the referee's desk when the companion asks what was played."""

import pytest

from companion.errors import RefusedError
from companion.fields import Fields
from companion.orders import ORDERS
from engine.referee import Referee, Sighting
from engine.referee.sighting import LABELS

ROWS = {x: tuple(0.992 if x == label else 0.002 for label in LABELS) for x in LABELS}
PLAYED = {"a1": "w", "c4": "b", "g7": "w"}


def asking():
    """A referee who saw three marbles at once: White's first may be either."""
    referee = Referee()
    lying = dict.fromkeys(range(49), ".")
    lying |= {(int(name[1]) - 1) * 7 + ord(name[0]) - ord("a"): PLAYED[name] for name in PLAYED}
    rows = tuple(ROWS[lying[h]] for h in range(49))
    for k in range(12):
        referee.see(Sighting(rows, frozenset(), True, False, 0, k / 6))
    return referee


@pytest.mark.parametrize("moves", [["g7", "c4", "a1"], ["g7", "c4"], ["g7"]])
def test_an_answer_is_a_choice_or_how_one_begins(moves):
    referee = asking()
    ORDERS["answer"](Fields({"moves": moves}), referee)
    assert referee.state.moves == tuple(moves)


@pytest.mark.parametrize("moves", [["c4"], ["a1", "g7"], ["g7", "c4", "a1", "a2"]])
def test_what_is_no_choice_is_refused(moves):
    referee = asking()
    with pytest.raises(RefusedError, match="asked"):
        ORDERS["answer"](Fields({"moves": moves}), referee)
    assert referee.state.moves == ()
