"""A house: the store and the tables that one process looks after."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from companion.archive import Archive
from companion.doorkeeper import Doorkeeper
from companion.evidence import Evidence, moment
from companion.reports import Reports
from companion.store import Store, StoredEvent
from companion.table import Table
from companion.telling import event_json
from vision.simulator import Simulator
from vision.sources import Source

HEARTBEAT_S = 5.0
"""A silent stream sends a sign of life this often, so that both ends notice a lost connection."""


@dataclass(frozen=True)
class House:
    """What the web application serves.

    Attributes:
        store: all games.
        tables: by name; the first is the one shown when none is asked for.
        heartbeat_s: seconds between signs of life on silent streams.
        evidence: pictures of combinations and faults, None where none are kept.
        simulators: the rendered boards among the tables' sources, by the table's name.
        door: who may change anything; unless told, nobody knows the PIN.
        names: the page's own names besides this machine's, for its Host check.
        proxied: whether the page is opened under a name that was given for it, as behind a
            proxy; then no request is known to come from this machine's own screen.
        open_source: opens the source of a name, for setting up; None where it is fixed.
        reports: where wrong rulings are kept, None where none are.
        address: where phones find the page; "" if that is not known.
        alone: whether only this machine can open the page.
    """

    store: Store
    tables: Mapping[str, Table]
    heartbeat_s: float = HEARTBEAT_S
    evidence: Evidence | None = None
    simulators: Mapping[str, Simulator] = field(default_factory=dict)
    door: Doorkeeper = field(default_factory=lambda: Doorkeeper(secrets.token_urlsafe()))
    names: frozenset[str] = frozenset()
    proxied: bool = False
    address: str = ""
    alone: bool = False
    reports: Reports | None = None
    open_source: Callable[[str], Source] | None = None

    @cached_property
    def archive(self) -> Archive:
        """The list of games."""
        return Archive(self.store)

    def simulator(self, table: Table) -> Simulator | None:
        """The rendered board that a table watches; None where it watches another source."""
        source = table.source
        return source if isinstance(source, Simulator) else self.simulators.get(table.name)

    def event_json(self, event: StoredEvent, lang: str) -> dict[str, Any]:
        """An event as pages are told it: with its picture's address, if one is kept."""
        photo = self.photo(event)
        return event_json(event, lang) | ({} if photo is None else {"photo": photo})

    def photo(self, event: StoredEvent) -> str | None:
        """Where the picture is in which a combination or a fault was seen."""
        seen = event.body.get("event") in ("combination", "fault")
        if not seen or self.evidence is None or not self.evidence.has(event):
            return None
        # A browser keeps a picture under its address, and restored games have others' numbers.
        return f"/api/games/{event.game}/events/{event.seq}.jpg?t={moment(event)}"

    @property
    def streams(self) -> int:
        """How many pages may follow live, all tables together."""
        return sum(table.hub.limit for table in self.tables.values())

    def table(self, name: str | None = None) -> Table | None:
        """The table of that name, the first if none is named; None if there is no such table."""
        if name is None:
            return next(iter(self.tables.values()), None)
        return self.tables.get(name)
