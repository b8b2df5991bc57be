"""The web server inside the process: waitress, its threads bounded by the streams they hold."""

from __future__ import annotations

import errno
import os
import socket
from typing import Any, Final

import waitress  # type: ignore[import-untyped]  # has no types of its own

from companion.errors import CompanionError
from companion.house import House
from companion.web import LARGEST_BYTES, create_app

SPARE_THREADS: Final = 8
"""For everything that is no stream, however many pages are open."""

MOST_PORT: Final = 65535

CONNECTIONS: Final = 400
"""A browser keeps a few connections a page."""

IDLE_S: Final = 20
"""After that a connection on which nothing is asked makes room for others; streams are asked for.

All of them idle, as after a scan of the network, the page is away for less than the service
manager waits for a sign of life, which is asked of the page.
"""

LOOK_EVERY_S: Final = 5
"""How often idle ones are looked for."""

MOST_BODY_BYTES: Final = LARGEST_BYTES + 64 * 1024
"""What is larger is not read: the server keeps whole bodies before anybody is asked who he is.

What is a little too large still gets the app's own answer.
"""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free.

    Raises:
        CompanionError: the port is in use or not allowed, or the host isn't ours.
    """
    if not 0 <= port <= MOST_PORT:
        raise CompanionError(f"no such port {port}: choose one up to {MOST_PORT} with --port")
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((host, port), family=family, backlog=128)
    except (socket.gaierror, UnicodeError) as error:
        # UnicodeError: a part of the name is empty, or longer than any in the DNS.
        raise CompanionError(f"no such host {host[:80]!r}: choose another with --host") from error
    except OSError as error:
        raise CompanionError(
            _REFUSALS.get(error.errno or 0, _UNKNOWN).format(
                host=host, port=port, reason=os.strerror(error.errno or 0)
            )
        ) from error


_REFUSALS: Final = {
    errno.EADDRINUSE: "port {port} is in use: choose another with --port",
    errno.EACCES: "port {port} is not allowed: choose one above 1023 with --port",
    errno.EADDRNOTAVAIL: "{host} is no address of this machine: choose another with --host",
}
_UNKNOWN: Final = "can't listen on {host}, port {port}: {reason}"


def make_server(house: House, listener: socket.socket) -> Any:
    """A waitress server on ``listener``; its ``run()`` serves until KeyboardInterrupt.

    Args:
        house: what is served. Each of its event streams holds a thread, so there
            are more threads than there can be streams.
        listener: from ``listen``.
    """
    return waitress.create_server(
        create_app(house),
        sockets=[listener],
        threads=house.streams + SPARE_THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=IDLE_S,
        cleanup_interval=LOOK_EVERY_S,
        max_request_body_size=MOST_BODY_BYTES,
        # Reading ahead is how a page that went away is noticed while its stream waits.
        channel_request_lookahead=1,
        asyncore_use_poll=True,
        ident=None,
        # Nothing is believed that they say; that they came tells of a proxy (``own_screen``).
        clear_untrusted_proxy_headers=False,
    )


def address(listener: socket.socket) -> str:
    """The page's address as a person types it."""
    host, port = listener.getsockname()[:2]
    # "All addresses" is none that a browser could open.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def address_for_others(listener: socket.socket) -> str | None:
    """The page's address for phones at the table; None if only this machine may open it."""
    host, port = listener.getsockname()[:2]
    if host != "0.0.0.0":
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Sends nothing: it only asks which of our addresses leads outside.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return f"http://{probe.getsockname()[0]}:{port}/"
