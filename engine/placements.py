"""The board alone as text: 49 characters, or a placement as in notation.md."""

from __future__ import annotations

from engine.event import EventError


def board_of(placement: str) -> str:
    """49 characters over ``.wWbB`` in the order of hollow numbers.

    Raises:
        EventError: it is no placement. How many marbles it holds is not looked at.

    >>> board_of("7/7/7/7/7/7/1w5")[:3]
    '.w.'
    """
    ranks = str(placement).split("/")
    rows = ["".join("." * int(c) if c in "1234567" else c for c in rank) for rank in ranks]
    if len(rows) != 7 or any(len(row) != 7 or set(row) - set(".wWbB") for row in rows):
        raise EventError(f"no placement: {str(placement)[:60]!r}", "position")
    return "".join(reversed(rows))


def placement_of(board: str) -> str:
    """The placement of 49 characters over ``.wWbB``; ``board_of`` undoes it."""
    rows = []
    for rank in range(6, -1, -1):
        row = board[rank * 7 : rank * 7 + 7]
        for run in range(7, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return "/".join(rows)
