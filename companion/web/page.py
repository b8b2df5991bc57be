"""The pages themselves: each is a shell in the visitor's language that its scripts fill."""

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

from companion.web.asking import house, language, own_screen, told
from companion.words import LANGUAGES, PARTS, first_words, more_words

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def page() -> Response:
    """The table's page."""
    return shell("table.html", "/")


@blueprint.get("/games")
def games() -> Response:
    """The list of games."""
    return shell("games.html", "/games")


@blueprint.get("/games/<int(max=9223372036854775807):number>")
def game(number: int) -> Response:
    """A game, move by move."""
    if house().store.game(number) is None:
        abort(404, told("game", number=number))
    return shell("review.html", "/games", number=number)


@blueprint.get("/games/open")
def opened() -> Response:
    """A record that the visitor has brought, which stays in the browser."""
    return shell("review.html", "/games")


@blueprint.get("/setup")
def setup() -> Response:
    """The wizard for camera, board and colours."""
    return shell("setup.html", "/setup")


def shell(template: str, room: str, lang: str | None = None, **values: object) -> Response:
    """A page in the visitor's language.

    Args:
        template: its name.
        room: the path under which it stands in the navigation.
        lang: another language than the visitor's.
        values: for the template.
    """
    lang = lang or language()
    answer = make_response(
        render_template(
            template,
            lang=lang,
            languages=LANGUAGES,
            words=first_words(lang),
            room=room,
            own_screen=own_screen(),
            **values,
        )
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
