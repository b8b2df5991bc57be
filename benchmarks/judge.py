"""How long judging one move takes, in microseconds.

    python benchmarks/judge.py

`judge` of the engine, given the move as text (as the protocol gets it) and as a
Move or Action, over games played by chance and over positions full of
combinations; the reply as JSON with its words is timed apart. The time to read
a position's text is not in it.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns

from engine.judging import judge, legal_actions, legal_moves
from engine.position import Position
from engine.rules import Rules

SEED = 2026
GAMES = 30

DENSE = (
    "6w/4b2/2wbwb1/2bww2/2bwW2/2wBw2/1b5 w 8/12 31",
    "7/1b5/1b1w3/1b1w3/3w3/7/7 w 17/17 7",
    "7/2b4/2bw3/3w3/2WwB2/7/7 b 15/17 12",
    "ww2www/7/2w4/w2bbb1/w5B/w2bb2/3www1 w 3/15 21",
    "b5w/1w3b1/2b1w2/3W3/2w1B2/1b3w1/w5b b 0/0 60",
)


def game_cases(rng: Random) -> list[tuple[Position, str]]:
    """Every move of games played by chance, and one illegal move beside each."""
    cases = []
    for _ in range(GAMES):
        position = Position.start()
        for _ in range(80):
            action = rng.choice(legal_actions(position))
            cases.append((position, str(action)))
            cases.append((position, rng.choice(["d4", "Qd4", "--", "a1^b1", "Qd4e5^a1"])))
            move = next(m for m in legal_moves(position) if m.action == action)
            cases.append((position, str(move)))
            if move.wins:
                break
            after = judge(position, move).position
            assert after is not None
            position = after
    return cases


def dense_cases(rng: Random) -> list[tuple[Position, str]]:
    """Bare actions and whole moves where most actions form something."""
    cases = []
    for text in DENSE:
        position = Position.parse(text)
        moves = list(islice(legal_moves(position), 20_000))
        cases += [(position, str(rng.choice(moves))) for _ in range(300)]
        cases += [(position, str(rng.choice(legal_actions(position)))) for _ in range(300)]
    return cases


def timed(calls: list[tuple[Position, object]], rules: Rules, words: bool) -> list[float]:
    """Microseconds of each call."""
    spent = []
    for position, move in calls:
        begun = perf_counter_ns()
        try:
            ruling = judge(position, move, rules)  # type: ignore[arg-type]
            if words:
                ruling.to_json()
        except ValueError:
            pass  # A text that can't be a move here: judged, too.
        spent.append((perf_counter_ns() - begun) / 1000)
    return spent


def report(name: str, spent: list[float]) -> None:
    middle, ninety_nine = median(spent), quantiles(spent, n=100)[98]
    calls = f"{len(spent)} calls"
    print(f"  {name:<30}{calls:>12}  median {middle:6.1f} us  99 % {ninety_nine:7.1f} us")


def as_objects(cases: list[tuple[Position, str]]) -> list[tuple[Position, object]]:
    rulings = []
    for position, move in cases:
        try:
            rulings.append((position, judge(position, move).move))
        except ValueError:
            continue
    return rulings


def main() -> None:
    rng = Random(SEED)
    for title, cases in (("games by chance", game_cases(rng)), ("dense", dense_cases(rng))):
        print(title)
        for rules in Rules:
            timed(list(cases), rules, words=False)
            report(f"judge(text), {rules}", timed(list(cases), rules, words=False))
        report("judge(Move)", timed(as_objects(cases), Rules.OFFICIAL, words=False))
        report("judge(text) and to_json()", timed(list(cases), Rules.OFFICIAL, words=True))


if __name__ == "__main__":
    main()
