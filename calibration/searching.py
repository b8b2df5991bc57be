"""Looking for the board while frames go on.

Where none is found at once every way is tried, for half a minute and more: meanwhile people
want to see what the camera sees, and to say themselves where the board is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from calibration.model import Calibration
from vision.errors import BoardNotFoundError, without_trace
from vision.finding.unwanted import unless_left

ENDS_S: Final = 5.0
"""How long its end is waited for once it was left; it takes some tenths of a second."""


class Search:
    """One search, on a thread of its own that begins at once.

    Args:
        find: gives the board that it found, or raises why not.
    """

    def __init__(self, find: Callable[[], Calibration]) -> None:
        self._left = threading.Event()
        self._answer: Future[Calibration] = Future()
        # A daemon: what doesn't end must not keep the process from ending.
        self._thread = threading.Thread(target=self._run, args=(find,), name="search", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has come to its end."""
        return self._answer.done()

    def board(self) -> Calibration:
        """What was found; waits for it. Raises what ``find`` did."""
        return self._answer.result()

    def leave(self) -> None:
        """Nobody waits for it any more; returns once it has ended.

        No thread may still be in OpenCV when the process ends: that would be its end by force.
        """
        self._left.set()
        self._thread.join(ENDS_S)

    def _run(self, find: Callable[[], Calibration]) -> None:
        try:
            with unless_left(self._left.is_set):
                self._answer.set_result(find())
        except BoardNotFoundError as error:
            self._answer.set_exception(without_trace(error))
        except Exception as error:
            self._answer.set_exception(error)
