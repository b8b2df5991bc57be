"""What can't be done at the table, told to the person who wanted it."""

from __future__ import annotations

from engine.errors import EngineError
from engine.event_words import sides
from engine.position import Side
from engine.text import say


def error_text(error: EngineError, lang: str) -> str:
    """The error in ``lang``; what only a program can meet stays as it is, in English."""
    if not error.code:
        return str(error)
    values = dict(error.values)
    if "side" in values:
        values |= sides(Side(str(values["side"])), lang)
    return say(f"error.{error.code}", lang, **values)
