"""Which source to watch: what was asked for, or the best there is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from vision.errors import SourceError
from vision.sources import Source, open_source

DEMO: Final = "recording:demo"

LATER: Final = ("picamera2", "simulator")
"""Named in the interfaces and not there yet; better said than guessed at."""


def choose_source(name: str, *, realtime: bool) -> Source:
    """Open the source of that name; ``auto`` is a webcam, else the built-in recording.

    Raises:
        CompanionError: this version has no such source.
        SourceError: it can't be opened.
    """
    if name in LATER:
        raise CompanionError(f"source {name} is not there yet: use webcam:0 or recording:PATH")
    if name != "auto":
        _check(name)
        return open_source(name, realtime=realtime)
    # Without a device there is nothing to try, and OpenCV would complain aloud.
    if sys.platform != "linux" or list(Path("/dev").glob("video*")):
        try:
            return open_source("webcam:0", realtime=realtime)
        except SourceError as error:
            print(f"realqueen: {error}", file=sys.stderr)
    print("realqueen: no camera found, showing the built-in recording", file=sys.stderr)
    return open_source(DEMO, realtime=realtime)


def _check(name: str) -> None:
    """A misspelt source is told by the names that there are, not as a recording that is missing."""
    kind, _, path = name.partition(":")
    if (kind == "recording" and not path) or not (
        kind in ("recording", "webcam") or Path(name).exists()
    ):
        raise CompanionError(f"no source {name!r}: use auto, webcam[:N] or recording:PATH")
