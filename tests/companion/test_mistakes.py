"""Mistakes of ours with frames: one is got over, one that stays is told until another game."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from patience import seconds
from scripted import GAME, ScriptedCalibration, ScriptedReader, ScriptedSource, StillCamera, script

from companion.attendant import OUR_MISTAKE
from companion.errors import CommandError
from companion.mistakes import FORGIVEN_AFTER, MOST, Mistakes
from companion.showing import Camera
from companion.table import Table
from companion.watch import Eyes, Watch
from engine.events import Moved

LATE = "7/7/7/7/7/7/7 w 20/20 999999"


class Faulty(ScriptedReader):
    """Goes wrong at the boards that are named, each as often as is said."""

    def __init__(self, boards, wrong):
        super().__init__(boards)
        self._wrong = wrong

    def read(self, frame):
        if self._wrong.get(frame.index, 0) > 0:
            self._wrong[frame.index] -= 1
            raise ZeroDivisionError(f"at {frame.index}")
        return super().read(frame)


class Moody(ScriptedReader):
    """Reads the bare board, unless it is told to go wrong."""

    wrong = False

    def read(self, frame):
        if self.wrong:
            raise ZeroDivisionError("so it is")
        return super().read(replace(frame, index=0))


def seated(store, source, reader):
    eyes = Eyes(reader=lambda _: reader, fits=lambda *_: True)
    table = Table("table", source, store, eyes=eyes, calibration=ScriptedCalibration())
    table.start()
    return table


@pytest.fixture
def played(store):
    """Watch some moves with eyes that go wrong at some boards."""

    def play(wrong):
        boards, _ = script(GAME[:9])
        table = seated(store, ScriptedSource(len(boards)), Faulty(boards, wrong))
        table.join()
        table.stop()
        return table

    return play


def wait_until(true):
    turn = threading.Event()
    for _ in range(500):
        if true():
            return
        turn.wait(seconds(0.02))
    raise AssertionError("it never came")


def test_a_frame_that_goes_wrong_is_got_over(played, caplog):
    table = played({2: 1, 5: 2})
    assert table.state("en")["moves"] == GAME[:9]
    assert table.camera_status is Camera.ENDED
    assert caplog.text.count("ZeroDivisionError: at") == 3


def test_what_goes_wrong_frame_after_frame_is_told(played):
    table = played(dict.fromkeys(range(5, 20), 1000))
    assert table.failure == OUR_MISTAKE
    assert not table.health()["ok"]


def test_another_game_makes_it_try_again(store):
    reader = Moody(["." * 49])
    camera = StillCamera(np.full((120, 160, 3), 90, np.uint8))
    table = seated(store, camera, reader)
    try:
        wait_until(lambda: table.camera_status is Camera.OK)
        for wrong_again in (True, False):
            reader.wrong = True
            wait_until(lambda: table.failure == OUR_MISTAKE)
            reader.wrong = wrong_again
            table.tell({"command": "new_game", "players": {"w": "Anna"}})
        wait_until(lambda: table.camera_status is Camera.OK)
        assert table.health()["ok"]
    finally:
        table.stop()


def test_a_marble_that_is_half_followed_is_followed_from_the_start(store, monkeypatch):
    """What the referee knew before the mistake and the store did not would never be told."""
    boards, _ = script(GAME[:2])
    told = Watch.take

    def stumbles(watch, frame, still_new):
        events = told(watch, frame, still_new)
        if any(isinstance(event, Moved) for event in events) and not stumbled:
            stumbled.append(events)
            raise ZeroDivisionError
        return events

    stumbled = []
    monkeypatch.setattr(Watch, "take", stumbles)
    table = seated(store, ScriptedSource(len(boards)), ScriptedReader(boards))
    table.join()
    table.stop()
    assert stumbled
    assert table.state("en")["moves"] == GAME[:2]


@pytest.mark.parametrize("command", ["new_game", "correct"])
def test_a_position_from_which_no_move_can_be_written_is_refused(table, store, command):
    before = store.newest()
    with pytest.raises(CommandError, match="ply 999999"):
        table.tell({"command": command, "position": LATE})
    assert store.newest() == before


def test_mistakes_are_forgiven_after_many_frames_without():
    mistakes = Mistakes()
    for _ in range(3):
        for _ in range(MOST):
            mistakes.note()
        for _ in range(FORGIVEN_AFTER):
            assert not mistakes.too_many
            mistakes.went_well()
    for _ in range(MOST + 1):
        assert not mistakes.too_many
        mistakes.note()
        for _ in range(FORGIVEN_AFTER - 1):
            mistakes.went_well()
    assert mistakes.too_many
