"""A calibration: what is known of one camera over one board, in one versioned file.

The file is JSON that a person can read: where the hollows are, how large the
marbles, which colours; only the picture of the bare board is packed (base64 PNG).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from calibration.errors import CalibrationError
from calibration.fields import (
    PartError,
    array,
    listed,
    number,
    packed,
    part,
    picture,
    text,
    whole,
)
from calibration.files import read_object, write_whole
from calibration.plausible import FOCAL, why_not
from calibration.told import check_told
from calibration.tray_fields import trays_listed, trays_of
from vision.camera.geometry import Pose, pose_of
from vision.camera.likely_lens import usual_lens
from vision.camera.projection import Projection
from vision.colours.series import LOOK, SeriesModel
from vision.trays.contents import Tray, TrayReader
from vision.types import BoardSpec, Floats, ImageBGR

VERSION = 1
KIND = "realqueen calibration"
MOST_UNLIKE = 6.0  # log of the grey levels there are, and a little
SMALLEST = 0.15  # of the pitch, a marble's radius: its outline is looked for from there on
WIDEST = 0.45  # of the pitch, a hollow's rim: wood is left between two
# Parts that files from before each was kept lack.
LATER = "focal_px", "trays", "clear_of_trays", "imagined", "tray_wood"


@dataclass(frozen=True, eq=False)
class FullTrays:
    """Both trays when they were full.

    Attributes:
        trays: where the marbles of both series lay, in the series' order.
        full_bgr: the picture of them, of the calibration's size.
    """

    trays: tuple[Tray, Tray]
    full_bgr: ImageBGR


@dataclass(frozen=True, eq=False)
class Calibration:
    """What the eyes need to read a board.

    Attributes:
        spec: the board.
        projection: board coordinates to pixels.
        rim: radius of the hollows' rims, in pitches.
        radii: of the attack marbles and the Queens, in pitches; those of
            `vision.measuring.sizes.LIKELY_RADII` until they have been measured.
        bare_bgr: the bare board, H x W x 3 uint8, the camera's size.
        series: the looks of the two series, as far as they have been seen.
        confidence: 0..1 that this is the board.
        focal_px: focal length of the undistorted picture, from a lens calibration; else None.
        trays: full, as they were seen; None when they weren't, or not clearly.
        clear_of_trays: pitches beyond the border hollows in which nothing in a tray shows; inf
            where none was seen.
        tray_wood: (2, 3) by how much lighter than the board's wood is that of either tray, in which
            the series were learned, B, G, R, log; None where it is the same.
        imagined: (n,) how unlike (log) their bare look, which was imagined, bare hollows may be; 0
            for those that have been seen bare, inf for those that were seen so and may not be
            bare; None where all were.
    """

    spec: BoardSpec
    projection: Projection
    rim: float
    radii: tuple[float, float]
    bare_bgr: ImageBGR
    series: SeriesModel
    confidence: float
    focal_px: float | None = None
    trays: FullTrays | None = None
    clear_of_trays: float = np.inf
    imagined: Floats | None = None
    tray_wood: Floats | None = None

    @cached_property
    def pose(self) -> Pose:
        """The camera's place over the board."""
        focal, size = self.focal_px, self.projection.image_size
        return pose_of(self.projection, None if focal is None else usual_lens(focal, size))

    @property
    def nodes(self) -> Floats:
        """(n, 2) board coordinates of the hollows, in reading order."""
        return self.spec.nodes()

    @property
    def hollows_px(self) -> Floats:
        """(n, 2) x, y of the hollows' centres, in reading order (a1, b1, ...)."""
        return self.projection(self.nodes)

    @property
    def rim_px(self) -> Floats:
        """(n,) mean radius of the hollows' rims in the picture."""
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = self.rim * np.column_stack([np.cos(angle), np.sin(angle)])
        around = self.projection(self.nodes[:, None] + ring[None])
        radii: Floats = np.linalg.norm(around - self.hollows_px[:, None], axis=2).mean(axis=1)
        return radii

    @property
    def colours(self) -> list[list[int]] | None:
        """SRGB of both series, or None until both have been seen."""
        if not self.series.known.all():
            return None
        return [[round(float(c)) for c in np.clip(rgb, 0, 255)] for rgb in self.series.rgb]

    def tray_reader(self) -> TrayReader | None:
        """Counts the trays of its pictures; None when they weren't seen full."""
        if self.trays is None:
            return None
        return TrayReader(self.bare_bgr, self.trays.full_bgr, self.projection, self.trays.trays)

    def summary(self) -> dict[str, Any]:
        """What ``realqueen calibrate`` prints (interfaces.md)."""
        names = self.spec.names()
        places, rims = self.hollows_px, self.rim_px
        return {
            "hollows_px": {
                name: [round(float(v), 2) for v in place]
                for name, place in zip(names, places, strict=True)
            },
            "rim_px": {n: round(float(r), 2) for n, r in zip(names, rims, strict=True)},
            "confidence": round(self.confidence, 3),
            "colours": self.colours,
        }


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Write it whole or not at all.

    Raises:
        CalibrationError: when the file can't be written.
    """
    text = json.dumps(_to_json(calibration), indent=1) + "\n"
    write_whole(path, text.encode("utf-8"))


def load_calibration(path: Path) -> Calibration:
    """Read and check it.

    Raises:
        CalibrationError: when it is missing, broken or of another version; says which part.
    """
    data = read_object(path, KIND, VERSION, "a calibration", "realqueen calibrate")
    try:
        return _from_json(data)
    except PartError as error:
        raise CalibrationError(f"{path} is damaged: {error}; calibrate again") from error


def _to_json(c: Calibration) -> dict[str, Any]:
    series = None
    if c.series.known.any():
        series = {
            "counts": c.series.counts.tolist(),
            "rgb": listed(c.series.rgb),
            "means": listed(c.series.means),
            "covariance": listed(c.series.covariance),
        }
    return {
        "kind": KIND,
        "version": VERSION,
        "board": {"columns": c.spec.columns, "rows": c.spec.rows, "kinds": c.spec.kinds},
        "image_size": list(c.projection.image_size),
        **c.summary(),
        "homography": c.projection.homography.tolist(),
        "distortion": c.projection.distortion,
        "distortion_fourth": c.projection.fourth,
        "focal_px": c.focal_px,
        "rim": c.rim,
        "radii": list(c.radii),
        "series": series,
        "trays": None if c.trays is None else _trays_to_json(c.trays),
        "clear_of_trays": c.clear_of_trays if np.isfinite(c.clear_of_trays) else None,
        "tray_wood": None if c.tray_wood is None else listed(c.tray_wood),
        "imagined": None if c.imagined is None else _named(c.imagined, c.spec),
        "bare_png": packed(c.bare_bgr),
    }


def _named(imagined: Floats, spec: BoardSpec) -> dict[str, float | None]:
    """Of those that were not surely seen bare; null for inf."""
    told = zip(spec.names(), imagined, strict=True)
    return {k: round(float(v), 4) if np.isfinite(v) else None for k, v in told if v}


def _trays_to_json(full: FullTrays) -> dict[str, Any]:
    return {"series": trays_listed(full.trays), "full_png": packed(full.full_bgr)}


def _from_json(data: dict[str, Any]) -> Calibration:
    spec = part(data, "board", _spec, "columns, rows and four kinds")
    size = part(data, "image_size", _size, "the pictures' width and height, whole numbers")
    projection = _projection(data, spec, size)
    rim = part(data, "rim", number, "a number")
    attack, queen = part(data, "radii", lambda two: array(two, (2,), "radii"), "two numbers")
    if not (0 < rim < WIDEST and SMALLEST < attack < queen < 0.6):
        raise PartError(
            f"rim must lie below {WIDEST} of the pitch, radii rise from {SMALLEST} to 0.6"
        )
    confidence = part(data, "confidence", number, "a number, 0 to 1")
    if not 0 <= confidence <= 1:
        raise PartError("confidence must lie in 0..1")
    kept = {name: data.get(name) for name in LATER}
    calibration = Calibration(
        spec,
        projection,
        rim,
        (float(attack), float(queen)),
        part(data, "bare_png", lambda png: picture(png, size, "bare_png"), "a PNG in base64"),
        part(data, "series", _series, "the looks of both series, or null"),
        confidence,
        part(kept, "focal_px", lambda px: _focal(px, size[0]), "a number, or null"),
        part(kept, "trays", lambda full: _trays(full, spec, size), "both trays, or null"),
        part(kept, "clear_of_trays", _clear, "a number, or null"),
        part(kept, "imagined", lambda those: _imagined(those, spec), "hollows, or null"),
        part(kept, "tray_wood", _wood, "2 x 3 numbers, or null"),
    )
    check_told(data, calibration.summary())
    return calibration


def _size(data: Any) -> tuple[int, int]:
    width, height = (whole(v) for v in data)
    return width, height


def _wood(data: Any) -> Floats | None:
    """The same wood (and in files from before it was kept): None."""
    if data is None:
        return None
    wood = array(data, (2, 3), "tray_wood")
    if not (np.abs(wood) < MOST_UNLIKE).all():
        raise PartError("tray_wood is no difference between two woods")
    return wood


def _imagined(data: Any, spec: BoardSpec) -> Floats | None:
    """Not joined (and in files from before it was kept): None."""
    if data is None:
        return None
    places = {name: index for index, name in enumerate(spec.names())}
    if not (isinstance(data, dict) and set(data) <= set(places)):
        raise PartError("imagined names hollows that the board has not")
    imagined = np.zeros(spec.count)
    for name, unlike in data.items():
        if unlike is not None and not 0 < number(unlike) < MOST_UNLIKE:
            raise PartError("imagined says of a hollow what none can be")
        imagined[places[name]] = np.inf if unlike is None else number(unlike)
    return imagined


def _clear(value: Any) -> float:
    """Not seen (and in files from before it was looked at): inf."""
    if value is None:
        return np.inf
    if not 0 <= number(value) < np.inf:
        raise PartError("clear_of_trays is no distance")
    return float(value)


def _trays(data: Any, spec: BoardSpec, size: tuple[int, int]) -> FullTrays | None:
    """Not seen (and in files from before they were looked at): None."""
    if data is None:
        return None
    return FullTrays(trays_of(data["series"], spec), picture(data["full_png"], size, "full_png"))


def _focal(value: Any, width: int) -> float | None:
    """Of no lens calibration (and in files from before there were any): None."""
    if value is None:
        return None
    focal = number(value)
    if not FOCAL[0] * width < focal < FOCAL[1] * width:
        raise PartError("focal_px fits no lens")
    return focal


def _spec(board: dict[str, Any]) -> BoardSpec:
    spec = BoardSpec(whole(board["columns"]), whole(board["rows"]), text(board["kinds"]))
    # Files are named by the letters a to z.
    if not (2 <= spec.columns <= 26 and 2 <= spec.rows <= 26):
        raise PartError("board must have 2 to 26 columns and rows")
    if len(spec.kinds) != 4 or len(set(spec.kinds)) != 4:
        raise PartError("board must have four different kinds")
    small = spec.kinds[::2]
    letters = small.isascii() and small.isalpha() and small.islower()
    if not letters or spec.kinds[1::2] != small.upper():
        raise PartError("board's kinds must be a letter of each series, small and large, as wWbB")
    return spec


def _projection(data: dict[str, Any], spec: BoardSpec, size: tuple[int, int]) -> Projection:
    """The view, once the whole board lies in the picture under it."""
    homography = part(
        data, "homography", lambda rows: array(rows, (3, 3), "homography"), "3 x 3 numbers"
    )
    if not np.isfinite(homography).all() or abs(np.linalg.det(homography)) < 1e-12:
        raise PartError("homography can't be inverted")
    distortion = part(data, "distortion", number, "a number")
    fourth = data.get("distortion_fourth")
    if fourth is not None:
        fourth = part(data, "distortion_fourth", number, "a number, or null")
    if not (-1 <= distortion <= 1 and (fourth is None or -1 <= fourth <= 1)):
        raise PartError("distortion must lie in -1..1")
    projection = Projection(homography, distortion, size, fourth)
    if doubt := why_not(projection, spec):
        raise PartError(f"homography is of no board in the picture: {doubt}")
    return projection


def _series(data: Any) -> SeriesModel:
    if data is None:
        return SeriesModel.blank()
    covariance = array(data["covariance"], (LOOK, LOOK), "covariance")
    if not np.isfinite(covariance).all() or not np.allclose(covariance, covariance.T):
        raise PartError("covariance is not symmetric")
    if np.linalg.eigvalsh(covariance).min() <= 0:
        raise PartError("covariance is not positive definite")
    series = SeriesModel(
        array(data["means"], (2, LOOK), "means"),
        array(data["counts"], (2,), "counts"),
        covariance,
        array(data["rgb"], (2, 3), "rgb"),
    )
    seen = np.column_stack([series.means, series.rgb])[series.known]
    if not np.isfinite(seen).all():
        raise PartError("means or rgb of a series that has been seen are missing")
    if not (series.counts >= 0).all():
        raise PartError("counts must be two numbers of marbles")
    return series
