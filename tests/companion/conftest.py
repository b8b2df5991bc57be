"""A store, and tables that play from a script."""

import pytest
from scripted import ScriptedSource, script

from companion.store import Store
from companion.table import Table

SOURCE_OPTIONS = ("hold", "live", "error")


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "data") as opened:
        yield opened


@pytest.fixture
def seat(store):
    """Make tables that play some moves; they are stopped at the end."""
    made = []

    def make(moves, **options):
        boards, eyes = script(moves)
        given = {name: options.pop(name) for name in SOURCE_OPTIONS if name in options}
        source = ScriptedSource(len(boards), **given)
        table = Table("table", source, store, eyes=eyes, **options)
        made.append((source, table))
        return table

    yield make
    for source, table in made:
        source.go.set()
        table.stop()


@pytest.fixture
def finished(seat):
    """A table whose recording is over."""

    def make(moves, **options):
        table = seat(moves, **options)
        table.start()
        table.join()
        return table

    return make
