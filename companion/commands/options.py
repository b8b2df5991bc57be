"""What options of several commands share."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.errors import CompanionError
from engine.text import LANGUAGES


def number(text: str, fits: Callable[[float], bool], wanted: str) -> float:
    """The number that a text says.

    Args:
        text: as it was typed.
        fits: whether a number will do; infinity and what is no number never do.
        wanted: what will, in words.

    Raises:
        argparse.ArgumentTypeError: it is none; says what is wanted.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and fits(value)):
        raise argparse.ArgumentTypeError(f"{wanted}, not {text[:20]!r}")
    return value


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add --lang and --json."""
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the text")
    parser.add_argument("--json", action="store_true", help="print machine-readable output only")


def check_outputs(written: Iterable[Path | None], read: Iterable[Path | None]) -> None:
    """Before work begins: every file that is written has a place of its own, which may be there.

    Args:
        written: files to write; None for those that nobody asked for.
        read: files that are read; in a folder that is, nothing is written.

    Raises:
        CompanionError: one would take another's place, or its folder is missing.
    """
    taken = {path.resolve() for path in read if path is not None}
    for path in filter(None, written):
        place = path.resolve()
        if place in taken:
            raise CompanionError(f"{path} would be written over; give what is written another name")
        if not taken.isdisjoint(place.parents):
            raise CompanionError(
                f"{path} lies among the pictures that are read; "
                "give what is written a place elsewhere"
            )
        if not path.parent.is_dir():
            raise CompanionError(f"can't write {path}: there is no folder {path.parent}")
        taken.add(place)
