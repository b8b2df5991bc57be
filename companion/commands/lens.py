"""``realqueen calibrate lens`` and ``... markers``: what is printed for the camera to see."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from calibration.lens import LensReport, find_lens, lens_sheet, save_lens, summary
from calibration.markers import marker_sheet
from calibration.printing import save_page
from companion.commands.options import check_outputs
from companion.errors import CompanionError
from vision.sources import read_picture


def register(subparsers: Any) -> None:
    """Add both below ``realqueen calibrate``."""
    lens = subparsers.add_parser(
        "lens",
        help="calibrate the lens from photos of a printed sheet",
        description="Print a sheet (--sheet), take ten photos or so of it with the camera, tilted "
        "to every side and near every edge, and give them here. Needs OpenCV 4.7 or newer.",
    )
    lens.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    lens.add_argument(
        "--sheet", type=Path, metavar="SHEET.pdf", help="write the sheet (.pdf, .png)"
    )
    lens.add_argument("--out", type=Path, metavar="LENS.json", help="where the lens is written")
    lens.add_argument("--json", action="store_true", help="print JSON only, as it does anyway")
    lens.set_defaults(run=run_lens)
    markers = subparsers.add_parser(
        "markers",
        help="print marker cards for a board that can't be found",
        description="Four cards to cut out and lay on the corner hollows; a picture with them is "
        "then given to: realqueen calibrate --empty BARE --markers PICTURE --out CAL.json",
    )
    markers.add_argument("--sheet", type=Path, required=True, metavar="SHEET.pdf")
    markers.set_defaults(run=run_markers)


def run_markers(args: argparse.Namespace) -> int:
    """Write the sheet."""
    save_page(marker_sheet(), args.sheet)
    print(json.dumps({"sheet": str(args.sheet)}))
    return 0


def run_lens(args: argparse.Namespace) -> int:
    """Write the sheet, or the lens; 1 with what is missing when the photos don't suffice."""
    if args.sheet is not None:
        if args.photos or args.out is not None:
            raise CompanionError("--sheet writes the sheet to print; give photos without it")
        save_page(lens_sheet(), args.sheet)
        print(json.dumps({"sheet": str(args.sheet)}))
        return 0
    if not args.photos or args.out is None:
        raise CompanionError("calibrate lens takes photos of the sheet and --out LENS.json")
    check_outputs([args.out], args.photos)
    report = find_lens([(str(path), read_picture(path)) for path in args.photos])
    if report.lens is not None:
        save_lens(report.lens, args.out)
    print(json.dumps(_told(report), ensure_ascii=False))
    if report.lens is None:
        print(f"realqueen calibrate lens: {'; '.join(report.missing)}", file=sys.stderr)
        return 1
    return 0


def _told(report: LensReport) -> dict[str, Any]:
    photos = [
        {"photo": use.name, "corners": use.corners, "used": not use.why_not, "why_not": use.why_not}
        for use in report.uses
    ]
    lens = None if report.lens is None else summary(report.lens)
    return {"lens": lens, "photos": photos, "missing": report.missing}
