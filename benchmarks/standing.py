"""How well marbles are noticed on a board that is given as bare.

    python benchmarks/standing.py SET_DIR

SET_DIR is as for benchmarks/vision.py. Each session's board is found in its bare picture, and
that picture and every other of it without a hand is then asked whether marbles stand there, as
`realqueen calibrate` asks. Printed are how many marbles were told, in how many pictures with
marbles none, and which bare hollows were called taken, on bare boards and beside marbles.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

# The folder of this file has another `vision`.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.vision import NAMES, shots_of
from calibration.board import calibration_of
from calibration.model import Calibration
from calibration.standing import standing
from vision.errors import BoardNotFoundError
from vision.finding.find_board import find_board
from vision.sources import read_picture
from vision.types import REAL_QUEEN


def ask(calibration: Calibration, picture: Path, labels: str, tally: Counter[str]) -> str:
    """Ask one picture; which bare hollows were called taken, in words."""
    told = standing(calibration, read_picture(picture))
    marbles = np.array(list(labels)) != "."
    tally["marbles"] += int(marbles.sum())
    right = int((told & marbles).sum())
    tally["told"] += right
    tally["pictures with marbles" if marbles.any() else "bare pictures"] += 1
    tally["pictures with marbles of which none was told"] += bool(marbles.any() and not right)
    false = [name for name, taken in zip(NAMES, told & ~marbles, strict=True) if taken]
    tally["bare hollows called taken"] += len(false)
    tally["bare pictures called taken"] += bool(false and not marbles.any())
    return ", ".join(false)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET_DIR")
    args = parser.parse_args()
    tally: Counter[str] = Counter()
    for folder in sorted({path.parent for path in args.set.glob("*/labels.jsonl")}):
        shots = [shot for shot in shots_of(folder) if shot.labels and not shot.covered.any()]
        bare = next((shot for shot in shots if shot.kind == "empty"), None)
        if bare is None:
            continue
        try:
            image = read_picture(bare.path)
            calibration = calibration_of(find_board(image, REAL_QUEEN), image, REAL_QUEEN)
        except BoardNotFoundError as error:
            print(f"{folder.name}: {error}")
            tally["boards refused"] += 1
            continue
        for shot in shots:
            if false := ask(calibration, shot.path, shot.labels or "", tally):
                print(f"{folder.name} {shot.path.name}: {false} called taken")
    for what, count in tally.items():
        print(f"{what:45} {count}")


if __name__ == "__main__":
    main()
