"""Whether a board is told where it isn't: drawn boards with many lines over faint hollows.

    python benchmarks/lines.py [--first N] [--boards N]

Some of their hollows no eye finds among the lines: they should be refused. Printed are those that
were, and those that were told wrongly, by number.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "synthetic"))
# The folder of this file has another `vision`.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from synthetic import render
from synthetic_lines import lined

from vision.errors import BoardNotFoundError
from vision.finding.find_board import find_board
from vision.types import REAL_QUEEN

RIGHT = 0.1  # of the pitch


def aside(seed: int) -> float | str:
    """By how much of the pitch the worst hollow is told aside, or why there is none."""
    picture = render(*lined(seed))
    nodes = np.array([(x, y) for y in range(7) for x in range(7)], float)
    try:
        found = find_board(picture.image_bgr, REAL_QUEEN).projection(nodes)
    except BoardNotFoundError as refused:
        return str(refused.reason.value)
    away = np.linalg.norm(found[:, None] - picture.hollows_px, axis=2).min(axis=0)
    pitch_px = np.linalg.norm(picture.hollows_px[24] - picture.hollows_px[25])
    return float(away.max() / pitch_px)


def main() -> None:
    """Draw them, look and count."""
    cv2.setNumThreads(1)
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--first", type=int, default=0, help="number of the first board")
    parser.add_argument("--boards", type=int, default=30, help="how many")
    asked = parser.parse_args()
    found = refused = 0
    for seed in range(asked.first, asked.first + asked.boards):
        told = aside(seed)
        found += isinstance(told, float) and told < RIGHT
        refused += isinstance(told, str)
        if isinstance(told, str):
            print(seed, lined(seed)[0].lines, "refused:", told)
        elif told >= RIGHT:
            print(seed, lined(seed)[0].lines, f"told {told:.2f} of the pitch aside")
    wrong = asked.boards - found - refused
    print(f"found {found}, refused {refused}, wrong {wrong} of {asked.boards}")


if __name__ == "__main__":
    main()
