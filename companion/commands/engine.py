"""``realqueen engine``: the engine as a program for programs, a JSON object a line."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from engine.protocol import reply


def register(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "engine",
        help="answer requests of another program, one JSON object a line",
        description=(
            "Reads one JSON object a line from standard input and answers each with one on "
            'standard output: {"cmd": "actions" | "moves" | "judge" | "perft" | "replay", ...}. '
            "Ends at the end of the input."
        ),
    )
    parser.add_argument("--json", action="store_true", help="accepted; the answers always are JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 -- the signature of every command
    """Answer line by line; each reply is out before the next request is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        answer = reply(line)
        if answer is not None:
            print(answer, flush=True)
    return 0
