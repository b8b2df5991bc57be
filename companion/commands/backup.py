"""``realqueen backup`` and ``realqueen restore``: games and calibrations in one file."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from companion.backup import Contents, back_up, restore
from companion.commands.options import add_output_options
from companion.store import default_folder
from companion.tenant import only_one_in

WORDS: Final = {
    "en": {
        "backup": "{file}: games {games}, calibrations {files}; read again and found right",
        "restore": "{folder}: games {games}, calibrations {files}; of {made}",
        "left_out": "left out: {why}",
    },
    "it": {
        "backup": "{file}: partite {games}, calibrazioni {files}; riletto e trovato giusto",
        "restore": "{folder}: partite {games}, calibrazioni {files}; del {made}",
        "left_out": "tralasciato: {why}",
    },
}


def register(subparsers: Any) -> None:
    """Add both commands."""
    p = subparsers.add_parser(
        "backup",
        help="all games and calibrations into one file",
        description="Writes all games and calibrations into one file and reads it again. "
        "Not in it: the pictures of rulings, wrong rulings that were saved, the PIN. "
        "The companion may be running.",
    )
    p.add_argument("file", type=Path, metavar="FILE")
    _add_options(p)
    p.set_defaults(run=run_backup)
    p = subparsers.add_parser(
        "restore",
        help="games and calibrations back from such a file",
        description="Checks a backup and puts its games and calibrations into the data folder. "
        "Stop the companion first.",
    )
    p.add_argument("file", type=Path, metavar="FILE")
    p.add_argument("--replace", action="store_true", help="replace games that are there")
    _add_options(p)
    p.set_defaults(run=run_restore)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="as of run")
    add_output_options(parser)


def run_backup(args: argparse.Namespace) -> int:
    """Write and check; 0."""
    _tell(args, "backup", back_up(args.data or default_folder(), args.file))
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Check and put in place; 0."""
    folder = args.data or default_folder()
    with only_one_in(folder):
        contents = restore(args.file, folder, replace=args.replace)
    _tell(args, "restore", contents)
    return 0


def _tell(args: argparse.Namespace, which: str, contents: Contents) -> None:
    if args.json:
        print(json.dumps(asdict(contents)))
        return
    values = {
        "file": args.file,
        "folder": args.data or default_folder(),
        "games": contents.games,
        "files": len(contents.files),
        "made": contents.made,
    }
    print(WORDS[args.lang][which].format(**values))
    for why in contents.left_out:
        said = WORDS[args.lang]["left_out"].format(why=why)
        print(f"realqueen {which}: {said}", file=sys.stderr)
