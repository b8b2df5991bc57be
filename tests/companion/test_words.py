"""The page's words: every language has every message, and the page asks for no other."""

import re
import sqlite3
from pathlib import Path

import pytest

import companion
from calibration.start import BARE_BOARD, JOINED, OTHERWISE, TRAYS, UNDER_WAY
from companion.errors import CompanionError, StoreError
from companion.watch import UNTOLD
from companion.words import (
    CATALOGUES,
    LANGUAGES,
    filled,
    problem_text,
    seeing_text,
    waiting_text,
)
from companion.words.report import REPORT
from engine.events import CAMERA_FAULTS, TERMINATIONS
from engine.rules import FAULT_ARTICLES, NAMES
from engine.text import CATALOGUES as RULINGS
from engine.text import LANGUAGES as ENGINE_LANGUAGES
from vision.errors import NotFound
from vision.types import BLURRED, OTHER_SIZE, TOO_DARK

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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_can_be_filled_in(lang):
    for key, text in CATALOGUES[lang].items():
        values = dict.fromkeys(re.findall(r"{(\w+)", text), 1)
        assert not re.search(r"[{}|]", filled(text, **values)), key


ONE = {
    ("en", "referee.too-soon"): "Too many wrong PINs. Try again in 1 second.",
    ("it", "referee.too-soon"): "Troppi PIN sbagliati. Riprova tra 1 secondo.",
    ("en", "games.moves"): "1 move",
    ("it", "games.moves"): "1 mossa",
    ("en", "desk.clock.each"): "1 minute each",
    ("it", "desk.clock.each"): "1 minuto a testa",
    ("it", "captured"): "conquistata",
    ("it", "tray"): "1: 1 in riserva, Biglia Queen 1, 1 conquistata",
}


@pytest.mark.parametrize(("lang", "key"), ONE)
def test_of_one_thing_is_spoken_in_the_singular(lang, key):
    text = CATALOGUES[lang][key]
    values = dict.fromkeys(re.findall(r"{(\w+)", text), 1)
    assert filled(text, **values) == ONE[lang, key]
    assert filled(text, **dict.fromkeys(values, 2)) != ONE[lang, key].replace("1", "2")


NOT_THE_RULEBOOKS = (
    r"\bcampo\b", r"cattur", r"d'incrocio", r"\b[Ff]allo\b", r"pareggio", r"\bbanco\b",
    r"\bdi riserva\b", r"\bne[li] (suo )?Porta Biglie", r"\brientr[iao]", r"\bcircolare\b",
    r"\bin linea\b", r"(?<!Biglia )(?<!Biglie )\bQueen (del|in|non|è|va)\b",
    r"^(Togliere|Mettere|Disporre)\b",
)  # fmt: skip


@pytest.mark.parametrize("words", NOT_THE_RULEBOOKS)
def test_italian_speaks_with_the_rulebooks_voice(words):
    spoken = CATALOGUES["it"] | RULINGS["it"] | REPORT["it"]
    assert [key for key, text in spoken.items() if re.search(words, text)] == []


def test_nobody_is_taken_for_a_man():
    spoken = CATALOGUES["en"] | RULINGS["en"] | REPORT["en"]
    assert [key for key, text in spoken.items() if re.search(r"\b([Hh]e|[Hh]is)\b", text)] == []


def test_page_and_engine_speak_the_same_languages():
    assert set(LANGUAGES) == set(ENGINE_LANGUAGES)


def test_every_fault_combination_and_ending_has_a_heading():
    wanted = [f"fault.{code}" for code in (*FAULT_ARTICLES, *CAMERA_FAULTS, "game-over")]
    wanted += [f"code.{code}" for code in NAMES] + [f"termination.{end}" for end in TERMINATIONS]
    articles = {a for many in (*FAULT_ARTICLES.values(), *CAMERA_FAULTS.values()) for a in many}
    wanted += [f"article.{article}" for article in articles]
    assert [key for key in wanted if key not in CATALOGUES["en"]] == []


def test_articles_that_differ_between_the_profiles_are_told_for_both():
    """Only B2 and D2 say something else; the numbers of D are told in each ruling."""
    for words in CATALOGUES.values():
        varied = {key for key in words if key.startswith("article.") and key.endswith(".classic")}
        assert varied == {"article.B2.classic", "article.D2.classic"}
        assert all(words[key] != words[key.removesuffix(".classic")] for key in varied)


def test_all_that_the_camera_may_wait_for_can_be_said():
    others = [f"{code}-{UNDER_WAY}" for code in OTHERWISE]
    for code in (BARE_BOARD, TRAYS, UNDER_WAY, JOINED, UNTOLD, *NotFound, *others):
        said = [waiting_text(code, lang) for lang in LANGUAGES]
        assert len(set(said)) == len(LANGUAGES)
        assert all(len(text) > 10 for text in said)


def test_all_that_keeps_the_eyes_from_seeing_can_be_said():
    for code in (TOO_DARK, BLURRED, OTHER_SIZE):
        said = [seeing_text(code, lang) for lang in LANGUAGES]
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


def test_no_words_are_kept_for_problems_that_there_are_not():
    sources = [*ROOT.glob("*.py"), *ROOT.glob("web/*.py")]
    told = "".join(path.read_text("utf-8") for path in sources)
    codes = {key.partition(".")[2] for key in CATALOGUES["en"] if key.startswith("problem.")}
    assert codes
    assert {code for code in codes if f'"{code}"' not in told} == set()


@pytest.mark.parametrize(
    "error",
    [
        sqlite3.OperationalError("database or disk is full"),
        sqlite3.OperationalError("attempt to write a readonly database"),
        sqlite3.DatabaseError("file is not a database"),
        sqlite3.DatabaseError("database disk image is malformed"),
        sqlite3.OperationalError("database is locked"),
        sqlite3.OperationalError("something else"),
        OSError(28, "No space left on device"),
    ],
    ids=str,
)
def test_what_keeps_games_from_being_kept_is_told_in_the_visitors_language(store, error):
    with pytest.raises(StoreError) as raised, store._explained():
        raise error
    english, italian = (problem_text(raised.value, lang) for lang in ("en", "it"))
    assert "--data" in str(raised.value)
    assert english.startswith("Games can't be kept")
    assert italian.startswith("Le partite non si possono conservare")


def test_an_error_without_words_of_its_own_is_told_as_it_is():
    assert problem_text(CompanionError("a {brace} and all"), "it") == "a {brace} and all"
