"""The rendered board as a source: still pictures are sent again, a new one when a hand acts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

from vision.simulator.errors import SimulatorError
from vision.simulator.picture import Painter
from vision.simulator.scene import Scene
from vision.sources.source import BaseSource
from vision.types import Frame, ImageBGR

SHOWN: Final = 5
"""Pictures of the bare board, then of the full trays, before anyone may play: what a
camera is shown at the start, held still for longer than a start-up wants."""

LIVELY_S: Final = 1.2
"""For so long after a change pictures come quickly, so that it is ruled on at once."""

QUICK_S, SLOW_S = 0.04, 0.2
"""Between two pictures, just after a change and when nothing has happened for a while."""


class Simulator(BaseSource):
    """A source that shows a rendered board. ``act`` may be called from any thread.

    Not live, as a recording is not: each start shows a board that was just unpacked,
    so there is nothing of an earlier evening to go on with.

    Args:
        painter: of the pictures.
        now_s: a monotonic clock, seconds.
        realtime: False sends pictures without waiting, for tests.
    """

    name = "simulator"
    live = False

    def __init__(
        self,
        painter: Painter | None = None,
        *,
        now_s: Callable[[], float] = time.monotonic,
        realtime: bool = True,
    ) -> None:
        self._painter = painter or Painter()
        self._now_s = now_s
        self._realtime = realtime
        self._scene = Scene(marbles=False)
        self._changed = threading.Condition()
        self._closed = False
        self._ready = False

    @property
    def scene(self) -> Scene:
        """What lies where now."""
        return self._scene

    @property
    def ready(self) -> bool:
        """Whether the full trays have come into view and hands may play."""
        return self._ready

    def act(self, do: Callable[[Scene], Scene]) -> Scene:
        """Let a hand do something; the scene after it.

        Raises:
            SimulatorError: it can't be done; the scene stays as it was.
        """
        with self._changed:
            if not self._ready:
                raise SimulatorError("setting-up")
            self._scene = do(self._scene)
            self._changed.notify_all()
            return self._scene

    def close(self) -> None:
        """Stop. May be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __iter__(self) -> Iterator[Frame]:
        yield from self._hold(self._paint(Scene(marbles=False)), 0)
        scene, index = Scene(), 1
        image = self._paint(scene)
        # From the first of these pictures on a game may begin: whoever sees it begun may play.
        with self._changed:
            self._scene, self._ready = scene, True
        yield from self._hold(image, index)
        yield from self._follow(scene, image, index)

    def _hold(self, image: ImageBGR, index: int) -> Iterator[Frame]:
        """One picture of the start, whatever hands do meanwhile."""
        for _ in range(SHOWN):
            if self._closed:
                return
            yield Frame(image, index, self._now_s())
            self._wait(QUICK_S)

    def _follow(self, scene: Scene, image: ImageBGR, index: int) -> Iterator[Frame]:
        """The scene as it changes; the picture is the very same object while it does not."""
        changed_s = self._now_s()
        while not self._closed:
            if self._scene != scene:
                scene = self._scene
                image, index, changed_s = self._paint(scene), index + 1, self._now_s()
            yield Frame(image, index, self._now_s())
            lively = self._now_s() - changed_s < LIVELY_S
            self._wait(QUICK_S if lively else SLOW_S, scene)

    def _wait(self, at_most_s: float, shown: Scene | None = None) -> None:
        """Until the next picture is due; not so long if hands change the scene ``shown``."""
        if not self._realtime:
            return
        with self._changed:
            self._changed.wait_for(
                lambda: self._closed or (shown is not None and self._scene != shown), at_most_s
            )

    def _paint(self, scene: Scene) -> ImageBGR:
        image = self._painter.paint(scene)
        image.flags.writeable = False
        return image
