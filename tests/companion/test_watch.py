"""The watch, whose parts other threads look at while the table's own thread changes them."""

import threading

import pytest
from scripted import ScriptedCalibration, ScriptedReader, Silent, script

from companion.mailbox import Order
from companion.table import Table
from companion.watch import Eyes, Watch
from engine.events import Started
from engine.game import fold


class Fleeting:
    """A part that is taken away as soon as it was looked at."""

    def __init__(self, part):
        self.part = part

    def __get__(self, watch, _):
        return watch.__dict__.pop(self.part, None)

    def __set__(self, watch, part):
        watch.__dict__[self.part] = part


class Changing(Watch):
    calibration = Fleeting("calibration")
    _reader = Fleeting("_reader")
    _start_up = Fleeting("_start_up")
    referee = Fleeting("referee")


class Starts:
    waiting_for = "bare-board"
    board = "the board"


EYES = Eyes(Starts, lambda _: ScriptedReader([]), lambda *_: True)


@pytest.mark.parametrize("part", ["waiting_for", "colours", "aimed", "found", "swapped"])
@pytest.mark.parametrize("calibration", [None, ScriptedCalibration()], ids=["none", "given"])
def test_a_part_is_looked_at_once(part, calibration):
    getattr(Changing(calibration=calibration, eyes=EYES), part)
    getattr(Watch(calibration=calibration, eyes=EYES), part)


@pytest.mark.parametrize(("was_s", "is_s"), [(0.0, None), (900.0, 900.0), (None, None)])
def test_a_clock_of_no_time_is_not_set_for_the_next_game(was_s, is_s):
    """An older version could set one; whoever begins would have lost at once."""
    left = fold([Started(clock_s=was_s)])
    assert Watch(calibration=ScriptedCalibration(), resume=left, eyes=EYES).started.clock_s == is_s


def test_an_order_taken_just_before_the_end_is_answered(store, monkeypatch):
    """Whoever gave it would wait for its answer, and the companion's end for him."""
    table = Table("table", Silent(), store, eyes=script([])[1])
    order, mailbox = Order(threading.current_thread), table._feed.mailbox
    take = mailbox.next

    def and_then_it_closes(timeout_s):
        item = take(timeout_s)
        mailbox.close()
        return item

    monkeypatch.setattr(mailbox, "next", and_then_it_closes)
    assert mailbox.ask(order)
    table._run()
    assert order.answer.result(0) is threading.current_thread()
