"""What the reader needs of a calibration: the eyes don't know how boards are calibrated."""

from __future__ import annotations

from typing import Final, Protocol

from vision.camera.geometry import Pose
from vision.colours.series import SeriesModel
from vision.types import BoardSpec, Floats, ImageBGR

BELIEVED: Final = 0.5
"""Confidence of a board whose corners a person has told, and whose hollows show nothing of it."""


class Calibrated(Protocol):
    """What the reader needs of a calibration."""

    @property
    def spec(self) -> BoardSpec: ...  # noqa: D102

    @property
    def pose(self) -> Pose: ...  # noqa: D102

    @property
    def rim(self) -> float: ...  # noqa: D102

    @property
    def radii(self) -> tuple[float, float]: ...  # noqa: D102

    @property
    def clear_of_trays(self) -> float: ...  # noqa: D102

    @property
    def bare_bgr(self) -> ImageBGR: ...  # noqa: D102

    @property
    def confidence(self) -> float:
        """0..1 that this is the board; `BELIEVED` where nothing but a person's corners tells."""

    @property
    def imagined(self) -> Floats | None:
        """(n,) how unlike (log) their bare look, which was imagined, bare hollows may be.

        0 for those that have been seen bare, inf for those that were seen so and may not be
        bare; None where all were.
        """

    @property
    def tray_wood(self) -> Floats | None: ...  # noqa: D102

    @property
    def series(self) -> SeriesModel: ...  # noqa: D102
