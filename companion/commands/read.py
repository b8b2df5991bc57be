"""``realqueen read``: what lies in every hollow of some pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from calibration.errors import CalibrationError
from calibration.model import load_calibration
from vision.aimed import AimedReader
from vision.sources import read_picture
from vision.trays.contents import TrayCount
from vision.types import Frame, Reading


def register(subparsers: Any) -> None:
    """Add ``realqueen read``."""
    p = subparsers.add_parser(
        "read",
        help="read pictures of a calibrated board",
        description="Read pictures, in order, as one camera's stream; one JSON object a line.",
    )
    p.add_argument("--calibration", type=Path, required=True, metavar="CAL.json")
    p.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    p.add_argument("--json", action="store_true", help="print JSON only, as it does anyway")
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read every picture; 1 when the board of the calibration is in none of them."""
    calibration = load_calibration(args.calibration)
    width, height = calibration.projection.image_size
    reader, trays = AimedReader(calibration), calibration.tray_reader()
    seen = False
    for index, path in enumerate(args.images):
        image = read_picture(path)
        if image.shape[:2] != (height, width):
            raise CalibrationError(
                f"{path} is {image.shape[1]} x {image.shape[0]}, but the calibration was made "
                f"with {width} x {height}; use the same camera settings or calibrate again"
            )
        begun = time.perf_counter()
        reading = reader.read(Frame(image, index, float(index)))
        line = reading_line(str(path), reading, (time.perf_counter() - begun) * 1e3)
        # A lost board's trays are lost too; a hand that reaches over it may lie over them.
        clear = not (reading.moved or reading.trouble or reading.covered.any())
        counts = trays.read(image, reader.as_calibrated) if trays and clear else None
        line["trays"] = counts and trays_line(counts)
        print(json.dumps(line, ensure_ascii=False))
        sys.stdout.flush()
        # Too dark or under a hand is no sign of another board.
        seen |= bool(reading.trouble) or not reading.moved or reader.found_again
    if not seen:
        print(
            f"realqueen read: the board of {args.calibration} is not in "
            f"{'these pictures' if len(args.images) > 1 else 'this picture'}; calibrate again",
            file=sys.stderr,
        )
        return 1
    return 0


def reading_line(name: str, reading: Reading, ms: float) -> dict[str, Any]:
    """The object of interfaces.md for one picture."""
    names, labels = reading.spec.names(), reading.labels()
    hollows = {
        hollow: {
            "label": labels[i],
            "p": round(float(reading.p[i].max()), 4),
            "covered": bool(reading.covered[i]),
        }
        for i, hollow in enumerate(names)
    }
    return {
        "image": name,
        "placement": reading.placement(),
        "hollows": hollows,
        "covered": sorted(h for h, seen in hollows.items() if seen["covered"]),
        "moved": reading.moved,
        "trouble": reading.trouble,
        "ms": round(ms, 1),
    }


def trays_line(counts: tuple[TrayCount, TrayCount]) -> dict[str, dict[str, Any]]:
    """Both trays by their series' letters; null is what can't be told."""
    return {
        letter: {
            "attack": count.attack,
            "queen": count.queen,
            "confidence": round(count.confidence, 2),
        }
        for letter, count in zip("wb", counts, strict=True)
    }
