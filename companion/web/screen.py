"""The companion's own screen: how phones get in, and on request the referee's PIN.

Only for a browser on this machine that asks for it by a name of this machine, so
neither phones nor pages of other sites get to see it. Who stands before the
device's own screen may read the PIN there: that is how it is told.
"""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template, request

from companion.qr import as_svg
from companion.web.asking import house, language, own_screen, told
from companion.words import catalogue

blueprint = Blueprint("screen", __name__)


@blueprint.get("/screen")
def screen() -> Response:
    """The address as a QR code; the PIN and the referee's code come up when asked for.

    With ``?wait`` it makes room for the board once a game is under way.
    """
    if not own_screen():
        abort(403, told("own-screen"))
    lang = language()
    page = house().address or request.host_url
    pin = house().door.pin
    answer = make_response(
        render_template(
            "screen.html",
            lang=lang,
            words=catalogue(lang),
            address=page,
            pin=pin,
            # A code that leads no phone anywhere would only be tried again and again.
            follow="" if house().alone else as_svg(page),
            enter="" if house().alone else as_svg(referee_address(page, pin)),
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer


def referee_address(page: str, pin: str | None) -> str:
    """The page's address with the PIN where only the browser reads it, never a log."""
    return page if pin is None else f"{page}#pin={pin}"
