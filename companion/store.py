"""The store: every event of every game, append-only, in one SQLite file.

An event is appended, and on the disk, before anyone is told of it. The state of
a game is the fold of its events, so there is nothing else to save or to repair
after a crash.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from companion.errors import StoreError, UnreadableGameError

FILE_NAME: Final = "games.sqlite3"

Migration = tuple[str, tuple[str, ...]]

MIGRATIONS: Final[tuple[Migration, ...]] = (
    (
        "0001-games-and-events",
        (
            """CREATE TABLE games (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                board TEXT NOT NULL,
                started TEXT NOT NULL
            ) STRICT""",
            """CREATE TABLE events (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                game INTEGER NOT NULL REFERENCES games (id),
                time TEXT NOT NULL,
                body TEXT NOT NULL
            ) STRICT""",
            "CREATE INDEX events_of_game ON events (game, seq)",
        ),
    ),
    (
        # What has been ruled was ruled: a correction is an event of its own.
        "0002-append-only",
        (
            """CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
               BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
            """CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
               BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
        ),
    ),
)
"""Named steps, oldest first; each is recorded in the transaction that makes it."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it stands in the store.

    Attributes:
        seq: its number, growing over all games of the store, never used twice.
        game: the game it belongs to.
        time: when it was appended, ISO 8601, UTC.
        body: the event itself, with its key "event".
    """

    seq: int
    game: int
    time: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Game:
    """A game's entry.

    Attributes:
        id: its number.
        board: what it is played on.
        started: when it began, ISO 8601, UTC.
        last_seq: the number of its last event, 0 before the first.
        last_time: when that was appended; when it began if there is none.
    """

    id: int
    board: str
    started: str
    last_seq: int
    last_time: str


def default_folder() -> Path:
    """Where games are kept unless ``--data`` says otherwise: the user's own data folder."""
    base = os.environ.get("XDG_DATA_HOME", "")
    # The base directory specification: a relative path there is to be ignored.
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share"
    return root / "realqueen"


def utc_now() -> str:
    """The time now, ISO 8601 in UTC with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """Games and events in ``folder``. Safe to use from many threads.

    Folder and file are made when there is something to keep, so that a start
    which fails leaves nothing behind; that they can be made is tried at once.

    Raises:
        StoreError: from any method, when the disk is full or read-only, or the
            file is no store of this program's.
    """

    def __init__(
        self,
        folder: Path,
        *,
        now: Callable[[], str] = utc_now,
        migrations: tuple[Migration, ...] = MIGRATIONS,
    ) -> None:
        self.folder = folder
        self._now = now
        self._migrations = migrations
        self._lock = threading.RLock()
        self._closed = False
        with self._explained():
            self._kept = (folder / FILE_NAME).exists()
            if not self._kept:
                _try_to_write(folder)
            # An empty store in memory answers every question until there is a game.
            self._db = _connect(folder / FILE_NAME if self._kept else ":memory:")
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. May be called twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._db.close()

    def new_game(self, board: str) -> int:
        """Begin a game on the board of that name; its number."""
        self._keep()
        with self._transaction() as db:
            row = db.execute(
                "INSERT INTO games (board, started) VALUES (?, ?)", (board, self._now())
            )
            return int(row.lastrowid or 0)

    def append(self, game: int, *bodies: dict[str, Any]) -> list[StoredEvent]:
        """Append events that belong together: all of them or none.

        When this returns, they are on the disk.
        """
        time, stored = self._now(), list[StoredEvent]()
        self._keep()
        with self._transaction() as db:
            for body in bodies:
                row = db.execute(
                    "INSERT INTO events (game, time, body) VALUES (?, ?, ?)",
                    (game, time, json.dumps(body, ensure_ascii=False)),
                )
                stored.append(StoredEvent(int(row.lastrowid or 0), game, time, body))
        return stored

    def events(
        self,
        *,
        game: int | None = None,
        board: str | None = None,
        after: int = 0,
        damaged: bool = True,
    ) -> list[StoredEvent]:
        """Events with a number above ``after``, in order; of one game or one board if named.

        Args:
            game: whose events.
            board: whose games' events.
            after: a number.
            damaged: whether one that is damaged is an error; else it is left out.

        Raises:
            UnreadableGameError: one is damaged.
        """
        rows = self._rows(
            """SELECT seq, game, time, body FROM events JOIN games ON games.id = events.game
               WHERE seq > ? AND (? IS NULL OR game = ?) AND (? IS NULL OR board = ?)
               ORDER BY seq""",
            (after, game, game, board, board),
        )
        found = []
        for seq, of, time, text in rows:
            body = _body(text)
            if body is not None:
                found.append(StoredEvent(seq, of, time, body))
            elif damaged:
                raise UnreadableGameError.of(of, f"event {seq} is no JSON object")
        return found

    def newest(self) -> int:
        """The number of the last event in the store, 0 if there is none."""
        return int(self._rows("SELECT COALESCE(MAX(seq), 0) FROM events", ())[0][0])

    def games(self) -> list[Game]:
        """All games, the newest first."""
        return self._games("TRUE")

    def game(self, number: int) -> Game | None:
        """The game of that number, if there is one."""
        return next(iter(self._games("games.id = ?", number)), None)

    def last_game(self, board: str) -> Game | None:
        """The game on the board of that name in which something happened last, if any."""
        games = self._games("games.board = ?", board)
        begun = (game for game in games if game.last_seq)
        return max(begun, key=lambda game: game.last_seq, default=None)

    def _games(self, condition: str, *values: object) -> list[Game]:
        rows = self._rows(
            # With MAX, SQLite takes the other columns from the row that has it.
            f"""SELECT games.id, board, started, COALESCE(MAX(seq), 0), COALESCE(time, started)
                FROM games LEFT JOIN events ON events.game = games.id
                WHERE {condition} GROUP BY games.id ORDER BY games.id DESC""",
            values,
        )
        return [Game(*row) for row in rows]

    def _rows(self, sql: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._explained(), self._lock:
            return self._db.execute(sql, values).fetchall()

    def _keep(self) -> None:
        """Go over from memory to the disk, once there is something to keep."""
        with self._explained(), self._lock:
            if self._kept:
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            empty, self._db = self._db, _connect(self.folder / FILE_NAME)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                self._db = empty
                raise
            empty.close()
            self._kept = True

    def _prepare(self) -> None:
        with self._explained(), self._lock:
            # A power cut can't tear the file (write-ahead log), nor take back an
            # event that people were told of: FULL syncs the log at every commit.
            # An event comes every few seconds, so the sync costs nothing that shows.
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
        with self._transaction() as db:
            db.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, made TEXT)")
        for name, statements in self._migrations:
            self._migrate(name, statements)
        self._refuse_newer({name for name, _ in self._migrations})

    def _migrate(self, name: str, statements: tuple[str, ...]) -> None:
        with self._transaction() as db:
            # Asked inside the transaction: another process may be opening the store too.
            if db.execute("SELECT 1 FROM migrations WHERE name = ?", (name,)).fetchone():
                return
            for statement in statements:
                db.execute(statement)
            db.execute("INSERT INTO migrations (name, made) VALUES (?, ?)", (name, self._now()))

    def _refuse_newer(self, known: set[str]) -> None:
        made = {row[0] for row in self._rows("SELECT name FROM migrations", ())}
        if made - known:
            raise StoreError(
                f"{self.folder / FILE_NAME} was written by a newer version of this program "
                f"({', '.join(sorted(made - known))}): update it, "
                "or choose another folder with --data"
            )

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing: commits at the end, rolls back if anything is raised."""
        with self._explained(), self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                # SQLite has already rolled back by itself after some errors (disk full).
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise _plainly(error, self.folder) from error


def _connect(path: Path | str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    # A damaged text is to spoil its own event, not every answer in which it comes.
    db.text_factory = lambda data: data.decode("utf-8", "replace")
    return db


def _body(text: str) -> dict[str, Any] | None:
    """An event as it was written; None where that is damaged."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _try_to_write(folder: Path) -> None:
    """Fail now, not at the first marble, where nothing can be written; leave no trace."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    with tempfile.TemporaryFile(dir=there) as trial:
        trial.write(b"?")


def _plainly(error: sqlite3.Error | OSError, folder: Path) -> StoreError:
    """What is the matter and what to mend, in one line."""
    whole = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    said = next(iter(whole.splitlines()), type(error).__name__)
    found = (row for sign, *row in _TROUBLES if sign in said.lower())
    code, advice = next(found, ("store-other", f'the system says "{said}"; mend that'))
    told = f"games can't be kept in {folder}: {advice}, or choose another folder with --data"
    return StoreError(told, code, folder=str(folder), said=said)


_TROUBLES: Final = (
    ("full", "store-full", "the disk is full; make room"),
    ("no space left", "store-full", "the disk is full; make room"),
    ("readonly", "store-closed", "it can't be written; let this user write there"),
    ("unable to open", "store-closed", "it can't be written; let this user write there"),
    ("read-only", "store-closed", "it can't be written; let this user write there"),
    ("permission denied", "store-closed", "it can't be written; let this user write there"),
    ("not a directory", "store-closed", "a file is in the way; lay it aside"),
    ("not a database", "store-foreign", "the file there is not a game store; lay it aside"),
    ("already exists", "store-foreign", "the file there is not a game store; lay it aside"),
    (
        "malformed",
        "store-foreign",
        "the file there is damaged; put a backup in its place (realqueen restore --replace)",
    ),
    ("locked", "store-locked", "another program holds it; end that one"),
)
"""What SQLite or the system says, the page's code for it, and what to do."""
