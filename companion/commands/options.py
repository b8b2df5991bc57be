"""What options of several commands share."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

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
