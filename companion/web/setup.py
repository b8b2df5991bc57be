"""Setting up in the browser: which camera, where the board is, which colours."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify

from calibration.errors import CalibrationError
from companion.choosing import DEMO
from companion.commands.cameras import find_cameras
from companion.showing import Camera
from companion.table import Table
from companion.web.asking import house, json_object, language, table, told
from companion.web.problems import problem
from companion.words import catalogue, waiting_text
from vision.errors import VisionError

blueprint = Blueprint("setup", __name__, url_prefix="/api/setup")

ALWAYS = ("simulator", DEMO)
"""Sources that need no camera."""


@blueprint.get("")
def shown() -> Response:
    """How far setting up is: step, what is missing or wrong, where the hollows are."""
    return _told(table())


@blueprint.get("/cameras")
def cameras() -> Response:
    """The sources that can be chosen."""
    found, note = find_cameras() if house().open_source else ([], "")
    words = catalogue(language())
    kinds = [(name, words[f"wizard.source.{name.partition(':')[0]}"]) for name in ALWAYS]
    named = [(camera.source, f"{camera.model} ({camera.source})") for camera in found]
    answer = jsonify(
        {
            "cameras": [{"source": source, "name": name} for source, name in named + kinds],
            "now": table().source_name,
            "fixed": house().open_source is None,
            "note": note,
        }
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("")
def act() -> Response:
    """``{"do": "source", "source": ...}``, ``again``, ``corners``, ``no-trays`` or another.

    The others are ``under-way``: look for the board under the marbles of a game, and ``bare``:
    it is bare after all.

    409 where it can't be done, with the reason; the table then goes on as before.
    """
    said, board = json_object(), table()
    doing = _what(said)
    try:
        DOINGS[doing](board, said)
    except (CalibrationError, VisionError) as error:
        why = catalogue(language())[f"wizard.refused.{doing}"].format(reason=error)
        return problem(409, "Conflict", why, code="setup")
    return _told(board)


def _what(said: dict[str, Any]) -> str:
    doing = said.get("do")
    if not isinstance(doing, str) or doing not in DOINGS:
        abort(400, f"do is one of {', '.join(DOINGS)}")
    return doing


def _source(board: Table, said: dict[str, Any]) -> None:
    name, opener = said.get("source"), house().open_source
    if opener is None:
        abort(409, told("camera-fixed"))
    # Names from the list only: a path would let the page read files.
    found, _ = find_cameras()
    if name not in (*ALWAYS, *(camera.source for camera in found), board.source_name):
        abort(400, told("camera-gone"))
    board.watch(opener(str(name)))


def _again(board: Table, _: dict[str, Any]) -> None:
    opener = house().open_source
    if board.source.live or opener is None:
        board.calibrate_anew()
    else:  # what was recorded, or painted, begins with the bare board
        board.watch(opener(board.source_name))


def _corners(board: Table, said: dict[str, Any]) -> None:
    corners = said.get("corners")
    if not isinstance(corners, list) or len(corners) != 4 or not all(map(_is_place, corners)):
        abort(400, "corners is four places [x, y], as shares 0..1 of width and height")
    board.take_corners([(float(x), float(y)) for x, y in corners])


def _no_trays(board: Table, _: dict[str, Any]) -> None:
    board.without_trays()


def _under_way(board: Table, _: dict[str, Any]) -> None:
    board.look_for(under_way=True)


def _bare(board: Table, _: dict[str, Any]) -> None:
    board.look_for(under_way=False)


FAR_OFF = 10.0
"""Widths or heights of the picture: a corner beyond is a slip, and no camera's."""

DOINGS = {
    "source": _source,
    "again": _again,
    "corners": _corners,
    "no-trays": _no_trays,
    "under-way": _under_way,
    "bare": _bare,
}
"""What can be asked for; refusals have their words, ``wizard.refused.NAME``."""


def _is_place(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(
            isinstance(v, int | float) and not isinstance(v, bool) and abs(v) <= FAR_OFF
            for v in value
        )
    )


def _told(board: Table) -> Response:
    setup = board.setup()
    lang = language()
    words = catalogue(lang)
    setup["waiting_text"] = waiting_text(setup["waiting_for"], lang)
    lost = setup["camera"] in (Camera.STALLED, Camera.FAILED)
    setup["camera_text"] = words[f"camera.{setup['camera']}"] if lost else ""
    setup["wrong_text"] = [words[f"wizard.wrong.{code}"] for code in setup["wrong"]]
    answer = jsonify(setup)
    answer.headers["Cache-Control"] = "no-store"
    return answer
