"""The rules of Real Queen: pure Python, no input or output, no clock, no image."""

from engine.actions import Action, ActionKind, Move, parse_action, parse_move
from engine.errors import EngineError, MoveError, PositionError, RecordError
from engine.hollows import HOLLOWS, Hollow, hollow, hollow_name
from engine.judging import apply, judge, legal_actions, legal_moves, resolutions
from engine.position import Position, Side
from engine.rules import Rules
from engine.rulings import Fault, Ruling

__all__ = [
    "HOLLOWS",
    "Action",
    "ActionKind",
    "EngineError",
    "Fault",
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
    "hollow",
    "hollow_name",
    "judge",
    "legal_actions",
    "legal_moves",
    "parse_action",
    "parse_move",
    "resolutions",
]
