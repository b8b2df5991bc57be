"""What hands can't do, on a rendered board as on a real one."""

from typing import Final

from vision.errors import VisionError

REASONS: Final = {
    "setting-up": "the board is still being set up; try again in a moment",
    "no-hollow": "there is no hollow {hollow}: they are a1 to g7",
    "empty": "no marble lies in {hollow}",
    "filled": "{hollow} holds a marble already",
    "no-small": "no small {series} marble is left in the trays",
    "no-large": "the large {series} marble lies on the board already",
    "too-many": "each series has twenty small marbles and a large one",
    "no-board": "a board is 49 letters of . w W b B, beginning with a1",
}


class SimulatorError(VisionError):
    """That can't be done with the marbles as they lie.

    Attributes:
        code: one of ``REASONS``, for those who say it in other words.
        values: what its words name.
    """

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(REASONS[code].format(**values))
        self.code = code
        self.values = values
