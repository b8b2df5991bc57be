"""Positions for hand-written cases, written as lists of hollows."""

import naive

from engine.position import Position


def setup(
    w: str = "",
    b: str = "",
    wq: str = "",
    bq: str = "",
    reserve: tuple[int, int] | None = None,
    turn: str = "w",
) -> Position:
    """A position: attack marbles ``w`` and ``b``, Queens ``wq`` and ``bq``.

    Without ``reserve`` nothing has been captured yet.
    """
    series = {"w": w, "b": b, "W": wq, "B": bq}
    board = {h: piece for piece, hollows in series.items() for h in hollows.split()}
    w_left, b_left = reserve or (20 - len(w.split()), 20 - len(b.split()))
    return Position.parse(
        naive.write(board, turn, {"w": w_left, "b": b_left}, 1 if turn == "w" else 2)
    )
