"""The simulator's hands: everybody who sees the page may move its marbles."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Blueprint, Response, abort, jsonify

from companion.table import Table
from companion.web.asking import house, json_object, language, table
from companion.web.guard import open_to_all
from companion.web.problems import problem
from companion.words import catalogue
from engine.events import EventError, board_of
from engine.referee.belief import exchanged
from vision.simulator import Scene, Simulator, SimulatorError
from vision.simulator.scene import SERIES

blueprint = Blueprint("simulator", __name__, url_prefix="/api/simulator")

Wish = Mapping[str, Any]


@blueprint.get("")
def shown() -> Response:
    """What lies where on the rendered board."""
    return _told(_simulator())


@blueprint.post("")
@open_to_all
def act() -> Response:
    """Let a hand do something there; refused with 409 if marbles can't do that."""
    simulator, wish = _simulator(), json_object()
    kind = wish.get("do")
    if not isinstance(kind, str) or kind not in _ACTIONS:
        abort(400, f"do is one of {', '.join(_ACTIONS)}")
    try:
        simulator.act(_ACTIONS[kind](wish))
    except SimulatorError as error:
        words = catalogue(language())
        values = error.values | {
            name: words[f"series.{value}"]
            for name, value in error.values.items()
            if name == "series"
        }
        told = words[f"simulator.refused.{error.code}"].format(**values)
        return problem(409, "Conflict", told)
    if kind == "clear":
        _begin_anew()
    return _told(simulator)


def _begin_anew() -> None:
    """Clearing the painted board in the middle of a game means another game.

    On a real board that is the referee's to say; here nobody else is waiting.
    """
    board = table()
    if board.in_game:
        board.tell({"command": "new_game"})


def lay_as_it_stands(board: Table) -> None:
    """Lay the painted board for the game at the table; nothing on any other board."""
    simulator, state = house().simulator(board), board.state(language())
    if simulator is None:
        return
    lying = state["board"]
    w, b = (state["players"][side]["reserve"] for side in "wb")
    if state["swapped"]:
        lying, w, b = exchanged(lying), b, w
    # Of a position that a person set there may not be so many marbles.
    with contextlib.suppress(SimulatorError):
        simulator.act(lambda scene: scene.arranged(lying, (w, b)))


def _simulator() -> Simulator:
    board = table()
    simulator = house().simulator(board)
    if simulator is None:
        abort(
            404,
            f"this table is watched by {board.source_name}; "
            "only realqueen run --source simulator has marbles to move here",
        )
    return simulator


def _told(simulator: Simulator) -> Response:
    scene = simulator.scene
    answer = jsonify(
        {
            "board": scene.board,
            "hand": scene.hand,
            "ready": simulator.ready,
            "trays": {
                name: {
                    "reserve": scene.reserve[at],
                    "queen": scene.large_in_tray[at],
                    "taken": scene.taken[at],
                }
                for at, name in enumerate(SERIES)
            },
        }
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _place(wish: Wish) -> Callable[[Scene], Scene]:
    series, queen, hollow = _series(wish), _flag(wish, "queen"), _text(wish, "hollow")
    return lambda scene: scene.place(series, queen, hollow)


def _move(wish: Wish) -> Callable[[Scene], Scene]:
    hollow, target = _text(wish, "hollow"), _text(wish, "to")
    return lambda scene: scene.move(hollow, target)


def _remove(wish: Wish) -> Callable[[Scene], Scene]:
    hollow, taken = _text(wish, "hollow"), _flag(wish, "taken")
    return lambda scene: scene.remove(hollow, taken)


def _hand(wish: Wish) -> Callable[[Scene], Scene]:
    over = _flag(wish, "over")
    return lambda scene: scene.with_hand(over)


def _clear(_: Wish) -> Callable[[Scene], Scene]:
    return Scene.cleared


def _arrange(wish: Wish) -> Callable[[Scene], Scene]:
    try:
        board = board_of(_text(wish, "placement"))
    except EventError as error:
        abort(400, str(error))
    return lambda scene: scene.arranged(board)


_ACTIONS: Final = {
    "place": _place,
    "move": _move,
    "remove": _remove,
    "hand": _hand,
    "clear": _clear,
    "arrange": _arrange,
}


def _text(wish: Wish, name: str) -> str:
    value = wish.get(name)
    if not isinstance(value, str):
        abort(400, f"{name} is missing or no text")
    return value


def _flag(wish: Wish, name: str) -> bool:
    value = wish.get(name, False)
    if not isinstance(value, bool):
        abort(400, f"{name} is true or false")
    return value


def _series(wish: Wish) -> int:
    value = wish.get("series")
    if value not in SERIES:
        abort(400, f"series is {' or '.join(SERIES)}")
    return SERIES.index(value)
