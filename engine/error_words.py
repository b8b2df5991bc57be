"""What can't be done at the table, told to the person who wanted it."""

from __future__ import annotations

from typing import Final

from engine.errors import EngineError, RecordError, ReplayError
from engine.event_words import sides
from engine.position import Side
from engine.rulings import Fault
from engine.text import say


def error_text(error: EngineError, lang: str) -> str:
    """The error in ``lang``; what only a program can meet stays as it is, in English."""
    if isinstance(error, RecordError):
        return f"{_place(error, lang)}{_reason(error, lang)}"
    return _sentence(error, lang)


def _sentence(error: EngineError, lang: str) -> str:
    if not error.code:
        return str(error)
    values = dict(error.values)
    if "side" in values:
        values |= sides(Side(str(values["side"])), lang)
    return say(f"error.{error.code}", lang, **values)


PLACES: Final = ("game", "line", "ply", "played")
"""Where in a record something is wrong, from the whole to the part."""


def _place(error: RecordError, lang: str) -> str:
    named = [
        say(f"place.{name}", lang, value=error.values[name])
        for name in PLACES
        if name in error.values
    ]
    return ", ".join(named) + ": " if named else ""


def _reason(error: RecordError, lang: str) -> str:
    """What is wrong there; of a move that can't stand, the ruling on it."""
    ruling = error.ruling if isinstance(error, ReplayError) else None
    if ruling is None:
        return _sentence(error, lang)
    if isinstance(ruling, Fault):
        return ruling.text(lang)
    return say("error.record.incomplete", lang, ruling=ruling.text(lang))
