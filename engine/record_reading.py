"""Reading game records: lenient about white space, strict about the rest (notation, .rqg)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.endings import RESULTS
from engine.errors import PositionError, RecordError, ReplayError
from engine.game_record import Comment, GameRecord, Replay, replay
from engine.position import Position
from engine.rules import Rules


class Token(NamedTuple):
    """A piece of a record: its kind, its text, and the line it begins in, from 1."""

    kind: str
    text: str
    line: int
    value: str = ""


_TOKEN: Final = re.compile(
    r"""(?P<space>\s+)
    | ;(?P<note>[^\r\n]*)
    | \[\s*(?P<tag>[A-Za-z0-9_]+)\s*"(?P<value>(?:[^"\\\r\n]|\\["\\])*)"\s*\]
    | \{(?P<comment>[^}]*)\}
    | (?P<word>[^\s{};\[\]]+)
    """,
    re.VERBOSE,
)
_NUMBER: Final = re.compile(r"[0-9]*\.+")


def tokens(text: str) -> Iterator[Token]:
    """Cut a record into tags, comments and words; spaces and ``;`` comments fall away.

    Raises:
        RecordError: something is none of these.
    """
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            error = _stray(text[at : at + 40])
            raise RecordError(f"line {line}: {error}", error.code, line=line, **error.values)
        if match["tag"] is not None:
            value = re.sub(r"\\(.)", r"\1", match["value"])
            yield Token("tag", match["tag"], line, value)
        elif match["comment"] is not None:
            yield Token("comment", _on_one_line(match["comment"]), line)
        elif match["word"] is not None:
            yield Token("word", match["word"], line)
        line += match[0].count("\n")
        at = match.end()


def _on_one_line(comment: str) -> str:
    """The comment with a single space in place of each line break and what surrounds it."""
    lines = re.split(r"[\r\n]", comment)
    return comment if len(lines) == 1 else " ".join(filter(None, map(str.strip, lines)))


def _stray(rest: str) -> RecordError:
    if rest[0] == "{":
        return RecordError("a comment is not closed", "record.comment")
    if rest[0] == "[":
        tag = ascii(rest.splitlines()[0])
        return RecordError(f'{tag} is no tag: [Name "value"] is', "record.tag", text=tag)
    return RecordError(f"{rest[0]!a} has no place here", "record.stray", text=ascii(rest[0]))


@dataclass(slots=True)
class _Draft:
    """A game while it is being read."""

    number: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    body: list[str | Comment] = field(default_factory=list)
    results: list[str] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        return any(isinstance(item, str) for item in self.body)


def read_records(text: str) -> list[GameRecord]:
    """Every game of a record's text, at least one.

    A comment after a game's result belongs to that game. ``;`` comments are for
    people who edit the file: they are skipped.

    Raises:
        RecordError: it does not read; the message names game and line.
        ReplayError: it reads but does not replay; the message names game, ply
            and move.
    """
    drafts: list[_Draft] = []
    for token in tokens(text.removeprefix("\ufeff")):
        try:
            _take(drafts, token)
        except RecordError as error:
            where = {"game": len(drafts), "line": token.line}
            message = f"game {len(drafts)}, line {token.line}: {error}"
            raise RecordError(message, error.code, **where, **error.values) from None
    if not drafts:
        raise RecordError("there is no game in it", "record.none")
    return [_finish(draft) for draft in drafts]


def _take(drafts: list[_Draft], token: Token) -> None:
    """Add one token to the game it belongs to, opening a new one where it must."""
    draft = drafts[-1] if drafts else None
    if token.kind == "comment":
        (draft or _open(drafts, token)).body.append(Comment(token.text))
    elif token.kind == "tag":
        if draft is None or draft.results or draft.begun:
            draft = _open(drafts, token)
        if token.text in draft.tags:
            twice = f"tag {token.text} stands twice"
            raise RecordError(twice, "record.twice", name=token.text)
        draft.tags[token.text] = token.value
    else:
        _take_word(drafts, draft, token)


def _open(drafts: list[_Draft], token: Token) -> _Draft:
    drafts.append(_Draft(len(drafts) + 1, token.line))
    return drafts[-1]


def _take_word(drafts: list[_Draft], draft: _Draft | None, token: Token) -> None:
    """A move, a result, or a move's number; numbers say nothing that the moves don't."""
    number = _NUMBER.match(token.text)
    word = token.text[number.end() :] if number else token.text
    if word in RESULTS:
        (draft or _open(drafts, token)).results.append(word)
    elif word:
        if draft is None or draft.results:
            draft = _open(drafts, token)
        draft.body.append(word)


def _finish(draft: _Draft) -> GameRecord:
    """The game's record, read and replayed."""
    try:
        return _record(draft)
    except ReplayError as error:
        raise ReplayError(
            f"game {draft.number}, {error}",
            error.position,
            error.ruling,
            error.code,
            game=draft.number,
            **error.values,
        ) from None
    except RecordError as error:
        where = {"game": draft.number, "line": draft.line}
        message = f"game {draft.number}, line {draft.line}: {error}"
        raise RecordError(message, error.code, **where, **error.values) from None


def _record(draft: _Draft) -> GameRecord:
    tags = dict(draft.tags)
    rules = _rules(tags.pop("Rules", Rules.OFFICIAL.value))
    start = _start(tags.pop("Position", None))
    tagged, termination = tags.pop("Result", None), tags.pop("Termination", None)
    played = replay(start, rules, draft.body)
    result = _result(draft, played, tagged)
    implied = "Unterminated" if played.won is None else str(played.won.win)
    return GameRecord(
        tags=tuple(tags.items()),
        body=played.body,
        result=result,
        termination=implied if termination is None else termination,
        rules=rules,
        start=start,
    )


def _result(draft: _Draft, played: Replay, tagged: str | None) -> str:
    """The one result word of the game; a Result tag must be the same."""
    if not draft.results:
        allowed = " ".join(RESULTS)
        reason = f"the result is missing, one of {allowed}"
        raise played.error(reason, "record.no-result", allowed=allowed)
    first, *others = draft.results
    if others:
        reason = f"a second result, {others[0]} after {first}"
        raise played.error(reason, "record.two-results", first=first, second=others[0])
    if tagged is not None and tagged in RESULTS and tagged != first:
        reason = f"Result {tagged!r}, but the moves end with {first}"
        raise played.error(reason, "record.other-result", tagged=tagged, first=first)
    return first if tagged is None else tagged


def _rules(text: str) -> Rules:
    try:
        return Rules(text)
    except ValueError:
        known = ", ".join(rules.value for rules in Rules)
        rules = f"Rules {text[:60]!a}"
        named = {"value": rules, "allowed": known}
        raise RecordError(f"{rules} is none of: {known}", "one-of", **named) from None


def _start(text: str | None) -> Position:
    if text is None:
        return Position.start()
    try:
        return Position.parse(text)
    except PositionError as error:
        raise RecordError(f"tag Position: {error}", "position") from None
