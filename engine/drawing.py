"""A position drawn in text, for people at a shell."""

from __future__ import annotations

from engine.hollows import FILES, RANKS, SIZE
from engine.position import Position, Side
from engine.text import say, sentence


def draw(position: Position, lang: str = "en") -> str:
    """The board with rank 7 on top, and below it the trays and whose turn it is."""
    board = position.board
    rows = [
        f"  {RANKS[rank]} {' '.join(board[rank * SIZE : (rank + 1) * SIZE])}"
        for rank in range(SIZE - 1, -1, -1)
    ]
    trays = [_tray(position, side, lang) for side in Side]
    turn = say("draw.turn", lang, side=say(f"side.{position.turn}", lang), ply=position.ply)
    return "\n".join([*rows, "    " + " ".join(FILES), *map(sentence, [*trays, turn])])


def _tray(position: Position, side: Side, lang: str) -> str:
    queen = "draw.queen-in-tray" if position.queen(side) is None else "draw.queen-on-board"
    return say(
        "draw.tray",
        lang,
        side=say(f"side.{side}", lang),
        letters=f"{side.value}, {side.value.upper()}",
        reserve=position.reserve(side),
        captured=position.captured(side),
        queen=say(queen, lang),
    )
