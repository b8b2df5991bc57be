"""How long the eyes take, kind of frame by kind, beside OpenCV on the same frames.

Times are of the processor, on one thread, as ratios to OpenCV on the same frame. A
session is played through: "placed" are pictures in which marbles came or went (the hand
before them too), "coming" those in which more of a hand has come in than in the one before,
a twelfth of the picture at a time; "hand" those in which all of one, and what it did, is
there at once, as no camera shows it but one picture by one; "relit" the same board in another
light (every hollow is looked at), "settled" the second look once all is at rest, "still"
nothing new but noise. HoughCircles has the thresholds of OpenCV's tutorial and is told
all that is known of the board (radii, distance), as somebody who used it here would.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Protocol

import cv2
import numpy as np

from calibration.model import Calibration
from vision.aimed import AimedReader
from vision.sources import read_picture
from vision.types import Frame

PLAYED = 3
BUDGETS = (
    ("still", "Hough", 0.1),
    ("still", "cvtColor", 3.0),
    ("placed", "Hough", 0.5),
    ("coming", "Hough", 0.5),
    ("hand", "Hough", 0.5),
)
STEPS = 12  # pictures in which a hand comes all the way
PLAIN, PART = 40, 0.002  # grey levels, and share of the picture, by which two plainly differ


class Picture(Protocol):
    """One of a session."""

    @property
    def path(self) -> Path:
        """Its file."""

    @property
    def kind(self) -> str:
        """What the set calls it; "hand" with one."""


def milliseconds(work: Callable[[], object]) -> float:
    begun = thread_time()
    work()
    return (thread_time() - begun) * 1e3


def speed(calibration: Calibration, shots: Sequence[Picture]) -> dict[str, list[float]]:
    """Milliseconds of each kind of frame, the best of three times played through."""
    images = [read_picture(shot.path) for shot in shots]
    noise = np.random.default_rng(1)
    again = [
        np.clip(image + noise.integers(-1, 2, image.shape, np.int16), 0, 255).astype(np.uint8)
        for image in images
    ]
    best: dict[str, list[float]] = {}
    for _ in range(PLAYED):
        times = played(calibration, shots, images, again)
        for kind, ms in times.items():
            best[kind] = [min(pair) for pair in zip(ms, best.get(kind, ms), strict=True)]
    best["Hough"] = houghs(calibration, images[2:])
    for index, shot in enumerate(shots):
        if shot.kind == "hand" and index > 1:
            views = coming(images[index - 1], images[index])
            plays = [arrived(calibration, images[:index], views) for _ in range(PLAYED)]
            best["coming"] = best.get("coming", []) + [min(ms) for ms in zip(*plays, strict=True)]
            best["Hough, coming"] = best.get("Hough, coming", []) + houghs(calibration, views[1:])
    for kind, hand in (("placed", False), ("hand", True)):
        pairs = zip(shots[2:], best["Hough"], strict=True)
        best[f"Hough, {kind}"] = [ms for shot, ms in pairs if (shot.kind == "hand") == hand]
    best["cvtColor"] = [
        min(milliseconds(lambda i=i: cv2.cvtColor(i, cv2.COLOR_BGR2GRAY)) for _ in range(5))
        for i in images[2:]
    ]
    return best


def played(
    calibration: Calibration,
    shots: Sequence[Picture],
    images: list[np.ndarray],
    again: list[np.ndarray],
) -> dict[str, list[float]]:
    """A session as a camera shows it: each picture, the same with noise, twice, and relit."""
    reader, times = AimedReader(calibration), {}
    time_s = 0.0

    def look(kind: str, image: np.ndarray) -> None:
        nonlocal time_s
        time_s += 1 / 30
        frame = Frame(image, round(time_s * 30), time_s)
        times.setdefault(kind, []).append(milliseconds(lambda: reader.read(frame)))

    for index, (shot, image, noisy) in enumerate(zip(shots, images, again, strict=True)):
        kind = "hand" if shot.kind == "hand" else "placed"
        look(kind if index > 1 else "first", image)
        look("still", noisy)
        look("settled", image)
        look("still", noisy)
        time_s += 0.5
    look("relit", cv2.convertScaleAbs(images[-1], alpha=0.8))
    return times


def coming(before: np.ndarray, there: np.ndarray) -> list[np.ndarray]:
    """A picture without a hand, and how it comes in: more of the second picture, side by side.

    It comes over the picture's edge where most differs. Only pictures that differ plainly.
    """
    noise = np.random.default_rng(2)
    turns = max(range(4), key=lambda k: _differing(np.rot90(before, k)[:40], np.rot90(there, k)))
    shown, views = np.rot90(before, turns), [before]
    for step in range(1, STEPS + 1):
        more = np.rot90(before, turns).copy()
        rows = len(more) * step // STEPS
        more[:rows] = np.rot90(there, turns)[:rows]
        if _differing(shown, more) > PART:
            grainy = np.clip(more + noise.integers(-1, 2, more.shape, np.int16), 0, 255)
            views.append(np.ascontiguousarray(np.rot90(grainy, -turns), np.uint8))
            shown = more
    return views


def _differing(one: np.ndarray, other: np.ndarray) -> float:
    """Share of pixels; of the first's rows."""
    return float((cv2.absdiff(one.copy(), other[: len(one)].copy()).max(axis=2) > PLAIN).mean())


def arrived(
    calibration: Calibration, images: list[np.ndarray], views: list[np.ndarray]
) -> list[float]:
    """Milliseconds of the views but the first, after the images, each for a while."""
    reader, times, time_s = AimedReader(calibration), [], 0.0
    for image in [*images, views[0]]:
        for _ in range(4):
            time_s += 1 / 30
            reader.read(Frame(image, round(time_s * 30), time_s))
        time_s += 0.5
    for view in views[1:]:
        time_s += 1 / 30
        frame = Frame(view, round(time_s * 30), time_s)
        times.append(milliseconds(lambda f=frame: reader.read(f)))
    return times


def houghs(calibration: Calibration, images: list[np.ndarray]) -> list[float]:
    """Milliseconds of each, the best of three."""
    greys = [cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) for image in images]
    return [min(milliseconds(lambda g=g: hough(calibration, g)) for _ in "123") for g in greys]


def hough(calibration: Calibration, grey: np.ndarray) -> np.ndarray:
    pitch_px = float(np.linalg.norm(calibration.hollows_px[24] - calibration.hollows_px[25]))
    low, high = (round(share * pitch_px) for share in (0.22, 0.45))
    return cv2.HoughCircles(
        grey,
        cv2.HOUGH_GRADIENT,
        dp=1,
        minDist=0.7 * pitch_px,
        param1=100,
        param2=30,
        minRadius=low,
        maxRadius=high,
    )


def report_speed(timed: list[dict[str, list[float]]]) -> None:
    print("\nprocessor time, ms      median   worst   / Hough")
    for kind in ("still", "settled", "placed", "coming", "hand", "relit", "Hough", "cvtColor"):
        ms = [one for times in timed for one in times.get(kind, [])]
        ratios = [ratio(times, kind, "Hough") for times in timed if kind in times]
        if ms:
            print(f"  {kind:20} {median(ms):7.2f} {max(ms):7.2f}   {median(ratios):.3f}")
    for name, against, budget in BUDGETS:
        ratios = [ratio(times, name, against) for times in timed if name in times]
        if ratios:
            verdict = "within" if median(ratios) <= budget else "over"
            print(f"  {name} / {against}: {median(ratios):.3f}, {verdict} the budget of {budget}")


def ratio(times: dict[str, list[float]], name: str, against: str) -> float:
    """Of a session, frame by frame where both were asked for the same frames."""
    if same := times.get(f"{against}, {name}"):
        return median(a / b for a, b in zip(times[name], same, strict=True))
    return median(times[name]) / median(times[against])
