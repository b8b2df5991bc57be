"""What can go wrong in the application, as a person at a shell meets it."""

from typing import Self


class CompanionError(Exception):
    """Unusable input or surroundings; one line that says what to mend. Exit status 2.

    Attributes:
        code: of the sentence for people who meet it on the page (``problem.CODE`` in the
            catalogues), "" where only a shell or a program does.
        values: for that sentence.
    """

    def __init__(self, message: str = "", code: str = "", **values: object) -> None:
        super().__init__(message)
        self.code = code
        self.values = values


class StoreError(CompanionError):
    """Games can't be kept or read: the disk is full or read-only, the file is another's."""


class UnreadableGameError(CompanionError):
    """A game in the store that this version can't read: a newer one wrote it, or it is damaged."""

    @classmethod
    def of(cls, number: int, why: object) -> Self:
        """The game of that number can't be read, and why."""
        return cls(
            f"game {number} can't be read: a newer version of this program wrote it, "
            f"or it is damaged ({why})",
            "unreadable",
            number=number,
        )


class TooManyStreamsError(CompanionError):
    """More pages are open than the companion can feed live; they may poll instead."""


class CommandError(CompanionError):
    """What a person told the table can't be read: no such command, a field missing or wrong."""


class BusyError(CompanionError):
    """The table has no time to listen; nothing was done."""


class RefusedError(CompanionError):
    """What a person asked for can't be done as things stand; nothing was done.

    Attributes:
        code: why, for the page's own words (``referee.CODE``).
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text, code)
