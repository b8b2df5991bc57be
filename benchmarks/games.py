"""Whole games on boards drawn at random, hands and all, through the eyes and the referee.

    python benchmarks/games.py [--first N] [--games N] [--turns N]

A hand comes in for every marble, ten pictures a second; once in a game a lamp is switched and once
the board is pushed. What was recorded is compared with what was played, and what else was said is
printed. The tests' own renderer draws them: this tells what is lost between a picture
and the record, not how good the eyes are on real wood.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "synthetic"))
# The folder of this file has another `vision`.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from synthetic import Camera, Hand, Lamp, Look, Setup, Take, render

from companion.watch import Watch
from engine.actions import Action, ActionKind, Move
from engine.judging import apply, judge, legal_actions, legal_moves
from engine.placements import placement_of
from engine.position import Position
from vision.types import Frame

RATE = 10  # pictures a second
REST, LOOK_ROUND = 12, 25  # pictures without a hand: after a marble, and after what upsets
AWAY = (4.0, 1.5, 0.2)  # spans of a hand between its finger tips and the marble, coming
COLOURS = (
    (170, 25, 25), (25, 50, 150), (24, 24, 28), (232, 226, 210), (40, 120, 60), (225, 150, 30),
    (90, 160, 190), (110, 50, 120), (215, 120, 140), (95, 60, 35),
)  # fmt: skip
QUIET = {"start", "series", "move", "combination", "step"}  # what is said of any good game

Changes = dict[int, str]  # what lies in some hollows after a hand was there


def setup_of(rng: np.random.Generator) -> Setup:
    """A board, its marbles, its lamp and its camera."""
    around, low = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.6)
    wood = rng.uniform(0.35, 1) * rng.integers((180, 130, 80), (240, 215, 190))
    first, second = rng.choice(len(COLOURS), 2, replace=False)
    veins = COLOURS[rng.integers(len(COLOURS))] if rng.random() < 0.3 else None
    small = rng.uniform(0.24, 0.3)
    return Setup(
        seed=int(rng.integers(1 << 30)),
        camera=_camera_of(rng),
        wood_rgb=tuple(int(c) for c in wood),
        grain=rng.uniform(0.02, 0.09),
        rim=rng.uniform(0.15, 0.2),
        lines=str(rng.choice(["none", "boxes", "joins"])),
        line_depth=rng.uniform(0.2, 0.5),
        names=rng.random() < 0.4,
        trays=str(rng.choice(["attached", "beside"])),
        tray_hollows=rng.random() < 0.3,
        table=str(rng.choice(["plain", "checks", "stripes"], p=[0.6, 0.2, 0.2])),
        table_rgb=tuple(int(c) for c in rng.integers(40, 220, 3)),
        looks=(
            Look(COLOURS[first], veins, rng.uniform(0.2, 0.9)),
            Look(COLOURS[second], None, rng.uniform(0.2, 0.9)),
        ),
        radii=(small, small * rng.uniform(1.27, 1.42)),
        lamp=Lamp(
            (np.cos(around), np.sin(around), low), rng.uniform(0, 0.3), rng.choice([0.0, 0.3])
        ),
    )


def _camera_of(rng: np.random.Generator) -> Camera:
    """A quarter of them have wide lenses. The roll is such that a1 is at the lower left."""
    wide = rng.random() < 0.25
    return Camera(
        fov_deg=rng.uniform(80, 104) if wide else rng.uniform(45, 80),
        k1=-rng.uniform(0, 0.08) if wide else 0.0,
        tilt_deg=rng.uniform(0, 32),
        azimuth_deg=rng.uniform(-180, 180),
        roll_deg=rng.uniform(-35, 35),
        pitch_px=rng.uniform(42, 62),
    )


@dataclass
class Scene:
    """The table as it is, and the pictures a camera takes of it.

    Attributes:
        setup: what doesn't change but for a push.
        rng: of the noise, the push and where hands come from.
        marbles: 49 characters over ``.wWbB``.
        light: gain, and warmth.
        trays: whether the marbles that aren't on the board lie in them; else there are none.
        pictures: taken so far.
    """

    setup: Setup
    rng: np.random.Generator
    marbles: str = "." * 49
    light: tuple[float, float] = (1.0, 0.0)
    trays: bool = False
    pictures: int = 0

    def show(self, hand: Hand | None = None, pictures: int = 1) -> Iterator[Frame]:
        """Pictures of it, each with its own noise."""
        reserves = tuple(20 - self.marbles.count(x) for x in "wb") if self.trays else (0, 0)
        queens = tuple(self.trays and x not in self.marbles for x in "WB")
        placement = placement_of(self.marbles)
        take = Take(placement, reserves, queens, hand, *self.light, noise=0, jpeg=100)
        clean = render(self.setup, take).image_bgr.astype(np.float32)
        for _ in range(pictures):
            noisy = clean + 1.5 * self.rng.standard_normal(clean.shape, np.float32)
            levels = np.clip(noisy, 0, 255).astype(np.uint8)
            _, packed = cv2.imencode(".jpg", levels, [cv2.IMWRITE_JPEG_QUALITY, 90])
            image = cv2.imdecode(packed, cv2.IMREAD_COLOR).astype(np.uint8, copy=False)
            yield Frame(image, self.pictures, self.pictures / RATE)
            self.pictures += 1

    def lay(self, changes: Changes, towards_deg: float) -> Iterator[Frame]:
        """A hand from that side does it, marble by marble, and leaves."""
        camera = self.setup.camera
        way = np.array([np.cos(np.radians(towards_deg)), np.sin(np.radians(towards_deg))])
        span = 1.8 * camera.pitch_px
        for place, label in changes.items():
            tip = camera.pixels(np.array([[place % 7, place // 7, 0.3]]))[0]
            hands = [Hand(tuple(tip + way * away * span), towards_deg, span) for away in AWAY]
            for hand in hands:
                yield from self.show(hand)
            self.marbles = self.marbles[:place] + label + self.marbles[place + 1 :]
            for hand in reversed(hands):
                yield from self.show(hand)
        yield from self.show(pictures=REST)

    def push(self) -> Iterator[Frame]:
        """Somebody runs into the table."""
        camera = self.setup.camera
        target = tuple(np.array(camera.target) + self.rng.uniform(-0.5, 0.5, 2))
        turned = camera.roll_deg + self.rng.uniform(-5, 5)
        self.setup = replace(self.setup, camera=replace(camera, target=target, roll_deg=turned))
        return self.show(pictures=LOOK_ROUND)

    def switch(self) -> Iterator[Frame]:
        """Somebody switches a lamp on or off."""
        self.light = float(self.rng.choice([0.6, 1.3])), float(self.rng.uniform(-0.1, 0.1))
        return self.show(pictures=LOOK_ROUND)


def chosen(position: Position, rng: np.random.Generator) -> Move:
    """A move as people make them: beside their own marbles, and what forms something."""
    action = max(legal_actions(position), key=lambda each: _worth(position, each, rng))
    moves = [each for each in islice(legal_moves(position), 20_000) if each.action == action]
    return moves[int(rng.integers(len(moves)))]


def _worth(position: Position, action: Action, rng: np.random.Generator) -> float:
    ruling, worth = judge(position, action), float(rng.random())
    # A game that is won goes on no longer.
    worth += 2 * (not ruling.complete) - 3 * bool(ruling.win)
    if action.kind is ActionKind.PLACE and action.target is not None:
        y, x = divmod(action.target, 7)
        near = [(a, b) for b in range(7) for a in range(7) if max(abs(a - x), abs(b - y)) == 1]
        worth += 0.2 * sum(position.board[7 * b + a] in position.turn.value for a, b in near)
    return worth


def hands_of(position: Position, move: Move, rng: np.random.Generator) -> Iterator[Changes]:
    """What hands do for it, one after the other: one marble, sometimes two, at a time."""
    action, side = move.action, position.turn.value
    queen = action.kind in (ActionKind.ENTER, ActionKind.STEP)
    lifted = {} if action.origin is None else {int(action.origin): "."}
    if action.target is not None:
        yield lifted | {int(action.target): side.upper() if queen else side}
    for taken in (list(move.returns), list(move.captures)):
        rng.shuffle(taken)
        while taken:
            count = 2 if len(taken) > 1 and rng.random() < 0.4 else 1
            yield {int(taken.pop()): "." for _ in range(count)}


def played(seed: int, turns: int) -> Iterator[Frame | str]:
    """The pictures of a game, and each move after its own."""
    rng = np.random.default_rng([2026, seed])
    scene, position = Scene(setup_of(rng), rng), Position.start()
    yield from scene.show(pictures=2 * RATE)
    scene.trays = True
    yield from scene.show(pictures=2 * RATE)
    push, switch = rng.integers(5, turns, 2)
    sides_deg = dict(zip("wb", rng.permutation([0, 90, 180, 270])[:2], strict=True))
    for turn in range(turns):
        if turn == push:
            yield from scene.push()
        if turn == switch:
            yield from scene.switch()
        move = chosen(position, rng)
        for changes in hands_of(position, move, rng):
            towards_deg = sides_deg[position.turn.value] + rng.uniform(-20, 20)
            yield from scene.lay(changes, towards_deg)
        yield str(judge(position, move).move)
        if move.wins:
            return
        position = apply(position, move)


def followed(seed: int, turns: int) -> tuple[list[str], list[str], list[str]]:
    """The moves that were made, those recorded, and what else was said."""
    watch = Watch()
    made: list[str] = []
    recorded: list[str] = []
    said: list[str] = []
    for shown in played(seed, turns):
        if isinstance(shown, str):
            made.append(shown)
            continue
        for event in (each.to_json() for each in watch.take(shown)):
            if event["event"] == "move":
                recorded.append(event["move"])
            elif event["event"] not in QUIET:
                said.append(f"after move {len(made)}: {event}")
    return made, recorded, said + ([watch.waiting_for] if watch.waiting_for else [])


def main() -> None:
    """Play them and compare."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--games", type=int, default=5, help="how many")
    parser.add_argument("--turns", type=int, default=24, help="the most moves of a game")
    asked = parser.parse_args()
    whole = right = moves = 0
    for seed in range(asked.first, asked.first + asked.games):
        begun = perf_counter()
        made, recorded, said = followed(seed, asked.turns)
        same = [a == b for a, b in zip(made, recorded, strict=False)]
        until = same.index(False) if False in same else len(same)
        print(f"{seed}: {until} of {len(made)} moves, {perf_counter() - begun:.0f} s", flush=True)
        if made != recorded:
            print("  made", made[until : until + 3], "recorded", recorded[until : until + 3])
        for line in said:
            print(" ", line)
        whole += made == recorded and not said
        right += until
        moves += len(made)
    print(f"{whole} of {asked.games} games, {right} of {moves} moves")


if __name__ == "__main__":
    main()
