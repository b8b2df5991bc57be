"""``realqueen perft``: count sequences of complete legal moves."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.commands.shell import add_engine_options, read_position
from companion.errors import CompanionError
from engine.drawing import draw
from engine.perft import perft
from engine.protocol import LONGEST_PERFT
from engine.rules import Rules


def register(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "perft",
        help="count sequences of legal moves",
        description="Counts the sequences of exactly DEPTH complete legal moves.",
    )
    parser.add_argument("position", help="for instance '7/7/7/7/7/7/7 w 20/20 1', or start")
    parser.add_argument("depth", type=int, help="moves in a sequence, 0 or more")
    add_engine_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the number of sequences."""
    position = read_position(args.position)
    if args.depth > LONGEST_PERFT:
        raise CompanionError(f"depth {args.depth} would never end: at most {LONGEST_PERFT}")
    nodes = perft(position, args.depth, Rules(args.rules))
    if args.json:
        print(json.dumps({"nodes": nodes}))
    else:
        print(draw(position, args.lang))
        print()
        print(nodes)
    return 0
