"""A wrong ruling as one file: what was seen, what was known, and what would have been right.

A zip archive with

    meta.json           kind, version, what is right and who says so, settings, the pictures' times
    calibration.json    of the camera and the board, if there was one
    events.json         of the game, as the store has them
    pictures/0000.jpg   what the camera showed, oldest first

Who opens one trusts nothing in it: names, sizes and numbers are checked before
anything is unpacked, and nothing is written to the disk but the calibration, into
a folder of its own.
"""

from __future__ import annotations

import base64
import itertools
import json
import math
import re
import struct
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from calibration.model import Calibration, save_calibration
from companion.errors import CompanionError
from companion.fitting import load_for_game
from companion.ring import Kept
from companion.store import StoredEvent
from engine.errors import EngineError
from engine.events import Event, event_from_json
from engine.game import GameState, fold
from engine.rules import Rules
from vision.errors import SourceError
from vision.sources import BaseSource, picture_in
from vision.sources.told_size import told_size
from vision.sources.torn import JPEG
from vision.types import Frame

KIND: Final = "realqueen wrong ruling"
VERSION: Final = 1

MOST_FILES: Final = 200
MOST_BYTES: Final = 64_000_000
"""Of the archive, and of all that is in it: pictures don't pack any further."""
MOST_PIXELS: Final = 4096 * 4096
LONGEST_TEXT: Final = 2000

_LIMITS: Final = {
    r"meta\.json": 1_000_000,
    r"events\.json": 8_000_000,
    r"calibration\.json": 32_000_000,
    r"pictures/[0-9]{4}\.jpg": 8_000_000,
}
"""What may be in it, and how large."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that a bundle tells of a table.

    Attributes:
        meta: settings and words, JSON.
        pictures: what the camera showed.
        events: of the game.
        calibration: of the eyes, None before there was one.
    """

    meta: dict[str, Any]
    pictures: Sequence[Kept]
    events: Sequence[StoredEvent]
    calibration: Calibration | None


def write_bundle(report: Report, out: BinaryIO) -> None:
    """Write the archive.

    Raises:
        OSError: it can't be written.
    """
    meta = {"kind": KIND, "version": VERSION} | report.meta
    meta["pictures"] = [
        {"index": kept.index, "time_s": kept.time_s, "seq": kept.seq} for kept in report.pictures
    ]
    events = [{"seq": event.seq, "time": event.time, "body": event.body} for event in report.events]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("meta.json", _json(meta))
        archive.writestr("events.json", _json(events))
        if report.calibration is not None:
            archive.writestr("calibration.json", _calibration_bytes(report.calibration))
        for number, kept in enumerate(report.pictures):
            name = f"pictures/{number:04d}.jpg"
            archive.writestr(name, kept.jpeg, compress_type=zipfile.ZIP_STORED)


class Bundle(BaseSource):
    """A wrong ruling to be looked at again: a source of its pictures, and what was known.

    Args:
        path: of the archive.

    Attributes:
        meta: settings, and what somebody says is right.
        calibration: of the eyes, or None.
        known: the game's events before the first picture.
        state: the game as it stood then; None if there was none.
        rules: the profile of a game that begins in it.

    Raises:
        CompanionError: it can't be read, or is no bundle.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self.name = f"recording:{path}"
        files = _Files(path)
        self.meta = files.meta()
        self._times = files.times(self.meta)
        self._jpegs = files.pictures(len(self._times))
        self.calibration = files.calibration()
        self.known = files.events(self._times[0][1] if self._times else 0)
        self.state = files.state(self.known)
        self.rules = files.rules(self.meta)
        self._files = files

    def __iter__(self) -> Iterator[Frame]:
        for index, (jpeg, (time_s, _)) in enumerate(zip(self._jpegs, self._times, strict=True)):
            try:
                image = picture_in(jpeg, f"picture {index}")
            except SourceError as error:
                raise self._files.broken(str(error)) from error
            yield Frame(image, index, time_s)


def is_bundle(path: Path) -> bool:
    """Whether a file should be read as a bundle."""
    return path.suffix.lower() == ".zip" and path.is_file()


class _Files:
    """The files of an archive, each within its limit."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            if path.stat().st_size > MOST_BYTES:
                raise self.broken(f"it is larger than {MOST_BYTES // 1_000_000} MB")
            with zipfile.ZipFile(path) as archive:
                self._files = dict(self._read(archive))
        except OSError as error:
            raise CompanionError(f"can't read {path}: {error.strerror or error}") from error
        except (zipfile.BadZipFile, zipfile.LargeZipFile, RuntimeError, ValueError) as error:
            # RuntimeError: encrypted. NotImplementedError, a kind of it: an unknown packing.
            raise self.broken(str(error)) from error
        except (EOFError, struct.error, UnicodeError) as error:
            raise self.broken("the archive is damaged") from error
        except Exception as error:  # zlib, lzma and bz2 have errors of their own
            if isinstance(error, CompanionError):
                raise
            raise self.broken("the archive is damaged") from error

    def broken(self, why: str) -> CompanionError:
        """It is no bundle."""
        return CompanionError(f"{self._path} is no wrong ruling that can be looked at: {why}")

    def meta(self) -> dict[str, Any]:
        """What is known of it."""
        meta = self._json("meta.json")
        if not isinstance(meta, dict) or meta.get("kind") != KIND:
            raise self.broken("its meta.json is another program's")
        if meta.get("version") != VERSION:
            raise self.broken(f"it is of version {meta.get('version')!r}, not {VERSION}")
        return meta

    def times(self, meta: dict[str, Any]) -> list[tuple[float, int]]:
        """Of every picture its time and the number of the last event before it."""
        told = meta.get("pictures")
        if not isinstance(told, list) or not all(isinstance(item, dict) for item in told):
            raise self.broken("meta.json does not list its pictures")
        times = [(item.get("time_s"), item.get("seq")) for item in told]
        for time_s, seq in times:
            if isinstance(time_s, bool) or not isinstance(time_s, int | float):
                raise self.broken("a picture has no time")
            if not math.isfinite(time_s) or isinstance(seq, bool) or not isinstance(seq, int):
                raise self.broken("a picture has no time")
        if any(b[0] < a[0] for a, b in itertools.pairwise(times)):
            raise self.broken("its pictures are not in order")
        return times

    def pictures(self, count: int) -> list[bytes]:
        """The JPEGs, none larger than any camera's."""
        names = [f"pictures/{number:04d}.jpg" for number in range(count)]
        lying = sorted(name for name in self._files if name.startswith("pictures/"))
        if names != lying:
            raise self.broken("its pictures are not those that meta.json lists")
        jpegs = [self._files[name] for name in names]
        for name, jpeg in zip(names, jpegs, strict=True):
            if not (jpeg.startswith(JPEG) and _small(jpeg)):
                raise self.broken(f"{name} is no picture, or too large")
        return jpegs

    def calibration(self) -> Calibration | None:
        """Of the eyes."""
        data = self._files.get("calibration.json")
        if data is None:
            return None
        self._check_bare_picture(self._json("calibration.json"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "calibration.json"
            path.write_bytes(data)
            return load_for_game(path)

    def events(self, seq: int) -> list[Event]:
        """The game's events up to that number."""
        told = self._json("events.json")
        if not isinstance(told, list) or not all(isinstance(item, dict) for item in told):
            raise self.broken("its events.json is no list of events")
        try:
            return [event_from_json(item["body"]) for item in told if int(item["seq"]) <= seq]
        except (EngineError, KeyError, TypeError, ValueError) as error:
            raise self.broken(f"its events are none ({error})") from error

    def state(self, events: list[Event]) -> GameState | None:
        """The game after them."""
        try:
            return fold(events) if events else None
        except (EngineError, TypeError, ValueError, AttributeError) as error:
            raise self.broken(f"its events are no game ({error})") from error

    def rules(self, meta: dict[str, Any]) -> Rules:
        """The profile."""
        try:
            return Rules(str(meta.get("rules", Rules.OFFICIAL)))
        except ValueError as error:
            raise self.broken("its rules are neither official nor classic") from error

    def _read(self, archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
        infos = archive.infolist()
        if len(infos) > MOST_FILES:
            raise self.broken(f"there are more than {MOST_FILES} files in it")
        if len({info.filename for info in infos}) != len(infos):
            raise self.broken("a file is in it twice")
        left = MOST_BYTES
        for info in infos:
            limit = min(left, self._limit(info.filename))
            # What an archive says of its sizes may be a lie: no more than this is unpacked.
            with archive.open(info) as file:
                data = file.read(limit + 1)
            if len(data) > limit:
                raise self.broken(f"{info.filename} is too large")
            left -= len(data)
            yield info.filename, data

    def _limit(self, name: str) -> int:
        for pattern, limit in _LIMITS.items():
            if re.fullmatch(pattern, name):
                return limit
        raise self.broken(f"{name[:60]!r} does not belong in it")

    def _json(self, name: str) -> Any:
        if name not in self._files:
            raise self.broken(f"there is no {name} in it")
        try:
            return json.loads(self._files[name])
        except (ValueError, RecursionError) as error:
            raise self.broken(f"{name} is not JSON") from error

    def _check_bare_picture(self, data: Any) -> None:
        """A PNG of a few bytes may unpack to gigabytes; its head says how large it is."""
        try:
            png = base64.b64decode(data["bare_png"], validate=True)
        except (TypeError, KeyError, ValueError) as error:
            raise self.broken("its calibration has no picture of the bare board") from error
        if not _small(png):
            raise self.broken("its picture of the bare board is none, or too large")


def _small(picture: bytes) -> bool:
    """Whether it says that it is no larger than any camera's."""
    width, height = told_size(picture) or (0, 0)
    return 0 < width * height <= MOST_PIXELS


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _calibration_bytes(calibration: Calibration) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "calibration.json"
        save_calibration(calibration, path)
        return path.read_bytes()
