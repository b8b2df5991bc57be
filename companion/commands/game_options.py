"""What ``realqueen run`` settles about the games that begin, as the set-up page does."""

from __future__ import annotations

import argparse
from enum import StrEnum
from typing import Any, Final

from companion.commands.options import number
from companion.errors import CommandError, CompanionError
from companion.fields import check_shown
from engine.clock import Mode
from engine.errors import EngineError
from engine.event import LONGEST_S
from engine.events import Started
from engine.rules import Rules
from engine.strictness import Strictness

NO_CLOCK: Final = "none"


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options; pages change what they settle for each game."""
    game = parser.add_argument_group(
        "games that begin", "What the page's set-up settles too; an interrupted game keeps its own."
    )
    _add_choice(
        game, "--rules", "--profile", of=Rules.OFFICIAL, why="official, or the first edition's"
    )
    _add_choice(
        game,
        "--strictness",
        of=Strictness.FRIENDLY,
        why="friendly calls combinations and explains them; tournament is terse and waits for "
        "the player to announce; teach also shows what was missed",
    )
    game.add_argument(
        "--clock",
        type=_minutes,
        metavar="MINUTES",
        help=f"of each player for the whole game, in tournaments 15; {NO_CLOCK} for no clock "
        "(the default)",
    )
    _add_choice(
        game,
        "--clock-mode",
        of=Mode.CAMERA,
        why="what ends a turn: the move seen by the camera to be complete, or a button on the page",
    )
    game.add_argument("--white", default="", metavar="NAME", help="who begins")
    game.add_argument("--black", default="", metavar="NAME", help="the other player")


def _add_choice(group: Any, *flags: str, of: StrEnum, why: str) -> None:
    """An option among the members of an enumeration; ``of`` is the default."""
    among = [str(member) for member in type(of)]
    why += " (default %(default)s)"
    group.add_argument(*flags, choices=among, default=str(of), help=why)


def game_wanted(args: argparse.Namespace) -> Started:
    """What was settled.

    Raises:
        CompanionError: a name that is none.
    """
    try:
        check_shown((args.white, args.black))
        return Started(
            rules=args.rules,
            strictness=args.strictness,
            players={"w": args.white, "b": args.black},
            clock_s=args.clock,
            clock_mode=args.clock_mode,
        )
    except (CommandError, EngineError) as error:
        raise CompanionError(f"--white, --black: {error}") from error


def _minutes(text: str) -> float | None:
    """Seconds, or None for no clock."""
    if text == NO_CLOCK:
        return None
    most = LONGEST_S / 60
    wanted = f"minutes above 0 and up to {most:.0f}, or {NO_CLOCK}"
    return 60 * number(text, lambda minutes: 0 < minutes <= most, wanted)
