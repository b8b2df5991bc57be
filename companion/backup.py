"""Games and calibrations in one file, and back again, each checked.

The file is a zip of ``games.sqlite3`` (a copy made by SQLite's own backup, so it may
be taken while the companion runs), the calibrations, and ``manifest.json`` with the
size and SHA-256 of each.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from calibration.errors import CalibrationError
from calibration.model import load_calibration
from companion.errors import CompanionError, StoreError
from companion.scratch import scratch
from companion.store import FILE_NAME, MIGRATIONS, Store, utc_now

MANIFEST: Final = "manifest.json"
KIND: Final = "realqueen backup"
VERSION: Final = 1
MOST_BYTES: Final = 4 << 30
"""More than decades of play; a file that unpacks to more is not ours."""

MOST_MANIFEST: Final = 1_000_000
"""Bytes of a manifest; a few hundred are enough, and more would have to fit into memory."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds.

    Attributes:
        games: how many games.
        files: names of the calibrations.
        made: when, ISO 8601.
        left_out: of every calibration that can't be read and is left where it was, why.
    """

    games: int
    files: tuple[str, ...]
    made: str
    left_out: tuple[str, ...] = ()


def back_up(folder: Path, target: Path) -> Contents:
    """Write all games and calibrations into one file; what was written is read again.

    Not in it are the pictures of rulings, wrong rulings that were saved, and the PIN, which
    the next start makes anew.

    Raises:
        CompanionError: there is nothing to back up, or it can't be written, or what is
            there is no backup; a file that was there is left as it was.
    """
    if not (folder / FILE_NAME).is_file():
        raise CompanionError(f"there are no games in {folder}; name another folder with --data")
    _check_replaceable(target, folder)
    _check_readable(folder / FILE_NAME)
    with _explained(f"{target} can't be written"), scratch(target.parent) as aside:
        copy_database(folder / FILE_NAME, aside / FILE_NAME)
        shelved, left_out = _readable(sorted(folder.glob("calibration-*.json")))
        for path in shelved:
            (aside / path.name).write_bytes(path.read_bytes())
        packed = aside / "backup.zip"
        _pack(aside, [FILE_NAME, *(path.name for path in shelved)], packed)
        with _opened(packed, aside / "check") as (contents, _):
            os.replace(packed, target)
            _sync_folder(target.parent)
            return Contents(contents.games, contents.files, contents.made, tuple(left_out))


def _readable(calibrations: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """Those that can be read, and why the others can't: they are no reason to lose games."""
    good, why = list[Path](), list[str]()
    for path in calibrations:
        try:
            load_calibration(path)
            good.append(path)
        except CalibrationError as error:
            why.append(str(error))
    return good, why


def restore(source: Path, folder: Path, *, replace: bool = False) -> Contents:
    """Put the games and calibrations of a backup into the data folder.

    Nothing is touched before the whole backup has been checked; a calibration that this
    version can't read is left out, as a board is soon found again. Games go in as one
    transaction of SQLite's, so that a power cut leaves the old ones or the new ones.
    Games that are damaged are not replaced but laid aside.

    Args:
        source: the backup.
        folder: made if it isn't there. The companion must not be running there.
        replace: whether games that are there may go.

    Raises:
        CompanionError: it is no backup, broken, from a newer version, or there are games.
    """
    if not replace and _has_games(folder):
        raise CompanionError(
            f"there are games in {folder} already; back them up first, "
            "then say --replace to have them replaced"
        )
    with _explained(f"{folder} can't be written"):
        folder.mkdir(parents=True, exist_ok=True)
        with scratch(folder) as aside, _opened(source, aside) as (contents, files):
            with Store(aside):
                pass  # refuses what a newer version wrote
            if (folder / FILE_NAME).exists() and _is_damaged(folder / FILE_NAME):
                _lay_aside(folder / FILE_NAME)
            copy_database(aside / FILE_NAME, folder / FILE_NAME)
            for name in files:
                os.replace(aside / name, folder / name)
            _sync_folder(folder)
            return contents


def _is_damaged(games: Path) -> bool:
    try:
        with closing(_connect_to_read(games)) as db:
            return bool(db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",))
    except sqlite3.OperationalError:
        raise  # it can't be opened, or another program holds it
    except sqlite3.DatabaseError:
        return True


def _lay_aside(place: Path) -> None:
    """Damaged games may still be of use to somebody; with their log, or that would spoil others."""
    aside = place.with_name(f"{place.name}.damaged-{utc_now().replace(':', '')}")
    for end in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            os.replace(f"{place}{end}", f"{aside}{end}")


def _check_readable(path: Path) -> None:
    """Find out before the work whether the fault would be the games', not the backup's."""
    try:
        with closing(_connect_to_read(path)) as db:
            db.execute("SELECT COUNT(*) FROM games")
            made = {name for (name,) in db.execute("SELECT name FROM migrations")}
    except sqlite3.Error as error:
        raise CompanionError(f"{path} is no store of games, or damaged ({error})") from error
    if MIGRATIONS[0][0] not in made:
        raise CompanionError(f"{path} is no store of games: another program made it")


def _check_replaceable(target: Path, folder: Path) -> None:
    """Only a backup may be where a backup goes: a slip would cost the games themselves."""
    place = Path(os.path.realpath(target))
    if place in _store_files(folder) or (place.parent == folder.resolve() and _is_ours(place.name)):
        raise CompanionError(f"{target} is where the companion keeps its own: name another file")
    if os.path.exists(target) and not _is_backup(target):
        raise CompanionError(f"{target} is there and is no backup: name another file")


def _store_files(folder: Path) -> list[Path]:
    """The games and SQLite's files beside them, which may be there at any moment."""
    games = (folder / FILE_NAME).resolve()
    return [games.with_name(games.name + end) for end in ("", "-wal", "-shm", "-journal")]


def _is_backup(path: Path) -> bool:
    if not path.is_file():
        return False  # a folder, or a device that would have to be waited for
    try:
        with zipfile.ZipFile(path) as packed:
            return bool(_read_manifest(packed)["kind"] == KIND)
    except (OSError, *_NO_BACKUP, *_SPOILT):
        return False


def copy_database(source: Path, target: Path) -> None:
    """Copy an SQLite file as a whole, also while it is written to; checked afterwards.

    Raises:
        CompanionError: the copy is not sound.
    """
    with closing(_connect_to_read(source)) as old, closing(_connect(target)) as new:
        old.backup(new)
        ((said,),) = new.execute("PRAGMA integrity_check(1)").fetchall()
    if said != "ok":
        # SQLite says where on lines of their own.
        raise CompanionError(f"{source} is damaged ({said.splitlines()[0]})")


def _connect_to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=10)
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _has_games(folder: Path) -> bool:
    if not (folder / FILE_NAME).exists():
        return False
    try:
        with Store(folder) as store:
            return bool(store.games())
    except StoreError:
        return True  # damaged, or a newer version's: not to be replaced unasked either


def _pack(folder: Path, names: list[str], target: Path) -> None:
    entries = {name: _entry(folder / name) for name in names}
    manifest = {"kind": KIND, "version": VERSION, "made": utc_now(), "files": entries}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(MANIFEST, json.dumps(manifest, indent=1))
        for name in names:
            packed.write(folder / name, name)
    with target.open("rb") as written:
        os.fsync(written.fileno())


def _entry(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return {
            "bytes": path.stat().st_size,
            "sha256": hashlib.file_digest(file, "sha256").hexdigest(),
        }


_NO_BACKUP: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
)
"""What reading a file raises that is no zip, or whose entries are not a backup's."""

_SPOILT: Final = (NotImplementedError, RuntimeError)
"""What ``zipfile`` raises of zips that it can't unpack: another method, a password."""


@contextmanager
def _opened(source: Path, folder: Path) -> Iterator[tuple[Contents, list[str]]]:
    """Unpack a backup into ``folder`` and check all of it; its contents and calibrations."""
    folder.mkdir(exist_ok=True)
    try:
        with zipfile.ZipFile(source) as packed:
            manifest = _manifest(packed, source)
            for name, entry in manifest["files"].items():
                _unpack(packed, name, entry, folder)
        packed_beside = [folder / name for name in manifest["files"] if name != FILE_NAME]
        shelved, why = _readable(packed_beside)
        games = _count_games(folder / FILE_NAME)
    except OSError as error:
        if error.filename is not None and Path(error.filename) != source:
            raise
        raise CompanionError(f"can't read {source}: {error.strerror}") from error
    except _NO_BACKUP as error:
        raise CompanionError(f"{source} is not a backup of this program, or broken") from error
    except (sqlite3.Error, *_SPOILT) as error:
        raise CompanionError(f"{source} is damaged: {error}") from error
    names = tuple(path.name for path in shelved)
    # Where it was unpacked is soon gone, and nobody's business.
    left_out = tuple(f"{source}: {said.replace(f'{folder}{os.sep}', '')}" for said in why)
    yield Contents(games, names, str(manifest["made"]), left_out), list(names)


def _manifest(packed: zipfile.ZipFile, source: Path) -> dict[str, Any]:
    manifest = _read_manifest(packed)
    if manifest["kind"] != KIND:
        raise ValueError
    if manifest["version"] > VERSION:
        raise CompanionError(f"{source} was written by a newer version of this program: update it")
    for name in manifest["files"]:
        if not _is_ours(name) or Path(name).name != name:
            raise ValueError
    if FILE_NAME not in manifest["files"]:
        raise ValueError
    if sum(int(entry["bytes"]) for entry in manifest["files"].values()) > MOST_BYTES:
        raise ValueError
    return manifest


def _read_manifest(packed: zipfile.ZipFile) -> dict[str, Any]:
    """The manifest, not checked; the size that a zip gives for it may be a lie."""
    with packed.open(MANIFEST) as file:
        text = file.read(MOST_MANIFEST + 1)
    if len(text) > MOST_MANIFEST:
        raise ValueError
    manifest: dict[str, Any] = json.loads(text)
    return manifest


def _is_ours(name: str) -> bool:
    return name == FILE_NAME or (name.startswith("calibration-") and name.endswith(".json"))


def _unpack(packed: zipfile.ZipFile, name: str, entry: dict[str, Any], folder: Path) -> None:
    left, digest = int(entry["bytes"]), hashlib.sha256()
    with packed.open(name) as inside, (folder / name).open("wb") as outside:
        while chunk := inside.read(1 << 20):
            left -= len(chunk)
            if left < 0:
                raise ValueError
            digest.update(chunk)
            outside.write(chunk)
        outside.flush()
        os.fsync(outside.fileno())
    if left or digest.hexdigest() != entry["sha256"]:
        raise ValueError


def _count_games(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        ((said,),) = db.execute("PRAGMA integrity_check(1)").fetchall()
        if said != "ok":
            raise ValueError
        return int(db.execute("SELECT COUNT(*) FROM games").fetchone()[0])


@contextmanager
def _explained(what: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise CompanionError(f"{what}: {error}") from error
    except OSError as error:
        raise CompanionError(f"{what}: {error.strerror or error}") from error


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
