"""How high the camera must stand over the board: a little geometry.

The camera looks at the board's middle, tilted by some angle from straight down. A
point of the table at (x, y) from the middle, y away from the camera's foot, lies in
the camera's own axes at (x, y cos t, d + y sin t), where d is the distance to the
middle. It is seen while its horizontal and vertical angles are within the field of
view, which makes each corner ask for a least d.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

ASPECT: Final = 9 / 16
"""Height over width of the picture; a camera of 4:3 has its top and bottom cut off."""

WIDTH_PX: Final = 1280

MARGIN: Final = 0.05
"""Of half the picture, left free at each side: no stand is placed to the centimetre."""

FIELDS_OF_VIEW: Final[dict[str, tuple[str, float]]] = {
    "v3": ("Camera Module 3", 66.0),
    "v3wide": ("Camera Module 3 Wide", 102.0),
    "v2": ("Camera Module 2", 62.2),
    "hq6mm": ("HQ Camera, 6 mm lens", 55.3),
    "webcam": ("USB webcam, 78° diagonal", 70.4),
}
"""Horizontal, degrees: as the makers publish them; for the HQ, of its 6.29 mm wide sensor."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the camera goes. Lengths in centimetres.

    Attributes:
        height: of the lens above the board.
        aside: of the lens from over the board's middle; 0 when it looks straight down.
        distance: from the lens to the board's middle.
        pitch_px: pixels from hollow to hollow in the board's middle.
        far_pitch_px: the same along the row farthest away.
    """

    height: float
    aside: float
    distance: float
    pitch_px: float
    far_pitch_px: float


def stand_for(
    fov_deg: float, board_cm: float, around_cm: float, tilt_deg: float, pitch_cm: float
) -> Stand:
    """The lowest place from which board and surroundings are seen whole.

    Args:
        fov_deg: the camera's horizontal field of view, 10..150.
        board_cm: side of the board.
        around_cm: what must be seen around it.
        tilt_deg: of the camera from straight down, 0..60.
        pitch_cm: from hollow to hollow.

    Raises:
        ValueError: a number is out of its range.
    """
    _check(fov_deg, board_cm, around_cm, tilt_deg, pitch_cm)
    half = board_cm / 2 + around_cm
    across = math.tan(math.radians(fov_deg) / 2)
    tilt = math.radians(tilt_deg)
    distance = max(
        _least_distance(half, y, tilt, across * (1 - MARGIN), across * ASPECT * (1 - MARGIN))
        for y in (half, -half)
    )
    focal_px = WIDTH_PX / 2 / across
    far = distance + 3 * pitch_cm * math.sin(tilt)
    return Stand(
        height=distance * math.cos(tilt),
        aside=distance * math.sin(tilt),
        distance=distance,
        pitch_px=focal_px * pitch_cm / distance,
        far_pitch_px=focal_px * pitch_cm / far,
    )


def _least_distance(x: float, y: float, tilt: float, across: float, up: float) -> float:
    deeper = y * math.sin(tilt)
    return max(x / across, abs(y) * math.cos(tilt) / up) - deeper


def _check(
    fov_deg: float, board_cm: float, around_cm: float, tilt_deg: float, pitch_cm: float
) -> None:
    if not 10 <= fov_deg <= 150:
        raise ValueError("a field of view has 10 to 150 degrees")
    if not 5 <= board_cm <= 200 or not 0 <= around_cm <= 100:
        raise ValueError("a board measures 5 to 200 cm, and 0 to 100 cm are seen around it")
    if not 0 <= tilt_deg <= 60:
        raise ValueError("a camera is tilted by 0 to 60 degrees")
    if not 0 < pitch_cm <= board_cm / 6:
        raise ValueError("seven hollows must fit on the board: choose a smaller pitch")
