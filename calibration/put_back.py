"""A picture taken after the board or the camera was moved, as it would be had they not been."""

from __future__ import annotations

from calibration.model import Calibration
from vision.errors import BoardNotFoundError
from vision.reader import Reader
from vision.types import Frame, ImageBGR
from vision.watching.registration import redrawn
from vision.watching.relocate import Place, find_again


def put_back(calibration: Calibration, image_bgr: ImageBGR) -> ImageBGR | None:
    """The picture with the board where it was calibrated; itself where nothing was moved.

    Args:
        calibration: of a bare board.
        image_bgr: the same camera's, of the same size.

    Returns:
        None where the board is not found in it.
    """
    if not Reader(calibration).read(Frame(image_bgr, 0, 0.0)).moved:
        return image_bgr
    first = Place(calibration.bare_bgr, calibration.pose)
    try:
        # One picture leaves time to look farther.
        found = find_again(first, first, image_bgr, calibration.spec, thorough=True)
    except BoardNotFoundError:
        return None
    if not found.moved:
        return image_bgr
    return redrawn(image_bgr, found.projection, calibration.projection)
