"""Companions in this process, for tests that look into the table that a page shows."""

import contextlib
import threading

from pages import PIN

from companion.doorkeeper import Doorkeeper
from companion.house import House
from companion.web.server import address, listen, make_server


@contextlib.contextmanager
def served(store, table, pin=PIN, port=0, returns=False, **house):
    """The address of a page of that table, served as it is served to people.

    ``returns``: the table will be served again, so its hub stays open.
    """
    listener = listen("127.0.0.1", port)
    home = House(store, {"table": table}, heartbeat_s=0.2, door=Doorkeeper(pin), **house)
    server = make_server(home, listener)
    server.adj.asyncore_loop_timeout = 0.02
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield address(listener)
    finally:
        if not returns:
            table.hub.close()
        server.task_dispatcher.shutdown()
        server.asyncore.close_all(map=server._map)
        thread.join(10)
