"""Why what was played is not yet what a lesson asks for."""

from __future__ import annotations

from companion.lessons.teacher import Teacher
from companion.words import catalogue
from engine.events import text
from engine.hollows import hollow_name
from engine.rulings import Ruling
from engine.teaching import wins_ahead


def instead_text(teacher: Teacher, lang: str) -> str | None:
    """In words; None while nothing else was played."""
    instead = teacher.instead
    if instead is None:
        return None
    if not isinstance(instead, Ruling):
        return text(instead, lang)
    words = catalogue(lang)
    if instead.code is not None and instead.win is None:
        # What it would ask for is of no use: the board is laid anew.
        return words["lesson.formed"].format(name=words[f"code.{instead.code}"])
    said = [instead.text(lang), _threat(instead, lang) if teacher.lesson.id == "castle" else ""]
    return " ".join(filter(None, said))


def _threat(ruling: Ruling, lang: str) -> str:
    """By which hollows the other player could now win at once."""
    wins = [] if ruling.position is None else wins_ahead(ruling.position)
    targets = {win.action.target for win in wins}
    names = sorted(hollow_name(target) for target in targets if target is not None)
    words = catalogue(lang)
    side = words[f"side.{ruling.mover.other.value}"]
    return words["lesson.threat"].format(side=side, hollows=", ".join(names)) if names else ""
