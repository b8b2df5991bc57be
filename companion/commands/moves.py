"""``realqueen moves``: every legal move in a position."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.commands.shell import add_engine_options, read_position
from companion.errors import CompanionError
from engine.drawing import draw
from engine.judging import legal_actions
from engine.protocol import RequestError, list_moves
from engine.rules import Rules


def register(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "moves",
        help="list the legal moves in a position",
        description="Lists every complete legal move, or with --actions only what comes first.",
    )
    parser.add_argument("position", help="for instance '7/7/7/7/7/7/7 w 20/20 1', or start")
    parser.add_argument(
        "--actions", action="store_true", help="actions only, without returns and captures"
    )
    add_engine_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the moves, sorted by code point."""
    position, rules = read_position(args.position), Rules(args.rules)
    if args.actions:
        listed = sorted(map(str, legal_actions(position, rules)))
    else:
        try:
            listed = list_moves(position, rules)
        except RequestError as error:
            raise CompanionError(f"{error}; --actions lists what the hand can do first") from None
    if args.json:
        print(json.dumps({"actions" if args.actions else "moves": listed}))
    else:
        print(draw(position, args.lang))
        print()
        print("\n".join(listed))
    return 0
