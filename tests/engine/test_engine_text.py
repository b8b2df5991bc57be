"""The words: every message in every language, rulings a newcomer understands."""

import string
from pathlib import Path
from random import Random

import positions
import pytest
from setups import setup
from test_engine_combinations import ROWS, WINS
from test_engine_doubles import DOUBLES
from test_engine_faults import CASES, HOUSE

from engine.deadlock import DeadlockReason
from engine.drawing import draw
from engine.errors import EngineError, MoveError
from engine.explain import _COMBINATION_SOURCES, _FAULT_SOURCES
from engine.judging import judge, legal_actions, resolutions
from engine.position import Position
from engine.rules import FAULT_ARTICLES, NAMES, Rules
from engine.text import CATALOGUES, LANGUAGES, say, say_list, say_number, sentence


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_language_has_every_message():
    english, *others = (set(CATALOGUES[lang]) for lang in LANGUAGES)
    assert english
    for other in others:
        assert other == english


@pytest.mark.parametrize("message", sorted(CATALOGUES["en"]))
def test_translations_use_the_same_values(message):
    values = [fields(CATALOGUES[lang][message]) for lang in LANGUAGES]
    # A language may leave out what its grammar doesn't ask for, but adds nothing.
    assert all(used <= values[0] | values[1] for used in values)
    for lang in LANGUAGES:
        text = CATALOGUES[lang][message]
        assert text.strip("; ,.") or message == "list.comma"
        assert "  " not in text


def test_every_code_has_its_messages():
    for lang in LANGUAGES:
        for code in NAMES:
            assert f"a.{code}" in CATALOGUES[lang]
        for fault in FAULT_ARTICLES:
            assert f"fault.{fault}" in CATALOGUES[lang]
        topics = {*_COMBINATION_SOURCES.values(), *_FAULT_SOURCES.values(), "super-real", "win"}
        for topic in topics:
            for rules in Rules:
                assert f"source.{rules}.{topic}" in CATALOGUES[lang]
        for reason in DeadlockReason:
            assert f"deadlock.{reason}" in CATALOGUES[lang]


def test_the_sentence_of_the_specification():
    text = judge(setup("b4 c4 d4", "a7 b7"), "a4").text()
    assert text.startswith(
        "a4, b4, c4 and d4 are four in a row: a Real. "
        "Take two of them back, then capture one of Black's marbles."
    )
    assert text.endswith("(Rulebook, chapter 7.)")


SAID = {
    # position, move, rules, English, Italian: how it begins
    "placing": (
        setup(),
        "d4",
        "White placed an attack marble on d4.",
        "Il Bianco ha messo una Biglia Attacco nell'incavo d4.",
    ),
    "Black stepping": (
        setup("", "", "", "c3", turn="b"),
        "Qc3c4",
        "Black's Queen stepped from c3 to c4.",
        "La Biglia Queen del Nero si è mossa da c3 a c4.",
    ),
    "entering": (
        setup("", "", reserve=(0, 20)),
        "Qc3",
        "White's Queen entered on c3.",
        "La Biglia Queen del Bianco è entrata nell'incavo c3.",
    ),
    "relocating": (
        setup("a1", "", "c3", reserve=(0, 20)),
        "a1b7",
        "White moved the attack marble on a1 to b7.",
        "Il Bianco ha spostato la Biglia Attacco da a1 a b7.",
    ),
    "passing": (
        setup("", "a2 b1 b2", "a1", reserve=(0, 10)),
        "--",
        "White has no legal action and passed.",
        "Il Bianco non ha nessuna mossa possibile e ha passato.",
    ),
    "Real Queen": (
        setup("a1 b1", "a7 b7 c7", "c1"),
        "d1",
        "a1, b1, c1 and d1 are four in a row, the Queen among them: a Real Queen. "
        "Take two of its attack marbles back, then capture two of Black's marbles.",
        "a1, b1, c1 e d1 sono quattro biglie in fila con la Biglia Queen: un Real Queen.",
    ),
    "Double": (
        setup("a1 b1 c1 d2 d3 d4", "a7 b7"),
        "d1",
        "d1 completes two lines at once, a1 to d1 and d1 to d4: a Double Real. "
        "Take three of its attack marbles back, the crossing d1 first, "
        "then capture a7 and b7, all of Black's marbles on the board.",
        "d1 completa due file in una volta, da a1 a d1 e da d1 a d4: un Double Real.",
    ),
    "nothing to capture": (
        setup("a1 b1 c1"),
        "d1",
        "a1, b1, c1 and d1 are four in a row: a Real. "
        "Take two of them back; Black has no attack marble on the board to capture.",
        "a1, b1, c1 e d1 sono quattro biglie in fila: un Real. "
        "Riprendi due di esse come Biglie di Rientro; "
        "il Nero non ha Biglie Attacco da conquistare sul tavoliere.",
    ),
    "the last one": (
        setup("a1 b1 c1", "g7"),
        "d1",
        "a1, b1, c1 and d1 are four in a row: a Real. "
        "Take two of them back, then capture g7, the only one of Black's marbles on the board.",
        "a1, b1, c1 e d1 sono quattro biglie in fila: un Real.",
    ),
    "no four may stay": (
        setup("a1 b1 c1 d2 d3 d4", "a7 b7 c7 d7 e7"),
        "Qd1",
        "d1 completes two lines at once, a1 to d1 and d1 to d4: a Double Real Queen. "
        "Take three of its attack marbles back so that no four in line stay, "
        "then capture four of Black's marbles.",
        "d1 completa due file in una volta, da a1 a d1 e da d1 a d4: un Double Real Queen.",
    ),
    "done": (
        setup("a1 b1 c1", "a7 b7"),
        "d1^a1b1xa7",
        "a1, b1, c1 and d1 are four in a row: a Real. "
        "a1 and b1 went back into White's reserve, and a7 is captured.",
        "a1, b1, c1 e d1 sono quattro biglie in fila: un Real. "
        "Biglie di Rientro del Bianco: a1 e b1; biglia conquistata: a7.",
    ),
    "done without captures": (
        setup("a1 b1 c1"),
        "d1^a1b1",
        "a1, b1, c1 and d1 are four in a row: a Real. "
        "a1 and b1 went back into White's reserve; there was nothing to capture.",
        "a1, b1, c1 e d1 sono quattro biglie in fila: un Real.",
    ),
    "won": (
        setup("a1 b1 c1", "", "", "d2"),
        "d1",
        "a1, b1, c1 and d1 are four in a row: a Real. "
        "c1 and d1 lie in the castle area of Black's Queen on d2: a Winning Real. "
        "White wins the game; nothing is returned or captured any more.",
        "a1, b1, c1 e d1 sono quattro biglie in fila: un Real. "
        "c1 e d1 sono nell'Area Castello della Biglia Queen del Nero in d2: un Winning Real. "
        "Il Bianco vince la partita",
    ),
    "occupied": (
        setup("d4"),
        "d4",
        "d4 is not empty: White's attack marble lies there. Put the marble just played back where",
        "L'incavo d4 non è libero: c'è una Biglia Attacco del Bianco. Rimetti",
    ),
    "the Queen returned after her step": (
        setup("a1 b1 c1", "a7", "d2"),
        "Qd2d1^d1a1xa7",
        "White's Queen on d1 was taken off the board",
        "La Biglia Queen del Bianco in d1 è stata tolta dal tavoliere",
    ),
    "the Queen captured": (
        setup("a1 b1 c1", "a7", "", "g7"),
        "d1^a1b1xg7",
        "Black's Queen on g7 was taken off the board",
        "La Biglia Queen del Nero in g7 è stata tolta dal tavoliere",
    ),
    "a pass that is none": (
        setup(turn="b"),
        "--",
        "Black passed, but there is a legal action, a1 for one. Black must make one.",
        "Il Nero ha passato, ma c'è una mossa possibile, per esempio a1. Il Nero deve giocare.",
    ),
}


@pytest.mark.parametrize(("position", "move", "english", "italian"), SAID.values(), ids=SAID.keys())
def test_a_text_begins_with_what_happened(position, move, english, italian):
    ruling = judge(position, move)
    assert ruling.text("en").startswith(english)
    assert ruling.text("it").startswith(italian)


def every_ruling():
    for rules in Rules:
        for own, queen, action, *_ in [*ROWS.values(), *DOUBLES.values()]:
            position = setup(own, "a7 b7 e7 f7 g7".replace("a7 ", ""), queen)
            yield judge(position, action, rules)
            move = next(resolutions(position, judge(position, action, rules).action, rules), None)
            yield judge(position, move, rules)
        for own, queen, action, castle, _ in WINS.values():
            yield judge(setup(own, "a6", queen, castle), action, rules)
    for position, move, rules, _ in [*CASES.values(), *HOUSE.values()]:
        yield judge(position, move, rules)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ruling_reads_well(lang):
    for ruling in every_ruling():
        text = ruling.text(lang)
        assert "{" not in text
        assert "  " not in text
        assert ".." not in text
        assert " ." not in text
        assert text[0].isupper() or text[1].isdigit()
        assert text.endswith((".", ".)"))
        if not ruling.legal or ruling.code:
            assert ruling.house or "(" in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seed", range(20))
def test_rulings_of_random_positions_have_words(seed, lang):
    rng = Random(seed)
    position = Position.parse(positions.any_position(rng))
    for rules in Rules:
        for action in rng.sample(legal_actions(position, rules), 1):
            assert judge(position, action, rules).text(lang)
        for _ in range(10):
            move = positions.mangled(rng, str(position), str(action))
            try:
                assert judge(position, move, rules).text(lang)
            except MoveError as error:
                assert "\n" not in str(error)  # noqa: PT017 -- either outcome is right


def test_words_in_italian_are_the_rulebooks():
    words = " ".join(CATALOGUES["it"].values())
    for term in ("incavo", "Biglia Attacco", "Biglie di Rientro", "Area Castello", "Porta Biglie"):
        assert term in words


def test_an_unknown_language_or_message():
    with pytest.raises(EngineError, match="'de'"):
        say("side.w", "de")
    with pytest.raises(KeyError):
        say("no such message")


def test_small_pieces():
    assert say_list(["a1"], "en") == "a1"
    assert say_list(["a1", "b1"], "it") == "a1 e b1"
    assert [say_number(n, "en") for n in (1, 7, 12)] == ["one", "seven", "12"]
    assert sentence("il Bianco. il Nero. a4 è libero. è così.") == (
        "Il Bianco. Il Nero. a4 è libero. È così."
    )


def test_italian_vowels_do_not_meet_themselves():
    row = setup("b4 c4 d4", "a7 e7")
    text = judge(row, "e4", Rules.OFFICIAL).text("it")
    assert text.startswith("b4, c4, d4 ed e4 sono")
    assert "a7 ed e7" in judge(row, "e4^b4c4xa7e7", Rules.OFFICIAL).text("it")
    assert "a7 and e7" in judge(row, "e4^b4c4xa7e7", Rules.OFFICIAL).text("en")
    stepped = judge(setup("", "", "b1"), "Qb1a1", Rules.OFFICIAL).text("it")
    assert stepped.startswith("La Biglia Queen del Bianco si è mossa da b1 ad a1.")


def test_what_is_house_about_a_fault_is_told_apart():
    moved = setup("a1", "c2", "")
    text = judge(moved, "c2c3", Rules.CLASSIC).text()
    assert "it is White's turn" in text
    assert "the first edition leaves it open" in text
    assert "Passing is a house rule" in judge(moved, "--", Rules.CLASSIC).text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_board_is_drawn_with_its_trays(lang):
    drawn = draw(Position.parse("7/2b4/2bw3/3w3/2WwB2/7/7 b 15/17 12"), lang)
    rows = drawn.splitlines()
    assert rows[:8] == [
        "  7 . . . . . . .",
        "  6 . . b . . . .",
        "  5 . . b w . . .",
        "  4 . . . w . . .",
        "  3 . . W w B . .",
        "  2 . . . . . . .",
        "  1 . . . . . . .",
        "    a b c d e f g",
    ]
    assert len(rows) == 11
    assert "15" in rows[8]
    assert "17" in rows[9]
    assert "12" in rows[10]


def test_rules_code_holds_no_sentences():
    """Words stand in the catalogues: the modules of the rules have no say of their own."""
    engine = Path(__file__).parents[2] / "engine"
    for name in ("judging", "legality", "combinations", "rulings", "explain"):
        source = (engine / f"{name}.py").read_text()
        assert "capture one of" not in source
        assert "Biglia" not in source
