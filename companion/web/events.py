"""The event stream (server-sent events): everything that happens, with nothing missed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final

from flask import Blueprint, Response, request

from companion.house import House
from companion.showing import Camera
from companion.store import StoredEvent
from companion.table import Table
from companion.web.asking import house, language, number_in, table

blueprint = Blueprint("events", __name__)

COMMENT: Final = ": still here\n\n"
ALIVE: Final = "event: alive\ndata: still here\n\n"

RETRY_MS = 1000
"""How soon a browser tries again after a lost connection."""


@blueprint.get("/api/events")
def events() -> Response:
    """All events after ``Last-Event-ID``; without it, from the start of the current game.

    Each message has the event's ``seq`` as its id. ``?after=`` does the same as
    the header for a client that can't set one. With ``?state=1`` the whole state
    comes too, as messages named ``state`` and without an id, at once and
    whenever it changes, and while nothing does messages named ``alive``: a browser does not
    tell a page of comments, nor of a connection that has silently gone dead.
    """
    board = table()
    # The place is taken here, before the answer begins, so that its lack is a
    # clean 503; it is given back when the server closes the response.
    messages = _messages(
        house(), board, _cursor(board), language(), with_state=bool(request.args.get("state"))
    )
    place = ExitStack()
    place.enter_context(board.hub.stream())
    answer = Response(messages, mimetype="text/event-stream")
    answer.call_on_close(place.close)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy in front must not collect the stream
    return answer


def _cursor(board: Table) -> int | None:
    """The number of the last event that the client has, None for nothing of the game."""
    said = request.headers.get("Last-Event-ID") or request.args.get("after") or ""
    last = number_in(said)
    # A number from the future is of another store (the data folder was replaced):
    # that client gets the current game from its start.
    return None if last is None or last > board.newest else last


def _messages(
    home: House, board: Table, cursor: int | None, lang: str, *, with_state: bool
) -> Iterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    while not board.hub.closed:
        # The version is read before the news, so that what comes between wakes us again.
        version, camera = board.hub.version, board.camera_status
        for event in _of_this_game(home, board) if cursor is None else board.hub.after(cursor):
            cursor = event.seq
            yield f"id: {cursor}\ndata: {_line(home.event_json(event, lang))}\n\n"
        if with_state:
            yield f"event: state\ndata: {_line(board.state(lang))}\n\n"
        yield from _silence(home, board, version, camera, ALIVE if with_state else COMMENT)


def _of_this_game(home: House, board: Table) -> list[StoredEvent]:
    """The current game's events; others may lie between them if it was left and taken up."""
    # What is damaged cuts off nobody who follows, here as little as in the hub.
    return [] if board.game is None else home.store.events(game=board.game, damaged=False)


def _silence(home: House, board: Table, version: int, camera: Camera, sign: str) -> Iterator[str]:
    """Signs of life until there is news; writing is how a page that went away is noticed."""
    while not board.hub.wait(version, home.heartbeat_s) and not board.hub.closed:
        if board.camera_status != camera:
            return  # a camera that has stalled says nothing: that is the news
        yield sign


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
