"""Who reads a page: a language and a screen; and what such a reader should never see."""

import re
from dataclasses import dataclass
from functools import cache

import pytest

from companion.words import CATALOGUES, LANGUAGES, filled
from engine.text import CATALOGUES as RULINGS
from engine.text import say

SCREENS = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1920, 1080)}
COUNTRIES = {"en": "en-GB", "it": "it-IT"}


@dataclass(frozen=True)
class Reader:
    """Somebody with a language and a screen."""

    lang: str = "en"
    screen: str = "desktop"

    @property
    def size(self):
        return SCREENS[self.screen]

    @property
    def locale(self):
        return COUNTRIES[self.lang]

    def words(self, key, **values):
        """A message of the page as this reader should find it."""
        return filled(CATALOGUES[self.lang][key], **values)

    def ruling(self, key, **values):
        """The same of a message of the engine."""
        return say(key, self.lang, **values)

    def foreign(self, text):
        """Messages of other languages that stand in a text, by their names."""
        return [name for name, pattern in foreign_words(self.lang) if pattern.search(text)]

    def __str__(self):
        return f"{self.lang}-{self.screen}"


READER = Reader()
"""Where neither matters."""

READERS = tuple(Reader(lang, screen) for lang in LANGUAGES for screen in ("phone", "desktop"))
"""Both languages, each on a phone and on a screen beside the board."""

EVERYBODY = pytest.mark.parametrize(
    "reader",
    [
        pytest.param(
            reader, marks=[pytest.mark.spare] * (str(reader) in ("en-phone", "it-desktop"))
        )
        for reader in READERS
    ],
    ids=str,
)
"""Run a test for each of ``READERS``; if not for all cases, then in each language once."""


def messages(lang):
    """Every message of the page and of the engine, by name."""
    return CATALOGUES[lang] | {f"engine {key}": text for key, text in RULINGS[lang].items()}


@cache
def foreign_words(lang):
    """(name, pattern) of all messages that betray another language.

    A message tells nothing where each of its words is one of the language's own too, as in
    "Real Queen", or in "in {hollow}", which is Italian and could be English.
    """
    own = messages(lang)
    native = words_of("\n".join(own.values()))
    return [
        (f"{other} {name}", as_pattern(text))
        for other in LANGUAGES
        for name, text in messages(other).items()
        if own[name] != text and not words_of(text) <= native
    ]


VALUE = re.compile(r"{\w+(?:\|[^{}]*)?}")


def words_of(text):
    return set(re.findall(r"[^\W\d_]{2,}", VALUE.sub(" ", text)))


def as_pattern(text):
    """What a message looks like with its values filled in."""
    filled_in = r"[^\n]{1,80}?".join(map(re.escape, VALUE.split(text.strip())))
    return re.compile(rf"(?<!\w){filled_in}(?!\w)")
