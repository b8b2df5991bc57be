"""The page itself."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.web.asking import language
from companion.words import LANGUAGES, PARTS, first_words, more_words

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def page() -> Response:
    """The table's page in the visitor's language."""
    lang = language()
    answer = make_response(
        render_template("table.html", lang=lang, languages=LANGUAGES, words=first_words(lang))
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


@blueprint.get("/api/words/<part>")
def words(part: str) -> Response:
    """Messages that a page asks for when it needs them, in ``?lang=``."""
    if part not in PARTS:
        abort(404, f"there are {', '.join(PARTS)}")
    answer = jsonify(more_words(part, language()))
    answer.headers["Cache-Control"] = "no-cache"
    return answer
