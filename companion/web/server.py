"""The web server inside the process: waitress, its threads bounded by the streams they hold."""

from __future__ import annotations

import socket
from typing import Any, Final

import waitress

from companion.errors import CompanionError
from companion.house import House
from companion.web import create_app

SPARE_THREADS: Final = 8
"""For everything that is no stream, however many pages are open."""

CONNECTIONS: Final = 400
"""A browser keeps a few connections a page."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free.

    Raises:
        CompanionError: the port is in use or not allowed, or the host isn't ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except PermissionError as error:
        raise CompanionError(
            f"port {port} is not allowed: choose one above 1023 with --port"
        ) from error
    except socket.gaierror as error:
        raise CompanionError(f"no such host {host!r}: choose another with --host") from error
    except OverflowError as error:
        raise CompanionError(f"no such port {port}: they go from 0 to 65535") from error
    except OSError as error:
        if "in use" in (error.strerror or ""):
            raise CompanionError(f"port {port} is in use: choose another with --port") from error
        raise CompanionError(f"can't listen on {host}: {error.strerror}") from error


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
        # Reading ahead is how a page that went away is noticed while its stream waits.
        channel_request_lookahead=1,
        asyncore_use_poll=True,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )


def address(listener: socket.socket) -> str:
    """The page's address as a person types it."""
    host, port = listener.getsockname()[:2]
    # "All addresses" is none that a browser could open.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
