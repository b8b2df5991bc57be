"""``realqueen doctor``: what is wrong where the companion stands, and what to do about it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.choosing import choose_source
from companion.commands.options import add_output_options
from companion.doctor import games, machine, seeing
from companion.doctor.finding import Finding, Level
from companion.doctor.stand import FIELDS_OF_VIEW, Stand, stand_for
from companion.doctor.words import CATALOGUES
from companion.errors import CompanionError
from companion.store import default_folder
from vision.sources import Source, open_source

WIDE_DEG = 90.0
"""A field of view from which the lens's distortion shows."""


def register(subparsers: Any) -> None:
    """Add ``realqueen doctor``."""
    p = subparsers.add_parser(
        "doctor",
        help="check the camera, the light, the board and the machine",
        description="Looks at everything the companion needs and says what to do about it. "
        "Exit status 1 if something must be mended.",
    )
    p.add_argument(
        "--source", default="auto", help="as of run; none: don't look through the camera"
    )
    p.add_argument("--data", type=Path, metavar="FOLDER", help="as of run")
    p.add_argument("--host", default="127.0.0.1", help="as of run")
    p.add_argument("--port", type=int, default=8000, help="as of run")
    add_output_options(p)
    _add_geometry(p.add_argument_group("where to put the camera"))
    p.set_defaults(run=run)


def _add_geometry(group: Any) -> None:
    group.add_argument(
        "--geometry", action="store_true", help="only compute how high the camera must stand"
    )
    group.add_argument(
        "--board", type=float, default=40.0, metavar="CM", help="side of the board (%(default)g)"
    )
    group.add_argument(
        "--around",
        type=float,
        default=8.0,
        metavar="CM",
        help="what must be seen around it, for the trays (%(default)g)",
    )
    group.add_argument(
        "--pitch", type=float, metavar="CM", help="from hollow to hollow (a ninth of the board)"
    )
    group.add_argument(
        "--tilt", type=float, default=15.0, metavar="DEG", help="from straight down (%(default)g)"
    )
    group.add_argument(
        "--fov", type=float, metavar="DEG", help="of another camera, horizontally, of 16:9"
    )


def run(args: argparse.Namespace) -> int:
    """Print what was found; 0 unless something is bad."""
    if args.geometry:
        return _geometry(args)
    findings = []
    for finding in check_all(args):
        findings.append(finding)
        if not args.json:
            print(_line(finding, args.lang), flush=True)
    bad = any(f.level is Level.BAD for f in findings)
    warned = any(f.level is Level.WARNING for f in findings)
    if args.json:
        found = [f.to_json(args.lang) for f in findings]
        print(json.dumps({"ok": not bad, "findings": found}, ensure_ascii=False))
    else:
        verdict = "bad" if bad else "warning" if warned else "fine"
        print(CATALOGUES[args.lang][f"verdict.{verdict}"])
    return 1 if bad else 0


def check_all(args: argparse.Namespace) -> Iterator[Finding]:
    """Every check; the camera last, because it takes a few seconds."""
    yield from machine.versions()
    yield from machine.disk(args.data or default_folder())
    yield from games.kept(args.data or default_folder())
    yield from games.calibrations(args.data or default_folder())
    yield from machine.devices()
    yield from machine.heat()
    yield from machine.throttling()
    yield from machine.clock()
    yield from machine.port(args.host, args.port)
    if args.source != "none":
        yield from seeing.look(lambda: _open(args.source))


def _open(name: str) -> Source:
    """The source to look through; here ``auto`` is a camera or nothing."""
    return open_source("camera") if name == "auto" else choose_source(name, realtime=True)


def _line(finding: Finding, lang: str) -> str:
    words = CATALOGUES[lang]
    level, check = words[f"level.{finding.level}"], words[f"check.{finding.check}"]
    return f"[{level:^6}] {check}: {finding.text(lang)}"


def _geometry(args: argparse.Namespace) -> int:
    pitch = args.board / 9 if args.pitch is None else args.pitch
    cameras = FIELDS_OF_VIEW if args.fov is None else {"other": ("--fov", args.fov)}
    try:
        stands = {
            key: stand_for(fov, args.board, args.around, args.tilt, pitch)
            for key, (_, fov) in cameras.items()
        }
    except ValueError as error:
        raise CompanionError(str(error)) from error
    if args.json:
        rows = [
            {"camera": key, "name": cameras[key][0], "fov_deg": cameras[key][1], **asdict(stand)}
            for key, stand in stands.items()
        ]
        print(json.dumps({"stands": rows}, ensure_ascii=False))
        return 0
    words = CATALOGUES[args.lang]
    title = {"board": args.board, "around": args.around, "pitch": pitch, "tilt": args.tilt}
    print(words["geometry.title"].format(**title))
    for key, stand in stands.items():
        print(f"  {_row(words, cameras[key], stand)}")
    return 0


def _row(words: dict[str, str], camera: tuple[str, float], stand: Stand) -> str:
    name, fov = camera
    row = words["geometry.row"].format(
        name=name,
        fov=fov,
        height=stand.height,
        aside=stand.aside,
        pitch=stand.pitch_px,
        far=stand.far_pitch_px,
    )
    notes = []
    if stand.far_pitch_px < seeing.FEW_PX:
        notes.append(words["geometry.small"])
    if fov >= WIDE_DEG:
        notes.append(words["geometry.wide"])
    return " ".join([row, *notes])
