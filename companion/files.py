"""Files written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from companion.errors import CompanionError


def check_writable(path: Path) -> None:
    """Find out before the work whether its result can be written.

    Raises:
        CompanionError: it can't.
    """
    folder = path.parent
    if path.is_dir():
        raise CompanionError(f"{path} is a folder: name a file in it")
    if not folder.is_dir():
        raise CompanionError(f"{path} can't be written: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise CompanionError(f"{path} can't be written: the folder {folder} is read-only")


def write_whole(path: Path, text: str) -> None:
    """Write a text file; whatever happens, there is either the old file or the new one.

    Raises:
        CompanionError: it can't be written; nothing is left behind.
    """
    try:
        # Beside its place, so that the rename is one step on one disk.
        with tempfile.NamedTemporaryFile(
            "w",
            encoding="utf-8",
            newline="",
            dir=path.parent,
            prefix=f".{path.name}.",
            delete=False,
        ) as file:
            try:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, 0o666 & ~_umask())
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise
    except OSError as error:
        raise CompanionError(f"{path} can't be written: {error.strerror}") from error


def _umask() -> int:
    """The process's mask; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
