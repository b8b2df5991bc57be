"""Errors as JSON problem documents (RFC 9457), and never a traceback at a visitor.

A person who opens a wrong address gets the same as a page.
"""

from __future__ import annotations

import json
import logging

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, NotFound

from companion.errors import CompanionError, TooManyStreamsError
from companion.web.asking import language, told
from companion.web.page import shell
from companion.words import problem_text

log = logging.getLogger(__name__)

RETRY_S = 10
"""When a page that found no place, or no disk, may ask again."""


def problem(status: int, title: str, detail: str, **more: object) -> Response:
    """A problem document of that HTTP status; ``more`` are members of ours, as ``code``."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail} | more
    answer = Response(
        json.dumps(body, ensure_ascii=False), status, mimetype="application/problem+json"
    )
    answer.headers["Cache-Control"] = "no-store"
    if status == 503:
        answer.headers["Retry-After"] = str(RETRY_S)
    return answer


def _answer(status: int, title: str, detail: str) -> Response:
    """The problem as a page to a person who opens an address, to programs as a document."""
    kinds = ("application/problem+json", "text/html")
    person = request.accept_mimetypes.best_match(kinds) == "text/html"
    answer = problem(status, title, detail)
    if not person or request.path.startswith("/api/"):
        return answer
    page = shell("problem.html", "", detail=detail[:1].upper() + detail[1:])
    page.status_code = status
    page.headers["Cache-Control"] = "no-store"
    if "Retry-After" in answer.headers:
        page.headers["Retry-After"] = answer.headers["Retry-After"]
    return page


def _http(error: HTTPException) -> Response:
    detail = error.description or error.name
    if isinstance(error, NotFound) and detail == NotFound.description:
        detail = told("nothing-here")
    answer = _answer(error.code or 500, error.name, detail)
    for name, value in error.get_headers():
        if name.lower() in ("allow", "location"):
            answer.headers[name] = value
    return answer


def _unavailable(error: CompanionError) -> Response:
    title = "Too many pages" if isinstance(error, TooManyStreamsError) else "Not available"
    return _answer(503, title, problem_text(error, language()))


def _unexpected(error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return problem(500, "Internal Server Error", told("mistake"))


def register(app: Flask) -> None:
    """Let every error of the app leave as a problem document."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CompanionError, _unavailable)
    app.register_error_handler(Exception, _unexpected)
