"""Game records: a game as tags, moves and comments, valid once it exists (notation, .rqg)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.actions import Move
from engine.endings import RESULTS, TERMINATIONS, WINS
from engine.errors import MoveError, PositionError, RecordError, ReplayError
from engine.judging import judge
from engine.position import Position, Side
from engine.rules import Rules
from engine.rulings import Fault, Ruling

_ROSTER: Final = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
}
"""Tags that are always written, and what stands there when nothing is known."""

_OWN_TAGS: Final = ("Result", "Termination", "Rules", "Position")
_COMMAND: Final = re.compile(r"\[%([A-Za-z_-]+)([^\]]*)(\]?)")
_CLOCK: Final = re.compile(r"([0-9]{1,4}):([0-5]?[0-9]):([0-5][0-9])")


@dataclass(frozen=True, slots=True)
class Comment:
    """What stands between ``{`` and ``}``, and the commands in it.

    Attributes:
        text: as written, on one line.
        sets: the positions of its ``[%set]`` commands, in order.
        faults: the codes of its ``[%fault]`` commands, in order.
        clock_s: the mover's remaining time of the last readable ``[%clk]``, seconds, or None.

    Raises:
        RecordError: it holds a ``}`` or a line break, or a ``[%set]`` that doesn't read.
    """

    text: str
    sets: tuple[Position, ...] = field(init=False, compare=False)
    faults: tuple[str, ...] = field(init=False, compare=False)
    clock_s: int | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if re.search(r"[}\r\n]", self.text):
            raise RecordError(f"a comment can't hold a brace or a line break: {self.text[:60]!a}")
        commands = [match.groups() for match in _COMMAND.finditer(self.text)]
        sets = tuple(_read_set(rest, end) for name, rest, end in commands if name == "set")
        faults = tuple(" ".join(rest.split()) for name, rest, _ in commands if name == "fault")
        clocks = [_CLOCK.fullmatch(rest.strip()) for name, rest, _ in commands if name == "clk"]
        seconds = [
            int(clock[1]) * 3600 + int(clock[2]) * 60 + int(clock[3]) for clock in clocks if clock
        ]
        object.__setattr__(self, "sets", sets)
        object.__setattr__(self, "faults", faults)
        object.__setattr__(self, "clock_s", seconds[-1] if seconds else None)

    def __str__(self) -> str:
        return "{" + self.text + "}"


def _read_set(rest: str, end: str) -> Position:
    if not end:
        raise RecordError("[%set lacks its closing bracket", "record.set")
    try:
        return Position.parse(" ".join(rest.split()))
    except PositionError as error:
        raise RecordError(f"[%set]: {error}", "position") from None


class Replay(NamedTuple):
    """What replaying gives: where it went, what was played, and who has won.

    Attributes:
        positions: where the game starts, then one after each move and each set position.
        body: moves in canonical form, and comments.
        standing: for each part of the body the position it stands in.
        won: the ruling on the last move if it wins and stands, else None.
    """

    positions: tuple[Position, ...]
    body: tuple[Move | Comment, ...]
    standing: tuple[Position, ...]
    won: Ruling | None

    def error(self, reason: str, code: str, **values: object) -> ReplayError:
        """What is wrong with the end; it names ply and text of the last move."""
        for position, item in zip(self.standing[::-1], self.body[::-1], strict=True):
            if isinstance(item, Move):
                ply, last = position.ply, str(item)
                break
        else:
            ply, last = self.positions[0].ply, "no move"
        where = {"ply": ply} | ({} if last == "no move" else {"played": last})
        message = f"ply {ply}, {last}: {reason}"
        return ReplayError(message, self.positions[-1], None, code, **where, **values)


def replay(start: Position, rules: Rules, body: Iterable[Move | Comment | str]) -> Replay:
    """Play a record's moves, given as moves or their text, and its set positions.

    Raises:
        ReplayError: a move is illegal or incomplete or comes after a win; the
            message names ply and move.
    """
    position, won = start, None
    positions, standing = [start], []
    done: list[Move | Comment] = []
    for item in body:
        standing.append(position)
        if isinstance(item, Comment):
            done.append(item)
            if item.sets:
                position, won = item.sets[-1], None
                positions += item.sets
            continue
        if won is not None:
            reason = "it comes after the end, the game was won"
            raise _at(position, item, reason, code="record.after-end")
        ruling = _judge(position, item, rules)
        won = ruling if ruling.win else None
        assert ruling.position is not None
        position = ruling.position
        positions.append(position)
        done.append(ruling.move)
    return Replay(tuple(positions), tuple(done), tuple(standing), won)


def _judge(position: Position, move: Move | str, rules: Rules) -> Ruling:
    try:
        ruling = judge(position, move, rules)
    except MoveError as error:
        raise _at(position, move, str(error), code="incomplete") from None
    if isinstance(ruling, Fault):
        raise _at(position, move, f"{ruling.code}: {ruling.text()}", ruling)
    if not ruling.complete:
        raise _at(position, move, f"it is incomplete: {ruling.text()}", ruling)
    return ruling


def _at(
    position: Position,
    move: Move | str,
    reason: str,
    ruling: Ruling | Fault | None = None,
    code: str = "",
) -> ReplayError:
    text = str(move)
    shown = text if len(text) <= 60 else text[:60] + "..."
    # As it is if it prints on a line, else escaped.
    shown = shown if shown.isascii() and shown.isprintable() else ascii(shown)
    where = {"ply": position.ply, "played": shown, "move": shown}
    message = f"ply {position.ply}, {shown}: {reason}"
    return ReplayError(message, position, ruling, code, **where)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game. Its moves are legal and complete, and its result goes with them.

    Attributes:
        tags: name and value of every tag but Result, Termination, Rules and Position.
        body: moves and comments in order; given as moves or text, kept canonical.
        result: one of ``RESULTS``.
        termination: one of ``TERMINATIONS``.
        rules: the profile it was played by.
        start: where it began.
        positions: the start, then one after each move and each set position.
        won: the ruling on the winning move if the game ends with one.

    Raises:
        RecordError: a tag or value does not fit the notation.
        ReplayError: a move is not legal, or result or termination contradict
            the last one.
    """

    tags: tuple[tuple[str, str], ...] = ()
    body: tuple[Move | Comment, ...] = ()
    result: str = "*"
    termination: str = "Unterminated"
    rules: Rules = Rules.OFFICIAL
    start: Position = field(default_factory=Position.start)
    positions: tuple[Position, ...] = field(init=False, compare=False)
    won: Ruling | None = field(init=False, compare=False)
    _standing: tuple[Position, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check_tags(self.tags)
        _check_value("Result", self.result, RESULTS)
        _check_value("Termination", self.termination, TERMINATIONS)
        played = replay(self.start, self.rules, self.body)
        _check_end(self.result, self.termination, played)
        object.__setattr__(self, "body", played.body)
        object.__setattr__(self, "positions", played.positions)
        object.__setattr__(self, "won", played.won)
        object.__setattr__(self, "_standing", played.standing)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves without the comments."""
        return tuple(item for item in self.body if isinstance(item, Move))

    def tag(self, name: str, default: str = "?") -> str:
        """The value of a tag, or ``default`` where the record hasn't got it."""
        return dict(self.tags).get(name, default)

    def __str__(self) -> str:
        """The canonical text, a line feed at its end."""
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in self._written_tags()]
        return "\n".join([*lines, "", self._written_moves(), ""])

    def _written_tags(self) -> list[tuple[str, str]]:
        given = dict(self.tags)
        head = [(name, given.pop(name, unknown)) for name, unknown in _ROSTER.items()]
        head += [("Result", self.result), ("Termination", self.termination)]
        head.append(("Rules", self.rules.value))
        if "TimeControl" in given:
            head.append(("TimeControl", given.pop("TimeControl")))
        if self.start != Position.start():
            head.append(("Position", str(self.start)))
        return head + list(given.items())

    def _written_moves(self) -> str:
        words, begun = [], False
        for item, position in zip(self.body, self._standing, strict=True):
            if isinstance(item, Move):
                number = (position.ply + 1) // 2
                if position.turn is Side.W:
                    words.append(f"{number}.")
                elif not begun:
                    words.append(f"{number}...")
                begun = True
            words.append(str(item))
        return " ".join([*words, self.result])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _check_tags(tags: tuple[tuple[str, str], ...]) -> None:
    seen: set[str] = set()
    for name, value in tags:
        if re.fullmatch("[A-Za-z0-9_]+", name) is None or name in _OWN_TAGS:
            raise RecordError(f"{name[:60]!a} can't be the name of a tag here")
        if re.search(r"[\r\n]", value):
            raise RecordError(f"tag {name}: its value has a line break")
        if name in seen:
            raise RecordError(f"tag {name} stands twice", "record.twice", name=name)
        seen.add(name)


def _check_value(tag: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        allowed = ", ".join(known)
        named = {"value": f"{tag} {value[:60]!a}", "allowed": allowed}
        raise RecordError(f"{tag} {value[:60]!a} is none of: {allowed}", "one-of", **named)


def _check_end(result: str, termination: str, played: Replay) -> None:
    """The result and the termination must say what the last move says, if it says anything."""
    won = played.won
    if won is None:
        if termination in WINS:
            reason = f"Termination {termination!r}, but the last move does not win"
            raise played.error(reason, "record.no-win", termination=termination)
        return
    winner = "1-0" if won.mover is Side.W else "0-1"
    if result != winner:
        reason = f"Result {result!r}, but this move wins: {winner}"
        raise played.error(reason, "record.wrong-result", result=result, winner=winner)
    if termination != won.win:
        reason = f"Termination {termination!r}, but this move is a {won.win}"
        raise played.error(reason, "record.wrong-win", termination=termination, win=won.win)


def write_records(games: Iterable[GameRecord]) -> str:
    """The canonical text of some games, one blank line between them."""
    return "\n".join(map(str, games))
