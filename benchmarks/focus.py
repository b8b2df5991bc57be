"""How a game outlives a camera that loses its focus, or a lens that is misted over.

    python benchmarks/focus.py SET_DIR

SET_DIR is as for benchmarks/vision.py. Each session is read up to its first picture with marbles
and no hand; that one is then shown altered, six times, and at last as it was. Printed are, by
what was done to it, in how many sessions trouble was told, and how many hollows that are not
called covered were read wrongly, and with certainty, meanwhile and afterwards. Sizes are in
pitches. Colours are counted up to swapping both series.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

# The folder of this file has another `vision`.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.vision import CERTAIN, Shot, Tally, calibrate, shots_of
from calibration.model import Calibration
from vision.aimed import AimedReader
from vision.sources import read_picture
from vision.types import Frame, ImageBGR, Reading

Change = Callable[[ImageBGR, float], ImageBGR]
SHOWN = 6  # times each picture
SWAPPED = str.maketrans("wWbB", "bBwW")


def out_of_focus(sigma: float) -> Change:
    """A Gaussian blur."""
    return lambda image, pitch_px: cv2.GaussianBlur(image, (0, 0), sigma * pitch_px)


def on_one_side(sigma: float) -> Change:
    """Sharp at the left edge, out of focus at the right."""

    def change(image: ImageBGR, pitch_px: float) -> ImageBGR:
        rising = np.linspace(0, 8, image.shape[1])[:, None]
        mixed = np.zeros(image.shape)
        for k in range(9):
            step = out_of_focus(sigma * k / 8 + 1e-3)(image, pitch_px)
            mixed += step * np.clip(1 - np.abs(rising - k), 0, 1)
        return mixed.astype(np.uint8)

    return change


def greasy(share: float) -> Change:
    """A halo about all that is bright."""

    def change(image: ImageBGR, pitch_px: float) -> ImageBGR:
        halo = out_of_focus(0.2)(image, pitch_px)
        return cv2.addWeighted(image, 1 - share, halo, share, 0)

    return change


CHANGES = (
    {f"out of focus by {sigma}": out_of_focus(sigma) for sigma in (0.03, 0.04, 0.05, 0.06)}
    | {f"out of focus by {sigma}": out_of_focus(sigma) for sigma in (0.08, 0.1, 0.2, 0.3, 0.45)}
    | {f"on one side by {sigma}": on_one_side(sigma) for sigma in (0.1, 0.2)}
    | {f"greasy, {share} of the light": greasy(share) for share in (0.3, 0.4, 0.5, 0.7)}
)


@dataclass
class Count:
    """Of one change: hollows, meanwhile and afterwards."""

    sessions: int = 0
    told: int = 0
    wrong: int = 0
    certain: int = 0
    wrong_after: int = 0
    certain_after: int = 0


def stream(images: list[ImageBGR], changed: ImageBGR) -> Iterator[Frame]:
    """The session so far, its last picture altered, and that as it was, with a camera's noise."""
    noise, time_s = np.random.default_rng(1), 0.0
    for number, image in enumerate([*images, changed, images[-1], images[-1]]):
        for _ in range(SHOWN):
            grain = noise.integers(-1, 2, image.shape, np.int16)
            yield Frame(np.clip(image + grain, 0, 255).astype(np.uint8), number, time_s)
            time_s += 1 / 30
        time_s += 5.0 if number > len(images) else 0.5


def misread(reading: Reading, labels: str) -> tuple[int, int]:
    """Hollows read wrongly, and with certainty."""
    pairs = zip(reading.labels(), labels, reading.covered, reading.p.max(axis=1), strict=True)
    sure = [p for seen, truth, covered, p in pairs if seen != truth and not covered]
    certain = 0 if reading.moved else sum(p > CERTAIN for p in sure)
    return len(sure), certain


def ask(calibration: Calibration, shots: list[Shot], counts: dict[str, Count]) -> None:
    """One session, altered in every way."""
    images = [read_picture(shot.path) for shot in shots]
    hollows = calibration.hollows_px
    pitch_px = float(np.linalg.norm(hollows[24] - hollows[25]))
    for what, change in CHANGES.items():
        reader = AimedReader(calibration)
        changed = change(images[-1], pitch_px)
        readings = [reader.read(frame) for frame in stream(images, changed)]
        before, during, after = readings[-3 * SHOWN - 1], readings[-2 * SHOWN - 1], readings[-1]
        truth = shots[-1].labels or ""
        truth = min((truth, truth.translate(SWAPPED)), key=lambda t: misread(before, t)[0])
        count = counts.setdefault(what, Count())
        count.sessions += 1
        count.told += bool(during.trouble)
        wrong, certain = misread(during, truth)
        count.wrong, count.certain = count.wrong + wrong, count.certain + certain
        wrong, certain = misread(after, truth)
        count.wrong_after, count.certain_after = (
            count.wrong_after + wrong,
            count.certain_after + certain,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", type=Path, metavar="SET_DIR")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    counts: dict[str, Count] = {}
    for folder in sorted({path.parent for path in args.set.glob("*/labels.jsonl")}):
        shots = shots_of(folder)
        calm = [k for k, s in enumerate(shots) if k > 1 and s.kind != "hand" and s.labels]
        calibration = calibrate(folder, shots, Tally())
        if calm and calibration:
            ask(calibration, shots[: calm[0] + 1], counts)
    print(f"{'':30} told      wrong, certain     afterwards")
    for what, c in counts.items():
        told = f"{c.told} of {c.sessions}"
        print(
            f"{what:30} {told:9} {c.wrong:5}, {c.certain:7} {c.wrong_after:5}, {c.certain_after:3}"
        )


if __name__ == "__main__":
    main()
