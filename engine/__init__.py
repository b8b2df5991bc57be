"""The rules of Real Queen: pure Python, no input or output, no clock, no image."""

from engine.actions import Action, ActionKind, Move, parse_action, parse_move
from engine.deadlock import deadlock_advice
from engine.errors import EngineError, MoveError, PositionError, RecordError
from engine.hollows import HOLLOWS, Hollow, hollow, hollow_name
from engine.judging import apply, judge, legal_actions, legal_moves, resolutions
from engine.perft import count_moves, perft
from engine.position import Position, Side
from engine.record import GameRecord, read_records, write_records
from engine.rules import Rules
from engine.rulings import Fault, Ruling
from engine.teaching import combinations_ahead, missed, wins_ahead

__all__ = [
    "HOLLOWS",
    "Action",
    "ActionKind",
    "EngineError",
    "Fault",
    "GameRecord",
    "Hollow",
    "Move",
    "MoveError",
    "Position",
    "PositionError",
    "RecordError",
    "Rules",
    "Ruling",
    "Side",
    "apply",
    "combinations_ahead",
    "count_moves",
    "deadlock_advice",
    "hollow",
    "hollow_name",
    "judge",
    "legal_actions",
    "legal_moves",
    "missed",
    "parse_action",
    "parse_move",
    "perft",
    "read_records",
    "resolutions",
    "wins_ahead",
    "write_records",
]
