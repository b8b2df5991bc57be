"""Standard output, where there may be none: it is closed, its reader gone, its disk full."""

from __future__ import annotations

import logging
import os
import sys
from typing import TextIO

log = logging.getLogger(__name__)


def say(text: str, to: TextIO | None = None) -> None:
    """Print what it would be a pity not to read, and no more than that: nothing ends by it.

    Args:
        text: one or more lines.
        to: standard output unless told.
    """
    try:
        print(text, file=to, flush=True)
    except OSError as error:
        log.warning("what there is to say can't be printed: %s", error.strerror)
        if to is None:
            _drop()  # once is enough, and Python would complain again at exit
    except ValueError as error:  # closed, or in letters that it hasn't
        log.warning("what there is to say can't be printed: %s", error)


def at_terminal() -> bool:
    """Whether somebody sits before it."""
    return sys.stdout is not None and sys.stdout.isatty()


def flush_output() -> None:
    """Have it written, where there is one.

    Raises:
        OSError: it can't be.
    """
    if sys.stdout is not None:  # so it is where the command was started without one
        sys.stdout.flush()


def drop_output() -> None:
    """What can't be printed would have Python complain once more at exit."""
    try:
        flush_output()
    except OSError:
        _drop()


def _drop() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
