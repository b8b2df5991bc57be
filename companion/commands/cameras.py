"""``realqueen cameras``: what cameras there are, by the names that ``--source`` takes."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from typing import Any

from companion.commands.options import add_output_options
from vision.sources import CameraError, pi_cameras, usb_cameras


@dataclass(frozen=True, slots=True)
class Found:
    """A camera.

    Attributes:
        source: what ``realqueen run --source`` takes.
        model: as the driver names it.
        kind: ``ribbon`` or ``usb``.
    """

    source: str
    model: str
    kind: str


WORDS = {
    "en": {
        "none": "no camera is found: plug in a webcam, or push the ribbon cable home with the "
        "power off",
        "ribbon": "on the ribbon cable",
        "usb": "on USB",
    },
    "it": {
        "none": "nessuna telecamera trovata: collega una webcam, oppure spingi bene il cavo "
        "piatto a Raspberry Pi spento",
        "ribbon": "sul cavo piatto",
        "usb": "su USB",
    },
}


def register(subparsers: Any) -> None:
    """Add ``realqueen cameras``."""
    p = subparsers.add_parser(
        "cameras",
        help="list the cameras that are there",
        description="Lists the cameras, by the names that run --source takes. "
        "Exit status 1 if there is none.",
    )
    add_output_options(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print them; 0 if there is any."""
    cameras, note = find_cameras()
    words = WORDS[args.lang]
    if args.json:
        print(json.dumps({"cameras": [asdict(c) for c in cameras], "note": note}))
    else:
        for camera in cameras:
            print(f"{camera.source}  {camera.model} ({words[camera.kind]})")
        if not cameras:
            print(words["none"])
            if note:
                print(f"picamera2: {note}")
    return 0 if cameras else 1


def find_cameras() -> tuple[list[Found], str]:
    """All cameras, those on the ribbon cable first, and why picamera2 found none if it can't."""
    note, found = "", []
    try:
        for number, camera in enumerate(pi_cameras()):
            # picamera2 lists USB cameras too; they are listed below.
            if "/usb" not in str(camera["Id"]):
                source = f"picamera2:{number}" if number else "picamera2"
                found.append(Found(source, str(camera["Model"]), "ribbon"))
    except CameraError as error:
        note = error.trouble.detail or str(error)
    found += [Found(f"webcam:{number}", name, "usb") for number, name in usb_cameras()]
    return found, note
