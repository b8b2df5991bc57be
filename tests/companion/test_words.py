"""The page's words: every language has every message, and the page asks for no other."""

import re
from pathlib import Path

import pytest

import companion
from calibration.start import BARE_BOARD, TRAYS
from companion.words import CATALOGUES, LANGUAGES, waiting_text
from engine.events import CAMERA_FAULTS, TERMINATIONS
from engine.rules import FAULT_ARTICLES, NAMES
from engine.text import LANGUAGES as ENGINE_LANGUAGES
from vision.errors import NotFound

ROOT = Path(companion.__file__).parent


def values_in(text):
    return sorted(re.findall(r"{(\w+)}", text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_message_with_the_same_values(lang):
    english, words = CATALOGUES["en"], CATALOGUES[lang]
    assert set(words) == set(english)
    assert {key: values_in(text) for key, text in words.items()} == {
        key: values_in(text) for key, text in english.items()
    }
    assert all(text.strip() == text and text for text in words.values())


def test_page_and_engine_speak_the_same_languages():
    assert set(LANGUAGES) == set(ENGINE_LANGUAGES)


def test_every_fault_combination_and_ending_has_a_heading():
    wanted = [f"fault.{code}" for code in (*FAULT_ARTICLES, *CAMERA_FAULTS, "game-over")]
    wanted += [f"code.{code}" for code in NAMES] + [f"termination.{end}" for end in TERMINATIONS]
    articles = {a for many in (*FAULT_ARTICLES.values(), *CAMERA_FAULTS.values()) for a in many}
    wanted += [f"article.{article}" for article in articles]
    assert [key for key in wanted if key not in CATALOGUES["en"]] == []


def test_all_that_the_camera_may_wait_for_can_be_said():
    for code in (BARE_BOARD, TRAYS, *NotFound):
        said = [waiting_text(code, lang) for lang in LANGUAGES]
        assert len(set(said)) == len(LANGUAGES)
        assert all(len(text) > 10 for text in said)


def asked_for():
    """Messages that the page's scripts and template name literally."""
    for script in sorted((ROOT / "static").glob("*.js")):
        for key in re.findall(r'say\("([^"]+)"', script.read_text("utf-8")):
            yield script.name, key
    for template in sorted((ROOT / "templates").glob("*.html")):
        for key in re.findall(r'words\[["\']([^"\']+)', template.read_text("utf-8")):
            yield template.name, key


def test_the_page_asks_for_no_message_that_is_not_there():
    asked = list(asked_for())
    assert len(asked) > 30
    assert [pair for pair in asked if pair[1] not in CATALOGUES["en"]] == []
