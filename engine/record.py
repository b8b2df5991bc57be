"""Game records, reading and writing in one place (notation, .rqg)."""

from engine.endings import RESULTS, TERMINATIONS
from engine.game_record import (
    Comment,
    GameRecord,
    Replay,
    replay,
    write_records,
)
from engine.record_reading import read_records

__all__ = [
    "RESULTS",
    "TERMINATIONS",
    "Comment",
    "GameRecord",
    "Replay",
    "read_records",
    "replay",
    "write_records",
]
