"""How the companion is, what stands on the table, and what the camera sees."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request

from companion.web.asking import language, table
from engine import hollows
from engine.errors import EngineError

blueprint = Blueprint("api", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 while frames flow (or the recording is over), 503 with the reason while they don't."""
    health = table().health()
    answer = jsonify(health)
    answer.status_code = 200 if health["ok"] else 503
    return _fresh(answer)


@blueprint.get("/api/state")
def state() -> Response:
    """The whole current state of the table."""
    return _fresh(jsonify(table().state(language())))


@blueprint.get("/api/camera.jpg")
def camera() -> Response:
    """What the camera sees, small, the found hollows drawn over it; with ``?bare=1`` without."""
    picture = table().bare_picture() if request.args.get("bare") else table().picture()
    if picture is None:
        abort(404, "the camera has shown nothing yet")
    return _fresh(Response(picture, mimetype="image/jpeg"))


@blueprint.get("/api/camera/<hollow>.jpg")
def hollow_seen(hollow: str) -> Response:
    """What the camera sees of one hollow, and beside it."""
    try:
        picture = table().hollow_picture(hollows.hollow(hollow))
    except EngineError:
        abort(404, f"there is no hollow {hollow[:20]!r}: they are a1 to g7")
    if picture is None:
        abort(404, "the camera does not see that hollow now")
    return _fresh(Response(picture, mimetype="image/jpeg"))


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
