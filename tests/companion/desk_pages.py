"""Companions in this process, for tests that look into the table that a page shows."""

import contextlib

from pages import PIN
from serving import serving

from companion.doorkeeper import Doorkeeper
from companion.house import House
from companion.web.server import address


@contextlib.contextmanager
def served(store, table, pin=PIN, port=0, returns=False, heartbeat_s=0.2, **house):
    """The address of a page of that table, served as it is served to people.

    ``returns``: the table will be served again, so its hub stays open.
    """
    home = House(store, {"table": table}, heartbeat_s=heartbeat_s, door=Doorkeeper(pin), **house)
    with serving(home, [table], port, ends=not returns) as listener:
        yield address(listener)
