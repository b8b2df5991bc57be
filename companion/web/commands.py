"""What people tell a table: one address for all commands (``companion.orders``)."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from companion.errors import CommandError
from companion.telling import event_json
from companion.web.asking import language, table
from companion.web.guard import author
from companion.web.problems import problem
from engine.errors import EngineError

blueprint = Blueprint("commands", __name__)

LARGEST_BYTES = 16_384
"""A record of commands is short; a longer body is a mistake or worse."""


@blueprint.post("/api/table/commands")
def commands() -> Response:
    """Carry out ``{"command": ..., "by": ..., ...}``.

    200 with the events that came of it, each as the stream tells it, and the
    number of the last event. 400: it can't be read. 409: it does not fit the
    game as it stands. 503: it can't be kept, or the table is busy. Where it is
    not 200, nothing was done.
    """
    if (request.content_length or 0) > LARGEST_BYTES:
        abort(413)
    command = request.get_json(silent=True)
    if not isinstance(command, dict):
        abort(400, "the body is a JSON object, sent as application/json")
    board = table()
    # Whoever logged in with a name answers for what he decides, whatever he sends.
    if author():
        command["by"] = author()
    stored = board.tell(command)
    lang = language()
    answer = jsonify({"events": [event_json(event, lang) for event in stored], "seq": board.newest})
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.errorhandler(CommandError)
def _unreadable(error: CommandError) -> Response:
    return problem(400, "Bad Request", str(error))


@blueprint.errorhandler(EngineError)
def _unfitting(error: EngineError) -> Response:
    return problem(409, "Conflict", str(error))
