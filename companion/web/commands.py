"""What people tell a table: one address for all commands (``companion.orders``)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from companion.errors import CommandError, RefusedError
from companion.fields import Fields
from companion.orders import TAKE_UP
from companion.reverting import REVERT, reverted
from companion.table import Table
from companion.telling import event_json
from companion.web.asking import house, json_object, language, table, told
from companion.web.guard import author
from companion.web.problems import problem
from companion.web.simulator import lay_as_it_stands
from companion.words import problem_text, refusal_text
from engine.error_words import error_text
from engine.errors import EngineError

blueprint = Blueprint("commands", __name__)

LARGEST_BYTES = 16_384
"""A record of commands is short; a longer body is a mistake or worse."""


@blueprint.post("/api/table/commands")
def commands() -> Response:
    """Carry out ``{"command": ..., "by": ..., "seq": ..., ...}``.

    ``seq`` is the number of the last event that the person knew of. Besides the
    commands of ``companion.orders`` there is ``revert`` with ``event``, the number
    of a person's decision that is to be taken back.

    200 with the events that came of it, each as the stream tells it, and the
    number of the last event. 400: it can't be read. 409: it does not fit the
    game as it stands, or that has changed since (code ``stale``). 503: it can't
    be kept, or the table is busy. Where it is not 200, nothing was done.
    """
    if (request.content_length or 0) > LARGEST_BYTES:
        abort(413)
    command = json_object()
    board = table()
    # Whoever logged in with a name answers for what he decides, whatever he sends.
    if author():
        command["by"] = author()
    stored = board.tell(_meant(board, command))
    if command.get("command") == TAKE_UP:
        lay_as_it_stands(board)
    lang = language()
    answer = jsonify({"events": [event_json(event, lang) for event in stored], "seq": board.newest})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _meant(board: Table, command: dict[str, Any]) -> dict[str, Any]:
    """The command itself; what takes another back is worked out from the game's events."""
    if command.get("command") != REVERT:
        return command
    if board.game is None:
        raise CommandError("there is no game yet", "no-game")
    said = Fields(command)
    events = house().store.events(game=board.game)
    number = said.number("event")
    # What has happened after these events were read makes it stale.
    known = {"seq": said.number("seq", events[-1].seq if events else 0), "by": said.by}
    return reverted(events, number) | known


@blueprint.errorhandler(RefusedError)
def _refused(error: RefusedError) -> Response:
    return problem(409, "Conflict", refusal_text(error, language()), code=error.code)


@blueprint.errorhandler(CommandError)
def _unreadable(error: CommandError) -> Response:
    # What no form of the page sends is told in a programmer's words.
    said = problem_text(error, language()) if error.code else told("command", detail=error)
    return problem(400, "Bad Request", said)


@blueprint.errorhandler(EngineError)
def _unfitting(error: EngineError) -> Response:
    return problem(409, "Conflict", error_text(error, language()))
