"""Where frames come from: recordings and webcams, interchangeable, knowing nothing of boards."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from vision.errors import SourceError
from vision.torn import torn
from vision.types import Frame, ImageBGR

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
VIDEOS = {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v"}
HELD_S = 1.0  # a picture in a folder stands for this long (interfaces.md, replay)
FRAMES_HELD = 6  # frames in which it is shown: more than the eyes need to call it steady
MOST_PIXELS = 50_000_000  # beyond any camera here; a picture that large is a mistake


class Source(Protocol):
    """A stream of frames; a context manager; closing it twice is fine."""

    name: str
    live: bool

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None:
        """Give the camera or the file back."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def open_source(name: str, realtime: bool = True) -> Source:
    """Open ``recording:PATH``, ``recording:demo``, ``webcam`` or ``webcam:N``.

    Args:
        name: which; a bare path is a recording.
        realtime: whether a recording is shown at its own pace, or as fast as it is read.

    Raises:
        SourceError: when there is no such source, with what to mend.
    """
    kind, _, rest = name.partition(":")
    if kind == "webcam":
        if rest and not rest.isdigit():
            raise SourceError(f"webcams are numbered: webcam:0, not {name!r}")
        return Webcam(int(rest or 0))
    path = Path(rest if kind == "recording" else name)
    if kind == "recording" and rest == "demo":
        path = demo_recording()
    if path.is_dir():
        return Slides(path, realtime)
    if path.is_file():
        return Video(path, realtime)
    raise SourceError(f"there is no recording at {path}")


def demo_recording() -> Path:
    """The recorded game that comes with the package.

    Raises:
        SourceError: when the package was installed without it.
    """
    path = Path(__file__).parent / "recordings" / "demo"
    if not path.is_dir():
        raise SourceError("the built-in recording is missing; install the package again")
    return path


def read_picture(path: Path) -> ImageBGR:
    """One picture file as blue-green-red.

    Raises:
        SourceError: when it is missing, broken, empty or absurdly large.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise SourceError(f"can't read {path}: {error.strerror}") from error
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except cv2.error:
        image = None
    if image is None:
        raise SourceError(f"{path} is not a picture, or broken")
    if image.shape[0] * image.shape[1] > MOST_PIXELS:
        raise SourceError(f"{path} has more than 50 megapixels; reduce it")
    return image.astype(np.uint8, copy=False)


class _Closing:
    """Context manager over `close`."""

    def close(self) -> None:
        """Nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Slides(_Closing):
    """A folder of pictures in the order of their names, each held still for a second.

    Args:
        folder: the folder; files that are no pictures are not looked at.
        realtime: whether to wait between frames.
        sleep: how to wait, seconds.
    """

    live = False

    def __init__(
        self, folder: Path, realtime: bool = True, sleep: Callable[[float], object] | None = None
    ) -> None:
        self.name = f"recording:{folder}"
        self._closed = threading.Event()
        self._sleep = sleep or self._closed.wait
        self._realtime = realtime
        try:
            self.pictures = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
            # Better said now than in the middle of a game.
            broken = next(filter(torn, self.pictures), None)
        except OSError as error:
            raise SourceError(f"can't read {folder}: {error.strerror}") from error
        if not self.pictures:
            raise SourceError(f"there are no pictures in {folder}")
        if broken is not None:
            raise SourceError(f"{broken} is not a picture, or broken")

    def close(self) -> None:
        """Stop showing."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        for index, path in enumerate(self.pictures):
            image = read_picture(path)
            image.flags.writeable = False
            for k in range(FRAMES_HELD):
                if self._closed.is_set():
                    return
                yield Frame(image, index, (index + k / FRAMES_HELD) * HELD_S)
                if self._realtime:
                    self._sleep(HELD_S / FRAMES_HELD)


class Video(_Closing):
    """A video file at its own frame rate.

    Args:
        path: the file.
        realtime: whether to wait between frames.
    """

    live = False

    def __init__(self, path: Path, realtime: bool = True) -> None:
        self.name = f"recording:{path}"
        self._closed = threading.Event()
        self._realtime = realtime
        self._capture = cv2.VideoCapture(str(path))
        self._path = path
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(f"{path} is not a video that can be read")
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        self._rate = rate if 1 <= rate <= 240 else 30.0

    def close(self) -> None:
        """Stop and give the file back."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        begun = time.monotonic()
        index = 0
        try:
            while not self._closed.is_set():
                good, image = self._capture.read()
                if not good:
                    break
                yield Frame(image.astype(np.uint8, copy=False), index, index / self._rate)
                index += 1
                if self._realtime:
                    self._closed.wait(max(0.0, begun + index / self._rate - time.monotonic()))
        finally:
            self._capture.release()
        if index == 0:
            raise SourceError(f"{self._path} has no pictures in it, or is broken")


class Webcam(_Closing):
    """A USB camera.

    Args:
        number: as the system counts cameras, from 0.
    """

    live = True

    def __init__(self, number: int) -> None:
        self.name = f"webcam:{number}"
        self._closed = threading.Event()
        self._capture = cv2.VideoCapture(number)
        if not self._capture.isOpened():
            self._capture.release()
            raise SourceError(f"there is no webcam number {number}, or another program uses it")
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 720)

    def close(self) -> None:
        """Stop and give the camera back."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        index = 0
        try:
            while not self._closed.is_set():
                good, image = self._capture.read()
                if not good:
                    raise SourceError(f"{self.name} gives no pictures any more; is it unplugged?")
                yield Frame(image.astype(np.uint8, copy=False), index, time.monotonic())
                index += 1
        finally:
            self._capture.release()
