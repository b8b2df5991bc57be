"""Complete-move perft: the engine beside python-chess's perft, in the same run.

    python benchmarks/perft.py

Two comparisons, each like with like:

counted   the last ply is counted, not played. The engine counts it by bits and
          binomials (an action that forms nothing is one move; a combination is
          its choices of returns times its choices of captures, where D3 may
          strike some choices out, which are then listed). python-chess counts
          its last ply by running its move generator, `legal_moves.count()`,
          the quickest it offers.
walked    every move is made as an object and applied, the last ply too: the
          engine by `legal_moves` and `apply` on Position, python-chess by
          `legal_moves`, `push` and `pop` on Board.

Nodes are sequences of complete moves, of exactly the depth named. Both sides
recurse without a table of positions seen before; the engine's memory of which
lines a set of marbles completes (a bounded cache) is part of how it works, and
is emptied before each measurement.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from statistics import median
from time import process_time

import chess

from engine.combinations import combination, completing, return_choices
from engine.judging import apply, legal_moves
from engine.perft import _ways, perft
from engine.position import Position
from engine.rules import Rules

RUNS = 3

REAL_QUEEN = {
    # name: position, depth counted, depth walked
    "start": ("7/7/7/7/7/7/7 w 20/20 1", 4, 3),
    "opening": ("7/2b4/3w3/2bw3/3bw2/7/7 w 17/17 7", 4, 3),
    "Reals ready on both sides": ("7/1b5/1b1w3/1b1w3/3w3/7/7 w 17/17 7", 3, 2),
    "Doubles and Queens": ("6w/4b2/2wbwb1/2bww2/2bwW2/2wBw2/1b5 w 8/12 31", 3, 2),
    "all played, relocations": ("b5w/1w3b1/2b1w2/3W3/2w1B2/1b3w1/w5b b 0/0 60", 2, 2),
    "one side relocates": ("7/1ww4/1bbb3/2w4/1W1wB2/1w1b3/7 w 0/10 31", 3, 2),
}

CHESS = {
    "start": (chess.STARTING_FEN, 4, 4),
    "Kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 3),
    "endgame": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 4),
    "promotions": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 3),
    "middle game": (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        3,
        2,
    ),
}


def walk(position: Position, depth: int, rules: Rules = Rules.OFFICIAL) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in legal_moves(position, rules):
        after = apply(position, move, rules)
        if not move.wins:
            nodes += walk(after, depth - 1, rules)
        elif depth == 1:
            nodes += 1
    return nodes


def chess_counted(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_counted(board, depth - 1)
        board.pop()
    return nodes


def chess_walked(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += chess_walked(board, depth - 1)
        board.pop()
    return nodes


def forget() -> None:
    for remembered in (combination, completing, return_choices, _ways):
        remembered.cache_clear()
    gc.collect()


def speed(name: str, count: Callable[[], int]) -> float:
    """Nodes a second: the median of a few runs."""
    seconds, nodes = [], 0
    for _ in range(RUNS):
        forget()
        begun = process_time()
        nodes = count()
        seconds.append(process_time() - begun)
    rate = nodes / median(seconds)
    print(f"    {name:<28}{nodes:>12,} nodes{rate:>16,.0f} nodes/s")
    return rate


def compare(title: str, ours: dict[str, float], chess_rates: dict[str, float]) -> None:
    print(f"  {title}: median {median(ours.values()):,.0f} : {median(chess_rates.values()):,.0f}")
    print(
        f"    ratio of the medians      {median(ours.values()) / median(chess_rates.values()):8.2f}"
    )
    print(f"    our slowest : its fastest {min(ours.values()) / max(chess_rates.values()):8.2f}")


def measure_counted() -> None:
    print("counted\n  Real Queen")
    ours = {
        name: speed(name, partial(perft, Position.parse(text), depth))
        for name, (text, depth, _) in REAL_QUEEN.items()
    }
    ours["start, classic"] = speed(
        "start, classic", partial(perft, Position.start(), 4, Rules.CLASSIC)
    )
    print("  python-chess")
    theirs = {
        name: speed(name, partial(chess_counted, chess.Board(fen), depth))
        for name, (fen, depth, _) in CHESS.items()
    }
    compare("counted, Real Queen : python-chess", ours, theirs)


def measure_walked() -> None:
    print("walked\n  Real Queen")
    ours = {
        name: speed(name, partial(walk, Position.parse(text), depth))
        for name, (text, _, depth) in REAL_QUEEN.items()
    }
    print("  python-chess")
    theirs = {
        name: speed(name, partial(chess_walked, chess.Board(fen), depth))
        for name, (fen, _, depth) in CHESS.items()
    }
    compare("walked, Real Queen : python-chess", ours, theirs)


if __name__ == "__main__":
    measure_counted()
    measure_walked()
