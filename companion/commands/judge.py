"""``realqueen judge``: rule on one move in one position."""

from __future__ import annotations

import argparse
import json
from typing import Any

from companion.commands.shell import add_engine_options, read_position
from engine.drawing import draw
from engine.judging import judge
from engine.rules import Rules
from engine.rulings import Fault


def register(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "judge",
        help="rule on a move in a position",
        description="Rules on an action or a complete move. Exit status 1 if it is not legal.",
    )
    parser.add_argument("position", help="for instance '7/7/7/7/7/7/7 w 20/20 1', or start")
    parser.add_argument("move", help="for instance d4, Qe3, d4=R^a4b4xc5; to pass: -- -- or pass")
    add_engine_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the ruling; 0 legal, 1 a fault."""
    position = read_position(args.position)
    # Older argparse turns "-- --" into an empty list.
    move = "--" if args.move in ([], "pass") else args.move
    ruling = judge(position, move, Rules(args.rules))
    if args.json:
        print(json.dumps(ruling.to_json(args.lang)))
    else:
        after = None if isinstance(ruling, Fault) else ruling.position
        print(draw(after or position, args.lang))
        print()
        heading = ruling.code if isinstance(ruling, Fault) else ruling.name or str(ruling.action)
        print(f"{heading} ({', '.join(ruling.articles)})")
        print(ruling.text(args.lang))
        if after is not None:
            print(after)
    return 0 if ruling.legal else 1
