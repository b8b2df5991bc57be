"""The page itself."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.web.asking import language
from companion.words import LANGUAGES, catalogue

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def page() -> Response:
    """The table's page in the visitor's language."""
    lang = language()
    answer = make_response(
        render_template("table.html", lang=lang, languages=LANGUAGES, words=catalogue(lang))
    )
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Content-Language"] = lang
    answer.vary.update(("Accept-Language", "Cookie"))
    if request.args.get("lang") == lang:
        # The switch is a plain link; what was chosen is remembered in the browser only.
        answer.set_cookie("lang", lang, max_age=365 * 86400, samesite="Strict", httponly=True)
    return answer


@blueprint.get("/favicon.ico")
def favicon() -> AnyResponse:
    """Browsers ask for it whatever the page says."""
    return redirect("/static/icon.svg", code=301)
