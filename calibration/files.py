"""Files: written whole or not at all, and read with what is wrong named."""

from __future__ import annotations

import errno
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from calibration.errors import CalibrationError


@contextmanager
def whole_file(path: Path, *, rights: int = 0o666, lasting: bool = True) -> Iterator[BinaryIO]:
    """A file to write, which takes its place once all of it is written.

    Whatever happens, there is then either the old file or the new one, and nothing else.

    Args:
        path: its place.
        rights: of the file, less what the process's mask takes away.
        lasting: whether it outlives a power cut once this ends; waiting for that takes time.

    Raises:
        OSError: it can't be written, or a pipe or a device stands there: the file would take
            its place, /dev/null's too.
    """
    if _endless(path):
        raise OSError(errno.EEXIST, "it is a pipe or a device, not a file", str(path))
    # Beside its place, so that the rename is one step on one disk.
    aside = path.parent / f".{path.name}.{secrets.token_hex(4)}"
    # Made with its rights, so that it is never readable by others.
    descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, rights)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            if lasting:
                os.fsync(descriptor)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
    if lasting:
        _keep_names(path.parent)


def _endless(path: Path) -> bool:
    """Whether a pipe or a device stands there."""
    return path.exists() and not (path.is_file() or path.is_dir())


def _keep_names(folder: Path) -> None:
    """Bring the folder's list of names to the disk (fsync(2)), where its system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        return  # it may be written but not listed: then not
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)


def read_object(path: Path, kind: str, version: int, name: str, command: str) -> dict[str, Any]:
    """The JSON object in a file of ours; what is in it has still to be checked.

    Args:
        path: of the file.
        kind: what it says that it is.
        version: the one that is read.
        name: of such a file, for people.
        command: that makes one.

    Raises:
        CalibrationError: it can't be read, or is another program's or of another version.
    """
    try:
        if _endless(path):  # whoever reads it may wait for ever
            raise CalibrationError(f"{path} is a pipe or a device, not {name}")
        data = json.loads(path.read_bytes(), object_pairs_hook=_once)
    except OSError as error:
        raise CalibrationError(f"can't read {path}: {error.strerror}") from error
    except _TwiceError as error:
        raise CalibrationError(
            f"{path} says twice what {error} is; which of them is meant can't be told, "
            f"make it anew with: {command}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise CalibrationError(f"{path} is not {name}: it is not JSON") from error
    if not isinstance(data, dict) or data.get("kind") != kind:
        raise CalibrationError(f"{path} is not {name}; make one with: {command}")
    told = data.get("version")
    if isinstance(told, bool) or told != version:
        raise CalibrationError(
            f"{path} is of version {json.dumps(told)[:20]}, this companion reads {version}; "
            f"make it anew with: {command}"
        )
    return data


class _TwiceError(Exception):
    """A part that stands twice in an object; the message is its name."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which nothing is said twice: JSON allows it, and the last would count."""
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        raise _TwiceError(json.dumps(next(n for n in names if names.count(n) > 1))[:40])
    return data


def write_whole(path: Path, data: bytes) -> None:
    """Write it whole or not at all.

    Raises:
        CalibrationError: it can't be written.
    """
    try:
        with whole_file(path) as file:
            file.write(data)
    except OSError as error:
        raise CalibrationError(f"can't write {path}: {error.strerror}") from error
