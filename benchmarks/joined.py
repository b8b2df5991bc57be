"""How well a game under way is joined: each picture with marbles on the board by itself.

    python benchmarks/joined.py SET_DIR [--most N]

SET_DIR is as for benchmarks/vision.py. Every picture on which up to N hollows are taken (a
third by default), with hands or without, is given as the only one of its board, and the
pictures from there to the session's end are read, without trays, as one stream. Printed are
how many boards were found, to which part of the pitch, and which hollows in view were then
read wrongly; colours are counted up to swapping both series.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2

# The folder of this file has another `vision`.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.vision import CERTAIN, Shot, Tally, count, hollows_of, locate, read, shots_of
from calibration.occupied import from_occupied_board
from vision.errors import BoardNotFoundError
from vision.sources import read_picture
from vision.types import REAL_QUEEN

THIRD = REAL_QUEEN.count // 3


def under_way(shot: Shot, most: int) -> bool:
    """Whether a game that may be joined is shown."""
    return shot.kind not in ("empty", "start") and 0 < REAL_QUEEN.count - bare(shot) <= most


def bare(shot: Shot) -> int:
    return (shot.labels or "").count(".")


def join(folder: Path, most: int, tally: Tally) -> list[str]:
    """Join each of its pictures; what was wrong, in words."""
    shots, session, said = shots_of(folder), hollows_of(folder), []
    for k, shot in enumerate(shots):
        if not under_way(shot, most):
            continue
        truth = session if shot.hollows_px is None else shot.hollows_px
        name = f"{folder.name} {shot.path.name}"
        try:
            calibration = from_occupied_board(read_picture(shot.path), REAL_QUEEN)
        except BoardNotFoundError as error:
            tally.refused.append(f"{name} ({error})")
            continue
        if truth is None:
            tally.unknown += 1
        else:
            locate(name, calibration, truth, tally)
        readings, *_ = read(calibration, shots[k:])
        said += [f"from {name}: {line}" for line in count(shots[k:], readings, tally)]
    return said


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET_DIR")
    parser.add_argument("--most", type=int, default=THIRD, metavar="N", help="hollows taken")
    args = parser.parse_args()
    folders = sorted({path.parent for path in args.set.glob("*/labels.jsonl")})
    if not folders:
        parser.error(f"there are no sessions in {args.set}")
    cv2.setNumThreads(1)
    tally = Tally()
    for folder in folders:
        for line in join(folder, args.most, tally):
            print(line, flush=True)
    tried = tally.found + len(tally.misplaced) + len(tally.refused) + tally.unknown
    certain = sum(p > CERTAIN and not right for p, right in zip(tally.p, tally.right, strict=True))
    print(f"joined         {tally.found} of {tried}, to {max(tally.errors, default=0):.3f} pitches")
    print(f"misplaced      {', '.join(tally.misplaced) or 'none'}")
    print(f"refused        {', '.join(tally.refused) or 'none'}")
    print(f"hollows wrong  {tally.wrong} of {tally.uncovered} in view, {certain} of them certain")
    print(f"covered        {tally.covered_and_certain} of {tally.covered} certain and wrong")


if __name__ == "__main__":
    main()
