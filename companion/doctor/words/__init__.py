"""The doctor's words, a catalogue a language."""

from __future__ import annotations

from typing import Final

from companion.doctor.words import en, it

CATALOGUES: Final[dict[str, dict[str, str]]] = {"en": en.WORDS, "it": it.WORDS}
