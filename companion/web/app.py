"""What makes the page an app: its manifest, and the worker that opens it without a connection."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, current_app, jsonify, render_template

from companion.web.asking import language
from companion.words import catalogue

blueprint = Blueprint("app", __name__)

SHELL: Final = (
    "page.css", "board.css", "forms.css", "app.js", "main.js", "asking.js", "banner.js",
    "board.js", "camera.js", "cards.js", "clocks.js", "colours.js", "decisions.js", "dom.js",
    "live.js", "login.js", "moves.js", "shown.js", "trays.js", "voice.js", "words.js", "icon.svg",
)  # fmt: skip
"""What the table's page is made of."""

ICONS: Final = (192, 512)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, colours and icons for a phone's home screen."""
    words = catalogue(language())
    icons = [
        {"src": f"/static/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png"}
        for size in ICONS
    ]
    whole = {"src": "/static/icons/maskable.png", "sizes": "512x512", "type": "image/png"}
    answer = jsonify(
        {
            "id": "/",
            "name": words["app.name"],
            "short_name": words["title"],
            "description": words["app.description"],
            "lang": language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f3e9da",
            "theme_color": "#8a4b12",
            "icons": [*icons, whole | {"purpose": "maskable"}],
        }
    )
    answer.mimetype = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker; it stands at the root, or it could not look after the page there."""
    shell = ["/", *(f"/static/{name}" for name in SHELL)]
    text = render_template("sw.js", shell=shell, version=_version())
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _version() -> str:
    """Changes with the files of the shell, so that a new version replaces the old one."""
    folder = Path(str(current_app.static_folder))
    digest = hashlib.sha256()
    for name in SHELL:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:12]


@blueprint.get("/api/openapi.json")
def described() -> Response:
    """What pages and programs may ask, and what they are answered (OpenAPI 3.1)."""
    text = (Path(__file__).parent / "openapi.json").read_text("utf-8")
    answer = Response(text, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
