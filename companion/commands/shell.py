"""What the engine's shell commands share."""

from __future__ import annotations

import argparse

from engine.position import Position
from engine.rules import Rules
from engine.text import LANGUAGES


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add --rules, --lang and --json."""
    parser.add_argument(
        "--rules",
        choices=[rules.value for rules in Rules],
        default=Rules.OFFICIAL.value,
        help="today's rulebook (default) or the first edition's",
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the text")
    parser.add_argument("--json", action="store_true", help="print machine-readable output only")


def read_position(text: str) -> Position:
    """The position of a command line; ``start`` is short for the empty board."""
    return Position.start() if text == "start" else Position.parse(text)
