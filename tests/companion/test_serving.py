"""The server reads no endless bodies, idle connections make room; the tests' own ends in order."""

import contextlib
import http.client
import socket
import time

import pytest
from patience import seconds
from serving import serving
from waitress.buffers import ReadOnlyFileBasedBuffer

from companion.house import House
from companion.web import LARGEST_BYTES
from companion.web.server import MOST_BODY_BYTES

REQUESTS = 400
"""Some 6 MB: more than the sockets' own buffers take when nobody reads."""
WAITING = 20
"""So many files at once are open only while nobody reads."""


def test_a_file_still_on_its_way_is_closed(store, table, monkeypatch):
    sent = []

    class Noted(ReadOnlyFileBasedBuffer):
        def __init__(self, file, *args):
            sent.append(file)
            super().__init__(file, *args)

    monkeypatch.setattr("waitress.task.ReadOnlyFileBasedBuffer", Noted)
    with (
        socket.socket() as browser,
        serving(House(store, {"table": table}), [table]) as listener,
    ):
        browser.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        browser.connect(listener.getsockname())
        browser.sendall(b"GET /static/page.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * REQUESTS)
        ends = time.monotonic() + seconds(20)
        while sum(not file.closed for file in sent) < WAITING:
            assert time.monotonic() < ends, "the sockets took it all"
            time.sleep(0.01)
    assert all(file.closed for file in sent)


CHUNK = b"9000000\r\n"
ENDLESS = {
    # what is said of a body's length, and what comes of it
    "Content-Length: 1000000000": b"d",
    "Transfer-Encoding: chunked": CHUNK + b"d" * (MOST_BODY_BYTES - len(CHUNK)),
}


@pytest.mark.parametrize("length", ENDLESS)
def test_a_body_of_any_length_is_refused_before_it_has_all_come(store, table, length):
    head = f"POST /api/review HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}\r\n\r\n"
    answer = answered(store, table, head.encode() + ENDLESS[length])
    assert answer.startswith(b"HTTP/1.1 413 ")


def test_a_body_a_little_too_large_is_refused_in_our_words(store, table):
    size = LARGEST_BYTES + 1
    head = f"POST /api/review HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {size}\r\n\r\n"
    answer = answered(store, table, head.encode() + b"d" * size)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"application/problem+json" in answer


@pytest.mark.parametrize(
    ("added", "status"),
    [("X-Forwarded-For: 192.168.1.7", 403), ("Forwarded: for=192.168.1.7", 403), ("DNT: 1", 200)],
)
def test_what_a_proxy_adds_reaches_the_app(store, table, added, status):
    head = f"GET /screen HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n{added}\r\n\r\n"
    assert answered(store, table, head.encode()).startswith(f"HTTP/1.1 {status} ".encode())


def answered(store, table, request):
    """The beginning of what is answered to what a browser sends."""
    with (
        serving(House(store, {"table": table}), [table]) as listener,
        socket.create_connection(listener.getsockname(), seconds(10)) as browser,
    ):
        browser.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer and (more := browser.recv(4096)):
            answer += more
    return answer


def test_connections_on_which_nothing_is_asked_make_room(store, table, monkeypatch):
    """As many as there may be, as a scan of the network leaves them; an event stream stays."""
    monkeypatch.setattr("companion.web.server.CONNECTIONS", 30)
    monkeypatch.setattr("companion.web.server.IDLE_S", 1)
    monkeypatch.setattr("companion.web.server.LOOK_EVERY_S", 0.2)
    home = House(store, {"table": table}, heartbeat_s=30)
    with serving(home, [table]) as listener, contextlib.ExitStack() as open_ones:
        here = listener.getsockname()
        stream = http.client.HTTPConnection(*here, timeout=seconds(20))
        stream.request("GET", "/api/events?after=999999")
        followed = stream.getresponse()
        for _ in range(30):
            open_ones.enter_context(socket.create_connection(here))
        asked = http.client.HTTPConnection(*here, timeout=seconds(20))
        asked.request("GET", "/healthz")
        assert asked.getresponse().status in (200, 503)
        table.tell({"command": "pause"})
        assert any(b'"pause"' in line for line in iter(followed.readline, b""))
        for each in (asked, stream):
            each.close()
