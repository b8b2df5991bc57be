"""The games in the store and their records."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from companion.archive import record_text
from companion.store import Game
from companion.telling import event_json
from companion.web.asking import house, language, number_in

blueprint = Blueprint("games", __name__, url_prefix="/api/games")


@blueprint.get("")
def games() -> Response:
    """All games, the newest first."""
    return jsonify({"games": house().archive.summaries()})


@blueprint.get("/<int(max=9223372036854775807):number>/events")
def events(number: int) -> Response:
    """A game's events after ``?after=``, for pages that found no place on the stream."""
    found = house().store.events(game=_game(number).id, after=_after())
    answer = jsonify({"events": [event_json(event, language()) for event in found]})
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/<int(max=9223372036854775807):number>.rqg")
def record(number: int) -> Response:
    """A game's record, finished or running."""
    answer = Response(record_text(house().store, _game(number)), mimetype="text/plain")
    answer.headers["Content-Disposition"] = f'attachment; filename="real-queen-{number}.rqg"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _game(number: int) -> Game:
    game = house().store.game(number)
    if game is None:
        abort(404, f"there is no game {number}")
    return game


def _after() -> int:
    said = request.args.get("after", "0")
    after = number_in(said)
    if after is None:
        abort(400, f"after={said!r} is no event's number")
    return after
