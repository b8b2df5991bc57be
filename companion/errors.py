"""What can go wrong in the application, as a person at a shell meets it."""


class CompanionError(Exception):
    """Unusable input or surroundings; one line that says what to mend. Exit status 2."""


class StoreError(CompanionError):
    """Games can't be kept or read: the disk is full or read-only, the file is another's."""


class TooManyStreamsError(CompanionError):
    """More pages are open than the companion can feed live; they may poll instead."""


class CommandError(CompanionError):
    """What a person told the table can't be read: no such command, a field missing or wrong."""


class BusyError(CompanionError):
    """The table has no time to listen; nothing was done."""
