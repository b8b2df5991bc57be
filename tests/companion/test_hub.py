"""The hub: nobody misses an event, however slow; places are bounded; shutdown wakes all."""

import threading

import pytest

from companion.errors import TooManyStreamsError
from companion.hub import Hub
from companion.store import Store


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path) as opened:
        yield opened


def publish(store, hub, game, count):
    events = [store.append(game, {"event": "move", "n": n})[0] for n in range(count)]
    for event in events:
        hub.publish(event)
    return events


@pytest.mark.parametrize("missed", [0, 1, 3, 4, 5, 11, 12])
def test_a_follower_gets_what_it_missed_from_the_ring_or_the_store(store, missed):
    hub, game = Hub(store, "table", recent=4), store.new_game("table")
    events = publish(store, hub, game, 12)
    assert hub.after(12 - missed) == events[12 - missed :]


def test_events_from_before_the_start_come_from_the_store(store):
    game = store.new_game("table")
    (old,) = store.append(game, {"event": "start"})
    hub = Hub(store, "table")
    (new,) = publish(store, hub, game, 1)
    assert hub.after(0) == [old, new]
    assert hub.after(old.seq) == [new]


def test_two_boards_in_one_store_are_kept_apart(store):
    here, there = Hub(store, "here"), Hub(store, "there")
    game_here, game_there = store.new_game("here"), store.new_game("there")
    ours = publish(store, here, game_here, 2)
    theirs = publish(store, there, game_there, 2)
    assert here.after(0) == ours
    assert there.after(0) == theirs
    assert here.after(1) == ours[1:]


def test_news_wakes_and_silence_times_out(store):
    hub, game = Hub(store, "table"), store.new_game("table")
    version = hub.version
    assert not hub.wait(version, timeout_s=0)
    publish(store, hub, game, 1)
    assert hub.wait(version, timeout_s=0)
    version = hub.version
    hub.touch()
    assert hub.wait(version, timeout_s=0)


def test_a_sleeping_follower_is_woken_by_news_and_by_shutdown(store):
    hub, game = Hub(store, "table"), store.new_game("table")
    answers = []

    def follow():
        version = hub.version
        asleep.set()
        answers.append(hub.wait(version, timeout_s=60))

    for wake, expected in ((lambda: publish(store, hub, game, 1), True), (hub.close, False)):
        asleep = threading.Event()
        follower = threading.Thread(target=follow)
        follower.start()
        asleep.wait(10)
        wake()
        follower.join(10)
        assert not follower.is_alive()
        assert answers.pop() is expected


def test_places_are_bounded_and_given_back(store):
    hub = Hub(store, "table", streams=2)
    with hub.stream():
        with hub.stream(), pytest.raises(TooManyStreamsError, match="2 pages"), hub.stream():
            pass
        assert hub.streams == 1
        with hub.stream():
            assert hub.streams == 2
    assert hub.streams == 0
