"""Which source to watch: what was asked for, or the best there is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from companion.errors import CompanionError
from vision.errors import SourceError
from vision.simulator import Simulator
from vision.sources import MAINS, RATE, Source, open_source

DEMO: Final = "recording:demo"

CAMERAS: Final = ("picamera2", "webcam")


def choose_source(
    name: str,
    *,
    realtime: bool,
    rate: float = RATE,
    wait_for_camera: bool = False,
    mains: int = MAINS,
) -> Source:
    """Open the source of that name.

    ``auto`` is a Pi camera, else a webcam, else the built-in recording; or, where a
    camera is waited for, whichever of the two comes first.

    Args:
        name: as interfaces.md has them.
        realtime: whether a recording is shown at its own pace.
        rate: of a camera, at most so many frames a second.
        wait_for_camera: begin without the camera if it isn't there.
        mains: hertz of the mains that feed the lamps a camera sees by, 50 or 60.

    Raises:
        CompanionError: this version has no such source.
        SourceError: it can't be opened.
    """
    if name == "simulator":
        return Simulator()
    if name == "auto":
        return _best(realtime, rate, wait_for_camera, mains)
    _check(name)
    return open_source(name, realtime=realtime, rate=rate, wait=wait_for_camera, mains=mains)


def _best(realtime: bool, rate: float, wait_for_camera: bool, mains: int) -> Source:
    try:
        return open_source("camera", rate=rate, wait=wait_for_camera, mains=mains)
    except SourceError as error:
        print(f"realqueen: {error}", file=sys.stderr)
    print("realqueen: showing the built-in recording", file=sys.stderr)
    return open_source(DEMO, realtime=realtime)


def _check(name: str) -> None:
    """A misspelt source is told by the names that there are, not as a recording that is missing."""
    kind, _, path = name.partition(":")
    if (kind == "recording" and not path) or not (
        kind in ("recording", *CAMERAS) or (name and Path(name).exists())
    ):
        raise CompanionError(
            f"no source {name!r}: use auto, picamera2, webcam[:N], recording:PATH or simulator"
        )
