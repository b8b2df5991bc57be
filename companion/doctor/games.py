"""Games and calibrations that are kept: whether ``run`` can use them. Nothing is written."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from calibration.errors import CalibrationError
from calibration.model import load_calibration
from companion.doctor.finding import Finding, Level
from companion.store import FILE_NAME, MIGRATIONS

_NOT_OURS: Final = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""No database, or one without our tables and columns."""


def kept(folder: Path) -> Iterator[Finding]:
    """Whether the games can be read and gone on with; that there are none is fine."""
    file = folder / FILE_NAME
    values = {"file": str(file), "folder": str(folder)}
    try:
        file.stat()
        with closing(_connect_to_read(file)) as db:
            level, key, found = _judged(db)
    except (FileNotFoundError, NotADirectoryError):
        level, key, found = Level.OK, "none", {}
    except OSError as error:
        level, key, found = Level.BAD, "closed", {"reason": error.strerror or str(error)}
    except sqlite3.Error as error:
        level, key, found = Level.BAD, _key(error), {"reason": _line(str(error))}
    yield Finding("games", level, key, values | found)


def calibrations(folder: Path) -> Iterator[Finding]:
    """Those that can't be read: with them no interrupted game goes on, and no backup has them."""
    for path in sorted(folder.glob("calibration-*.json")):
        try:
            load_calibration(path)
        except CalibrationError as error:
            values = {"file": str(path), "reason": str(error)}
            yield Finding("calibration", Level.WARNING, "unreadable", values)


def _connect_to_read(file: Path) -> sqlite3.Connection:
    place = file.resolve()
    # Without a log SQLite would lay one there, which would be root's if the doctor is.
    logged = os.path.exists(f"{place}-wal")
    how = "mode=ro" if logged else "mode=ro&immutable=1"
    return sqlite3.connect(f"{place.as_uri()}?{how}", uri=True)


def _judged(db: sqlite3.Connection) -> tuple[Level, str, dict[str, Any]]:
    """Its level, key and values."""
    ((said,),) = db.execute("PRAGMA integrity_check(1)").fetchall()
    if said != "ok":
        return Level.BAD, "damaged", {"reason": _line(said)}
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    if not tables:
        return Level.OK, "none", {}  # an empty file: the first game makes a store of it
    known = [name for name, _ in MIGRATIONS]
    made = {str(name) for (name,) in db.execute("SELECT name FROM migrations")}
    if known[0] not in made:
        return Level.BAD, "foreign", {}
    if made.difference(known):
        return Level.BAD, "newer", {"reason": ", ".join(sorted(made.difference(known)))}
    ((games,),) = db.execute("SELECT COUNT(*) FROM games").fetchall()
    return Level.OK, "fine", {"games": games}


def _key(error: sqlite3.Error) -> str:
    """What it is that SQLite's error tells of the file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code
    if code == sqlite3.SQLITE_CORRUPT:
        return "damaged"
    return "foreign" if code in _NOT_OURS else "closed"


def _line(text: str) -> str:
    """SQLite tells where on lines of their own."""
    return next(iter(text.splitlines()), "?")
