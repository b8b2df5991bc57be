"""The lens: photos of a printed ChArUco sheet give focal length and distortion.

Method and flags: OpenCV, "Calibration with ArUco and ChArUco" and `calibrateCamera`
(Zhang 2000). Only two radial terms are estimated: a dozen hand-held photos hold no more,
and the eyes keep the one number of the division model that fits them, or where that one
falls short, as it does for wide lenses, both of the polynomial (`as_known`).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.fields import PartError, array, number, part, whole
from calibration.files import read_object, write_whole
from calibration.lens_bend import bend_mm
from calibration.lens_fit import Fit, View, fit_lens, usual_shape
from calibration.plausible import FOCAL
from calibration.printing import Page, add_ruler, blank_page, pixels, write
from vision.camera.bending import Distortion, distort, undistort
from vision.camera.projection import DISTORTION_RANGE, EXACT, Projection
from vision.camera.wide_lens import fit_polynomial
from vision.types import Floats, ImageBGR

VERSION = 1
KIND = "realqueen lens"
# An odd number of rows: OpenCV 4.6 changed the pattern of sheets with an even one.
SQUARES, SQUARE_MM, MARKER_MM = (7, 9), 25.0, 18.0
FEWEST_CORNERS = 12  # of 48: a quarter of the sheet
FEWEST_VIEWS = 4
ANGLES_DEG = 15.0  # between the most different views: less, and focal length is a guess
REACH = 0.6  # of the half diagonal that corners must reach, or the edges are a guess
# Of the diagonal, reprojection errors: a flat and sharp sheet's is half of the first in loud noise,
# one's curved by 5 mm twice that, like a zoom's between; beyond the second nothing is believed.
POOR_PX, BAD_PX = 0.0003, 0.0012
# Of an A4 sheet's middle: 5 mm made focal length wrong by 3 to 14 %; flat ones measure 2.5 at most.
MOST_BENT_MM = 4.0
# A pixel whose way through the lens does not come back to it; and how far one number may miss the
# pixels before another is asked for, and what that must gain.
BACK_PX, FAR_PX, TWICE = 0.5, 0.5, 2.0
OTHER_SIZE = "its size is not that of most photos"
ROUNDED_DEG = 0.02  # by which an angle that is written rounded may miss the matrix's
BENT = 100.0  # any number of a distortion; long lenses have the largest


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """What is known of a lens.

    Attributes:
        image_size: width, height the photos had.
        matrix: 3 x 3 camera matrix, pixels.
        distortion: (5,) k1, k2, p1, p2, k3 as OpenCV orders them.
        error_px: root mean square reprojection error.
        views: photos it was made from.
    """

    image_size: tuple[int, int]
    matrix: Floats
    distortion: Floats
    error_px: float
    views: int


@dataclass(frozen=True, slots=True)
class Use:
    """Whether one photo was of use: its name, corners found, and why not, or ""."""

    name: str
    corners: int
    why_not: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class LensReport:
    """What came of the photos.

    Attributes:
        lens: None when they don't suffice.
        uses: one for each photo, in order.
        missing: what to photograph or mend, in words; empty when nothing.
    """

    lens: Lens | None
    uses: list[Use]
    missing: list[str]


def charuco() -> Any:
    """The sheet as OpenCV's board.

    Raises:
        CalibrationError: this OpenCV has no detector for it (before 4.7).
    """
    if not hasattr(getattr(cv2, "aruco", None), "CharucoDetector"):
        raise CalibrationError(
            f"lens calibration needs OpenCV 4.7 or newer, this is {cv2.__version__}"
        )
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard(SQUARES, 1.0, MARKER_MM / SQUARE_MM, dictionary)


def lens_sheet() -> Page:
    """The sheet to print."""
    page = blank_page()
    size = [pixels(count * SQUARE_MM) for count in SQUARES]
    left, top = (page.shape[1] - size[0]) // 2, pixels(18)
    page[top : top + size[1], left : left + size[0]] = charuco().generateImage(size)
    write(page, "Real Queen: lens / obiettivo", (20, 13), 3.5)
    add_ruler(page, 18 + SQUARES[1] * SQUARE_MM + 8)
    return page


def find_lens(photos: list[tuple[str, ImageBGR]]) -> LensReport:
    """The lens from photos of the sheet, or what is missing.

    Args:
        photos: names and pictures, all of one camera at one size and focus.
    """
    if not photos:
        return LensReport(None, [], _too_few([]))
    uses, views = _looked_at(photos)
    if len(views) < FEWEST_VIEWS:
        return LensReport(None, uses, _too_few(uses))
    height, width = usual_shape([image for _, image in photos])[:2]
    size = (width, height)
    views, uses, fit = _fitted(views, uses, size)
    if len(views) < FEWEST_VIEWS:
        return LensReport(None, uses, _too_few(uses))
    lens = Lens(size, fit.matrix, fit.distortion, fit.error_px, len(views))
    good_px, bad_px = (share * float(np.hypot(*size)) for share in (POOR_PX, BAD_PX))
    bent_mm = bend_mm(views, fit, SQUARES, SQUARE_MM, good_px) if _well_tilted(fit) else 0.0
    fatal = fit.error_px > bad_px or not _well_tilted(fit) or bent_mm > MOST_BENT_MM
    return LensReport(None if fatal else lens, uses, _missing(fit, views, size, bent_mm))


@dataclass(frozen=True, slots=True)
class KnownLens:
    """The lens as the eyes use it (`vision.camera.bending`).

    Attributes:
        distortion: of the division model, or both numbers of the polynomial; None when it is to
            be estimated.
        focal_px: focal length in pixels of the undistorted picture; None when unknown.
    """

    distortion: Distortion | None = None
    focal_px: float | None = None


ANY_LENS = KnownLens()


def as_known(lens: Lens, image_size: tuple[int, int]) -> KnownLens:
    """What of the eyes' model fits this lens best.

    Args:
        lens: as calibrated.
        image_size: of the pictures to come; the lens's size scaled, not cropped.

    Raises:
        CalibrationError: when that size is of another shape.
    """
    factor = image_size[0] / lens.image_size[0]
    if abs(image_size[1] - factor * lens.image_size[1]) > 1.5:
        raise CalibrationError(
            "the lens was calibrated with pictures of {} x {}, these are {} x {}: another "
            "shape; calibrate the lens with the same camera settings".format(
                *lens.image_size, *image_size
            )
        )
    seen, ideal = _rays(lens)
    division, focal_px, miss = _as_division(seen, ideal, lens)
    wide = None
    if miss > FAR_PX:
        wide = fit_polynomial(ideal, seen, lens.image_size, EXACT)
    if wide is not None:
        view = Projection(wide[0], wide[1], lens.image_size, wide[2])
        if TWICE * _rms(view(ideal) - seen) < miss:
            focal_px = float((wide[0][0, 0] + wide[0][1, 1]) / 2 / wide[0][2, 2])
            return KnownLens((wide[1], wide[2]), focal_px * factor)
    return KnownLens(division, focal_px * factor)


def _rays(lens: Lens) -> tuple[Floats, Floats]:
    """Pixels (n, 2) all over the picture, and where on a plane one focal length away they look.

    Where a lens shows the same twice, in its corners, OpenCV finds no way back, nor is there one.
    """
    width, height = lens.image_size
    grid = np.stack(np.meshgrid(np.linspace(0, width - 1, 24), np.linspace(0, height - 1, 16)), -1)
    seen = grid.reshape(-1, 2)
    ideal = cv2.undistortPoints(seen[:, None], lens.matrix, lens.distortion)[:, 0]
    rays = np.column_stack([ideal, np.ones(len(ideal))])
    again, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), lens.matrix, lens.distortion)
    there = np.linalg.norm(again[:, 0] - seen, axis=1) < BACK_PX
    return seen[there], np.asarray(ideal[there], float)


def _as_division(seen: Floats, ideal: Floats, lens: Lens) -> tuple[float, float, float]:
    """Distortion of the division model, focal length, and how far it misses the pixels."""
    best = (np.inf, 0.0, float((lens.matrix[0, 0] + lens.matrix[1, 1]) / 2), 0.0)
    # The board's own pose takes up any shift and any difference in scale.
    here = np.column_stack([ideal, np.ones(len(ideal))])
    for value in np.arange(DISTORTION_RANGE[0], DISTORTION_RANGE[1] + 1e-9, 0.002):
        flat = undistort(seen, float(value), lens.image_size)
        solved, *_ = np.linalg.lstsq(here, flat, rcond=None)
        told = here @ solved
        miss = _rms(told - flat)
        if miss < best[0]:
            scale = float(solved[0, 0] + solved[1, 1]) / 2
            again = _rms(distort(told, float(value), lens.image_size) - seen)
            best = (miss, float(value), scale, again)
    return best[1:]


def _rms(away: Floats) -> float:
    return float(np.sqrt((away**2).sum(axis=1).mean()))


def save_lens(lens: Lens, path: Path) -> None:
    """Write it whole or not at all.

    Raises:
        CalibrationError: when the file can't be written.
    """
    data = {"kind": KIND, "version": VERSION, **summary(lens)}
    write_whole(path, (json.dumps(data, indent=1) + "\n").encode("utf-8"))


def summary(lens: Lens) -> dict[str, Any]:
    """What a person or a program wants to know of it."""
    width = lens.image_size[0]
    return {
        "image_size": list(lens.image_size),
        "camera_matrix": [[round(float(v), 4) for v in row] for row in lens.matrix],
        "distortion": [round(float(v), 6) for v in lens.distortion],
        "horizontal_fov_deg": round(
            float(np.degrees(2 * np.arctan(width / 2 / lens.matrix[0, 0]))), 2
        ),
        "error_px": round(lens.error_px, 4),
        "views": lens.views,
    }


def load_lens(path: Path) -> Lens:
    """Read and check it.

    Raises:
        CalibrationError: when it is missing, broken or of another version.
    """
    data = read_object(path, KIND, VERSION, "a lens file", "realqueen calibrate lens")
    try:
        return _from_json(data)
    except PartError as error:
        raise CalibrationError(f"{path} is damaged: {error}; calibrate the lens again") from error


def _from_json(data: dict[str, Any]) -> Lens:
    width, height = part(
        data, "image_size", lambda two: [whole(v) for v in two], "two whole numbers"
    )
    matrix = part(data, "camera_matrix", lambda m: array(m, (3, 3), "camera_matrix"), "3 x 3")
    bent = part(data, "distortion", lambda five: array(five, (5,), "distortion"), "five numbers")
    error_px = part(data, "error_px", number, "a number")
    views = part(data, "views", whole, "a number of photos")
    if min(width, height) < 1 or not _is_a_lens(matrix, bent, width, height):
        raise PartError("its numbers describe no lens")
    if not (0 <= error_px <= round(BAD_PX * float(np.hypot(width, height)), 4) and views > 0):
        raise PartError("error_px and views are of no calibration")
    lens = Lens((width, height), matrix, bent, error_px, views)
    if "horizontal_fov_deg" in data:
        _check_told(part(data, "horizontal_fov_deg", number, "a number"), lens)
    return lens


def _check_told(fov_deg: float, lens: Lens) -> None:
    """The eyes go by the matrix: whoever edits what is only told would change nothing."""
    true_deg = summary(lens)["horizontal_fov_deg"]
    if not abs(fov_deg - true_deg) <= ROUNDED_DEG:
        raise PartError(
            f"horizontal_fov_deg is {fov_deg:g}, but camera_matrix says {true_deg:g}; "
            "it is told for people, not edited"
        )


def _is_a_lens(matrix: Floats, distortion: Floats, width: int, height: int) -> bool:
    """Whether these may be the numbers of one, before a picture of that size."""
    focal, middle = np.diag(matrix)[:2] / width, matrix[:2, 2] / [width, height]
    usual = (focal > FOCAL[0]) & (focal < FOCAL[1]) & (middle > 0) & (middle < 1)
    # The rest of a camera matrix is always the same.
    rest = matrix * [[0, 1, 0], [1, 0, 0], [1, 1, 1]] == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]
    return bool(usual.all() and rest.all() and (np.abs(distortion) < BENT).all())


def _looked_at(photos: list[tuple[str, ImageBGR]]) -> tuple[list[Use], list[View]]:
    board, uses, views = charuco(), [], []
    detector = cv2.aruco.CharucoDetector(board)
    shape = usual_shape([image for _, image in photos])
    for name, image in photos:
        if image.shape != shape:
            uses.append(Use(name, 0, OTHER_SIZE))
            continue
        corners, ids, _, _ = detector.detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        count = 0 if ids is None else len(ids)
        if count < FEWEST_CORNERS:
            why = "no sheet in it, or too blurred" if count == 0 else "too little of the sheet"
            uses.append(Use(name, count, why))
            continue
        sheet, seen = board.matchImagePoints(corners, ids)
        if np.linalg.matrix_rank(np.ptp(sheet.reshape(-1, 3), axis=0)[:2] > 0) < 1:
            uses.append(Use(name, count, "too little of the sheet"))
            continue
        uses.append(Use(name, count))
        views.append(View(name, sheet.astype(np.float32), seen.astype(np.float32)))
    return uses, views


def _fitted(
    views: list[View], uses: list[Use], size: tuple[int, int]
) -> tuple[list[View], list[Use], Fit]:
    """Fit, and once more without photos that fit far worse than the others: blur, a bent sheet."""
    fit = fit_lens(views, size)
    limit = max(3 * float(np.median(fit.each_px)), 0.3)
    worse = {view.name for view, px in zip(views, fit.each_px, strict=True) if px > limit}
    if not worse or len(views) - len(worse) < FEWEST_VIEWS:
        return views, uses, fit
    why = "fits far worse than the others: blurred, or the sheet was bent"
    uses = [Use(use.name, use.corners, why) if use.name in worse else use for use in uses]
    views = [view for view in views if view.name not in worse]
    return views, uses, fit_lens(views, size)


def _too_few(uses: list[Use]) -> list[str]:
    count = sum(not use.why_not for use in uses)
    said = [
        f"only {count} {'photo shows' if count == 1 else 'photos show'} the sheet well enough; "
        f"take at least {FEWEST_VIEWS}, better ten, the sheet flat, sharp and wholly in view, "
        "tilted to every side"
    ]
    if any(use.why_not == OTHER_SIZE for use in uses):
        said.append("photos of several sizes can't be used together; give them as the camera does")
    return said


def _well_tilted(fit: Fit) -> bool:
    """Whether the sheet was seen from angles that tell focal length from distance."""
    turns = np.clip(fit.normals @ fit.normals.T, -1, 1)
    return float(np.degrees(np.arccos(turns.min()))) >= ANGLES_DEG and fit.certain


def _missing(fit: Fit, views: list[View], size: tuple[int, int], bent_mm: float) -> list[str]:
    said = []
    if not _well_tilted(fit):
        said.append("all photos are from about the same angle; tilt the sheet by 20 to 40 degrees")
    middle = (np.array(size) - 1) / 2
    places = np.concatenate([view.seen.reshape(-1, 2) for view in views])
    reach = np.linalg.norm(places - middle, axis=1).max() / np.hypot(*middle)
    if reach < REACH:
        said.append("no photo shows the sheet near the picture's edges; hold it there, too")
    if bent_mm > MOST_BENT_MM:
        said.append(
            f"the sheet was bent, by about {bent_mm:.0f} mm in all photos; stick it to a flat "
            "board and take them again"
        )
    elif fit.error_px > POOR_PX * float(np.hypot(*size)):
        badly = "badly" if fit.error_px > BAD_PX * float(np.hypot(*size)) else "not well"
        said.append(
            f"the corners fit {badly} ({fit.error_px:.1f} px); keep the sheet flat, on a board, "
            "and the camera's focus and zoom unchanged"
        )
    return said
