"""What every request passes first: is it meant for us, and may it change anything?

- The Host it names is ours. Another site's page whose name is pointed at this
  machine (DNS rebinding) carries that name; an IP address can't be lent.
- What is not a mere look comes from our own page (Origin, Sec-Fetch-Site), as JSON,
  and from a referee who has logged in. Views are closed unless marked
  ``open_to_all``, so that a new one is not forgotten.

Nothing is decided by where a request comes from: behind a proxy or a tunnel
everybody comes from this machine. So the person at the device needs the PIN too,
but may read it on the device's own screen. ``--no-pin`` opens everything, and the
command line allows it only where nobody but this machine can connect.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from typing import Final, TypeVar
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, request

from companion.doorkeeper import Session
from companion.web.asking import house, told
from companion.web.problems import problem

COOKIE: Final = "referee"

LOOKS: Final = ("GET", "HEAD", "OPTIONS")

PRIVATE_ENDS: Final = ("", ".local", ".lan", ".home.arpa", ".internal")
"""After this machine's name: what home networks add. None can be bought."""

View = TypeVar("View", bound=Callable[..., object])


def open_to_all(view: View) -> View:
    """Mark a view that changes nothing of a game, or guards itself: no referee is needed."""
    view.open_to_all = True  # type: ignore[attr-defined]
    return view


def register(app: Flask) -> None:
    """Let every request pass here before its view."""
    app.before_request(_check)


def referee() -> Session | None:
    """Who asks, if he is logged in; without a PIN everybody is."""
    door = house().door
    found = door.session(request.cookies.get(COOKIE, ""))
    return Session("", 0.0) if found is None and door.pin is None else found


def author() -> str:
    """The name of the referee who asks, "" if he gave none."""
    held: Session | None = g.get("referee")
    return "" if held is None else held.name


def _check() -> Response | None:
    if not _is_ours(request.environ.get("HTTP_HOST")):
        return problem(
            421,
            "Misdirected Request",
            told("host"),
            code="host",
        )
    if request.method in LOOKS:
        return None
    if not _from_our_page():
        return problem(403, "Forbidden", "this came from another site's page", code="origin")
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or getattr(view, "open_to_all", False):
        return None
    return _only_referees()


def _only_referees() -> Response | None:
    g.referee = referee()
    if g.referee is None:
        return problem(401, "Unauthorized", told("login"), code="login")
    if request.mimetype != "application/json":
        return problem(415, "Unsupported Media Type", "send application/json", code="media")
    return None


def _is_ours(host: str | None) -> bool:
    if not host:
        return request.method in LOOKS  # HTTP/1.0, no browser
    name = _name_in(host)
    if name is None:
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in _our_names()
    return True


def _our_names() -> set[str]:
    here = socket.gethostname().lower().split(".")[0]
    return {"localhost", *(here + end for end in PRIVATE_ENDS), *house().names}


def _name_in(host: str) -> str | None:
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return name.rstrip(".").lower() if name else None


def _netloc(origin: str) -> str | None:
    """The host and port of an origin, None where it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _from_our_page() -> bool:
    """Whether our own page sent it, or no browser did (nothing was sent along unasked)."""
    origin = request.headers.get("Origin")
    if origin is not None:
        return _netloc(origin) == request.host.lower()
    return request.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")
