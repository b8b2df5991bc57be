"""Lessons: which there are, and giving one on the table's board."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify

from companion.errors import RefusedError
from companion.lessons import LESSONS, Lesson, lesson_of
from companion.table import Table
from companion.web.asking import house, json_object, language, table
from companion.web.guard import open_to_all
from companion.web.page import shell
from companion.web.problems import problem
from companion.words import catalogue
from engine.rules import DUES, NAMES, Rules
from vision.simulator import SimulatorError

blueprint = Blueprint("lessons", __name__)


@blueprint.get("/learn")
def page() -> Response:
    """The page of all lessons."""
    return shell("learn.html", "/learn")


@blueprint.get("/api/lessons")
def lessons() -> Response:
    """All lessons in the order in which they are best learned."""
    lang = language()
    answer = jsonify({"lessons": [_told(lesson, lang) for lesson in LESSONS]})
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.post("/api/lessons")
@open_to_all
def give() -> Response:
    """Give ``{"lesson": ID}``, again if it is given already, or none with null.

    Open to everybody: it is refused while a game is under way, and changes none.
    On the simulator the marbles are laid too.
    """
    wish = json_object().get("lesson", "")
    lesson = lesson_of(wish) if isinstance(wish, str) else None
    if wish is not None and lesson is None:
        abort(400, f"lesson is null or one of {', '.join(lesson.id for lesson in LESSONS)}")
    board = table()
    board.teach(lesson)
    _lay(board, lesson)
    return jsonify({"lesson": wish})


def _told(lesson: Lesson, lang: str) -> dict[str, Any]:
    words = catalogue(lang)
    told = {
        "id": lesson.id,
        "title": words[f"lesson.{lesson.id}"],
        "text": words[f"lesson.{lesson.id}.text"],
        "placement": lesson.position.placement,
        "position": lesson.start,
        "code": lesson.code or None,
        "name": NAMES.get(lesson.code),
    }
    due = DUES[Rules.OFFICIAL].get(lesson.code)
    return told | ({} if due is None else {"returns": due.returns, "captures": due.captures})


def _lay(board: Table, lesson: Lesson | None) -> None:
    """Let the simulator's hands lay the board."""
    simulator = house().simulator(board)
    if simulator is None:
        return
    letters = "." * 49 if lesson is None else lesson.position.board
    if board.swapped:
        letters = letters.translate(str.maketrans("wWbB", "bBwW"))
    try:
        simulator.act(lambda scene: scene.arranged(letters))
    except SimulatorError as error:
        raise RefusedError("not-ready", str(error)) from error


@blueprint.errorhandler(RefusedError)
def _refused(error: RefusedError) -> Response:
    said = catalogue(language()).get(f"learn.refused.{error.code}", str(error))
    return problem(409, "Conflict", said, code=error.code)
