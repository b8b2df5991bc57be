"""Files written whole or not at all, and what is left of those that were not."""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from calibration.files import whole_file
from companion.errors import CompanionError

OLD_S: Final = 60.0
"""A draft that was written to within that time may be another command's, which still writes."""

_DRAFT: Final = re.compile(
    r"\.(pin|calibration-.+\.json|wrong-ruling-.+\.zip|[0-9-]+\.jpg)\.[0-9a-f]{8}"
)


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


def sweep(*folders: Path) -> None:
    """Delete the drafts of our own files that a killed process or a power cut has left."""
    for folder in folders:
        # What can't be listed or deleted harms nothing.
        with suppress(OSError):
            for path in filter(_is_left, folder.iterdir()):
                path.unlink()


def _is_left(path: Path) -> bool:
    drafts = _DRAFT.fullmatch(path.name) and path.is_file()
    return bool(drafts) and time.time() - path.stat().st_mtime > OLD_S
