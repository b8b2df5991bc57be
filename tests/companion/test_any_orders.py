"""Whatever people tell a table: page, referee, store and record agree on the game."""

import random

import pytest
from scripted import silent_table

from companion.archive import game_state, record_text
from companion.errors import CommandError, RefusedError
from companion.reverting import reverted
from engine.errors import EngineError
from engine.hollows import NAMES
from engine.judging import legal_moves
from engine.record import read_records

COMMANDS = 120
STARTS = [
    "7/7/7/7/7/7/7 w 20/20 1",
    "7/2b4/2bw3/3w3/2WwB2/7/7 b 15/17 12",
    "7/1Bbbb2/7/7/7/1Wwww2/7 w 0/0 1",
    "7/7/7/7/7/bbb4/www4 w 17/17 7",
    "7/7/7/7/7/bb5/Wb5 w 0/0 3",
]


def marbles(rng, labels):
    return {name: rng.choice(labels) for name in rng.sample(NAMES, rng.randint(0, 3))}


def a_game(rng, _):
    said = {"position": rng.choice(STARTS), "swapped": rng.random() < 0.5}
    clock = rng.choice([None, {"seconds": rng.choice([5, 900]), "mode": "button"}])
    asked = {name: said[name] for name in said if rng.random() < 0.5}
    return asked | {"clock": clock, "rules": rng.choice(["official", "classic"])}


def a_correction(rng, _):
    if rng.random() < 0.3:
        return {"position": rng.choice(STARTS)}
    return {"hollows": marbles(rng, ".wWbB"), "turn": rng.choice([None, "w", "b"])}


def a_move(rng, state):
    moves = list(legal_moves(state.position, state.rules))
    return {"moves": [str(rng.choice(moves))]}


def a_side(rng, _):
    return {"side": rng.choice("wb")}


def an_end(rng, _):
    endings = ["Resignation", "Agreement", "Winning Real", "Unterminated"]
    return {"result": rng.choice(["1-0", "1/2-1/2", "*"]), "termination": rng.choice(endings)}


SAID = {
    "new_game": a_game,
    "take_up": lambda rng, _: {"game": rng.randint(1, 6)},
    "correct": a_correction,
    "vouch": lambda rng, _: {"hollows": marbles(rng, ".wWbB?")},
    "declare": a_move,
    "setting": lambda rng, _: {"strictness": rng.choice(["friendly", "tournament", "teach"])},
    "series": lambda rng, _: {"swapped": rng.random() < 0.5},
    "undo": lambda rng, _: {"actions": rng.choice([0, 1, 1, 2, 5])},
    "clock": lambda rng, _: {"w": rng.choice([0, 900]), "b": 900, "mode": "camera"},
    "end": an_end,
} | dict.fromkeys(("turn", "resign", "time", "press"), a_side)
PLAIN = ("allow", "go_on", "draw", "deadlock", "pause", "resume")
OFTEN = ("declare",) * 8 + ("new_game", "series") * 2
ALL = (*SAID, *PLAIN, *OFTEN, "revert")


def command(rng, table, store):
    name = rng.choice(ALL)
    if name == "revert":
        events = store.events(game=table.game)
        return reverted(events, rng.choice(events).seq)
    state = game_state(store, store.game(table.game))
    return {"command": name} | (SAID[name](rng, state) if name in SAID else {})


def agree(table, store):
    game = store.game(table.game)
    state = game_state(store, game)
    assert table._attendant.ledger.view.state == state
    assert table._attendant.watch.referee.state == state
    text = record_text(store, game)
    assert "".join(map(str, read_records(text))) == text


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_page_referee_store_and_record_agree_whatever_is_said(store, seed):
    rng, done = random.Random(seed), 0
    with silent_table(store) as table:
        for _ in range(COMMANDS):
            try:
                table.tell(command(rng, table, store))
                done += 1
            except (CommandError, RefusedError, EngineError):
                pass  # it did not fit: nothing may have changed
            # On the table's own thread: a clock that runs out says so between two looks.
            table._ask(lambda: agree(table, store))
    assert done > COMMANDS / 4
    assert len(store.games()) > 1
