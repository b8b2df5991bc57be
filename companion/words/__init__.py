"""The page's words, a catalogue a language; the engine's rulings bring their own."""

from __future__ import annotations

import re
from typing import Final

from companion.errors import CompanionError, RefusedError
from companion.words import (
    desk_en,
    desk_it,
    en,
    games_en,
    games_it,
    it,
    learn_en,
    learn_it,
    problems_en,
    problems_it,
    simulator_en,
    simulator_it,
)
from vision.sources import Trouble

CATALOGUES: Final[dict[str, dict[str, str]]] = {
    "en": en.WORDS
    | simulator_en.WORDS
    | games_en.WORDS
    | learn_en.WORDS
    | desk_en.WORDS
    | problems_en.WORDS,
    "it": it.WORDS
    | simulator_it.WORDS
    | games_it.WORDS
    | learn_it.WORDS
    | desk_it.WORDS
    | problems_it.WORDS,
}

LANGUAGES: Final[tuple[str, ...]] = tuple(CATALOGUES)
"""The first is what a visitor gets whose languages we don't speak."""

PARTS: Final = ("desk", "wizard", "lesson")
"""Messages that most visitors never need; a page asks for them when it does."""


SERVED: Final = "problem"
"""Messages that come with an answer, never to be asked for by a page."""


def catalogue(lang: str) -> dict[str, str]:
    """Every message of the page in ``lang``, one of ``LANGUAGES``."""
    return CATALOGUES[lang]


def first_words(lang: str) -> dict[str, str]:
    """What a page needs before anything is asked of it."""
    later = tuple(f"{part}." for part in (*PARTS, SERVED))
    return {key: text for key, text in CATALOGUES[lang].items() if not key.startswith(later)}


def more_words(part: str, lang: str) -> dict[str, str]:
    """The messages of one of ``PARTS``."""
    return {key: text for key, text in CATALOGUES[lang].items() if key.startswith(f"{part}.")}


def filled(text: str, **values: object) -> str:
    """The message with its values, as the page's ``say`` fills them in.

    ``{n|move|moves}`` is the first word where n is one, else the second.

    >>> filled("{n} {n|move|moves}", n=1), filled("{n} {n|move|moves}", n=2)
    ('1 move', '2 moves')
    """

    def value(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        return str(values[name]) if many is None else one if values.get(name) == 1 else many

    return _VALUE.sub(value, text)


_VALUE: Final = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


def trouble_text(trouble: Trouble, lang: str) -> str:
    """Why a camera shows nothing and what to do about it, in ``lang``."""
    words = CATALOGUES[lang]
    return words[f"trouble.{trouble.code}"].format(camera=trouble.camera, detail=trouble.detail)


def refusal_text(error: RefusedError, lang: str) -> str:
    """Why something was refused, in ``lang``; what has no words of its own, as it is."""
    return CATALOGUES[lang].get(f"referee.{error.code}", "{detail}").format(detail=error)


def problem_text(error: CompanionError, lang: str) -> str:
    """What went wrong, in ``lang``; what has no words of its own, as it is."""
    return (
        CATALOGUES[lang]
        .get(f"problem.{error.code}", "{detail}")
        .format(detail=error, **error.values)
    )


def seeing_text(text: str, lang: str) -> str:
    """Why the eyes can't read the board, in ``lang``; any other text as it is."""
    return CATALOGUES[lang].get(f"eyes.{text}", text)


def waiting_text(code: str, lang: str = LANGUAGES[0]) -> str:
    """The sentence for what the camera must be shown before a game can begin; "" for ""."""
    return catalogue(lang)[f"waiting.{code}"] if code else ""
