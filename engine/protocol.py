"""The engine's line protocol: a JSON object in, a JSON object out (interfaces, realqueen engine).

Nothing is read or written here; ``companion.commands.engine`` moves the lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import MoveError, PositionError, RecordError
from engine.judging import judge, legal_actions, legal_moves
from engine.perft import count_moves, perft
from engine.position import Position
from engine.record import read_records
from engine.rules import Rules
from engine.text import LANGUAGES

DEEPEST: Final = 500
"""Brackets open at once in a request; more is refused before it is parsed."""

MOST_MOVES: Final = 200_000
"""Moves in one reply; more are only counted."""

LONGEST_PERFT: Final = 99
"""Plies; anything near it would not end in a lifetime."""


class RequestError(Exception):
    """A request that can't be answered, with its error code."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def reply(line: bytes) -> str | None:
    """The reply to one line, in ASCII and without a line feed; None to a blank line.

    Whatever the bytes, it answers: what is wrong comes back as an ``error``.
    """
    if not line.strip():
        return None
    identity = ""
    try:
        text = _decode(line)
        request = _parse(text)
        identity = _raw_id(text)
        answer = _answer(request)
    except RequestError as error:
        answer = {"error": {"code": error.code, "text": str(error)}}
    body = json.dumps(answer)
    return f'{{"id": {identity}, {body[1:]}' if identity else body


def _decode(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RequestError("bad-json", f"not UTF-8 at byte {error.start}") from None


def _parse(text: str) -> dict[str, Any]:
    if _nesting(text) > DEEPEST:
        raise RequestError("bad-json", f"nested deeper than {DEEPEST} brackets")
    try:
        request = json.loads(text, parse_constant=_no_constant, parse_int=_integer)
    except ValueError as error:
        raise RequestError("bad-json", f"not JSON: {error}") from None
    if not isinstance(request, dict):
        raise RequestError("bad-request", "a request is a JSON object")
    return request


def _nesting(text: str) -> int:
    """The most brackets open at once, those in strings aside."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return 0
    deepest = depth = 0
    for bracket in re.findall(r'[][{}]|"(?:[^"\\]|\\.)*\\?(?:"|$)', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket, 0)
        deepest = max(deepest, depth)
    return deepest


def _no_constant(name: str) -> None:
    """Refuse NaN and Infinity, which Python's parser would take."""
    raise ValueError(f"{name} is not a value of JSON")


def _integer(digits: str) -> int | float:
    """An integer; a very long one, which means nothing here, only about."""
    return int(digits) if len(digits) <= 30 else float(digits)


def _raw_id(text: str) -> str:
    """The text of the request's ``id``, exactly as sent but in ASCII; empty if there is none.

    Parsed and written again, 1e999 or a number of 5000 digits would not come
    back. ``text`` is known to be a JSON object.
    """
    found, decoder = "", json.JSONDecoder(parse_int=_integer)
    at = _skip(text, text.index("{") + 1)
    while text[at] != "}":
        key, at = decoder.raw_decode(text, at)
        start = _skip(text, _skip(text, at) + 1)
        _, end = decoder.raw_decode(text, start)
        if key == "id":
            found = text[start:end]
        at = _skip(text, end)
        if text[at] == ",":
            at = _skip(text, at + 1)
    return re.sub(r"[^ -~]", _escape, found)


def _skip(text: str, at: int) -> int:
    while text[at] in " \t\r\n":
        at += 1
    return at


def _escape(match: re.Match[str]) -> str:
    """A space for white space between values, an escape for a letter in a string."""
    return " " if match[0] in "\t\r\n" else json.dumps(match[0])[1:-1]


@dataclass(frozen=True, slots=True)
class _Request:
    """A request whose command, rules and language are known to be right."""

    fields: dict[str, Any]
    rules: Rules
    lang: str

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise RequestError("bad-request", f"{name} is missing or is not a string")
        return value

    def position(self) -> Position:
        return Position.parse(self.text("position"))


def _answer(fields: dict[str, Any]) -> dict[str, Any]:
    command = fields.get("cmd")
    handler = _COMMANDS.get(command) if isinstance(command, str) else None
    if handler is None:
        raise RequestError("bad-request", f"cmd is none of: {', '.join(_COMMANDS)}")
    rules = Rules(_choice(fields, "rules", [rules.value for rules in Rules]))
    request = _Request(fields, rules, _choice(fields, "lang", list(LANGUAGES)))
    try:
        return handler(request)
    except PositionError as error:
        raise RequestError("bad-position", str(error)) from None
    except MoveError as error:
        raise RequestError("bad-move", str(error)) from None
    except RecordError as error:
        raise RequestError("bad-record", str(error)) from None


def _choice(fields: dict[str, Any], name: str, known: list[str]) -> str:
    """A field with a few possible values, the first of them the default."""
    value = fields.get(name, known[0])
    if value not in known:
        raise RequestError("bad-request", f"{name} is none of: {', '.join(known)}")
    return str(value)


def _actions(request: _Request) -> dict[str, Any]:
    return {"actions": sorted(map(str, legal_actions(request.position(), request.rules)))}


def _moves(request: _Request) -> dict[str, Any]:
    return {"moves": list_moves(request.position(), request.rules)}


def list_moves(position: Position, rules: Rules) -> list[str]:
    """Every complete legal move, sorted by code point.

    Raises:
        RequestError: there are more than ``MOST_MOVES``; the text has their number.
    """
    count = count_moves(position, rules)
    if count > MOST_MOVES:
        raise RequestError("too-many-moves", f"{count} moves: more than {MOST_MOVES}")
    return sorted(map(str, legal_moves(position, rules)))


def _judge(request: _Request) -> dict[str, Any]:
    move = request.text("move")
    return judge(request.position(), move, request.rules).to_json(request.lang)


def _perft(request: _Request) -> dict[str, Any]:
    depth = request.fields.get("depth")
    if type(depth) is not int or depth < 0:
        raise RequestError("bad-request", "depth is not a whole number from 0 on")
    position = request.position()
    if depth > LONGEST_PERFT:
        raise RequestError("bad-request", f"depth {depth} would never end")
    return {"nodes": perft(position, depth, request.rules)}


def _replay(request: _Request) -> dict[str, Any]:
    """The games of a record; each is replayed by its own Rules tag."""
    return {
        "games": [
            {
                "positions": [str(position) for position in game.positions],
                "result": game.result,
                "termination": game.termination,
            }
            for game in read_records(request.text("record"))
        ]
    }


_COMMANDS: Final[dict[str, Callable[[_Request], dict[str, Any]]]] = {
    "actions": _actions,
    "moves": _moves,
    "judge": _judge,
    "perft": _perft,
    "replay": _replay,
}
