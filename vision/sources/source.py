"""What every source of frames is, and what a camera may have to say about itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from vision.errors import SourceError
from vision.types import Frame

MAINS: Final = 50
"""Hertz: in Europe, most of Asia and Africa; 60 in North America and its neighbours."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a camera shows nothing just now.

    Attributes:
        code: ``no-camera``, ``busy``, ``silent``, ``no-access``, ``no-driver`` or
            ``broken``; whoever speaks other languages has words for each.
        text: the same in English, one line, with what to do about it.
        camera: its name.
        detail: what the system said, where that may help; else "".
    """

    code: str
    text: str
    camera: str
    detail: str = ""


class CameraError(SourceError):
    """A camera that can't be opened or shows nothing any more."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.text)
        self.trouble = trouble


class Source(Protocol):
    """A stream of frames; a context manager; closing it twice is fine.

    Attributes:
        name: as it is asked for, ``webcam:0``.
        live: whether it shows what is happening now.
        on_change: called, from any thread, when ``trouble`` comes or goes.
    """

    name: str
    live: bool
    on_change: Callable[[], None]

    def __iter__(self) -> Iterator[Frame]: ...

    @property
    def trouble(self) -> Trouble | None:
        """Why no frames come just now; None while they do. The stream goes on by itself."""

    @property
    def stuck(self) -> bool:
        """Whether only a new process could bring the camera back."""

    def lock(self) -> None:
        """Hold exposure, white balance and focus from now on: the board has been calibrated."""

    def close(self) -> None:
        """Give the camera or the file back."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class BaseSource:
    """A source without a camera's troubles; context manager over ``close``."""

    on_change: Callable[[], None] = staticmethod(lambda: None)

    @property
    def trouble(self) -> Trouble | None:
        """A recording has none that it could get over."""
        return None

    @property
    def stuck(self) -> bool:
        """Nothing here hangs."""
        return False

    def lock(self) -> None:
        """There is nothing to hold."""

    def close(self) -> None:
        """There is nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
