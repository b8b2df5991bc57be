"""``realqueen calibrate``: find the board and learn the colours from pictures."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.board import from_bare_board, from_corners, with_trays
from calibration.model import Calibration, save_calibration
from calibration.occupied import from_occupied_board, imagine_bare
from companion.errors import CompanionError
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
    which = p.add_mutually_exclusive_group(required=True)
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
    p.add_argument("--out", type=Path, required=True, metavar="CAL.json")
    p.add_argument("--json", action="store_true", help="print JSON only, as it does anyway")
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Calibrate; 1 with the reason when no board can be found."""
    spec = _grid(args.grid)
    path = args.empty or args.occupied
    image = read_picture(path)
    start = None if args.start is None else read_picture(args.start)
    try:
        calibration = _calibrate(image, args.occupied is not None, args.corners, spec)
    except BoardNotFoundError as error:
        print(f"realqueen calibrate: {path}: {error}", file=sys.stderr)
        return 1
    if start is not None:
        calibration = with_trays(calibration, start)
    save_calibration(calibration, args.out)
    print(json.dumps(calibration.summary(), ensure_ascii=False))
    return 0


def _calibrate(
    image: ImageBGR, occupied: bool, corners: str | None, spec: BoardSpec
) -> Calibration:
    if corners is not None:
        calibration = from_corners(image, _corners(corners), spec)
        if not occupied:
            return calibration
        bare = imagine_bare(image, calibration.projection, spec, calibration.rim)
        return replace(calibration, bare_bgr=bare)
    return from_occupied_board(image, spec) if occupied else from_bare_board(image, spec)


def _grid(text: str) -> BoardSpec:
    columns, _, rows = text.lower().partition("x")
    if not (columns.isdecimal() and rows.isdecimal()):
        raise CompanionError(f"--grid is COLSxROWS, such as 7x7, not {text!r}")
    if not (3 <= int(columns) <= 26 and 3 <= int(rows) <= 26):
        raise CompanionError("--grid takes 3 to 26 columns and rows")
    return BoardSpec(int(columns), int(rows))


def _corners(text: str) -> Floats:
    try:
        places = np.array([[float(v) for v in pair.split(",")] for pair in text.split()])
    except ValueError:
        places = np.zeros(0)
    if places.shape != (4, 2) or not np.isfinite(places).all():
        raise CompanionError('--corners takes four places: "x,y x,y x,y x,y"')
    return places
