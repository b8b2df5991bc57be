"""Where frames come from: recordings and cameras, interchangeable, knowing nothing of boards."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vision.errors import SourceError
from vision.sources.live import Device, LiveSource, Opener
from vision.sources.picamera import PiCamera, pi_cameras
from vision.sources.recordings import (
    FRAMES_HELD,
    HELD_S,
    PICTURES,
    CutShortError,
    Slides,
    Video,
    demo_recording,
    picture_in,
    read_picture,
)
from vision.sources.source import MAINS, BaseSource, CameraError, Source, Trouble
from vision.sources.webcam import Webcam, usb_cameras

__all__ = [
    "FRAMES_HELD",
    "HELD_S",
    "MAINS",
    "PICTURES",
    "BaseSource",
    "CameraError",
    "CutShortError",
    "LiveSource",
    "PiCamera",
    "Slides",
    "Source",
    "Trouble",
    "Video",
    "Webcam",
    "any_camera",
    "demo_recording",
    "open_source",
    "pi_cameras",
    "picture_in",
    "read_picture",
    "usb_cameras",
]

RATE = 30.0
CAMERA_NUMBER = re.compile("[0-9]{1,3}")  # Linux has room for 256 video devices


def open_source(
    name: str,
    realtime: bool = True,
    *,
    rate: float = RATE,
    wait: bool = False,
    mains: int = MAINS,
) -> Source:
    """Open a camera or a recording.

    Args:
        name: ``recording:PATH``, ``recording:demo``, ``picamera2[:N]``,
            ``webcam[:N]`` or ``camera`` (whichever of the two there is); a bare path
            is a recording.
        realtime: whether a recording is shown at its own pace, or as fast as it is read.
        rate: of a camera, at most so many frames a second.
        wait: begin without the camera if it isn't there, and take it up when it is.
        mains: hertz of the mains that feed the lamps a camera sees by, 50 or 60.

    Raises:
        SourceError: when there is no such source, with what to mend.
    """
    kind, _, rest = name.partition(":")
    if kind in ("camera", "webcam", "picamera2"):
        return _camera(kind, rest, rate, wait, mains)
    path = Path(rest if kind == "recording" else name)
    if kind == "recording" and rest == "demo":
        path = demo_recording()
    try:
        folder, file = path.is_dir(), path.is_file()
    except OSError as error:
        raise SourceError(f"can't read {path}: {error.strerror}") from error
    if folder:
        return Slides(path, realtime)
    if file:
        return Video(path, realtime)
    raise SourceError(f"there is no recording at {path}")


def _camera(kind: str, number: str, rate: float, wait: bool, mains: int) -> LiveSource:
    if number and not CAMERA_NUMBER.fullmatch(number):
        raise SourceError(f"cameras are numbered, 0 to 999: {kind}:0, not {kind}:{number[:20]}")
    opener: Opener
    if kind == "webcam":
        opener = functools.partial(Webcam, int(number) if number else None, mains=mains)
    elif kind == "picamera2":
        opener = functools.partial(PiCamera, int(number or 0), rate=rate, mains=mains)
    else:
        opener = functools.partial(any_camera, rate=rate, mains=mains)
    source = LiveSource(f"{kind}:{number}" if number else kind, opener, rate=rate)
    if not wait:
        source.require()
    return source


def any_camera(held: Mapping[str, Any] | None, rate: float, mains: int = MAINS) -> Device:
    """Open a camera on the ribbon cable, else the first webcam.

    Raises:
        CameraError: there is none, or what there is doesn't open.
    """
    try:
        # picamera2 lists USB cameras too; Video4Linux serves those better.
        ribbon = [n for n, camera in enumerate(pi_cameras()) if "/usb" not in str(camera["Id"])]
        if ribbon:
            return PiCamera(ribbon[0], held, rate, mains)
        broken = None
    except CameraError as error:
        if error.trouble.code != "no-driver":
            raise
        # That picamera2 is not installed is no fault; that it doesn't work is one.
        broken = None if "named 'picamera2'" in error.trouble.detail else error
    try:
        return Webcam(None, held, mains)
    except CameraError as error:
        if error.trouble.code != "no-camera":
            raise
    if broken is not None:
        raise broken
    text = "there is no camera, neither on the ribbon cable nor on USB; plug one in"
    raise CameraError(Trouble("no-camera", text, "camera"))
