"""The games in the store and their records."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from companion.archive import record_text, summaries
from companion.web.asking import house

blueprint = Blueprint("games", __name__, url_prefix="/api/games")


@blueprint.get("")
def games() -> Response:
    """All games, the newest first."""
    return jsonify({"games": summaries(house().store)})


@blueprint.get("/<int(max=9223372036854775807):number>.rqg")
def record(number: int) -> Response:
    """A game's record, finished or running."""
    game = house().store.game(number)
    if game is None:
        abort(404, f"there is no game {number}")
    answer = Response(record_text(house().store, game), mimetype="text/plain")
    answer.headers["Content-Disposition"] = f'attachment; filename="real-queen-{number}.rqg"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
