"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.doctor.words import CATALOGUES


class Level(StrEnum):
    """How much it matters."""

    OK = "ok"
    NOTE = "note"
    """Worth knowing; nothing need be done."""

    WARNING = "warning"
    """It works, but not as well as it could."""

    BAD = "bad"
    """It does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One answer of the doctor.

    Attributes:
        check: what was looked at: ``camera``, ``disk``, ...
        level: how much it matters.
        key: its words, in every language.
        values: what the words speak of.
    """

    check: str
    level: Level
    key: str
    values: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        """What was found, and what to do where something should be done."""
        return CATALOGUES[lang][f"{self.check}.{self.key}"].format(**self.values)

    def to_json(self, lang: str) -> dict[str, Any]:
        """For programs."""
        return {
            "check": self.check,
            "level": str(self.level),
            "finding": self.key,
            "values": self.values,
            "text": self.text(lang),
        }
