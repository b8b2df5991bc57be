"""The clock: who is charged for what, pauses, falls, undos and power cuts."""

import pytest
from scripted import GAME, ScriptedCalibration, ScriptedSource, script

from companion.archive import game_state, record_text
from companion.clock import Timekeeper
from companion.table import Table
from engine.clock import hours
from engine.events import (
    ClockPressed,
    ClockRead,
    Corrected,
    Ended,
    Moved,
    Paused,
    Resumed,
    Started,
    Undone,
)
from engine.game import GameState, fold
from engine.judging import judge
from engine.record_reading import read_records


class Bench:
    """A game with a clock; time passes when told."""

    def __init__(self, budget=900, mode="camera"):
        self.now_s = 1000.0
        self.keeper = Timekeeper(lambda: self.now_s)
        self.state = GameState.new().apply(Started(clock_s=budget, clock_mode=mode))
        self.events = []

    def tell(self, *events):
        for event in events:
            self.state = self.state.apply(event)
            self.events.append(event)

    def read(self, sees=True, quiet=True):
        self.tell(*self.keeper.read(self.state, sees, quiet))

    def wait(self, seconds, sees=True, quiet=True):
        """Some time passes, the board looked at every quarter of a second."""
        for _ in range(round(4 * seconds)):
            self.now_s += 0.25
            self.read(sees, quiet)

    def play(self, *moves):
        for move in moves:
            ruling = judge(self.state.position, move)
            self.tell(Moved(move=str(ruling.move), position=str(ruling.position)))
        self.read()

    @property
    def shown(self):
        clock = self.keeper.shown(self.state.clock)
        return clock.w_s, clock.b_s, clock.side.value if clock.running else None


@pytest.fixture
def bench():
    return Bench()


def test_it_stands_until_the_first_action(bench):
    bench.wait(60)
    assert bench.shown == (900, 900, None)
    bench.play("d4")
    assert bench.shown == (900, 900, "b")


def test_each_player_is_charged_for_his_own_turn(bench):
    bench.play("d4")
    bench.now_s += 10
    bench.play("e5")
    bench.now_s += 7
    bench.play("d5")
    assert bench.shown == (893, 890, "b")
    assert bench.state.times == ((900, 900), (900, 900), (900, 890), (893, 890))


GAPS = {
    "two moves": (("e5", "d5"), (894, 884, "b")),
    "three moves": (("e5", "d5", "e6"), (896, 882, "w")),
    "one move": (("e5",), (900, 878, "w")),
}


@pytest.mark.parametrize(("moves", "shown"), GAPS.values(), ids=GAPS)
def test_what_ran_in_a_gap_is_shared_among_the_turns_found_in_it(bench, moves, shown):
    bench.play("d4")
    bench.wait(10)  # b thinks, in full view
    bench.wait(12, quiet=False)  # hands over the board
    bench.play(*moves)
    assert bench.shown == shown
    assert bench.state.times[-1] == shown[:2]
    bench.wait(5)
    assert sum(bench.shown[:2]) == 1800 - 27


def test_a_gap_longer_than_the_clock_is_kept_for_is_shared_as_a_whole(bench):
    bench.play("d4")
    bench.wait(100, quiet=False)
    bench.play("e5", "d5")
    assert bench.shown == (850, 850, "b")


def test_an_estimate_makes_no_flag_fall():
    bench = Bench(budget=10)
    bench.play("d4")
    bench.wait(1)
    bench.play("e5")
    bench.wait(8.5)
    bench.play("d5")
    bench.wait(6, quiet=False)
    bench.play("e6", "d6")
    assert bench.state.result == "*"
    assert bench.shown == (1, 3.5, "b")


def test_where_a_button_ends_turns_nothing_is_shared():
    bench = Bench(mode="button")
    bench.tell(ClockPressed(side="w"))
    bench.read()
    bench.wait(10, quiet=False)
    bench.play("d4", "e5")
    assert bench.shown == (900, 890, "b")


def test_a_pause_is_nobody_s_time(bench):
    bench.play("d4")
    bench.wait(3)
    bench.tell(Paused())
    bench.read()
    bench.wait(500)
    assert bench.shown == (900, 897, None)
    bench.tell(Resumed())
    bench.read()
    bench.wait(2)
    assert bench.shown == (900, 895, "b")


def test_what_the_camera_can_t_see_is_nobody_s_time(bench):
    bench.play("d4")
    bench.wait(4)
    bench.wait(300, sees=False)
    assert bench.shown == (900, 896, None)
    bench.read()
    bench.wait(1)
    assert bench.shown == (900, 895, "b")


def test_a_flag_does_not_fall_while_the_camera_is_silent():
    bench = Bench(budget=20)
    bench.play("d4")
    bench.wait(12)
    bench.wait(60, sees=False)
    assert bench.state.result == "*"


def test_a_flag_that_falls_ends_the_game():
    bench = Bench(budget=20)
    bench.play("d4")
    bench.now_s += 5
    bench.play("e5")
    assert bench.keeper.due_s(bench.state) == 5
    bench.wait(20.1)
    assert (bench.state.result, bench.state.termination) == ("0-1", "Time")
    assert bench.shown == (0, 15, None)
    assert bench.events[-1].text() == "Black wins: time is up."
    bench.wait(50)
    assert bench.shown == (0, 15, None)


def test_it_stops_at_the_end(bench):
    bench.play("d4")
    bench.now_s += 3
    bench.tell(Ended(result="1/2-1/2", termination="Agreement"))
    bench.read()
    bench.wait(100)
    assert bench.shown == (900, 897, None)


def test_an_undo_gives_back_the_time_that_went_into_what_never_counted(bench):
    bench.play("d4")
    bench.now_s += 10
    bench.play("e5")
    bench.now_s += 20
    bench.play("d5")
    bench.tell(Undone(actions=2))
    bench.keeper.begin_anew()
    bench.read()
    assert bench.shown == (900, 900, "b")


def test_an_undo_goes_back_to_the_times_that_a_person_has_set(bench):
    bench.play("d4")
    bench.now_s += 10
    bench.read()
    said = {"w_s": 300, "b_s": 200, "side": "b", "running": False, "mode": "camera"}
    bench.tell(ClockRead(**said, reason="set", by="Ida"))
    bench.keeper.begin_anew()
    bench.now_s += 20
    bench.play("e5")
    assert bench.shown != (300, 200, "b")
    bench.tell(Undone(actions=1))
    bench.keeper.begin_anew()
    bench.read()
    assert bench.shown == (300, 200, "b")


def test_an_end_undone_costs_nobody_anything(bench):
    bench.play("d4")
    bench.now_s += 10
    bench.tell(Ended(result="1-0", termination="Resignation"))
    bench.read()
    bench.wait(60)
    bench.tell(Undone(actions=0))
    bench.read()
    assert bench.shown == (900, 890, "b")


def test_a_correction_leaves_the_times_and_gives_the_turn(bench):
    bench.play("d4")
    bench.now_s += 10
    bench.tell(Corrected(position="7/7/7/3w3/7/7/7 w 19/20 3"))
    bench.read()
    assert bench.shown == (900, 890, "w")


def test_it_is_kept_now_and_then_while_it_runs(bench):
    bench.play("d4")
    for _ in range(70):
        bench.wait(1)
    readings = [event for event in bench.events if event.kind == "clock"]
    assert [event.reason for event in readings] == ["go", "kept", "kept"]
    assert bench.state.times[-1] == (900, 900), "a reading within a turn is not the turn's"
    assert bench.shown == (900, 830, "b")


def test_a_button_ends_turns_whatever_the_camera_sees():
    bench = Bench(mode="button")
    bench.tell(ClockPressed(side="w"))
    bench.read(sees=False)
    bench.wait(8, sees=False)
    assert bench.shown == (900, 892, "b")
    bench.play("d4")
    assert bench.shown == (900, 892, "b")
    with pytest.raises(ValueError, match="the time of b"):
        bench.tell(ClockPressed(side="w"))


def test_a_button_pressed_to_announce_leaves_the_time_with_the_mover():
    from engine.events import SettingChanged, combination_event

    bench = Bench(mode="button")
    bench.tell(SettingChanged(strictness="tournament"))
    for move, side in zip(GAME[:6], "wbwbwb", strict=True):
        bench.play(move)
        bench.tell(ClockPressed(side=side))
        bench.read()
    bench.tell(ClockPressed(side="w"))
    bench.tell(combination_event(judge(bench.state.position, "e6"), 1))
    bench.read()
    assert bench.shown[2] == "w"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(900, "0:15:00"), (899.2, "0:15:00"), (0, "0:00:00"), (0.4, "0:00:01"), (4000, "1:06:40")],
)
def test_times_in_records_are_rounded_up(seconds, text):
    assert hours(seconds) == text


def test_everything_comes_back_from_the_events(bench):
    bench.play("d4")
    bench.now_s += 10
    bench.play("e5")
    assert fold(bench.events, GameState.new().apply(Started(clock_s=900))) == bench.state


# At the table.


@pytest.fixture
def clocked(store):
    """A table without frames, a clock of two minutes, time as told."""
    now = [50.0]
    _, eyes = script([])
    source = ScriptedSource(0, live=True)
    table = Table("table", source, store, eyes=eyes, now_s=lambda: now[0])
    table.start()
    clock = {"seconds": 120, "mode": "button"}
    table.tell({"command": "new_game", "clock": clock, "strictness": "tournament"})
    yield table, now
    table.stop()


def test_a_tournament_game_by_hand_its_record_and_its_end_by_time(clocked, store):
    table, now = clocked
    for move, side in zip(GAME[:6], "wbwbwb", strict=True):
        now[0] += 5
        table.tell({"command": "declare", "moves": [move]})
        table.tell({"command": "press", "side": side})
    clock = table.state("en")["clock"]
    # The first action is not charged: the clock stands until then.
    assert (clock["w"], clock["b"], clock["running"]) == (110, 105, "w")
    now[0] += 200
    table.tell({"command": "setting", "players": {"w": "Anna"}})
    state = table.state("it")
    assert (state["result"], state["termination"]) == ("0-1", "Time")
    text = record_text(store, store.games()[0])
    assert '[TimeControl "120"]' in text
    assert "1. e4 {[%clk 0:02:00]} d3 {[%clk 0:01:55]} 2. e3 {[%clk 0:01:55]}" in text
    (record,) = read_records(text)
    assert str(record) == text


def test_after_a_power_cut_the_clock_is_paused_and_nobody_is_charged(clocked, store):
    table, now = clocked
    table.tell({"command": "declare", "moves": GAME[:3]})
    table.tell({"command": "press", "side": "w"})
    now[0] += 40
    table.tell({"command": "setting", "players": {"w": "Anna"}})
    table.stop()
    kept = game_state(store, store.games()[0]).clock
    _, eyes = script([])
    later = [7.0]  # another start of the machine: its clock begins anew
    again = Table(
        "table", ScriptedSource(0, live=True), store, eyes=eyes, now_s=lambda: later[0],
        resume=store.games()[0], calibration=ScriptedCalibration(),
    )  # fmt: skip
    again.start()
    again.tell({"command": "setting", "players": {"w": "Anna"}})
    later[0] += 300
    state = again.state("en")
    assert state["paused"] is True
    assert state["clock"]["running"] is None
    assert (state["clock"]["w"], state["clock"]["b"]) == (kept.w_s, kept.b_s)
    again.tell({"command": "resume"})
    later[0] += 10
    assert again.state("en")["clock"]["b"] == kept.b_s - 10
    again.stop()
