"""The PIN that makes a visitor of the page a referee.

Six digits, kept in the data folder over restarts, so that a referee's phone and
the note on the table stay right. It is shown where only someone at the device
sees it: at a terminal, and on the page's own screen (``companion.web.screen``). Where
the output goes elsewhere, as into a journal, only how to read the file is told.
"""

from __future__ import annotations

import logging
import re
import secrets
from pathlib import Path
from typing import Final

from calibration.files import whole_file

log = logging.getLogger(__name__)

FILE_NAME: Final = "pin"

DIGITS: Final = 6


def is_pin(text: str) -> bool:
    """Whether a text is six digits."""
    return re.fullmatch(rf"[0-9]{{{DIGITS}}}", text) is not None


class PinShelf:
    """Where the PIN lies, readable by this user alone.

    Args:
        folder: the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def take(self) -> str:
        """The PIN of the last time; a new one if there is none that can be read."""
        try:
            kept = self.path.read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            kept = ""
        return kept if is_pin(kept) else f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"

    def keep(self, pin: str) -> None:
        """Keep it. A game goes on without, so a full disk is only logged."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self.path, rights=0o600) as file:
                file.write(f"{pin}\n".encode("ascii"))
        except OSError as error:
            log.warning("the PIN can't be kept, the next start makes another: %s", error)
