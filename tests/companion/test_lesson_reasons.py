"""Whoever learns is told why what he did is not yet what was asked for."""

import pytest
from test_lessons import Pupil, about_to_take

from companion.lessons import Stage, lesson_of
from companion.lessons.reasons import instead_text
from companion.words import LANGUAGES
from engine.hollows import NAMES as HOLLOW_NAMES
from engine.judging import judge
from engine.teaching import wins_ahead


def test_captures_before_returns_are_no_well_done_where_their_order_is_learned():
    pupil, board = about_to_take()
    ruling = pupil.teacher.state.pending.ruling
    for taken in (min(ruling.capturable), *sorted(ruling.returnable)[:2]):
        board = board[:taken] + "." + board[taken + 1 :]
        stage = pupil.shows(board, 1.5)
    assert stage is Stage.AGAIN
    told = {instead_text(pupil.teacher, lang) for lang in LANGUAGES}
    assert len(told) == len(LANGUAGES)
    assert pupil.shows(pupil.teacher.lesson.position.board) is Stage.PLAY


def played(name, hollow):
    """The teacher once White has placed an attack marble there."""
    pupil, at = Pupil(lesson_of(name)), HOLLOW_NAMES.index(hollow)
    board = pupil.teacher.lesson.position.board
    pupil.shows(board)
    assert pupil.shows(board[:at] + "w" + board[at + 1 :]) is Stage.AGAIN
    return pupil.teacher


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_castle_left_open_is_told_with_what_would_win(lang):
    lesson = lesson_of("castle")
    position = lesson.position
    ruling = judge(position, "g7")
    wins = {HOLLOW_NAMES[win.action.target] for win in wins_ahead(ruling.position)}
    told = instead_text(played("castle", "g7"), lang)
    assert wins
    assert all(name in told for name in wins)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_combination_is_named_without_what_it_would_ask_for(lang):
    told = instead_text(played("real-queen", "d5"), lang)
    assert "Real" in told
    assert not any(digit in told for digit in "0123456789")


def test_nothing_is_said_while_nothing_else_was_played():
    lesson = lesson_of("real")
    pupil = Pupil(lesson)
    assert instead_text(pupil.teacher, "en") is None
