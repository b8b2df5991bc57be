"""What ``realqueen`` does: parse, dispatch, and turn errors into one line.

Exit status (interfaces): 0 done, 1 the answer is "no", 2 unusable input.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from calibration.errors import CalibrationError
from companion.errors import CompanionError
from companion.output import drop_output, flush_output
from companion.version import version
from engine.errors import EngineError
from vision.errors import VisionError

COMMANDS = (
    "run",
    "replay",
    "calibrate",
    "read",
    "engine",
    "judge",
    "moves",
    "perft",
    "check",
    "cameras",
    "doctor",
    "backup",
)


class _Parser(argparse.ArgumentParser):
    """Says in one line what to mend; how a command is used stands in its --help."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line; each command's module registers its own part."""
    top = _Parser(
        prog="realqueen", description="A referee for Real Queen that sits beside the real board."
    )
    top.add_argument("--version", action="version", version=f"realqueen {version()}")
    subparsers = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        import_module(f"companion.commands.{command}").register(subparsers)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status. ``companion.cli`` takes care of Ctrl-C."""
    _quieten_opencv()
    args = parser().parse_args(argv)
    try:
        status = int(args.run(args))
        flush_output()
        return status
    except (CompanionError, CalibrationError, VisionError, EngineError) as error:
        print(f"realqueen {args.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        drop_output()
        return 0  # the reader (head, less) went away: not an error
    except OSError as error:
        # What no command looks out for: standard output on a full disk, a name too long.
        where = f": {error.filename}" if error.filename else ""
        print(f"realqueen {args.command}: {error.strerror}{where}", file=sys.stderr)
        drop_output()
        return 2


def _quieten_opencv() -> None:
    """Keep its own complaints off standard error: ours say in one line what to mend.

    It reads these when it is imported, so this comes before the commands are.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
