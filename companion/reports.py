"""Wrong rulings kept in the data folder: a bounded number of files, the oldest give way."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from calibration.files import whole_file
from companion.bundle import Report, write_bundle
from companion.errors import StoreError

MOST_FILES: Final = 20

_NAME: Final = re.compile(r"wrong-ruling-[0-9]{8}-[0-9]{6}-[0-9]{6}\.zip")


class Reports:
    """The folder of wrong rulings.

    Args:
        folder: made with the first.
        most: how many are kept.
    """

    def __init__(self, folder: Path, most: int = MOST_FILES) -> None:
        self._folder, self._most = folder, most

    def keep(self, report: Report) -> str:
        """Write one; its name.

        Raises:
            StoreError: it can't be written; nothing is left behind.
        """
        name = f"wrong-ruling-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.zip"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with whole_file(self._folder / name) as file:
                write_bundle(report, file)
            self._forget(name)
        except OSError as error:
            raise StoreError(
                f"the wrong ruling can't be kept: {error.strerror}",
                "report",
                said=error.strerror,
            ) from error
        return name

    def path(self, name: str) -> Path | None:
        """Where the report of that name is; None if there is none."""
        path = self._folder / name
        return path if _NAME.fullmatch(name) and path.is_file() else None

    def _forget(self, newest: str) -> None:
        """Delete the oldest; never the one just made, though the calendar may have jumped back."""
        kept = [p for p in self._folder.glob("*.zip") if _NAME.fullmatch(p.name)]
        kept.sort(key=lambda path: (path.name == newest, _made(path), path.name))
        for old in kept[: -self._most]:
            old.unlink(missing_ok=True)


def _made(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0  # another request has just deleted it
