"""A painted board for tests that play on it."""

from vision.simulator import Simulator


class Ready(Simulator):
    """One whose start has been shown."""

    ready = True

    def act(self, do):
        self._ready = True
        return super().act(do)
