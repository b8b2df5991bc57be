"""What the engine's shell commands share."""

from __future__ import annotations

import argparse

from companion.commands.options import add_output_options
from engine.position import Position
from engine.rules import Rules


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add --rules, --lang and --json."""
    parser.add_argument(
        "--rules",
        choices=[rules.value for rules in Rules],
        default=Rules.OFFICIAL.value,
        help="today's rulebook (default) or the first edition's",
    )
    add_output_options(parser)


def read_position(text: str) -> Position:
    """The position of a command line; ``start`` is short for the empty board."""
    return Position.start() if text == "start" else Position.parse(text)
