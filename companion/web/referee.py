"""Logging in as a referee, and out."""

from __future__ import annotations

import math

from flask import Blueprint, Response, abort, jsonify, request

from companion.doorkeeper import SESSION_S, TooSoonError, WrongPinError
from companion.web.asking import house, json_object, told
from companion.web.guard import COOKIE, open_to_all, referee
from companion.web.problems import problem

blueprint = Blueprint("referee", __name__, url_prefix="/api/referee")

LONGEST_NAME = 40


@blueprint.get("")
def who() -> Response:
    """Whether the visitor is logged in, and as whom."""
    held = referee()
    answer = jsonify(
        {
            "referee": held is not None,
            "name": "" if held is None else held.name,
            "pin": house().door.pin is not None,
        }
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/login")
@open_to_all
def login() -> Response:
    """``{"pin": "123456", "name": "Ida"}`` for a session in a cookie.

    401 with code ``wrong-pin``; 429 with code ``too-soon`` and ``Retry-After``
    where wrong ones came before: the PIN was then not looked at.
    """
    pin, name = _typed()
    door = house().door
    try:
        token = door.login(pin, name, request.remote_addr or "")
    except WrongPinError:
        return problem(401, "Unauthorized", told("wrong-pin"), code="wrong-pin")
    except TooSoonError as error:
        seconds = max(1, math.ceil(error.wait_s))
        answer = problem(
            429,
            "Too Many Requests",
            told("too-soon", seconds=seconds),
            code="too-soon",
            wait_s=seconds,
        )
        answer.headers["Retry-After"] = str(seconds)
        return answer
    door.logout(request.cookies.get(COOKIE, ""))
    answer = jsonify({"referee": True, "name": name, "pin": door.pin is not None})
    answer.set_cookie(COOKIE, token, max_age=int(SESSION_S), httponly=True, samesite="Strict")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/logout")
@open_to_all
def logout() -> Response:
    """End the session; fine without one."""
    house().door.logout(request.cookies.get(COOKIE, ""))
    answer = jsonify({"referee": house().door.pin is None, "name": ""})
    answer.delete_cookie(COOKIE, httponly=True, samesite="Strict")
    return answer


def _typed() -> tuple[str, str]:
    typed = json_object()
    pin, name = typed.get("pin", ""), typed.get("name", "")
    if not isinstance(pin, str) or not isinstance(name, str):
        abort(400, "pin and name are texts")
    name = name.strip()
    if len(name) > LONGEST_NAME or not name.isprintable():
        abort(400, told("name", letters=LONGEST_NAME))
    return pin.strip(), name
