"""Wrong rulings: saved by referees, and fetched by them, for they show who played and where."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from companion.bundle import LONGEST_TEXT
from companion.reports import Reports
from companion.web.asking import house, json_object, table, told
from companion.web.guard import author, referee
from companion.web.problems import problem

blueprint = Blueprint("reports", __name__, url_prefix="/api/reports")


@blueprint.post("")
def save() -> Response:
    """``{"right": "what is right"}``: keep the last pictures and all that was known, as one file.

    503 if it can't be kept.
    """
    right = json_object().get("right", "")
    if not isinstance(right, str) or len(right) > LONGEST_TEXT:
        abort(400, told("right", letters=LONGEST_TEXT))
    reports = _reports()
    name = reports.keep(table().report(right.strip(), author()))
    path = reports.path(name)
    answer = jsonify(
        {
            "name": name,
            "url": f"/api/reports/{name}",
            "bytes": 0 if path is None else path.stat().st_size,
        }
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/<name>")
def fetch(name: str) -> Response:
    """The file, for referees."""
    if referee() is None:
        return problem(401, "Unauthorized", told("login-file"), code="login")
    path = _reports().path(name)
    if path is None:
        abort(404, told("no-report"))
    answer = Response(path.read_bytes(), mimetype="application/zip")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _reports() -> Reports:
    found = house().reports
    if found is None:
        abort(404, told("no-reports"))
    return found
