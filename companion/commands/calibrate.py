"""``realqueen calibrate``: find the board and learn the colours from pictures."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from calibration.board import from_bare_board, from_corners, with_trays
from calibration.judging import warnings_of
from calibration.lens import ANY_LENS, KnownLens, as_known, load_lens
from calibration.markers import find_markers
from calibration.model import Calibration, save_calibration
from calibration.occupied import from_occupied_board, imagined
from calibration.report import report, save_report
from companion.commands import lens
from companion.commands.options import check_outputs
from companion.errors import CompanionError
from companion.fitting import start_picture
from companion.words.report import REPORT
from engine.text import LANGUAGES
from vision.errors import BoardNotFoundError
from vision.sources import read_picture
from vision.types import BoardSpec, Floats, ImageBGR


def register(subparsers: Any) -> None:
    """Add ``realqueen calibrate``."""
    p = subparsers.add_parser(
        "calibrate",
        help="find a board in its pictures and write a calibration",
        description="Find the hollows in a picture of the bare board, learn the colours from "
        "the full trays, and write both to a file.",
    )
    which = p.add_mutually_exclusive_group()
    which.add_argument("--empty", type=Path, metavar="IMAGE", help="the bare board")
    which.add_argument(
        "--occupied", type=Path, metavar="IMAGE", help="a board with a game under way"
    )
    p.add_argument(
        "--start", type=Path, metavar="IMAGE", help="the bare board with both series in the trays"
    )
    p.add_argument(
        "--corners",
        metavar='"x,y x,y x,y x,y"',
        help="centres of the corner hollows in pixels: top left, top right, bottom right, "
        "bottom left",
    )
    p.add_argument("--grid", default="7x7", metavar="COLSxROWS", help="another size of board")
    p.add_argument(
        "--markers",
        type=Path,
        metavar="IMAGE",
        help="the same board and camera with marker cards on the corner hollows "
        "(realqueen calibrate markers), instead of finding the board",
    )
    p.add_argument(
        "--lens", type=Path, metavar="LENS.json", help="of this camera (realqueen calibrate lens)"
    )
    p.add_argument("--out", type=Path, metavar="CAL.json")
    p.add_argument(
        "--report", type=Path, metavar="REPORT.png", help="a picture of what was found, to look at"
    )
    p.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="language of the report and of warnings"
    )
    p.add_argument("--json", action="store_true", help="print JSON only, as it does anyway")
    p.set_defaults(run=run)
    lens.register(p.add_subparsers(metavar="lens | markers", required=False))


def run(args: argparse.Namespace) -> int:
    """Calibrate; 1 with the reason when no board can be found."""
    path = args.empty or args.occupied
    if path is None or args.out is None:
        raise CompanionError("calibrate takes --empty or --occupied with a picture, and --out")
    spec = _grid(args.grid)
    check_outputs([args.out, args.report], [path, args.start, args.markers, args.lens])
    image = read_picture(path)
    start = None if args.start is None else read_picture(args.start)
    try:
        calibration = _calibrate(image, args, spec)
    except BoardNotFoundError as error:
        print(f"realqueen calibrate: {path}: {error}", file=sys.stderr)
        return 1
    if start is not None:
        start = start_picture(calibration, start, str(args.start))
        calibration = with_trays(calibration, start)
    save_calibration(calibration, args.out)
    if args.report is not None:
        # On the picture that shows the marbles, too, where there is one.
        shown = image if start is None else start
        seen = report(calibration, shown, REPORT[args.lang], start is not None)
        save_report(seen, args.report)
    warnings = [
        REPORT[args.lang][f"warning.{code}"] for code in warnings_of(calibration, start is not None)
    ]
    print(json.dumps(calibration.summary() | {"warnings": warnings}, ensure_ascii=False))
    return 0


def _calibrate(image: ImageBGR, args: argparse.Namespace, spec: BoardSpec) -> Calibration:
    occupied = args.occupied is not None
    seen_by = _lens(args.lens, image)
    corners = _pointed_at(args, image)
    if corners is not None:
        calibration = from_corners(image, corners, spec, seen_by)
        return imagined(calibration) if occupied else calibration
    find = from_occupied_board if occupied else from_bare_board
    return find(image, spec, seen_by)


def _lens(path: Path | None, image: ImageBGR) -> KnownLens:
    if path is None:
        return ANY_LENS
    return as_known(load_lens(path), (image.shape[1], image.shape[0]))


def _pointed_at(args: argparse.Namespace, image: ImageBGR) -> Floats | None:
    """The corner hollows, where a person has named or marked them."""
    if args.corners is not None:
        return _corners(args.corners)
    if args.markers is None:
        return None
    marked = read_picture(args.markers)
    if marked.shape != image.shape:
        raise CompanionError(f"{args.markers} has another size than the picture of the board")
    return find_markers(marked)


def _grid(text: str) -> BoardSpec:
    said = re.fullmatch("([0-9]{1,2})x([0-9]{1,2})", text.lower())
    columns, rows = (int(number) for number in said.groups()) if said else (0, 0)
    if not (3 <= columns <= 26 and 3 <= rows <= 26):
        raise CompanionError(f"--grid is COLSxROWS, 3 to 26 of each, as 7x7, not {text[:20]!r}")
    return BoardSpec(columns, rows)


def _corners(text: str) -> Floats:
    try:
        places = np.array([[float(v) for v in pair.split(",")] for pair in text.split()])
    except ValueError:
        places = np.zeros(0)
    if places.shape != (4, 2) or not np.isfinite(places).all():
        raise CompanionError('--corners takes four places: "x,y x,y x,y x,y"')
    return places
