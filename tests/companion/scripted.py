"""A board that plays from a script: a source, eyes and a calibration without any camera."""

import contextlib
import threading
import time
from dataclasses import dataclass

import numpy as np
from patience import seconds

from companion.evidence import Evidence
from companion.store import Store
from companion.table import Table
from companion.watch import Eyes
from engine.actions import parse_move
from engine.hollows import alphabetical
from engine.judging import judge
from engine.position import Position
from vision.sources import BaseSource
from vision.types import REAL_QUEEN, Frame, Reading

GAME = [
    "e4",
    "d3",
    "e3",
    "c4",
    "e5",
    "e2",
    "e6=R^e3e5xd3",
    "d3",
    "b5",
    "Qf1=RQ^d3e2xe4e6",
    "b3",
    "d4",
    "b4",
    "b2",
    "b6=R^b5b6xc4",
    "c3",
    "e5",
    "Qf1f2",
    "a1",
    "e3",
    "c5",
    "g1=RQ^e3g1xb3c5",
    "d5",
    "c5",
    "e3",
    "c4",
    "c2",
    "c6=R^c3c5xe5",
    "e5",
    "c5",
    "c3",
    "c7=R^c6c7xb4",
    "e4",
    "e2",
    "e6=R#",
]
"""A whole game with six combinations, won by a Real."""

FRAMES_A_BOARD = 6
"""As a recorded picture comes: held for a second."""


@dataclass(frozen=True)
class ScriptedCalibration:
    """Colours and hollows, as far as a table looks at them."""

    colours = ((232, 220, 192), (35, 38, 63))
    hollows_px = tuple((40.0 + 8 * (i % 7), 100.0 - 8 * (i // 7)) for i in range(49))
    rim_px = (3.0,) * 49
    spec = REAL_QUEEN
    confidence = 1.0
    imagined = None

    def tray_reader(self):
        """Its trays are never seen."""


class StillCamera(BaseSource):
    """A camera that shows one picture over and over; ``image`` may be exchanged.

    Its time may fly: ``frame_s`` from one frame to the next; None is as it passes.
    """

    live = True

    def __init__(self, image, name="webcam:0", frame_s=None):
        self.name, self.image, self.closed, self.frame_s = name, image, False, frame_s

    def close(self):
        self.closed = True

    def __iter__(self):
        index, now_s = 0, 0.0
        while not self.closed:
            yield Frame(self.image, index, time.monotonic() if self.frame_s is None else now_s)
            index, now_s = index + 1, now_s + (self.frame_s or 0.0)
            time.sleep(0.02)


class ScriptedStart:
    """Wants the bare board for two pictures, then is calibrated."""

    waiting_for = "bare-board"
    board = None

    def __init__(self):
        self._left = 2 * FRAMES_A_BOARD

    def feed(self, _):
        self._left -= 1
        return ScriptedCalibration() if self._left <= 0 else None


class ScriptedReader:
    """Reads frame number i as board number i, with great certainty."""

    pose = as_calibrated = None

    def __init__(self, boards):
        self._boards = boards

    def read(self, frame):
        p = np.full((49, 5), 0.001)
        for hollow, label in enumerate(self._boards[frame.index]):
            p[hollow, ".wWbB".index(label)] = 0.996
        covered = np.zeros(49, dtype=np.bool_)
        return Reading(REAL_QUEEN, p, covered, True, False, frame.index, frame.time_s)


class Signal(threading.Event):
    """Waited for longer on a slow machine: a browser may have much to show meanwhile."""

    def wait(self, timeout=None):
        return super().wait(None if timeout is None else seconds(timeout))


class ScriptedSource(BaseSource):
    """Frames of a script; waits at `hold` (a board's number) until `go` is set."""

    name = "script"

    def __init__(self, count, hold=None, live=False, error=None):
        self.live = live
        self.go = Signal()
        self.held = Signal()
        self.closed = self.locked = False
        self._count, self._hold, self._error = count, hold, error

    def lock(self):
        self.locked = True

    def close(self):
        self.closed = True
        self.go.set()

    def __iter__(self):
        image = np.full((120, 160, 3), 90, np.uint8)
        for index in range(self._count):
            if index == self._hold:
                self.held.set()
                self.go.wait(300)
            for k in range(FRAMES_A_BOARD):
                yield Frame(image, index, index + k / FRAMES_A_BOARD)
        if self._error is not None:
            raise self._error


class Silent(ScriptedSource):
    """A camera that is open and shows nothing."""

    def __init__(self):
        super().__init__(0, live=True)

    def __iter__(self):
        self.go.wait(300)
        return iter(())


@contextlib.contextmanager
def held_table(store, source, eyes):
    """A table that has seen what its source shows until it is held there."""
    table = Table("table", source, store, eyes=eyes)
    table.start()
    try:
        assert source.held.wait(30)
        yield table
    finally:
        source.go.set()
        table.stop()


@contextlib.contextmanager
def finished_table(folder):
    """(store, table, evidence): the scripted game played to its end, its pictures kept."""
    evidence = Evidence(folder / "evidence")
    boards, eyes = script(GAME)
    source = ScriptedSource(len(boards))
    with Store(folder) as store:
        table = Table("table", source, store, eyes=eyes, witness=evidence.witness)
        table.start()
        table.join()
        yield store, table, evidence
        table.stop()


@contextlib.contextmanager
def silent_table(store, **settings):
    """A table without any frame, a game on it; what is said of it comes from people alone."""
    _, eyes = script([])
    table = Table("table", Silent(), store, eyes=eyes)
    table.start()
    table.tell({"command": "new_game"} | settings)
    try:
        yield table
    finally:
        table.stop()


def boards_of(moves, position=None):
    """The boards that a camera sees while these moves are played, marble by marble."""
    position = position or Position.start()
    boards = [position.board]
    for text in moves:
        ruling = judge(position, text)
        assert ruling.position is not None, f"{text}: {ruling}"
        move = parse_move(text)
        board = list(position.board)
        kind = position.turn.value
        action = move.action
        queen = str(action).startswith("Q")
        if action.origin is not None:
            board[action.origin] = "."
        board[action.target] = kind.upper() if queen else kind
        boards.append("".join(board))
        for taken in (move.returns, move.captures):
            for hollow in sorted(taken, key=alphabetical):
                board[hollow] = "."
                boards.append("".join(board))
        position = ruling.position
    return boards


def script(moves):
    """(boards, eyes) of a recording: bare board and trays, then the moves, each board twice.

    A board that stands a little longer leaves nothing to the referee's patience.
    """
    boards = [board for board in ["." * 49, *boards_of(moves)] for _ in range(2)]
    return boards, Eyes(ScriptedStart, lambda _: ScriptedReader(boards), lambda *_: True)
