"""Setups and recorded boards that several tests use; each picture and search is made once."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from synthetic import Camera, Lamp, Look, Picture, Setup, Take, full_trays, render

from calibration.board import from_bare_board, with_trays
from calibration.model import Calibration
from vision.camera.projection import fit_projection
from vision.colours.series import SeriesModel
from vision.measuring.sizes import LIKELY_RADII
from vision.types import REAL_QUEEN, BoardSpec, Frame, Reading

RECORDED = Path(__file__).parents[1] / "fixtures" / "boards"
POSITION = "b2bW2/bwwwb2/1b1bw2/2wwb2/bw1bb2/w6/6B"
SWAPPED = str.maketrans("wWbB", "bBwW")

PLAIN = Setup(camera=Camera(tilt_deg=12, roll_deg=5, pitch_px=64))
BOXES = replace(PLAIN, seed=1, lines="boxes", table="checks")
WIDE = Setup(
    seed=2,
    camera=Camera(tilt_deg=28, azimuth_deg=20, roll_deg=-15, pitch_px=66, fov_deg=102, k1=-0.05),
    trays="beside",
    lines="joins",
    looks=(Look((232, 226, 210), (40, 120, 60)), Look((24, 24, 28))),
    lamp=Lamp(shadow=0.4),
)


@lru_cache(maxsize=24)
def picture(setup: Setup, take: Take) -> Picture:
    """Rendered once; not to be written to."""
    rendered = render(setup, take)
    rendered.image_bgr.flags.writeable = False
    return rendered


def bare(setup: Setup) -> Picture:
    return picture(setup, Take())


def spec_of(setup: Setup) -> BoardSpec:
    return BoardSpec(setup.columns, setup.rows)


def nodes_of(spec: BoardSpec) -> np.ndarray:
    """(n, 2) board coordinates in reading order."""
    return np.array([(c, r) for r in range(spec.rows) for c in range(spec.columns)], float)


@lru_cache(maxsize=8)
def known(setup: Setup) -> Calibration:
    """A calibration from the true centres: nothing is searched, no colour is known."""
    shown, spec = bare(setup), spec_of(setup)
    size = (setup.camera.width, setup.camera.height)
    fit = fit_projection(nodes_of(spec), shown.hollows_px, size)
    image = shown.image_bgr.copy()
    blank = SeriesModel.blank()
    return Calibration(spec, fit.projection, setup.rim, LIKELY_RADII, image, blank, 1.0)


@lru_cache(maxsize=8)
def taught(setup: Setup) -> Calibration:
    """As `known`, with the colours that the full trays show."""
    return with_trays(known(setup), picture(setup, full_trays()).image_bgr)


@lru_cache(maxsize=8)
def found(setup: Setup) -> Calibration:
    """The board as the eyes find it: takes seconds."""
    return from_bare_board(bare(setup).image_bgr.copy(), spec_of(setup))


def frames(*images: np.ndarray, each: int = 1) -> list[Frame]:
    """A stream of pictures, ten a second, each shown a few times."""
    shown = [(index, image) for index, image in enumerate(images) for _ in range(each)]
    return [Frame(image, index, k / 10) for k, (index, image) in enumerate(shown)]


def wrong(reading: Reading, labels: str, covered: np.ndarray) -> list[str]:
    """Hollows in view that are read wrong, up to swapping the series; "d4 b as w 0.98" each."""
    return wrong_in_stream([reading], [labels], [covered])[0]


def wrong_in_stream(
    readings: list[Reading], labels: list[str], covered: list[np.ndarray]
) -> list[list[str]]:
    """As `wrong`, of each picture, with one and the same swap (or none) in all of them."""
    views = []
    for swap in ({}, SWAPPED):
        misread = []
        for reading, truth, hidden in zip(readings, labels, covered, strict=True):
            seen, names = reading.labels().translate(swap), reading.spec.names()
            misread.append(
                [
                    f"{names[i]} {truth[i]} as {seen[i]} {reading.p[i].max():.2f}"
                    for i in range(len(truth))
                    if seen[i] != truth[i] and not hidden[i]
                ]
            )
        views.append(misread)
    return min(views, key=lambda misread: sum(map(len, misread)))


@dataclass(frozen=True, eq=False)
class Recorded:
    """A recorded session: its frames' pictures and what they show.

    Attributes:
        images: H x W x 3 each, the bare board first, then the full trays.
        hollows_px: (49, 2).
        labels: letters in reading order, of each frame.
        covered: (49,) bool of each frame.
    """

    images: list[np.ndarray]
    hollows_px: np.ndarray
    labels: list[str]
    covered: list[np.ndarray]


SESSIONS = sorted(path.name for path in RECORDED.iterdir() if path.is_dir())


@lru_cache(maxsize=8)
def recorded(name: str) -> Recorded:
    folder, names = RECORDED / name, REAL_QUEEN.names()
    session = json.loads((folder / "session.json").read_text())
    rows = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    return Recorded(
        [cv2.imread(str(folder / row["frame"])) for row in rows],
        np.array([session["hollows_px"][n] for n in names]),
        [_letters(row["placement"]) for row in rows],
        [np.array([n in row["covered"] for n in names]) for row in rows],
    )


def as_labelled(board: Recorded, image_bgr: np.ndarray) -> Calibration:
    """The true centres, the image taken for the bare board's, no colours."""
    size = (image_bgr.shape[1], image_bgr.shape[0])
    view = fit_projection(nodes_of(REAL_QUEEN), board.hollows_px, size).projection
    blank = SeriesModel.blank()
    return Calibration(REAL_QUEEN, view, 0.18, LIKELY_RADII, image_bgr, blank, 1.0)


def _letters(placement: str) -> str:
    ranks = [
        "".join("." * int(ch) if ch.isdigit() else ch for ch in rank)
        for rank in placement.split("/")
    ]
    return "".join(reversed(ranks))
