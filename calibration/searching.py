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

AT_ONCE: Final = threading.Semaphore(2)
"""One that somebody waits for beside one that nobody does any more: each keeps a core busy."""


class Search:
    """One search, on a thread of its own that begins at once.

    Args:
        find: gives the board that it found, or raises why not.
    """

    def __init__(self, find: Callable[[], Calibration]) -> None:
        self._find = find
        self._answer: Future[Calibration] = Future()
        # A daemon: the process may end before it does.
        threading.Thread(target=self._run, name="search", daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether it has come to its end."""
        return self._answer.done()

    def board(self) -> Calibration:
        """What was found; waits for it. Raises what ``find`` did."""
        return self._answer.result()

    def leave(self) -> None:
        """Nobody waits for it any more: it need not begin, if it has not."""
        self._answer.cancel()

    def _run(self) -> None:
        with AT_ONCE:
            if not self._answer.set_running_or_notify_cancel():
                return
            try:
                self._answer.set_result(self._find())
            except Exception as error:
                self._answer.set_exception(error)
