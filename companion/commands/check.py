"""``realqueen check``: replay a game record and report the first thing that is wrong."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from companion.commands.options import add_output_options
from companion.errors import CompanionError
from engine.drawing import draw
from engine.error_words import error_text
from engine.errors import RecordError, ReplayError
from engine.record import GameRecord, read_records
from engine.text import LANGUAGES, say


def register(subparsers: Any) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "check",
        help="replay a game record and report the first illegal move",
        description=(
            "Replays every game of an .rqg file by the rules its tags name. "
            "Exit status 1 if a move is illegal or the result is wrong."
        ),
    )
    parser.add_argument("file", type=Path, metavar="FILE.rqg")
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print how each game ends, or where it goes wrong; 0 all right, 1 not."""
    try:
        games = read_records(_read(args.file))
    except ReplayError as error:
        _print_error(args, error)
        return 1
    except RecordError as error:
        raise CompanionError(f"{args.file}: {_told(error, args.lang)}") from None
    if args.json:
        print(json.dumps({"ok": True, "games": [_summary(game) for game in games]}))
        return 0
    for number, game in enumerate(games, start=1):
        print(draw(game.positions[-1], args.lang))
        print(_line(number, game, args.lang))
    return 0


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise CompanionError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise CompanionError(f"{file}: not UTF-8 at byte {error.start}") from None


def _print_error(args: argparse.Namespace, error: ReplayError) -> None:
    if args.json:
        found = {"ok": False, "error": _told(error, args.lang), "position": str(error.position)}
        print(json.dumps(found))
        return
    print(draw(error.position, args.lang))
    print()
    print(f"{args.file}: {_told(error, args.lang)}")


def _told(error: RecordError, lang: str) -> str:
    """The error in ``lang``; in English with the fault's code, by which it can be looked up."""
    return str(error) if lang == LANGUAGES[0] else error_text(error, lang)


def _summary(game: GameRecord) -> dict[str, Any]:
    return {
        "moves": len(game.moves),
        "position": str(game.positions[-1]),
        "result": game.result,
        "termination": game.termination,
    }


def _line(number: int, game: GameRecord, lang: str) -> str:
    players = f"{game.tag('White')} - {game.tag('Black')}"
    end = f"{game.result} ({game.termination})"
    moves = len(game.moves)
    return say("check.game", lang, number=number, players=players, moves=moves, end=end)
