"""Folders to work in beside a result, and what is left of those whose process was killed."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from companion.tenant import only_one_in

OLD_S: Final = 3600.0
"""Younger ones are let be: whoever works there may be in a container, out of our sight."""

PREFIX: Final = ".realqueen-unfinished-"
_OURS: Final = re.compile(re.escape(PREFIX) + "[a-z0-9_]{8}")


@contextmanager
def scratch(folder: Path) -> Iterator[Path]:
    """A folder beside the result, so that the last step is a rename on one disk.

    It goes with all that is in it; those that were left there before are swept first.

    Raises:
        OSError: none can be made there.
    """
    _sweep(folder)
    with tempfile.TemporaryDirectory(dir=folder, prefix=PREFIX) as made, only_one_in(Path(made)):
        yield Path(made)


def _sweep(folder: Path) -> None:
    """Delete what nobody works in any more."""
    # What can't be listed or deleted harms nothing.
    with suppress(OSError):
        for left in filter(_is_left, list(folder.iterdir())):
            # Age alone does not tell: a Pi's clock leaps by months when it first hears the time.
            with suppress(OSError, CompanionError), only_one_in(left):
                shutil.rmtree(left)


def _is_left(path: Path) -> bool:
    if not _OURS.fullmatch(path.name) or path.is_symlink() or not path.is_dir():
        return False
    return time.time() - max(map(_touched, [path, *path.rglob("*")])) > OLD_S


def _touched(path: Path) -> float:
    return os.lstat(path).st_mtime
