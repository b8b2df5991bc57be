"""Make a calibration from pictures: the bare board, and the trays if there are any."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.errors import CalibrationError
from calibration.lens import ANY_LENS, KnownLens
from calibration.model import Calibration, FullTrays
from calibration.plausible import why_not
from calibration.standing import standing
from calibration.trays import learn_from_trays
from vision.calibrated import BELIEVED
from vision.camera.bending import as_tried
from vision.camera.dark import too_dark
from vision.camera.likely_lens import is_usual
from vision.camera.projection import Projection, fit_projection
from vision.colours.series import SeriesModel
from vision.errors import BoardNotFoundError, NotFound
from vision.finding.find_board import find_board
from vision.finding.refine import Board
from vision.finding.sure import SURE
from vision.joining.crowded import board_near
from vision.joining.settled import crowded_score
from vision.measuring.sizes import LIKELY_RADII
from vision.types import BoardSpec, Floats, ImageBGR

SAME = 2.0  # deviations between two series: of 100 marbles 16 look more like the other


def from_bare_board(bare_bgr: ImageBGR, spec: BoardSpec, lens: KnownLens = ANY_LENS) -> Calibration:
    """Find the board in a picture of it without marbles.

    Args:
        bare_bgr: the bare board.
        spec: the board.
        lens: where it has been calibrated; else it is estimated.

    Raises:
        BoardNotFoundError: with the reason.
    """
    _check_light(bare_bgr)
    board = find_board(bare_bgr, spec, lens.distortion)
    calibration = calibration_of(board, bare_bgr, spec, lens=lens)
    _check_seen_so(board, calibration)
    taken = [spec.names()[i] for i in np.flatnonzero(standing(calibration, bare_bgr))]
    if taken:
        raise BoardNotFoundError(
            f"marbles stand on the board ({_few(taken)}); clear it, or join the game under way",
            NotFound.MARBLES,
        )
    return calibration


def calibration_of(
    board: Board,
    bare_bgr: ImageBGR,
    spec: BoardSpec,
    score: float | None = None,
    lens: KnownLens = ANY_LENS,
) -> Calibration:
    """A calibration without colours from a board found.

    Args:
        board: found.
        bare_bgr: the bare board.
        spec: how many hollows it has.
        score: how good it is, 0..1; by default the board's own.
        lens: where it has been calibrated.

    Raises:
        BoardNotFoundError: when part of the board is out of view.
    """
    _check_in_view(board.projection, spec)
    # Cell by cell 0.06 is the least we accept (by its lines less), 0.3 nothing else reaches.
    confidence = 1 - 0.5 * float(np.exp(-(board.score if score is None else score) / 0.08))
    return Calibration(
        spec,
        board.projection,
        board.rim,
        LIKELY_RADII,
        bare_bgr,
        SeriesModel.blank(),
        confidence,
        lens.focal_px,
    )


def from_corners(
    bare_bgr: ImageBGR, corners_px: Floats, spec: BoardSpec, lens: KnownLens = ANY_LENS
) -> Calibration:
    """Take the four corner hollows from a person instead of finding them.

    A hand misses by some pixels, so the board is then looked for close to what was
    pointed at; where it can't be seen there, the person is believed.

    Args:
        bare_bgr: the bare board, or one with marbles on it.
        spec: the board.
        corners_px: (4, 2) top left, top right, bottom right, bottom left in the image.
        lens: where it has been calibrated.

    Raises:
        CalibrationError: when they are no four corners of a board in the picture.
        BoardNotFoundError: when nothing is to be seen in it.
    """
    _check_light(bare_bgr)
    last = np.array([spec.columns - 1, spec.rows - 1], float)
    board = np.array([[0, last[1]], last, [last[0], 0], [0, 0]])
    size = (bare_bgr.shape[1], bare_bgr.shape[0])
    inside = (corners_px >= 0).all() and (corners_px < np.array(size)).all()
    if not inside or not _clockwise(corners_px):
        raise CalibrationError(
            "the four corners must lie in the picture, in this order: top left, top right, "
            "bottom right, bottom left"
        )
    fit = fit_projection(board, corners_px, size, as_tried(lens.distortion or 0.0))
    if fit is None:
        raise CalibrationError("the four corners lie in a line")
    if doubt := why_not(fit.projection, spec):
        raise CalibrationError(
            f"no camera sees a board with these four corners, {doubt}; "
            "point at the middles of the corner hollows"
        )
    found = board_near(bare_bgr, fit.projection, spec, lens.distortion)
    if found is not None:
        return calibration_of(found, bare_bgr, spec, crowded_score(found), lens)
    told = spec, fit.projection, 0.18, LIKELY_RADII, bare_bgr, SeriesModel.blank()
    return Calibration(*told, BELIEVED, lens.focal_px)


def with_trays(calibration: Calibration, start_bgr: ImageBGR) -> Calibration:
    """The calibration with the colours that the full trays show, if they are in view.

    What has come on both sides in one and the same colour is no two series: arms, cups. Of what
    lies in rows as marbles do the size is known all the same.

    Raises:
        CalibrationError: when the picture is not of the same size.
    """
    if start_bgr.shape != calibration.bare_bgr.shape:
        raise CalibrationError(
            "the picture of the trays has another size than that of the bare board"
        )
    trays = learn_from_trays(
        calibration.bare_bgr, start_bgr, calibration.pose, calibration.spec, calibration.radii
    )
    if trays is None:
        return calibration
    if trays.series.separation < SAME:
        return calibration if trays.trays is None else replace(calibration, radii=trays.radii)
    full = None if trays.trays is None else FullTrays(trays.trays, start_bgr)
    return replace(
        calibration,
        series=trays.series,
        radii=trays.radii,
        trays=full,
        clear_of_trays=trays.clear,
        tray_wood=trays.wood if trays.wood.any() else None,
    )


def _clockwise(corners_px: Floats) -> bool:
    """Whether all corners (4, 2) turn the same way, as the hands of a clock in the picture."""
    side = np.roll(corners_px, -1, axis=0) - corners_px
    after = np.roll(side, -1, axis=0)
    turn = side[:, 0] * after[:, 1] - side[:, 1] * after[:, 0]
    return bool((turn > 1).all())


def _check_light(image_bgr: ImageBGR) -> None:
    if too_dark(image_bgr):
        raise BoardNotFoundError("the picture is too dark; switch on a lamp", NotFound.DARK)


def _check_in_view(projection: Projection, spec: BoardSpec) -> None:
    right, top = spec.columns - 1, spec.rows - 1
    corners = np.array([[0, 0], [right, 0], [0, top], [right, top]], float)
    places = projection(corners)
    if (places < 0).any() or (places > np.array(projection.image_size) - 1).any():
        raise BoardNotFoundError(
            "part of the board is out of view; move the camera back", NotFound.OUT_OF_VIEW
        )


def _check_seen_so(board: Board, calibration: Calibration) -> None:
    """What lines alone tell must lie as a usual camera sees a board: checks of a cloth may not."""
    usual = is_usual(calibration.pose.lens, calibration.projection.image_size)
    if board.score < SURE and not usual:
        raise BoardNotFoundError(
            "only lines are seen, and not as on a board; clear it, light it, and let all of it "
            "be seen",
            NotFound.UNLIKE,
        )


def _few(names: list[str], most: int = 4) -> str:
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
