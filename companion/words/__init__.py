"""The page's words, a catalogue a language; the engine's rulings bring their own."""

from __future__ import annotations

from typing import Final

from companion.words import en, it, simulator_en, simulator_it
from vision.sources import Trouble

CATALOGUES: Final[dict[str, dict[str, str]]] = {
    "en": en.WORDS | simulator_en.WORDS,
    "it": it.WORDS | simulator_it.WORDS,
}

LANGUAGES: Final[tuple[str, ...]] = tuple(CATALOGUES)
"""The first is what a visitor gets whose languages we don't speak."""


def catalogue(lang: str) -> dict[str, str]:
    """Every message of the page in ``lang``, one of ``LANGUAGES``."""
    return CATALOGUES[lang]


def trouble_text(trouble: Trouble, lang: str) -> str:
    """Why a camera shows nothing and what to do about it, in ``lang``."""
    words = CATALOGUES[lang]
    return words[f"trouble.{trouble.code}"].format(camera=trouble.camera, detail=trouble.detail)


def waiting_text(code: str, lang: str = LANGUAGES[0]) -> str:
    """The sentence for what the camera must be shown before a game can begin; "" for ""."""
    return catalogue(lang)[f"waiting.{code}"] if code else ""
