"""The games in the store, their records, their reviews, and the pictures kept of them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from companion.archive import record_of_game, record_text
from companion.evidence import moment
from companion.review import LARGEST_BYTES, MOST_POSITIONS, TooLongError, review, review_text
from companion.store import Game, StoredEvent
from companion.web.asking import house, language, number_in, told
from companion.web.guard import open_to_all
from companion.web.problems import problem
from engine.error_words import error_text
from engine.errors import RecordError

blueprint = Blueprint("games", __name__, url_prefix="/api")

NUMBER = "<int(max=9223372036854775807):number>"


@blueprint.get("/games")
def games() -> Response:
    """All games, the newest first."""
    played = {table.game for table in house().tables.values()}
    return _fresh(jsonify({"games": house().archive.summaries(played)}))


@blueprint.get(f"/games/{NUMBER}/events")
def events(number: int) -> Response:
    """A game's events after ``?after=``, for pages that found no place on the stream."""
    found = house().store.events(game=_game(number).id, after=_after())
    return _fresh(jsonify({"events": [house().event_json(event, language()) for event in found]}))


@blueprint.get(f"/games/{NUMBER}.rqg")
def record(number: int) -> Response:
    """A game's record, finished or running."""
    answer = Response(record_text(house().store, _game(number)), mimetype="text/plain")
    answer.headers["Content-Disposition"] = f'attachment; filename="real-queen-{number}.rqg"'
    return _fresh(answer)


@blueprint.get(f"/games/{NUMBER}.json")
def reviewed(number: int) -> Response:
    """A game move by move: positions, rulings, what was missed, pictures."""
    game = _game(number)
    found = review(record_of_game(house().store, game), language())
    return _fresh(jsonify({"id": game.id, "started": game.started, **_with_photos(found, game)}))


@blueprint.post("/review")
@open_to_all
def uploaded() -> Response:
    """The same for every game of a record that is sent here as text; it is not kept."""
    if (request.content_length or 0) > LARGEST_BYTES:
        abort(413, told("large-record", kb=LARGEST_BYTES // 1024))
    try:
        text = request.get_data(cache=False).decode("utf-8")
        return _fresh(jsonify({"games": review_text(text, language())}))
    except UnicodeDecodeError as error:
        return problem(400, "Bad record", told("no-text", byte=error.start))
    except RecordError as error:
        return problem(400, "Bad record", error_text(error, language()))
    except TooLongError:
        return problem(400, "Bad record", told("too-long", moves=MOST_POSITIONS))


@blueprint.get(f"/games/{NUMBER}/events/<int(max=9223372036854775807):seq>.jpg")
def photo(number: int, seq: int) -> Response:
    """The picture in which a combination or a fault was seen."""
    evidence = house().evidence
    event = _event(number, seq)
    found = None if evidence is None or event is None else evidence.picture(event)
    if event is None or found is None:
        abort(404, f"no picture is kept of event {seq} of game {number}")
    answer = Response(found, mimetype="image/jpeg")
    if request.args.get("t") != moment(event):
        return _fresh(answer)
    answer.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return answer


def _event(number: int, seq: int) -> StoredEvent | None:
    found = house().store.events(game=number, after=seq - 1, damaged=False)
    return found[0] if found and found[0].seq == seq else None


def _with_photos(found: dict[str, Any], game: Game) -> dict[str, Any]:
    """The review, each combination with the picture it was seen in.

    A combination is known by the position it was formed in and its action: taken
    back and played again it has two pictures, of which the last counts.
    """
    photos = {
        (event.body["before"], event.body["move"]): house().photo(event)
        for event in house().store.events(game=game.id)
        if event.body["event"] == "combination"
    }
    steps = found["steps"]
    for before, step in pairwise(steps):
        action = (step["move"] or "").partition("=")[0]
        step["photo"] = photos.get((before["position"], action))
    return found


def _game(number: int) -> Game:
    game = house().store.game(number)
    if game is None:
        abort(404, told("game", number=number))
    return game


def _after() -> int:
    said = request.args.get("after", "0")
    after = number_in(said)
    if after is None:
        abort(400, f"after={said!r} is no event's number")
    return after


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
