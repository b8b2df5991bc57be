"""How well and how fast the eyes see, on any set of board pictures with labels.

    python benchmarks/vision.py SET_DIR [--sessions s001 s004 ...] [--no-trays] [--aside X Y]

SET_DIR holds sessions: folders with labels.jsonl, the pictures and, where the hollows'
places are known, session.json. Each is calibrated from its bare board (and full trays,
if it has that picture; a board under way, if it has no bare one) and then read as one
stream, a picture a second, as `realqueen read` does. Colours are counted up to swapping
both series in the whole session. What a set does not tell is not counted.

--aside: each board is told so many pitches beside where it was found, as by a person who points.

covered and certain: the worst answers, hollows that a hand hides, not called
covered, and read wrong with p above 0.9.

Times: see `benchmarks.times`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np

# This file is named as the room that it measures, and its folder comes first.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.times import report_speed, speed
from calibration.board import from_bare_board, with_trays
from calibration.model import Calibration
from calibration.occupied import from_occupied_board
from calibration.put_back import put_back
from vision.aimed import AimedReader
from vision.calibrated import BELIEVED
from vision.camera.projection import Projection
from vision.errors import BoardNotFoundError
from vision.sources import read_picture
from vision.trays.contents import TrayReader
from vision.types import REAL_QUEEN, Frame, Reading

NAMES = REAL_QUEEN.names()
SWAPPED = str.maketrans("wWbB", "bBwW")
NEAR = 0.1  # of the pitch: issue and interfaces call a hollow found within that
CERTAIN = 0.9
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 1.0001)
TIMED_SESSIONS, TIMED_SHOTS = 16, 40


@dataclass(frozen=True)
class Shot:
    """One picture and what it shows."""

    path: Path
    kind: str
    labels: str | None
    covered: np.ndarray
    trays: tuple[tuple[int, bool], ...] = ()  # reserve, and the Queen in her place, w and b
    hollows_px: np.ndarray | None = None  # where they are, if board or camera was moved


@dataclass
class Tally:
    """What was counted over all sessions."""

    found: int = 0
    misplaced: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unknown: int = 0
    errors: list[float] = field(default_factory=list)
    boards: int = 0
    exact: int = 0
    uncovered: int = 0
    wrong: int = 0
    called_covered: int = 0
    covered: int = 0
    covered_and_certain: int = 0
    moved: int = 0
    again: list[float] = field(default_factory=list)
    trays: Counter[str] = field(default_factory=Counter)
    p: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    find_s: list[float] = field(default_factory=list)


def shots_of(folder: Path) -> list[Shot]:
    """All pictures that are there, in order; without labels.jsonl none."""
    labels = folder / "labels.jsonl"
    lines = labels.read_text("utf-8").splitlines() if labels.exists() else []
    rows = [json.loads(line) for line in lines if line.strip()]
    return [
        Shot(
            folder / row["frame"],
            row.get("kind", "position"),
            letters(row["placement"]) if "placement" in row else None,
            np.array([name in row.get("covered", ()) for name in NAMES]),
            tuple((row["reserve"][side], row["queen_in_tray"][side]) for side in "wb")
            if {"reserve", "queen_in_tray"} <= row.keys()
            else (),
            np.array([row["hollows_px"][name] for name in NAMES]) if "hollows_px" in row else None,
        )
        for row in rows
        if (folder / row["frame"]).exists()
    ]


def letters(placement: str) -> str:
    ranks = [
        "".join("." * int(ch) if ch.isdigit() else ch for ch in rank)
        for rank in placement.split("/")
    ]
    return "".join(reversed(ranks))


def hollows_of(folder: Path) -> np.ndarray | None:
    path = folder / "session.json"
    session = json.loads(path.read_text("utf-8")) if path.exists() else {}
    known = session.get("hollows_px")
    return np.array([known[name] for name in NAMES]) if known else None


def calibrate(
    folder: Path,
    shots: list[Shot],
    tally: Tally,
    trays: bool = True,
    aside: tuple[float, float] = (0.0, 0.0),
) -> Calibration | None:
    """From the first bare board and the first full trays, or from a board under way."""
    empty = next((shot for shot in shots if shot.kind == "empty"), None)
    begun = perf_counter()
    try:
        if empty is None:
            calibration = from_occupied_board(read_picture(shots[0].path), REAL_QUEEN)
        else:
            calibration = from_bare_board(read_picture(empty.path), REAL_QUEEN)
    except BoardNotFoundError as error:
        tally.refused.append(f"{folder.name} ({error})")
        return None
    tally.find_s.append(perf_counter() - begun)
    truth = hollows_of(folder)
    if truth is None:
        tally.unknown += 1
    else:
        locate(folder.name, calibration, truth, tally)
    if any(aside):
        there = calibration.projection.after(np.eye(2), np.array(aside))
        calibration = replace(calibration, projection=there, confidence=BELIEVED)
    start = next((shot for shot in shots if shot.kind == "start"), None)
    if start is None or not trays:
        return calibration
    picture = read_picture(start.path)
    stood = put_back(calibration, picture)
    return with_trays(calibration, picture if stood is None else stood)


def locate(name: str, calibration: Calibration, truth: np.ndarray, tally: Tally) -> None:
    """Compare the hollows found with where they are."""
    away = misses(calibration.hollows_px, truth)
    if away.max() > NEAR:
        tally.misplaced.append(f"{name} ({away.max():.2f})")
    else:
        tally.found += 1
        tally.errors.extend(away)


def misses(hollows_px: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """(n,) how far from where they are hollows were found, in pitches."""
    pitch_px = float(np.linalg.norm(np.diff(truth.reshape(7, 7, 2), axis=1), axis=2).mean())
    away: np.ndarray = np.linalg.norm(hollows_px - truth, axis=1) / pitch_px
    return away


def read(
    calibration: Calibration, shots: list[Shot]
) -> tuple[list[Reading], list[Projection], list[Projection]]:
    """What is seen in each picture; where the board is then, and where what was calibrated is."""
    reader, readings, views, calibrated = AimedReader(calibration), [], [], []
    for index, shot in enumerate(shots):
        readings.append(reader.read(Frame(read_picture(shot.path), index, float(index))))
        views.append(reader.pose.projection)
        calibrated.append(reader.as_calibrated)
    return readings, views, calibrated


def count(shots: list[Shot], readings: list[Reading], tally: Tally) -> list[str]:
    """Add one session; its errors in words."""
    views = [[r.labels().translate(swap) for r in readings] for swap in ({}, SWAPPED)]
    seen = min(views, key=lambda view: sum(map(_misread, view, shots)))
    said = []
    for shot, reading, labels in zip(shots, readings, seen, strict=True):
        if shot.labels is None:
            continue
        right = np.array([a == b for a, b in zip(labels, shot.labels, strict=True)])
        best = reading.p.max(axis=1)
        open_ = ~shot.covered
        given = open_ & ~reading.covered
        certain = shot.covered & ~reading.covered & ~right & (best > CERTAIN)
        tally.boards += 1
        tally.exact += bool(right[open_].all())
        tally.uncovered += int(open_.sum())
        tally.wrong += int((open_ & ~right).sum())
        tally.called_covered += int((open_ & reading.covered).sum())
        tally.covered += int(shot.covered.sum())
        tally.covered_and_certain += int(certain.sum())
        tally.moved += reading.moved
        tally.p.extend(best[given])
        tally.right.extend(right[given])
        for i in np.flatnonzero((open_ & ~right) | certain):
            hidden = " covered" if shot.covered[i] else ""
            flag = " (called covered)" if reading.covered[i] else ""
            said.append(
                f"{shot.path.name} {NAMES[i]}{hidden}: "
                f"{shot.labels[i]} read as {labels[i]} {best[i]:.3f}{flag}"
            )
    return said


def count_trays(
    reader: TrayReader, shots: list[Shot], readings: list[Reading], views: list[Projection]
) -> Counter[str]:
    """What is said of the trays, where no hand is about; the series may be swapped."""
    looks = [
        (reader.read(read_picture(shot.path), view), shot.trays)
        for shot, reading, view in zip(shots, readings, views, strict=True)
        if shot.trays and not (reading.covered.any() or reading.moved)
    ]
    orders: list[Counter[str]] = [Counter(), Counter()]
    for said, step in zip(orders, (1, -1), strict=True):
        for counts, trays in looks:
            for told, (attack, queen) in zip(counts[::step], trays, strict=True):
                for what, one, true in (("", told.attack, attack), ("Queen ", told.queen, queen)):
                    said[what + {None: "untold", true: "right"}.get(one, "wrong")] += 1
    return min(orders, key=lambda said: said["wrong"] + said["Queen wrong"])


def _misread(labels: str, shot: Shot) -> int:
    if shot.labels is None:
        return 0
    pairs = zip(labels, shot.labels, shot.covered, strict=True)
    return sum(a != b and not covered for a, b, covered in pairs)


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.2f} %)" if whole else "none"


def report(tally: Tally, sessions: int) -> None:
    known = sessions - tally.unknown
    print(f"\nlattice          {share(tally.found, known)} within {NEAR} of the pitch")
    if tally.unknown:
        print(f"  places not known: {tally.unknown}")
    for what, names in (("refused", tally.refused), ("misplaced", tally.misplaced)):
        if names:
            print(f"  {what}: {', '.join(names)}")
    if tally.errors:
        errors = np.array(tally.errors)
        print(f"hollow error     median {np.median(errors):.4f}, max {errors.max():.4f} pitches")
    if tally.find_s:
        print(
            f"search           median {median(tally.find_s):.1f} s, max {max(tally.find_s):.1f} s"
        )
    print(f"boards exact     {share(tally.exact, tally.boards)}")
    print(f"hollows wrong    {share(tally.wrong, tally.uncovered)} in view")
    print(f"called covered   {share(tally.called_covered, tally.uncovered)} in view")
    print(f"covered, certain {share(tally.covered_and_certain, tally.covered)} and wrong")
    for what, name in (("", "trays counted   "), ("Queen ", "Queens' places  ")):
        right, wrong, untold = (tally.trays[what + key] for key in ("right", "wrong", "untold"))
        if said := right + wrong + untold:
            print(f"{name} {share(right + wrong, said)} without a hand, {wrong} wrong")
    print(f"called moved     {share(tally.moved, tally.boards)} pictures")
    if tally.again:
        near = sum(away < NEAR for away in tally.again)
        print(
            f"moved, found     {share(near, len(tally.again))}, at most {max(tally.again):.3f} away"
        )
    print("\nreliability of hollows in view, not called covered\n  p              hollows  right")
    p, right = np.array(tally.p), np.array(tally.right)
    for low, high in pairwise(BINS):
        inside = (p >= low) & (p < high)
        if inside.any():
            ratio = f"{100 * right[inside].mean():6.2f} %, mean p {p[inside].mean():.3f}"
            print(f"  {low:.3f}-{min(high, 1):.3f} {inside.sum():9}  {ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET_DIR")
    parser.add_argument("--sessions", nargs="+", metavar="NAME", help="only these")
    parser.add_argument(
        "--no-trays", action="store_true", help="colours and sizes from the play alone"
    )
    parser.add_argument(
        "--aside", nargs=2, type=float, default=(0.0, 0.0), metavar=("X", "Y"), help="in pitches"
    )
    args = parser.parse_args()
    folders = sorted({path.parent for path in args.set.glob("*/labels.jsonl")})
    if args.sessions:
        folders = [folder for folder in folders if folder.name in args.sessions]
    if not folders:
        parser.error(f"there are no such sessions in {args.set}")
    cv2.setNumThreads(1)
    tally, timed = Tally(), []
    for folder in folders:
        shots = shots_of(folder)
        if not shots:
            print(f"{folder.name}: no pictures")
            tally.unknown += 1
            continue
        calibration = calibrate(folder, shots, tally, not args.no_trays, tuple(args.aside))
        if calibration is None:
            tally.boards += sum(shot.labels is not None for shot in shots)
            continue
        readings, views, calibrated = read(calibration, shots)
        tally.again += [
            float(misses(view(calibration.nodes), shot.hollows_px).max())
            for shot, view in zip(shots, views, strict=True)
            if shot.hollows_px is not None
        ]
        said = count(shots, readings, tally)
        if tray_reader := calibration.tray_reader():
            tally.trays += count_trays(tray_reader, shots, readings, calibrated)
        print(f"{folder.name}: {len(shots)} pictures, {len(said)} hollows wrong", flush=True)
        for line in said:
            print(f"  {line}")
        if len(timed) < TIMED_SESSIONS and len(shots) > 2:
            timed.append(speed(calibration, shots[:TIMED_SHOTS]))
    report(tally, len(folders))
    if timed:
        report_speed(timed)


if __name__ == "__main__":
    main()
