"""Recordings as streams of frames: folders of pictures and video files."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.errors import SourceError
from vision.sources.cut_short import cut_short
from vision.sources.source import BaseSource
from vision.sources.told_size import MOST_PIXELS, told_size
from vision.sources.torn import endless, torn
from vision.types import Frame, ImageBGR

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
HELD_S = 1.0  # a picture in a folder stands for this long (interfaces.md, replay)
FRAMES_HELD = 6  # frames in which it is shown: more than the eyes need to call it steady
MOST_BYTES = 1_000_000_000  # a film, which somebody took for a picture
LONGEST = 20_000  # pixels of a side, likewise; OpenCV can't look about in pictures of over 32,766

COUNTED = {".avi", ".m4v", ".mov", ".mp4"}  # files that say how many pictures they hold
MAY_LACK, MAY_LACK_SHARE = 5, 0.02  # pictures: the counts of good files are off by so many
MOST_LOST = 300  # in a row: after so many nothing more is expected of a damaged file


class CutShortError(SourceError):
    """A recording is over, but far fewer of its pictures could be read than it holds.

    Attributes:
        read: how many could be.
        promised: how many it holds.
    """

    def __init__(self, path: Path, read: int, promised: int, why: str = "") -> None:
        said = f"only {read} of {promised} pictures of {path} could be read"
        super().__init__(f"{said}: {why}" if why else said)
        self.read = read
        self.promised = promised


def demo_recording() -> Path:
    """The recorded game that comes with the package.

    Raises:
        SourceError: when the package was installed without it.
    """
    path = Path(__file__).parents[1] / "recordings" / "demo"
    if not path.is_dir():
        raise SourceError("the built-in recording is missing; install the package again")
    return path


def read_picture(path: Path) -> ImageBGR:
    """One picture file as blue-green-red.

    Raises:
        SourceError: when it is missing, broken, cut short, empty or absurdly large, or no file
            at all.
    """
    return picture_in(_read_bytes(path), path)


def picture_in(data: bytes, name: object) -> ImageBGR:
    """The picture that all bytes of a file make, as blue-green-red.

    Args:
        data: the file's.
        name: of the file, for people.

    Raises:
        SourceError: when they make none, or an absurdly large one, or were cut short.
    """
    _check_size(name, told_size(data))
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        image = None
    if image is None:
        raise SourceError(f"{name} is not a picture, or broken")
    _check_size(name, (image.shape[1], image.shape[0]))
    picture = image.astype(np.uint8, copy=False)
    if cut_short(data, picture):
        raise SourceError(f"{name} is not all of a picture: its file was cut short; copy it again")
    return picture


def _read_bytes(path: Path) -> bytes:
    """All of the file.

    Raises:
        SourceError: it can't be read, or no picture has so many bytes.
    """
    try:
        if endless(path):
            raise SourceError(f"{path} is a pipe or a device; name a picture's file")
        if path.stat().st_size > MOST_BYTES:
            raise SourceError(f"{path} is not a picture: it has more than a gigabyte")
        return path.read_bytes()
    except OSError as error:
        raise SourceError(f"can't read {path}: {error.strerror}") from error


def _check_size(name: object, size: tuple[int, int] | None) -> None:
    """Raise SourceError where a picture so wide and high is absurdly large."""
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise SourceError(f"{name} has more than 50 megapixels; reduce it")
    if size is not None and max(size) > LONGEST:
        raise SourceError(f"{name} has a side of more than {LONGEST:,} pixels; reduce it")


def _is_picture(path: Path) -> bool:
    """Whether a folder's entry is meant as a picture; a Mac hides notes by each, ``._000.jpg``."""
    named = path.suffix.lower() in PICTURES and not path.name.startswith(".")
    return named and not path.is_dir()


class Slides(BaseSource):
    """A folder of pictures in the order of their names, each held still for a second.

    Args:
        folder: the folder; files that are no pictures, or hidden, are not looked at.
        realtime: whether to wait between frames.
        sleep: how to wait, seconds.
    """

    live = False

    def __init__(
        self, folder: Path, realtime: bool = True, sleep: Callable[[float], object] | None = None
    ) -> None:
        self.name = f"recording:{folder}"
        self._folder = folder
        self._closed = threading.Event()
        self._sleep = sleep or self._closed.wait
        self._realtime = realtime
        try:
            self.pictures = sorted(filter(_is_picture, folder.iterdir()))
            # Better said now than in the middle of a game.
            broken = next(filter(torn, self.pictures), None)
        except OSError as error:
            # Of a link that leads nowhere its own name tells more than the folder's.
            raise SourceError(f"can't read {error.filename}: {error.strerror}") from error
        if not self.pictures:
            raise SourceError(f"there are no pictures in {folder}")
        if broken is not None:
            raise SourceError(f"{broken} is not a picture, or broken")

    def close(self) -> None:
        """Stop showing."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        for index in range(len(self.pictures)):
            image = self._read(index)
            image.flags.writeable = False
            for k in range(FRAMES_HELD):
                if self._closed.is_set():
                    return
                yield Frame(image, index, (index + k / FRAMES_HELD) * HELD_S)
                if self._realtime:
                    self._sleep(HELD_S / FRAMES_HELD)

    def _read(self, index: int) -> ImageBGR:
        """The picture of that number; what can't be read was broken inside, or is gone by now.

        Raises:
            CutShortError: it can't be read, but all before it could.
            SourceError: not even the first can.
        """
        try:
            return read_picture(self.pictures[index])
        except SourceError as error:
            if index == 0:
                raise
            raise CutShortError(self._folder, index, len(self.pictures), str(error)) from error


class Video(BaseSource):
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
            if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
                raise SourceError(f"can't read {path}: this user may not")
            raise SourceError(f"{path} is not a video that can be read")
        rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        known = 1 <= rate <= 240
        self._rate = rate if known else 30.0
        # What is told of the length goes by the rate; a live stream's is below 0.
        self._promised = max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))) if known else 0

    def close(self) -> None:
        """Stop and give the file back."""
        self._closed.set()

    def __iter__(self) -> Iterator[Frame]:
        """Raises CutShortError at the end where far fewer pictures came than the file holds."""
        begun = time.monotonic()
        read, at_s = 0, 0.0
        try:
            for index, image in self._pictures():
                read, at_s = read + 1, self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
                yield Frame(image, index, index / self._rate)
                if self._realtime:
                    due_s = begun + (index + 1) / self._rate
                    self._closed.wait(max(0.0, due_s - time.monotonic()))
        finally:
            self._capture.release()
        if not self._closed.is_set():
            self._check_whole(read, at_s)

    def _pictures(self) -> Iterator[tuple[int, ImageBGR]]:
        """Each picture that can be read, with its place among all that the file promises."""
        index = lost = 0
        while not self._closed.is_set():
            good, image = self._capture.read()
            if good:
                yield index, image.astype(np.uint8, copy=False)
            elif index >= self._promised or lost >= MOST_LOST:
                return
            # After a damaged picture good ones may come.
            lost = 0 if good else lost + 1
            index += 1

    def _check_whole(self, read: int, at_s: float) -> None:
        """Find out whether the file came through; ``at_s`` is where the last picture was.

        Raises:
            CutShortError: far fewer pictures came than it holds.
            SourceError: none came.
        """
        if read == 0:
            raise SourceError(f"{self._path} has no pictures in it, or is broken")
        come, may_lack = float(read), MAY_LACK
        if self._path.suffix.lower() not in COUNTED:
            # Only the length is known: pictures come at any pace, and sound may last longer.
            come, may_lack = at_s * self._rate + 1, max(MAY_LACK, round(self._rate))
        if self._promised - come > max(may_lack, MAY_LACK_SHARE * self._promised):
            raise CutShortError(self._path, read, self._promised)
