"""The last fallback: four printed cards that a person lays on the corner hollows.

Where the board can't be found, a picture with the cards on it, camera and board
unmoved, says where the corner hollows are. A card is smaller than the space between
hollows, so that the others stay in view; which card lies on which corner is all one.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.printing import Page, add_ruler, blank_page, pixels, write
from vision.types import Floats, ImageBGR

CARDS = 4
MARKER_MM, CARD_MM = 18.0, 26.0
LAYS = (
    "Cut out the cards. Lay one on each corner hollow, the cross lines over its middle.",
    "Ritagliare le carte e posarne una su ogni incavo d'angolo, croce al centro.",
)


def marker_sheet() -> Page:
    """The cards to print and cut out."""
    page, dictionary = blank_page(), _dictionary()
    write(page, "Real Queen: markers / marcatori", (20, 18), 3.5)
    for line, text in enumerate(LAYS):
        write(page, text, (20, 26 + 5 * line), 2.6)
    for number in range(CARDS):
        middle = (60 + 90 * (number % 2), 80 + 70 * (number // 2))
        _card(page, cv2.aruco.generateImageMarker(dictionary, number, pixels(MARKER_MM)), middle)
    add_ruler(page, 220)
    return page


def find_markers(image_bgr: ImageBGR) -> Floats:
    """Middles of the four cards in the picture.

    Returns:
        (4, 2) x, y: top left, top right, bottom right, bottom left as the picture shows them.

    Raises:
        CalibrationError: when they are not all in view.
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, ids, _ = cv2.aruco.ArucoDetector(_dictionary(), parameters).detectMarkers(grey)
    numbers = [] if ids is None else ids.ravel().tolist()
    missing = sorted(set(range(CARDS)) - set(numbers))
    if missing:
        raise CalibrationError(
            f"{CARDS - len(missing)} of the {CARDS} marker cards can be seen; lay them flat on "
            "the corner hollows, in the light and not too small in the picture"
        )
    seen = [np.asarray(corners[numbers.index(k)], float).reshape(4, 2) for k in range(CARDS)]
    middles = np.array([_middle(each) for each in seen])
    return _clockwise(middles)


def _dictionary() -> cv2.aruco.Dictionary:
    if not hasattr(getattr(cv2, "aruco", None), "ArucoDetector"):
        raise CalibrationError(f"markers need OpenCV 4.7 or newer, this is {cv2.__version__}")
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _card(page: Page, marker: np.ndarray, middle_mm: tuple[float, float]) -> None:
    """A marker with a line to cut along and lines that point at its middle."""
    x, y = pixels(middle_mm[0]), pixels(middle_mm[1])
    half, card = marker.shape[0] // 2, pixels(CARD_MM / 2)
    page[y - half : y - half + marker.shape[0], x - half : x - half + marker.shape[1]] = marker
    cv2.rectangle(page, (x - card, y - card), (x + card, y + card), 128, 2)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        start, end = half + pixels(1.5), card
        cv2.line(page, (x + dx * start, y + dy * start), (x + dx * end, y + dy * end), 0, 2)


def _middle(corners: Floats) -> Floats:
    """Where the diagonals of a square seen from anywhere cross."""
    a, b, c, d = (np.append(corner, 1.0) for corner in corners)
    crossing = np.cross(np.cross(a, c), np.cross(b, d))
    middle: Floats = crossing[:2] / crossing[2]
    return middle


def _clockwise(middles: Floats) -> Floats:
    """From the one at the top left on, as the picture shows them."""
    away = middles - middles.mean(axis=0)
    # y grows downwards, so rising angles run clockwise; -135 degrees is the top left.
    ordered = middles[np.argsort(np.arctan2(away[:, 1], away[:, 0]))]
    first = int((ordered - middles.mean(axis=0)).sum(axis=1).argmin())
    result: Floats = np.roll(ordered, -first, axis=0)
    return result
