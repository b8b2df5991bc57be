"""What a table's eyes must be able to do, and which are used unless others are given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from calibration.model import Calibration
from calibration.start import StartUp
from companion.fitting import fits
from vision.aimed import AimedReader
from vision.camera.geometry import Pose
from vision.camera.projection import Projection
from vision.colours.series import SeriesModel
from vision.types import Floats, Frame, ImageBGR, Reading


class Reads(Protocol):
    """What reads frames of a calibrated board."""

    @property
    def series(self) -> SeriesModel:
        """Both series as known so far."""

    @property
    def knows_series(self) -> bool:
        """Whether both are known, and not only guessed from the first marbles."""

    @property
    def pose(self) -> Pose | None:
        """The camera over the board as last found; None where there is no camera."""

    @property
    def as_calibrated(self) -> Projection | None:
        """Where what was calibrated beside the hollows lies now; None where nothing was."""

    def read(self, frame: Frame) -> Reading:
        """What lies in every hollow."""


class StartsUp(Protocol):
    """What calibrates itself from the first frames.

    Attributes:
        live: whether frames go on while it looks for the board.
        under_way: whether it looks for the board under the marbles of a game.
    """

    live: bool
    under_way: bool

    @property
    def waiting_for(self) -> str:
        """What it wants to see next, or why it can't use what it sees: a code."""

    @property
    def board(self) -> Calibration | None:
        """The board once it is found, still without colours."""

    def feed(self, frame: Frame) -> Calibration | None:
        """The calibration once it can be made."""

    def look_for(self, under_way: bool) -> None:
        """Look for the board anew, bare or under the marbles of a game."""

    def take_corners(self, frame: Frame, corners_px: Floats) -> None:
        """Take the corners of the board from a person instead of finding them."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """How eyes are made; tests put others in."""

    start_up: Callable[[], StartsUp] = StartUp
    reader: Callable[[Calibration], Reads] = AimedReader
    fits: Callable[[Calibration, ImageBGR], bool] = fits
