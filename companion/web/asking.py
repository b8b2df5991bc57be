"""What every view asks of a request: which house, which table, which language."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from flask import abort, current_app, request

from companion.doorkeeper import is_loopback
from companion.house import House
from companion.table import Table
from companion.words import LANGUAGES, catalogue

OF_PROXIES: Final = ("forwarded", "via", "x-forwarded-", "x-real-ip")
"""How the names of headers begin that proxies add and no browser sends."""


def house() -> House:
    """The house this app serves."""
    return cast(House, current_app.extensions["house"])


def table() -> Table:
    """The table asked for with ``?table=``, else the first; 404 if there is none."""
    name = request.args.get("table")
    found = house().table(name)
    if found is None:
        abort(404, f"no table is called {name!r}" if name else "there is no table")
    return found


def language() -> str:
    """``?lang=``, else the cookie of the switch, else the browser's preference, else English."""
    for wish in (request.args.get("lang"), request.cookies.get("lang")):
        if wish in LANGUAGES:
            return wish
    # By the browser's order and without the country: best_match would give "en"
    # to someone who asks for "it-IT, en;q=0.5".
    asked = (tag.split("-")[0].lower() for tag in request.accept_languages.values())
    return next((lang for lang in asked if lang in LANGUAGES), LANGUAGES[0])


def told(key: str, **values: object) -> str:
    """The message ``problem.KEY`` in the language of whoever asks."""
    return catalogue(language())[f"problem.{key}"].format(**values)


def own_screen() -> bool:
    """Whether a browser on this machine asks, and by a name of this machine.

    Behind a proxy everybody comes from this machine, and some proxies say so in the Host,
    too. They are known by what they add, by HTTP/1.0, which browsers don't speak, or by
    the name that was given for the page behind them.
    """
    host = request.host
    name = host.rpartition(":")[0] if ":" in host else host
    here = name == "localhost" or is_loopback(name.strip("[]"))
    return here and is_loopback(request.remote_addr or "") and not _passed_on()


def _passed_on() -> bool:
    """Whether the request came, or may have come, through a proxy."""
    added = any(name.lower().startswith(OF_PROXIES) for name, _ in request.headers)
    old = request.environ.get("SERVER_PROTOCOL") == "HTTP/1.0"
    return added or old or house().proxied


def number_in(text: str) -> int | None:
    """The event number that a text holds, None if it holds none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


def json_object() -> dict[str, Any]:
    """The JSON object that the request brings; whatever else it brings is refused.

    A page of another site can't send one unasked (its browser asks us first, and
    we don't answer), so nobody else's page can act here.
    """
    if request.mimetype != "application/json":
        abort(415, "send a JSON object, with Content-Type: application/json")
    try:
        data = request.get_json(silent=True)
        # Half a character ("\ud800") is JSON, but no text that could be kept or told.
        json.dumps(data, ensure_ascii=False).encode()
    except (RecursionError, UnicodeEncodeError):
        data = None
    if not isinstance(data, dict):
        abort(400, "send a JSON object, not nested too deep, its texts in Unicode")
    return data
