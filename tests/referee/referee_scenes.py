"""Scenes for the referee: boards as the eyes would report them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.events import Event, board_of
from engine.hollows import HOLLOWS, Hollow, hollow
from engine.referee import Referee, Sighting
from engine.referee.sighting import LABELS

FIXTURES = Path(__file__).parents[1] / "fixtures"
FRAMES = 6
"""Sightings of one picture of a slide show, spread over its second."""

Row = tuple[float, float, float, float, float]


def row(label: str, sure: float = 0.992) -> Row:
    """Probabilities that say ``label``."""
    rest = (1 - sure) / 4
    a, b, c, d, e = (sure if x == label else rest for x in LABELS)
    return (a, b, c, d, e)


ROWS = {label: row(label) for label in LABELS}


@dataclass
class Eyes:
    """Turns boards into sightings, with the misreadings of real eyes.

    Attributes:
        misread: chance that a hollow of a sighting shows another label.
        swapped: whether the series are named the other way round.
        calm: sightings of a picture that come before the scene counts as steady.
    """

    misread: float = 0.0
    swapped: bool = False
    calm: int = 2
    random: random.Random = field(default_factory=lambda: random.Random(1))

    def rows(self, board: str) -> tuple[Row, ...]:
        if self.swapped:
            board = board.translate(str.maketrans("wWbB", "bBwW"))
        if not self.misread:
            return tuple(ROWS[label] for label in board)
        return tuple(self._one(label) for label in board)

    def _one(self, label: str) -> Row:
        if self.random.random() < self.misread:
            other = self.random.choice([x for x in LABELS if x != label])
            return row(other, self.random.uniform(0.6, 0.99))
        return ROWS[label]

    def picture(
        self, board: str, covered: Iterable[Hollow] = (), frame: int = 0, frames: int = FRAMES
    ) -> Iterator[Sighting]:
        """One picture of a slide show: ``frames`` sightings over one second."""
        hidden = frozenset(covered)
        for k in range(frames):
            yield Sighting(
                self.rows(board), hidden, k >= self.calm, False, frame, frame + k / frames
            )


def labels(name: str) -> list[dict[str, object]]:
    """The rows of a recorded game's labels."""
    lines = (FIXTURES / name / "labels.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def moves(name: str) -> list[str]:
    """The moves of a recorded game."""
    return (FIXTURES / name / "moves.txt").read_text().split()


def slide_show(name: str, eyes: Eyes) -> Iterator[Sighting]:
    """A recorded game as its labels tell it."""
    for frame, label in enumerate(labels(name)):
        covered = [hollow(h) for h in label["covered"]]
        board = board_of(label["placement"])
        if covered:
            # What lies under a hand is what was last seen there at best: no evidence.
            board = "".join("." if h in covered else board[h] for h in HOLLOWS)
        yield from eyes.picture(board, covered, frame)


def watch(referee: Referee, sightings: Iterable[Sighting]) -> list[Event]:
    """All events of some sightings."""
    return [event for sighting in sightings for event in referee.see(sighting)]


def played(events: Iterable[Event]) -> list[str]:
    """The moves among some events."""
    return [event.move for event in events if event.kind == "move"]


def called(events: Iterable[Event]) -> list[tuple[int | None, str]]:
    """The faults among some events, with their pictures."""
    return [(event.frame, event.fault) for event in events if event.kind == "fault"]
