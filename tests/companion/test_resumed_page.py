"""A game that goes on by itself is told, in case it is another evening by a clock that stood."""

from dataclasses import replace

import pytest
from readers import Reader
from scripted import GAME, ScriptedCalibration, ScriptedReader, ScriptedSource, script

from companion.table import Table
from companion.words import CATALOGUES


@pytest.fixture
def table(finished, store):
    """A game of nine moves goes on; its board waits, then the tenth is played."""
    finished(GAME[:9])
    boards, eyes = script(GAME[:10])
    table = Table(
        "table",
        ScriptedSource(4, hold=2),
        store,
        eyes=replace(eyes, reader=lambda _: ScriptedReader(boards[-4:])),
        calibration=ScriptedCalibration(),
        resume=store.last_game("table"),
    )
    table.start()
    assert table.source.held.wait(30)
    yield table
    table.source.go.set()
    table.stop()


def told(table, lang="en"):
    return [notice["text"] for notice in table.state(lang)["notices"]]


@pytest.mark.parametrize("lang", CATALOGUES)
def test_it_is_told_until_its_next_move(table, lang):
    (said,) = told(table, lang)
    assert CATALOGUES[lang]["desk.new"] in said
    table.source.go.set()
    table.join()
    assert len(table.state(lang)["moves"]) == 10
    assert told(table, lang) == []


@pytest.mark.parametrize("command", [{"command": "new_game"}, {"command": "undo"}])
def test_it_is_told_no_more_once_a_person_has_looked(table, command):
    assert told(table)
    table.tell(command)
    assert told(table) == []


def test_a_game_that_began_here_is_none(finished):
    assert told(finished(GAME[:3])) == []


@pytest.mark.parametrize("lang", CATALOGUES)
def test_the_page_says_it(visit, lang):
    reader = Reader(lang)
    visiting = visit(reader)
    visiting.page.wait_for_selector(f"text={reader.words('resumed')}")
