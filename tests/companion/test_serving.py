"""The tests' own server leaves nothing open, whatever a browser was still waiting for."""

import socket
import time

from patience import seconds
from serving import serving
from waitress.buffers import ReadOnlyFileBasedBuffer

from companion.house import House

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
