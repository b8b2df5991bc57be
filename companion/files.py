"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from calibration.files import whole_file
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
        with whole_file(path) as file:
            file.write(text.encode("utf-8"))
    except OSError as error:
        raise CompanionError(f"{path} can't be written: {error.strerror}") from error
