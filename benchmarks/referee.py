"""How well the referee follows scripted hands, and how fast: the table of a large run.

    python benchmarks/referee.py [--games 1000] [--mistakes 200] [--gaps 300]

Random legal games and mistakes of every kind come from the simulator of the
tests, at one percent misreads per hollow and picture; each board is in full view
for one second of a slide show (six sightings). The worst to explain are three
moves in one gap, each a combination if there is one, of which everything was out
of view and some still is. Times are of this process alone (CPU), so that other
work on the machine does not count.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "referee"))

from referee_hands import combinations_in_a_gap, legal_game
from referee_mistakes import MISTAKES, code_of, make

from engine.referee import Referee
from engine.referee.stories import TooManyStoriesError, stories


class Clock:
    """Times every sighting, those that had to be explained apart."""

    def __init__(self) -> None:
        self.quiet_ms: list[float] = []
        self.explained_ms: list[float] = []

    def install(self) -> None:
        """Put the clock round ``Referee.see`` and note which sightings were explained."""
        see, explain = Referee.see, Referee._explain
        explained = [False]

        def timed_see(referee, sighting):
            explained[0] = False
            begin = time.process_time()
            events = see(referee, sighting)
            taken_ms = (time.process_time() - begin) * 1000
            (self.explained_ms if explained[0] else self.quiet_ms).append(taken_ms)
            return events

        def noted_explain(referee, look):
            explained[0] = True
            return explain(referee, look)

        Referee.see, Referee._explain = timed_see, noted_explain


def legal(kind: str, games: int, **how: float) -> None:
    """Play legal games and print one line of the table."""
    exact = false = asked = moves = 0
    for seed in range(games):
        scene, truth = legal_game(seed, **how)
        exact += list(scene.moves) == truth
        # Marbles taken as they come bring warnings, and rightly.
        false += bool(set(scene.faults) - ({"capture-first"} if how.get("in_any_order") else set()))
        asked += scene.asked
        moves += len(truth)
    print(f"{kind:28} {games:6} {moves:7} {exact / games:9.2%} {false:7} {asked:7}")


def mistakes(code: str, count: int) -> tuple[int, int]:
    """Make mistakes of one kind and print one line of the table."""
    outcomes: Counter[str] = Counter()
    wrong_moves = 0
    for seed in range(count):
        scene, _ = make(code, seed)
        outcomes[", ".join(scene.faults) or "none"] += 1
        wrong_moves += bool(scene.moves)
    right = outcomes.pop(code_of(code), 0)
    others = "; ".join(f"{name} x{n}" for name, n in outcomes.items())
    print(f"{code:28} {count:6} {right / count:9.2%} {wrong_moves:7}  {others}")
    return right, wrong_moves


def gaps(count: int) -> tuple[list[float], int]:
    """Explain three combinations in a gap: milliseconds each, and how often it gave up."""
    times_ms, given_up = [], 0
    for seed in range(count):
        standing, view = combinations_in_a_gap(seed)
        begin = time.process_time()
        try:
            stories(standing, view)
        except TooManyStoriesError:
            given_up += 1
        times_ms.append((time.process_time() - begin) * 1000)
    return times_ms, given_up


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--mistakes", type=int, default=200, help="of each kind")
    parser.add_argument("--gaps", type=int, default=300)
    args = parser.parse_args()
    clock = Clock()
    clock.install()
    print(f"{'legal games':28} {'games':>6} {'moves':>7} {'exact':>9} {'false':>7} {'asked':>7}")
    legal("step by step", args.games, misread=0.01, fast=0.0)
    legal("a third lost, 20/s", args.games // 10, misread=0.01, fast=0.0, dropped=0.33, rate=20)
    legal("taken in any order", args.games // 10, misread=0.01, fast=0.0, in_any_order=True)
    legal("2-3 moves in a gap, 30 %", args.games // 5, misread=0.01, fast=0.3)
    print(f"\n{'mistakes':28} {'made':>6} {'named':>9} {'moves':>7}  otherwise")
    totals = [mistakes(code, args.mistakes) for code in MISTAKES]
    made = args.mistakes * len(totals)
    right, wrong = (sum(column) for column in zip(*totals, strict=True))
    print(f"{'all':28} {made:6} {right / made:9.2%} {wrong:7}")
    print(f"\n{'a sighting, ms':28} {'count':>8} {'median':>8} {'worst':>8}")
    gap_ms, given_up = gaps(args.gaps)
    for kind, times in (
        ("nothing to explain", clock.quiet_ms),
        ("explained", clock.explained_ms),
        ("three moves in one gap", gap_ms),
    ):
        print(f"{kind:28} {len(times):8} {median(times):8.3f} {max(times):8.2f}")
    print(f"given up, so that a person is asked: {given_up} of {args.gaps} gaps")


if __name__ == "__main__":
    main()
