"""The event stream over a real server: nothing missed, bounded, and gone pages are noticed."""

import contextlib
import http.client
import json
import time

import pytest
from patience import seconds
from scripted import GAME, silent_table
from serving import serving

from companion.house import House
from companion.web.server import address, address_for_others, listen


@pytest.fixture
def serve(store):
    """Serve a table on a free port; answers with the port."""
    with contextlib.ExitStack() as running:

        def make(table):
            house = House(store, {"table": table}, heartbeat_s=0.02)
            return running.enter_context(serving(house, [table])).getsockname()[1]

        yield make


class Page:
    """A client that follows the stream; signs of life alone don't hold it for ever."""

    def __init__(self, port, last=None, query=""):
        headers = {} if last is None else {"Last-Event-ID": str(last)}
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds(20))
        self.connection.request("GET", f"/api/events{query}", headers=headers)
        self.answer = self.connection.getresponse()
        self.end_s = time.monotonic() + seconds(60)

    def message(self):
        """The next message as a dict of its fields; comments are skipped."""
        fields = {}
        while True:
            assert time.monotonic() < self.end_s, "no message came"
            line = self.answer.readline().decode()
            if line == "":
                raise EOFError
            if line == "\n" and set(fields) - {"retry"}:
                return fields
            if line != "\n" and not line.startswith(":"):
                name, _, value = line.rstrip("\n").partition(": ")
                fields[name] = value
            elif line == "\n":
                fields = {}

    def events(self, count):
        got = [self.message() for _ in range(count)]
        return [(int(m["id"]), json.loads(m["data"])) for m in got]

    def close(self):
        with contextlib.suppress(OSError):
            self.answer.close()
        self.connection.close()


@pytest.fixture
def page(request):
    def open_page(*args, **options):
        opened = Page(*args, **options)
        request.addfinalizer(opened.close)
        return opened

    return open_page


def stored(store):
    return [(event.seq, event.body["event"]) for event in store.events()]


def seen(events):
    return [(seq, data["event"]) for seq, data in events]


def test_a_fresh_page_gets_the_whole_current_game(serve, finished, store, page):
    port = serve(finished(GAME))
    everything = stored(store)
    events = page(port).events(len(everything))
    assert seen(events) == everything
    assert all(data["seq"] == seq for seq, data in events)


def test_a_fresh_page_gets_nothing_of_the_games_in_between(serve, store, page):
    with silent_table(store) as table:
        table.tell({"command": "declare", "moves": GAME[:3]})
        table.tell({"command": "new_game"})
        table.tell({"command": "declare", "moves": ["a1"]})
        table.tell({"command": "take_up", "game": 1})
        mine = [event.seq for event in store.events(game=1)]
        assert mine != list(range(mine[0], mine[-1] + 1))
        assert [seq for seq, _ in page(serve(table)).events(len(mine))] == mine


@pytest.mark.parametrize("cut", [1, 2, 17, 40])
def test_a_page_that_comes_back_misses_nothing(serve, finished, store, page, cut):
    port = serve(finished(GAME))
    everything = stored(store)
    first = page(port)
    got = first.events(cut)
    first.close()
    got += page(port, last=got[-1][0]).events(len(everything) - cut)
    assert seen(got) == everything


def test_nothing_is_missed_while_the_game_goes_on(serve, seat, store, page):
    table = seat(GAME, hold=20)
    port = serve(table)
    table.start()
    assert table.source.held.wait(30)
    early = page(port)
    got = early.events(3)
    early.close()
    table.source.go.set()
    late = page(port, last=got[-1][0])
    table.join()
    everything = stored(store)
    got += late.events(len(everything) - 3)
    assert seen(got) == everything


@pytest.mark.parametrize("last", ["", "x", "-1", "1e9", "99999", "9" * 40, "٣"])
def test_a_number_that_makes_no_sense_gets_the_current_game(serve, finished, store, page, last):
    port = serve(finished(GAME[:3]))
    everything = stored(store)
    opened = page(port, query=f"?after={last.encode('ascii', 'ignore').decode()}")
    assert seen(opened.events(len(everything))) == everything


def test_state_comes_at_once_and_without_an_id(serve, finished, store, page):
    port = serve(finished(GAME))
    opened = page(port, last=store.newest(), query="?state=1&lang=it")
    message = opened.message()
    assert message["event"] == "state"
    assert "id" not in message
    state = json.loads(message["data"])
    assert state["moves"] == GAME
    assert "Area Castello" in state["last"]["text"]


def test_more_pages_than_places_are_told_so_and_the_rest_still_works(serve, finished, page):
    port = serve(finished(GAME, streams=4))
    pages = [page(port) for _ in range(4 + 20)]
    statuses = [opened.answer.status for opened in pages]
    assert statuses == [200] * 4 + [503] * 20
    refused = pages[-1].answer
    assert refused.getheader("Content-Type") == "application/problem+json"
    assert refused.getheader("Retry-After") == "10"
    assert json.loads(refused.read())["title"] == "Too many pages"
    # With all places taken, everything that is no stream still answers.
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds(20))
    for path in ("/", "/api/state", "/healthz"):
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status == 200
        answer.read()
    connection.close()


def test_a_page_that_goes_away_gives_its_place_back(serve, finished, page):
    port = serve(finished(GAME, streams=1))
    first = page(port)
    first.events(1)
    assert page(port).answer.status == 503
    first.close()
    # Noticed at the next sign of life; asking again and again is what a browser does too.
    for _ in range(1000):
        again = page(port)
        if again.answer.status == 200:
            break
        again.answer.read()
        again.close()
    assert again.answer.status == 200


def test_shutdown_sends_everyone_home(serve, finished, store, page):
    table = finished(GAME[:1])
    opened = page(serve(table))
    opened.events(store.newest())
    table.hub.close()
    with pytest.raises(EOFError):
        opened.message()


def test_a_silent_stream_gives_signs_of_life(serve, finished, page):
    opened = page(serve(finished(GAME[:1])), last=10**6)
    lines = iter(opened.answer.readline, b": still here\n")
    assert len(list(lines)) < 100


@pytest.mark.parametrize(
    ("host", "port", "shown"),
    [("127.0.0.1", 0, "http://127.0.0.1:"), ("0.0.0.0", 0, "http://127.0.0.1:")],
)
def test_the_address_is_one_that_a_browser_opens(host, port, shown):
    with contextlib.closing(listen(host, port)) as listener:
        assert address(listener).startswith(shown)
        others = address_for_others(listener)
        # A machine without any network has no address for others.
        assert others is None or (host == "0.0.0.0" and others.startswith("http://"))


def test_a_damaged_event_cuts_off_no_page_that_opens(serve, store, page):
    with silent_table(store) as table:
        table.tell({"command": "declare", "moves": GAME[:3]})
        whole = [event.seq for event in store.events(game=1)]
        with store._transaction() as db:
            db.execute("INSERT INTO events (game, time, body) VALUES (1, '', '{torn')")
        table.tell({"command": "pause"})
        assert [seq for seq, _ in page(serve(table)).events(len(whole) + 1)][:-1] == whole
