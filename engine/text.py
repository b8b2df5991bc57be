"""Words from the catalogues: no rule and no sentence stands here."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import EngineError
from engine.hollows import Hollow, hollow_name
from engine.words import en, errors_en, errors_it, it, referee_en, referee_it

CATALOGUES: Final[dict[str, dict[str, str]]] = {
    "en": en.WORDS | referee_en.WORDS | errors_en.WORDS,
    "it": it.WORDS | referee_it.WORDS | errors_it.WORDS,
}
"""Language to message id to sentence, with ``{values}`` to fill in."""

LANGUAGES: Final[tuple[str, ...]] = tuple(CATALOGUES)


def say(message: str, lang: str = "en", **values: object) -> str:
    """The sentence ``message`` in ``lang``.

    Raises:
        EngineError: there is no such language.
        KeyError: there is no such message, or it wants a value that is not given.
    """
    try:
        catalogue = CATALOGUES[lang]
    except KeyError:
        raise EngineError(f"no language {lang!r}: there are {', '.join(LANGUAGES)}") from None
    text = catalogue[message].format(**values)
    return _EUPHONY.sub(r"\1d ", text) if lang == "it" else text


def say_list(things: list[str], lang: str) -> str:
    """Some things in a row with an "and" before the last.

    >>> say_list(["a4", "b4", "c4"], "en")
    'a4, b4 and c4'
    """
    *first, last = things
    if not first:
        return last
    return say("list.comma", lang).join(first) + say("list.and", lang) + last


def say_hollows(hollows: tuple[Hollow, ...], lang: str) -> str:
    """The names of some hollows, at least one, in a row."""
    return say_list([hollow_name(h) for h in hollows], lang)


def say_number(number: int, lang: str) -> str:
    """A small number as a word, a larger one in digits."""
    key = f"number.{number}"
    return say(key, lang) if key in CATALOGUES[lang] else str(number)


def sentence(text: str) -> str:
    """The text with a capital letter at each sentence's start, hollows' names left alone.

    >>> sentence("il Bianco vince. il Nero perde."), sentence("a4 is empty.")
    ('Il Bianco vince. Il Nero perde.', 'a4 is empty.')
    """
    return _SENTENCE_START.sub(lambda start: start[0].upper(), text)


# "d4 ed e4", "da c1 ad a1": an Italian vowel doesn't meet itself.
_EUPHONY: Final = re.compile(r"\b([ae]) (?=\1[1-7]\b)")
_SENTENCE_START: Final = re.compile(r"(?:^|(?<=\. ))[a-zè](?![1-7])")
