"""What a person tells the table: a JSON object in, events out.

    {"command": "undo", "actions": 2, "by": "Ida"}

``by`` is the author, kept with the events. The commands and their fields:

new_game    players {w, b}, rules, strictness, clock {seconds, mode} or null, swapped,
            position; or from_board with turn, reserve {w, b} or captured {w, b} (of either
            series, so many), hollows {d3: "."} where the camera is in doubt.
            Begins a game. What is not said stays as in the last one, names aside.
setting     strictness, players {w, b}. How the game is refereed, who plays it.
take_up     game. Goes on with that unfinished game of this board; play rests until it is laid.
series      swapped. Which series is w.
correct     hollows {e4: "w", d3: "."}, turn, reserve {w, b}; or position.
            How the board really stands; a combination under way is given up.
vouch       hollows {g3: "W"}. What really lies where the camera is in doubt; "?" leaves
            it to the camera again.
turn        side. Whose turn it is.
undo        actions (1). Takes actions back; 0 what is under way, or an end that was
            declared by mistake. A wrongly called win: 1, the move that won.
declare     moves. What was played, complete moves.
answer      moves. The same, one of the ``choices`` of the status, or how one begins.
allow       Lets the fault stand; with position, as that.
go_on       What lies on the board is what was played since the game was set.
resign      side. He gives up.       time   side. He has exceeded his time.
draw        Agreed.                  deadlock   winner, or none: a draw (F4).
end         result, termination. Any other end.
pause       Play and clock rest.     resume     They go on.
press       side. The clock's button: his turn is over, or he announces.
clock       w, b in seconds, mode; or off true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.errors import CommandError, RefusedError
from companion.fields import Fields
from companion.watch import Watch
from engine.clock import Clock, Mode
from engine.decisions import (
    corrected,
    deadlocked,
    drawn,
    joined,
    let_stand,
    out_of_time,
    resigned,
    turn_given,
    with_told,
)
from engine.events import (
    ClockPressed,
    ClockRead,
    Corrected,
    Ended,
    Event,
    EventError,
    Paused,
    Resumed,
    SeriesSet,
    SettingChanged,
    Started,
    Undone,
    Vouched,
)
from engine.game import GameState
from engine.position import Position, Side
from engine.referee import Referee
from engine.rules import Rules
from engine.strictness import Strictness

TAKE_UP: Final = "take_up"

LATEST_PLY: Final = 100_000
"""Of a position that is given: after ply 999,999 no move can be written, nor followed."""

Left = Callable[[int], GameState]
"""Gives the game of that number, from then on the table's; raises as ``resuming.left_off``."""


def carry_out(command: Mapping[str, Any], watch: Watch, left: Left) -> list[Event]:
    """Do what a person says.

    Args:
        command: what.
        watch: to whom.
        left: games that were left unfinished.

    Raises:
        CommandError: it can't be read, or there is no game to do it to.
        EngineError: it does not fit the game.
    """
    fields = Fields(command)
    name = fields.text("command")
    if name == "new_game":
        return _new_game(fields, watch)
    if name == TAKE_UP:
        return watch.take_up(left(fields.number("game")), fields.by)
    order = ORDERS.get(name)
    if order is None:
        known = ", ".join(sorted((*ORDERS, "new_game", TAKE_UP)))
        raise CommandError(f"no command {name[:40]!r}: there are {known}")
    if watch.referee is None:
        raise CommandError("there is no game yet; begin one with new_game", "no-game")
    return order(fields, watch.referee)


def _new_game(fields: Fields, watch: Watch) -> list[Event]:
    """Begin a game; what is not said stays as it was."""
    last = watch.started
    clock = fields.maybe("clock", lambda: _clock_wanted(fields.part("clock")))
    budget, mode = clock or (last.clock_s, last.clock_mode)
    if fields.is_null("clock"):
        budget = None
    started = Started(
        by=fields.by,
        rules=fields.choice("rules", tuple(Rules), last.rules),
        strictness=fields.choice("strictness", tuple(Strictness), last.strictness),
        position=_position_wanted(fields, watch),
        players=fields.names("players") or {"w": "", "b": ""},
        clock_s=budget,
        clock_mode=mode,
    )
    # On the bare board the first marble decides; what lies there must be named.
    named = "swapped" in fields or started.position != str(Position.start())
    swapped = fields.flag("swapped", watch.swapped)
    series = _series_said(swapped, watch.swapped, fields.by) if named else None
    events = watch.begin(started, series)
    if _told_there(fields) and watch.referee is not None:
        # The camera stays in doubt of them, and would ask again.
        events += _vouch(fields, watch.referee)
    return events


def _told_there(fields: Fields) -> dict[str, str]:
    """What a person says of hollows of the board from which a game goes on."""
    lies = "position" not in fields and fields.flag("from_board", False)
    return fields.mapping("hollows") if lies and "hollows" in fields else {}


def _clock_wanted(fields: Fields) -> tuple[float, str]:
    seconds = fields.seconds("seconds")
    if seconds == 0:
        # Who begins would have lost at once; what else is no time, the event refuses.
        raise CommandError("seconds is more than 0; for a game without a clock, clock is null")
    return seconds, fields.choice("mode", tuple(Mode), Mode.CAMERA)


def _position_wanted(fields: Fields, watch: Watch) -> str:
    """Where the game begins: a position given, what lies on the board, or the bare board."""
    if "position" in fields:
        return str(_to_play_on(Position.parse(fields.text("position"))))
    if not fields.flag("from_board", False):
        return str(Position.start())
    swapped = fields.flag("swapped", watch.swapped)
    turn = fields.side("turn", Side.W)
    told = _told_there(fields)
    board = with_told(watch.board_seen(swapped, told), told)
    return str(joined(board, turn, fields.reserve("reserve"), fields.reserve("captured")))


def _to_play_on(position: Position) -> Position:
    """The position, if a game can go on from there."""
    if position.ply > LATEST_PLY:
        raise CommandError(f"no game comes to ply {position.ply}: give one up to {LATEST_PLY}")
    return position


def _setting(fields: Fields, referee: Referee) -> list[Event]:
    strictness = fields.choice("strictness", tuple(Strictness), None)
    names = fields.names("players")
    if strictness is None and names is None:
        raise CommandError("setting wants strictness or players")
    return referee.tell(SettingChanged(strictness=strictness, players=names, by=fields.by))


def _series(fields: Fields, referee: Referee) -> list[Event]:
    return referee.tell(_series_said(fields.flag("swapped"), referee.state.swapped, fields.by))


def _series_said(swapped: bool, before: bool, by: str) -> SeriesSet:
    """Which series is w, fixed from now on; whether that is news is said too."""
    return SeriesSet(swapped=swapped, exchanged=swapped is not before, by=by)


def _correct(fields: Fields, referee: Referee) -> list[Event]:
    if "position" in fields:
        event = Corrected(position=fields.text("position"), by=fields.by)
        _to_play_on(Position.parse(event.position))
        return referee.tell(event)
    hollows = fields.mapping("hollows") if "hollows" in fields else {}
    turn = fields.side("turn", None)
    reserve = fields.reserve("reserve")
    if not (hollows or turn or reserve):
        raise CommandError("correct wants position, or some of hollows, turn, reserve")
    return referee.tell(corrected(referee.state, hollows, turn=turn, reserve=reserve, by=fields.by))


def _vouch(fields: Fields, referee: Referee) -> list[Event]:
    said = fields.mapping("hollows")
    if any(len(label) != 1 for label in said.values()):
        # Joined below they would be another hollow's.
        raise EventError("a person vouches for some hollows, with a label for each", "vouch")
    labels = "".join(said.values())
    return referee.tell(Vouched(hollows=tuple(said), labels=labels, by=fields.by))


def _turn(fields: Fields, referee: Referee) -> list[Event]:
    return referee.tell(turn_given(referee.state, fields.side("side"), fields.by))


def _undo(fields: Fields, referee: Referee) -> list[Event]:
    return referee.tell(Undone(actions=fields.number("actions", 1), by=fields.by))


def _declare(fields: Fields, referee: Referee) -> list[Event]:
    return referee.declare(fields.texts("moves"), by=fields.by)


def _answer(fields: Fields, referee: Referee) -> list[Event]:
    moves = fields.texts("moves")
    if not referee.status.offers(moves):
        raise RefusedError("asked", "that is not what is asked now; look at the choices again")
    return referee.declare(moves, by=fields.by)


def _allow(fields: Fields, referee: Referee) -> list[Event]:
    event = let_stand(referee.state, fields.by)
    if "position" in fields:
        position = fields.text("position")
        event = Corrected(position=position, fault=event.fault, by=fields.by)
        _to_play_on(Position.parse(event.position))
    return referee.tell(event)


def _go_on(_: Fields, referee: Referee) -> list[Event]:
    referee.go_on()
    return []


def _deadlock(fields: Fields, referee: Referee) -> list[Event]:
    winner = fields.side("winner", None)
    return referee.tell(deadlocked(fields.by, winner))


def _end(fields: Fields, referee: Referee) -> list[Event]:
    ended = Ended(
        result=fields.text("result"), termination=fields.text("termination"), by=fields.by
    )
    return referee.tell(ended)


def _press(fields: Fields, referee: Referee) -> list[Event]:
    """A player's button. It does nothing when his turn is over already."""
    side, state = fields.side("side"), referee.state
    button = state.clock is not None and state.clock.mode is Mode.BUTTON
    if not button and side is not state.position.turn:
        return []
    return referee.tell(ClockPressed(side=side.value, by=fields.by))


def _clock(fields: Fields, referee: Referee) -> list[Event]:
    state = referee.state
    now = state.clock or Clock(0.0, 0.0, state.position.turn)
    off = fields.flag("off", False)
    if not off and state.clock is None and not ("w" in fields and "b" in fields):
        raise CommandError("clock wants w and b, the seconds that each player has")
    reading = ClockRead(
        w_s=fields.seconds("w", now.w_s),
        b_s=fields.seconds("b", now.b_s),
        side=now.side.value,
        running=False,
        mode="off" if off else fields.choice("mode", tuple(Mode), now.mode),
        reason="set",
        by=fields.by,
    )
    return referee.tell(reading)


def _told(make: Callable[[Fields, GameState], Event]) -> Callable[[Fields, Referee], list[Event]]:
    """An order that is one event."""
    return lambda fields, referee: referee.tell(make(fields, referee.state))


ORDERS: Final[dict[str, Callable[[Fields, Referee], list[Event]]]] = {
    "setting": _setting,
    "series": _series,
    "correct": _correct,
    "vouch": _vouch,
    "turn": _turn,
    "undo": _undo,
    "declare": _declare,
    "answer": _answer,
    "allow": _allow,
    "go_on": _go_on,
    "resign": _told(lambda fields, _: resigned(fields.side("side"), fields.by)),
    "time": _told(lambda fields, _: out_of_time(fields.side("side"), fields.by)),
    "draw": _told(lambda fields, _: drawn(fields.by)),
    "deadlock": _deadlock,
    "end": _end,
    "pause": _told(lambda fields, _: Paused(by=fields.by)),
    "resume": _told(lambda fields, _: Resumed(by=fields.by)),
    "press": _press,
    "clock": _clock,
}
"""What can be told of a game; ``new_game`` and ``take_up`` need none."""
