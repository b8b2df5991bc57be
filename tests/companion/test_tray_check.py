"""The trays beside the record: told where they differ for long, never wrongly."""

from types import SimpleNamespace

import numpy as np
import pytest

from companion.showing import notices_json
from companion.tray_check import HELD_S, UNSURE_S, TrayCheck, TrayNotice
from companion.watch import Watch
from engine.events import Moved, SeriesSet
from engine.game import GameState
from engine.judging import judge
from engine.position import Side
from vision.sources import open_source
from vision.trays.contents import TrayCount
from vision.types import Frame

BLANK = np.zeros((2, 2, 3), np.uint8)


class Shown:
    """Trays that show what they are told, in the eyes' order."""

    def __init__(self):
        self.counts = [20, 20]
        self.queens = [True, True]
        self.looks = 0

    def read(self, *_):
        self.looks += 1
        return tuple(
            TrayCount(n, queen, 0.9 if n is not None else 0.0)
            for n, queen in zip(self.counts, self.queens, strict=True)
        )


class Evening:
    """A game, its trays, and time."""

    def __init__(self):
        self.trays, self.state, self.time_s = Shown(), GameState.new(), 0.0
        self.check = TrayCheck(lambda: self.trays)

    def wait(self, seconds=2 * HELD_S):
        for _ in range(round(seconds)):
            self.time_s += 1
            self.check.look(Frame(BLANK, 0, self.time_s), None, self.state)
        return self.check.notices

    def play(self, move):
        ruling = judge(self.state.position, move)
        self.state = self.state.apply(Moved(move=move, position=str(ruling.position)))


@pytest.fixture
def evening():
    return Evening()


def test_trays_that_agree_say_nothing(evening):
    assert evening.wait(60) == ()
    assert evening.trays.looks == 1, "looked at once a turn while they agree"
    evening.play("d4")
    evening.trays.counts[0] = None
    assert evening.wait(60) == ()
    assert evening.trays.looks <= 2 + 60 / UNSURE_S


@pytest.mark.parametrize(("shows", "off"), [(17, -3), (18, -2)])
def test_marbles_missing_for_long_are_told_and_forgotten_when_they_are_back(evening, shows, off):
    evening.trays.counts[1] = shows
    assert evening.wait(HELD_S - 2) == ()
    assert evening.wait() == (TrayNotice(Side.B, "attack", off),)
    evening.trays.counts[1] = None  # not sure: what was told stands
    assert evening.wait() == (TrayNotice(Side.B, "attack", off),)
    evening.trays.counts[1] = 20
    assert evening.wait(UNSURE_S) == ()


def test_a_marble_too_many_is_told(evening):
    evening.play("d4")
    assert evening.wait() == (TrayNotice(Side.W, "attack", 1),)


def test_the_marble_in_a_player_s_hand_is_not_missed(evening):
    evening.trays.counts[0] = 19
    assert evening.wait(120) == ()
    # He may have his next one in hand while he waits: one is told after two turns only.
    evening.play("d4")
    evening.trays.counts[0] = 18
    assert evening.wait(120) == ()
    evening.play("e5")
    evening.trays.counts = [18, 19]
    assert evening.wait(120) == ()
    evening.play("d5")
    evening.trays.counts = [17, 19]
    assert evening.wait() == (TrayNotice(Side.W, "attack", -1),)


def test_hands_that_come_and_go_are_waited_for(evening):
    for _ in range(20):
        evening.trays.counts[1] = 15
        assert evening.wait(HELD_S - 2) == ()
        evening.trays.counts[1] = 16
        assert evening.wait(HELD_S - 2) == ()


def test_a_queen_out_of_her_place_is_told_unless_she_may_be_in_the_hand(evening):
    evening.trays.queens = [False, True]
    assert evening.wait(60) == ()
    for move, counts in (("d4", [19, 20]), ("e5", [19, 19]), ("d5", [18, 19])):
        evening.play(move)
        evening.trays.counts = counts
        notices = evening.wait()
    assert notices == (TrayNotice(Side.W, "queen", -1),)


def test_series_named_the_other_way_round_are_exchanged(evening):
    evening.state = evening.state.apply(SeriesSet(swapped=True))
    evening.trays.counts = [17, 20]
    assert evening.wait() == (TrayNotice(Side.B, "attack", -3),)


def test_trays_never_seen_full_are_not_looked_at():
    check = TrayCheck()
    check.look(Frame(BLANK, 0, 0.0), None, GameState.new())
    assert check.notices == ()


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "White's tray shows 17"), ("it", "Il Porta Biglie del Bianco mostra 17")],
)
def test_the_page_is_told_in_both_languages_and_the_numbers_follow_the_game(evening, lang, said):
    evening.trays.counts[0] = 17
    evening.wait()
    watch = SimpleNamespace(tray_check=evening.check)
    (told,) = notices_json(watch, evening.state, lang)
    assert (told["side"], told["what"], told["seen"], told["record"]) == ("w", "attack", 17, 20)
    assert told["text"].startswith(said)
    evening.play("d4")
    (told,) = notices_json(watch, evening.state, lang)
    assert (told["seen"], told["record"]) == (16, 19)


class Strict(TrayCheck):
    """Looks at every frame and counts what it learned."""

    sure = 0

    def _note(self, state, side, count, time_s):
        self.sure += count.attack is not None
        super()._note(state, side, count, time_s)


def test_in_a_recorded_game_nothing_is_ever_missed(monkeypatch):
    for name in ("LOOK_EVERY_S", "UNSURE_S", "HELD_S"):
        monkeypatch.setattr(f"companion.tray_check.{name}", 0.0)
    monkeypatch.setattr("companion.watch.TrayCheck", Strict)
    watch = Watch()
    with open_source("recording:demo", realtime=False) as frames:
        for frame in frames:
            watch.take(frame)
            assert watch.tray_check.notices == ()
    assert watch.referee.state.result == "1-0"
    assert watch.tray_check.sure > 20
