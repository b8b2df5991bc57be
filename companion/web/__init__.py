"""The page and its API: views read, call and render; no rule and no SQL in here."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from companion.house import House
from companion.web import (
    api,
    commands,
    events,
    games,
    guard,
    lessons,
    page,
    problems,
    referee,
    reports,
    screen,
    setup,
    simulator,
)
from companion.web import app as app_room

LARGEST_BYTES: Final = 512 * 1024
"""More than any record of an evening; no larger body is looked at (``server`` reads none)."""

HEADERS = {
    # Nothing from anywhere else, nothing inline: the page is a few files of ours.
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(house: House) -> Flask:
    """The web application over the tables and the store of one house."""
    app = Flask("companion")
    app.extensions["house"] = house
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BYTES
    app.json.sort_keys = False  # type: ignore[attr-defined]  # the default provider has it
    for room in (
        page, app_room, api, commands, events, games, lessons, referee, reports, screen, setup,
        simulator,
    ):  # fmt: skip
        app.register_blueprint(room.blueprint)
    guard.register(app)
    problems.register(app)
    app.after_request(_secure)
    return app


def _secure(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
