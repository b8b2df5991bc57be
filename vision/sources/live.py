"""A camera that is looked after: its silence noticed, its troubles told, opened again by itself.

Drivers hang: a cable comes loose and the call for the next picture never returns.
So a camera is only ever touched by a thread of its own, which may be left behind;
whoever wants frames waits for them with a limit.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from vision.sources.light import LightKeeper, Step
from vision.sources.source import BaseSource, CameraError, Trouble
from vision.types import Frame, ImageBGR

log = logging.getLogger(__name__)

SILENCE_S: Final = 1.5
"""Without a picture for this long, a camera that is open has stalled."""

OPEN_S: Final = 20.0
"""What opening may take: on a small Pi the drivers alone take seconds."""

RETRY_S: Final = 2.0
"""Between two tries to open a camera."""

STUCK_S: Final = 30.0
"""A driver that has not come back for this long never will."""


class Device(Protocol):
    """An open camera. Touched by one thread only.

    Attributes:
        name: which camera it is.
    """

    name: str

    def next(self, wanted: Callable[[], bool]) -> ImageBGR | None:
        """Wait for the next picture; unpack it if it is wanted when it comes.

        Raises:
            CameraError: none comes.
        """

    def lock(self) -> Mapping[str, Any]:
        """Hold exposure, white balance and focus as they are; how, for ``open``."""

    def settle(self) -> None:
        """Let exposure and white balance go again."""

    def close(self) -> None:
        """Give the camera back; may hang where the driver does."""


Opener = Callable[[Mapping[str, Any] | None], Device]
"""Opens the camera, held as it was before if that is given; raises CameraError."""


class _Operator(threading.Thread):
    """The one thread that touches one opening of a camera.

    It takes every picture off the camera's queue, so that what is asked for is
    always fresh, and unpacks only those that are asked for.
    """

    def __init__(self, name: str, opener: Opener, held: Mapping[str, Any] | None) -> None:
        super().__init__(name=f"camera {name}", daemon=True)
        self.camera = name
        self.failure: Trouble | None = None
        self.over = False
        self.held = held
        self.alive_s = time.monotonic()
        self.opened = False
        self._opener = opener
        self._changed = threading.Condition()
        self._wanted = False
        self._picture: tuple[ImageBGR, float] | None = None
        self._step: Step | None = None
        self._ending = threading.Event()

    def run(self) -> None:
        try:
            device = self._opener(self.held)
            self.camera = device.name
            try:
                self._serve(device)
            finally:
                device.close()
        except CameraError as error:
            self.failure = error.trouble
        except Exception as error:
            log.exception("camera %s", self.camera)
            text = f"the camera {self.camera} does not work: {error}"
            self.failure = Trouble("broken", text, self.camera, str(error))
        finally:
            self.over = True
            with self._changed:
                self._changed.notify_all()

    def end(self) -> None:
        """Ask it to close the camera; it may never do so."""
        self._ending.set()

    def do(self, step: Step) -> None:
        """Have the camera held or let go, before the next picture."""
        self._step = step

    def next(self, limit_s: float) -> tuple[ImageBGR, float] | None:
        """A picture taken from now on and its time; None if none comes within ``limit_s``."""
        with self._changed:
            self._picture, self._wanted = None, True
            self._changed.wait_for(lambda: self._picture is not None or self.over, limit_s)
            self._wanted = False
            return self._picture

    def wake(self) -> None:
        """Let nobody wait any longer."""
        with self._changed:
            self.over = True
            self._changed.notify_all()

    def _serve(self, device: Device) -> None:
        while not self._ending.is_set():
            step, self._step = self._step, None
            if step is Step.LOCK:
                self.held = device.lock()
            elif step is Step.SETTLE:
                device.settle()
                self.held = None
            image = device.next(lambda: self._wanted)
            if image is not None:
                self._hand_out(image)
            self.opened, self.alive_s = True, time.monotonic()

    def _hand_out(self, image: ImageBGR) -> None:
        with self._changed:
            self._picture = image, time.monotonic()
            self._wanted = False
            self._changed.notify_all()


class LiveSource(BaseSource):
    """Frames of a camera for as long as somebody wants them.

    Args:
        name: as it is asked for.
        opener: opens the camera; called again after every trouble.
        rate: at most so many frames a second.
        silence_s, open_s, retry_s, stuck_s: see the constants above.
    """

    live = True

    def __init__(
        self,
        name: str,
        opener: Opener,
        *,
        rate: float = 30.0,
        silence_s: float = SILENCE_S,
        open_s: float = OPEN_S,
        retry_s: float = RETRY_S,
        stuck_s: float = STUCK_S,
    ) -> None:
        self.name = name
        self._opener = opener
        self._interval_s = 1.0 / rate
        self._silence_s, self._open_s = silence_s, open_s
        self._retry_s, self._stuck_s = retry_s, stuck_s
        self._closed = threading.Event()
        self._operator: _Operator | None = None
        self._light = LightKeeper()
        self._held: Mapping[str, Any] | None = None
        self._said: Trouble | None = None
        # Since when an operator has been told to go, and hasn't.
        self._left_s: float | None = None

    @property
    def trouble(self) -> Trouble | None:
        """Why no frames come just now; told within two seconds, whoever is asking for frames."""
        operator = self._operator
        if self._said is None and operator is not None and not self._closed.is_set():
            return operator.failure or (self._silent() if self._is_silent(operator) else None)
        return self._said

    @property
    def stuck(self) -> bool:
        """Whether a driver has held on to the camera for too long to be waited for."""
        since = self._left_s
        return since is not None and time.monotonic() - since > self._stuck_s

    def lock(self) -> None:
        """Hold exposure, white balance and focus as soon as they have settled."""
        self._light.want_lock()

    def require(self) -> None:
        """Wait until the camera works.

        Raises:
            CameraError: it does not; it has been given back.
        """
        operator = self._operate()
        if operator.next(self._open_s) is None:
            trouble = operator.failure or self._silent()
            self.close()
            raise CameraError(trouble)

    def close(self) -> None:
        """Stop and give the camera back; waits a moment for a driver, never for ever."""
        self._closed.set()
        operator = self._operator
        if operator is not None:
            operator.end()
            operator.wake()
            if operator is not threading.current_thread():
                operator.join(self._silence_s)

    def __iter__(self) -> Iterator[Frame]:
        index = 0
        while not self._closed.is_set():
            for image, time_s in self._pictures(self._operate()):
                yield Frame(image, index, time_s)
                index += 1
            self._let_go()

    def _operate(self) -> _Operator:
        if self._operator is None:
            if self._held is None:
                self._light.restart()
            self._operator = _Operator(self.name, self._opener, self._held)
            self._operator.start()
        return self._operator

    def _pictures(self, operator: _Operator) -> Iterator[tuple[ImageBGR, float]]:
        """Until the camera fails or falls silent, or we are closed."""
        while not self._closed.is_set():
            picture = operator.next(self._patience_s(operator))
            if self._closed.is_set():
                return
            if picture is None:
                self._say(operator.failure or self._silent())
                return
            self._left_s, self.name = None, operator.camera
            self._say(None)
            self._mind_the_light(operator, *picture)
            yield picture
            self._closed.wait(picture[1] + self._interval_s * 0.9 - time.monotonic())

    def _mind_the_light(self, operator: _Operator, image: ImageBGR, time_s: float) -> None:
        step = self._light.see(image, time_s)
        if step is not None:
            operator.do(step)

    def _let_go(self) -> None:
        """Wait for the thread to give the camera back, and a little, before the next try."""
        operator, self._operator = self._operator, None
        if operator is None:
            return
        operator.end()
        self._held = operator.held
        self._left_s = time.monotonic()
        while operator.is_alive() and not self.stuck and not self._closed.is_set():
            # Opening it beside a driver that holds it would only find it busy.
            operator.join(0.1)
        if not operator.is_alive():
            self._left_s = None
        self._closed.wait(self._retry_s)

    def _patience_s(self, operator: _Operator) -> float:
        """How long the next picture may take: less if the last one is long ago."""
        limit_s = self._silence_s if operator.opened else self._open_s
        return max(limit_s / 5, operator.alive_s + limit_s - time.monotonic())

    def _is_silent(self, operator: _Operator) -> bool:
        limit_s = self._silence_s if operator.opened else self._open_s
        return time.monotonic() - operator.alive_s > limit_s

    def _silent(self) -> Trouble:
        text = (
            f"the camera {self.name} gives no pictures any more; look at its cable and its plug, "
            "it is taken up again by itself"
        )
        return Trouble("silent", text, self.name)

    def _say(self, trouble: Trouble | None) -> None:
        if trouble != self._said:
            self._said = trouble
            if trouble is None:
                log.warning("camera %s works again", self.name)
            else:
                log.warning("%s", trouble.text)
            self.on_change()
