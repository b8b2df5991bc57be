"""What makes the page an app: its manifest, and the worker that opens it without a connection."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort, current_app, jsonify, render_template

from companion.web.asking import language
from companion.web.page import shell
from companion.words import LANGUAGES, catalogue, first_words

blueprint = Blueprint("app", __name__)

SHELL: Final = (
    "page.css", "board.css", "forms.css", "games.css", "app.js", "main.js", "asking.js",
    "banner.js", "board.js", "camera.js", "cards.js", "clocks.js", "colours.js", "decisions.js",
    "dom.js", "hearing.js", "live.js", "login.js", "moves.js", "names.js", "offline.js",
    "print.css", "shown.js", "trays.js", "voice.js", "words.js", "icon.svg",
)  # fmt: skip
"""What the table's page is made of, and the one that stands for others out of reach."""

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
    text = render_template(
        "sw.js",
        shell=["/", *(f"/static/{name}" for name in SHELL)],
        offline={lang: f"/offline/{lang}" for lang in LANGUAGES},
        version=_version(),
    )
    answer = Response(text, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/offline/<lang>")
def offline(lang: str) -> Response:
    """What stands for every page but the table's while the companion is out of reach."""
    if lang not in LANGUAGES:
        abort(404)
    return shell("offline.html", "", lang)


def _version() -> str:
    """Changes with what the worker keeps, so that a new version replaces the old one."""
    root = Path(current_app.root_path)
    digest = hashlib.sha256()
    for path in ("templates/base.html", "templates/offline.html", *(f"static/{s}" for s in SHELL)):
        digest.update((root / path).read_bytes())
    for lang in LANGUAGES:
        digest.update(json.dumps(first_words(lang)).encode())
    return digest.hexdigest()[:12]


@blueprint.get("/api/openapi.json")
def described() -> Response:
    """What pages and programs may ask, and what they are answered (OpenAPI 3.1)."""
    text = (Path(__file__).parent / "openapi.json").read_text("utf-8")
    answer = Response(text, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
