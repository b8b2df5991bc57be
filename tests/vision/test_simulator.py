"""The simulator: hands that count marbles, pictures the eyes can read, frames like a camera's."""

import itertools
import random
import threading

import numpy as np
import pytest

from calibration.start import StartUp
from vision.reader import Reader
from vision.simulator import Scene, Simulator, SimulatorError
from vision.simulator.errors import REASONS
from vision.simulator.picture import Painter
from vision.simulator.source import SHOWN
from vision.types import REAL_QUEEN, Frame

NAMES = REAL_QUEEN.names()


@pytest.fixture(scope="module")
def painter():
    return Painter()


@pytest.fixture(scope="module")
def calibration(painter):
    """As the companion makes it at every start: by what a camera would be shown."""
    start_up = StartUp()
    with Simulator(painter, realtime=False) as simulator:
        for frame in itertools.islice(simulator, 2 * SHOWN):
            made = start_up.feed(frame)
            if made is not None:
                break
    return made


def scattered(seed):
    """A random board: any number of marbles, sometimes the large ones."""
    rng = random.Random(seed)
    letters = ["w"] * rng.randint(0, 20) + ["b"] * rng.randint(0, 20)
    letters += [large for large in "WB" if rng.random() < 0.6]
    cells = letters + ["."] * (49 - len(letters))
    rng.shuffle(cells)
    return "".join(cells)


def test_a_marble_goes_from_the_tray_to_the_board_and_back():
    scene = Scene().place(0, False, "d4").place(1, True, "g7")
    assert (scene.board[24], scene.board[48]) == ("w", "B")
    assert (scene.reserve, scene.large_in_tray) == ((19, 20), (True, False))
    moved = scene.move("d4", "a1")
    assert (moved.board[24], moved.board[0]) == (".", "w")
    captured = moved.remove("a1", taken=True)
    assert (captured.reserve, captured.taken) == ((19, 20), (1, 0))
    assert captured.remove("g7", taken=True).large_in_tray == (True, True)
    assert captured.cleared() == Scene()


def test_the_last_marbles_come_from_those_that_were_taken():
    scene = Scene().arranged("w" * 12 + "." * 37, (0, 20))
    assert scene.taken == (8, 0)
    for name in NAMES[12:20]:
        scene = scene.place(0, False, name)
    assert (scene.reserve, scene.taken) == ((0, 20), (0, 0))
    with pytest.raises(SimulatorError) as refused:
        scene.place(0, False, "g7")
    assert refused.value.code == "no-small"


@pytest.mark.parametrize(
    ("do", "code"),
    [
        (lambda scene: scene.place(0, False, "d4"), "filled"),
        (lambda scene: scene.place(0, False, "h9"), "no-hollow"),
        (lambda scene: scene.place(0, False, ""), "no-hollow"),
        (lambda scene: scene.place(0, True, "a1").place(0, True, "a2"), "no-large"),
        (lambda scene: scene.move("a1", "a2"), "empty"),
        (lambda scene: scene.move("d4", "d4"), "filled"),
        (lambda scene: scene.remove("a1"), "empty"),
        (lambda scene: scene.arranged("w" * 21 + "." * 28), "too-many"),
        (lambda scene: scene.arranged("WW" + "." * 47), "too-many"),
        (lambda scene: scene.arranged("w" * 20 + "." * 29, (1, 20)), "too-many"),
        (lambda scene: scene.arranged("x" * 49), "no-board"),
        (lambda scene: scene.arranged("."), "no-board"),
    ],
)
def test_what_hands_cannot_do(do, code):
    with pytest.raises(SimulatorError) as refused:
        do(Scene().place(0, False, "d4"))
    assert refused.value.code == code
    assert code in REASONS


def test_no_marble_is_ever_lost_or_made():
    rng = random.Random(8)
    scene = Scene()
    for _ in range(2000):
        hollow, other, flag = rng.choice(NAMES), rng.choice(NAMES), rng.random() < 0.3
        acts = (
            lambda s, h=hollow, f=flag: s.place(rng.randrange(2), f, h),
            lambda s, h=hollow, f=flag: s.place(rng.randrange(2), f, h),
            lambda s, h=hollow, f=flag: s.remove(h, f),
            lambda s, h=hollow, o=other: s.move(o, h),
        )
        try:
            scene = rng.choice(acts)(scene)
        except SimulatorError:
            continue
        for series, letter in enumerate("wb"):
            lying = scene.board.count(letter) + scene.reserve[series] + scene.taken[series]
            assert lying == 20
            assert min(scene.reserve[series], scene.taken[series]) >= 0
            assert scene.board.count(letter.upper()) == (not scene.large_in_tray[series])


def test_the_same_scene_gives_the_same_picture(painter):
    scene = Scene(scattered(4), hand=True)
    assert (painter.paint(scene) == painter.paint(scene)).all()
    assert (painter.paint(scene) == Painter().paint(scene)).all()
    assert painter.paint(scene).shape == (720, 1280, 3)


def test_the_normal_start_up_calibrates_from_it(calibration):
    assert calibration.confidence > 0.99
    assert calibration.series.known.all()
    light, dark = np.array(calibration.colours)
    assert light.min() > 150
    assert dark.argmax() == 2


@pytest.mark.parametrize("seed", range(8))
def test_every_board_is_read_as_it_lies(painter, calibration, seed):
    reader, board = Reader(calibration), scattered(seed)
    scene = Scene().arranged(board)
    for index in range(3):
        reading = reader.read(Frame(painter.paint(scene), index, index / 10))
    assert reading.labels() == board
    assert not reading.covered.any()
    assert not reading.moved
    assert reading.p.max(axis=1).min() > 0.8


def test_the_hand_hides_hollows_and_nothing_is_read_under_it(painter, calibration):
    reader, board = Reader(calibration), "..w...b.wbb.W...wwwb...wwwb...wwwb.............B..."[:49]
    image = painter.paint(Scene().arranged(board))
    for index in range(3):
        reader.read(Frame(image, index, index / 10))
    hidden = reader.read(Frame(painter.paint(Scene(board, hand=True)), 3, 0.4))
    assert 4 < hidden.covered.sum() < 25
    assert hidden.labels() == board


def test_it_shows_the_bare_board_then_the_trays_then_what_hands_do(painter):
    with Simulator(painter, realtime=False) as simulator:
        frames = iter(simulator)
        with pytest.raises(SimulatorError, match="set up"):
            simulator.act(Scene.cleared)
        start = [next(frames) for _ in range(2 * SHOWN)]
        assert [frame.index for frame in start] == [0] * SHOWN + [1] * SHOWN
        still = [next(frames) for _ in range(3)]
        assert {id(frame.image_bgr) for frame in still} == {id(start[-1].image_bgr)}
        assert simulator.ready
        simulator.act(lambda scene: scene.place(0, False, "d4"))
        changed = next(frames)
        assert changed.index == 2
        assert (changed.image_bgr != still[-1].image_bgr).any()
        with pytest.raises(SimulatorError):
            simulator.act(lambda scene: scene.place(0, False, "d4"))
        assert next(frames).image_bgr is changed.image_bgr
        assert not changed.image_bgr.flags.writeable
    assert list(frames) == []
    simulator.close()


def test_hands_may_play_while_the_full_trays_are_shown_and_are_seen_after_it(painter):
    with Simulator(painter, realtime=False) as simulator:
        frames = iter(simulator)
        trays = [next(frames) for _ in range(SHOWN + 1)][-1]
        simulator.act(lambda scene: scene.place(0, False, "d4"))
        held = [next(frames) for _ in range(SHOWN - 1)]
        assert {id(frame.image_bgr) for frame in held} == {id(trays.image_bgr)}
        assert next(frames).index == 2


def test_a_waiting_picture_comes_at_once_when_a_hand_acts(painter):
    with Simulator(painter) as simulator:
        seen = threading.Event()

        def watch():
            for frame in simulator:
                if frame.index == 2:
                    seen.set()

        watcher = threading.Thread(target=watch)
        watcher.start()
        while not simulator.ready:
            seen.wait(0.01)
        simulator.act(lambda scene: scene.place(1, False, "a1"))
        assert seen.wait(20)
        simulator.close()
        watcher.join(20)
        assert not watcher.is_alive()
